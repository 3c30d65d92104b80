package plan

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/gobwas/glob"
)

// Program is a plan that can be evaluated, by several goroutines at once.
type Program struct {
	image    string
	sections [sectionCount]string
	data     int
	builtins []*builtin
	cache    cache
}

// cache keeps what is compiled of a policy's patterns for the next call.
type cache struct {
	mu      sync.Mutex
	regexps map[string]*pattern
	globs   map[globKey]*glob.Pattern
}

type globKey struct{ pattern, delimiters string }

type pattern struct {
	re  *regexp.Regexp
	err error
}

// Open reads a plan. It looks at the header and at the checksum, and decodes
// nothing; whatever is wrong with the file is an error. The text is kept, and
// must not change.
func Open(image string) (*Program, error) {
	p, err := open(image)
	if err == nil && longWord(image[atChecksum:]) != checksum(image) {
		err = errors.New("its checksum is wrong: compile the policy again")
	}
	if err != nil {
		return nil, fmt.Errorf("open plan: %w", err)
	}
	return p, nil
}

// OpenVouched is Open for a plan that is part of the executable: nothing but
// what damages that can damage it, and it is not read to find out.
func OpenVouched(image string) (*Program, error) {
	p, err := open(image)
	if err != nil {
		return nil, fmt.Errorf("open plan: %w", err)
	}
	return p, nil
}

func open(image string) (*Program, error) {
	switch {
	case headed(image) != nil:
		return nil, headed(image)
	case word(image, atLength) != len(image):
		return nil, fmt.Errorf("it has %d bytes, want %d", len(image), word(image, atLength))
	}
	if made := strings.TrimRight(image[atOPA:atDigest], "\x00"); made != OPAVersion {
		return nil, fmt.Errorf("it was made with OPA %s, want %s: compile the policy again", made, OPAVersion)
	}
	p := &Program{image: image, data: word(image, atData)}
	for i := range sectionCount {
		start, length := word(image, atSections+8*i), word(image, atSections+8*i+4)
		if start+length > len(image) || rowSizes[i] > 0 && length%(4*rowSizes[i]) != 0 {
			return nil, fmt.Errorf("section %d is out of bounds", i)
		}
		p.sections[i] = image[start : start+length]
	}
	return p, p.link()
}

// headed says whether a plan of this form begins here.
func headed(image string) error {
	switch {
	case len(image) < headerSize || !strings.HasPrefix(image, magic):
		return errors.New("it is no compiled policy")
	case word(image, atVersion) != formatVersion:
		return fmt.Errorf("its form is version %d, want %d: compile the policy again", word(image, atVersion), formatVersion)
	}
	return nil
}

// HeaderSize is how much of a plan DigestOf looks at, in bytes.
const HeaderSize = headerSize

// DigestOf is the digest of the plan that a text begins with.
func DigestOf(header string) ([32]byte, error) {
	if err := headed(header); err != nil {
		return [32]byte{}, fmt.Errorf("open plan: %w", err)
	}
	return digestAt(header, atDigest), nil
}

func digestAt(image string, at int) [32]byte { return [32]byte([]byte(image[at : at+32])) }

// link finds the builtins that the plan uses.
func (p *Program) link() (err error) {
	defer recovered(&err)
	p.builtins = make([]*builtin, p.rows(secBuiltins))
	for i := range p.builtins {
		name := p.name(p.cell(secBuiltins, i, 0))
		if p.builtins[i] = findBuiltin(name); p.builtins[i] == nil {
			return fmt.Errorf("it needs the builtin %s, which this gate does not have", name)
		}
	}
	return nil
}

// Digest says what the plan was made of, as Builder.Bytes was told.
func (p *Program) Digest() [32]byte { return digestAt(p.image, atDigest) }

// Base is the digest of the policy that this one was laid over, 0 for none, as
// Builder.Over was told.
func (p *Program) Base() [32]byte { return digestAt(p.image, atBase) }

// Revision is what Builder.Revision was told.
func (p *Program) Revision() string { return p.name(word(p.image, atRevision)) }

// Agent says whether the policy looks at the session's agent, as Builder.Agent
// was told. Who evaluates it may otherwise leave that unknown.
func (p *Program) Agent() bool { return p.image[atAgent] != 0 }

// Entrypoints are the names of what can be evaluated.
func (p *Program) Entrypoints() []string {
	var names []string
	for i := range p.rows(secEntries) {
		names = append(names, p.name(p.cell(secEntries, i, 0)))
	}
	return names
}

func (p *Program) rows(section int) int { return len(p.sections[section]) / (4 * rowSizes[section]) }

func (p *Program) cell(section, row, column int) int {
	return word(p.sections[section], 4*(row*rowSizes[section]+column))
}

// name is the text at an offset of the values.
func (p *Program) name(at int) string {
	text, ok := stored{image: p.sections[secValues]}.text(at)
	if !ok {
		panic(fmt.Errorf("a name is no text"))
	}
	return text
}

func word(s string, at int) int {
	return int(uint32(s[at]) | uint32(s[at+1])<<8 | uint32(s[at+2])<<16 | uint32(s[at+3])<<24)
}

// recovered turns a panic into an error.
func recovered(err *error) {
	switch r := recover().(type) {
	case nil:
	case error:
		*err = fmt.Errorf("evaluate plan: %w", r)
	default:
		*err = fmt.Errorf("evaluate plan: %v", r)
	}
}
