package gate.lib.globs_test

import data.gate.lib.globs

test_match[name] if {
	some name, row in {
		"name": [".env", ".env", true],
		"name at depth": [".env", "a/b/.env", true],
		"name in other letters": [".env", "A/.ENV", true],
		"pattern in other letters": ["README.md", "readme.md", true],
		"name is a whole name": [".env", "a/x.env", false],
		"name is not a folder": ["a", "a/b", false],
		"wildcard name": [".env.*", "a/.env.local", true],
		"wildcard does not meet nothing": [".env.*", ".env", false],
		"dot files match": ["*", ".env", true],
		"anchored": ["src/*.go", "src/a.go", true],
		"leading slash": ["/src/*.go", "src/a.go", true],
		"a star stays in its folder": ["src/*.go", "src/a/b.go", false],
		"anchored at the root": ["src/*.go", "x/src/a.go", false],
		"below": [".git/**", ".git/hooks/pre-push", true],
		"the folder itself": [".git/**", ".git", true],
		"same beginning": [".git/**", ".gitignore", false],
		"any depth": ["**/*.lock", "yarn.lock", true],
		"any depth, deep": ["**/*.lock", "a/b/yarn.lock", true],
		"folder at any depth": ["**/node_modules/**", "a/node_modules/b/c.js", true],
		"folder at the root": ["**/node_modules/**", "node_modules/b", true],
		"folder with another name": ["**/node_modules/**", "my_node_modules/b", false],
		"stars between": ["a/**/b", "a/b", true],
		"stars between, deep": ["a/**/b", "a/x/y/b", true],
		"stars between, elsewhere": ["a/**/b", "x/a/b", false],
		"folder with a slash": ["docs/", "docs/a/b.md", true],
		"folder with a slash, elsewhere": ["docs/", "src/docs.md", false],
		"absolute": ["/tmp/**", "/tmp/x", true],
	}
	[pattern, path, expected] := row
	_match(pattern, path) == expected
}

_match(pattern, path) if globs.match(pattern, path)

else := false
