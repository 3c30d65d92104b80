package jsontext

// maxDepth is how deep values may be nested.
const maxDepth = 10000

// Valid says whether text is one JSON value.
func Valid[T string | []byte](text T) bool {
	c := checker[T]{text: text}
	return c.value(0) && c.next() == 0 && c.at == len(text)
}

// checker goes over JSON text. Its methods say whether what they are named
// after comes next, and go behind it.
type checker[T string | []byte] struct {
	text T
	at   int
}

// next is the next character that is no white space, 0 at the end.
func (c *checker[T]) next() byte {
	for c.at < len(c.text) {
		switch b := c.text[c.at]; b {
		case ' ', '\t', '\r', '\n':
			c.at++
		default:
			return b
		}
	}
	return 0
}

func (c *checker[T]) value(depth int) bool {
	switch b := c.next(); b {
	case '{', '[':
		return depth < maxDepth && c.container(b, depth)
	case '"':
		return c.string()
	case 't':
		return c.word("true")
	case 'f':
		return c.word("false")
	case 'n':
		return c.word("null")
	}
	return c.number()
}

// container is a list or an object, whose opening bracket is next.
func (c *checker[T]) container(open byte, depth int) bool {
	shut := open + 2 // ] and } in ASCII
	c.at++
	if c.next() == shut {
		c.at++
		return true
	}
	for {
		if open == '{' && !c.key() || !c.value(depth+1) {
			return false
		}
		switch c.next() {
		case ',':
			c.at++
		case shut:
			c.at++
			return true
		default:
			return false
		}
	}
}

// key is the name of an object's member, with the colon.
func (c *checker[T]) key() bool {
	if c.next() != '"' || !c.string() || c.next() != ':' {
		return false
	}
	c.at++
	return true
}

// string is a string, whose opening quote is next.
func (c *checker[T]) string() bool {
	for i := c.at + 1; i < len(c.text); i++ {
		switch b := c.text[i]; {
		case b == '"':
			c.at = i + 1
			return true
		case b < ' ':
			return false
		case b == '\\':
			c.at = i
			if !c.escape() {
				return false
			}
			i = c.at - 1
		}
	}
	return false
}

// escape is an escape, whose backslash is next.
func (c *checker[T]) escape() bool {
	if c.at++; c.at >= len(c.text) {
		return false
	}
	switch c.text[c.at] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		c.at++
		return true
	case 'u':
		for range 4 {
			if c.at++; c.at >= len(c.text) || digit(c.text[c.at]) > 15 {
				return false
			}
		}
		c.at++
		return true
	}
	return false
}

func (c *checker[T]) word(want string) bool {
	if len(c.text)-c.at < len(want) || string(c.text[c.at:c.at+len(want)]) != want {
		return false
	}
	c.at += len(want)
	return true
}

func (c *checker[T]) number() bool {
	c.one('-', '-')
	if !c.one('0', '0') && !c.digits() {
		return false
	}
	if c.one('.', '.') && !c.digits() {
		return false
	}
	if c.one('e', 'E') {
		c.one('+', '-')
		return c.digits()
	}
	return true
}

// one is either of two characters.
func (c *checker[T]) one(a, b byte) bool {
	if c.at < len(c.text) && (c.text[c.at] == a || c.text[c.at] == b) {
		c.at++
		return true
	}
	return false
}

// digits are one digit or more.
func (c *checker[T]) digits() bool {
	start := c.at
	for c.at < len(c.text) && '0' <= c.text[c.at] && c.text[c.at] <= '9' {
		c.at++
	}
	return c.at > start
}
