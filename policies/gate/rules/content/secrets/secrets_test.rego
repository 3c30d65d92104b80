package gate.rules.content.secrets_test

import data.gate.rules.content.secrets

# Every secret here is made up, and put together from pieces so that scanners of this file stay quiet.
_text(n) := substring("q7Zk2Xv9Lm4Rt8Wp3Ns6Yd1Hc5Bg0JfAe7Uo2Ki9Vt4Qx8Sz3Ml6Dw1Pn5Gb0Hr7Cy2Fj9Ta4Ew8Iu3Ox6Kv1Zq5Lm0Rt7Wp2Ns9Yd4Hc8Bg3Jf6Ae1Uo5Ki0Vt", 0, n)

_hex(n) := substring("4f9a0c7be21d8356fa3c9e07b1d4586ae93b7c20d5f8164ea0b9c3d7f2e58164", 0, n)

_digits(n) := substring("8302917465", 0, n)

_line := "QbBqL04+gBINF11MmUrOwX/01GWGzk1bEMUCk097dAWg8GOx5543rAPnsV+QfRnW"

_begin(kind) := concat("", ["-----", "BEGIN ", kind, "PRIVATE", " KEY-----"])

_pem(kind, newline) := concat(newline, [_begin(kind), _line, _line, _line])

_input(content) := {"profile": {"noSecrets": true}, "writes": [{"path": "a.txt", "content": content}]}

_samples := {
	"age-key": [["AGE-SECRET-", "KEY-1", upper(_text(58))]],
	"anthropic-key": [["sk-", "ant-api03-", _text(93), "AA"]],
	"atlassian-token": [["ATATT", "3", _text(120)]],
	"authorization": [["Authorization: ", "Bearer ", _text(40)]],
	"aws-access-key": [["AK", "IA", upper(_text(16))], ["AS", "IA", upper(_text(16)), "\n"]],
	"aws-secret-key": [
		["export AWS_SECRET_", "ACCESS_KEY=", _text(40), "\n"],
		[`{"SecretAccess`, `Key": "`, _text(40), `"}`],
	],
	"azure-client-secret": [["id: ", _text(2), "x8", "Q~", _text(34), "\n"]],
	"azure-sas": [["https://a.blob.core.windows.net/c?sv=2022&", "sig=", _text(43), "%3D"]],
	"azure-storage-key": [["Account", "Key=", _text(86), "==;"]],
	"brevo-key": [["xkey", "sib-", _hex(64), "-", _text(16)]],
	"credential": [
		["DB_PASS", "WORD=", _text(24)],
		[`pass`, `word = "`, _text(20), `"`],
		[`"client`, `Secret": "`, _text(40), `",`],
		["JWT_SEC", "RET=", _hex(64)],
		["SECRET_", "KEY_BASE: ", _hex(64), "\n"],
		["os.environ['API_TOK", "EN'] = '", _text(32), "'"],
		["- name: API_TOK", "EN\n  value: ", _text(32), "\n"],
		["run --tok", "en ", _text(32), "\n"],
		["<pass", "word>", _text(24), "</pass", "word>"],
		["Server=db;Pass", "word=", _text(24), ";"],
		["API_K", "EY='pat", _text(14), ".", _hex(64), "'"],
		["api_k", "ey: ", lower(_text(32)), "\n"],
	],
	"databricks-token": [["da", "pi", _hex(32)]],
	"digitalocean-token": [["dop_", "v1_", _hex(64)]],
	"discord-webhook": [["https://discord.com/api/", "webhooks/", "112233445566778899/", _text(68)]],
	"docker-token": [["dckr_", "pat_", _text(27)]],
	"doppler-token": [["dp.", "pt.", _text(43)]],
	"dropbox-token": [["sl.", "u.", _text(120)]],
	"figma-token": [["fig", "d_", _text(40)]],
	"flyio-token": [["fo", "1_", _text(43)]],
	"github-token": [
		["gh", "p_", _text(36)],
		["https://x-access-token:", "gh", "s_", _text(36), "@github.com/acme/site"],
		["github_", "pat_", _text(22), "_", _text(59)],
	],
	"gitlab-token": [["gl", "pat-", _text(20)]],
	"google-oauth": [["GOC", "SPX-", _text(28)]],
	"grafana-token": [["gl", "sa_", _text(32), "_", _hex(8)]],
	"groq-key": [["gs", "k_", _text(52)]],
	"heroku-key": [["HR", "KU-", _text(40)]],
	"huggingface-token": [["h", "f_", "QvKWRsgGufUfYbQNCUmKDPUfNjEgqyiaag", "\n"]],
	"jfrog-key": [["AK", "Cp", _text(69)]],
	"jwt": [["eyJhbGciOiJIUzI1NiJ9.", "ey", "J", _text(40), ".", _text(43)]],
	"linear-key": [["lin_", "api_", _text(40)]],
	"mailgun-key": [["ke", "y-", _hex(32)]],
	"netlify-token": [["nf", "p_", _text(36)]],
	"newrelic-key": [["NR", "AK-", upper(_text(27))]],
	"notion-token": [["nt", "n_", _text(46)]],
	"npm-registry": [["//npm.acme.dev/:_", "authToken=", _text(40)]],
	"npm-token": [["np", "m_", _text(36)]],
	"openai-key": [["sk", "-proj-", _text(48)], ["sk", "-", _text(48)]],
	"openrouter-key": [["sk", "-or-v1-", _hex(64)]],
	"perplexity-key": [["ppl", "x-", _text(48)]],
	"planetscale-token": [["pscale_", "tkn_", _text(43)]],
	"postman-key": [["PM", "AK-", _hex(24), "-", _hex(34)]],
	"private-key": [
		[_pem("", "\n")],
		[_pem("RSA ", "\r\n")],
		[_pem("OPENSSH ", `\n`)],
		[_pem("EC ", `\n" + "`)],
		[_begin("RSA "), "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,", upper(_hex(32)), "\n\n", _line, "\n", _line],
	],
	"pulumi-token": [["pu", "l-", _hex(40)]],
	"putty-key": [["Private-", "Lines: 8\n", _line]],
	"pypi-token": [["py", "pi-AgEIcHlwaS5vcmc", _text(80)]],
	"replicate-token": [["r", "8_", _text(37)]],
	"rubygems-key": [["ruby", "gems_", _hex(48)]],
	"sendgrid-key": [["S", "G.", _text(22), ".", _text(43)]],
	"sentry-token": [["sntr", "ys_", _text(80)]],
	"shopify-token": [["shp", "at_", _hex(32)]],
	"slack-token": [["xo", "xb-", _digits(10), "-", _digits(10), "-", _text(24)]],
	"slack-webhook": [["https://hooks.", "slack.com/services/TRMXMZIC9O/BIF9BBMKR2/", _text(24)]],
	"square-token": [["sq0", "csp-", _text(43)]],
	"stripe-key": [["new Stripe('sk", "_live_", _text(24), "')"], ["rk", "_live_", _text(24)]],
	"stripe-webhook-secret": [["wh", "sec_", _text(32)]],
	"supabase-token": [["sb", "p_", _hex(40)]],
	"tailscale-key": [["ts", "key-auth-", _text(12), "-", _text(32)]],
	"teams-webhook": [["https://acme.webhook.", "office.com/webhookb2/", _uuid, "@", _uuid, "/IncomingWebhook/", _hex(32), "/", _uuid]],
	"telegram-token": [["bot ", _digits(9), ":", "AA", _text(33)]],
	"terraform-token": [[_text(14), ".atlas", "v1.", _text(67)]],
	"twilio-key": [["sid = 'S", "K", _hex(32), "'"]],
	"url-credential": [["postgres://app:", _text(24), "@db.internal:5432/app"]],
	"vault-token": [["hv", "s.", _text(90)]],
	"xai-key": [["xa", "i-", _text(80)]],
}

_uuid := "4f9a0c7b-e21d-4356-aa3c-9e07b1d4586a"

_asked := {
	"credential": [["pass", "word = '", _text(16), "'"]],
	"google-api-key": [[`{"current_key": "AI`, "za", _text(35), `"}`]],
	"stripe-test-key": [["new Stripe('sk", "_test_", _text(24), "')"]],
}

test_denied[$"{id} {i}"] if {
	some id, rows in _samples
	id < "m"
	some i, parts in rows
	codes := {f.code | some f in secrets.deny} with input as _input(concat("", parts))
	codes == {$"content.noSecrets.{id}"}
}

test_asked[id] if {
	some id, rows in _asked
	some parts in rows
	codes := {f.code | some f in secrets.ask} with input as _input(concat("", parts))
	codes == {$"content.noSecrets.{id}"}
	secrets.deny == set() with input as _input(concat("", parts))
}

test_every_pattern_has_a_sample if {
	{pattern.id | some pattern in data.gate.lib.secrets.patterns} == object.keys(_samples) | object.keys(_asked)
}

# A keyword that begins with another would never be found.
test_keywords_are_apart if {
	keywords := {keyword | some pattern in data.gate.lib.secrets.patterns; some keyword in pattern.keywords}
	clashes := {[a, b] | some a in keywords; some b in keywords; a != b; startswith(b, a)}
	clashes == set()
}

test_finding_tells_the_line_and_not_the_secret if {
	content := concat("", ["a\nb é\n", "x = 'gh", "p_", _text(36), "'\n"])
	secrets.deny == {{
		"reason": "a GitHub token stands in line 3 of the content for a.txt",
		"path": "a.txt",
		"code": "content.noSecrets.github-token",
		"fix": "Read the secret from the environment or a secret store, and write only its name.",
	}} with input as _input(content)
}

test_switched_off if {
	document := object.union(_input(concat("", ["gh", "p_", _text(36)])), {"profile": {"noSecrets": false}})
	secrets.deny == set() with input as document
}

# The second half is a test of its own, as OPA gives each five seconds.
test_denied_too[$"{id} {i}"] if {
	some id, rows in _samples
	id >= "m"
	some i, parts in rows
	codes := {f.code | some f in secrets.deny} with input as _input(concat("", parts))
	codes == {$"content.noSecrets.{id}"}
}

test_nothing_written if secrets.deny == set() with input as _input("")

test_control_characters_hide_nothing if {
	content := concat("", ["\u0000\u0001gh", "p_", _text(36), "\u0001\u0000"])
	count(secrets.deny) == 1 with input as _input(content)
}

test_silent[name] if {
	some name, content in {
		"example identifier": "redact('ASIAIOSFODNN7EXAMPLE')",
		"example key": "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
		"module checksum": $"golang.org/x/text v0.14.0 h1:{_text(43)}=",
		"integrity": $"\"integrity\": \"sha512-{_text(86)}==\"",
		"placeholders": "OPENAI_API_KEY=sk-your-key-here\nGITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\nSTRIPE_SECRET_KEY=sk_live_...\n",
		"reference": "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef: {name: db, key: password}\n",
		"prompt": "if (apiKeyCount > 5) return;\nconst password = await prompt('Password: ');\n",
		"detector": "/AKIA[0-9A-Z]{16}/; /ghp_[A-Za-z0-9]{36}/; /-----BEGIN [A-Z ]*PRIVATE KEY-----/",
		"sample token": concat("", [`{"token":"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.`, "eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0.", _text(43), `"}`]),
		"public key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAFgteulUVkA4rXqqbnWEs56nLoiQlDTEBPsNXNwVi dev@example",
		"public block": concat("\n", ["-----BEGIN PGP PUBLIC KEY BLOCK-----", _line, _line, _line]),
		"certificate": concat("\n", ["-----BEGIN CERTIFICATE-----", _line, _line, _line]),
		"dummy private key": concat("", [_begin("RSA "), "\nMIIEfake...\n-----END RSA PRIVATE KEY-----\nThen run the following commands in order to deploy the whole thing, and look at the result of every one of them."]),
		"private key of one letter": concat("\n", [_begin(""), concat("", [c | some _ in numbers.range(1, 160); c := "A"])]),
		"image": $"data:image/png;base64,iVBORw0KGgo{_text(90)}",
		"commit": $"- fix crash ({_hex(40)})",
		"throw-away password": "POSTGRES_PASSWORD: postgres",
		"test password": "login(user, password='password123')",
		"interface text": `{"token_label":"Access token","secret_help":"Paste the secret key from your dashboard","password":"Password"}`,
		"variable": "curl -H \"Authorization: Bearer $TOKEN\" https://api.example.com\ncurl -u user:password https://example.com\n",
		"hash": $"const empty = \"{_hex(64)}\"",
		"identifier": $"token: {_uuid}",
		"workflow": "env:\n  TOKEN: ${{ secrets.GITHUB_TOKEN }}\n  API_KEY: {{ .Values.apiKey2 }}",
		"terraform": "secret = var.db_secret\napi_key = \"${var.api_key_Prod2x}\"",
		"environment": "const apiKey = process.env.OPENAI_API_KEY_V2;\nconst token = getAccessTokenFromStore2();",
		"type": "interface Creds { accessToken: CognitoUserPool2Session; refreshToken: string }",
		"resource name": "secret: arn:aws:secretsmanager:us-east-1:123456789012:secret:MyApp-a1B2c3",
		"local database": "postgres://user:password@localhost:5432/db",
		"database by variable": "https://user:${TOKEN}@github.com/a/b",
		"page token": concat("", ["nextPage", "Token: '", _text(32), "'"]),
		"publishable key": concat("", ["public_api_", "key: '", _text(32), "'"]),
		"hash of a password": concat("", ["password_", "hash = '", _text(32), "'"]),
		"name of a field": "password: 'RegistrationFormV2ConfirmPasswordFieldLabel3'",
		"name in small letters": "api_key: registrationform2confirm3password4field5",
		"minified": "!function(e,t){var n=t.password,r=e.token;return{secret:n,apiKey:r}}(window)",
		"file": "DB_PASSWORD_FILE=/run/secrets/Db1Password_v2XyZ",
		"known test key": concat("", ["sk_", "test_", "4eC39HqLyjWDarjtT1zdp7dc"]),
		"name cut by a keyword": concat("", ["password: Xk9", "ghp_", "mP2vL8nQ4w"]),
	}
	secrets.deny == set() with input as _input(content)
	secrets.ask == set() with input as _input(content)
}
