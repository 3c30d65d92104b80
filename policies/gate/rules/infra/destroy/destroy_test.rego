package gate.rules.infra.destroy_test

import data.gate.rules.infra.destroy

_input(argv) := {"commands": [{"name": argv[0], "argv": argv}]}

test_ask_whole if {
	destroy.ask == {{
		"reason": "terraform deletes the infrastructure",
		"fix": "Show what would go (plan, diff, --dry-run), and ask the person to run it.",
	}} with input as _input(["terraform", "destroy", "-auto-approve"])
}

test_asks[name] if {
	some name, row in {
		"apply without a look": [["terraform", "apply", "-auto-approve"], 1],
		"apply": [["terraform", "apply", "tf.plan"], 0],
		"plan to destroy": [["terraform", "plan", "-destroy"], 0],
		"cluster": [["kubectl", "-n", "prod", "delete", "deploy", "web"], 1],
		"cluster, tried": [["kubectl", "delete", "-f", "x.yml", "--dry-run=client"], 0],
		"compose down": [["docker", "compose", "down"], 0],
		"compose down with volumes": [["docker", "compose", "down", "-v"], 1],
		"force reset": [["prisma", "db", "push", "--force-reset"], 1],
		"db push": [["prisma", "db", "push"], 0],
		"drizzle": [["drizzle-kit", "push", "--force"], 1],
		"one object": [["aws", "s3", "rm", "s3://b/one"], 0],
		"help": [["terraform", "destroy", "--help"], 0],
		"sql": [["psql", "-c", "DROP TABLE users"], 1],
		"sql in quotes": [["psql", "-c", "SELECT 'DROP TABLE users' AS warning"], 0],
		"sql reads": [["psql", "-h", "localhost", "app", "-c", "select count(*) from users"], 0],
		"delete all": [["mysql", "-e", "DELETE FROM users;"], 1],
		"delete some": [["mysql", "-e", "DELETE FROM users WHERE id = 1"], 0],
		"truncate": [["sqlite3", "a.db", "truncate table t"], 1],
		"prose": [["gh", "issue", "create", "--title", "repo delete fails"], 0],
		"another program": [["echo", "terraform", "destroy"], 0],
	}
	[argv, expected] := row
	count(destroy.ask) == expected with input as _input(argv)
}

test_denies[name] if {
	some name, row in {
		"bucket": [["aws", "s3", "rm", "s3://prod", "--recursive"], 1],
		"repository": [["gh", "repo", "delete", "acme/site", "--yes"], 1],
		"repository seen": [["gh", "repo", "view", "acme/site"], 0],
	}
	[argv, expected] := row
	count(destroy.deny) == expected with input as _input(argv)
}

test_addresses[name] if {
	some name, row in {
		"a service": [{"url": "https://api.example.com/items/1", "host": "api.example.com", "method": "DELETE"}, 1],
		"this machine": [{"url": "http://localhost:3000/items/1", "host": "localhost", "method": "DELETE"}, 0],
		"a container": [{"url": "http://api:3000/items/1", "host": "api", "method": "DELETE"}, 0],
		"another method": [{"url": "https://api.example.com/items/1", "host": "api.example.com", "method": "GET"}, 0],
	}
	[address, expected] := row
	count(destroy.ask) == expected with input as {"commands": [], "urls": [object.union({"source": "curl"}, address)]}
}
