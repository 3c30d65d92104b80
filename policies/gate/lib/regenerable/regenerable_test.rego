package gate.lib.regenerable_test

import data.gate.lib.regenerable

test_folder[name] if {
	some name, row in {
		"itself": ["node_modules", true],
		"below": ["a/node_modules/b", true],
		"other letters": ["Pods", true],
		"pattern": ["src/pkg.egg-info", true],
		"source": ["migrations", false],
		"same beginning": ["buildings", false],
	}
	[path, expected] := row
	_folder(path) == expected
}

_folder(path) if regenerable.folder(path)

else := false

test_lock if {
	regenerable.lock("a/yarn.lock")
	regenerable.lock("pnpm-lock.yaml")
	not regenerable.lock("package.json")
}

test_file if {
	regenerable.file("*.pyc")
	regenerable.file("a.log")
	not regenerable.file("*.orig")
}
