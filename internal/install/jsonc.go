package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// document is a JSON object, with comments or not, that is edited where it
// stands: what is not changed keeps its bytes.
type document struct {
	root    hujson.Value
	bom     []byte
	unit    string // one step of indentation
	eol     string
	compact bool // all on one line
}

var bom = []byte("\uFEFF")

// parse reads a document. Nothing at all is an empty object.
func parse(text []byte) (*document, error) {
	d := &document{unit: "  ", eol: "\n"}
	if rest, ok := bytes.CutPrefix(text, bom); ok {
		d.bom, text = bom, rest
	}
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		d.eol = "\r\n"
	}
	if len(bytes.TrimSpace(text)) == 0 {
		d.root = hujson.Value{Value: &hujson.Object{}, AfterExtra: hujson.Extra(d.eol)}
		return d, nil
	}
	root, err := hujson.Parse(bytes.Clone(text))
	if err != nil {
		return nil, errors.New(strings.TrimPrefix(err.Error(), "hujson: "))
	}
	object, ok := root.Value.(*hujson.Object)
	if !ok {
		return nil, errors.New("it is not a JSON object")
	}
	d.root = root
	if len(object.Members) > 0 {
		if _, indent, ok := lastLine(object.Members[0].Name.BeforeExtra); ok && indent != "" {
			d.unit = indent
		}
		d.compact = !bytes.Contains(bytes.TrimSpace(text), []byte("\n"))
	}
	return d, nil
}

func (d *document) bytes() []byte { return append(bytes.Clone(d.bom), d.root.Pack()...) }

// lastLine cuts whitespace and comments behind their last line break, and
// gives the indentation there.
func lastLine(extra hujson.Extra) (before hujson.Extra, indent string, ok bool) {
	i := bytes.LastIndexByte(extra, '\n')
	if i < 0 {
		return extra, "", false
	}
	rest := extra[i+1:]
	return extra[:i], string(rest[:len(rest)-len(bytes.TrimLeft(rest, " \t"))]), true
}

// sequence is what an object and an array have in common.
type sequence interface {
	size() int
	before(i int) *hujson.Extra // of the member's first byte
	value(i int) *hujson.Value
	after() *hujson.Extra // before the closing bracket
	cut(i int)
}

type (
	members  struct{ *hujson.Object }
	elements struct{ *hujson.Array }
)

func (m members) size() int                  { return len(m.Members) }
func (m members) before(i int) *hujson.Extra { return &m.Members[i].Name.BeforeExtra }
func (m members) value(i int) *hujson.Value  { return &m.Members[i].Value }
func (m members) after() *hujson.Extra       { return &m.AfterExtra }
func (m members) cut(i int)                  { m.Members = slices.Delete(m.Members, i, i+1) }

func (e elements) size() int                  { return len(e.Elements) }
func (e elements) before(i int) *hujson.Extra { return &e.Elements[i].BeforeExtra }
func (e elements) value(i int) *hujson.Value  { return &e.Elements[i] }
func (e elements) after() *hujson.Extra       { return &e.AfterExtra }
func (e elements) cut(i int)                  { e.Elements = slices.Delete(e.Elements, i, i+1) }

func (m members) find(name string) *hujson.Value {
	for i := len(m.Members) - 1; i >= 0; i-- { // of two, readers take the last
		if name == m.Members[i].Name.Value.(hujson.Literal).String() {
			return &m.Members[i].Value
		}
	}
	return nil
}

// add puts an element, as JSON, at the end of the array at path. What is
// missing on the way is made.
func (d *document) add(path []string, element string) error {
	object, indent, err := d.object(path[:len(path)-1])
	if err != nil {
		return err
	}
	value, indent := d.member(object, path[len(path)-1], indent, &hujson.Array{})
	array, ok := value.Value.(*hujson.Array)
	if !ok {
		return fmt.Errorf("%s is not a list", strings.Join(path, "."))
	}
	before, inner, inline := d.room(elements{array}, indent)
	array.Elements = append(array.Elements, d.render(element, before, inner, inline, comma(elements{array})))
	return nil
}

// ensure puts a value, as JSON, at path unless there is one.
func (d *document) ensure(path []string, value string) error {
	object, indent, err := d.object(path[:len(path)-1])
	if err != nil {
		return err
	}
	v, err := hujson.Parse([]byte(value))
	if err != nil {
		return err
	}
	d.member(object, path[len(path)-1], indent, v.Value)
	return nil
}

// object is the object at path, made where it is missing, and the indentation
// of the line that it begins on.
func (d *document) object(path []string) (*hujson.Object, string, error) {
	value, indent := &d.root, ""
	if _, in, ok := lastLine(d.root.BeforeExtra); ok {
		indent = in
	}
	for i := range path {
		object := value.Value.(*hujson.Object)
		value, indent = d.member(object, path[i], indent, &hujson.Object{})
		if _, ok := value.Value.(*hujson.Object); !ok {
			return nil, "", fmt.Errorf("%s is not an object", strings.Join(path[:i+1], "."))
		}
	}
	return value.Value.(*hujson.Object), indent, nil
}

// member is the object's member of that name, made with the value where it is
// missing, and the indentation of its line.
func (d *document) member(object *hujson.Object, name, indent string, missing hujson.ValueTrimmed) (*hujson.Value, string) {
	m := members{object}
	if v := m.find(name); v != nil {
		for i := range m.Members {
			if _, in, ok := lastLine(*m.before(i)); ok && m.value(i) == v {
				indent = in
			}
		}
		return v, indent
	}
	before, inner, inline := d.room(m, indent)
	space := hujson.Extra(" ")
	if inline && m.size() > 0 {
		space = bytes.Clone(m.value(0).BeforeExtra)
	}
	object.Members = append(object.Members, hujson.ObjectMember{
		Name:  hujson.Value{BeforeExtra: before, Value: hujson.String(name)},
		Value: hujson.Value{BeforeExtra: space, Value: missing, AfterExtra: comma(m)},
	})
	return m.value(m.size() - 1), inner
}

// comma is the AfterExtra of a new last member: not nil where the last one has
// a comma behind it.
func comma(s sequence) hujson.Extra {
	if n := s.size(); n > 0 && s.value(n-1).AfterExtra != nil {
		return hujson.Extra{}
	}
	return nil
}

// room makes room for one more member at the end: the whitespace and comments
// before it, the indentation of its line, and whether it goes on the same line
// as the others.
func (d *document) room(s sequence, indent string) (before hujson.Extra, inner string, inline bool) {
	after, n := s.after(), s.size()
	kept := bytes.TrimRight(*after, " \t\r\n")
	inner = indent + d.unit
	if n == 0 {
		if d.compact && len(kept) == 0 {
			return nil, indent, true
		}
		*after = hujson.Extra(d.eol + indent)
		return hujson.Extra(string(kept) + d.eol + inner), inner, false
	}
	last := *s.before(n - 1)
	if !bytes.Contains(last, []byte("\n")) && !bytes.Contains(*after, []byte("\n")) {
		space := " "
		if n > 1 {
			space = spaces(last)
		}
		*after = (*after)[len(kept):]
		return hujson.Extra(string(kept) + space), indent, true
	}
	if _, in, ok := lastLine(last); ok {
		inner = in
	}
	*after = (*after)[len(kept):]
	return hujson.Extra(string(kept) + d.eol + inner), inner, false
}

func spaces(extra hujson.Extra) string {
	return string(extra[:len(extra)-len(bytes.TrimLeft(extra, " \t"))])
}

// render is a value as the document writes it.
func (d *document) render(value string, before hujson.Extra, indent string, inline bool, after hujson.Extra) hujson.Value {
	text := []byte(value)
	if !inline {
		var out bytes.Buffer
		if json.Indent(&out, text, indent, d.unit) == nil {
			text = bytes.ReplaceAll(out.Bytes(), []byte("\n"), []byte(d.eol))
		}
	}
	v, err := hujson.Parse(text)
	if err != nil {
		panic(fmt.Sprintf("install: %s is no JSON: %v", value, err)) // the shapes make it
	}
	v.BeforeExtra, v.AfterExtra = before, after
	return v
}

// remove takes out member i. Comments around it stay.
func remove(s sequence, i int) {
	last := s.size() - 1
	kept := bytes.TrimRight(*s.before(i), " \t\r\n")
	if v := s.value(i).AfterExtra; len(bytes.TrimSpace(v)) > 0 {
		kept = append(bytes.Clone(kept), v...)
	}
	trailing := s.value(last).AfterExtra != nil
	s.cut(i)
	if i < last {
		*s.before(i) = join(kept, *s.before(i))
		return
	}
	*s.after() = join(kept, *s.after())
	switch {
	case last == 0:
		if len(bytes.TrimSpace(*s.after())) == 0 {
			*s.after() = nil
		}
	case trailing && s.value(last-1).AfterExtra == nil:
		s.value(last - 1).AfterExtra = hujson.Extra{}
	case !trailing:
		*s.after() = append(bytes.Clone(s.value(last-1).AfterExtra), *s.after()...)
		s.value(last - 1).AfterExtra = nil
	}
}

// join keeps a line comment from taking in what follows.
func join(kept, rest hujson.Extra) hujson.Extra {
	if len(kept) > 0 && !bytes.HasPrefix(bytes.TrimLeft(rest, " \t\r"), []byte("\n")) {
		kept = append(bytes.Clone(kept), '\n')
	}
	return append(bytes.Clone(kept), rest...)
}

// prune takes out every entry that holds one of our commands, and what is
// empty thereafter: lists, groups and the objects that held nothing else. Of
// the object at the root that is named own, settings of its own go as well.
func (d *document) prune(ours func(command string) bool, own string) (changed bool) {
	return prune(&d.root, ours, own)
}

func prune(v *hujson.Value, ours func(string) bool, own string) (changed bool) {
	switch t := v.Value.(type) {
	case *hujson.Array:
		for i := len(t.Elements) - 1; i >= 0; i-- {
			if holds(&t.Elements[i], ours) {
				remove(elements{t}, i)
				changed = true
			} else if prune(&t.Elements[i], ours, "") {
				changed = true
				if hollow(&t.Elements[i], true) {
					remove(elements{t}, i)
				}
			}
		}
	case *hujson.Object:
		for i := len(t.Members) - 1; i >= 0; i-- {
			value := &t.Members[i].Value
			if !prune(value, ours, "") {
				continue
			}
			changed = true
			named := own != "" && t.Members[i].Name.Value.(hujson.Literal).String() == own
			if hollow(value, named) {
				remove(members{t}, i)
			}
		}
	}
	return changed
}

// hollow says whether nothing is left in a list or object. With settings, an
// object that has only plain values left is hollow as well.
func hollow(v *hujson.Value, settings bool) bool {
	switch t := v.Value.(type) {
	case *hujson.Array:
		return len(t.Elements) == 0
	case *hujson.Object:
		for i := range t.Members {
			if _, plain := t.Members[i].Value.Value.(hujson.Literal); !plain || !settings {
				return false
			}
		}
		return true
	}
	return false
}

// holds says whether an entry has one of our commands: among its own texts or
// in an object in it, not in a list.
func holds(v *hujson.Value, ours func(string) bool) bool {
	object, ok := v.Value.(*hujson.Object)
	if !ok {
		return false
	}
	return slices.ContainsFunc(object.Members, func(m hujson.ObjectMember) bool {
		text, ok := m.Value.Value.(hujson.Literal)
		return ok && text.Kind() == '"' && ours(text.String()) || holds(&m.Value, ours)
	})
}

// list names the elements of lists that hold one of our commands at any depth,
// each with its path, sorted.
func (d *document) list(ours func(string) bool) []string {
	var found []string
	var walk func(v *hujson.Value, path string)
	walk = func(v *hujson.Value, path string) {
		switch t := v.Value.(type) {
		case *hujson.Object:
			for i := range t.Members {
				walk(&t.Members[i].Value, path+"."+t.Members[i].Name.Value.(hujson.Literal).String())
			}
		case *hujson.Array:
			for i := range t.Elements {
				if contains(&t.Elements[i], ours) {
					found = append(found, path+" "+minimal(t.Elements[i]))
				}
			}
		}
	}
	walk(&d.root, "")
	slices.Sort(found)
	return found
}

func contains(v *hujson.Value, ours func(string) bool) bool {
	for part := range v.All() {
		if text, ok := part.Value.(hujson.Literal); ok && text.Kind() == '"' && ours(text.String()) {
			return true
		}
	}
	return false
}

func minimal(v hujson.Value) string {
	v = v.Clone()
	v.Minimize()
	return string(v.Pack())
}

// names are the members of the root.
func (d *document) names() []string {
	var names []string
	for _, m := range d.root.Value.(*hujson.Object).Members {
		names = append(names, m.Name.Value.(hujson.Literal).String())
	}
	return names
}
