package extract

import (
	"path"
	"strconv"
	"strings"

	"gate"
)

// percents puts variables into a line, as cmd.exe does before it reads it. A
// name that cannot be one stays, because % also marks the variables of loops.
func (c *cmdShell) percents(line string, st *state) string {
	var out strings.Builder
	for i := 0; i < len(line); i++ {
		if line[i] != '%' {
			out.WriteByte(line[i])
			continue
		}
		if c.batch && i+1 < len(line) && (isDigit(line[i+1]) || line[i+1] == '*') { // an argument of the script
			out.WriteString(gate.UnknownText)
			i++
			continue
		}
		if strings.HasPrefix(line[i:], "%~dp0") {
			out.WriteString(gate.UnknownText)
			i += 4
			continue
		}
		n := variableEnd(line[i+1:])
		if n <= 0 {
			out.WriteByte('%')
			if i+1 < len(line) && line[i+1] == '%' {
				out.WriteByte('%')
				i++
			}
			continue
		}
		text, ok := c.variable(line[i+1:i+1+n], st)
		if !ok && n == 1 { // %i%j: two loop variables
			out.WriteByte('%')
			continue
		}
		out.WriteString(text)
		i += n + 1
		if out.Len() > maxText {
			c.r.limit("the command line builds too much text to follow")
			return out.String()
		}
	}
	return out.String()
}

// variableEnd is the length of a variable's name, with what :~ and : change,
// up to the % that ends it; 0 when it is none.
func variableEnd(s string) int {
	changed := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%':
			return i
		case c == ':' && i > 0:
			changed = true
		case changed && c != '\n':
		case isLetter(c) || isDigit(c) && i > 0 || strings.IndexByte("_()-.#$", c) >= 0:
		default:
			return 0
		}
	}
	return 0
}

// variable is the value of NAME, NAME:~from,length or NAME:old=new.
func (c *cmdShell) variable(spec string, st *state) (string, bool) {
	name, change, changed := strings.Cut(spec, ":")
	text, ok := c.r.winEnv(name, st)
	if !changed || strings.Contains(text, gate.UnknownText) {
		return text, ok
	}
	if cut, is := strings.CutPrefix(change, "~"); is {
		return cutOut(text, cut), ok
	}
	old, with, is := strings.Cut(change, "=")
	if !is || old == "" || strings.HasPrefix(old, "*") || strings.ToLower(text) != text && strings.ToLower(old) != old {
		return gate.UnknownText, ok
	}
	if strings.Contains(text, old) || !strings.Contains(strings.ToLower(text), strings.ToLower(old)) {
		return strings.ReplaceAll(text, old, with), ok
	}
	return gate.UnknownText, ok
}

// cutOut carries out %X:~from,length%.
func cutOut(text, spec string) string {
	first, second, two := strings.Cut(spec, ",")
	from, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil {
		return gate.UnknownText
	}
	if from < 0 {
		from = max(0, from+len(text))
	}
	from = min(from, len(text))
	to := len(text)
	if two {
		n, err := strconv.Atoi(strings.TrimSpace(second))
		if err != nil {
			return gate.UnknownText
		}
		if n < 0 {
			to = max(from, to+n)
		} else {
			to = min(to, from+n)
		}
	}
	return text[from:to]
}

// late puts in what is only known when a command starts: the variables of
// loops, and !X!.
func (c *cmdShell) late(text string, st *state) string {
	if !strings.ContainsAny(text, "%!") {
		return text
	}
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '%':
			if value, n := c.loopVariable(text[i:]); n > 0 {
				out.WriteString(value)
				i += n - 1
				continue
			}
		case '!':
			if n := strings.IndexByte(text[i+1:], '!'); n > 0 && variableEnd(text[i+1:i+1+n]+"%") == n {
				if value, ok := c.variable(text[i+1:i+1+n], st); ok {
					out.WriteString(value)
					i += n + 1
					continue
				}
			}
		}
		out.WriteByte(text[i])
		if out.Len() > maxText {
			c.r.limit("the command line builds too much text to follow")
			break
		}
	}
	return out.String()
}

// loopVariable reads %i, %%i and %~nxi, and says how long it is.
func (c *cmdShell) loopVariable(s string) (string, int) {
	n := 1
	if strings.HasPrefix(s, "%%") {
		n = 2
	}
	tilde := n < len(s) && s[n] == '~'
	if tilde {
		n++
	}
	from := n
	for tilde && n+1 < len(s) && strings.IndexByte("fdpnxsatz", s[n]|0x20) >= 0 && isLetter(s[n+1]) {
		if _, ok := c.loop[s[n]]; ok && !isLoopLetter(s[n+1:], c.loop) {
			break
		}
		n++
	}
	if n >= len(s) {
		return "", 0
	}
	value, ok := c.loop[s[n]]
	if !ok {
		if len(c.loop) > 0 && !tilde && c.extra(s[n]) {
			return gate.UnknownText, n + 1
		}
		return "", 0
	}
	return changedBy(value, strings.ToLower(s[from:n])), n + 1
}

func isLoopLetter(s string, loop map[byte]string) bool {
	_, ok := loop[s[0]]
	return ok
}

// extra says whether a letter is one of the variables that for /f adds after
// its own: tokens=1,2 with %a also sets %b.
func (c *cmdShell) extra(letter byte) bool {
	for have := range c.loop {
		if letter > have && letter < have+6 && isLetter(letter) {
			return true
		}
	}
	return false
}

// changedBy is a loop variable with the letters of %~nxi.
func changedBy(value, letters string) string {
	value = strings.Trim(value, `"`)
	switch letters {
	case "", "f", "s":
		return value
	case "nx":
		return path.Base(slashed(value))
	case "dp":
		return path.Dir(slashed(value)) + "/"
	case "dpn":
		return strings.TrimSuffix(value, path.Ext(slashed(value)))
	case "n":
		base := path.Base(slashed(value))
		return strings.TrimSuffix(base, path.Ext(base))
	case "x":
		return path.Ext(slashed(value))
	case "d":
		drive, _, _ := cutDrive(value)
		return drive
	}
	return gate.UnknownText
}

// cmdWords takes the words of a command of cmd.exe itself apart.
func cmdWords(text string) []string {
	var words []string
	var word strings.Builder
	some, quoted := false, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '"':
			quoted, some = !quoted, true
		case !quoted && strings.IndexByte(" \t\n\r,;=", c) >= 0:
			if some {
				words = append(words, word.String())
			}
			word.Reset()
			some = false
		default:
			word.WriteByte(c)
			some = true
		}
	}
	if some {
		words = append(words, word.String())
	}
	return words
}
