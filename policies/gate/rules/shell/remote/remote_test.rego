package gate.rules.shell.remote_test

import data.gate.rules.shell.remote

_input(line, where, via) := {"commands": [{
	"name": words[0],
	"argv": words,
	"options": [],
	"operands": [word | some i, word in words; i > 0; not startswith(word, "-")],
	"where": where,
	"via": [via],
}]} if {
	words := split(line, " ")
}

test_deny_whole if {
	remote.deny == {{
		"reason": "rm deletes / on another machine",
		"fix": "Show the command to the person, who can run it there.",
	}} with input as _input("rm -rf /", "remote", "ssh")
}

test_cases[name] if {
	some name, row in {
		"a folder": ["rm -rf /srv/app/old", "remote", "ssh", 0, 1],
		"a system folder": ["rm -r /etc", "remote", "ssh", 1, 1],
		"a file": ["rm /srv/app/x.log", "remote", "ssh", 0, 0],
		"a look": ["ls -r /", "remote", "ssh", 0, 0],
		"a disk": ["mkfs.ext4 /dev/sdb", "remote", "ssh", 0, 1],
		"a restart": ["reboot", "remote", "ssh", 0, 1],
		"a cluster": ["rm -rf /data/x", "container", "kubectl exec", 0, 1],
		"a container": ["rm -rf /data/x", "container", "docker run", 0, 0],
		"here": ["rm -rf build", "local", "sudo", 0, 0],
	}
	[line, where, via, denied, asked] := row
	count(remote.deny) == denied with input as _input(line, where, via)
	count(remote.ask) == asked with input as _input(line, where, via)
}
