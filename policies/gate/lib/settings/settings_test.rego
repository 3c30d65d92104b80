package gate.lib.settings_test

import data.gate.lib.settings

_finding := {"id": "git/discard", "decision": "deny", "reason": "no", "path": "src/a.go"}

_input := {
	"time": "2026-11-30T21:00:00Z",
	"home": "/home/dev",
	"harness": "codex",
	"commands": [{"name": "git", "argv": ["git", "reset", "--hard", "v1.2"]}, {"name": "ls", "argv": ["ls"]}],
}

_soften(overrides) := object.union({"rule": "git/discard", "to": "ask", "reason": "why"}, overrides)

test_nothing_is_softened_without_settings if {
	settings.settled(_finding) == _finding with input as _input
}

test_applies[name] if {
	some name, overrides in {
		"by id": {},
		"by glob": {"rule": "git/*"},
		"on its last day": {"until": "2026-11-30"},
		"before a moment": {"until": "2026-11-30T22:00:00Z"},
		"by path": {"paths": ["docs/**", "src/**"]},
		"by command": {"commands": ["git reset *"]},
		"by harness": {"harnesses": ["codex"]},
		"for all": {"share": 100},
	}
	settled := settings.settled(_finding) with input as _input
		with data.org.acme.settings as {"soften": [_soften(overrides)]}
	settled == object.union(_finding, {"decision": "ask", "softened": {"from": "deny", "by": "org:acme", "reason": "why"}})
}

test_does_not_apply[name] if {
	some name, overrides in {
		"another id": {"rule": "git/force_push"},
		"another glob": {"rule": "acme:*"},
		"the day after": {"until": "2026-11-29"},
		"a moment later": {"until": "2026-11-30T20:59:59Z"},
		"another path": {"paths": ["docs/**"]},
		"another command": {"commands": ["npm *", "git clean*"]},
		"another harness": {"harnesses": ["cursor"]},
		"for none": {"share": 0},
		"to nothing that there is": {"to": "allow"},
	}
	settled := settings.settled(_finding) with input as _input
		with data.user.settings as {"soften": [_soften(overrides)]}
	settled == _finding
}

# A second command of the same program is not exempt with the first.
test_commands_are_all_meant if {
	other := {"name": "git", "argv": ["git", "clean", "-fdx"]}
	settled := settings.settled(_finding) with input as object.union(_input, {"commands": array.concat(_input.commands, [other])})
		with data.user.settings as {"soften": [_soften({"commands": ["git reset *"]})]}
	settled == _finding
}

test_no_clock_no_softening if {
	settled := settings.settled(_finding) with input as object.union(_input, {"time": ""})
		with data.user.settings as {"soften": [_soften({"until": "2099-01-01"})]}
	settled == _finding
}

# Of many homes about as many are in the share as it says, and one that is in a share is in every larger one.
test_share if {
	homes := [sprintf("/home/user%d", [i]) | some i in numbers.range(1, 200)]
	in_share := [share |
		some share in [10, 50, 90]
		some home in homes
		_asks(home, share)
	]
	counts := {share: n | some share in [10, 50, 90]; n := count([s | some s in in_share; s == share])}
	counts[10] > 5
	counts[10] < 40
	counts[50] > 70
	counts[50] < 130
	counts[90] > 160
	[home | some home in homes; _asks(home, 50); not _asks(home, 90)] == []
}

_asks(home, share) if {
	settled := settings.settled(_finding) with input as object.union(_input, {"home": home})
		with data.user.settings as {"soften": [_soften({"share": share})]}
	settled.decision == "ask"
}

test_becomes[name] if {
	some name, row in {
		"deny asks": ["ask", "deny", "ask"],
		"ask asks": ["ask", "ask", "ask"],
		"allow allows": ["ask", "allow", "allow"],
		"deny is observed": ["observe", "deny", "none"],
		"ask is observed": ["observe", "ask", "none"],
		"allow is observed": ["observe", "allow", "none"],
	}
	[to, decision, expected] := row
	settled := settings.settled(object.union(_finding, {"decision": decision})) with input as _input
		with data.user.settings as {"soften": [_soften({"to": to})]}
	settled.decision == expected
	settled.softened.from == decision
}

test_off if {
	not settings.settled(_finding) with input as _input
		with data.user.settings as {"soften": [_soften({"to": "off"})]}
}

test_softest_counts if {
	settled := settings.settled(_finding) with input as _input
		with data.user.settings as {"soften": [_soften({"to": "ask", "reason": "a"})]}
		with data.org.acme.settings as {"soften": [_soften({"to": "observe", "reason": "b"})]}
	settled.decision == "none"
	settled.softened.by == "org:acme"
}

test_locked[name] if {
	some name, row in {
		"by the gate": ["self/tamper", {}],
		"by an organisation": ["git/discard", {"locked": ["git/*"]}],
	}
	[id, org] := row
	finding := object.union(_finding, {"id": id})
	settled := settings.settled(finding) with input as _input
		with data.user.settings as {"soften": [_soften({"rule": "*", "to": "off"})]}
		with data.org.acme.settings as org
	settled == finding
}

# What an organisation locks it may still soften itself.
test_locked_for_the_user_alone if {
	settled := settings.settled(_finding) with input as _input
		with data.org.acme.settings as {"locked": ["git/*"], "soften": [_soften({})]}
	settled.decision == "ask"
}

test_an_organisation_does_not_soften_what_the_gate_locks if {
	finding := object.union(_finding, {"id": "self/tamper"})
	settled := settings.settled(finding) with input as _input
		with data.org.acme.settings as {"soften": [_soften({"rule": "self/tamper"})]}
	settled == finding
}
