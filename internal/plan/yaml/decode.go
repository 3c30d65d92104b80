package yaml

import (
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
	"time"
	"unicode/utf8"
)

// decoder writes a document as JSON. The order of the keys is left as it is,
// and one may come twice: the last counts.
type decoder struct {
	out    []byte
	limit  int
	errors []string // what is wrong and does not end the decoding

	decoded, aliased int            // nodes, and those below aliases
	aliases          int            // that are open
	active           map[*node]bool // which
	depth            int
	merged           map[string]bool // keys that a merge does not set again
}

// The limits of go-yaml on what aliases make of a document: most of a small
// one may come from them, a tenth of a large one.
const (
	smallDocument = 400_000
	largeDocument = 4_000_000
)

func allowedAliases(decoded int) float64 {
	switch {
	case decoded <= smallDocument:
		return 0.99
	case decoded >= largeDocument:
		return 0.10
	}
	return 0.99 - 0.89*(float64(decoded-smallDocument)/(largeDocument-smallDocument))
}

// count counts a node that is decoded.
func (d *decoder) count() {
	d.decoded++
	if d.aliases > 0 {
		d.aliased++
	}
	if d.aliased > 100 && d.decoded > 1000 && float64(d.aliased)/float64(d.decoded) > allowedAliases(d.decoded) {
		fail("document contains excessive aliasing")
	}
	if len(d.out) > d.limit {
		panic(failure{ErrSize})
	}
}

// through counts a node and goes from an alias to what it stands for.
func (d *decoder) through(n *node, use func(*node)) {
	d.count()
	if n.kind != aliasNode {
		use(n)
		return
	}
	if d.active[n] {
		fail("anchor '%s' value contains itself", n.value)
	}
	d.active[n] = true
	d.aliases++
	d.count()
	use(n.target)
	d.aliases--
	delete(d.active, n)
}

func (d *decoder) value(n *node) { d.through(n, d.resolved) }

func (d *decoder) resolved(n *node) {
	if n.kind == scalarNode {
		d.scalar(n.resolved())
		return
	}
	if d.depth++; d.depth > maxDepth {
		panic(failure{fmt.Errorf("exceeded max depth")})
	}
	if n.kind == sequenceNode {
		d.sequence(n)
	} else {
		d.out = append(d.out, '{')
		d.mapping(n, &members{textKeys(n), map[string]string{}})
		d.out = append(d.out, '}')
	}
	d.depth--
}

func (d *decoder) sequence(n *node) {
	d.out = append(d.out, '[')
	for i, part := range n.parts {
		if i > 0 {
			d.out = append(d.out, ',')
		}
		d.value(part)
	}
	d.out = append(d.out, ']')
}

// resolved is what a scalar stands for.
func (n *node) resolved() scalar {
	tag, v := resolve(n.tag, n.value)
	if tag != binaryTag {
		return v
	}
	data, err := base64.StdEncoding.DecodeString(n.value)
	if err != nil {
		fail("!!binary value contains invalid base64 data")
	}
	return string(data)
}

func (d *decoder) scalar(v scalar) {
	switch v := v.(type) {
	case nil:
		d.out = append(d.out, "null"...)
	case bool:
		d.out = strconv.AppendBool(d.out, v)
	case int64:
		d.out = strconv.AppendInt(d.out, v, 10)
	case uint64:
		d.out = strconv.AppendUint(d.out, v, 10)
	case float64:
		d.out = appendFloat(d.out, v)
	case string:
		d.out = appendString(d.out, v)
	case time.Time:
		d.out = appendString(d.out, v.Format(time.RFC3339Nano))
	}
}

// appendFloat writes a float as encoding/json does.
func appendFloat(out []byte, f float64) []byte {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		panic(failure{fmt.Errorf("json: unsupported value: %s", strconv.FormatFloat(f, 'g', -1, 64))})
	}
	format := byte('f')
	if size := math.Abs(f); size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	out = strconv.AppendFloat(out, f, format, -1, 64)
	if n := len(out); format == 'e' && n >= 4 && out[n-4] == 'e' && out[n-3] == '-' && out[n-2] == '0' {
		out[n-2] = out[n-1] // e-09 is e-9
		out = out[:n-1]
	}
	return out
}

// appendString writes a JSON string. What is no UTF-8 becomes U+FFFD.
func appendString(out []byte, s string) []byte {
	out = append(out, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			out = append(out, '\\', byte(r))
		case r < ' ':
			out = fmt.Appendf(out, "\\u%04x", r)
		default:
			out = utf8.AppendRune(out, r)
		}
	}
	return append(out, '"')
}

// members are what is written of an object. When all keys of its mapping are
// text, the keys merged into it are taken as the text that they are written as.
type members struct {
	text bool
	ids  map[string]string // by name: what key is
}

func textKeys(n *node) bool {
	for i := 0; i < len(n.parts); i += 2 {
		key := n.parts[i]
		if key.kind == aliasNode {
			key = key.target
		}
		if key.tag != strTag && key.tag != mergeTag {
			return false
		}
	}
	return true
}

func (d *decoder) mapping(n *node, into *members) {
	if !d.uniqueKeys(n) {
		return
	}
	outer, merge := d.merged, (*node)(nil)
	d.merged = nil
	for i := 0; i < len(n.parts); i += 2 {
		key, value := n.parts[i], n.parts[i+1]
		if key.kind == scalarNode && key.value == "<<" && key.tag == mergeTag {
			merge = value
			continue
		}
		d.member(key, value, into, outer)
	}
	d.merged = outer
	if merge != nil {
		d.merge(n, merge, into)
	}
}

// uniqueKeys is whether no two keys are written the same, which is an error
// for what normalize leaves.
func (d *decoder) uniqueKeys(n *node) bool {
	type written struct {
		kind  nodeKind
		value string
	}
	lines, ok := make(map[written]int, len(n.parts)/2), true
	for i := 0; i < len(n.parts); i += 2 {
		key := n.parts[i]
		if line, twice := lines[written{key.kind, key.value}]; twice {
			d.errors = append(d.errors, fmt.Sprintf("line %d: mapping key %#v already defined at line %d", key.line, key.value, line))
			ok = false
			continue
		}
		lines[written{key.kind, key.value}] = key.line
	}
	return ok
}

// member writes a key and its value, unless a merge must not set the key.
func (d *decoder) member(key, value *node, into *members, merged map[string]bool) {
	name, id, ok := d.key(key, into.text)
	if !ok || merged[id] {
		return
	}
	if merged != nil {
		merged[id] = true
	}
	if other, known := into.ids[name]; known && other != id {
		fail("line %d: two keys are %q in JSON", key.line, name)
	}
	if len(into.ids) > 0 {
		d.out = append(d.out, ',')
	}
	into.ids[name] = id
	d.out = append(appendString(d.out, name), ':')
	d.value(value)
}

// key gives the name of a key in JSON, and what tells it from keys of other
// types. One that is null does not count where keys are text.
func (d *decoder) key(n *node, text bool) (name, id string, ok bool) {
	d.through(n, func(n *node) {
		if n.kind != scalarNode {
			d.collectionKey(n, text)
			return
		}
		v := n.resolved()
		if s, isString := v.(string); text && !isString {
			name, ok = n.value, v != nil
			id = "string" + name
		} else if text {
			name, id, ok = s, "string"+s, true
		} else if name, ok = keyName(v); !ok {
			fail("line %d: unsupported map key of type: %T", n.line, v)
		} else {
			id = fmt.Sprintf("%T%s", v, name)
		}
	})
	return name, id, ok
}

func (d *decoder) collectionKey(n *node, text bool) {
	if !text {
		fail("invalid map key")
	}
	kind := "!!map"
	if n.kind == sequenceNode {
		kind = "!!seq"
	}
	d.errors = append(d.errors, fmt.Sprintf("line %d: cannot unmarshal %s into string", n.line, kind))
}

// merge writes what is merged into a mapping: another one, or those of a list.
func (d *decoder) merge(parent, value *node, into *members) {
	outer := d.merged
	if outer == nil {
		d.merged = map[string]bool{}
		for i := 0; i < len(parent.parts); i += 2 {
			if _, id, ok := d.key(parent.parts[i], false); ok {
				d.merged[id] = true
			}
		}
	}
	list := []*node{value}
	if value.kind == sequenceNode {
		list = value.parts
	}
	for _, n := range list {
		d.through(n, func(n *node) {
			if n.kind != mappingNode {
				fail("map merge requires map or sequence of maps as the value")
			}
			d.mapping(n, into)
		})
	}
	d.merged = outer
}
