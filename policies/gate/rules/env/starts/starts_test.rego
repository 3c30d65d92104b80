package gate.rules.env.starts_test

import data.gate.rules.env.starts

_input(env) := {"commands": [{"name": "git", "env": env}]}

test_ask_whole if {
	starts.ask == {{
		"reason": "git runs with LD_PRELOAD, which makes programs load or start something else",
		"fix": "Run the command without the variable, or ask the person.",
	}} with input as _input({"LD_PRELOAD": "./x.so"})
}

test_asks[name] if {
	some name, row in {
		"settings of git": [{"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.fsmonitor", "GIT_CONFIG_VALUE_0": "./x"}, 2],
		"no settings": [{"GIT_CONFIG_GLOBAL": "/dev/null"}, 0],
		"wrapper": [{"RUSTC_WRAPPER": "sccache"}, 0],
		"own programs first": [{"PATH": "./bin:\uFFFD"}, 1],
		"the folder itself first": [{"PATH": ":\uFFFD"}, 1],
		"own programs last": [{"PATH": "\uFFFD:./bin"}, 0],
		"programs of node": [{"NODE_OPTIONS": "--require ./x.js"}, 1],
		"memory of node": [{"NODE_OPTIONS": "--max-old-space-size=4096"}, 0],
		"build": [{"GOOS": "linux", "CGO_ENABLED": "0"}, 0],
		"nothing": [{}, 0],
	}
	[env, expected] := row
	count(starts.ask) == expected with input as _input(env)
}
