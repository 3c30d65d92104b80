package gate.rules.persist.schedule_test

import data.gate.rules.persist.schedule

_input(argv, where) := {"commands": [{"name": argv[0], "argv": argv, "where": where}]}

test_ask_whole if {
	schedule.ask == {{
		"reason": "crontab makes this machine start something later",
		"fix": "Run it now and here, or ask the person to install it.",
	}} with input as _input(["crontab", "-"], "local")
}

test_asks[name] if {
	some name, row in {
		"listed": [["crontab", "-l"], "local", 0],
		"service": [["systemctl", "--user", "enable", "x"], "local", 1],
		"service, now only": [["systemctl", "status", "x"], "local", 0],
		"in a container": [["systemctl", "enable", "x"], "container", 0],
		"agent": [["launchctl", "load", "x.plist"], "local", 1],
		"task": [["schtasks", "/create", "/tn", "x"], "local", 1],
		"another program": [["make", "enable"], "local", 0],
	}
	[argv, where, expected] := row
	count(schedule.ask) == expected with input as _input(argv, where)
}
