# METADATA
# title: The profile's allow lists
# description: Of each allow list of the profile at least one glob must meet every write, deletes and moves too.
# custom:
#   severity: high
#   fix: Work in the places that the profile allows.
package gate.rules.profile.allow

import data.gate.lib.globs
import data.gate.lib.paths

deny contains {
	"reason": $"{write.path} is on no allow list of the profile: {concat(", ", list)}",
	"path": write.path,
	"code": "path.allow",
	"fix": $"Work in the places that the profile allows ({input.profile.source}).",
} if {
	some list in input.profile.allow
	some write in input.writes
	not _listed(write, list)
}

# Through a link a write has two names, and both must be on the list.
_listed(write, list) if {
	every place in _names(write) {
		some pattern in list
		globs.match(pattern, place)
	}
}

_names(write) := paths.places(write) if count(paths.places(write)) > 0

_names(write) := {write.path} if count(paths.places(write)) == 0
