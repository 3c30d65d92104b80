package extract

import (
	"strings"

	"gate"
)

// interpreter runs a program of another language: as text, from standard
// input, or from a file, which is the project's own and not looked into
// unless this very line wrote it.
func interpreter(r *runner, c *call, st *state, ctx context) stream {
	lang := family(c.name)
	ran := false
	for _, o := range c.options {
		if o.value != "" && codeOption(lang, o.name) {
			ran = true
			if strings.Trim(o.value, gate.UnknownText+" \n") == "" {
				r.unseen(c.name, stream{from: r.origin}, st, ctx)
				continue
			}
			r.programWith(lang, o.value, c.operands, st, ctx.sub(c.name+" "+o.name))
		}
		if lang == "perl" && o.name == "-i" || lang == "ruby" && o.name == "-i" {
			for i, file := range c.operands {
				r.touch('w', file, c.opGlobs[i], c, st, ctx)
			}
		}
	}
	switch {
	case lang == "powershell" || lang == "pwsh":
		r.powershellProcess(c, st, ctx)
	case ran:
	case lang == "python" && c.has("-m"):
		return r.module(c, st, ctx)
	case len(c.operands) > 0 && c.operands[0] != "-":
		if s, ok := r.written(c.operands[0], st); ok {
			r.programStream(lang, s, c, st, ctx)
		}
	case ctx.stdin.kind == "pipe" || ctx.stdin.kind == "text":
		r.programStream(lang, ctx.stdin, c, st, ctx)
	}
	return stream{kind: "pipe", from: append([]string{c.name}, ctx.stdin.upstream()...), text: gate.UnknownText}
}

// codeOption says whether an option's value is a program.
func codeOption(lang, name string) bool {
	switch lang {
	case "python":
		return name == "-c"
	case "node", "bun", "deno":
		return name == "-e" || name == "-p" || name == "--eval" || name == "--print"
	case "perl", "ruby":
		return name == "-e" || name == "-E"
	case "php":
		return name == "-r" || name == "--run" || name == "-B" || name == "-R"
	case "lua", "osascript":
		return name == "-e"
	}
	return false
}

func (r *runner) programStream(lang string, s stream, c *call, st *state, ctx context) {
	if s.known() {
		r.programWith(lang, s.text, c.operands, st, ctx.sub(c.name))
		return
	}
	if len(c.operands) > 0 { // a file that the line fetched
		r.unseen(c.name, s, st, ctx)
		return
	}
	r.x.unknown(gate.UnknownCommand, c.name, c.name+" runs a program that another one prints")
}

// program looks through the text of a program for what it does to files and
// what it starts, in the forms that such programs commonly take.
func (r *runner) program(lang, code string, st *state, ctx context) {
	r.programWith(lang, code, nil, st, ctx)
}

// programWith is a program that is started with words of its own.
func (r *runner) programWith(lang, code string, args []string, st *state, ctx context) {
	if !r.step() || !r.enter() {
		return
	}
	defer r.leave()
	if lang == "osascript" {
		r.appleScript(code, st, ctx)
		return
	}
	p := newCodeReader(r, lang, code, st, ctx)
	p.argv(args)
	p.run(len(p.tokens))
	p.uncalled()
}
