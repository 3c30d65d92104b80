# METADATA
# title: Statements of databases
# description: Which texts hold a statement that takes a database's tables, rows or users away.
package gate.lib.sql

# destroys holds the statements of a text that take something away, as far as their beginnings name it.
destroys(text) := named | unbounded if {
	bare := _bare(text)
	named := {statement |
		some pattern in data.gate.lib.sql.statements
		statement := regex.find_n(pattern, bare, 1)[0]
	}
	unbounded := {statement |
		some part in split(bare, ";")
		some pattern in data.gate.lib.sql.unbounded
		statement := regex.find_n(pattern, part, 1)[0]
		not regex.match(`(?i)\b(where|limit)\b`, part)
	}
}

# What stands in quotes, and in comments, is data. Behind "-c" and the like a statement can follow at once.
_bare(text) := regex.replace(
	regex.replace(regex.replace(text, `'[^']*'`, "''"), `--[ \t][^\n]*|/\*[^*]*\*/`, " "),
	`^-[A-Za-z]`,
	" ",
)
