# METADATA
# title: No personal data in content
# description: >-
#   When the profile asks for it, the content of a write holds no e-mail address, phone number, card number or Romanian
#   personal code. A finding tells the line, and never the data.
# custom:
#   severity: medium
#   fix: Use made-up data, such as an address at example.com.
package gate.rules.content.personal_data

deny contains {
	"reason": $"{data.gate.rules.content.personal_data.titles[kind]} stands in line {line} of the content for {write.path}",
	"path": write.path,
	"code": $"content.pii.{kind}",
	"fix": "Use made-up data, such as an address at example.com.",
} if {
	input.profile.pii
	some write in input.writes
	write.content != ""
	some kind, pattern in data.gate.rules.content.personal_data.patterns
	some [_, text] in regex.find_all_string_submatch_n(pattern, write.content, -1)
	text != ""
	_meant(kind, text)
	line := strings.count(split(write.content, text)[0], "\n") + 1
}

_meant("email", address) if {
	[name, domain] := split(lower(address), "@")
	not _nobody(name)
	not _nowhere(domain)
}

_nobody(name) if name in data.gate.rules.content.personal_data.roles

_nobody(name) if regex.match(`^(no-?reply|do-?not-?reply|\d+\+)`, name)

_nowhere(domain) if {
	some ending in data.gate.rules.content.personal_data.domains
	endswith($".{domain}", ending)
}

# An international number has eight to fifteen digits (E.164), and zeros alone are a placeholder.
_meant("phone", text) if {
	digits := _digits(text)
	count(digits) >= 9
	count(digits) <= 15
	not regex.match(`0{7}`, digits)
}

_meant("card", text) if {
	digits := _digits(text)
	some issuer in data.gate.rules.content.personal_data.issuers
	regex.match(issuer, digits)
	_luhn(digits)
}

# Every second digit from the right counts double, and a double of two digits as their sum.
_luhn(digits) if {
	last := count(digits) - 1
	weights := [weight |
		some i, digit in split(digits, "")
		weight := _weight(to_number(digit), (last - i) % 2)
	]
	sum(weights) % 10 == 0
}

_weight(digit, 0) := digit

_weight(digit, 1) := (digit * 2) - 9 if digit > 4

_weight(digit, 1) := digit * 2 if digit < 5

# A personal code is S YYMMDD JJ NNN C: sex and century, date of birth, county, number, control digit.
_meant("cnp", digits) if {
	month := to_number(substring(digits, 3, 2))
	day := to_number(substring(digits, 5, 2))
	county := to_number(substring(digits, 7, 2))
	day >= 1
	day <= [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
	_county(county)
	products := [product |
		some i, digit in split(substring(digits, 0, 12), "")
		product := to_number(digit) * [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9][i]
	]
	to_number(substring(digits, 12, 1)) == _control(sum(products) % 11)
}

_county(number) if {
	number >= 1
	number <= 52
}

_county(number) if number in {70, 80, 81, 82, 83}

_control(10) := 1

_control(rest) := rest if rest < 10

_digits(text) := regex.replace(text, `[^0-9]`, "")
