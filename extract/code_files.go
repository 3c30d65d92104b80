package extract

import (
	"path"
	"strings"

	"gate"
)

// codeJoined is path.join(a, b), or separator.join(list) and list.join(separator).
func codeJoined(_ *codeReader, full string, on operand, a arguments) (operand, bool) {
	if on.list == nil && len(a.list) == 1 && a.list[0].list != nil {
		on, a.list = a.list[0], []operand{on}
	}
	if on.list != nil {
		between := a.at(0).text
		var v operand
		for i, e := range on.list {
			if i == 0 {
				v = e
				continue
			}
			v = v.join(e, between)
		}
		return v, v.list == nil
	}
	if !strings.HasSuffix(full, "path.join") && full != "join" && full != "File.join" && full != "catfile" || len(a.list) == 0 {
		return operand{}, false
	}
	v := a.list[0]
	for _, e := range a.list[1:] {
		v = v.join(e, "/")
	}
	return v.mapped(path.Clean), v.list == nil
}

func partOfPath(_ *codeReader, full string, on operand, a arguments) (operand, bool) {
	last := full[strings.LastIndex(full, ".")+1:]
	v := on
	if !on.path && len(a.list) > 0 {
		v = a.list[0]
	}
	if v.list != nil || v.text == "" {
		return operand{}, false
	}
	switch last {
	case "joinpath":
		for _, e := range a.list {
			v = v.join(e, "/")
		}
	case "with_name":
		v = v.mapped(parentOf).join(a.at(0), "/")
	case "with_suffix", "with_stem":
		v = v.mapped(func(s string) string { return parentOf(s) + "/" + gate.UnknownText })
	case "dirname":
		v = v.mapped(parentOf)
	case "basename":
		v = v.mapped(path.Base)
	case "splitext":
		stem := v.mapped(func(s string) string { return strings.TrimSuffix(s, path.Ext(s)) })
		return operand{list: []operand{stem, v.mapped(path.Ext)}}, true
	}
	return v, true
}

// filesIn are the files of a folder, or those that a pattern matches.
func filesIn(p *codeReader, full string, on operand, a arguments) (operand, bool) {
	last := full[strings.LastIndex(full, ".")+1:]
	in, name := on, operand{text: "./" + gate.UnknownText} // a name alone is one in the folder at hand
	if !on.path && len(a.list) > 0 {
		in = a.list[0]
	}
	if in.list != nil {
		return operand{}, false
	}
	if in.text == "" {
		in.text = "."
	}
	in.name = ""
	below := in.join(operand{text: gate.UnknownText}, "/")
	switch {
	case on.path && (last == "glob" || last == "rglob"):
		return operand{list: []operand{on.join(a.at(0), "/")}}, true
	case last == "iterdir" || last == "scandir" || last == "children":
		return operand{list: []operand{below}}, true
	case last == "glob" || last == "globSync" || last == "iglob":
		return operand{list: []operand{in}}, true
	case last == "walk":
		names := operand{list: []operand{name}}
		return operand{list: []operand{{list: []operand{below, names, names}}}}, true
	}
	return operand{list: []operand{name}}, true
}

// temporary is a fresh place in the temporary folder.
func temporary(p *codeReader, full string, _ operand, a arguments) (operand, bool) {
	dir := p.r.get("TMPDIR", p.st)
	v := operand{text: dir + "/tmp.XXXXXX"}
	if d, ok := a.named["dir"]; ok && d.text != "" {
		v = d.join(operand{text: "tmp.XXXXXX"}, "/")
	}
	switch last := full[strings.LastIndex(full, ".")+1:]; last {
	case "tmpdir", "gettempdir", "sys_get_temp_dir":
		v.text = dir
	case "mkstemp":
		return operand{list: []operand{unknownOperand, v}}, true
	case "mkdtempSync", "mkdtemp":
		if len(a.list) == 1 && p.node() {
			return a.list[0].join(operand{text: "XXXXXX"}, ""), true
		}
	case "NamedTemporaryFile", "TemporaryFile":
		v.handle = true
	}
	return v, true
}

// surroundings are the home, the folder at hand, and the environment.
func surroundings(p *codeReader, full string, _ operand, a arguments) (operand, bool) {
	switch last := full[strings.LastIndex(full, ".")+1:]; last {
	case "homedir", "home":
		return operand{text: p.r.get("HOME", p.st), path: last == "home"}, true
	case "cwd", "getcwd", "pwd":
		return operand{text: p.st.cwd, path: last == "cwd" && p.lang == "python"}, p.st.cwd != ""
	case "getenv":
		return operand{text: p.r.get(a.at(0).text, p.st)}, true
	case "get", "fetch":
		if environment(strings.TrimSuffix(full, "."+last)) {
			return operand{text: p.r.get(a.at(0).text, p.st)}, true
		}
	}
	return operand{}, false
}

// parentOf is the folder of a path, as unknown as the path.
func parentOf(file string) string {
	if dir := path.Dir(file); dir != "." || !strings.Contains(file, gate.UnknownText) {
		return dir
	}
	return gate.UnknownText
}
