package gate.rules.secrets.show_test

import data.gate.rules.secrets.show

_input(line) := {"commands": [{"name": argv[0], "argv": argv}]} if argv := split(line, " ")

test_ask_whole if {
	show.ask == {{
		"reason": "gh prints a secret",
		"fix": "Let the program that needs the secret fetch it itself, or ask the person.",
	}} with input as _input("gh auth token")
}

test_asks[line] if {
	some line, expected in {
		"kubectl get secret web -o yaml": 1,
		"kubectl -n prod get secrets -A -ojson": 1,
		"kubectl get secrets": 0,
		"kubectl get pods -o yaml": 0,
		"vault kv get secret/x": 1,
		"vault kv list secret": 0,
		"op read op://x/y/z": 1,
		"aws secretsmanager get-secret-value --secret-id x": 1,
		"aws secretsmanager list-secrets": 0,
		"gcloud auth print-access-token": 1,
		"gcloud auth list": 0,
		"gh auth status": 0,
		"gh auth token --help": 0,
		"security find-generic-password -s x -w": 1,
		"security find-generic-password -s x": 0,
		"gpg --export-secret-keys": 1,
		"gpg --export": 0,
		"git credential fill": 1,
		"printenv AWS_SECRET_ACCESS_KEY": 1,
		"printenv PATH": 0,
		"printenv": 0,
	}
	count(show.ask) == expected with input as _input(line)
}
