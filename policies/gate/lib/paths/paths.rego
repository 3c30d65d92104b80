# METADATA
# title: Paths
# description: Questions about places in the file system. Letters' case never counts, because on macOS and Windows it does not.
package gate.lib.paths

# under says whether an absolute path is a folder or lies below it.
under(path, folder) if {
	folder != ""
	startswith(lower(path), trim_right(lower(folder), "/")) # which is false for most
	startswith(_closed(path), _closed(folder))
}

_closed(path) := concat("", [trim_right(lower(path), "/"), "/"])

# base is the last segment of a path, in lower case.
base(path) := name if {
	segments := split(lower(path), "/")
	name := segments[count(segments) - 1]
}

# removes says whether a write takes something away: a move does, at the place it moves from.
removes(write) if write.op in {"delete", "move"}

# scratch says whether a write goes into a temporary folder, where work is free. What is inside, but neither in the
# root nor in one of the profile's roots, is in a temporary folder.
scratch(write) if {
	write.inside
	count(places(write)) == 0
}

# places holds the names of a write relative to the root or to one of the profile's roots, in lower case: the name as
# written, and the one that links lead to. It is empty for a write outside them.
places(write) := _written(write) | _resolved(write)

_written(write) := {lower(write.path) | not absolute(write.path)}

# absolute says whether a path does not depend on a folder: it begins with a slash or a drive.
absolute(path) if startswith(path, "/")

absolute(path) if {
	substring(path, 1, 1) == ":"
	regex.match(`^[A-Za-z]:`, path)
}

_resolved(write) := {place |
	some root in array.concat([input.root], input.profile.roots)
	under(write.abs, root)
	place := _below(write.abs, root)
}

_below(path, folder) := "." if trim_right(lower(path), "/") == trim_right(lower(folder), "/")

_below(path, folder) := substring(lower(path), count(trim_right(folder, "/")) + 1, -1) if {
	trim_right(lower(path), "/") != trim_right(lower(folder), "/")
}

# splits holds every way to cut a path at one of its segments, as [segment, what stands below it], in lower case.
splits(path) := {[segment, below] |
	segments := split(lower(path), "/")
	some i, segment in segments
	below := concat("/", array.slice(segments, i + 1, count(segments)))
}

# names says whether a segment stands for a name with a leading dot: as itself, or as a shell's pattern, which meets
# such a name only when it starts with a dot as well.
names(segment, name) if segment == name

names(segment, name) if {
	regex.match(`^\.[^*?\[]*[*?\[]`, segment)
	covers(segment, name)
}

# covers says whether a shell's pattern can mean a path, both in lower case.
covers(pattern, path) if {
	regex.match(`[*?\[]`, pattern)
	glob.match(_pattern(pattern), ["/"], path)
}

# may_meet says whether a path, which can itself be a shell's pattern, can be one that a glob means.
may_meet(pattern, path) if glob.match(pattern, ["/"], path)

# Two patterns meet when the one means a name that the other has.
may_meet(pattern, path) if covers(path, replace(replace(pattern, "**", "x"), "*", ""))

# The matcher refuses some patterns that a shell takes, so any but the plainest part of one stands for any character.
_pattern(segment) := segment if _plain(segment)

_pattern(segment) := regex.replace(regex.replace(segment, `\[[^\]]*\]`, "?"), `[\[\]{}\\]`, "?") if not _plain(segment)

_plain(segment) if regex.match(`^([^\[\]{}\\]|\[!?[A-Za-z0-9._]+\])*$`, segment)
