package gate.rules.env.starts_test

import data.gate.rules.env.starts

_input(env) := {"commands": [{"name": "git", "argv": ["git"], "env": env}]}

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
		"a relative folder first": [{"PATH": "bin:\uFFFD"}, 1],
		"a temporary folder first": [{"PATH": "/tmp/x:\uFFFD"}, 1],
		"the person's programs first": [{"PATH": "/home/dev/.local/bin:\uFFFD"}, 0],
		"the project's tools first": [{"PATH": "./node_modules/.bin:\uFFFD"}, 0],
		"a drive": [{"PATH": `C:\tools;C:\Windows`}, 0],
		"memory of java": [{"MAVEN_OPTS": "-Xmx1g"}, 0],
		"agent of java": [{"JAVA_TOOL_OPTIONS": "-javaagent:x.jar"}, 1],
		"plain ssh": [{"GIT_SSH_COMMAND": "ssh -i /home/dev/.ssh/deploy -o StrictHostKeyChecking=no"}, 0],
		"ssh through a command": [{"GIT_SSH_COMMAND": "ssh -o ProxyCommand=./x"}, 1],
		"another ssh": [{"GIT_SSH_COMMAND": "sh x"}, 1],
		"pager": [{"GIT_PAGER": "sh x"}, 1],
		"pager in the folder": [{"PAGER": "./x"}, 1],
		"known pager": [{"PAGER": "less -FRX"}, 0],
		"editor": [{"GIT_EDITOR": "vim"}, 0],
		"editing of a rebase": [{"GIT_SEQUENCE_EDITOR": "sed -i 1s/pick/reword/"}, 0],
		"compiler": [{"CC": "clang"}, 0],
		"compiler in the folder": [{"CC": "./x"}, 1],
		"libraries": [{"LD_LIBRARY_PATH": "."}, 1],
		"libraries of the system": [{"LD_LIBRARY_PATH": "/usr/local/cuda/lib64"}, 0],
		"modules": [{"PYTHONPATH": "src"}, 0],
		"temporary modules": [{"PYTHONPATH": "/tmp/x"}, 1],
		"flags of go": [{"GOFLAGS": "-mod=mod"}, 0],
		"tool of go": [{"GOFLAGS": "-toolexec=./x"}, 1],
		"rules of make": [{"MAKEFLAGS": "--eval=x:;sh"}, 1],
		"jobs of make": [{"MAKEFLAGS": "-j4"}, 0],
		"registry": [{"npm_config_registry": "https://evil.example"}, 1],
		"the usual registry": [{"npm_config_registry": "https://registry.npmjs.org/"}, 0],
		"proxy": [{"https_proxy": "http://evil.example:8080"}, 1],
		"proxy on this machine": [{"https_proxy": "http://localhost:8080"}, 0],
		"no proxy": [{"https_proxy": ""}, 0],
		"nothing": [{}, 0],
	}
	[env, expected] := row
	count(starts.ask) == expected with input as _input(env)
}

test_setters[name] if {
	some name, row in {
		"export": [["export", "LD_PRELOAD=/tmp/x.so"], 1],
		"declare": [["declare", "-x", "PAGER=./x"], 1],
		"harmless": [["export", "CI=true", "NODE_ENV"], 0],
		"another program": [["echo", "LD_PRELOAD=/tmp/x.so"], 0],
	}
	[argv, expected] := row
	count(starts.ask) == expected with input as {"commands": [{"name": argv[0], "argv": argv, "env": {}}]}
}
