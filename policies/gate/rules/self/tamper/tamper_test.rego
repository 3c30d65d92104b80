package gate.rules.self.tamper_test

import data.gate.rules.self.tamper

_input(path, overrides) := {
	"root": "/home/dev/project",
	"home": "/home/dev",
	"profile": {"roots": []},
	"gate": {"files": ["/opt/tools/gate", "/home/dev/.cache/gate"]},
	"commands": [],
	"writes": [object.union(
		{
			"path": path,
			"abs": _abs(path),
			"inside": regex.match(`^([^/C]|/tmp/)`, path),
			"op": "write",
			"source": "Write",
			"content": "",
			"flaws": [],
		},
		overrides,
	)],
}

_abs(path) := path if regex.match(`^(/|[A-Z]:)`, path)

_abs(path) := $"/home/dev/project/{path}" if not regex.match(`^(/|[A-Z]:)`, path)

_fix := "Ask the person to make this change outside the agent."

test_reasons[path] if {
	some path, reason in {
		"/opt/tools/gate": "/opt/tools/gate is a file of the gate itself",
		".claude/settings.json": ".claude/settings.json wires the hooks or the permissions of an agent harness",
	}
	tamper.deny == {{"reason": reason, "path": path, "fix": _fix}} with input as _input(path, {})
}

test_denied[path] if {
	some path in [
		"/opt/tools/gate/plan.bin",
		"/home/dev/.cache/gate/active",
		".gate/profile.json",
		"packages/a/.gate/policy.rego",
		".gate",
		"/home/dev/.local/bin/gate",
		"/home/dev/.config/gate/profile.json",
		"/usr/local/bin/gatectl",
		"/home/dev/go/bin/gate",
		".claude/settings.local.json",
		".Claude/Settings.local.json",
		".claude/hooks/gate.py",
		"packages/a/.claude/hooks/x.sh",
		"/home/dev/.claude/hooks/x.ipynb",
		"/home/dev/.claude.json",
		"/etc/claude-code/managed-settings.json",
		".codex/config.toml",
		"/home/dev/.codex/hooks.json",
		".cursor/mcp.json",
		".cursor/hooks.json",
		".github/hooks/gate.json",
		".github/copilot/settings.local.json",
		"/home/dev/.copilot/hooks/a.json",
		".gemini/settings.json",
		"/home/dev/.gemini/config/plugins/x/hooks.json",
		".agents/hooks.json",
		"/home/dev/.agents/plugins/x/hooks/hooks.json",
		".qwen/settings.json",
		".factory/settings.json",
		".clinerules/hooks/PreToolUse",
		"/home/dev/Documents/Cline/Hooks/PreToolUse",
		".kiro/agents/a.json",
		"/home/dev/.codeium/windsurf/hooks.json",
		".devin/hooks.v1.json",
		".trae/hooks.json",
		".grok/hooks/a.json",
		".augment/settings.local.json",
		".amp/plugins/x.ts",
		".opencode/plugin/x.js",
		"/home/dev/.config/opencode/opencode.json",
		".kilo/plugins/x.ts",
		"/home/dev/.pi/agent/extensions/x.ts",
		"crush.json",
		"/home/dev/.kimi-code/config.toml",
		".openhands/hooks.json",
		"/home/dev/.hermes/config.yaml",
		".vscode/mcp.json",
		"C:/ProgramData/Cursor/hooks.json",
		"C:/Users/dev/.claude/settings.json",
		"/Library/Application Support/Windsurf/hooks.json",
	]
	count(tamper.deny) > 0 with input as _input(path, {})
}

test_silent[path] if {
	some path in [
		"src/app.ts",
		".claude/commands/fix.md",
		".claude/agents/review.md",
		"docs/claude/settings.json",
		".cursor/rules/go.mdc",
		".github/workflows/ci.yml",
		".github/copilot-instructions.md",
		".gemini/GEMINI.md",
		".vscode/launch.json",
		"src/hooks/settings.json",
		"src/gate/gate.go",
		"cmd/gate",
		".gitignore",
		"/tmp/x/.claude/settings.json",
		"/tmp/x/.mcp.json",
		"/opt/tools/gatekeeper",
		"/home/dev/Documents/Cline/notes.md",
	]
	tamper.deny == set() with input as _input(path, {})
	tamper.ask == set() with input as _input(path, {})
}

test_whole_folders[name] if {
	some name, row in {
		"deleted": [".claude", {"op": "delete", "source": "rm"}, 1, 0],
		"moved": [".cursor", {"op": "move", "source": "mv"}, 1, 0],
		"edited by a search": [".claude", {"source": "sed"}, 1, 0],
		"hooks deleted": [".claude/hooks", {"op": "delete"}, 1, 0],
		"deleted by a pattern": [".c*", {"op": "delete", "flaws": ["glob"]}, 1, 0],
		"mode of a hook": [".claude/hooks/a.sh", {"op": "chmod"}, 1, 0],
		"above the gate's files": ["/home/dev/.cache", {"op": "delete"}, 1, 0],
		"shared, deleted": [".github", {"op": "delete"}, 0, 1],
		"shared, hooks deleted": [".github/hooks", {"op": "delete"}, 1, 0],
		"made": [".claude", {"op": "create"}, 0, 0],
		"made by a command": [".claude/hooks", {"source": "mkdir"}, 0, 0],
		"another folder deleted": [".claude/commands", {"op": "delete"}, 0, 0],
		"pattern of files": ["src/.c*", {"op": "write", "flaws": ["glob"]}, 0, 0],
		"pattern of others": [".e*", {"op": "delete", "flaws": ["glob"]}, 0, 0],
		"in a temporary folder": ["/tmp/probe/.agents", {"op": "delete"}, 0, 0],
	}
	[path, overrides, denied, asked] := row
	count(tamper.deny) == denied with input as _input(path, overrides)
	count(tamper.ask) == asked with input as _input(path, overrides)
}

test_through_a_link if {
	count(tamper.deny) == 1 with input as _input("notes.json", {"abs": "/home/dev/project/.claude/settings.json"})
	count(tamper.deny) == 1 with input as _input(".claude/settings.json", {"abs": "/home/dev/project/dotfiles/c.json"})
}

test_home_in_a_temporary_folder[name] if {
	some name, row in {
		"of the person": ["/tmp/h/.claude/settings.json", 1],
		"of a scratch project": ["/tmp/h/scratch/.claude/settings.json", 0],
		"elsewhere": ["/tmp/x/.claude/settings.json", 0],
	}
	[path, expected] := row
	document := object.union(_input(path, {}), {"root": "/tmp/h/project", "home": "/tmp/h"})
	count(tamper.deny) == expected with input as document
}

test_doubtful if {
	tamper.ask == {{
		"reason": ".vscode/tasks.json can start programs or change what an agent may do",
		"path": ".vscode/tasks.json",
		"fix": _fix,
	}} with input as _input(".vscode/tasks.json", {})
}

test_doubtful_content[name] if {
	some name, row in {
		"approvals off": [".vscode/settings.json", `{"chat.tools.autoApprove": true}`, 1, 1],
		"harmless": [".vscode/settings.json", `{"editor.tabSize": 2}`, 0, 1],
		"servers": [".mcp.json", "{}", 0, 1],
		"the word elsewhere": ["docs/settings.md", "chat.tools.autoApprove", 0, 0],
	}
	[path, content, denied, asked] := row
	count(tamper.deny) == denied with input as _input(path, {"content": content})
	count(tamper.ask) == asked with input as _input(path, {"content": content})
}

_command(name, operands, place) := {
	"root": "/home/dev/project",
	"home": "/home/dev",
	"profile": {"roots": []},
	"writes": [],
	"gate": {"files": []},
	"commands": [{
		"name": name,
		"argv": array.concat([name], operands),
		"operands": [word | some word in operands; not startswith(word, "-")],
		"where": place,
		"cwd": "/home/dev/project",
		"via": [],
	}],
}

test_command if {
	tamper.deny == {{
		"reason": "gate trust is a decision of the person, not of an agent",
		"fix": _fix,
	}} with input as _command("gate", ["trust"], "local")
}

test_commands[name] if {
	some name, row in {
		"approve": ["gatectl", ["approve", "x"], "local", 1],
		"after an option's value": ["gate", ["/p", "install"], "local", 1],
		"lock": ["gate", ["lock"], "local", 1],
		"lock anew": ["gatectl", ["lock", "--update"], "local", 1],
		"lock no more": ["gate", ["lock", "--off"], "local", 1],
		"another policy": ["gate", ["bundle", "use", "policies"], "local", 1],
		"no policy": ["gate", ["bundle", "off"], "local", 1],
		"which policy": ["gate", ["bundle", "status"], "local", 0],
		"a payload of that name": ["gate", ["eval", "lock"], "local", 0],
		"another's lock": ["flock", ["lock"], "local", 0],
		"in another program's words": ["gate", ["wrap", "--", "npm", "install"], "local", 0],
		"capture on": ["gate", ["capture", "on"], "local", 1],
		"an older policy": ["gate", ["bundle", "rollback"], "local", 1],
		"no log": ["gate", ["log", "off"], "local", 1],
		"the log to elsewhere": ["gate", ["log", "ship", "--to", "https://x.example"], "local", 1],
		"reading the log": ["gate", ["log", "--decision", "deny"], "local", 0],
		"checking the log": ["gate", ["log", "verify"], "local", 0],
		"question": ["gate", ["eval", "trust"], "local", 0],
		"rules": ["gate", ["rules"], "local", 0],
		"what is trusted": ["gate", ["trust", "--status"], "local", 0],
		"trusted no longer": ["gate", ["trust", "--off"], "local", 1],
		"exemptions": ["gate", ["allow", "--list", "--format", "json"], "local", 0],
		"approvals": ["gate", ["approve", "--list"], "local", 0],
		"an approval with a list": ["gate", ["approve", "7K3M9QX2", "--list"], "local", 1],
		"help": ["gate", ["allow", "--help"], "local", 0],
		"help on wiring": ["gate", ["install", "--help"], "local", 0],
		"help on policies": ["gate", ["bundle", "use", "-h"], "local", 0],
		"a source for help": ["gate", ["bundle", "use", "policies", "--key", "--help"], "local", 1],
		"a folder of that name": ["gate", ["scan", "install"], "local", 0],
		"a command to look at": ["gate", ["try", "lock"], "local", 0],
		"a bundle of that name": ["gate", ["replay", "--bundle", "use"], "local", 0],
		"an exemption": ["gate", ["allow", "git/discard", "--until", "7d", "--reason", "x"], "local", 1],
		"a list for a reason": ["gate", ["allow", "git/discard", "--reason", "--list"], "local", 1],
		"another program": ["npm", ["install"], "local", 0],
		"in a container": ["gate", ["install"], "container", 0],
	}
	[program, operands, place, expected] := row
	count(tamper.deny) == expected with input as _command(program, operands, place)
}

test_killers[line] if {
	some line, expected in {
		"pkill gate": 1,
		"pkill -f (gate|x)": 1,
		"killall gatectl": 1,
		"pkill -f api-gateway": 0,
		"pkill -f investigate": 0,
		"pgrep gate": 0,
	}
	count(tamper.deny) == expected with input as _line(line)
}

_line(line) := _command(words[0], array.slice(words, 1, count(words)), "local") if words := split(line, " ")

test_killed_by_number[name] if {
	some name, row in {
		"of the gate": ["pgrep gate", 1],
		"of another": ["pgrep node", 0],
	}
	[line, expected] := row
	commands := array.concat(_line("kill -9 \uFFFD").commands, _line(line).commands)
	count(tamper.deny) == expected with input as object.union(_line("x"), {"commands": commands})
}

test_agents[line] if {
	some line, row in {
		"claude config set hooks {}": [1, 1],
		"claude config set theme dark": [0, 1],
		"claude config list": [0, 0],
		"claude mcp add x -- sh": [0, 1],
		"claude mcp list": [0, 0],
		"claude --dangerously-skip-permissions -p x": [0, 1],
		"claude -p hello": [0, 0],
		"codex --full-auto x": [0, 1],
		"gemini --yolo": [0, 1],
	}
	[denied, asked] := row
	count(tamper.deny) == denied with input as _line(line)
	count(tamper.ask) == asked with input as _line(line)
}

test_operands[line] if {
	some line, expected in {
		"vim -es .claude/settings.json": 1,
		"ed /home/dev/.claude/settings.json": 1,
		"json -I -f .claude.json": 1,
		"yq -i .a=1 .claude/settings.json": 1,
		"yq .a .claude/settings.json": 0,
		"cat .claude/settings.json": 0,
		"vim .claude/commands/fix.md": 0,
		"vim /tmp/x/.claude/settings.json": 0,
		"notify .claude/settings.json was read": 1,
		"notify settings.json": 0,
	}
	count(tamper.ask) == expected with input as _line(line)
}

test_patterns[path] if {
	some path, expected in {
		".cl*ude/settings.json": 1,
		".claud?/settings.json": 1,
		".c*/settings.json": 1,
		".claude/*": 1,
		".claude/s*.json": 1,
		".claude/*.md": 0,
		".c*/commands/x.md": 0,
		".e*/settings.json": 0,
		"src/*/settings.json": 0,
	}
	count(tamper.deny) == expected with input as _input(path, {})
}

test_searches[line] if {
	some line, expected in {
		"find . -path *.claude* -delete": 1,
		"find . -name .claude -delete": 1,
		"find . -path ./.github/* -delete": 0,
		"find . -not -path ./.claude/* -name x -delete": 0,
		"find /home/dev/.cache -name *.tmp -delete": 0,
		"find /home/dev/.cache -name ga* -delete": 1,
		"find /home/dev/.cache -name gate -delete": 1,
		"find /home/dev/.cache -delete": 1,
		"find /tmp/x -name .claude -delete": 0,
	}
	start := split(line, " ")[1]
	document := object.union(_input(start, {"op": "delete", "source": "find"}), {"commands": [
		object.union(_line(line).commands[0], {"name": "find"}),
	]})
	count(tamper.deny) == expected with input as _start(document, start)
}

_start(document, ".") := json.patch(document, [{"op": "replace", "path": "/writes/0/abs", "value": "/home/dev/project"}])

_start(document, start) := document if start != "."
