package gate.rules.content.personal_data_test

import data.gate.rules.content.personal_data

_input(content) := {"profile": {"pii": true}, "writes": [{"path": "a.txt", "content": content}]}

test_finding if {
	personal_data.deny == {{
		"reason": "an e-mail address stands in line 2 of the content for a.txt",
		"path": "a.txt",
		"code": "content.pii.email",
		"fix": "Use made-up data, such as an address at example.com.",
	}} with input as _input("a\nmail jane.doe@gmail.com\n")
}

test_denied[content] if {
	some content, kind in {
		"owner: ion.popescu@firma.ro": "email",
		"Co-authored-by: Jane <jane@corp.io>": "email",
		"a+tag@mail.co.uk,": "email",
		"call +40 721 234 567 now": "phone",
		"tel: +1 (415) 555-2671": "phone",
		"phone=\"+442079460958\"": "phone",
		"(415) 555-2671": "phone",
		"415-555-2671": "phone",
		"0721 234 567": "phone",
		"4111 1111 1111 1111": "card",
		"card: 5555555555554444": "card",
		"3782 822463 10005": "card",
		"2223003122003222.": "card",
		"CNP 1960229123452": "cnp",
		"1960229120061": "cnp",
		"1960229701232": "cnp",
		"2961231401235": "cnp",
	}
	kinds := {trim_prefix(f.code, "content.pii.") | some f in personal_data.deny} with input as _input(content)
	kinds == {kind}
}

test_silent[content] if {
	some content in [
		"jane@example.com",
		"jane@mail.example.org",
		"x@corp.test",
		"noreply@corp.io",
		"1234+jane@users.noreply.github.com",
		"git@github.com:acme/site.git",
		"https://jane:pw@github.com/acme",
		"support@corp.io",
		"logo@2x.png",
		"npm i left-pad@1.3.0",
		"uses: actions/checkout@v4.1.0",
		"@decorator.name",
		"+02:00",
		"2026-01-02T03:04:05+0200",
		"x+1234567890",
		"+1 000 000 0000",
		"+1234567",
		"version 1.415.555-2671",
		"2026-11-30-1415",
		"id 07212345670",
		"4111 1111 1111 1112",
		"411111111111111",
		"9111 1111 1111 1111",
		"1700000000000",
		"timestamp: 1764500000123",
		"1960229123453",
		"1961329123457",
		"1960230123453",
		"1960229993451",
		"1960200123457",
		"a1960229123452b",
		"4f9a0c7b-e21d-4356-aa3c-9e07b1d4586a",
	]
	personal_data.deny == set() with input as _input(content)
}

test_switched_off if {
	document := object.union(_input("jane@gmail.com"), {"profile": {"pii": false}})
	personal_data.deny == set() with input as document
}

test_nothing_written if personal_data.deny == set() with input as _input("")
