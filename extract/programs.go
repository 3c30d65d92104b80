package extract

import "strings"

// program is what a program does with its words: one row of the table.
type program struct {
	value  string   // one-letter options that take a value
	joined string   // one-letter options that take the rest of their word as a value, which may be empty
	values []string // long options whose value may be the next word
	single bool     // long options begin with one dash, so letters do not cluster
	stop   bool     // options end at the first operand
	roles  string   // a role for each operand, the last one for all that follow
	dest   byte     // the role of the last operand where there are several, or of -t DIR
	opts   string   // roles of option values: "o:w output:w"
}

// Roles of a word: r read, w written, a appended to, c created, t truncated,
// d deleted, m moved away, x its mode changed, l made a link, ! run as a
// command; - is none of these.
var programs = map[string]*program{
	// files
	"rm": {roles: "d"}, "rmdir": {roles: "d"}, "unlink": {roles: "d"}, "trash": {roles: "d"}, "srm": {roles: "d"},
	"shred": {value: "ns", roles: "t"}, "wipe": {roles: "d"},
	"mv":      {value: "tS", values: []string{"target-directory", "suffix"}, roles: "m", dest: 'w'},
	"cp":      {value: "tS", values: []string{"target-directory", "suffix"}, roles: "r", dest: 'w'},
	"ln":      {value: "tS", values: []string{"target-directory", "suffix"}, roles: "-", dest: 'l'},
	"install": {value: "tSmog", values: []string{"target-directory", "suffix", "mode", "owner", "group"}, roles: "r", dest: 'w'},
	"link":    {roles: "r", dest: 'l'},
	"rsync":   {value: "efTBMp", values: []string{"rsh", "exclude", "include", "filter", "exclude-from", "include-from", "files-from", "log-file", "port", "backup-dir"}, roles: "r", dest: 'w', opts: "log-file:w e:! rsh:!"},
	"scp":     {value: "cDFiJloPSX", roles: "r", dest: 'w', opts: "i:r S:!"},
	"tee":     {roles: "w"}, "sponge": {roles: "w"}, "touch": {value: "dtr", values: []string{"date", "reference"}, roles: "w"},
	"truncate": {value: "sor", values: []string{"size", "reference"}, roles: "t"}, "fallocate": {value: "lop", roles: "w"},
	"mkdir": {value: "m", values: []string{"mode"}, roles: "c"}, "mkfifo": {value: "m", roles: "c"}, "mknod": {value: "m", roles: "c-"},
	"chmod": {values: []string{"reference"}, roles: "-x"}, "chown": {values: []string{"reference"}, roles: "-x"}, "chgrp": {values: []string{"reference"}, roles: "-x"},
	"setfacl": {value: "mxMXbk", roles: "x"}, "chattr": {roles: "-x"}, "chflags": {roles: "-x"}, "xattr": {value: "wpd", roles: "-x"},
	"split": {value: "abClnt", values: []string{"filter", "bytes", "lines", "number", "suffix-length", "additional-suffix"}, roles: "rw", opts: "filter:!"}, "csplit": {value: "bfn", values: []string{"prefix"}, roles: "r-", opts: "f:w prefix:w"}, "patch": {value: "piodBYzDFrgV", values: []string{"input", "output", "directory", "strip"}, roles: "wr", opts: "i:r input:r o:w output:w"},
	"dd": {}, "sync": {}, "apply_patch": {}, "applypatch": {},
	// text
	"cat": {roles: "r"}, "tac": {roles: "r"}, "nl": {roles: "r"}, "rev": {roles: "r"}, "head": {value: "nc", values: []string{"lines", "bytes"}, roles: "r"}, "tail": {value: "ncs", values: []string{"lines", "bytes", "pid"}, roles: "r"},
	"less": {value: "jpPtTxyz#", roles: "r", opts: "o:w O:w"}, "more": {roles: "r"}, "bat": {value: "lr", values: []string{"language", "line-range", "style", "theme", "color", "paging"}, roles: "r"}, "view": {roles: "r"},
	"grep": {value: "efABCmdD", values: []string{"regexp", "file", "include", "exclude", "exclude-dir", "color", "max-count", "context", "label"}, roles: "-r", opts: "f:r file:r"},
	"rg":   {value: "efABCgtTmjMrd", values: []string{"regexp", "file", "glob", "iglob", "type", "type-not", "pre", "pre-glob", "max-count", "max-depth", "replace", "sort", "color", "colors", "encoding", "context"}, roles: "-r", opts: "f:r file:r"},
	"ag":   {value: "ABCmGp", roles: "-r"}, "ack": {value: "ABCm", roles: "-r"},
	"sort": {value: "kotSTC", values: []string{"key", "output", "field-separator", "buffer-size", "temporary-directory", "compress-program"}, roles: "r", opts: "o:w output:w compress-program:!"},
	"uniq": {value: "fsw", roles: "rw"}, "wc": {roles: "r"}, "diff": {value: "UCxXIDFSW", values: []string{"exclude", "label", "to-file", "from-file"}, roles: "r"}, "cmp": {value: "in", roles: "r"}, "comm": {roles: "r"}, "join": {value: "aetvo12j", roles: "r"}, "paste": {value: "d", roles: "r"},
	"cut": {value: "bcdf", values: []string{"delimiter", "fields", "characters", "bytes"}, roles: "r"}, "tr": {}, "fold": {value: "w", roles: "r"}, "fmt": {value: "w", roles: "r"}, "column": {value: "tsnco", roles: "r"}, "expand": {value: "t", roles: "r"},
	"jq": {value: "fL", values: []string{"from-file", "indent", "tab"}, roles: "-r", opts: "f:r from-file:r"}, "yq": {value: "pofI", roles: "-r"}, "xmllint": {values: []string{"output", "xpath", "schema"}, roles: "r", opts: "output:w"},
	"sed": {value: "efl", joined: "i", values: []string{"expression", "file", "line-length"}, opts: "f:r file:r"}, "awk": awkRow, "gawk": awkRow, "mawk": awkRow, "nawk": awkRow,
	"strings": {value: "nte", roles: "r"}, "file": {value: "mfFP", roles: "r"}, "stat": {value: "fct", values: []string{"format", "printf"}, roles: "-"}, "od": {value: "AjNStw", roles: "r"}, "hexdump": {value: "efns", roles: "r"}, "xxd": {value: "cglosR", roles: "rw"},
	"base64": {value: "wbioD", values: []string{"wrap", "input", "output"}, roles: "r", opts: "o:w output:w i:r input:r"}, "base32": {value: "w", roles: "r"}, "basenc": {value: "w", roles: "r"},
	"md5sum": {roles: "r"}, "sha1sum": {roles: "r"}, "sha256sum": {roles: "r"}, "sha512sum": {roles: "r"}, "shasum": {value: "a", roles: "r"}, "cksum": {roles: "r"},
	"gpg": {value: "ourRcN", values: []string{"output", "recipient", "homedir", "keyserver", "passphrase", "passphrase-file", "default-key"}, roles: "r", opts: "o:w output:w"}, "openssl": {single: true, roles: "-", opts: "in:r out:w inkey:r key:r keyout:w passin:-"}, "age": {value: "oriR", values: []string{"output", "recipient", "identity"}, roles: "r", opts: "o:w output:w i:r identity:r"},
	// archives
	"tar": {}, "bsdtar": {}, "unzip": {value: "dxP", roles: "r-", opts: "d:w"}, "zip": {value: "xinbtP", values: []string{"unzip-command"}, roles: "wr", opts: "unzip-command:!"}, "7z": {roles: "-"}, "gzip": {value: "S", roles: "w"}, "gunzip": {value: "S", roles: "w"}, "xz": {roles: "w"}, "bzip2": {roles: "w"}, "zstd": {value: "oDT", roles: "r", opts: "o:w"}, "cpio": {value: "FEHD", roles: "-", opts: "F:r"}, "ar": {roles: "-wr"},
	// network
	"curl": {value: "oTdFHXAebuxKmCcEDwYyzrtQUP", values: curlValues}, "wget": {value: "OPoaieBUtTwQlARDIX", values: []string{"output-document", "directory-prefix", "output-file", "append-output", "input-file", "post-file", "post-data", "body-file", "body-data", "header", "user-agent", "method", "user", "password", "timeout", "tries", "certificate", "private-key", "ca-certificate"}, opts: "O:w output-document:w o:w output-file:w a:a append-output:a i:r input-file:r post-file:r body-file:r private-key:r"},
	"ssh": {value: "BbcDEeFIiJLlmOopQRSWw", stop: true, opts: "i:r F:r"}, "ssh-keygen": {value: "bCfFItNPrOVs"}, "sftp": {value: "BbcDFiJloPRSs"}, "nc": {value: "eciIgGmMOPpqsTVWwXx"}, "ncat": {value: "ecigGmMopsw", values: []string{"sh-exec", "exec", "lua-exec"}}, "netcat": {value: "ecigmopsw"}, "socat": {}, "telnet": {}, "http": {}, "https": {}, "xh": {}, "aria2c": {value: "odixj", values: []string{"out", "dir", "input-file"}, opts: "i:r input-file:r"},
	"ping": {value: "cisIWwtTQpMmlSFDaA"}, "dig": {}, "nslookup": {}, "host": {}, "ftp": {}, "telnetd": {},
	// wrappers, whose own words are few
	"sudo": {value: "ugpCcrtThUDR", values: []string{"user", "group", "prompt", "chdir", "chroot", "host", "other-user", "type", "role", "close-from", "command-timeout"}, stop: true}, "doas": {value: "uC", stop: true}, "env": {value: "uCSP", values: []string{"unset", "chdir", "split-string"}, stop: true}, "nice": {value: "n", values: []string{"adjustment"}, stop: true}, "nohup": {stop: true},
	"timeout": {value: "ks", values: []string{"kill-after", "signal"}, stop: true}, "time": {value: "fo", values: []string{"format", "output"}, stop: true, opts: "o:w output:w"}, "stdbuf": {value: "ioe", values: []string{"input", "output", "error"}, stop: true}, "setsid": {stop: true}, "ionice": {value: "cnpPu", values: []string{"class", "classdata"}, stop: true}, "chrt": {value: "TPD", stop: true}, "taskset": {value: "p", stop: true}, "chroot": {values: []string{"userspec", "groups"}, stop: true},
	"flock": {value: "wEc", values: []string{"timeout", "wait", "conflict-exit-code", "command"}, stop: true}, "watch": {value: "nq", values: []string{"interval", "equexit"}, stop: true}, "xargs": {value: "IELnPsda", joined: "ei", values: []string{"replace-str", "max-args", "max-procs", "delimiter", "arg-file", "max-lines", "max-chars"}, stop: true, opts: "a:r arg-file:r"}, "parallel": {value: "jNnISCaJ", values: []string{"jobs", "colsep", "joblog", "results", "arg-file", "sshlogin", "max-args", "delay", "retries", "timeout"}, stop: true, opts: "a:r arg-file:r joblog:w"},
	"systemd-run": {value: "uptMEHd", values: []string{"unit", "property", "slice", "description", "uid", "gid", "nice", "working-directory", "setenv", "machine", "host", "on-calendar", "on-active"}, stop: true}, "unshare": {value: "SGRw", stop: true}, "nsenter": {value: "tSGrw", values: []string{"target"}, stop: true}, "runuser": {value: "ugGcs", values: []string{"user", "group", "command", "shell"}, stop: true}, "su": {value: "cgGsw", values: []string{"command", "shell", "group"}}, "script": {value: "cEoOIBTm", values: []string{"command"}, roles: "w"},
	"busybox": {stop: true}, "toybox": {stop: true}, "caffeinate": {value: "tw", stop: true}, "strace": {value: "opePsSaEIObuX", stop: true, opts: "o:w"}, "ltrace": {value: "opelnsuaAF", stop: true, opts: "o:w"}, "valgrind": {stop: true}, "gdb": {single: true}, "fakeroot": {value: "lsib", stop: true}, "firejail": {stop: true}, "unbuffer": {stop: true}, "rlwrap": {value: "abcCDefFgHilmMoOPqrsStTwWz", stop: true}, "pkexec": {values: []string{"user"}, stop: true}, "gosu": {stop: true}, "su-exec": {stop: true}, "setpriv": {values: []string{"reuid", "regid", "groups"}, stop: true}, "xvfb-run": {value: "nsefp", stop: true}, "dbus-run-session": {stop: true}, "torsocks": {stop: true}, "proxychains": {value: "f", stop: true}, "proxychains4": {value: "f", stop: true}, "direnv": {stop: true}, "entr": {stop: true}, "dotenv": {value: "fe", stop: true}, "ts": {stop: true}, "chronic": {stop: true}, "errno": {}, "hyperfine": {value: "wmMrpcSLnNs", values: []string{"warmup", "min-runs", "max-runs", "runs", "prepare", "cleanup", "setup", "shell", "parameter-list", "export-json", "export-markdown", "export-csv"}, opts: "export-json:w export-markdown:w export-csv:w"},
	// shells and interpreters
	"sh": {value: "oO", stop: true}, "bash": {value: "oO", values: []string{"rcfile", "init-file"}, stop: true}, "zsh": {value: "o", stop: true}, "dash": {value: "o", stop: true}, "ksh": {value: "o", stop: true}, "ash": {value: "o", stop: true}, "mksh": {value: "o", stop: true}, "rbash": {stop: true}, "fish": {value: "cCdDfo", values: []string{"command", "init-command"}, stop: true}, "pwsh": {single: true, stop: true}, "powershell": {single: true, stop: true}, "cmd": {stop: true},
	"python": {value: "cmWXQ", stop: true}, "node": {value: "epr", values: []string{"eval", "print", "require", "import", "loader", "env-file"}, stop: true}, "deno": {stop: true}, "bun": {value: "e", values: []string{"eval"}, stop: true}, "perl": {value: "eEIMmCxD", joined: "i", stop: true}, "ruby": {value: "eIrCEx", joined: "i", stop: true}, "php": {value: "rBRFEdcfzt", values: []string{"run"}, stop: true}, "lua": {value: "el", stop: true}, "osascript": {value: "els", stop: true}, "Rscript": {value: "e", stop: true}, "tclsh": {stop: true}, "julia": {value: "eE", stop: true}, "groovy": {value: "e", stop: true}, "scala": {value: "e", stop: true}, "elixir": {value: "e", stop: true}, "guile": {value: "c", stop: true}, "jshell": {}, "ghc": {value: "e", stop: true}, "swipl": {value: "gt", stop: true}, "racket": {value: "e", stop: true}, "sbcl": {}, "raku": {value: "e", stop: true},
	// package runners
	"npx": {value: "pc", values: []string{"package", "call"}, stop: true}, "bunx": {stop: true}, "uvx": {values: []string{"from", "with", "python"}, stop: true}, "pipx": {stop: true}, "npm": {values: []string{"prefix", "pack-destination", "workspace", "registry", "tag"}, value: "w", opts: "prefix:c pack-destination:c"}, "pnpm": {value: "CF", values: []string{"filter", "dir"}}, "yarn": {}, "uv": {}, "poetry": {}, "pipenv": {}, "pdm": {}, "hatch": {}, "rye": {}, "bundle": {}, "mise": {}, "asdf": {}, "nix": {}, "conda": {},
	// containers and clusters
	"docker": {}, "podman": {}, "nerdctl": {}, "kubectl": {}, "oc": {}, "docker-compose": {}, "lxc": {}, "vagrant": {},
	// programs that start others from a language of their own
	"vim": {value: "cSuUiTwW", values: []string{"cmd"}, roles: "r"}, "vi": {value: "cS", roles: "r"}, "nvim": {value: "cSul", values: []string{"cmd"}, roles: "r"}, "nano": {roles: "r"}, "ex": {value: "c"}, "ed": {value: "p"}, "lldb": {value: "osSf", values: []string{"one-line", "one-line-before-file"}}, "tcpdump": {value: "wrzicCGWsBFTyZ", opts: "w:w z:! r:r"},
	"setarch": {stop: true}, "linux32": {stop: true}, "linux64": {stop: true}, "cpulimit": {value: "lpeP", values: []string{"limit"}, stop: true}, "faketime": {value: "fp", stop: true}, "sg": {stop: true}, "ssh-agent": {value: "acEOt", stop: true}, "nix-shell": {value: "pAI", values: []string{"run", "command", "packages"}, opts: "run:! command:!"}, "nodemon": {value: "xewi", values: []string{"exec", "ext", "watch", "ignore"}, stop: true, opts: "exec:! x:!"},
	"xterm": {}, "emacs": {}, "ansible": {value: "iuamMft", values: []string{"args", "inventory", "module-name"}}, "dc": {}, "tmux": {}, "screen": {}, "ip": {}, "start-stop-daemon": {}, "rimraf": {roles: "d"}, "del-cli": {roles: "d"}, "shx": {stop: true}, "dotenvx": {}, "cross-env": {stop: true}, "env-cmd": {value: "f", stop: true},
	// output outside of what the rows above know
	"pandoc": {value: "oftT", values: []string{"output", "from", "to"}, roles: "r", opts: "o:w output:w"}, "pg_dump": {value: "fhpUdtnFjZ", values: []string{"file", "host", "port", "username", "dbname", "table", "schema", "format"}, opts: "f:w file:w"}, "mysqldump": {value: "uhPr", values: []string{"result-file"}, opts: "r:w result-file:w"}, "ffmpeg": {}, "ssh-copy-id": {},
	// the rest of ordinary work
	"git": {}, "find": {}, "fd": {value: "etEdxXSoc", values: []string{"extension", "type", "exclude", "exec", "exec-batch", "max-depth", "min-depth", "base-directory", "search-path"}}, "fdfind": {value: "etEdxXSoc"}, "ls": {roles: "-"}, "crontab": {value: "u", roles: "r"}, "at": {value: "fqt", opts: "f:r"}, "batch": {}, "man": {value: "PHMrs", values: []string{"pager", "html"}}, "make": {value: "fCIojWE", values: []string{"file", "directory", "makefile", "eval"}, opts: "f:r file:r makefile:r"}, "gmake": {value: "fCIojWE"},
	"go": {single: true}, "gcc": {value: "oIDLlxUfmWO", opts: "o:w"}, "cc": {value: "oIDLlxUfmWO", opts: "o:w"}, "clang": {value: "oIDLlxUfmWO", opts: "o:w"}, "g++": {value: "oIDLlxUfmWO", opts: "o:w"}, "clang++": {value: "oIDLlxUfmWO", opts: "o:w"}, "rustc": {value: "oLl", opts: "o:w"}, "cmake": {value: "BSGDC", values: []string{"build", "install", "preset"}, opts: "B:c"}, "terraform": {single: true, opts: "out:w state-out:w chdir:-"}, "tofu": {single: true, opts: "out:w state-out:w"},
	"apt": {}, "apt-get": {}, "dnf": {}, "yum": {}, "apk": {}, "pacman": {}, "brew": {}, "pip": {values: []string{"target", "dest", "requirement", "index-url", "prefix", "root"}, value: "dtric", opts: "t:c target:c d:c dest:c"}, "pip3": {values: []string{"target", "dest", "requirement", "index-url"}, value: "dtric", opts: "t:c target:c d:c dest:c"}, "cargo": {values: []string{"target-dir", "manifest-path", "features", "package", "config"}, value: "pFj", opts: "target-dir:c"}, "gem": {}, "composer": {}, "gh": {}, "glab": {}, "aws": {}, "gcloud": {}, "az": {}, "psql": {}, "mysql": {}, "mariadb": {}, "sqlite3": {}, "systemctl": {}, "service": {}, "launchctl": {}, "kill": {}, "pkill": {}, "killall": {}, "which": {}, "whereis": {}, "whatis": {}, "apropos": {}, "info": {}, "tldr": {}, "help": {}, "ps": {}, "pgrep": {}, "date": {}, "seq": {}, "basename": {}, "dirname": {}, "realpath": {}, "readlink": {}, "mktemp": {}, "nproc": {}, "uname": {}, "hostname": {}, "whoami": {}, "id": {}, "sleep": {}, "yes": {}, "tput": {}, "gofmt": {}, "prettier": {}, "eslint": {}, "shellcheck": {},
}

var awkRow = &program{value: "Ffvi", values: []string{"field-separator", "file", "assign", "include"}, stop: true, opts: "f:r file:r"}

var curlValues = []string{"output", "output-dir", "upload-file", "data", "data-raw", "data-binary", "data-ascii", "data-urlencode", "json", "form", "form-string", "header", "request", "user-agent", "referer", "cookie", "cookie-jar", "user", "proxy", "config", "max-time", "connect-timeout", "cacert", "cert", "key", "write-out", "dump-header", "trace", "trace-ascii", "stderr", "url", "retry", "limit-rate", "resolve", "interface", "netrc-file", "etag-save", "hsts"}

// versioned finds the row of a program whose name carries a version:
// python3.12, gcc-13, pip3.
func versioned(name string) *program {
	base := strings.TrimRight(name, "0123456789.")
	base = strings.TrimSuffix(base, "-")
	if base == name || base == "" {
		return nil
	}
	return programs[base]
}

// family is the name under which a program's handler is found.
func family(name string) string {
	if programs[name] == nil {
		name = strings.TrimSuffix(strings.TrimRight(name, "0123456789."), "-")
	}
	switch name {
	case "python3", "pypy", "pypy3":
		return "python"
	case "nodejs":
		return "node"
	case "gawk", "mawk", "nawk":
		return "awk"
	case "gsed":
		return "sed"
	}
	return name
}

// split takes a command's words apart into options and operands.
func (c *call) split() {
	row := c.row
	if row == nil {
		row = &program{single: true}
	}
	c.rest = len(c.argv)
	for i := 1; i < len(c.argv); i++ {
		word := c.argv[i]
		switch {
		case word == "--":
			c.operand(i+1, len(c.argv))
			return
		case len(word) < 2 || word[0] != '-' || c.name == "chmod" && c.rest == len(c.argv) && strings.Trim(word[1:], "rwxXst") == "":
			if row.stop {
				c.operand(i, len(c.argv))
				return
			}
			c.operand(i, i+1)
		case strings.HasPrefix(word, "--") || row.single:
			i += c.long(row, word, i)
		default:
			i += c.cluster(row, word, i)
		}
	}
}

func (c *call) operand(from, to int) {
	if from >= len(c.argv) {
		return
	}
	c.rest = min(c.rest, from)
	c.operands = append(c.operands, c.argv[from:to]...)
	c.opGlobs = append(c.opGlobs, c.globs[from:to]...)
}

// long takes a long option, and says how many further words it took.
func (c *call) long(row *program, word string, i int) int {
	name, value, ok := strings.Cut(word, "=")
	if !ok && i+1 < len(c.argv) && row.takes(strings.TrimLeft(name, "-")) {
		c.options = append(c.options, option{name, c.argv[i+1]})
		return 1
	}
	c.options = append(c.options, option{name, value})
	return 0
}

// takes says whether a long option's value is the next word.
func (row *program) takes(name string) bool {
	for _, v := range row.values {
		if v == name {
			return true
		}
	}
	return row.single && row.role(name) != 0
}

// cluster takes one-letter options that stand together.
func (c *call) cluster(row *program, word string, i int) int {
	for j := 1; j < len(word); j++ {
		name := "-" + word[j:j+1]
		if strings.IndexByte(row.joined, word[j]) >= 0 {
			c.options = append(c.options, option{name, word[j+1:]})
			return 0
		}
		if strings.IndexByte(row.value, word[j]) < 0 {
			c.options = append(c.options, option{name: name})
			continue
		}
		if rest := word[j+1:]; rest != "" || i+1 >= len(c.argv) {
			c.options = append(c.options, option{name, rest})
			return 0
		}
		c.options = append(c.options, option{name, c.argv[i+1]})
		return 1
	}
	return 0
}

// role is what the value of an option is to the program, 0 when nothing.
func (row *program) role(name string) byte {
	for _, pair := range strings.Fields(row.opts) {
		if opt, role, _ := strings.Cut(pair, ":"); opt == name {
			return role[0]
		}
	}
	return 0
}
