# METADATA
# title: Writes stay inside
# description: A write goes into the project, into one of the profile's further roots, or into a temporary folder.
# custom:
#   severity: high
#   fix: Work inside the project, or have the person add the folder to "roots" in the profile.
package gate.rules.path.containment

deny contains {
	"reason": $"{write.path} is outside the project",
	"path": write.path,
	"code": "ERR_CONTAINMENT",
	"fix": `Work inside the project, or have the person add the folder to "roots" in the profile.`,
} if {
	some write in input.writes
	not write.inside
	not _told(write)
	not _beside(write)
}

ask contains {
	"reason": $"{write.path} is outside the project",
	"path": write.path,
	"code": "ERR_CONTAINMENT",
	"fix": `Work inside the project, or have the person add the folder to "roots" in the profile.`,
} if {
	some write in input.writes
	not write.inside
	not _told(write)
	_beside(write)
}

# A worktree or a clone beside the project is ordinary, if the person wants it there.
_beside(write) if {
	write.op == "create"
	write.source in {"git worktree", "git clone"}
	folder := concat("/", array.slice(split(input.root, "/"), 0, count(split(input.root, "/")) - 1))
	folder == concat("/", array.slice(split(write.abs, "/"), 0, count(split(write.abs, "/")) - 1))
}

# Rules of their own tell of these, and say more.
_told(write) if {
	some flaw in ["symlink", "device", "bad_segment"]
	flaw in write.flaws
}
