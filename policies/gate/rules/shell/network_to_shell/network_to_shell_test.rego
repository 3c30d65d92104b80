package gate.rules.shell.network_to_shell_test

import data.gate.rules.shell.network_to_shell

# The words of the reader, and the commands that its standard input comes from.
_command(line, from) := {
	"name": words[0],
	"argv": words,
	"options": [word | some word in words; startswith(word, "-")],
	"operands": [word | some i, word in words; i > 0; not regex.match(`^-.`, word)],
	"via": [],
	"where": "local",
	"exact": true,
	"stdin": {"kind": "pipe", "from": from},
} if {
	words := split(line, " ")
}

_input(line, from) := {"commands": [_command(line, from)]}

_fix := "Save the text to a file in the project, look at it, and run it as a step of its own."

test_reasons[reason] if {
	some reason, row in {
		"sh runs what curl gets from the network": ["sh", "curl"],
		"sh runs text that base64 decodes, so that nobody can read it before": ["sh", "base64"],
	}
	[line, source] := row
	network_to_shell.deny == {{"reason": reason, "fix": _fix}} with input as _input(line, [source])
}

test_cases[name] if {
	some name, row in {
		"with arguments": ["bash -s -- --yes", ["curl"], 1],
		"tracing": ["bash -x", ["curl", "tee"], 1],
		"dash": ["bash -", ["wget"], 1],
		"python": ["python3", ["curl"], 1],
		"python from a dash": ["python3 -", ["curl"], 1],
		"python, unbuffered": ["python3 -u", ["curl"], 1],
		"node": ["node", ["wget"], 1],
		"perl": ["perl", ["http"], 1],
		"PowerShell": ["Invoke-Expression", ["Invoke-WebRequest"], 1],
		"evaluator with a word": ["Invoke-Expression x", ["irm"], 1],
		"pwsh": ["pwsh -Command -", ["curl"], 1],
		"pwsh alone": ["pwsh -NoProfile", ["curl"], 1],
		"connection": ["bash -i", ["/dev/tcp"], 1],
		"reversed": ["sh", ["echo", "rev"], 1],
		"json tool": ["python3 -m json.tool", ["curl"], 0],
		"own code": ["python3 -c print(1)", ["curl"], 0],
		"own code in node": ["node -e 1", ["curl"], 0],
		"own code printed": ["node -p 1", ["curl"], 0],
		"perl loop": ["perl -ne print", ["curl"], 0],
		"ruby": ["ruby -rjson -e 1", ["curl"], 0],
		"shell's own code": ["bash -c cat", ["curl"], 0],
		"script": ["bash import.sh", ["curl"], 0],
		"python script": ["python3 tools/parse.py -", ["curl"], 0],
		"jq": ["jq .", ["curl"], 0],
		"other source": ["sh", ["cat"], 0],
		"decoded data": ["python3", ["base64"], 0],
		"upload": ["curl -T -", ["bash"], 0],
	}
	[line, from, expected] := row
	count(network_to_shell.deny) == expected with input as _input(line, from)
}

test_no_pipe if {
	command := object.union(_command("bash", ["curl"]), {"stdin": {"kind": "file", "from": ["install.sh"]}})
	network_to_shell.deny == set() with input as {"commands": [command]}
}

test_container if {
	document := {"commands": [object.union(_command("sh", ["curl"]), {"where": "container"})]}
	network_to_shell.deny == set() with input as document
	network_to_shell.ask == {{
		"reason": "sh runs what curl gets from the network, in a container",
		"fix": _fix,
	}} with input as document
}

test_xargs[name] if {
	some name, row in {
		"each line is run": ["curl", false, 1],
		"other source": ["cat", false, 0],
		"known words": ["curl", true, 0],
	}
	[source, exact, expected] := row
	feeder := _command("xargs -I{} sh -c {}", [source])
	shell := object.union(_command("sh -c \uFFFD", []), {"exact": exact, "via": ["xargs -I{}"], "stdin": {"kind": "inherit", "from": []}})
	count(network_to_shell.deny) == expected with input as {"commands": [feeder, shell]}
}
