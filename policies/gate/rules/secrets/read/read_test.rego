package gate.rules.secrets.read_test

import data.gate.rules.secrets.read as rule

_input(event, path, source) := {
	"event": event,
	"home": "/home/dev",
	"reads": [{"path": path, "abs": path, "inside": false, "source": source}],
}

_fix := "Use the program that owns the credentials, or ask the person for what is needed."

test_deny if {
	rule.deny == {{
		"reason": "/home/dev/.SSH/id_ed25519 holds credentials",
		"path": "/home/dev/.SSH/id_ed25519",
		"fix": _fix,
	}} with input as _input("before_tool", "/home/dev/.SSH/id_ed25519", "Read")
}

test_ask if {
	rule.ask == {{
		"reason": "/p/.env may hold secrets",
		"path": "/p/.env",
		"fix": _fix,
	}} with input as _input("before_tool", "/p/.env", "Read")
}

test_denied[path] if {
	some path in [
		"/home/dev/.aws/credentials",
		"/home/dev/.netrc",
		"/home/dev/.pgpass",
		"/home/dev/.git-credentials",
		"/home/dev/.kube/config",
		"/home/dev/.docker/config.json",
		"/home/dev/.gnupg/private-keys-v1.d/A.key",
		"/home/dev/.config/gcloud/application_default_credentials.json",
		"/home/dev/.config/gh/hosts.yml",
		"/home/dev/.config/google-chrome/Default/Login Data",
		"/Users/dev/Library/Keychains/login.keychain-db",
		"C:/Users/dev/AppData/Local/Google/Chrome/User Data/Default/Login Data",
		"/etc/shadow",
		"/proc/self/environ",
		"/home/dev/.pypirc",
		"/home/dev/.ssh/*",
		"/home/dev/.s*/id*",
		"/home/dev/.n*rc",
	]
	count(rule.deny) == 1 with input as _input("before_tool", path, "cat")
	count(rule.deny) == 1 with input as _input("prompt", path, "mention")
}

test_asked[path] if {
	some path in [
		"/p/.env.production",
		"/p/.ENV",
		"/p/.envrc",
		"/home/dev/.npmrc",
		"/home/dev/.ssh",
		"/p/certs/server-key.pem",
		"/p/credentials.json",
		"/p/release.p12",
		"/p/deploy/id_ed25519",
		"/p/.en?",
		"/p/.e*",
		"/home/dev",
		"/",
	]
	count(rule.ask) == 1 with input as _input("before_tool", path, "Read")
	rule.deny == set() with input as _input("before_tool", path, "Read")
	rule.ask == set() with input as _input("prompt", path, "mention")
}

test_silent[path] if {
	some path in [
		"/home/dev/.ssh/id_ed25519.pub",
		"/home/dev/.ssh/known_hosts",
		"/home/dev/.ssh/config",
		"/home/dev/.aws/config",
		"/p/.env.example",
		"/p/src/config/env.ts",
		"/p/.npmrc",
		"/p/certs/ca.pem",
		"/p/certs/server-key.pem.pub",
		"/p/keys/public_key.pem",
		"/p/src/credentials.ts",
		"/etc/passwd",
		"/p/.docker/Dockerfile",
		"/home/dev/.ssh/*.pub",
		"/home/dev/.config/*.toml",
		"/p/.eslintrc*",
		"/home/dev/project",
	]
	rule.deny == set() with input as _input("before_tool", path, "Read")
	rule.ask == set() with input as _input("before_tool", path, "Read")
}

test_users[source] if {
	some source in ["ls", "stat", "ssh", "Test-Path"]
	rule.deny == set() with input as _input("before_tool", "/home/dev/.ssh/id_rsa", source)
	rule.ask == set() with input as _input("before_tool", "/home/dev/.ssh", source)
}

test_test_data[path] if {
	some path, expected in {"tests/fixtures/server.key": 0, "certs/server.key": 1, "tests/.env": 1}
	document := object.union(_input("before_tool", path, "cat"), {"reads": [{
		"path": path,
		"abs": $"/p/{path}",
		"inside": true,
		"source": "cat",
	}]})
	count(rule.ask) == expected with input as document
}
