package gate.rules.git.force_push_test

import data.gate.rules.git.force_push

_input(branch, args) := {
	"git": {"branch": branch},
	"commands": [{"name": "git", "argv": array.concat(["git"], split(args, " "))}],
}

_fix := "Push to a branch of your own, or use --force-with-lease there."

test_reasons[args] if {
	some args, reason in {
		"push --force origin main": "this push replaces the protected branch main",
		"push origin :main": "this push deletes the protected branch main",
		"push --mirror": "this push makes the remote a mirror, and deletes what is not here",
	}
	force_push.deny == {{"reason": reason, "fix": _fix}} with input as _input("feature", args)
}

test_asked_reasons[args] if {
	some args, reason in {
		"push --force": "this push replaces feature",
		"push -d origin old": "this push deletes old",
		"push --force-with-lease origin main": "this push replaces the protected branch main, after checking its lease",
	}
	force_push.ask == {{"reason": reason, "fix": _fix}} with input as _input("feature", args)
}

test_detached if {
	force_push.ask == {{"reason": "this push replaces a branch that is not named", "fix": _fix}} with input as _input("", "push -f")
}

test_cases[args] if {
	some args, row in {
		"push -f origin main": ["feature", 1, 0],
		"push -uf origin main": ["feature", 1, 0],
		"-C . push -f origin main": ["feature", 1, 0],
		"push origin +main": ["feature", 1, 0],
		"push origin +HEAD:refs/heads/release/1.2": ["feature", 1, 0],
		"push origin feat:Main --force": ["feature", 1, 0],
		"push -f": ["main", 1, 0],
		"push -f origin": ["main", 1, 0],
		"push -f origin @": ["main", 1, 0],
		"push --force --all": ["feature", 1, 0],
		"push origin +refs/heads/*:refs/heads/*": ["feature", 1, 0],
		"push origin --delete master": ["feature", 1, 0],
		"push --force --force-with-lease origin main": ["feature", 1, 0],
		"push -f origin feat/login": ["feature", 0, 1],
		"push origin +feat/login": ["feature", 0, 1],
		"push origin :feat/login": ["feature", 0, 1],
		"push -f --tags": ["feature", 0, 0],
		"push --force-with-lease": ["main", 0, 1],
		"push --force-with-lease origin feat/login": ["main", 0, 0],
		"push --force-with-lease=feat:abc origin feat": ["main", 0, 0],
		"push -u origin feat/login": ["feature", 0, 0],
		"push origin main": ["main", 0, 0],
		"push origin HEAD:main": ["feature", 0, 0],
		"push": ["main", 0, 0],
		"push --dry-run --force origin feat/login": ["feature", 0, 0],
		"push -nf origin main": ["feature", 0, 0],
		"push --all": ["feature", 0, 0],
		"commit -m push -f": ["main", 0, 0],
		"fetch -f origin main": ["main", 0, 0],
	}
	[branch, denied, asked] := row
	count(force_push.deny) == denied with input as _input(branch, args)
	count(force_push.ask) == asked with input as _input(branch, args)
}
