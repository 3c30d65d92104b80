package extract

import (
	"bytes"
	"errors"
	"strings"

	"gate/internal/jsontext"
	"gate/internal/table"
)

// Limits on the arguments of a tool; what lies deeper stays text.
const (
	maxArgDepth = 8
	maxArgNodes = 2000
)

// form is what sort of JSON value a node is.
type form int

const (
	formScalar form = iota // a number, true, false or null
	formText
	formList
	formObject
)

// node is one value of a tool's arguments. Members stand in the order sent,
// and a key sent twice is there twice: harnesses differ in which they take.
type node struct {
	name string // the key as sent, "" in a list
	key  string // the key folded, so that file_path, filePath and FilePath meet
	kind form
	text string // a text's value, else the JSON
	kids []node
	cut  bool // of the root: the arguments go on past the limits
}

// null says whether a value is JSON's null, which stands for an absent one.
func (n node) null() bool { return n.kind == formScalar && n.text == "null" }

// foldKey folds an argument's name.
func foldKey(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(name), "_", ""), "-", "")
}

// parseArgs reads a tool's arguments. No arguments are an empty object.
func parseArgs(raw []byte) (node, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return node{kind: formObject}, nil
	}
	if !jsontext.Valid(raw) {
		return node{}, errors.New("read tool arguments: not JSON")
	}
	p := parser{raw: string(raw), budget: maxArgNodes}
	root := p.value(0)
	root.cut = p.cut
	return root, nil
}

// parser reads valid JSON into nodes, as far as its budget goes. The standard
// decoder would lose the order of keys and those sent twice, and takes a
// second for a long list.
type parser struct {
	raw    string
	at     int
	budget int // texts and containers left
	cut    bool
}

func (p *parser) value(depth int) node {
	p.skip(" \t\r\n")
	start := p.at
	switch p.raw[p.at] {
	case '{', '[':
		return p.container(depth)
	case '"':
		p.budget--
		return node{kind: formText, text: p.string()}
	}
	for p.at < len(p.raw) && !strings.ContainsRune(",]} \t\r\n", rune(p.raw[p.at])) {
		p.at++
	}
	return node{text: p.raw[start:p.at]}
}

// skip goes past some characters.
func (p *parser) skip(chars string) {
	for p.at < len(p.raw) && strings.IndexByte(chars, p.raw[p.at]) >= 0 {
		p.at++
	}
}

// string reads a string, whose opening quote is next.
func (p *parser) string() string {
	text, rest := jsontext.ReadString(p.raw[p.at:])
	p.at = len(p.raw) - len(rest)
	return text
}

// container reads a list or an object, whose opening bracket is next.
func (p *parser) container(depth int) node {
	start := p.at
	n := node{kind: formList}
	if p.raw[p.at] == '{' {
		n.kind = formObject
	}
	p.budget--
	p.at++
	for {
		p.skip(" \t\r\n,")
		switch {
		case p.raw[p.at] == ']' || p.raw[p.at] == '}':
			p.at++
			n.text = p.raw[start:p.at]
			return n
		case depth >= maxArgDepth || p.budget <= 0:
			p.cut = true
			p.leave()
		default:
			n.kids = append(n.kids, p.member(n.kind, depth))
		}
	}
}

// leave goes to the closing bracket of the container that is being read.
func (p *parser) leave() {
	for open := 0; ; {
		switch p.raw[p.at] {
		case '"':
			p.at = len(p.raw) - len(jsontext.SkipString(p.raw[p.at:]))
			continue
		case '{', '[':
			open++
		case '}', ']':
			if open == 0 {
				return
			}
			open--
		}
		p.at++
	}
}

// member reads one element of a list or one pair of an object.
func (p *parser) member(kind form, depth int) node {
	name := ""
	if kind == formObject {
		name = p.string()
		p.skip(" \t\r\n:")
	}
	kid := p.value(depth + 1)
	kid.name, kid.key = name, foldKey(name)
	if kid.kind == formText && opened.Has(kid.key) {
		p.open(&kid, depth)
	}
	return kid
}

// opened are the keys under which some harnesses send JSON inside a string.
var opened = table.Set{"files", "paths", "filepaths", "filenames", "edits", "replacements", "changes", "operations",
	"commands", "arguments", "args", "input", "params", "parameters", "toolinput", "urls", "attachments"}

// open puts the JSON that a string holds in its place.
func (p *parser) open(n *node, depth int) {
	trimmed := strings.TrimSpace(n.text)
	if !strings.HasPrefix(trimmed, "{") && !strings.HasPrefix(trimmed, "[") || !jsontext.Valid(trimmed) {
		return
	}
	inner := parser{raw: trimmed, budget: p.budget}
	tree := inner.value(depth + 1)
	p.budget, p.cut = inner.budget, p.cut || inner.cut
	tree.name, tree.key = n.name, n.key
	*n = tree
}

// strings are the texts of a value: its own, or those of its list.
func (n node) strings() []string {
	switch n.kind {
	case formText:
		return []string{n.text}
	case formList:
		var out []string
		for _, kid := range n.kids {
			out = append(out, kid.strings()...)
		}
		return out
	}
	return nil
}

// walk visits a node and all below it, parents first.
func (n node) walk(visit func(node)) {
	visit(n)
	for _, kid := range n.kids {
		kid.walk(visit)
	}
}
