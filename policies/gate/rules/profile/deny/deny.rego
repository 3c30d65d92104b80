# METADATA
# title: The profile's deny list
# description: >-
#   No write may meet a glob of the profile's deny list. The list is about writing into such places: deleting what
#   a tool makes again stays ordinary work, and so does what git does with its own files.
# custom:
#   severity: high
#   fix: Leave the file to the tool or the person that it belongs to.
package gate.rules.profile.deny

import data.gate.lib.dotenv
import data.gate.lib.git
import data.gate.lib.globs
import data.gate.lib.paths
import data.gate.lib.regenerable

deny contains {
	"reason": $"{write.path} is on the deny list of the profile, as {pattern}",
	"path": write.path,
	"code": "path.deny",
	"fix": $"Leave the file to the tool or the person that it belongs to; the list stands in the profile ({input.profile.source}).",
} if {
	some write in input.writes
	patterns := [pattern |
		some pattern in input.profile.deny
		some place in paths.places(write)
		_denies(pattern, place)
	]
	pattern := patterns[0]
	not _ordinary(write)
}

_denies(pattern, place) if {
	globs.match(pattern, place)
	not _spares(pattern, place)
}

# A wildcard means the files with values; a template is only meant when it is named.
_spares(pattern, place) if {
	name := paths.base(pattern)
	name != "**"
	regex.match(`[*?\[{]`, name)
	dotenv.template(place)
}

_ordinary(write) if {
	paths.removes(write)
	some place in paths.places(write)
	_made_again(place)
}

_ordinary(write) if {
	write.op == "chmod"
	every place in paths.places(write) {
		not regex.match(`(^|/)\.(git|gate)(/|$)`, place)
	}
}

_ordinary(write) if git.keeps(write)

# A link in the place of such a folder leads to another that is as good.
_ordinary(write) if {
	write.op == "link"
	some place in paths.places(write)
	regenerable.name(paths.base(place))
}

_made_again(place) if regenerable.folder(place)

_made_again(place) if regenerable.lock(place)
