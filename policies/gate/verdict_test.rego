package gate_test

_quiet := {"commands": [], "writes": [], "reads": [], "urls": [], "unknown": []}

_full(overrides) := object.union(
	{
		"id": "a/b",
		"decision": "deny",
		"reason": "no",
		"path": "",
		"code": "a/b",
		"fix": "",
		"layer": "gate",
	},
	overrides,
)

test_silence if {
	data.gate.verdict == {"decision": "none", "findings": []} with input as _quiet with data.gate.rules as {}
}

test_silence_of_the_rules if {
	data.gate.verdict == {"decision": "none", "findings": []} with input as _quiet
}

test_string_finding if {
	data.gate.verdict == {"decision": "deny", "findings": [_full({})]} with input as _quiet
		with data.gate.rules as {"a": {"b": {"deny": {"no"}, "list": ["x"], "denied": ["y"]}}}
}

test_object_finding if {
	finding := {"reason": "no", "path": "p", "code": "ERR_X", "fix": "do y"}
	expected := _full({"path": "p", "code": "ERR_X", "fix": "do y"})
	data.gate.verdict == {"decision": "deny", "findings": [expected]} with input as _quiet
		with data.gate.rules as {"a": {"b": {"deny": {finding}}}}
}

test_lists_beside_a_rule_are_not_heard if {
	rules := {"a": {"b": {"patterns": ["deny"], "deny_list": {"x"}}}, "deny": {"x": {"y": 1}}}
	data.gate.verdict.decision == "none" with input as _quiet with data.gate.rules as rules
}

test_malformed[name] if {
	some name, finding in {
		"number": 5,
		"null": null,
		"no reason": {"path": "x"},
		"reason of another type": {"reason": 1},
		"path of another type": {"reason": "no", "path": 1},
		"list": ["no"],
	}
	verdict := data.gate.verdict with input as _quiet with data.gate.rules as {"a": {"b": {"allow": {finding}}}}
	verdict.decision == "deny"
	[only] := verdict.findings
	only.code == "ERR_INTERNAL"
	only.id == "a/b"
	contains(only.reason, "the rule a/b gave allow")
}

test_layers[name] if {
	some name, row in {
		"gate denies": ["gate", "deny", "deny", "a/b"],
		"gate asks": ["gate", "ask", "ask", "a/b"],
		"gate allows": ["gate", "allow", "allow", "a/b"],
		"org denies": ["org", "deny", "deny", "acme:a/b"],
		"org asks": ["org", "ask", "ask", "acme:a/b"],
		"org allows": ["org", "allow", "allow", "acme:a/b"],
		"user denies": ["user", "deny", "deny", "user:a/b"],
		"user asks": ["user", "ask", "ask", "user:a/b"],
		"user allows": ["user", "allow", "allow", "user:a/b"],
		"project denies": ["project", "deny", "deny", "project:a/b"],
		"project asks": ["project", "ask", "ask", "project:a/b"],
	}
	[layer, head, decision, id] := row
	rules := {"a": {"b": {head: {"no"}}}}
	verdict := data.gate.verdict with input as _quiet
		with data.gate.rules as _only(layer, "gate", rules)
		with data.org.acme.rules as _only(layer, "org", rules)
		with data.user.rules as _only(layer, "user", rules)
		with data.project.rules as _only(layer, "project", rules)
	expected := _full({"decision": decision, "id": id, "code": id, "layer": layer})
	verdict == {"decision": decision, "findings": [expected]}
}

_only(layer, wanted, rules) := rules if layer == wanted

_only(layer, wanted, _) := {} if layer != wanted

test_a_project_never_allows[name] if {
	some name, finding in {"string": "yes", "malformed": 1}
	verdict := data.gate.verdict with input as _quiet
		with data.gate.rules as {}
		with data.project.rules as {"a": {"b": {"allow": {finding}}}}
	verdict == {"decision": "none", "findings": []}
}

test_strictest_first if {
	rules := {
		"z": {"z": {"deny": {{"reason": "2", "path": "b"}, {"reason": "1", "path": "b"}, {"reason": "9", "path": "a"}}}},
		"a": {"a": {"ask": {"ask"}}},
		"b": {"b": {"allow": {"allow"}, "deny": {"deny"}}},
	}
	verdict := data.gate.verdict with input as _quiet with data.gate.rules as rules
	verdict.decision == "deny"
	[[f.id, f.decision, f.path, f.reason] | some f in verdict.findings] == [
		["b/b", "deny", "", "deny"],
		["z/z", "deny", "a", "9"],
		["z/z", "deny", "b", "1"],
		["z/z", "deny", "b", "2"],
		["a/a", "ask", "", "ask"],
		["b/b", "allow", "", "allow"],
	]
}

test_ask_beats_allow if {
	rules := {"a": {"a": {"allow": {"allow"}, "ask": {"ask"}}}}
	data.gate.verdict.decision == "ask" with input as _quiet with data.gate.rules as rules
}
