# METADATA
# title: The verdict
# description: >-
#   The one router. It hears every rule of every layer and gives the strictest answer. Precedence lives here and
#   nowhere else.
package gate

import data.gate.lib.secrets
import data.gate.lib.settings

# METADATA
# description: >-
#   The decision and every finding, strictest first. It is always defined: when no rule speaks the decision is none.
# entrypoint: true
verdict := {"decision": _decision, "findings": _findings}

default _decision := "none"

_decision := _findings[0].decision

_findings := [finding |
	some [_, _, _, _, finding] in sort([[_rank[f.decision], f.id, f.path, f.reason, f] | some f in _heard])
]

_rank := {"deny": 0, "ask": 1, "allow": 2, "none": 3}

_heard contains _discreet(settings.settled(_finding(word))) if some word in _words

# A name can hold a token, and a reason tells names. It is not told on.
_discreet(finding) := object.union(finding, {
	"reason": secrets.redacted(finding.reason),
	"path": secrets.redacted(finding.path),
})

# A word is what one rule says: [layer, id, decision, finding].
_words contains ["gate", $"{category}/{rule}", "deny", finding] if {
	some finding in data.gate.rules[category][rule].deny
}

_words contains ["gate", $"{category}/{rule}", "ask", finding] if {
	some finding in data.gate.rules[category][rule].ask
}

_words contains ["gate", $"{category}/{rule}", "allow", finding] if {
	some finding in data.gate.rules[category][rule].allow
}

_words contains ["org", $"{name}:{category}/{rule}", "deny", finding] if {
	some finding in data.org[name].rules[category][rule].deny
}

_words contains ["org", $"{name}:{category}/{rule}", "ask", finding] if {
	some finding in data.org[name].rules[category][rule].ask
}

_words contains ["org", $"{name}:{category}/{rule}", "allow", finding] if {
	some finding in data.org[name].rules[category][rule].allow
}

_words contains ["user", $"user:{category}/{rule}", "deny", finding] if {
	some finding in data.user.rules[category][rule].deny
}

_words contains ["user", $"user:{category}/{rule}", "ask", finding] if {
	some finding in data.user.rules[category][rule].ask
}

_words contains ["user", $"user:{category}/{rule}", "allow", finding] if {
	some finding in data.user.rules[category][rule].allow
}

# An agent can write where the project's rules lie, so they deny and ask, and are never heard to allow.
_words contains ["project", $"project:{category}/{rule}", "deny", finding] if {
	some finding in data.project.rules[category][rule].deny
}

_words contains ["project", $"project:{category}/{rule}", "ask", finding] if {
	some finding in data.project.rules[category][rule].ask
}

# What a rule says in a form that nobody reads must not vanish.
_finding([layer, id, decision, finding]) := {
	"id": id,
	"decision": decision,
	"reason": finding,
	"path": "",
	"code": id,
	"fix": "",
	"layer": layer,
} if {
	is_string(finding)
} else := {
	"id": id,
	"decision": decision,
	"reason": finding.reason,
	"path": object.get(finding, "path", ""),
	"code": object.get(finding, "code", id),
	"fix": object.get(finding, "fix", ""),
	"layer": layer,
} if {
	_well_formed(finding)
} else := {
	"id": id,
	"decision": "deny",
	"reason": $"the rule {id} gave {decision} a finding that is neither a string nor an object with a reason",
	"path": "",
	"code": "ERR_INTERNAL",
	"fix": "Correct the rule: a finding is a reason, or an object of strings with reason, path, code and fix.",
	"layer": layer,
}

_well_formed(finding) if {
	is_object(finding)
	is_string(finding.reason)
	is_string(object.get(finding, "path", ""))
	is_string(object.get(finding, "code", ""))
	is_string(object.get(finding, "fix", ""))
}
