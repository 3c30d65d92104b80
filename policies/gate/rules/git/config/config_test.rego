package gate.rules.git.config_test

import data.gate.rules.git.config

_input(argv) := {"commands": [{"name": "git", "argv": array.concat(["git"], argv)}]}

test_ask if {
	config.ask == {{
		"reason": "the git setting core.hookspath can start a program or switch hooks off",
		"fix": "Leave git's settings as they are, or ask the person to change them.",
	}} with input as _input(["-c", "CORE.HOOKSPATH=/dev/null", "commit", "-m", "wip"])
}

test_count[name] if {
	some name, row in {
		"in the file": [["config", "core.hooksPath", "/dev/null"], 1],
		"everywhere": [["config", "--global", "core.fsmonitor", "./x.sh"], 1],
		"new form": [["config", "set", "core.pager", "sh -c x"], 1],
		"alias": [["-c", "alias.st=!sh x", "st"], 1],
		"alias of a git command": [["config", "alias.st", "status"], 0],
		"filter": [["config", "filter.x.clean", "./x"], 1],
		"pager off": [["-c", "core.pager=cat", "log"], 0],
		"editor off": [["-c", "core.editor=true", "rebase", "--continue"], 0],
		"monitor without a value": [["-c", "core.fsmonitor", "status"], 0],
		"name": [["config", "user.name", "Pat"], 0],
		"other setting": [["-c", "advice.detachedHead=false", "checkout", "v1"], 0],
		"asked for": [["config", "core.hooksPath"], 0],
		"asked for in the new form": [["config", "get", "core.hooksPath"], 0],
		"other command": [["commit", "-m", "core.hooksPath"], 0],
	}
	[argv, expected] := row
	count(config.ask) == expected with input as _input(argv)
}
