# METADATA
# title: Content has a limit
# description: The content of one write must not be larger than the profile's maxBytes.
# custom:
#   severity: low
#   fix: Write less, or in several files.
package gate.rules.content.size

deny contains {
	"reason": $"the content for {write.path} has {size} bytes, and the profile allows {input.profile.maxBytes}",
	"path": write.path,
	"code": "content.maxBytes",
	"fix": "Write less, or in several files.",
} if {
	input.profile.maxBytes > 0
	some write in input.writes

	# No character has more than four bytes, so most content is settled without counting them.
	count(write.content) * 4 > input.profile.maxBytes
	size := _bytes(write.content)
	size > input.profile.maxBytes
}

# There is no builtin for the length of a string in bytes. Base64 writes every three of them as four characters, and
# fills up the last four with one "=" for each missing byte.
_bytes(text) := ((count(encoded) / 4) * 3) - strings.count(encoded, "=") if {
	encoded := base64.encode(text)
}
