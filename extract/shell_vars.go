package extract

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/pattern"
	"mvdan.cc/sh/v3/syntax"

	"gate"
	"gate/internal/table"
)

// plain are values that are not known, but are sure to be a plain number or
// name: they cannot move a path out of its folder.
var plain = table.Of[string]{
	{"$", "1"}, {"!", "1"}, {"?", "0"}, {"#", "1"}, {"-", "himBH"}, {"RANDOM", "1"}, {"SECONDS", "1"}, {"EPOCHSECONDS", "1"}, {"LINENO", "1"},
	{"UID", "1000"}, {"EUID", "1000"}, {"PPID", "1"}, {"BASHPID", "1"}, {"BASH_VERSION", "5"}, {"HOSTNAME", "localhost"}, {"OSTYPE", "linux-gnu"},
}

// value is what the variable name holds, and whether it is sure to be set.
func (r *runner) value(name string, st *state) (variable, bool) {
	if v, ok := st.vars[name]; ok {
		return v, true
	}
	one := func(s string) (variable, bool) { return variable{values: []string{s}}, s != "" }
	switch name {
	case "HOME":
		return one(r.x.a.Home)
	case "PWD":
		return one(st.cwd)
	case "OLDPWD":
		return one(st.old)
	case "USER", "LOGNAME", "USERNAME":
		return one(path.Base(r.x.a.Home))
	case "TMPDIR", "TEMP", "TMP":
		if dir := r.getenv(name); dir != "" {
			return one(strings.TrimSuffix(dir, "/"))
		}
		if r.x.a.OS != "windows" {
			return one("/tmp")
		}
	case "0":
		return one(firstOf(st.zero, "bash"))
	case "BASH", "SHELL":
		return one("bash")
	case "IFS":
		return one(" \t\n")
	}
	if text, ok := plain.Find(name); ok {
		return one(text)
	}
	if n, err := strconv.Atoi(name); err == nil && n > 0 {
		if n <= len(st.args) {
			return variable{values: []string{st.args[n-1]}}, true
		}
		return variable{values: []string{""}}, false
	}
	if !slices.Contains(r.seen, name) {
		r.seen = append(r.seen, name)
	}
	return variable{values: []string{gate.UnknownText}}, r.getenv(name) != ""
}

func (r *runner) getenv(name string) string {
	if r.x.scene.Getenv == nil {
		return ""
	}
	return r.x.scene.Getenv(name)
}

// get is a variable's one value: unknown when it may have several.
func (r *runner) get(name string, st *state) string {
	v, _ := r.value(name, st)
	if v.isList {
		if len(v.list) == 0 {
			return ""
		}
		return v.list[0]
	}
	if len(v.values) == 1 {
		return v.values[0]
	}
	return gate.UnknownText
}

// isAll says whether an expansion gives all elements: $@, $*, ${a[@]}.
func isAll(p *syntax.ParamExp) bool {
	if p.Param != nil && (p.Param.Value == "@" || p.Param.Value == "*") {
		return true
	}
	if w, ok := p.Index.(*syntax.Word); ok {
		return w.Lit() == "@" || w.Lit() == "*"
	}
	return false
}

// parameter expands ${...}. Several elements are parted by breaks.
func (r *runner) parameter(p *syntax.ParamExp, st *state, ctx context) []piece {
	if p.Param == nil {
		return []piece{{text: gate.UnknownText}}
	}
	if p.Index != nil {
		r.inside(p.Index, st, ctx)
	}
	name := p.Param.Value
	if p.Names != 0 {
		return []piece{{text: gate.UnknownText}}
	}
	if isAll(p) && !p.Length {
		return r.all(p, name, st)
	}
	v, set := r.value(name, st)
	text := r.get(name, st)
	if strings.Contains(text, gate.UnknownText) {
		r.origin = append(r.origin, v.from...)
	}
	if v.isList && p.Index != nil {
		text = element(v.list, r.number(p.Index, st, 0))
	}
	if p.Excl {
		text, set = r.indirect(text, st)
	}
	if p.Length && strings.Contains(text, gate.UnknownText) {
		return []piece{{text: gate.UnknownText}}
	}
	if p.Length {
		return []piece{{text: strconv.Itoa(utf8.RuneCountInString(text))}}
	}
	switch {
	case p.Slice != nil:
		text = r.slice(text, p.Slice, st)
	case p.Repl != nil:
		text = r.replace(text, p.Repl, st, ctx)
	case p.Exp != nil:
		text = r.operate(name, text, set, p.Exp, st, ctx)
	}
	return []piece{{text: text}}
}

func (r *runner) all(p *syntax.ParamExp, name string, st *state) []piece {
	list := st.args
	if name != "@" && name != "*" {
		v, _ := r.value(name, st)
		if list = v.list; !v.isList {
			list = v.values
		}
	}
	if p.Slice != nil || p.Repl != nil || p.Exp != nil {
		return []piece{{text: gate.UnknownText}}
	}
	var out []piece
	for i, text := range list {
		if i > 0 {
			out = append(out, piece{brk: true})
		}
		out = append(out, piece{text: text})
	}
	return out
}

func element(list []string, i int) string {
	if i < 0 {
		i += len(list)
	}
	if i < 0 || i >= len(list) {
		return ""
	}
	return list[i]
}

func (r *runner) indirect(name string, st *state) (string, bool) {
	if strings.Contains(name, gate.UnknownText) || name == "" {
		return gate.UnknownText, false
	}
	_, set := r.value(name, st)
	return r.get(name, st), set
}

func (r *runner) slice(text string, s *syntax.Slice, st *state) string {
	if strings.Contains(text, gate.UnknownText) {
		return gate.UnknownText
	}
	runes := []rune(text)
	from := r.number(s.Offset, st, 0)
	if from < 0 {
		from += len(runes)
	}
	if from < 0 || from > len(runes) {
		return ""
	}
	to := len(runes)
	if s.Length != nil {
		n := r.number(s.Length, st, 0)
		if n < 0 {
			to += n
		} else {
			to = min(to, from+n)
		}
	}
	if to < from {
		return ""
	}
	return string(runes[from:to])
}

func (r *runner) replace(text string, repl *syntax.Replace, st *state, ctx context) string {
	with := r.word(repl.With, st, ctx)
	re := r.pattern(r.word(repl.Orig, st, ctx), "", "", 0)
	if re == nil || strings.Contains(text, gate.UnknownText) {
		return gate.UnknownText
	}
	if repl.All {
		return re.ReplaceAllLiteralString(text, with)
	}
	loc := re.FindStringIndex(text)
	if loc == nil {
		return text
	}
	return text[:loc[0]] + with + text[loc[1]:]
}

// operate carries out the operators of ${x:-y} and its kin.
func (r *runner) operate(name, text string, set bool, e *syntax.Expansion, st *state, ctx context) string {
	null := text == ""
	other := func() string { return r.word(e.Word, st, ctx) }
	switch e.Op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull:
		if !set || null && e.Op == syntax.DefaultUnsetOrNull {
			return other()
		}
	case syntax.AssignUnset, syntax.AssignUnsetOrNull:
		if !set || null && e.Op == syntax.AssignUnsetOrNull {
			text = other()
			st.vars[name] = variable{values: []string{text}}
		}
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		word := other()
		if !set || null && e.Op == syntax.AlternateUnsetOrNull {
			return ""
		}
		if strings.Trim(text, gate.UnknownText) == "" && e.Op == syntax.AlternateUnsetOrNull {
			return gate.UnknownText // it may be empty
		}
		return word
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		other()
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix, syntax.RemSmallPrefix, syntax.RemLargePrefix:
		return r.remove(text, other(), e.Op)
	case syntax.UpperAll:
		return strings.ToUpper(text)
	case syntax.LowerAll:
		return strings.ToLower(text)
	case syntax.UpperFirst, syntax.LowerFirst:
		return gate.UnknownText
	case syntax.OtherParamOps:
		return r.transform(text, other(), st, ctx)
	default:
		other()
		return gate.UnknownText
	}
	return text
}

// transform carries out ${x@P} and its kin. P expands the value as a prompt,
// and with it the commands that stand in it.
func (r *runner) transform(text, op string, st *state, ctx context) string {
	switch op {
	case "P":
		word, err := syntax.NewParser(syntax.Variant(r.lang)).Document(strings.NewReader(text))
		if err != nil {
			return gate.UnknownText
		}
		return r.document(word, st, ctx, false)
	case "U":
		return strings.ToUpper(text)
	case "L":
		return strings.ToLower(text)
	case "E":
		return ansi(text)
	}
	return text
}

// remove carries out ${x#p}, ${x##p}, ${x%p} and ${x%%p}.
func (r *runner) remove(text, pat string, op syntax.ParExpOperator) string {
	if strings.Contains(pat, gate.UnknownText) || len(text) > maxMatched { // matching takes time that grows as the square
		return gate.UnknownText
	}
	mode := pattern.Mode(0)
	if op == syntax.RemSmallPrefix || op == syntax.RemSmallSuffix {
		mode = pattern.Shortest
	}
	switch op {
	case syntax.RemSmallPrefix, syntax.RemLargePrefix:
		if re := r.pattern(pat, "^", "", mode); re != nil {
			return text[len(re.FindString(text)):]
		}
	default:
		re := r.pattern(pat, "^", "$", mode)
		if re == nil {
			break
		}
		for i := range len(text) + 1 { // the shortest suffix is found from the end
			at := i
			if mode == pattern.Shortest {
				at = len(text) - i
			}
			if re.MatchString(text[at:]) {
				return text[:at]
			}
		}
		return text
	}
	return gate.UnknownText
}

// pattern compiles a shell pattern, nil when it is not one.
func (r *runner) pattern(pat, before, after string, mode pattern.Mode) *regexp.Regexp {
	if len(pat) > 1000 {
		return nil
	}
	expr, err := pattern.Regexp(pat, mode)
	if err != nil {
		return nil
	}
	re, err := regexp.Compile("(?s)" + before + expr + after)
	if err != nil {
		return nil
	}
	return re
}
