# METADATA
# title: The network does not speak to a shell
# description: Text from the network, or text that is only decoded on the way, is not run unseen.
# custom:
#   severity: high
#   fix: Save the text to a file in the project, look at it, and run it as a step of its own.
package gate.rules.shell.network_to_shell

deny contains _finding($"{command.name} runs what {fetcher} gets from the network") if {
	some [command, fetcher] in _fetched
	command.where != "container"
}

# A container limits what the text can reach.
ask contains _finding($"{command.name} runs what {fetcher} gets from the network, in a container") if {
	some [command, fetcher] in _fetched
	command.where == "container"
}

deny contains _finding($"{command.name} runs text that {decoder} decodes, so that nobody can read it before") if {
	some command in _readers
	_is_shell(command)
	some decoder in command.stdin.from
	decoder in data.gate.rules.shell.network_to_shell.decoders
}

# Each as [command, what fetches].
_fetched contains [command, fetcher] if {
	some command in _readers
	some fetcher in command.stdin.from
	_is_fetcher(fetcher)
}

# xargs hands on as words what it reads, and the text of the shell is one of them.
_fetched contains [command, fetcher] if {
	some command in input.commands
	_is_shell(command)
	not command.exact
	"xargs" in {split(wrapper, " ")[0] | some wrapper in command.via}
	some feeder in input.commands
	feeder.name == "xargs"
	some fetcher in feeder.stdin.from
	_is_fetcher(fetcher)
}

# A reader is a program that runs its standard input, which comes from other commands.
_readers contains command if {
	some command in input.commands
	command.stdin.kind == "pipe"
	kind := data.gate.rules.shell.network_to_shell.interpreters[lower(command.name)]
	not _reads_data(command, kind)
}

_is_shell(command) if data.gate.rules.shell.network_to_shell.interpreters[lower(command.name)] == "shell"

_is_fetcher(name) if lower(name) in data.gate.rules.shell.network_to_shell.fetchers

# With a script or code of its own, a program takes its standard input as data. A dash in place of the code means the
# standard input again.
_reads_data(command, kind) if {
	some i, word in command.argv
	i > 0
	regex.match(data.gate.rules.shell.network_to_shell.own_code[kind], word)
	not command.argv[i + 1] == "-"
}

_reads_data(command, kind) if {
	kind != "evaluator"
	command.operands[0] != "-"
	not "-s" in command.options
}

_finding(reason) := {
	"reason": reason,
	"fix": "Save the text to a file in the project, look at it, and run it as a step of its own.",
}
