# METADATA
# title: Environment files
# description: Which names are those of environment files, and which of these are only templates.
package gate.lib.dotenv

import data.gate.lib.paths

# holds says whether a path names a file of environment settings, which may hold secrets.
holds(path) if {
	name := paths.base(path)
	_environment(name)
	not template(path)
}

_environment(name) if name in {".env", ".envrc"}

_environment(name) if startswith(name, ".env.")

# template says whether a path names the template of such a file, which is checked in and holds no values.
template(path) if paths.base(path) in data.gate.lib.dotenv.templates
