package gate.rules.infra.mcp_test

import data.gate.rules.infra.mcp

_input(name, args) := {"tool": {"name": name, "kind": "mcp", "args": args}}

test_ask_whole if {
	mcp.ask == {{
		"reason": "mcp__postgres__execute is asked to run DROP TABLE on a database",
		"fix": "Show the person what would go, and ask for it by name.",
	}} with input as _input("mcp__postgres__execute", {"sql": "DROP TABLE users"})
}

test_names[name] if {
	some name, expected in {
		"mcp__mongodb__drop-collection": 1,
		"mcp__redis__flushall": 1,
		"mcp__terraform__destroy": 1,
		"mcp__terraform__apply": 1,
		"mcp__supabase__delete_branch": 1,
		"mcp__kubernetes__pods_delete": 1,
		"mcp__aws__terminateInstances": 1,
		"mcp__github__merge_pull_request": 1,
		"mcp__github__push_files": 1,
		"mcp__docker__remove_volume": 1,
		"k8s/delete_resource": 1,
		"mcp__docker__remove_label": 0,
		"mcp__forms__apply": 0,
		"mcp__x__list_deleted": 0,
		"mcp__x__list_drop_tables": 0,
		"mcp__game__get_drop_rates": 0,
		"mcp__memory__delete_entities": 0,
		"mcp__github__delete_issue_comment": 0,
		"mcp__todo__delete_task": 0,
		"mcp__filesystem__delete_file": 0,
		"mcp__browser__close_tab": 0,
	}
	count(mcp.ask) == expected with input as _input(name, {})
}

test_arguments[name] if {
	some name, row in {
		"statement": ["mcp__mysql__query", {"sql": "/* x */ DROP DATABASE a"}, 1],
		"statement, deep": ["mcp__db__run", {"statements": [{"text": "truncate table a"}]}, 1],
		"question": ["mcp__postgres__query", {"sql": "SELECT * FROM users WHERE deleted = true"}, 0],
		"quoted": ["mcp__postgres__query", {"sql": "SELECT 'DROP TABLE users'"}, 0],
		"search": ["mcp__tavily__search", {"query": "how to drop table users"}, 0],
		"text": ["mcp__github__create_issue", {"body": "DROP TABLE users"}, 0],
		"number": ["mcp__db__run", {"query": 1}, 0],
		"command": ["mcp__kubernetes__kubectl", {"command": "delete ns prod"}, 1],
		"whole command": ["mcp__aws__call_aws", {"cli_command": "aws ec2 terminate-instances --instance-ids i-1"}, 1],
		"harmless command": ["mcp__kubernetes__kubectl", {"command": "get pods"}, 0],
		"file elsewhere": ["mcp__github__delete_file", {"repo": "a", "path": "b"}, 1],
		"reset": ["mcp__git__git_reset", {"mode": "hard"}, 1],
		"soft reset": ["mcp__git__git_reset", {"mode": "soft"}, 0],
	}
	[tool, args, expected] := row
	count(mcp.ask) == expected with input as _input(tool, args)
}

test_other_tools if {
	mcp.ask == set() with input as {"tool": {"name": "delete_thing", "kind": "other", "args": {"sql": "DROP TABLE a"}}}
}
