package plan

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"sort"
	"unicode/utf8"
)

// Builder writes a plan. Functions get their numbers when they are declared,
// so that they can call each other.
type Builder struct {
	code     []byte
	values   []byte
	interned map[string]uint32 // encoded value: where it stands
	consts   map[uint32]int    // where it stands: its number
	tables   [sectionCount][]uint32
	builtins map[string]int
	paths    []path
	places   map[Place]uint32
	patterns map[string]filter // of regular expressions
	agent    bool
	base     [32]byte
	revision string
}

// filter says what is in every match of a regular expression: one of some
// literals, or, when there is a run, see runOf, that and no more.
type filter struct {
	literals []string
	run      string
}

type path struct {
	key  string
	name uint32
	fn   int
}

// NewBuilder is an empty plan.
func NewBuilder() *Builder {
	return &Builder{interned: map[string]uint32{}, consts: map[uint32]int{}, builtins: map[string]int{}, places: map[Place]uint32{}, patterns: map[string]filter{}}
}

// Const is the operand that is this value.
func (b *Builder) Const(v Value) Operand {
	if v, ok := v.(Bool); ok {
		return Boolean(bool(v))
	}
	at := b.store(v)
	n, ok := b.consts[at]
	if !ok {
		n = len(b.consts)
		b.consts[at] = n
		b.tables[secConsts] = append(b.tables[secConsts], at)
	}
	return Operand(n)<<2 | inConsts
}

// Builtin is the number of a builtin. One that the package does not have is
// an error.
func (b *Builder) Builtin(name string) (int, error) {
	if findBuiltin(name) == nil {
		return 0, fmt.Errorf("plan: there is no builtin %s", name)
	}
	n, ok := b.builtins[name]
	if !ok {
		n = len(b.builtins)
		b.builtins[name] = n
		b.tables[secBuiltins] = append(b.tables[secBuiltins], b.store(String(name)))
	}
	return n, nil
}

// Pattern says that a text is used as a regular expression. Where it can, the
// evaluator then does without compiling it.
func (b *Builder) Pattern(text string) {
	if run, ok := runOf(text); ok && utf8.ValidString(string(run)) {
		b.patterns[text] = filter{run: string(run)}
	} else if literals := required(text); literals != nil {
		b.patterns[text] = filter{literals: literals}
	}
}

// Func sets function number n, of as many as there are. Its parameters are the
// first locals. OpCallDynamic finds it by where it is, if it is said.
func (b *Builder) Func(n int, name string, where []string, params, locals int, code *Code) {
	row := make([]uint32, rowSizes[secFuncs])
	row[fnName] = b.store(String(name))
	row[fnStart], row[fnLength] = b.place(code)
	row[fnParams], row[fnLocals] = uint32(params), uint32(locals)
	if params == 2 || params <= maxKept && code.heavy {
		row[fnMemo] = 1
	}
	for len(b.tables[secFuncs]) < (n+1)*len(row) {
		b.tables[secFuncs] = append(b.tables[secFuncs], 0)
	}
	copy(b.tables[secFuncs][n*len(row):], row)
	if where != nil {
		key := ""
		for _, part := range where {
			key = pathKey(key, part)
		}
		b.paths = append(b.paths, path{key, b.store(String(key)), n})
	}
}

// maxKept is the most parameters that a function has whose results are kept:
// input, data and two more.
const maxKept = 4

// Entry adds an entry point.
func (b *Builder) Entry(name string, locals int, code *Code) {
	start, length := b.place(code)
	b.tables[secEntries] = append(b.tables[secEntries], b.store(String(name)), start, length, uint32(locals))
}

// place appends code and says where it stands.
func (b *Builder) place(c *Code) (start, length uint32) {
	start = uint32(len(b.code))
	b.code = append(b.code, c.buf...)
	for _, m := range c.marks {
		b.tables[secPlaces] = append(b.tables[secPlaces], start+uint32(m.at), b.store(String(m.file)), uint32(m.row), uint32(m.col))
	}
	return start, uint32(len(c.buf))
}

// Over says which policy this one was laid over, by its digest.
func (b *Builder) Over(base [32]byte) { b.base = base }

// Revision says which revision of a bundle the policy is.
func (b *Builder) Revision(text string) { b.revision = text }

// Agent says that the policy looks at the session's agent.
func (b *Builder) Agent() { b.agent = true }

// Bytes is the file. Data is the base document, digest says what the plan was
// made of.
func (b *Builder) Bytes(data Value, digest [32]byte) []byte {
	root, revision := b.store(data), b.store(String(b.revision))
	sort.Slice(b.paths, func(i, j int) bool { return b.paths[i].key < b.paths[j].key })
	for _, p := range b.paths {
		b.tables[secPaths] = append(b.tables[secPaths], p.name, uint32(p.fn))
	}
	for _, text := range slices.Sorted(maps.Keys(b.patterns)) {
		b.tables[secPatterns] = append(b.tables[secPatterns], b.store(String(text)), b.store(stringArray(b.patterns[text].literals)), b.store(String(b.patterns[text].run)))
	}
	out := make([]byte, headerSize)
	copy(out, magic)
	le := binary.LittleEndian
	le.PutUint32(out[atVersion:], formatVersion)
	copy(out[atOPA:atDigest], OPAVersion)
	copy(out[atDigest:], digest[:])
	le.PutUint32(out[atData:], root)
	copy(out[atBase:], b.base[:])
	le.PutUint32(out[atRevision:], revision)
	if b.agent {
		out[atAgent] = 1
	}
	for i := range sectionCount {
		section := b.section(i)
		le.PutUint32(out[atSections+8*i:], uint32(len(out)))
		le.PutUint32(out[atSections+8*i+4:], uint32(len(section)))
		out = append(out, section...)
	}
	le.PutUint32(out[atLength:], uint32(len(out)))
	le.PutUint64(out[atChecksum:], checksum(string(out)))
	return out
}

func (b *Builder) section(i int) []byte {
	switch i {
	case secCode:
		return b.code
	case secValues:
		return b.values
	}
	var out []byte
	for _, word := range b.tables[i] {
		out = binary.LittleEndian.AppendUint32(out, word)
	}
	return out
}

// store puts a value into the arena, once, after all that is in it.
func (b *Builder) store(v Value) uint32 {
	var tag byte
	var parts []Value
	switch v := v.(type) {
	case *Array:
		tag, parts = tagArray, v.list()
	case *Set:
		tag, parts = tagSet, v.list()
	case *Object:
		tag = tagObject
		for _, e := range v.list() {
			parts = append(parts, e.key, e.value)
		}
	default:
		return b.intern(string(appendScalar(nil, v)), nil)
	}
	length := len(parts)
	if tag == tagObject {
		length /= 2
	}
	at := make([]uint32, len(parts))
	head := binary.AppendUvarint(binary.AppendUvarint([]byte{tag}, uint64(length)), uint64(Weight(v)))
	for i, part := range parts {
		at[i] = b.store(part)
	}
	return b.intern(string(head), at)
}

// intern appends an encoded value that refers to these places, unless it is
// there already.
func (b *Builder) intern(head string, refs []uint32) uint32 {
	key := head
	for _, r := range refs {
		key += string(binary.LittleEndian.AppendUint32(nil, r))
	}
	if at, ok := b.interned[key]; ok {
		return at
	}
	at := uint32(len(b.values))
	b.interned[key] = at
	b.values = append(b.values, head...)
	for _, r := range refs {
		b.values = binary.LittleEndian.AppendUint32(b.values, r)
	}
	return at
}

func appendScalar(out []byte, v Value) []byte {
	switch v := v.(type) {
	case Bool:
		if v {
			return append(out, tagTrue)
		}
		return append(out, tagFalse)
	case Int:
		return binary.AppendUvarint(append(out, tagInt), uint64(v)<<1^uint64(v>>63))
	case Num:
		return append(binary.AppendUvarint(append(out, tagNum), uint64(len(v))), v...)
	case String:
		return append(binary.AppendUvarint(append(out, tagString), uint64(len(v))), v...)
	}
	return append(out, tagNull)
}

// pathKey is the key of a function's path with one more part. Keys of
// different paths differ.
func pathKey(key, part string) string {
	return key + string(binary.AppendUvarint(nil, uint64(len(part)))) + part
}
