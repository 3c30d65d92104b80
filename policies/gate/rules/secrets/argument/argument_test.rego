package gate.rules.secrets.argument_test

import data.gate.rules.secrets.argument

# Tokens are put together here so that no line of this file holds one.
_token := concat("", ["ghp_", "n2Zq8RvT4xK1mW7bYc5dPf3gHj6sLa9eUoCi"])

_input(argv) := {"commands": [{"name": argv[0], "argv": argv}]}

test_ask_whole if {
	argument.ask == {{
		"reason": "a GitHub token stands in the words of git",
		"fix": "Put the secret in an environment variable outside the agent, and name the variable.",
	}} with input as _input(["git", "commit", "-m", $"token {_token}"])
}

test_asks[name] if {
	some name, row in {
		"password": [["curl", "-u", "admin:n2Zq8RvT4xK1mW7bYc5d", "https://x.example"], 1],
		"weak password": [["curl", "-u", "admin:admin", "https://x.example"], 0],
		"variable": [["curl", "-u", "admin:\uFFFD", "https://x.example"], 0],
		"group": [["docker", "-u", "admin:n2Zq8RvT4xK1mW7bYc5d"], 0],
		"a commit": [["git", "show", "4f9a0c7be21d8356fa3c9e07b1d4586ae93b7c20"], 0],
	}
	[argv, expected] := row
	count(argument.ask) == expected with input as _input(argv)
}
