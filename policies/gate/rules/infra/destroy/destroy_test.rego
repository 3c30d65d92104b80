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
		"behind options": [["docker", "compose", "-f", "a.yml", "--profile", "x", "down", "-v"], 1],
		"a word between": [["gh", "secret", "list", "set"], 0],
		"all modules": [["terragrunt", "run-all", "destroy"], 1],
		"no dry run": [["kubectl", "delete", "pod", "x", "--dry-run=none"], 1],
		"host": [["redis-cli", "-h", "prod", "flushall"], 1],
		"host of a database": [["dropdb", "-h", "prod", "app"], 1],
		"dry run that it does not know": [["dropdb", "--dry-run", "app"], 1],
		"chart's version": [["helm", "uninstall", "web", "--version", "1.0.0"], 1],
		"artisan": [["php", "artisan", "migrate:fresh", "--seed"], 1],
		"artisan, forwards": [["php", "artisan", "migrate"], 0],
		"django": [["python3", "manage.py", "migrate", "app", "zero"], 1],
		"django, forwards": [["python3", "manage.py", "migrate", "app"], 0],
		"through a package manager": [["pnpm", "prisma", "migrate", "reset"], 1],
		"unknown containers": [["docker", "rm", "-f", "\uFFFD"], 1],
		"no copies": [["kubectl", "scale", "deploy/web", "--replicas=0"], 1],
		"more copies": [["kubectl", "scale", "deploy/web", "--replicas=3"], 0],
		"container": [["docker", "rm", "-f", "web"], 0],
		"container and volumes": [["docker", "rm", "-fv", "web"], 1],
		"key": [["aws", "iam", "create-access-key"], 1],
		"key seen": [["aws", "iam", "list-access-keys"], 0],
		"merge": [["gh", "pr", "merge", "1", "--squash"], 0],
		"merge past the rules": [["gh", "pr", "merge", "1", "--admin"], 1],
		"method": [["gh", "api", "--method=DELETE", "repos/a/b"], 1],
		"sql in an option": [["psql", "app", "--command=DROP TABLE t"], 1],
		"sql at an option": [["psql", "app", "-cDROP TABLE t"], 1],
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

test_spoken[name] if {
	some name, row in {
		"a statement": [["echo", "drop table t"], 1],
		"a question": [["echo", "select 1"], 0],
		"a file": [["cat", "drop table t"], 0],
	}
	[argv, expected] := row
	count(destroy.ask) == expected with input as {"commands": [
		{"name": argv[0], "argv": argv},
		{"name": "mysql", "argv": ["mysql"], "stdin": {"kind": "pipe", "from": [argv[0]]}},
	]}
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

test_statement_on_standard_input[name] if {
	some name, row in {
		"takes away": ["DROP TABLE users;", 1],
		"looks": ["SELECT 1;", 0],
	}
	[text, expected] := row
	command := {"name": "psql", "argv": ["psql", "app"], "stdin": {"kind": "text", "from": [], "text": text}}
	count(destroy.ask) == expected with input as {"commands": [command], "urls": []}
}
