package yaml

import "cmp"

type nodeKind byte

const (
	scalarNode nodeKind = iota
	sequenceNode
	mappingNode
	aliasNode
)

// node is a piece of a document. A mapping has keys and values by turns.
type node struct {
	kind   nodeKind
	tag    string // in the short form: !!str
	plain  bool   // a scalar without quotes and without a tag of its own
	value  string // a scalar's text, an alias's name
	line   int    // counted from 1
	target *node  // what an alias stands for
	parts  []*node
}

// parser makes nodes of tokens.
type parser struct {
	*scanner
	handles map[string]string // of tags: prefix
	anchors map[string]*node
}

// parse gives the first document, nil when there is none. The others are read
// too: they must be well formed.
func parse(text string) (first *node) {
	p := parser{newScanner(text), map[string]string{}, map[string]*node{}}
	p.next()
	for implicit := true; ; implicit = false {
		root := p.document(implicit)
		if root == nil {
			return first
		}
		if first == nil {
			first = root
		}
	}
}

// problem is the error of a token, in what began at another place.
func (p *parser) problem(begin mark, what string) {
	line := begin.line
	if line == 0 {
		line = p.peek().start.line
	}
	failAt(line, what)
}

func (p *parser) is(kinds ...tokenKind) bool {
	for _, k := range kinds {
		if p.peek().kind == k {
			return true
		}
	}
	return false
}

// document reads a document, the first of which needs no "---". Without one
// it is nil.
func (p *parser) document(implicit bool) (root *node) {
	for !implicit && p.is(documentEnd) {
		p.next()
	}
	switch {
	case implicit && !p.is(versionDirective, tagDirective, documentStart, streamEnd):
		p.directives()
		root = p.node(true, false)
	case p.is(streamEnd):
		return nil
	default:
		p.directives()
		if !p.is(documentStart) {
			p.problem(mark{}, "did not find expected <document start>")
		}
		p.next()
		if p.is(versionDirective, tagDirective, documentStart, documentEnd, streamEnd) {
			root = empty(p.peek().start)
		} else {
			root = p.node(true, false)
		}
	}
	if p.is(documentEnd) {
		p.next()
	}
	clear(p.handles)
	return root
}

func (p *parser) directives() {
	version := false
	for p.is(versionDirective, tagDirective) {
		t := p.peek()
		switch {
		case t.kind == tagDirective:
			if _, ok := p.handles[t.value]; ok {
				p.problem(mark{}, "found duplicate %TAG directive")
			}
			p.handles[t.value] = t.suffix
		case version:
			p.problem(mark{}, "found duplicate %YAML directive")
		case t.value != "1.1":
			p.problem(mark{}, "found incompatible YAML document")
		default:
			version = true
		}
		p.next()
	}
	for _, known := range [...][2]string{{"!", "!"}, {"!!", longTag}} {
		if _, ok := p.handles[known[0]]; !ok {
			p.handles[known[0]] = known[1]
		}
	}
}

// empty is the scalar where nothing stands.
func empty(at mark) *node {
	return &node{kind: scalarNode, tag: nullTag, plain: true, line: at.line + 1}
}

// node reads what may stand for a value. A sequence that is not indented may
// only in a mapping.
func (p *parser) node(block, indentless bool) *node {
	start := p.peek().start
	if p.is(aliasToken) {
		return p.alias()
	}
	anchor, tag, bare := p.properties(start)
	n := &node{line: start.line + 1, tag: tag}
	if anchor != "" {
		p.anchors[anchor] = n
	}
	t := p.peek()
	switch {
	case indentless && t.kind == blockEntry:
		p.collection(n, sequenceNode, p.indentless)
	case t.kind == scalarToken:
		p.scalar(n, *t)
		p.next()
	case t.kind == flowSequenceStart:
		p.collection(n, sequenceNode, p.flowSequence)
	case t.kind == flowMappingStart:
		p.collection(n, mappingNode, p.flowMapping)
	case block && t.kind == blockSequenceStart:
		p.collection(n, sequenceNode, p.blockSequence)
	case block && t.kind == blockMappingStart:
		p.collection(n, mappingNode, p.blockMapping)
	case bare:
		p.problem(start, "did not find expected node content")
	default:
		p.scalar(n, token{})
	}
	return n
}

func (p *parser) alias() *node {
	t := p.next()
	target := p.anchors[t.value]
	if target == nil {
		fail("unknown anchor '%s' referenced", t.value)
	}
	return &node{kind: aliasNode, value: t.value, target: target, line: t.start.line + 1}
}

// properties reads an anchor and a tag, in either order. A node that has
// neither is bare.
func (p *parser) properties(start mark) (anchor, tag string, bare bool) {
	bare = true
	for range 2 {
		switch {
		case anchor == "" && p.is(anchorToken):
			anchor, bare = p.next().value, false
		case tag == "" && p.is(tagToken):
			tag, bare = p.fullTag(start, p.next()), false
		}
	}
	return anchor, shortTag(tag), bare
}

// fullTag is a tag with the prefix that its handle stands for.
func (p *parser) fullTag(start mark, t token) string {
	if t.value == "" {
		return t.suffix
	}
	prefix, ok := p.handles[t.value]
	if !ok || prefix+t.suffix == "" {
		failAt(cmp.Or(start.line, t.start.line), "found undefined tag handle")
	}
	return prefix + t.suffix
}

// scalar fills a scalar and finds out its tag, which "!" leaves open.
func (p *parser) scalar(n *node, t token) {
	n.kind, n.value = scalarNode, t.value
	switch {
	case n.tag != "" && n.tag != "!":
	case t.quoted:
		n.tag = strTag
	case n.value == "<<":
		n.tag = mergeTag
	default:
		n.plain = true
		n.tag, _ = resolve("", n.value)
	}
}

func (p *parser) collection(n *node, kind nodeKind, read func(n *node, start mark)) {
	n.kind = kind
	if n.tag == "!" {
		n.tag = ""
	}
	read(n, p.peek().start)
}

// valueOr reads a value, or nothing when one of these tokens comes.
func (p *parser) valueOr(block, indentless bool, kinds ...tokenKind) *node {
	if p.is(kinds...) {
		return empty(p.peek().start)
	}
	return p.node(block, indentless)
}

func (p *parser) blockSequence(n *node, start mark) {
	p.next()
	for p.is(blockEntry) {
		p.next()
		n.parts = append(n.parts, p.valueOr(true, false, blockEntry, blockEnd))
	}
	if !p.is(blockEnd) {
		p.problem(start, "did not find expected '-' indicator")
	}
	p.next()
}

func (p *parser) indentless(n *node, _ mark) {
	for p.is(blockEntry) {
		p.next()
		n.parts = append(n.parts, p.valueOr(true, false, blockEntry, keyToken, valueToken, blockEnd))
	}
}

func (p *parser) blockMapping(n *node, start mark) {
	p.next()
	for p.is(keyToken) {
		p.next()
		n.parts = append(n.parts, p.valueOr(true, true, keyToken, valueToken, blockEnd))
		if !p.is(valueToken) {
			n.parts = append(n.parts, empty(p.peek().start))
			continue
		}
		p.next()
		n.parts = append(n.parts, p.valueOr(true, true, keyToken, valueToken, blockEnd))
	}
	if !p.is(blockEnd) {
		p.problem(start, "did not find expected key")
	}
	p.next()
}

func (p *parser) flowSequence(n *node, start mark) {
	p.next()
	for first := true; !p.is(flowSequenceEnd); first = false {
		if !first && !p.comma(start, flowSequenceEnd, "did not find expected ',' or ']'") {
			break
		}
		if p.is(keyToken) {
			n.parts = append(n.parts, p.pair())
		} else {
			n.parts = append(n.parts, p.node(false, false))
		}
	}
	p.next()
}

// comma reads what is between two parts of a flow collection. It is false
// when the collection ends behind it.
func (p *parser) comma(start mark, end tokenKind, problem string) bool {
	if !p.is(flowEntry) {
		p.problem(start, problem)
	}
	p.next()
	return !p.is(end)
}

// pair reads a mapping of one key in a sequence: [a: 1]. Without a key the
// token behind the "?" is lost, as in libyaml.
func (p *parser) pair() *node {
	at := p.next().start
	n := &node{kind: mappingNode, tag: mapTag, line: at.line + 1}
	if p.is(valueToken, flowEntry, flowSequenceEnd) {
		n.parts = append(n.parts, empty(p.next().start))
	} else {
		n.parts = append(n.parts, p.node(false, false))
	}
	n.parts = append(n.parts, p.flowValue(flowSequenceEnd))
	return n
}

// flowValue reads ":" and a value, both of which may be missing.
func (p *parser) flowValue(end tokenKind) *node {
	if p.is(valueToken) {
		p.next()
		return p.valueOr(false, false, flowEntry, end)
	}
	return empty(p.peek().start)
}

func (p *parser) flowMapping(n *node, start mark) {
	p.next()
	for first := true; !p.is(flowMappingEnd); first = false {
		if !first && !p.comma(start, flowMappingEnd, "did not find expected ',' or '}'") {
			break
		}
		if !p.is(keyToken) {
			n.parts = append(n.parts, p.node(false, false), empty(p.peek().start))
			continue
		}
		p.next()
		n.parts = append(n.parts, p.valueOr(false, false, valueToken, flowEntry, flowMappingEnd))
		n.parts = append(n.parts, p.flowValue(flowMappingEnd))
	}
	p.next()
}
