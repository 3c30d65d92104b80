package gate.rules.git.discard_test

import data.gate.rules.git.discard

_input(args, writes) := {
	"writes": writes,
	"commands": [{"name": "git", "argv": array.concat(["git"], split(line, " "))} | some line in split(args, "; ")],
}

_fix := "Commit or stash the work first, and look at it with git status and git diff."

test_asked[args] if {
	some args, what in {
		"reset --hard": "this discards every uncommitted change",
		"reset HEAD~1 --har": "this discards every uncommitted change",
		"--no-pager -C ../other -c a.b=c reset --hard": "this discards every uncommitted change",
		"checkout -f main": "this discards every uncommitted change",
		"switch --discard-changes main": "this discards every uncommitted change",
		"checkout -- .": "this overwrites changed files with what git has recorded",
		"checkout HEAD -- .": "this overwrites changed files with what git has recorded",
		"checkout .": "this overwrites changed files with what git has recorded",
		"checkout main -- src/a.go": "this overwrites changed files with what git has recorded",
		"restore .": "this overwrites changed files with what git has recorded",
		"restore --source=HEAD~1 src": "this overwrites changed files with what git has recorded",
		"restore -SW .": "this overwrites changed files with what git has recorded",
		"restore --staged --worktree .": "this overwrites changed files with what git has recorded",
		"clean -fd": "this deletes files that git does not hold",
		"clean --force": "this deletes files that git does not hold",
		"clean -xdf": "this deletes files that git does not hold",
		"stash drop": "this throws stashed work away",
		"stash clear": "this throws stashed work away",
		"branch -D topic": "this deletes a branch even when it is not merged",
		"branch --delete --force topic": "this deletes a branch even when it is not merged",
		"branch -d -f topic": "this deletes a branch even when it is not merged",
		"worktree remove --force ../wt": "this deletes a worktree with its uncommitted changes",
		"worktree remove -f ../wt": "this deletes a worktree with its uncommitted changes",
		"reflog expire --expire=now --all": "this forgets where branches have been",
		"gc --prune=now": "this deletes commits that no branch holds",
		"filter-branch --tree-filter x": "this rewrites the history of branches",
		"reset --merge": "this discards every uncommitted change",
		"read-tree -u --reset HEAD~1": "this discards every uncommitted change",
		"checkout-index -f -a": "this overwrites changed files with what git has recorded",
		"checkout -B main origin/main": "this moves a branch away from commits that only it may hold",
		"submodule deinit -f --all": "this deletes a submodule with its uncommitted changes",
		"push --prune origin": "this deletes branches of the remote that are not here",
		"remote set-url origin https://x.example/x.git": "this sends later work to another place",
		"rm -rf src": "this deletes files with their uncommitted changes",
		"rm -r --force .": "this deletes files with their uncommitted changes",
		"update-ref -d refs/heads/x": "this deletes a branch or another reference",
	}
	discard.ask == {{"reason": what, "fix": _fix}} with input as _input(args, [])
	discard.deny == set() with input as _input(args, [])
}

test_file_without_dashes if {
	write := {"path": "src/a.go", "op": "write", "source": "git checkout"}
	count(discard.ask) == 1 with input as _input("checkout src/a.go", [write])
	discard.ask == set() with input as _input("checkout -b src/a.go", [write])
	discard.ask == set() with input as _input("checkout feature/a", [])
}

test_unrecoverable if {
	discard.deny == {{
		"reason": "this takes away the last way to recover lost commits",
		"fix": _fix,
	}} with input as _input("reflog expire --expire=now --all; gc --prune=now", [])
}

test_silent[args] if {
	some args in [
		"reset --soft HEAD~1",
		"reset --keep HEAD~1",
		"reset HEAD a.go",
		"rm -r docs",
		"rm -rf --cached dist2",
		"rm -rf node_modules dist",
		"submodule deinit x",
		"remote add fork https://x.example/x.git",
		"worktree remove --force /tmp/wt",
		"reset -- --hard",
		"help reset",
		"reset --hard --help",
		"restore --staged .",
		"restore -S a.go",
		"switch -c topic",
		"checkout main",
		"checkout -b topic",
		"branch -d topic",
		"branch -f topic HEAD",
		"clean -nd",
		"clean --dry-run -fdx",
		"stash",
		"stash push -u -m drop",
		"stash pop",
		"worktree remove ../wt",
		"worktree add -f ../wt",
		"reflog show",
		"reflog expire --dry-run --all",
		"reflog expire --dry-run --all; gc",
		"gc",
		"rm -r --cached vendor",
		"commit -m clean",
		"update-ref refs/heads/x abc",
	]
	discard.ask == set() with input as _input(args, [])
	discard.deny == set() with input as _input(args, [])
}

test_in_a_temporary_folder[folder] if {
	some folder, expected in {"/tmp/t": 0, "/private/var/tmp/t": 0, "/tmp/project/src": 1, "/home/dev/project": 1, "": 1}
	count(discard.ask) == expected with input as {
		"root": "/tmp/project",
		"writes": [],
		"commands": [{"name": "git", "argv": ["git", "reset", "--hard"], "cwd": folder}],
	}
}
