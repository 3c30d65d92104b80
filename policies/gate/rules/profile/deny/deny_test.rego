package gate.rules.profile.deny_test

import data.gate.rules.profile.deny as rule

_list := [".git/**", ".gate/**", "**/*.lock", "pnpm-lock.yaml", ".env", ".env.*", "**/node_modules/**"]

_input(path, op, source) := {
	"root": "/home/dev/project",
	"commands": [],
	"profile": {"deny": _list, "roots": ["/srv/shared"], "source": "built-in"},
	"writes": [{"path": path, "abs": _abs(path), "inside": true, "op": op, "source": source, "flaws": []}],
}

_abs(path) := path if startswith(path, "/")

_abs(path) := $"/home/dev/project/{path}" if not startswith(path, "/")

test_deny if {
	rule.deny == {{
		"reason": ".ENV is on the deny list of the profile, as .env",
		"path": ".ENV",
		"code": "path.deny",
		"fix": "Leave the file to the tool or the person that it belongs to; the list stands in the profile (built-in).",
	}} with input as _input(".ENV", "write", "Write")
}

test_denied[name] if {
	some name, row in {
		"git hook": [".git/hooks/pre-push", "write"],
		"git folder in other letters": [".GIT/config", "write"],
		"the folder itself": [".git", "write"],
		"deleted git file": [".git/HEAD", "delete"],
		"mode of a git hook": [".git/hooks/pre-push", "chmod"],
		"the gate's folder": [".gate/profile.json", "chmod"],
		"lock file": ["web/yarn.lock", "write"],
		"environment": ["api/.env.local", "append"],
		"deleted environment": [".env", "delete"],
		"moved environment": [".env", "move"],
		"dependency": ["a/node_modules/b/index.js", "write"],
		"link below the dependencies": ["a/node_modules/b", "link"],
		"in another root": ["/srv/shared/.env", "write"],
	}
	[path, op] := row
	count(rule.deny) == 1 with input as _input(path, op, "x")
}

test_silent[name] if {
	some name, row in {
		"source": ["src/app.ts", "write"],
		"same beginning": [".gitignore", "write"],
		"other folder": ["src/git/hooks/a.go", "write"],
		"template": [".env.example", "write"],
		"dependencies deleted": ["node_modules", "delete"],
		"one dependency deleted": ["node_modules/left-pad", "delete"],
		"lock deleted": ["yarn.lock", "delete"],
		"named lock deleted": ["pnpm-lock.yaml", "move"],
		"mode of a lock": ["yarn.lock", "chmod"],
		"dependencies linked": ["node_modules", "link"],
		"temporary": ["/tmp/x/.env", "write"],
		"temporary lock": ["/tmp/q.lock", "write"],
	}
	[path, op] := row
	rule.deny == set() with input as _input(path, op, "x")
}

test_a_named_template_is_denied if {
	document := object.union(_input(".env.example", "write", "x"), {"profile": {"deny": [".env.example"]}})
	count(rule.deny) == 1 with input as document
}

test_a_folder_spares_no_template if {
	document := object.union(_input("etc/.env.example", "write", "x"), {"profile": {"deny": ["etc/**"]}})
	count(rule.deny) == 1 with input as document
}

test_git_keeps_its_own if {
	command := {"name": "git", "argv": ["git", "config", "user.name", "x"]}
	document := object.union(_input(".git/config", "write", "git config"), {"commands": [command]})
	rule.deny == set() with input as document
}

test_git_writes_elsewhere if {
	command := {"name": "git", "argv": ["git", "diff", "--output=.git/hooks/pre-push"]}
	document := object.union(_input(".git/hooks/pre-push", "write", "git diff"), {"commands": [command]})
	count(rule.deny) == 1 with input as document
}

test_reads_do_not_count if {
	document := object.union(_input("a", "write", "x"), {"writes": [], "reads": [{"path": ".env"}]})
	rule.deny == set() with input as document
}
