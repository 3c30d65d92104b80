# METADATA
# title: No secrets in content
# description: >-
#   The content of a write holds no keys, tokens or passwords. Placeholders, well-known samples, references to a
#   secret, hashes and public keys are none. A finding tells the line, and never a part of the secret.
# custom:
#   severity: high
#   fix: Read the secret from the environment or a secret store, and write only its name.
package gate.rules.content.secrets

import data.gate.lib.secrets

deny contains _finding(hit) if {
	some hit in _hits
	hit.decision == "deny"
	not _outdone(hit)
}

ask contains _finding(hit) if {
	some hit in _hits
	hit.decision == "ask"
	not _outdone(hit)
}

# A line whose secret is known by its form needs no word on its name.
_outdone(hit) if {
	hit.pattern.id == "credential"
	some other in _hits
	other.pattern.id != "credential"
	other.decision == "deny"
	[other.path, other.line] == [hit.path, hit.line]
}

_finding(hit) := {
	"reason": $"{hit.pattern.title} stands in line {hit.line} of the content for {hit.path}",
	"path": hit.path,
	"code": $"content.noSecrets.{hit.pattern.id}",
	"fix": "Read the secret from the environment or a secret store, and write only its name.",
}

_hits contains hit if {
	input.profile.noSecrets
	some write in input.writes
	write.content != ""
	some found in secrets.hits(write.content)
	hit := object.union(found, {"path": write.path})
}
