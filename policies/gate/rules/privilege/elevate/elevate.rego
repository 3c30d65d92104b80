# METADATA
# title: No more rights unasked
# description: A person is asked before a command runs as another user, before rights are opened to all, and before a container gets the machine.
# custom:
#   severity: medium
#   fix: Do without the further rights, or ask the person to run the command.
package gate.rules.privilege.elevate

ask contains _finding($"{command.name} runs commands as another user") if {
	some command in input.commands
	lower(command.name) in data.gate.rules.privilege.elevate.programs
	not _looks(command)
}

ask contains _finding($"chmod {mode} opens {concat(", ", array.slice(command.operands, 1, count(command.operands)))} to everybody, or lets it run with its owner's rights") if {
	some command in input.commands
	command.name == "chmod"
	mode := command.operands[0]
	regex.match(`^0?[0-7]?[0-7]{2}[2367]$|^[2467][0-7]{3}$|[ugoa]*\+[rwx]*s|(^|,)(o|a|ugo)?\+[rx]*w`, mode)
	not regex.match(`^[ug]+\+`, mode)
}

ask contains _finding($"{command.name} gives a container the rights of this machine") if {
	some command in input.commands
	command.name in {"docker", "podman", "nerdctl"}
	some i, word in command.argv
	_opens(command, i, word)
}

_opens(_, _, word) if split(word, "=")[0] == "--privileged"

_opens(_, _, word) if regex.match(`^--(pid|net|network|ipc|userns)=host$`, word)

_opens(command, i, word) if {
	word in {"-v", "--volume"}
	regex.match(`^(/|/etc|/root|/home|/var/run/docker\.sock|/run/docker\.sock)/?:`, command.argv[i + 1])
}

_opens(_, _, word) if regex.match(`^(-v|--volume=)(/|/etc|/root|/home|/var/run/docker\.sock|/run/docker\.sock)/?:`, word)

_looks(command) if {
	some word in command.argv
	word in {"-l", "--list", "-v", "--validate", "-k", "--reset-timestamp", "-K", "--version", "-V", "--help"}
	count(command.operands) == 0
}

_finding(reason) := {
	"reason": reason,
	"fix": "Do without the further rights, or ask the person to run the command.",
}
