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
import data.gate.lib.git
import data.gate.lib.paths
import data.gate.lib.reveal
import data.gate.lib.secrets
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
	reveal.variable(name)
}

ask contains _finding("", $"{command.name} sends the secret {name} in the body of a request") if {
	some command in _senders
	some i, word in command.argv
	contains(word, "\uFFFD")
	_in_body(command, i, word)
	some name in command.uses
	reveal.variable(name)
}

deny contains _finding("", $"{command.name} sends away what {source.name} prints") if {
	some command in _senders
	some source in input.commands
	_reveals(source)
	_takes(command, source)
}

deny contains _finding("", $"{command.name} sends the secret {name} away, which {source.name} prints") if {
	some command in _senders
	not lower(command.name) in data.gate.rules.secrets.send.discreet
	command.stdin.kind == "pipe"
	some source in input.commands
	source.name in command.stdin.from
	lower(source.name) in data.gate.rules.secrets.send.speakers
	some name in source.uses
	reveal.variable(name)
}

deny contains _finding("", $"{command.name} puts the secret {name} into a question for a name") if {
	some command in _senders
	lower(command.name) in data.gate.rules.secrets.send.resolvers
	some name in command.uses
	reveal.variable(name)
}

deny contains _finding("", $"{command.name} sends the secret {name} in a header that is not for it") if {
	some command in _senders
	headers := _headers(command)
	count(headers) > 0
	every header in headers {
		not regex.match(`(?i)^[a-z-]*(auth|token|key|secret|cookie|password)[a-z-]*\s*:`, header)
	}
	some name in command.uses
	reveal.variable(name)
}

deny contains _finding("", $"the address for {address.host} holds {hit.pattern.title}") if {
	some address in input.urls
	some hit in secrets.tokens(address.url)
}

deny contains _finding("", $"{input.tool.name} would send {hit.pattern.title}") if {
	input.tool.kind == "mcp"
	regex.match(`(?i)(^|_|-)(send|post|publish|comment|message|email|reply|create_(issue|pull_request|gist|page))(_|-|$)`, input.tool.name)
	walk(input.tool.args, [_, text])
	is_string(text)
	some hit in secrets.tokens(text)
}

_in_body(command, i, _) if command.argv[i - 1] in data.gate.rules.secrets.send.bodies

_in_body(_, _, word) if split(word, "=")[0] in data.gate.rules.secrets.send.bodies

# A field of HTTPie.
_in_body(command, _, word) if {
	lower(command.name) in {"http", "https", "xh"}
	regex.match(`^[\w.-]+:?=`, word)
}

ask contains _finding(file, $"git would record {file}, which may hold secrets") if {
	some call in git.calls
	call.sub == "add"
	some file in call.words
	_holds_secrets(file, file)
}

_headers(command) := {value |
	some i, word in command.argv
	contains(word, "\uFFFD")
	value := _header(command.argv, i)
}

_header(argv, i) := argv[i] if argv[i - 1] in {"-H", "--header"}

_header(argv, i) := substring(argv[i], 9, -1) if startswith(argv[i], "--header=")

# reveals says whether a command prints secrets, or all variables and with them the secret ones.
_reveals(command) if reveal.prints(command)

_reveals(command) if {
	option := data.gate.rules.secrets.send.listing[command.name]
	every word in array.slice(command.argv, 1, count(command.argv)) {
		regex.match(option, word)
	}
	not _changes(command)
}

# Without an option, some of these programs say or do something else.
_changes(command) if {
	command.name in {"declare", "typeset"}
	count(command.argv) < 2
}

_takes(command, source) if {
	command.stdin.kind == "pipe"
	source.name in command.stdin.from
}

_takes(command, source) if {
	command.stdin.kind != "pipe"
	source.name != command.name
	some i, word in command.argv
	contains(word, "\uFFFD")
	not command.argv[i - 1] in {"-H", "--header", "-u", "--user", "-b", "--cookie"}
	not startswith(word, "--header=")
	not startswith(word, "--user=")
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

_carries(command, file) if file in _named(command)

# A file can be named alone, or behind "@" or ":" in a word with its field.
_named(command) := {name |
	some operand in command.operands
	some name in {operand, regex.replace(operand, `^(\w*[@:]|FILE:)`, "")}
}

_secret_files contains source.path if {
	some source in input.reads
	_holds_secrets(source.path, source.abs)
}

_secret_files contains operand if {
	some command in _senders
	some operand in _named(command)
	_holds_secrets(operand, operand)
}

_holds_secrets(path, abs) if {
	some finding in read.deny with input.reads as [{"path": path, "abs": abs, "inside": false, "source": "send"}]
	finding.path == path
}

_holds_secrets(_, abs) if dotenv.holds(abs)

_holds_secrets(_, abs) if paths.base(trim_right(abs, "/")) in data.gate.rules.secrets.read.folders

_finding(path, reason) := {
	"reason": reason,
	"path": path,
	"fix": "Send nothing that comes from a file of secrets; let the program that owns them use them.",
}
