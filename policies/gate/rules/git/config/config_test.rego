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
		"in a named file": [["config", "--file", ".git/config", "core.sshCommand", "sh x"], 1],
		"asked for in a named file": [["config", "--file", ".git/config", "core.sshCommand"], 0],
		"for a clone": [["clone", "-c", "core.hooksPath=/tmp/x", "u", "y"], 1],
		"for a clone, long": [["clone", "--config=core.fsmonitor=x", "u", "y"], 1],
		"harmless for a clone": [["clone", "-c", "core.autocrlf=input", "u", "y"], 0],
		"from the environment": [["--config-env=core.pager=X", "log"], 1],
		"programs": [["--exec-path=/tmp/x", "status"], 1],
		"where its programs are": [["--exec-path"], 0],
		"template": [["init", "--template=/tmp/x", "."], 1],
		"no template": [["init", "--template=", "."], 0],
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
