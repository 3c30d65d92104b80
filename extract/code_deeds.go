package extract

import (
	"strings"

	"gate"
)

// effect notes what a call does, and gives what is known of its value.
func (p *codeReader) effect(e deed, full string, on operand, a arguments) operand {
	switch e {
	case startsShell:
		p.runs(a)
	case startsWords:
		words := wordList(a.list[min(1, len(a.list)):])
		if a.at(0).name != "" { // os.spawnlp(os.P_WAIT, ...)
			p.words(words)
			break
		}
		if strings.HasPrefix(full, "os.exec") && len(words) > 0 {
			words = words[1:] // the program's own word for itself
		}
		p.words(append([]operand{a.at(0)}, words...))
	case doesEvaluate:
		p.evaluates(full, a)
	case doesDelete:
		if p.lang == "perl" || p.lang == "ruby" {
			p.targets(gate.OpDelete, wordList(a.list)...)
			break
		}
		p.targets(gate.OpDelete, wordList(a.list[:min(1, len(a.list))])...)
	case doesWrite, doesAppend:
		op := gate.OpWrite
		if e == doesAppend {
			op = gate.OpAppend
		}
		p.targets(op, a.at(0))
		p.put(a.at(0), a.at(1))
	case doesOpen:
		return p.opens(on, a)
	case doesRead:
		if strings.Contains(a.at(0).text, "://") {
			return p.fetches(a)
		}
		return p.reads(a.at(0))
	case doesFetch:
		if full == "get" && p.lang != "perl" {
			break
		}
		v := p.fetches(a)
		if strings.HasSuffix(full, "urlretrieve") || full == "getstore" {
			p.targets(gate.OpWrite, a.at(1))
			p.put(a.at(1), v)
		}
		return v
	default:
		return p.change(e, full, on, a)
	}
	return unknownOperand
}

// change is what a call does to places in the file system.
func (p *codeReader) change(e deed, full string, on operand, a arguments) operand {
	switch e {
	case doesMake:
		p.targets(gate.OpCreate, a.at(0))
	case doesMode:
		p.targets(gate.OpChmod, a.at(0))
	case doesMove:
		p.targets(gate.OpMove, a.at(0))
		p.targets(gate.OpWrite, a.at(1))
	case doesCopy:
		p.reads(a.at(0))
		p.targets(gate.OpWrite, a.at(1))
	case doesLink:
		p.links(a.at(0), a.at(1), full != "os.link" && full != "fs.link")
	case moveThis:
		p.targets(gate.OpMove, on)
		p.targets(gate.OpWrite, a.at(0))
		return a.at(0)
	case makeThis:
		p.targets(gate.OpCreate, on)
	case modeThis:
		p.targets(gate.OpChmod, on)
	case linksThis:
		p.links(a.at(0), on, !strings.HasSuffix(full, ".hardlink_to"))
	case writesThis:
		p.targets(gate.OpWrite, on)
		p.put(on, a.at(0))
	case readsThis:
		return p.reads(on)
	case deleteThis:
		if on.path || on.list == nil && on.text != "" && on.text != gate.UnknownText {
			p.targets(gate.OpDelete, on)
		}
	}
	return unknownOperand
}

// fetches asks an address; what it answers may then be run.
func (p *codeReader) fetches(a arguments) operand {
	for _, u := range a.at(0).values() {
		if strings.Contains(u, "://") && !strings.HasPrefix(u, gate.UnknownText) {
			p.r.x.url(u, "GET", p.lang)
		}
	}
	return fetched
}

// runs is subprocess.run and its kin: a list of words, or a shell's text.
func (p *codeReader) runs(a arguments) {
	first := a.at(0)
	if len(a.list) == 0 {
		first = a.named["args"]
	}
	switch {
	case first.list != nil:
		p.words(wordList(first.list))
	case len(a.list) > 1 && (p.lang == "perl" || p.lang == "ruby"):
		p.words(wordList(a.list))
	case first.text != "":
		p.start(first)
	}
}

// evaluates is eval and exec: a shell command in some languages, code of the
// same language in others.
func (p *codeReader) evaluates(full string, a arguments) {
	v := a.at(0)
	switch {
	case full == "exec" && p.lang != "python" && !p.node():
		p.runs(a)
		return
	case full == "exec" && p.node(): // const {exec} = require("child_process")
		p.start(v)
		return
	case full == "Function" && len(a.list) > 0:
		v = a.list[len(a.list)-1]
	}
	switch {
	case v.text == "" && v.list == nil:
	case v.settled():
		for _, text := range v.values() {
			p.r.programWith(p.lang, text, nil, p.st, p.ctx)
		}
	case v.own: // a file of this machine, as if it were started
	default:
		p.opaque(v, "the program runs code that is made when it runs")
	}
}

// words starts a program with its words.
func (p *codeReader) words(words []operand) {
	if len(words) == 0 {
		return
	}
	for _, line := range commands(words) {
		if p.funcs.supposed && strings.Contains(line[0], gate.UnknownText) {
			continue
		}
		p.r.found(line, "\x00", "", p.lang, p.st, p.ctx)
	}
}

// opens is open(file, mode), and path.open(mode).
func (p *codeReader) opens(on operand, a arguments) operand {
	file, mode := a.at(0), "r"
	rest := a.list[min(1, len(a.list)):]
	if on.path {
		file, rest = on, a.list
	}
	if len(rest) > 0 && rest[0].settled() {
		mode = rest[0].text
	}
	if m, ok := a.named["mode"]; ok {
		mode = m.text
	}
	if p.lang == "perl" {
		if file, mode = p.perlOpen(a); file.text == "" {
			return unknownOperand
		}
	}
	if strings.Contains(file.text, "://") {
		return p.fetches(arguments{list: []operand{file}})
	}
	switch {
	case strings.Contains(mode, "a") || strings.Contains(mode, ">>"):
		p.targets(gate.OpAppend, file)
	case strings.ContainsAny(mode, "wx+>"):
		p.targets(gate.OpWrite, file)
	default:
		v := p.reads(file)
		v.handle = true
		return v
	}
	file.handle, file.path, file.name = true, false, ""
	return file
}

// perlOpen is open(my $f, '>', "x"), or open(F, ">x"), or a command.
func (p *codeReader) perlOpen(a arguments) (file operand, mode string) {
	if len(a.list) == 0 {
		return operand{}, ""
	}
	file = a.list[len(a.list)-1]
	if len(a.list) > 2 {
		mode = a.list[1].text
		file = a.list[2]
	}
	if strings.HasPrefix(mode, "-|") || strings.HasPrefix(mode, "|-") {
		p.runs(arguments{list: a.list[2:]})
		return operand{}, ""
	}
	if text, ok := strings.CutPrefix(file.text, "|"); ok {
		p.start(operand{text: text})
		return operand{}, ""
	}
	if text, ok := strings.CutSuffix(strings.TrimRight(file.text, " "), "|"); ok {
		p.start(operand{text: text})
		return operand{}, ""
	}
	if rest := strings.TrimLeft(file.text, "+>< "); len(rest) < len(file.text) {
		mode, file.text = file.text[:len(file.text)-len(rest)], rest
		if strings.HasPrefix(rest, "&") {
			return operand{}, ""
		}
	}
	return file, mode
}

// targets are places that change.
func (p *codeReader) targets(op string, places ...operand) {
	for _, v := range places {
		for _, file := range v.values() {
			if file == "" || p.funcs.supposed && strings.HasPrefix(file, gate.UnknownText) {
				continue
			}
			p.r.target(target{path: file, cwd: p.st.cwd, op: op, source: p.lang}, p.ctx)
		}
	}
}

func (p *codeReader) links(to, at operand, symbolic bool) {
	p.targets(gate.OpLink, at)
	if to.settled() && at.settled() && to.text != "" && at.text != "" {
		p.r.linked(to.text, at.text, symbolic, p.st)
	}
}

// reads are files that are read: what they hold is this machine's own.
func (p *codeReader) reads(v operand) operand {
	for _, file := range v.values() {
		if file != "" && !strings.HasPrefix(file, gate.UnknownText) {
			p.r.read(file, p.st.cwd, p.lang, p.ctx)
			if s, ok := p.r.written(file, p.st); ok && len(v.also) == 0 {
				return operand{text: s.text, from: s.from}
			}
		}
	}
	return operand{text: gate.UnknownText, own: true}
}

// put gives the last write to a file its content, or more of it.
func (p *codeReader) put(at, content operand) {
	if content.list != nil || content.text == "" || p.st.cwd == "" {
		return
	}
	known := content.settled() && len(content.also) == 0
	text := strings.ReplaceAll(strings.Join(content.values(), "\n"), gate.UnknownText, "")
	for _, file := range at.values() {
		if file == "" || strings.HasPrefix(file, gate.UnknownText) {
			continue
		}
		abs := p.r.x.resolve(strings.ReplaceAll(file, gate.UnknownText, "*"), p.st.cwd, true).abs // as target writes it
		w := p.lastWrite(abs)
		if w == nil || len(w.Content)+len(text) > maxText {
			continue
		}
		first := w.Content == "" && p.r.files[abs].kind == ""
		w.Content += text
		w.Complete = known && w.Op == gate.OpWrite && (first || w.Complete)
		switch {
		case w.Complete:
			p.r.files[abs] = stream{kind: "file", text: w.Content}
		case len(content.from) > 0: // who runs it runs what an address answered
			p.r.files[abs] = stream{kind: "file", from: content.from, text: gate.UnknownText}
		default:
			delete(p.r.files, abs)
		}
	}
}

// lastWrite is the last of the program's own writes to a file.
func (p *codeReader) lastWrite(abs string) *gate.Target {
	writes := p.r.x.a.Writes
	for i := len(writes) - 1; i >= max(0, len(writes)-maxLoop); i-- {
		if w := &writes[i]; w.Abs == abs && w.Source == p.lang && (w.Op == gate.OpWrite || w.Op == gate.OpAppend) {
			return w
		}
	}
	return nil
}
