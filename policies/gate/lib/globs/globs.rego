# METADATA
# title: Globs
# description: The globs of a profile. They read like the lines of a .gitignore file.
package gate.lib.globs

import data.gate.lib.paths

# match says whether a glob meets a path, both read in lower case. Without a slash it is about the last name at any
# depth, with one it starts at the root; "**" stands for any number of folders, and "dir/**" is also dir itself.
match(pattern, path) if {
	not contains(pattern, "/")
	glob.match(lower(pattern), ["/"], paths.base(path))
}

match(pattern, path) if {
	contains(pattern, "/")
	some place in {_rooted(path), $"{_rooted(path)}/"}
	glob.match(_anchored(pattern), ["/"], place)
}

_rooted(path) := $"/{trim_left(lower(path), "/")}"

# The matcher wants something where "**" stands between two slashes; a .gitignore file does not.
_anchored(pattern) := replace(_rooted(_folder(pattern)), "/**/", "/{**/,}")

_folder(pattern) := $"{pattern}**" if endswith(pattern, "/")

_folder(pattern) := pattern if not endswith(pattern, "/")
