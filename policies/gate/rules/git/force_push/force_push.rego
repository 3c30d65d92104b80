# METADATA
# title: Shared history stays
# description: >-
#   A forced push replaces what others have, and deleting a branch takes it away. On a protected branch that is refused,
#   elsewhere a person is asked. A push with a lease checks first, and a dry run does nothing.
# custom:
#   severity: high
#   fix: Push to a branch of your own, or use --force-with-lease there.
package gate.rules.git.force_push

import data.gate.lib.git

deny contains _finding($"this push {what} the protected branch {branch}") if {
	some [what, branch] in _losses
	_protected(branch)
}

deny contains _finding("this push makes the remote a mirror, and deletes what is not here") if {
	some call in _pushes
	git.flag(call, "--mirror")
}

ask contains _finding($"this push {what} {_called(branch)}") if {
	some [what, branch] in _losses
	not _protected(branch)
}

ask contains _finding($"this push replaces the protected branch {branch}, after checking its lease") if {
	some call in _pushes
	_leased(call)
	not _forced(call)
	some ref in _refs(call)
	branch := _branch(ref)
	_protected(branch)
}

# What is lost, as [what happens, branch].
_losses contains ["replaces", _branch(ref)] if {
	some call in _pushes
	some ref in _refs(call)
	_replaced(call, ref)
	not startswith(ref, ":")
	not _deletes(call)
}

_losses contains ["replaces", "*"] if {
	some call in _pushes
	some all in ["--all", "--branches"]
	git.flag(call, all)
	_forced(call)
}

_losses contains ["deletes", _branch(ref)] if {
	some call in _pushes
	some ref in _refs(call)
	_deleted(call, ref)
}

_replaced(call, _) if _forced(call)

_replaced(_, ref) if startswith(ref, "+")

_deleted(call, _) if _deletes(call)

_deleted(_, ref) if regex.match(`^\+?:.`, ref)

_forced(call) if "--force" in call.flags

_forced(call) if "f" in call.letters

_leased(call) if git.flag(call, "--force-with-lease")

_deletes(call) if git.flag(call, "--delete")

_deletes(call) if "d" in call.letters

_pushes contains call if {
	some call in git.calls
	call.sub == "push"
	not git.flag(call, "--dry-run")
	not "n" in call.letters
}

# The first word is the remote. A push that names no branch is about the current one, unless it takes all of them.
_refs(call) := array.slice(call.words, 1, count(call.words)) if count(call.words) > 1

_refs(call) := ["HEAD"] if {
	count(call.words) < 2
	every all in ["--all", "--branches", "--mirror", "--tags"] {
		not git.flag(call, all)
	}
}

_branch(ref) := input.git.branch if _target(ref) in {"HEAD", "@"}

_branch(ref) := trim_prefix(_target(ref), "refs/heads/") if not _target(ref) in {"HEAD", "@"}

_target(ref) := parts[count(parts) - 1] if parts := split(trim_left(ref, "+"), ":")

_protected(branch) if contains(branch, "*")

_protected(branch) if {
	some pattern in data.gate.rules.git.force_push.protected
	glob.match(pattern, ["/"], lower(branch))
}

_called("") := "a branch that is not named"

_called(branch) := branch if branch != ""

_finding(reason) := {
	"reason": reason,
	"fix": "Push to a branch of your own, or use --force-with-lease there.",
}
