package gate.lib.git_test

import data.gate.lib.git

_input(argv) := {"commands": [{"name": "git", "argv": argv}]}

_call(argv) := call if {
	[call] := [c | some c in git.calls] with input as _input(argv)
}

test_call if {
	_call(["git", "--no-pager", "-C", "../x", "-c", "a.b=c", "--config-env=d.e=F", "reset", "--hard", "-qn", "HEAD~1", "--", "-f"]) == {
		"sub": "reset",
		"args": ["--hard", "-qn", "HEAD~1", "--", "-f"],
		"flags": {"--hard"},
		"letters": {"q", "n"},
		"words": ["HEAD~1", "-f"],
		"settings": ["a.b=c", "d.e=F"],
		"cwd": "",
	}
}

test_sub[name] if {
	some name, row in {
		"plain": [["git", "status"], "status"],
		"value with equals": [["git", "--git-dir=x", "log"], "log"],
		"value apart": [["git", "--git-dir", "x", "log"], "log"],
		"the name of another as an argument": [["git", "help", "reset"], "help"],
	}
	[argv, expected] := row
	_call(argv).sub == expected
}

test_no_call[name] if {
	some name, argv in {
		"bare": ["git"],
		"version": ["git", "--version"],
		"help": ["git", "reset", "--help"],
		"short help": ["git", "clean", "-h"],
	}
	git.calls == set() with input as _input(argv)
}

test_other_programs if {
	git.calls == set() with input as {"commands": [{"name": "echo", "argv": ["echo", "git", "reset"]}]}
}

test_flag if {
	git.flag(_call(["git", "reset", "--hard"]), "--hard")
	git.flag(_call(["git", "reset", "--har"]), "--hard")
	git.flag(_call(["git", "push", "--force-with-lease=main"]), "--force-with-lease")
	not git.flag(_call(["git", "reset", "--"]), "--hard")
	not git.flag(_call(["git", "reset", "--", "--hard"]), "--hard")
	not git.flag(_call(["git", "push", "--force-with-lease"]), "--force")
}

test_paths if {
	git.paths(_call(["git", "checkout", "--", "a"]))
	not git.paths(_call(["git", "checkout", "a"]))
	not git.paths(_call(["git", "checkout", "a", "--"]))
}

test_by if {
	git.by({"source": "git checkout"}, "checkout")
	not git.by({"source": "git checkout"}, "diff")
	not git.by({"source": "rm"}, "checkout")
	not git.by({"source": "git"}, "checkout")
}

test_keeps[name] if {
	some name, row in {
		"settings": ["git config", ["git", "config", "a.b", "c"], true],
		"redirection": [">", ["git", "config", "a.b", "c"], false],
		"output": ["git diff", ["git", "diff", "--output=x"], false],
		"output of a keeper": ["git stash", ["git", "stash", "show", "--output=x"], false],
		"archive": ["git archive", ["git", "archive", "-o", "x"], false],
	}
	[source, argv, expected] := row
	kept := _keeps({"source": source}) with input as _input(argv)
	kept == expected
}

_keeps(write) if git.keeps(write)

else := false
