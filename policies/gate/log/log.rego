# METADATA
# title: What the decision log leaves out
# description: >-
#   The mask of the decision log, as OPA's data.system.log.mask: pointers into an event {input, result}, or objects of
#   op, path and value. What is written, what a person says, and keys and tokens never reach the log. An organisation or
#   the user adds to it as data.org.<name>.log.mask and data.user.log.mask, and takes nothing away.
# schemas:
#   - input: {type: object}
package gate.log

import data.gate.lib.secrets

# METADATA
# description: The places of an event that are left out, or replaced. It is always defined.
# entrypoint: true
mask contains $"/input/writes/{i}/content" if {
	some i, target in input.input.writes
	target.content != ""
}

mask contains "/input/prompt" if input.input.prompt != ""

# What a tool writes stands in its arguments under names of the harness's own. Where it goes stands in writes.
mask contains "/input/tool/args" if _writes

# Another tool's long texts are somebody's content too.
mask contains {"op": "upsert", "path": _pointer(array.concat(["input", "tool", "args"], path)), "value": $"[{count(text)} characters]"} if {
	not _writes
	not input.input.tool.kind in {"shell", "read", "search", "fetch"}
	walk(input.input.tool.args, [path, text])
	is_string(text)
	_long(text)
}

mask contains $"/input/commands/{i}/stdin/text" if {
	some i, command in input.input.commands
	command.stdin.text != ""
	command.stdin.kind == "text"
}

# A secret is told by the text around it, and replaced wherever else it stands.
mask contains {"op": "upsert", "path": _pointer(path), "value": strings.replace_n(_redactions, text)} if {
	count(_redactions) > 0
	walk(input, [path, text])
	is_string(text)
	some value, _ in _redactions
	contains(text, value)
}

mask contains rule if some rule in data.org[_].log.mask

mask contains rule if some rule in data.user.log.mask

_writes if input.input.tool.kind in {"write", "edit", "patch"}

_redactions[hit.value] := "[redacted]" if {
	some text in _texts
	_may_tell(text)
	some hit in secrets.hits(text)
}

# A variable that is called a password is taken for one.
_redactions[value] := "[redacted]" if {
	some name, value in input.input.commands[_].env
	count(value) >= 6
	some word in ["pass", "secret", "token", "credential", "api_key", "apikey"]
	contains(lower(name), word)
}

# To look for secrets takes long, so it is first seen whether a text can have one: a long word by itself, or a name or a
# sign that tells of one. Every secret has 16 characters.
_may_tell(text) if regex.match(`[A-Za-z0-9_-]{12}`, text)

_may_tell(text) if {
	count(text) >= 16
	some sign in ["pass", "pwd", "secret", "token", "key", "auth", "bearer ", "basic ", "credential", "sig=", "@", "sbp_"]
	contains(lower(text), sign)
}

_texts contains input.input.git.remote

_texts contains input.input.result.error

_texts contains text if {
	not _writes
	walk(input.input.tool.args, [_, text])
	is_string(text)
}

_texts contains word if some word in input.input.commands[_].argv

_texts contains $"{name}={value}" if some name, value in input.input.commands[_].env

_texts contains url.url if some url in input.input.urls

_long(text) if count(text) > 120

_long(text) if contains(text, "\n")

_pointer(path) := concat("", [$"/{_escaped(part)}" | some part in path])

_escaped(part) := replace(replace(part, "~", "~0"), "/", "~1") if is_string(part)

_escaped(part) := part if is_number(part)
