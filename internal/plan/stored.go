package plan

import (
	"fmt"
	"strings"
)

// stored is an array, object or set that is still in the arena.
type stored struct {
	image string
	at    int
}

// load is the value at an offset of an arena. What is in it stays there until
// somebody looks.
func load(image string, at int) Value {
	tag, next := image[at], at+1
	switch tag {
	case tagNull:
		return Null{}
	case tagFalse:
		return Bool(false)
	case tagTrue:
		return Bool(true)
	case tagInt:
		n, _ := uvarint(image, next)
		return Int(n>>1) ^ -Int(n&1)
	case tagNum, tagString:
		n, next := uvarint(image, next)
		if text := image[next : next+int(n)]; tag == tagNum {
			return Num(text)
		} else {
			return String(text)
		}
	}
	source := stored{image, at}
	length, nodes, _ := source.head()
	if length == 0 {
		source = stored{}
	}
	switch tag {
	case tagArray:
		return &Array{weight: nodes, source: source}
	case tagObject:
		return &Object{weight: nodes, source: source}
	case tagSet:
		return &Set{weight: nodes, source: source}
	}
	panic(fmt.Errorf("unknown tag %d", tag))
}

// head says how many members there are, how many nodes in all, and where the
// places of the members stand.
func (s stored) head() (length, nodes, refs int) {
	n, next := uvarint(s.image, s.at+1)
	w, next := uvarint(s.image, next)
	if n > uint64(len(s.image)) {
		panic(fmt.Errorf("%d values in one", n))
	}
	return int(n), int(min(w, maxWeight)), next
}

// ref is the place of a value in this one, which is always before it.
func (s stored) ref(refs, i int) int {
	at := word(s.image, refs+4*i)
	if at >= s.at {
		panic(fmt.Errorf("a value is in itself"))
	}
	return at
}

// values are those directly below, width for each member.
func (s stored) values(width int) []Value {
	length, _, refs := s.head()
	if refs+4*width*length > len(s.image) {
		panic(fmt.Errorf("%d values in one", length))
	}
	out := make([]Value, width*length)
	for i := range out {
		out[i] = load(s.image, s.ref(refs, i))
	}
	return out
}

// text is the string at an offset, without making a value of it.
func (s stored) text(at int) (text string, ok bool) {
	if s.image[at] != tagString {
		return "", false
	}
	n, next := uvarint(s.image, at+1)
	return s.image[next : next+int(n)], true
}

// member looks up a name in an object without taking out what else is in it.
// It does not know the answer when keys are no strings.
func (s stored) member(name string) (v Value, known bool) {
	length, _, refs := s.head()
	for low, high := 0, length; low < high; {
		mid := int(uint(low+high) >> 1)
		key, ok := s.text(s.ref(refs, 2*mid))
		if !ok {
			return nil, false
		}
		switch c := strings.Compare(key, name); {
		case c < 0:
			low = mid + 1
		case c > 0:
			high = mid
		default:
			return load(s.image, s.ref(refs, 2*mid+1)), true
		}
	}
	return nil, true
}

// contains says whether a text is in an array.
func (s stored) contains(want string) bool {
	length, _, refs := s.head()
	for i := range length {
		if text, ok := s.text(s.ref(refs, i)); ok && text == want {
			return true
		}
	}
	return false
}

// pairs calls visit with the texts of each key and value of an object, and
// says whether there was nothing else.
func (s stored) pairs(visit func(key, value string)) bool {
	length, _, refs := s.head()
	for i := range length {
		key, ok := s.text(s.ref(refs, 2*i))
		value, both := s.text(s.ref(refs, 2*i+1))
		if !ok || !both {
			return false
		}
		visit(key, value)
	}
	return true
}

// uvarint is the number at an offset, and the offset after it.
func uvarint(s string, at int) (uint64, int) {
	if c := s[at]; c < 0x80 {
		return uint64(c), at + 1
	}
	return longUvarint(s, at)
}

func longUvarint(s string, at int) (n uint64, next int) {
	for shift := 0; shift < 64; shift += 7 {
		c := s[at]
		at++
		n |= uint64(c&0x7f) << shift
		if c < 0x80 {
			return n, at
		}
	}
	panic(fmt.Errorf("a number of more than 64 bits"))
}
