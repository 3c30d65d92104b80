package gate.lib.dotenv_test

import data.gate.lib.dotenv

test_holds[name] if {
	some name, row in {
		"plain": ["/a/.env", true],
		"other letters": ["/a/.ENV", true],
		"with a stage": [".env.production", true],
		"direnv": [".envrc", true],
		"template": [".env.example", false],
		"template at depth": ["a/b/.env.sample", false],
		"source": ["src/config/env.ts", false],
		"same beginning": [".environment", false],
		"ending": ["build.env", false],
	}
	[path, expected] := row
	_holds(path) == expected
}

_holds(path) if dotenv.holds(path)

else := false

test_template if {
	dotenv.template("a/.ENV.example")
	not dotenv.template(".env.local")
}
