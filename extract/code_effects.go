package extract

import (
	"slices"
	"strings"

	"gate"
)

// deed is what calling a function does.
type deed byte

const (
	startsShell  deed = iota + 1 // the first argument is a shell's text, or a list of words
	startsWords                  // a program and its words
	doesDelete                   // the first argument, or what it is called on, goes away
	doesWrite                    // the first argument is written
	doesOpen                     // as the second argument says
	doesMove                     // from the first to the second
	doesCopy                     // from the first to the second
	doesRead                     // the first argument is read
	doesLink                     // the second argument becomes a link to the first
	doesMake                     // the first argument is a new folder
	doesMode                     // the mode of the first argument changes
	doesEvaluate                 // the first argument is a program
	doesFetch                    // the first argument is an address
	writesThis                   // what it is called on is written
	readsThis                    // what it is called on is read
	deleteThis                   // what it is called on goes away
)

// effects by a function's own name; those in dottedDeeds only behind that module.
var deeds = map[string]deed{
	"system": startsShell, "popen": startsShell, "getoutput": startsShell, "getstatusoutput": startsShell, "execSync": startsShell, "shell_exec": startsShell, "passthru": startsShell, "proc_open": startsShell, "check_call": startsShell, "check_output": startsShell, "Popen": startsShell, "create_subprocess_shell": startsShell,
	"spawn": startsWords, "spawnSync": startsWords, "execFile": startsWords, "execFileSync": startsWords, "execvp": startsWords, "execv": startsWords, "create_subprocess_exec": startsWords,
	"rmtree": doesDelete, "rmSync": doesDelete, "unlinkSync": doesDelete, "rmdirSync": doesDelete, "rm_rf": doesDelete, "rm_r": doesDelete, "removedirs": doesDelete, "remove_tree": doesDelete, "removeSync": doesDelete, "rimraf": doesDelete, "rimrafSync": doesDelete,
	"writeFileSync": doesWrite, "writeFile": doesWrite, "appendFileSync": doesWrite, "appendFile": doesWrite, "createWriteStream": doesWrite, "file_put_contents": doesWrite, "outputFileSync": doesWrite, "truncateSync": doesWrite,
	"open": doesOpen, "fopen": doesOpen, "openSync": doesOpen,
	"renameSync": doesMove, "copyFileSync": doesCopy, "cpSync": doesCopy, "copytree": doesCopy, "copyfile": doesCopy, "copy2": doesCopy, "symlinkSync": doesLink, "symlink": doesLink,
	"readFileSync": doesRead, "readFile": doesRead, "file_get_contents": doesRead,
	"mkdirSync": doesMake, "makedirs": doesMake, "mkdir_p": doesMake, "chmodSync": doesMode,
	"write_text": writesThis, "write_bytes": writesThis, "read_text": readsThis, "read_bytes": readsThis,
	"urlopen": doesFetch, "urlretrieve": doesFetch, "fetch": doesFetch,
}

var dottedDeeds = map[string]deed{
	"subprocess.run": startsShell, "subprocess.call": startsShell, "child_process.exec": startsShell, "Open3.capture2": startsShell, "Open3.capture3": startsShell, "IO.popen": startsShell, "Kernel.system": startsShell, "Kernel.exec": startsShell, "os.execl": startsWords, "os.execlp": startsWords, "Deno.run": startsShell, "Bun.spawn": startsShell,
	"os.remove": doesDelete, "os.unlink": doesDelete, "os.rmdir": doesDelete, "fs.rm": doesDelete, "fs.unlink": doesDelete, "fs.rmdir": doesDelete, "File.delete": doesDelete, "File.unlink": doesDelete, "FileUtils.rm": doesDelete, "FileUtils.remove_dir": doesDelete, "Dir.rmdir": doesDelete, "Deno.remove": doesDelete, "fs.promises.rm": doesDelete, "os.truncate": doesWrite,
	"File.write": doesWrite, "IO.write": doesWrite, "Deno.writeTextFile": doesWrite, "Bun.write": doesWrite, "File.open": doesOpen, "File.read": doesRead, "IO.read": doesRead,
	"os.rename": doesMove, "os.replace": doesMove, "shutil.move": doesMove, "fs.rename": doesMove, "File.rename": doesMove, "FileUtils.mv": doesMove, "shutil.copy": doesCopy, "FileUtils.cp": doesCopy, "FileUtils.cp_r": doesCopy,
	"os.mkdir": doesMake, "os.chmod": doesMode, "os.chown": doesMode, "os.link": doesLink, "requests.get": doesFetch, "requests.post": doesFetch, "axios.get": doesFetch, "axios.post": doesFetch,
}

// words that are functions of the language itself, without a module.
var plainDeeds = map[string]deed{
	"exec": doesEvaluate, "eval": doesEvaluate, "unlink": doesDelete, "rmdir": doesDelete, "rename": doesMove,
}

// deedOf finds what the function of a dottedDeeds name does.
func deedOf(full string) (deed, bool) {
	last := full[strings.LastIndex(full, ".")+1:]
	if e, ok := deeds[last]; ok {
		return e, true
	}
	if full == last {
		e, ok := plainDeeds[last]
		return e, ok
	}
	for name, e := range dottedDeeds {
		if full == name || strings.HasSuffix(full, "."+name) {
			return e, true
		}
	}
	if strings.HasSuffix(full, ".unlink") || strings.HasSuffix(full, ".rmdir") {
		return deleteThis, true
	}
	if last == "exec" && !strings.HasSuffix(full, "re.exec") { // child_process under another name, or a pattern's exec
		return 0, false
	}
	return 0, false
}

// deed notes what a call does.
func (p *codeReader) effect(e deed, full string, on operand, args []operand, named map[string]operand) {
	arg := func(i int) operand {
		if i < len(args) {
			return args[i]
		}
		return operand{}
	}
	switch e {
	case startsShell:
		p.runs(arg(0), args)
	case startsWords:
		p.words(append([]string{arg(0).text}, p.flat(args[min(1, len(args)):])...))
	case doesEvaluate:
		p.evaluates(full, arg(0), args)
	case doesDelete:
		for _, a := range p.flat(args[:min(1, len(args))]) {
			p.target(gate.OpDelete, a)
		}
	case doesWrite:
		p.target(gate.OpWrite, arg(0).text)
	case doesMake:
		p.target(gate.OpCreate, arg(0).text)
	case doesMode:
		p.target(gate.OpChmod, arg(0).text)
	case doesOpen:
		p.opens(args, named)
	case doesMove, doesCopy:
		if e == doesMove {
			p.target(gate.OpMove, arg(0).text)
		} else {
			p.reads(arg(0).text)
		}
		p.target(gate.OpWrite, arg(1).text)
	case doesLink:
		p.target(gate.OpLink, arg(1).text)
	case doesRead:
		p.reads(arg(0).text)
	case doesFetch:
		if u := arg(0).text; strings.Contains(u, "://") && !strings.HasPrefix(u, gate.UnknownText) {
			p.r.x.url(u, "GET", p.lang)
		}
	case writesThis:
		p.target(gate.OpWrite, on.text)
	case readsThis:
		p.reads(on.text)
	case deleteThis:
		if on.text != "" && on.text != gate.UnknownText || on.path {
			p.target(gate.OpDelete, on.text)
		}
	}
}

// runs is subprocess.run and its kin: a list of words, or a shell's text.
func (p *codeReader) runs(first operand, args []operand) {
	switch {
	case first.list != nil:
		p.words(first.list)
	case len(args) > 1 && (p.lang == "perl" || p.lang == "ruby"):
		p.words(p.flat(args))
	case len(args) > 0 || first.text != "":
		p.start(first.text)
	}
}

// doesEvaluate is eval and exec: a shell command in some languages, code of the
// same language in others.
func (p *codeReader) evaluates(full string, first operand, args []operand) {
	if full == "exec" && p.lang != "python" && p.lang != "node" && p.lang != "deno" && p.lang != "bun" {
		p.runs(first, args)
		return
	}
	if full == "exec" && p.lang != "python" { // const {exec} = require("child_process")
		p.start(first.text)
		return
	}
	if first.text != "" && !strings.Contains(first.text, gate.UnknownText) {
		p.r.program(p.lang, first.text, p.st, p.ctx)
		return
	}
	p.r.x.unknown(gate.UnknownCommand, p.lang, "the program runs code that is made when it runs")
}

func (p *codeReader) flat(args []operand) []string {
	var out []string
	for _, a := range args {
		if a.list != nil {
			out = append(out, a.list...)
		} else if a.text != "" {
			out = append(out, a.text)
		}
	}
	return out
}

// words starts a program with its words.
func (p *codeReader) words(words []string) {
	if len(words) == 0 {
		return
	}
	p.r.found(slices.Clone(words), "\x00", "", p.lang, p.st, p.ctx)
}

// doesOpen is open(file, mode).
func (p *codeReader) opens(args []operand, named map[string]operand) {
	if len(args) == 0 {
		return
	}
	file, mode := args[0].text, "r"
	if len(args) > 1 {
		mode = args[1].text
	}
	if m, ok := named["mode"]; ok {
		mode = m.text
	}
	if p.lang == "perl" { // open(my $f, '>', "x") or open(F, ">x")
		mode, file = "", args[len(args)-1].text
		if len(args) > 2 {
			mode = args[1].text
		}
		if rest := strings.TrimLeft(file, "+>< "); len(rest) < len(file) {
			mode, file = file[:len(file)-len(rest)], rest
		}
		if text, ok := strings.CutPrefix(file, "|"); ok {
			p.start(text)
			return
		}
		if text, ok := strings.CutSuffix(file, "|"); ok {
			p.start(text)
			return
		}
	}
	if strings.ContainsAny(mode, "wax+>") {
		p.target(gate.OpWrite, file)
		return
	}
	p.reads(file)
}

func (p *codeReader) target(op, file string) {
	if file != "" {
		p.r.target(target{path: file, cwd: p.st.cwd, op: op, source: p.lang}, p.ctx)
	}
}

func (p *codeReader) reads(file string) {
	if file != "" && !strings.Contains(file, gate.UnknownText) {
		p.r.read(file, p.st.cwd, p.lang, p.ctx)
	}
}
