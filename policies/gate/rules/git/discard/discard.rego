# METADATA
# title: Work is not thrown away
# description: >-
#   A person is asked before git discards changes, files or commits that nothing else holds. What makes them
#   unrecoverable is refused.
# custom:
#   severity: medium
#   fix: Commit or stash the work first, and look at it with git status and git diff.
package gate.rules.git.discard

import data.gate.lib.git
import data.gate.lib.paths
import data.gate.lib.regenerable

deny contains _finding("this takes away the last way to recover lost commits") if {
	some expiry in git.calls
	_expires(expiry)
	some collection in git.calls
	_prunes(collection)
}

ask contains _finding(what) if {
	some call in git.calls
	not _scratch(call)
	some what in _losses(call)
}

# In a temporary folder, and in a worktree there, work is free.
_scratch(call) if {
	_temporary(call.cwd)
	not paths.under(call.cwd, input.root)
}

_scratch(call) if {
	call.sub == "worktree"
	_temporary(call.words[1])
}

_temporary(path) if regex.match(`^(/private)?(/var)?/tmp/`, path)

_losses(call) := {loss.what |
	some loss in data.gate.rules.git.discard.losses[call.sub]
	_meets(call, loss)
	not _spared(call, loss)
} | _own_losses(call)

# A loss happens when all its words follow the subcommand in their order, and any of its options is given.
_meets(call, loss) if {
	words := object.get(loss, "words", [])
	array.slice(call.words, 0, count(words)) == words
	_opted(call, loss)
}

_opted(_, loss) if {
	not loss.flags
	not loss.letters
}

_opted(call, loss) if {
	some flag in loss.flags
	git.flag(call, flag)
}

_opted(call, loss) if {
	some letter in loss.letters
	letter in call.letters
}

_spared(call, loss) if {
	some flag in loss.spared_flags
	git.flag(call, flag)
}

_spared(call, loss) if {
	some letter in loss.spared_letters
	letter in call.letters
}

# These depend on more than one word or option.
_own_losses(call) := (overwritten | deleted) | removed if {
	removed := {"this deletes files with their uncommitted changes" | _removes(call)}
	overwritten := {"this overwrites changed files with what git has recorded" | _overwrites(call)}
	deleted := {"this deletes a branch even when it is not merged" | _deletes_branch(call)}
}

_removes(call) if {
	call.sub == "rm"
	"r" in call.letters
	_option(call, "--force", "f")
	not git.flag(call, "--cached")
	some word in call.words
	not regenerable.folder(word)
}

_deletes_branch(call) if {
	call.sub == "branch"
	_option(call, "--delete", "d")
	_option(call, "--force", "f")
}

_overwrites(call) if {
	call.sub == "checkout"
	git.paths(call)
}

_overwrites(call) if {
	call.sub == "checkout"
	some word in call.words
	regex.match(`^(\.|\.\.|\./.*|:/.*|:\(.*)$`, word)
}

_overwrites(call) if {
	call.sub == "checkout"
	not "b" in call.letters
	some write in input.writes
	git.by(write, "checkout")
	write.op in {"write", "truncate"}
}

_overwrites(call) if {
	call.sub == "restore"
	not _only_staged(call)
}

_only_staged(call) if {
	_option(call, "--staged", "S")
	not _option(call, "--worktree", "W")
}

_option(call, flag, _) if git.flag(call, flag)

_option(call, _, letter) if letter in call.letters

_expires(call) if {
	call.sub == "reflog"
	call.words[0] == "expire"
	not git.flag(call, "--dry-run")
}

_prunes(call) if {
	call.sub == "gc"
	some flag in call.flags
	flag in {"--prune=now", "--prune=all"}
}

_finding(what) := {
	"reason": what,
	"fix": "Commit or stash the work first, and look at it with git status and git diff.",
}
