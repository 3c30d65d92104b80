# METADATA
# title: Secrets are not sent away
# description: >-
#   What holds secrets does not leave this machine: not through a pipe, as the body of a request, in an address, or as
#   an upload.
# custom:
#   severity: high
#   fix: Send nothing that comes from a file of secrets; let the program that owns them use them.
package gate.rules.secrets.send

import data.gate.lib.dotenv
import data.gate.rules.secrets.read

deny contains _finding(file, $"{command.name} sends {file} away") if {
	some command in _senders
	some file in _secret_files
	_carries(command, file)
}

deny contains _finding("", $"{command.name} puts the secret {name} into an address") if {
	some command in _senders
	some word in command.argv
	regex.match(`^[a-z]+://[^\s]*\x{FFFD}`, word)
	some name in command.uses
	_secret_name(name)
}

ask contains _finding("", $"{command.name} sends the secret {name} in the body of a request") if {
	some command in _senders
	some i, option in command.argv
	option in data.gate.rules.secrets.send.bodies
	contains(command.argv[i + 1], "\uFFFD")
	some name in command.uses
	_secret_name(name)
}

_senders contains command if {
	some command in input.commands
	lower(command.name) in data.gate.rules.secrets.send.senders
	not _stays(command)
}

_senders contains command if {
	some command in input.commands
	some words in data.gate.rules.secrets.send.uploads[lower(command.name)]
	contains($" {concat(" ", command.argv)} ", $" {words} ")
}

# What only speaks to this machine sends nothing away.
_stays(command) if {
	some word in command.argv
	regex.match(`^([a-z]+://)?(localhost|127\.[0-9.]+|\[::1\])([:/]|$)`, word)
}

# A file goes with a command that reads it, that reads it through a pipe, or that has its text among its words.
_carries(command, file) if {
	some source in input.reads
	source.path == file
	source.source == command.name
}

_carries(command, file) if {
	some source in input.reads
	source.path == file
	command.stdin.kind == "pipe"
	source.source in command.stdin.from
}

_carries(command, file) if {
	some source in input.reads
	source.path == file
	source.source != command.name
	command.stdin.kind != "pipe"
	some word in command.argv
	contains(word, "\uFFFD")
}

_carries(command, file) if {
	command.stdin.kind == "file"
	file in command.stdin.from
}

_carries(command, file) if file in command.operands

_secret_files contains source.path if {
	some source in input.reads
	_holds_secrets(source.path, source.abs)
}

_secret_files contains operand if {
	some command in _senders
	some operand in command.operands
	_holds_secrets(operand, operand)
}

_holds_secrets(path, abs) if {
	some finding in read.deny with input.reads as [{"path": path, "abs": abs, "inside": false, "source": "send"}]
	finding.path == path
}

_holds_secrets(_, abs) if dotenv.holds(abs)

_secret_name(name) if regex.match(data.gate.rules.secrets.send.names, name)

_finding(path, reason) := {
	"reason": reason,
	"path": path,
	"fix": "Send nothing that comes from a file of secrets; let the program that owns them use them.",
}
