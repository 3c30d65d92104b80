package extract

import (
	"strconv"
	"strings"
	"unicode"

	"mvdan.cc/sh/v3/syntax"

	"gate"
)

// arg is one word of a command after expansion.
type arg struct {
	text string
	glob bool // it holds a pattern that the shell would match against files
}

func texts(args []arg) []string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = a.text
	}
	return out
}

// piece is a run of a word's text. Quoted text is neither split nor a
// pattern; brk ends the word, as the spaces of an unquoted variable do.
type piece struct {
	text   string
	quoted bool
	brk    bool
}

// fields expands words as the shell does before it starts a command: braces,
// tilde, variables, commands, arithmetic, splitting. Patterns stay patterns.
func (r *runner) fields(words []*syntax.Word, st *state, ctx context) []arg {
	var out []arg
	for _, w := range words {
		for _, word := range r.braces(w) {
			if !r.step() {
				return append(out, arg{text: gate.UnknownText})
			}
			out = append(out, join(r.pieces(word, st, ctx))...)
		}
	}
	return out
}

// join makes words of pieces.
func join(pieces []piece) []arg {
	var out []arg
	var text strings.Builder
	some, glob := false, false
	end := func() {
		if some {
			out = append(out, arg{text.String(), glob})
		}
		text.Reset()
		some, glob = false, false
	}
	for _, p := range pieces {
		if p.brk {
			end()
			continue
		}
		if p.quoted || p.text != "" {
			some = true
		}
		if !p.quoted && strings.ContainsAny(p.text, "*?[") {
			glob = true
		}
		text.WriteString(p.text)
	}
	end()
	return out
}

// word expands one word without splitting, as for an assignment.
func (r *runner) word(w *syntax.Word, st *state, ctx context) string {
	if w == nil {
		return ""
	}
	var text strings.Builder
	for _, p := range r.pieces(w, st, ctx) {
		if p.brk {
			text.WriteByte(' ')
			continue
		}
		text.WriteString(p.text)
	}
	return text.String()
}

// document expands the body of a heredoc.
func (r *runner) document(w *syntax.Word, st *state, ctx context, quoted bool) string {
	if w == nil {
		return ""
	}
	if quoted {
		var text strings.Builder
		for _, p := range w.Parts {
			if lit, ok := p.(*syntax.Lit); ok {
				text.WriteString(lit.Value)
			}
		}
		return text.String()
	}
	return flat(r.quoted(w.Parts, st, ctx, "$`\\\n"))
}

func flat(pieces []piece) string {
	var text strings.Builder
	for _, p := range pieces {
		text.WriteString(p.text)
	}
	return text.String()
}

// pieces expands the parts of a word that stands unquoted.
func (r *runner) pieces(w *syntax.Word, st *state, ctx context) []piece {
	var out []piece
	for i, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			out = append(out, r.literal(p.Value, i == 0, len(w.Parts) == 1, st)...)
		case *syntax.SglQuoted:
			text := p.Value
			if p.Dollar {
				text = ansi(text)
			}
			out = append(out, piece{text: text, quoted: true})
		case *syntax.DblQuoted:
			inner := r.quoted(p.Parts, st, ctx, "$`\"\\\n")
			if len(inner) == 0 && !onlyLists(p.Parts) {
				inner = []piece{{quoted: true}}
			}
			out = append(out, inner...)
		case *syntax.ParamExp:
			out = append(out, r.split(r.parameter(p, st, ctx), st)...)
		case *syntax.CmdSubst:
			out = append(out, r.split([]piece{{text: r.substitute(p, st, ctx)}}, st)...)
		case *syntax.ArithmExp:
			out = append(out, piece{text: r.arithmetic(p.X, st, ctx), quoted: true})
		case *syntax.ProcSubst:
			out = append(out, piece{text: r.process(p, st, ctx), quoted: true})
		case *syntax.ExtGlob:
			out = append(out, piece{text: p.Op.String() + p.Pattern.Value + ")"})
		default:
			out = append(out, piece{text: gate.UnknownText, quoted: true})
		}
	}
	return out
}

// onlyLists says whether quoted parts are "$@" alone, which may be no word.
func onlyLists(parts []syntax.WordPart) bool {
	if len(parts) != 1 {
		return false
	}
	p, ok := parts[0].(*syntax.ParamExp)
	return ok && isAll(p)
}

// quoted expands the parts of a double-quoted word; escapes are what a
// backslash takes the meaning from.
func (r *runner) quoted(parts []syntax.WordPart, st *state, ctx context, escapes string) []piece {
	var out []piece
	for _, part := range parts {
		switch p := part.(type) {
		case *syntax.Lit:
			out = append(out, piece{text: unescape(p.Value, escapes), quoted: true})
		case *syntax.SglQuoted: // $'..' is not special here
			out = append(out, piece{text: p.Value, quoted: true})
		case *syntax.ParamExp:
			for _, v := range r.parameter(p, st, ctx) {
				v.quoted = true
				out = append(out, v)
			}
		case *syntax.CmdSubst:
			out = append(out, piece{text: r.substitute(p, st, ctx), quoted: true})
		case *syntax.ArithmExp:
			out = append(out, piece{text: r.arithmetic(p.X, st, ctx), quoted: true})
		case *syntax.DblQuoted:
			out = append(out, r.quoted(p.Parts, st, ctx, escapes)...)
		default:
			out = append(out, piece{text: gate.UnknownText, quoted: true})
		}
	}
	return out
}

// literal takes the backslashes and the tilde out of unquoted text.
func (r *runner) literal(text string, first, whole bool, st *state) []piece {
	var out []piece
	if first && strings.HasPrefix(text, "~") {
		name, rest, slash := strings.Cut(text[1:], "/")
		if slash {
			rest = "/" + rest
		}
		if home, ok := r.tilde(name, st); ok && (slash || whole) {
			out = append(out, piece{text: home, quoted: true})
			text = rest
		}
	}
	for {
		before, after, found := strings.Cut(text, `\`)
		if before != "" {
			out = append(out, piece{text: before})
		}
		if !found {
			return out
		}
		if after == "" {
			return append(out, piece{text: `\`, quoted: true})
		}
		size := 1
		for size < len(after) && after[size]&0xC0 == 0x80 {
			size++
		}
		if after[:size] != "\n" {
			out = append(out, piece{text: after[:size], quoted: true})
		}
		text = after[size:]
	}
}

// tilde is the folder that ~name stands for.
func (r *runner) tilde(name string, st *state) (string, bool) {
	switch name {
	case "":
		home := r.get("HOME", st)
		return home, home != ""
	case "+":
		return st.cwd, st.cwd != ""
	case "-":
		return st.old, st.old != ""
	}
	if strings.ContainsFunc(name, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '_' && c != '-' && c != '.'
	}) {
		return "", false
	}
	return "~" + name, true // resolve knows where users live
}

// unescape removes the backslashes before the characters in special.
func unescape(text, special string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) && strings.IndexByte(special, text[i+1]) >= 0 {
			i++
			if text[i] == '\n' {
				continue
			}
		}
		out.WriteByte(text[i])
	}
	return out.String()
}

// split breaks unquoted values at the characters of IFS.
func (r *runner) split(values []piece, st *state) []piece {
	ifs := " \t\n"
	if v, ok := st.vars["IFS"]; ok && len(v.values) == 1 && !strings.Contains(v.values[0], gate.UnknownText) {
		ifs = v.values[0]
	}
	var out []piece
	for _, v := range values {
		if v.brk || v.quoted || !strings.ContainsAny(v.text, ifs) {
			out = append(out, v)
			continue
		}
		text := v.text
		for text != "" {
			i := strings.IndexAny(text, ifs)
			switch {
			case i < 0:
				out = append(out, piece{text: text})
				text = ""
			case i > 0:
				out = append(out, piece{text: text[:i]}, piece{brk: true})
				text = text[i+1:]
			default:
				out = append(out, piece{brk: true})
				text = text[1:]
			}
		}
	}
	return out
}

// substitute is what $(...) prints, less the line ends at its end.
func (r *runner) substitute(c *syntax.CmdSubst, st *state, ctx context) string {
	ctx.stdin = stream{kind: "inherit"}
	out := r.stmts(c.Stmts, st.clone(), ctx)
	if len(c.Stmts) == 1 && c.Stmts[0].Cmd == nil { // $(<file)
		r.redirect(c.Stmts[0], st, &ctx)
		out = ctx.stdin
	}
	if strings.Contains(out.text, gate.UnknownText) {
		r.origin = append(r.origin, out.from...)
	}
	return strings.TrimRight(out.text, "\n")
}

// process is the name under which a command sees <(...) or >(...).
func (r *runner) process(p *syntax.ProcSubst, st *state, ctx context) string {
	r.serial++
	name := "/dev/fd/" + strconv.Itoa(62+r.serial)
	if p.Op == syntax.CmdIn || p.Op == syntax.CmdInTemp {
		r.files[name] = r.stmts(p.Stmts, st.clone(), ctx)
		return name
	}
	ctx.stdin = unknownStream
	r.stmts(p.Stmts, st.clone(), ctx)
	return name
}

// arithmetic is the value of an expression whose numbers are known, else 0:
// whatever it is, it is a plain number.
func (r *runner) arithmetic(x syntax.ArithmExpr, st *state, ctx context) string {
	r.inside(x, st, ctx)
	return strconv.Itoa(r.number(x, st, 0))
}

func (r *runner) number(x syntax.ArithmExpr, st *state, depth int) int {
	if depth > maxDepth {
		return 0
	}
	switch x := x.(type) {
	case *syntax.Word:
		text := x.Lit()
		if n, err := strconv.ParseInt(text, 0, 32); err == nil {
			return int(n)
		}
		n, _ := strconv.Atoi(r.get(text, st))
		return n
	case *syntax.ParenArithm:
		return r.number(x.X, st, depth+1)
	case *syntax.UnaryArithm:
		n := r.number(x.X, st, depth+1)
		if x.Op == syntax.Minus {
			return -n
		}
		return n
	case *syntax.BinaryArithm:
		a, b := r.number(x.X, st, depth+1), r.number(x.Y, st, depth+1)
		switch {
		case x.Op == syntax.Add:
			return a + b
		case x.Op == syntax.Sub:
			return a - b
		case x.Op == syntax.Mul:
			return a * b
		case x.Op == syntax.Quo && b != 0:
			return a / b
		case x.Op == syntax.Rem && b != 0:
			return a % b
		}
	}
	return 0
}

// source is a word as it stands in the line, for messages.
func (r *runner) source(w *syntax.Word) string {
	var text strings.Builder
	syntax.NewPrinter().Print(&text, w)
	return text.String()
}

// invisible are characters that a reader of a command does not see.
func invisible(c rune) bool {
	return c != '\uFEFF' && unicode.Is(unicode.Cf, c) || (c < ' ' && c != '\n' && c != '\t' && c != '\r' && c != 0x1b) || c == 0x7f
}
