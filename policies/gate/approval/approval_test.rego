package gate.approval_test

import data.gate.approval

_rules := ["self/tamper", "git/discard", "acme:net/upload"]

test_refused[name] if {
	some name, row in {
		"what the gate locks": [{}, {"self/tamper"}],
		"what an organisation locks": [{"locked": ["git/*"]}, {"self/tamper", "git/discard"}],
		"all but what an organisation leaves to the person": [{"locked": ["git/*"], "approvable": ["self/*"]}, {"git/discard"}],
		"what it locks and leaves to the person": [{"locked": ["git/*"], "approvable": ["git/discard"]}, {"self/tamper"}],
	}
	[settings, expected] := row
	refused := approval.refused with input as {"rules": _rules}
		with data.org.acme.settings as settings
	refused == expected
}

test_user_leaves_nothing if {
	refused := approval.refused with input as {"rules": _rules}
		with data.user.settings as {"approvable": ["**"]}
	refused == {"self/tamper"}
}

test_none_without_rules if {
	approval.refused == set() with input as {"rules": []}
}
