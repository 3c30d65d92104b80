package gate.log_test

import data.gate.log

# Tokens are put together here so that no line of this file holds one.
_token := concat("", ["ghp_", "n2Zq8RvT4xK1mW7bYc5dPf3gHj6sLa9eUoCi"])

_password := concat("", ["n2Zq8RvT4xK1", "mW7bYc5dPf3g"])

_none := {"commands": [], "writes": [], "urls": [], "prompt": "", "git": {"remote": ""}, "tool": {"kind": "shell", "args": {}}}

_mask(change) := rules if {
	rules := log.mask with input as {"input": object.union(_none, change), "result": {"findings": []}}
}

test_nothing if {
	_mask({}) == set()
	_mask({"tool": {"kind": "shell", "args": {"command": "git status && ls -l a/file/with-a-long-name.txt"}}}) == set()
	_mask({"tool": {"kind": "mcp", "args": {"branch": "main"}}}) == set()
}

test_erased if {
	_mask({"prompt": "hello"}) == {"/input/prompt"}
	_mask({"writes": [{"content": ""}, {"content": "x"}]}) == {"/input/writes/1/content"}
	_mask({"tool": {"kind": "write", "args": {"text": "x"}}}) == {"/input/tool/args"}
	_mask({"commands": [{"argv": ["cat"], "env": {}, "stdin": {"kind": "text", "text": "x"}}]}) == {"/input/commands/0/stdin/text"}
}

test_long if {
	_mask({"tool": {"kind": "mcp", "args": {"a/b": ["x\ny"]}}}) == {{"op": "upsert", "path": "/input/tool/args/a~1b/0", "value": "[3 characters]"}}
	_mask({"tool": {"kind": "mcp", "args": {"x": sprintf("%0121d", [1])}}}) == {{"op": "upsert", "path": "/input/tool/args/x", "value": "[121 characters]"}}
	_mask({"tool": {"kind": "mcp", "args": {"x": sprintf("%0120d", [1])}}}) == set()
}

test_secrets[name] if {
	some name, row in {
		"a token": [{"tool": {"kind": "shell", "args": {"command": $"gh {_token}"}}}, "/input/tool/args/command", "gh ghp_[redacted]"],
		"by its name": [{"tool": {"kind": "shell", "args": {"command": $"export API_KEY={_password}"}}}, "/input/tool/args/command", "export API_KEY=[redacted]"],
		"in a word": [{"commands": [{"argv": ["x", _token], "env": {}, "stdin": {"kind": "inherit", "text": ""}}]}, "/input/commands/0/argv/1", "ghp_[redacted]"],
		"in a variable": [{"commands": [{"argv": ["x"], "env": {"API_KEY": _password}, "stdin": {"kind": "inherit", "text": ""}}]}, "/input/commands/0/env/API_KEY", "[redacted]"],
		"called a password": [{"commands": [{"argv": ["x"], "env": {"PGPASSWORD": "hunter"}, "stdin": {"kind": "inherit", "text": ""}}]}, "/input/commands/0/env/PGPASSWORD", "[redacted]"],
		"with few long words": [{"tool": {"kind": "shell", "args": {"command": "login --password 'aB3$dE5^gH7&jK9*lM2('"}}}, "/input/tool/args/command", "login --password '[redacted]'"],
		"in an address": [{"urls": [{"url": $"https://x.example/?k={_token}"}]}, "/input/urls/0/url", "https://x.example/?k=ghp_[redacted]"],
		"in a remote": [{"git": {"remote": $"https://{_token}@github.com/a/b"}}, "/input/git/remote", "https://ghp_[redacted]@github.com/a/b"],
		"in an error": [{"result": {"ok": false, "error": $"bad {_token}"}}, "/input/result/error", "bad ghp_[redacted]"],
	}
	[change, path, value] := row
	_mask(change) == {{"op": "upsert", "path": path, "value": value}}
}

# Where else a secret stands it goes as well.
test_elsewhere if {
	rules := log.mask with input as {
		"input": object.union(_none, {"tool": {"kind": "shell", "args": {"command": $"export API_KEY={_password}"}}, "unknown": [{"text": _password}]}),
		"result": {"findings": [{"reason": $"not {_password}"}]},
	}
	{rule.path | some rule in rules} == {"/input/tool/args/command", "/input/unknown/0/text", "/result/findings/0/reason"}
}

test_added if {
	rules := log.mask with input as {"input": object.union(_none, {"prompt": "x"})}
		with data.org.acme.log.mask as {"/input/cwd"}
		with data.user.log.mask as {"/input/root"}
	rules == {"/input/cwd", "/input/root", "/input/prompt"}
}
