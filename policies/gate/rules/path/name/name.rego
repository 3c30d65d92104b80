# METADATA
# title: Names mean one file
# description: A path whose name one system reads in another way than the next hides which file it is about.
# custom:
#   severity: high
#   fix: Use a plain name that every system reads the same way.
package gate.rules.path.name

deny contains _finding(write, "a name that Windows keeps for a device", "ERR_PATH_RESERVED_NAME") if {
	some write in _flawed("reserved_name")
	input.os == "windows"
}

# Elsewhere the name is a legal one, but a checkout on Windows fails.
ask contains _finding(write, "a new file with a name that Windows keeps for a device", "ERR_PATH_RESERVED_NAME") if {
	some write in _flawed("reserved_name")
	input.os != "windows"
	write.op == "create"
}

deny contains _finding(write, "a path with a character that no file name may hold", "ERR_PATH_INVALID_CHAR") if {
	some write in _flawed("invalid_char")
}

deny contains _finding(write, "a stream of a file, which Windows takes for the file itself", "ERR_PATH_INVALID_CHAR") if {
	some write in _flawed("stream")
	_is_stream(write)
}

_is_stream(_) if input.os == "windows"

_is_stream(write) if contains(write.path, "::$")

deny contains _finding(write, "no path that can be settled", "ERR_PATH_SEGMENT") if {
	some write in _flawed("bad_segment")
	not _drive_relative(write)
}

# C:name is legal: where it leads depends on the folder that the drive last stood in.
ask contains _finding(write, "a path relative to the current folder of a drive", "ERR_PATH_SEGMENT") if {
	some write in _flawed("bad_segment")
	_drive_relative(write)
}

_drive_relative(write) if {
	input.os == "windows"
	regex.match(`^[A-Za-z]:([^/\\]|$)`, write.path)
}

deny contains _finding(write, "a name that ends in a dot or a space, which Windows drops", "ERR_PATH_SEGMENT") if {
	some write in _flawed("trailing_dot")
	_drops(write)
}

_drops(_) if input.os == "windows"

# Nobody names a file ".git." or ".env " for its own sake: it poses as the name without the ending.
_drops(write) if regex.match(`(^|/)\.[^/.][^/]*[. ](/|$)`, write.path)

ask contains _finding(write, "a path with characters that do not show or are not composed", "ERR_PATH_INVALID_CHAR") if {
	some write in _flawed("not_nfc")
}

ask contains _finding(write, "a protected name in other letters", "ERR_PATH_SEGMENT") if {
	some write in _flawed("case_collision")
}

_flawed(flaw) := {write | some write in input.writes; flaw in write.flaws}

_finding(write, what, code) := {
	"reason": $"{write.path} is {what}",
	"path": write.path,
	"code": code,
	"fix": "Use a plain name that every system reads the same way.",
}
