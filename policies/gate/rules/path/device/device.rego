# METADATA
# title: Devices are left alone
# description: A write to a device goes past every file system, and can empty a disk.
# custom:
#   severity: high
#   fix: Write to a file in the project instead.
package gate.rules.path.device

deny contains {
	"reason": $"{write.path} is a device",
	"path": write.path,
	"fix": "Write to a file in the project instead.",
} if {
	some write in input.writes
	"device" in write.flaws
	not _harmless(lower(write.abs))
}

_harmless(path) if path in data.gate.rules.path.device.harmless

_harmless(path) if strings.any_prefix_match(path, data.gate.rules.path.device.harmless_folders)
