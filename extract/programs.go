package extract

import (
	"strings"

	"gate/internal/table"
)

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
var programs = table.Of[*program]{
	// files
	{"rm", &program{roles: "d"}}, {"rmdir", &program{roles: "d"}}, {"unlink", &program{roles: "d"}}, {"trash", &program{roles: "d"}}, {"srm", &program{roles: "d"}},
	{"shred", &program{value: "ns", roles: "t"}}, {"wipe", &program{roles: "d"}},
	{"mv", &program{value: "tS", values: []string{"target-directory", "suffix"}, roles: "m", dest: 'w'}},
	{"cp", &program{value: "tS", values: []string{"target-directory", "suffix"}, roles: "r", dest: 'w'}},
	{"ln", &program{value: "tS", values: []string{"target-directory", "suffix"}, roles: "-", dest: 'l'}},
	{"install", &program{value: "tSmog", values: []string{"target-directory", "suffix", "mode", "owner", "group"}, roles: "r", dest: 'w'}},
	{"link", &program{roles: "r", dest: 'l'}},
	{"rsync", &program{value: "efTBMp", values: []string{"rsh", "exclude", "include", "filter", "exclude-from", "include-from", "files-from", "log-file", "port", "backup-dir"}, roles: "r", dest: 'w', opts: "log-file:w e:! rsh:!"}},
	{"scp", &program{value: "cDFiJloPSX", roles: "r", dest: 'w', opts: "i:r S:!"}},
	{"tee", &program{roles: "w"}}, {"sponge", &program{roles: "w"}}, {"touch", &program{value: "dtr", values: []string{"date", "reference"}, roles: "w"}},
	{"truncate", &program{value: "sor", values: []string{"size", "reference"}, roles: "t"}}, {"fallocate", &program{value: "lop", roles: "w"}},
	{"mkdir", &program{value: "m", values: []string{"mode"}, roles: "c"}}, {"mkfifo", &program{value: "m", roles: "c"}}, {"mknod", &program{value: "m", roles: "c-"}},
	{"chmod", &program{values: []string{"reference"}, roles: "-x"}}, {"chown", &program{values: []string{"reference"}, roles: "-x"}}, {"chgrp", &program{values: []string{"reference"}, roles: "-x"}},
	{"setfacl", &program{value: "mxMXbk", roles: "x"}}, {"chattr", &program{roles: "-x"}}, {"chflags", &program{roles: "-x"}}, {"xattr", &program{value: "wpd", roles: "-x"}},
	{"split", &program{value: "abClnt", values: []string{"filter", "bytes", "lines", "number", "suffix-length", "additional-suffix"}, roles: "rw", opts: "filter:!"}}, {"csplit", &program{value: "bfn", values: []string{"prefix"}, roles: "r-", opts: "f:w prefix:w"}}, {"patch", &program{value: "piodBYzDFrgV", values: []string{"input", "output", "directory", "strip"}, roles: "wr", opts: "i:r input:r o:w output:w"}},
	{"dd", &program{}}, {"sync", &program{}}, {"apply_patch", &program{}}, {"applypatch", &program{}},
	// text
	{"cat", &program{roles: "r"}}, {"tac", &program{roles: "r"}}, {"nl", &program{roles: "r"}}, {"rev", &program{roles: "r"}}, {"head", &program{value: "nc", values: []string{"lines", "bytes"}, roles: "r"}}, {"tail", &program{value: "ncs", values: []string{"lines", "bytes", "pid"}, roles: "r"}},
	{"less", &program{value: "jpPtTxyz#", roles: "r", opts: "o:w O:w"}}, {"more", &program{roles: "r"}}, {"bat", &program{value: "lr", values: []string{"language", "line-range", "style", "theme", "color", "paging"}, roles: "r"}}, {"view", &program{roles: "r"}},
	{"grep", &program{value: "efABCmdD", values: []string{"regexp", "file", "include", "exclude", "exclude-dir", "color", "max-count", "context", "label"}, roles: "-r", opts: "f:r file:r"}},
	{"rg", &program{value: "efABCgtTmjMrd", values: []string{"regexp", "file", "glob", "iglob", "type", "type-not", "pre", "pre-glob", "max-count", "max-depth", "replace", "sort", "color", "colors", "encoding", "context"}, roles: "-r", opts: "f:r file:r"}},
	{"ag", &program{value: "ABCmGp", roles: "-r"}}, {"ack", &program{value: "ABCm", roles: "-r"}},
	{"sort", &program{value: "kotSTC", values: []string{"key", "output", "field-separator", "buffer-size", "temporary-directory", "compress-program"}, roles: "r", opts: "o:w output:w compress-program:!"}},
	{"uniq", &program{value: "fsw", roles: "rw"}}, {"wc", &program{roles: "r"}}, {"diff", &program{value: "UCxXIDFSW", values: []string{"exclude", "label", "to-file", "from-file"}, roles: "r"}}, {"cmp", &program{value: "in", roles: "r"}}, {"comm", &program{roles: "r"}}, {"join", &program{value: "aetvo12j", roles: "r"}}, {"paste", &program{value: "d", roles: "r"}},
	{"cut", &program{value: "bcdf", values: []string{"delimiter", "fields", "characters", "bytes"}, roles: "r"}}, {"tr", &program{}}, {"fold", &program{value: "w", roles: "r"}}, {"fmt", &program{value: "w", roles: "r"}}, {"column", &program{value: "tsnco", roles: "r"}}, {"expand", &program{value: "t", roles: "r"}},
	{"jq", &program{value: "fL", values: []string{"from-file", "indent", "tab"}, roles: "-r", opts: "f:r from-file:r"}}, {"yq", &program{value: "pofI", roles: "-r"}}, {"xmllint", &program{values: []string{"output", "xpath", "schema"}, roles: "r", opts: "output:w"}},
	{"sed", &program{value: "efl", joined: "i", values: []string{"expression", "file", "line-length"}, opts: "f:r file:r"}}, {"awk", awkRow}, {"gawk", awkRow}, {"mawk", awkRow}, {"nawk", awkRow},
	{"strings", &program{value: "nte", roles: "r"}}, {"file", &program{value: "mfFP", roles: "r"}}, {"stat", &program{value: "fct", values: []string{"format", "printf"}, roles: "-"}}, {"od", &program{value: "AjNStw", roles: "r"}}, {"hexdump", &program{value: "efns", roles: "r"}}, {"xxd", &program{value: "cglosR", roles: "rw"}},
	{"base64", &program{value: "wbioD", values: []string{"wrap", "input", "output"}, roles: "r", opts: "o:w output:w i:r input:r"}}, {"base32", &program{value: "w", roles: "r"}}, {"basenc", &program{value: "w", roles: "r"}},
	{"md5sum", &program{roles: "r"}}, {"sha1sum", &program{roles: "r"}}, {"sha256sum", &program{roles: "r"}}, {"sha512sum", &program{roles: "r"}}, {"shasum", &program{value: "a", roles: "r"}}, {"cksum", &program{roles: "r"}},
	{"gpg", &program{value: "ourRcN", values: []string{"output", "recipient", "homedir", "keyserver", "passphrase", "passphrase-file", "default-key"}, roles: "r", opts: "o:w output:w"}}, {"openssl", &program{single: true, roles: "-", opts: "in:r out:w inkey:r key:r keyout:w passin:-"}}, {"age", &program{value: "oriR", values: []string{"output", "recipient", "identity"}, roles: "r", opts: "o:w output:w i:r identity:r"}},
	// archives
	{"tar", &program{}}, {"bsdtar", &program{}}, {"unzip", &program{value: "dxP", roles: "r-", opts: "d:w"}}, {"zip", &program{value: "xinbtP", values: []string{"unzip-command"}, roles: "wr", opts: "unzip-command:!"}}, {"7z", &program{roles: "-"}}, {"gzip", &program{value: "S", roles: "w"}}, {"gunzip", &program{value: "S", roles: "w"}}, {"xz", &program{roles: "w"}}, {"bzip2", &program{roles: "w"}}, {"zstd", &program{value: "oDT", roles: "r", opts: "o:w"}}, {"cpio", &program{value: "FEHD", roles: "-", opts: "F:r"}}, {"ar", &program{roles: "-wr"}},
	// network
	{"curl", &program{value: "oTdFHXAebuxKmCcEDwYyzrtQUP", values: curlValues}}, {"wget", &program{value: "OPoaieBUtTwQlARDIX", values: []string{"output-document", "directory-prefix", "output-file", "append-output", "input-file", "post-file", "post-data", "body-file", "body-data", "header", "user-agent", "method", "user", "password", "timeout", "tries", "certificate", "private-key", "ca-certificate"}, opts: "O:w output-document:w o:w output-file:w a:a append-output:a i:r input-file:r post-file:r body-file:r private-key:r"}},
	{"ssh", &program{value: "BbcDEeFIiJLlmOopQRSWw", stop: true, opts: "i:r F:r"}}, {"ssh-keygen", &program{value: "bCfFItNPrOVs"}}, {"sftp", &program{value: "BbcDFiJloPRSs"}}, {"nc", &program{value: "eciIgGmMOPpqsTVWwXx"}}, {"ncat", &program{value: "ecigGmMopsw", values: []string{"sh-exec", "exec", "lua-exec"}}}, {"netcat", &program{value: "ecigmopsw"}}, {"socat", &program{}}, {"telnet", &program{}}, {"http", &program{}}, {"https", &program{}}, {"xh", &program{}}, {"aria2c", &program{value: "odixj", values: []string{"out", "dir", "input-file"}, opts: "i:r input-file:r"}},
	{"ping", &program{value: "cisIWwtTQpMmlSFDaA"}}, {"dig", &program{}}, {"nslookup", &program{}}, {"host", &program{}}, {"ftp", &program{}}, {"telnetd", &program{}},
	// wrappers, whose own words are few
	{"sudo", &program{value: "ugpCcrtThUDR", values: []string{"user", "group", "prompt", "chdir", "chroot", "host", "other-user", "type", "role", "close-from", "command-timeout"}, stop: true}}, {"doas", &program{value: "uC", stop: true}}, {"env", &program{value: "uCSP", values: []string{"unset", "chdir", "split-string"}, stop: true}}, {"nice", &program{value: "n", values: []string{"adjustment"}, stop: true}}, {"nohup", &program{stop: true}},
	{"timeout", &program{value: "ks", values: []string{"kill-after", "signal"}, stop: true}}, {"time", &program{value: "fo", values: []string{"format", "output"}, stop: true, opts: "o:w output:w"}}, {"stdbuf", &program{value: "ioe", values: []string{"input", "output", "error"}, stop: true}}, {"setsid", &program{stop: true}}, {"ionice", &program{value: "cnpPu", values: []string{"class", "classdata"}, stop: true}}, {"chrt", &program{value: "TPD", stop: true}}, {"taskset", &program{value: "p", stop: true}}, {"chroot", &program{values: []string{"userspec", "groups"}, stop: true}},
	{"flock", &program{value: "wEc", values: []string{"timeout", "wait", "conflict-exit-code", "command"}, stop: true}}, {"watch", &program{value: "nq", values: []string{"interval", "equexit"}, stop: true}}, {"xargs", &program{value: "IELnPsda", joined: "ei", values: []string{"replace-str", "max-args", "max-procs", "delimiter", "arg-file", "max-lines", "max-chars"}, stop: true, opts: "a:r arg-file:r"}}, {"parallel", &program{value: "jNnISCaJ", values: []string{"jobs", "colsep", "joblog", "results", "arg-file", "sshlogin", "max-args", "delay", "retries", "timeout"}, stop: true, opts: "a:r arg-file:r joblog:w"}},
	{"gate", &program{stop: true}}, {"gatectl", &program{stop: true}},
	{"systemd-run", &program{value: "uptMEHd", values: []string{"unit", "property", "slice", "description", "uid", "gid", "nice", "working-directory", "setenv", "machine", "host", "on-calendar", "on-active"}, stop: true}}, {"unshare", &program{value: "SGRw", stop: true}}, {"nsenter", &program{value: "tSGrw", values: []string{"target"}, stop: true}}, {"runuser", &program{value: "ugGcs", values: []string{"user", "group", "command", "shell"}, stop: true}}, {"su", &program{value: "cgGsw", values: []string{"command", "shell", "group"}}}, {"script", &program{value: "cEoOIBTm", values: []string{"command"}, roles: "w"}},
	{"busybox", &program{stop: true}}, {"toybox", &program{stop: true}}, {"caffeinate", &program{value: "tw", stop: true}}, {"strace", &program{value: "opePsSaEIObuX", stop: true, opts: "o:w"}}, {"ltrace", &program{value: "opelnsuaAF", stop: true, opts: "o:w"}}, {"valgrind", &program{stop: true}}, {"gdb", &program{single: true}}, {"fakeroot", &program{value: "lsib", stop: true}}, {"firejail", &program{stop: true}}, {"unbuffer", &program{stop: true}}, {"rlwrap", &program{value: "abcCDefFgHilmMoOPqrsStTwWz", stop: true}}, {"pkexec", &program{values: []string{"user"}, stop: true}}, {"gosu", &program{stop: true}}, {"su-exec", &program{stop: true}}, {"setpriv", &program{values: []string{"reuid", "regid", "groups"}, stop: true}}, {"xvfb-run", &program{value: "nsefp", stop: true}}, {"dbus-run-session", &program{stop: true}}, {"torsocks", &program{stop: true}}, {"proxychains", &program{value: "f", stop: true}}, {"proxychains4", &program{value: "f", stop: true}}, {"direnv", &program{stop: true}}, {"entr", &program{stop: true}}, {"dotenv", &program{value: "fe", stop: true}}, {"ts", &program{stop: true}}, {"chronic", &program{stop: true}}, {"errno", &program{}}, {"hyperfine", &program{value: "wmMrpcSLnNs", values: []string{"warmup", "min-runs", "max-runs", "runs", "prepare", "cleanup", "setup", "shell", "parameter-list", "export-json", "export-markdown", "export-csv"}, opts: "export-json:w export-markdown:w export-csv:w"}},
	// shells and interpreters
	{"sh", &program{value: "oO", stop: true}}, {"bash", &program{value: "oO", values: []string{"rcfile", "init-file"}, stop: true}}, {"zsh", &program{value: "o", stop: true}}, {"dash", &program{value: "o", stop: true}}, {"ksh", &program{value: "o", stop: true}}, {"ash", &program{value: "o", stop: true}}, {"mksh", &program{value: "o", stop: true}}, {"rbash", &program{stop: true}}, {"fish", &program{value: "cCdDfo", values: []string{"command", "init-command"}, stop: true}}, {"pwsh", &program{single: true, stop: true}}, {"powershell", &program{single: true, stop: true}}, {"cmd", &program{stop: true}},
	{"python", &program{value: "cmWXQ", stop: true}}, {"node", &program{value: "epr", values: []string{"eval", "print", "require", "import", "loader", "env-file"}, stop: true}}, {"deno", &program{stop: true}}, {"bun", &program{value: "e", values: []string{"eval"}, stop: true}}, {"perl", &program{value: "eEIMmCxD", joined: "i", stop: true}}, {"ruby", &program{value: "eIrCEx", joined: "i", stop: true}}, {"php", &program{value: "rBRFEdcfzt", values: []string{"run"}, stop: true}}, {"lua", &program{value: "el", stop: true}}, {"osascript", &program{value: "els", stop: true}}, {"Rscript", &program{value: "e", stop: true}}, {"tclsh", &program{stop: true}}, {"julia", &program{value: "eE", stop: true}}, {"groovy", &program{value: "e", stop: true}}, {"scala", &program{value: "e", stop: true}}, {"elixir", &program{value: "e", stop: true}}, {"guile", &program{value: "c", stop: true}}, {"jshell", &program{}}, {"ghc", &program{value: "e", stop: true}}, {"swipl", &program{value: "gt", stop: true}}, {"racket", &program{value: "e", stop: true}}, {"sbcl", &program{}}, {"raku", &program{value: "e", stop: true}},
	// package runners
	{"npx", &program{value: "pc", values: []string{"package", "call"}, stop: true}}, {"bunx", &program{stop: true}}, {"uvx", &program{values: []string{"from", "with", "python"}, stop: true}}, {"pipx", &program{stop: true}}, {"npm", &program{values: []string{"prefix", "pack-destination", "workspace", "registry", "tag"}, value: "w", opts: "prefix:c pack-destination:c"}}, {"pnpm", &program{value: "CF", values: []string{"filter", "dir"}}}, {"yarn", &program{}}, {"uv", &program{}}, {"poetry", &program{}}, {"pipenv", &program{}}, {"pdm", &program{}}, {"hatch", &program{}}, {"rye", &program{}}, {"bundle", &program{}}, {"mise", &program{}}, {"asdf", &program{}}, {"nix", &program{}}, {"conda", &program{}},
	// containers and clusters
	{"docker", &program{}}, {"podman", &program{}}, {"nerdctl", &program{}}, {"kubectl", &program{}}, {"oc", &program{}}, {"docker-compose", &program{}}, {"lxc", &program{}}, {"vagrant", &program{}},
	// programs that start others from a language of their own
	{"vim", &program{value: "cSuUiTwW", values: []string{"cmd"}, roles: "r"}}, {"vi", &program{value: "cS", roles: "r"}}, {"nvim", &program{value: "cSul", values: []string{"cmd"}, roles: "r"}}, {"nano", &program{roles: "r"}}, {"ex", &program{value: "c"}}, {"ed", &program{value: "p"}}, {"lldb", &program{value: "osSf", values: []string{"one-line", "one-line-before-file"}}}, {"tcpdump", &program{value: "wrzicCGWsBFTyZ", opts: "w:w z:! r:r"}},
	{"setarch", &program{stop: true}}, {"linux32", &program{stop: true}}, {"linux64", &program{stop: true}}, {"cpulimit", &program{value: "lpeP", values: []string{"limit"}, stop: true}}, {"faketime", &program{value: "fp", stop: true}}, {"sg", &program{stop: true}}, {"ssh-agent", &program{value: "acEOt", stop: true}}, {"nix-shell", &program{value: "pAI", values: []string{"run", "command", "packages"}, opts: "run:! command:!"}}, {"nodemon", &program{value: "xewi", values: []string{"exec", "ext", "watch", "ignore"}, stop: true, opts: "exec:! x:!"}},
	{"xterm", &program{}}, {"emacs", &program{}}, {"ansible", &program{value: "iuamMft", values: []string{"args", "inventory", "module-name"}}}, {"dc", &program{}}, {"tmux", &program{}}, {"screen", &program{}}, {"ip", &program{}}, {"start-stop-daemon", &program{}}, {"rimraf", &program{roles: "d"}}, {"del-cli", &program{roles: "d"}}, {"shx", &program{stop: true}}, {"dotenvx", &program{}}, {"cross-env", &program{stop: true}}, {"env-cmd", &program{value: "f", stop: true}},
	// output outside of what the rows above know
	{"pandoc", &program{value: "oftT", values: []string{"output", "from", "to"}, roles: "r", opts: "o:w output:w"}}, {"pg_dump", &program{value: "fhpUdtnFjZ", values: []string{"file", "host", "port", "username", "dbname", "table", "schema", "format"}, opts: "f:w file:w"}}, {"mysqldump", &program{value: "uhPr", values: []string{"result-file"}, opts: "r:w result-file:w"}}, {"ffmpeg", &program{}}, {"ssh-copy-id", &program{}},
	// the rest of ordinary work
	{"git", &program{}}, {"find", &program{}}, {"fd", &program{value: "etEdxXSoc", values: []string{"extension", "type", "exclude", "exec", "exec-batch", "max-depth", "min-depth", "base-directory", "search-path"}}}, {"fdfind", &program{value: "etEdxXSoc"}}, {"ls", &program{roles: "-"}}, {"crontab", &program{value: "u", roles: "r"}}, {"at", &program{value: "fqt", opts: "f:r"}}, {"batch", &program{}}, {"man", &program{value: "PHMrs", values: []string{"pager", "html"}}}, {"make", &program{value: "fCIojWE", values: []string{"file", "directory", "makefile", "eval"}, opts: "f:r file:r makefile:r"}}, {"gmake", &program{value: "fCIojWE"}},
	{"go", &program{single: true}}, {"gcc", &program{value: "oIDLlxUfmWO", opts: "o:w"}}, {"cc", &program{value: "oIDLlxUfmWO", opts: "o:w"}}, {"clang", &program{value: "oIDLlxUfmWO", opts: "o:w"}}, {"g++", &program{value: "oIDLlxUfmWO", opts: "o:w"}}, {"clang++", &program{value: "oIDLlxUfmWO", opts: "o:w"}}, {"rustc", &program{value: "oLl", opts: "o:w"}}, {"cmake", &program{value: "BSGDC", values: []string{"build", "install", "preset"}, opts: "B:c"}}, {"terraform", &program{single: true, opts: "out:w state-out:w chdir:-"}}, {"tofu", &program{single: true, opts: "out:w state-out:w"}},
	{"apt", &program{}}, {"apt-get", &program{}}, {"dnf", &program{}}, {"yum", &program{}}, {"apk", &program{}}, {"pacman", &program{}}, {"brew", &program{}}, {"pip", &program{values: []string{"target", "dest", "requirement", "index-url", "prefix", "root"}, value: "dtric", opts: "t:c target:c d:c dest:c"}}, {"pip3", &program{values: []string{"target", "dest", "requirement", "index-url"}, value: "dtric", opts: "t:c target:c d:c dest:c"}}, {"cargo", &program{values: []string{"target-dir", "manifest-path", "features", "package", "config"}, value: "pFj", opts: "target-dir:c"}}, {"gem", &program{}}, {"composer", &program{}}, {"gh", &program{}}, {"glab", &program{}}, {"aws", &program{}}, {"gcloud", &program{}}, {"az", &program{}}, {"psql", &program{}}, {"mysql", &program{}}, {"mariadb", &program{}}, {"sqlite3", &program{}}, {"systemctl", &program{}}, {"service", &program{}}, {"launchctl", &program{}}, {"kill", &program{}}, {"pkill", &program{}}, {"killall", &program{}}, {"which", &program{}}, {"whereis", &program{}}, {"whatis", &program{}}, {"apropos", &program{}}, {"info", &program{}}, {"tldr", &program{}}, {"help", &program{}}, {"ps", &program{}}, {"pgrep", &program{}}, {"date", &program{}}, {"seq", &program{}}, {"basename", &program{}}, {"dirname", &program{}}, {"realpath", &program{}}, {"readlink", &program{}}, {"mktemp", &program{}}, {"nproc", &program{}}, {"uname", &program{}}, {"hostname", &program{}}, {"whoami", &program{}}, {"id", &program{}}, {"sleep", &program{}}, {"yes", &program{}}, {"tput", &program{}}, {"gofmt", &program{}}, {"prettier", &program{}}, {"eslint", &program{}}, {"shellcheck", &program{}},
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
	return programs.Get(base)
}

// family is the name under which a program's handler is found.
func family(name string) string {
	if !programs.Has(name) {
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
