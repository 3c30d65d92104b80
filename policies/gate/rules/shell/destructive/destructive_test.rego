package gate.rules.shell.destructive_test

import data.gate.rules.shell.destructive

# A row's line is one command, split at its blanks; what it deletes is given beside it.
_input(line, path, source) := {
	"root": "/home/dev/project",
	"home": "/home/dev",
	"profile": {"roots": []},
	"commands": [_command(line, [])],
	"writes": [_write(path, source) | path != ""],
}

_command(line, via) := {
	"name": words[0],
	"argv": words,
	"options": [word | some word in words; startswith(word, "-")],
	"via": via,
} if {
	words := split(line, " ")
}

_write(path, source) := {
	"path": path,
	"abs": _abs(path),
	"inside": _inside(path),
	"op": "delete",
	"source": source,
	"flaws": [],
}

_abs(".") := "/home/dev/project"

_abs(path) := path if startswith(path, "/")

_abs(path) := $"/home/dev/project/{path}" if not regex.match(`^(/|\.$)`, path)

_inside(path) := regex.match(`^([^/]|/tmp/)`, path)

test_reason if {
	destructive.deny == {{
		"reason": "this deletes /home/dev, which holds the project or the home folder",
		"path": "/home/dev",
		"fix": "Name the single files to delete, or ask the person to do it.",
	}} with input as _input("rm -rf /home/dev", "/home/dev", "rm")
}

test_cases[name] if {
	some name, row in {
		"root of the system": ["rm -r --no-preserve-root /", "/", "rm", 1, 0],
		"home": ["rm -f /home/dev", "/home/dev", "rm", 1, 0],
		"above home": ["rm -rf /home", "/home", "rm", 1, 0],
		"the project": ["rm -rf .", ".", "rm", 1, 0],
		"the project, by search": ["find . -delete", ".", "find", 1, 0],
		"history": ["rm -rf .git", ".git", "rm", 1, 1],
		"history, by a tool": ["x", ".git", "Delete", 1, 0],
		"history in other letters": ["rm -rf .GIT/objects", ".GIT/objects", "rm", 1, 1],
		"history, by a pattern": ["rm -rf .[!.]*", ".[!.]*", "rm", 1, 1],
		"lock of git": ["rm -f .git/index.lock", ".git/index.lock", "rm", 0, 1],
		"nested history": ["rm -rf vendor/a/.git", "vendor/a/.git", "rm", 0, 2],
		"history in a temporary folder": ["rm -rf /tmp/x/.git", "/tmp/x/.git", "rm", 0, 0],
		"by git": ["git rm -r docs", "docs", "git rm", 0, 0],
		"folder": ["rm -rf migrations", "migrations", "rm", 0, 1],
		"folder, cluster": ["rm -vfR migrations", "migrations", "rm", 0, 1],
		"folder, long": ["rm --recursive migrations", "migrations", "rm", 0, 1],
		"folder, PowerShell": ["Remove-Item -Recurse variant-a", "variant-a", "Remove-Item", 0, 1],
		"folder, cmd": ["rd /s /q variant-a", "variant-a", "rd", 0, 1],
		"folder, rimraf": ["rimraf src", "src", "rimraf", 0, 1],
		"all": ["rm -rf *", "*", "rm", 0, 1],
		"all files": ["rm *", "*", "rm", 0, 1],
		"all files of a kind": ["rm *.txt", "*.txt", "rm", 0, 0],
		"search": ["find . -name *.orig -delete", ".", "find", 0, 1],
		"search for history": ["find . -name .git -delete", ".", "find", 1, 1],
		"search beside history": ["find . -not -path ./.git/* -name *.orig -delete", ".", "find", 0, 1],
		"search for history, temporary": ["find /tmp/x -name .git -delete", "/tmp/x", "find", 0, 0],
		"search in a folder": ["find src -name *.orig -delete", "src", "find", 0, 1],
		"search without a test": ["find src -delete", "src", "find", 0, 1],
		"search, temporary": ["find /tmp/x -name a -delete", "/tmp/x", "find", 0, 0],
		"search for what is made again": ["find . -name __pycache__ -prune", ".", "find", 0, 0],
		"search for files that are made again": ["find . -name *.pyc -delete", ".", "find", 0, 0],
		"search in what is made again": ["find build -name x -delete", "build", "find", 0, 0],
		"dependencies": ["rm -rf node_modules", "node_modules", "rm", 0, 0],
		"below a build": ["rm -rf a/build/*.cap", "a/build/*.cap", "rm", 0, 0],
		"lock": ["rm -rf yarn.lock", "yarn.lock", "rm", 0, 0],
		"log": ["rm -rf a.log", "a.log", "rm", 0, 0],
		"one file": ["rm -f src/old.go", "src/old.go", "rm", 0, 0],
		"one file, PowerShell": ["Remove-Item -Force a.txt", "a.txt", "Remove-Item", 0, 0],
		"temporary": ["rm -rf /tmp/build-1", "/tmp/build-1", "rm", 0, 0],
		"outside is another rule's": ["rm -rf /srv/data", "/srv/data", "rm", 0, 0],
		"empty folder": ["rmdir docs", "docs", "rmdir", 0, 0],
		"name with r": ["rm -f -- -r", "x", "mv", 0, 0],
		"format": ["mkfs.ext4 /dev/sdb1", "", "", 1, 0],
		"format on Windows": ["Format-Volume -DriveLetter D", "", "", 1, 0],
		"format a drive": ["format D: /q", "", "", 1, 0],
		"format what is not known": ["wipefs -a \uFFFD", "", "", 1, 0],
		"format an image": ["mkfs.ext4 disk.img", "", "", 0, 1],
		"list disks": ["fdisk -l /dev/sda", "", "", 0, 0],
		"help": ["mkfs --help", "", "", 0, 0],
		"rights": ["chmod -R 000 .", "", "", 1, 0],
		"rights of one file": ["chmod 000 a", "", "", 0, 0],
		"some rights": ["chmod -R 755 .", "", "", 0, 0],
		"manual": ["man mkfs", "", "", 0, 0],
	}
	[line, path, source, denied, asked] := row
	count(destructive.deny) == denied with input as _input(line, path, source)
	count(destructive.ask) == asked with input as _input(line, path, source)
}

test_writing_is_not_deleting if {
	document := object.union(_input("x", ".git", "x"), {"writes": [object.union(_write(".git", "x"), {"op": "write"})]})
	destructive.deny == set() with input as document
}

test_search_that_starts_a_command[name] if {
	some name, row in {
		"any file": ["find . -name *.orig -exec rm -f {} +", 0, 1],
		"what is made again": ["find . -name __pycache__ -exec rm -rf {} +", 0, 0],
		"everything": ["find . -exec rm -rf {} +", 1, 0],
	}
	[line, denied, asked] := row
	document := object.union(
		_input(line, ".", "rm"),
		{"commands": [_command(line, []), _command("rm -rf {}", ["find -exec"])]},
	)
	count(destructive.deny) == denied with input as document
	count(destructive.ask) == asked with input as document
}

test_fork if {
	count(destructive.deny) == 1 with input as {"commands": [_command(":", ["fork"])], "writes": []}
	count(destructive.deny) == 0 with input as {"commands": [_command("walk", [])], "writes": []}
}

test_copies[name] if {
	some name, row in {
		"a copy": ["del notes.bak", "notes.bak", 1],
		"a source file": ["rm src/a.go", "src/a.go", 0],
		"a copy in a temporary folder": ["rm /tmp/a.bak", "/tmp/a.bak", 0],
	}
	[line, path, expected] := row
	count(destructive.ask) == expected with input as _input(line, path, split(line, " ")[0])
}

test_copy_made_here if {
	made := object.union(_write("a.bak", "sed"), {"op": "write"})
	given := object.union(_input("rm a.bak", "a.bak", "rm"), {"writes": [made, _write("a.bak", "rm")]})
	destructive.ask == set() with input as given
}

test_copy_of_an_edit[line] if {
	some line, expected in {"perl -i.bak -ne print src/a.c": 0, "perl -pe x src/a.c": 1, "perl -i.bak -ne print src/b.c": 1}
	words := split(line, " ")
	edited := object.union(_write(words[count(words) - 1], "perl"), {"op": "write"})
	given := object.union(
		_input(line, "", ""),
		{"writes": [edited, _write("src/a.c.bak", "rm")]},
	)
	count(destructive.ask) == expected with input as given
}

test_mirrors[line] if {
	some line, expected in {
		"rsync -a --delete /tmp/empty/ ./": 1,
		"rsync -a /tmp/empty/ ./": 0,
		"rsync -a --delete dist/ prod:/var/www/": 1,
		"rsync -a --delete --dry-run dist/ prod:/var/www/": 0,
		"rsync -a --delete src/ dist/": 0,
	}
	words := split(line, " ")
	target := words[count(words) - 1]
	command := object.union(_command(line, []), {"operands": [word | some word in words; not startswith(word, "-")]})
	given := object.union(_input(line, "", ""), {
		"commands": [command],
		"writes": [object.union(_write(".", "rsync"), {"op": "write"}) | target == "./"],
	})
	count(destructive.ask) == expected with input as given
}

test_temporary[name] if {
	some name, row in {
		"all of it": ["rm -rf /tmp", "/tmp", 1],
		"all in it": ["rm -rf /tmp/*", "/tmp/*", 1],
		"one of it": ["rm -rf /tmp/x", "/tmp/x", 0],
	}
	[line, path, expected] := row
	count(destructive.ask) == expected with input as _input(line, path, "rm")
}
