# METADATA
# title: What can be made again
# description: Names of folders and files that a build, an install or a test run makes again, so that deleting them is ordinary work.
package gate.lib.regenerable

import data.gate.lib.paths

# folder says whether a path names such a folder, or something below one.
folder(path) if {
	some segment in split(lower(path), "/")
	name(segment)
}

# name says whether a name is that of such a folder.
name(segment) if segment in data.gate.lib.regenerable.folders

name(segment) if {
	some pattern in data.gate.lib.regenerable.folder_patterns
	glob.match(pattern, ["/"], segment)
}

# lock says whether a path names a lock file, which its tool writes anew.
lock(path) if {
	some pattern in data.gate.lib.regenerable.locks
	glob.match(pattern, ["/"], paths.base(path))
}

# file says whether a name, or a pattern of names, only means files that are made again.
file(segment) if {
	some pattern in data.gate.lib.regenerable.files
	glob.match(pattern, ["/"], segment)
}
