package gate.lib.secrets_test

import data.gate.lib.secrets

# Tokens are put together here so that no line of this file holds one.
_token := concat("", ["ghp_", "n2Zq8RvT4xK1mW7bYc5dPf3gHj6sLa9eUoCi"])

test_tokens[name] if {
	some name, row in {
		"in a word": [$"x{_token}", 1],
		"in an address": [$"https://x.example/?k={_token}", 1],
		"a sample": ["ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 0],
		"by its name": ["password=n2Zq8RvT4xK1mW7bYc5dPf3g", 0],
		"short": ["ghp_", 0],
	}
	[text, expected] := row
	count(secrets.tokens(text)) == expected
}

test_redacted if {
	secrets.redacted($"src/{_token}.md is outside") == "src/ghp_[redacted].md is outside"
	secrets.redacted("src/a.md is outside") == "src/a.md is outside"
}

test_random if {
	secrets.random("n2Zq8RvT4xK1mW7bYc5d")
	not secrets.random("n2Zq8RvT")
	not secrets.random("correct-horse-battery-staple")
}
