package extract

import (
	"strings"

	"gate"
)

// reckon is what is known of a function's value; false when nothing is.
type reckon func(p *codeReader, full string, on operand, a arguments) (operand, bool)

// invoke notes what a call does, and gives what is known of its value.
func (p *codeReader) invoke(full string, on operand, a arguments) operand {
	last := full[strings.LastIndex(full, ".")+1:]
	if e, ok := pathDeeds.Find(last); ok && on.path {
		return p.effect(e, full, on, a)
	}
	if f := reckons(last); f != nil {
		if v, ok := f(p, full, on, a); ok {
			return v
		}
	}
	if e, ok := deedOf(full); ok {
		return p.effect(e, full, on, a)
	}
	switch {
	case on.handle && (last == "read" || last == "readlines" || last == "readline" || last == "gets" || last == "each_line"):
		return operand{text: gate.UnknownText, own: true}
	case on.handle && (last == "write" || last == "puts" || last == "print" || last == "end"):
		p.put(on, a.at(0))
		return unknownOperand
	}
	return operand{text: gate.UnknownText, from: on.from, own: on.own}
}

// codeValued says whether something is known of a function's value.
func codeValued(full string) bool { return reckons(full[strings.LastIndex(full, ".")+1:]) != nil }

// reckons finds the functions whose values are followed.
func reckons(name string) reckon {
	switch name {
	case "require", "__import__", "import_module", "import", "createRequire":
		return loads
	case "getattr":
		return func(_ *codeReader, _ string, _ operand, a arguments) (operand, bool) {
			return chosen(a.at(0).name, a.at(1)), true
		}
	case "globals", "locals":
		return func(*codeReader, string, operand, arguments) (operand, bool) {
			return operand{text: gate.UnknownText, name: "globals"}, true
		}
	case "compile", "expanduser", "expand_path", "Path", "PurePath", "abspath", "realpath", "realpathSync", "resolve", "normpath", "normalize", "absolute", "String", "str", "fspath", "Pathname", "new", "as_posix":
		return codeSame
	case "strip", "trim", "rstrip", "lstrip", "chomp", "decode", "encode", "to_s", "toString", "text", "lower", "freeze":
		return codeTrimmed
	case "items", "entries", "keys", "values", "list", "sorted", "reversed", "set", "tuple", "filter", "tqdm", "from", "slice", "sort", "uniq", "iter", "map", "forEach", "each", "pairs", "enumerate", "each_with_index", "then", "on", "catch", "finally", "to_a", "concat":
		return elementsOf
	case "join":
		return codeJoined
	case "joinpath", "with_name", "with_suffix", "with_stem", "dirname", "basename", "splitext":
		return partOfPath
	case "glob", "globSync", "iglob", "rglob", "iterdir", "listdir", "scandir", "readdirSync", "readdir", "walk", "children", "scandirSync":
		return filesIn
	case "mkdtemp", "mkstemp", "NamedTemporaryFile", "TemporaryDirectory", "TemporaryFile", "mkdtempSync", "tmpdir", "gettempdir", "mktmpdir", "mktemp", "tempnam", "sys_get_temp_dir", "tempdir", "tempfile":
		return temporary
	case "homedir", "home", "cwd", "getcwd", "pwd", "getenv", "get", "fetch":
		return surroundings
	case "split", "Fields", "replace", "format", "shellwords", "shlex":
		return ofText
	case "b64decode", "fromhex", "pack", "unhexlify", "atob", "base64_decode", "decode64", "strict_decode64", "hex2bin":
		return decodes
	}
	return nil
}

func loads(_ *codeReader, full string, _ operand, a arguments) (operand, bool) {
	v := a.at(0)
	if !v.settled() || v.text == "" {
		return operand{text: gate.UnknownText, unsure: full == "__import__" && v.text != ""}, true
	}
	return operand{text: gate.UnknownText, name: moduleName(v.text)}, true
}

// codeSame are functions that give their argument, or what they are called on.
func codeSame(_ *codeReader, full string, on operand, a arguments) (operand, bool) {
	last := full[strings.LastIndex(full, ".")+1:]
	if last == "new" && !strings.HasSuffix(full, "Pathname.new") || last == "compile" && full != last {
		return operand{}, false
	}
	v := on
	if len(a.list) > 0 {
		v = a.list[0]
		if last == "Path" || last == "PurePath" || last == "resolve" {
			for _, more := range a.list[1:] {
				v = v.join(more, "/")
			}
		}
	}
	if v.list != nil {
		return operand{}, false
	}
	v.path = v.path || last == "Path" || last == "PurePath" || last == "Pathname"
	v.name = ""
	return v, true
}

func codeTrimmed(_ *codeReader, _ string, on operand, a arguments) (operand, bool) {
	if on.list != nil || on.text == "" {
		return operand{}, false
	}
	on.name = ""
	if len(a.list) > 0 && a.at(0).text == "base64" {
		return on, true
	}
	return on, true
}

func elementsOf(_ *codeReader, full string, on operand, a arguments) (operand, bool) {
	v, last := on, full[strings.LastIndex(full, ".")+1:]
	if on.list == nil && len(a.list) > 0 && len(on.from) == 0 {
		v = a.list[0]
		if last == "from" && len(a.list) > 1 && a.list[1].settled() {
			return decodes(nil, a.list[1].text, on, a)
		}
	}
	if v.list == nil {
		if len(v.from) > 0 {
			return operand{text: gate.UnknownText, from: v.from}, true
		}
		return operand{}, false
	}
	column := -1
	switch last {
	case "items", "entries", "each", "pairs":
		v.dict = false
	case "keys":
		column = 0
	case "values":
		column = 1
	case "enumerate", "each_with_index":
		out := operand{list: []operand{}}
		for _, e := range v.list {
			pair := []operand{unknownOperand, e}
			if last == "each_with_index" {
				pair = []operand{e, unknownOperand}
			}
			out.list = append(out.list, operand{list: pair})
		}
		return out, true
	case "map":
		return unknownOperand, true
	case "slice":
		n, _ := decimal(a.at(0).text)
		return v.after(n), true
	}
	if v.dict && column >= 0 {
		out := operand{list: []operand{}}
		for _, e := range v.list {
			out.list = append(out.list, e.at(column))
		}
		return out, true
	}
	return v, true
}
