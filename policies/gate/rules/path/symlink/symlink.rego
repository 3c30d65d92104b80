# METADATA
# title: Links do not lead out
# description: A write through a symbolic link must end inside. A link that stays inside is ordinary.
# custom:
#   severity: high
#   fix: Write to the real place inside the project, or ask the person to remove the link.
package gate.rules.path.symlink

deny contains {
	"reason": $"{write.path} leads through a symbolic link out of the project",
	"path": write.path,
	"code": "ERR_SYMLINK_IN_PATH",
	"fix": "Write to the real place inside the project, or ask the person to remove the link.",
} if {
	some write in input.writes
	"symlink" in write.flaws
	not write.inside
}
