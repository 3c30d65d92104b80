package capture

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"gate/dialects"
	"gate/internal/jsontext"
)

// Person is whom a payload was captured from. What is "" is not looked for.
type Person struct {
	Home string // the home directory
	User string // the account's name
	Host string // the machine's name
}

// What stands for the person in a fixture.
const (
	someUser = "dev"
	someHome = "/home/dev"
	someHost = "host"
)

// ErrChanged says that a payload would be another call without what is private
// in it, as when the person is called like a tool.
var ErrChanged = errors.New("redacted, the payload would be of another harness, event or tool")

// Redact makes a fixture of a payload: home, account, machine, mail addresses
// and ids are made-up ones, and so is what secrets finds in a text. The same
// always becomes the same. What is no string, the order of keys and the blanks
// stay; a payload that is no JSON is redacted as text.
func Redact(payload []byte, who Person, secrets func(text string) ([]string, error)) ([]byte, error) {
	before := newPayload(payload)
	parts := []part{{text: string(payload), raw: payload}}
	if !errors.Is(before.Err, dialects.ErrNotJSON) && !bytes.HasPrefix(payload, patch.head) {
		parts = split(payload)
	}
	r, err := newRedactor(parts, who, secrets)
	if err != nil {
		return nil, err
	}
	var out []byte
	for _, p := range parts {
		out = append(out, r.part(p)...)
	}
	after := newPayload(out)
	if before.Call.Harness != after.Call.Harness || before.Call.NativeEvent != after.Call.NativeEvent || before.Call.Tool.Name != after.Call.Tool.Name {
		return nil, ErrChanged
	}
	return out, nil
}

// part is a piece of a payload.
type part struct {
	kind kind
	key  string // of a value, the last key before it
	text string // what it says, "" for syntax
	raw  []byte // how it stands there
}

// kind is what a part is.
type kind int

const (
	plain  kind = iota // text that is no JSON
	syntax             // JSON between strings
	key                // a string before a colon
	value              // another string
)

// split takes valid JSON apart at its strings.
func split(valid []byte) []part {
	var parts []part
	last := ""
	for rest := string(valid); rest != ""; {
		at := strings.IndexByte(rest, '"')
		if at < 0 {
			return append(parts, part{kind: syntax, raw: []byte(rest)})
		}
		parts = append(parts, part{kind: syntax, raw: []byte(rest[:at])})
		text, behind := jsontext.ReadString(rest[at:])
		p := part{value, last, text, []byte(rest[at : len(rest)-len(behind)])}
		if strings.HasPrefix(strings.TrimLeft(behind, blank), ":") {
			p.kind, last = key, text
		}
		parts, rest = append(parts, p), behind
	}
	return parts
}

// redactor knows what to put in the place of what.
type redactor struct {
	exact *strings.Replacer // secrets, ids, mail addresses
	home  *regexp.Regexp    // nil where it lies among the users' folders
	words map[string]string // names of users and machines
}

var (
	mail    = regexp.MustCompile(`[A-Za-z0-9._%+-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}`)
	nobody  = regexp.MustCompile(`^(?i:git|noreply|no-reply)@|@example\.(?:com|org|net)$`)
	uuid    = regexp.MustCompile(`[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}`)
	idKey   = regexp.MustCompile(`^id$|_id$|Id$|ID$`)
	madeID  = regexp.MustCompile(`^[A-Za-z0-9_.:-]*[0-9][A-Za-z0-9_.:-]*$`)
	idHead  = regexp.MustCompile(`^[A-Za-z]+[_-]`)
	user    = regexp.MustCompile(`((?:^|[^A-Za-z0-9_./\\-])(?:(?:[\\/]+mnt)?[\\/]+[a-z])?[\\/]+(?:home|Users)[\\/]+)([^\\/\s"'` + "`" + `:;,()<>|&$*]+)`)
	noNames = []string{"", someUser, "root", someHost, "localhost", "Shared", "Public"}
)

func newRedactor(parts []part, who Person, secrets func(string) ([]string, error)) (*redactor, error) {
	found, err := tokens(parts, secrets)
	if err != nil {
		return nil, err
	}
	r := &redactor{words: map[string]string{}}
	r.exact = pairs(parts, found)
	if who.Home != "" && !user.MatchString(who.Home) {
		r.home = regexp.MustCompile(`(^|[^A-Za-z0-9_.-])` + regexp.QuoteMeta(who.Home) + `\b`)
	}
	r.name(who.Host, someHost)
	r.name(who.User, someUser)
	for _, p := range parts {
		for _, match := range user.FindAllStringSubmatch(p.text, -1) {
			r.name(match[2], someUser)
		}
	}
	return r, nil
}

// tokens are the secrets in a payload. A key before a value can tell one, so
// the payload is looked through as it stands too.
func tokens(parts []part, secrets func(string) ([]string, error)) ([]string, error) {
	var texts, raw strings.Builder
	for _, p := range parts {
		texts.WriteString(p.text + "\n")
		raw.Write(p.raw)
	}
	said, err := secrets(texts.String())
	if err != nil {
		return nil, err
	}
	standing, err := secrets(raw.String())
	return append(said, standing...), err
}

// pairs replaces secrets, ids and mail addresses, the longer ones first.
func pairs(parts []part, secrets []string) *strings.Replacer {
	fakes := map[string]string{}
	fake := func(old string, made func(n int) string) {
		if fakes[old] == "" {
			fakes[old] = made(len(fakes) + 1)
		}
	}
	for _, old := range secrets {
		fake(old, func(n int) string { return like(old, n) })
	}
	for _, p := range parts {
		if p.kind == value && idKey.MatchString(p.key) && len(p.text) >= 8 && madeID.MatchString(p.text) && !uuid.MatchString(p.text) {
			head := idHead.FindString(p.text)
			fake(p.text, func(n int) string { return head + like(p.text[len(head):], n) })
		}
		for _, old := range uuid.FindAllString(p.text, -1) {
			fake(old, func(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n) })
		}
		for _, old := range mail.FindAllString(p.text, -1) {
			if !nobody.MatchString(old) {
				fake(old, func(n int) string { return fmt.Sprintf("%s%d@example.com", someUser, n) })
			}
		}
	}
	var olds []string
	for old := range fakes {
		olds = append(olds, old)
	}
	slices.SortFunc(olds, longFirst)
	var list []string
	for _, old := range olds {
		list = append(list, old, fakes[old])
	}
	return strings.NewReplacer(list...)
}

func longFirst(a, b string) int { return cmp.Or(len(b)-len(a), cmp.Compare(a, b)) }

// like is a made-up text of the form of old, the same for the same form and n:
// a digit for a digit, a letter for a letter, hexadecimal where old is.
func like(old string, n int) string {
	hex := !strings.ContainsFunc(old, func(r rune) bool { return 'g' <= r|0x20 && r|0x20 <= 'z' })
	state := uint32(n)
	out := []byte(old)
	for i, c := range out {
		state = state*1664525 + 1013904223 // a linear congruential generator: nothing of old is in it
		letters := uint32(26)
		if hex {
			letters = 6
		}
		switch pick := state >> 16; {
		case '0' <= c && c <= '9':
			out[i] = '0' + byte(pick%10)
		case 'a' <= c && c <= 'z':
			out[i] = 'a' + byte(pick%letters)
		case 'A' <= c && c <= 'Z':
			out[i] = 'A' + byte(pick%letters)
		}
	}
	return string(out)
}

// name has a word replaced, unless it is too common for that.
func (r *redactor) name(word, by string) {
	if len(word) > 2 && !slices.Contains(noNames, word) && r.words[word] == "" {
		r.words[word] = by
	}
}

// part is how a part stands in the fixture.
func (r *redactor) part(p part) []byte {
	if p.kind == syntax {
		return p.raw
	}
	text := r.paths(r.exact.Replace(p.text))
	if p.kind != key { // the harness's own words
		text = r.names(text)
	}
	switch {
	case text == p.text:
		return p.raw
	case p.kind == plain:
		return []byte(text)
	}
	return jsontext.AppendString(nil, text)
}

func (r *redactor) paths(text string) string {
	if r.home != nil {
		text = r.home.ReplaceAllString(text, "${1}"+someHome)
	}
	return user.ReplaceAllString(text, "${1}"+someUser)
}

func (r *redactor) names(text string) string {
	for _, word := range slices.SortedFunc(maps.Keys(r.words), longFirst) {
		text = replaceWord(text, word, r.words[word])
	}
	return text
}

// replaceWord replaces a word where no letter or digit touches it.
func replaceWord(text, word, by string) string {
	var out strings.Builder
	done := 0
	for next := 0; ; {
		at := strings.Index(text[next:], word)
		if at < 0 {
			return out.String() + text[done:]
		}
		start, end := next+at, next+at+len(word)
		next = end
		if start > 0 && alnum(text[start-1]) || end < len(text) && alnum(text[end]) {
			continue
		}
		out.WriteString(text[done:start] + by)
		done = end
	}
}

func alnum(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
