package plan

// Value is a Rego value: Null, Bool, Int, Num, String, *Array, *Object or
// *Set. A nil Value is undefined. Values are not changed once they can be seen
// from two places.
type Value interface{ rank() int }

// The scalars. An integer that fits has one form, Int; every other number
// keeps the text it was written with, so that 1.0 is printed as it came and
// still equals 1.
type (
	Null   struct{}
	Bool   bool
	Int    int64
	Num    string
	String string
)

// The ranks are the order of the types: null, booleans, numbers, strings,
// arrays, objects, sets.
func (Null) rank() int    { return 0 }
func (Bool) rank() int    { return 1 }
func (Int) rank() int     { return 2 }
func (Num) rank() int     { return 2 }
func (String) rank() int  { return 3 }
func (*Array) rank() int  { return 4 }
func (*Object) rank() int { return 5 }
func (*Set) rank() int    { return 6 }

const (
	rankNull = iota
	rankBool
	rankNumber
	rankString
	rankArray
	rankObject
	rankSet
)

// rankNames are the names of the types in Rego and in messages.
var rankNames = [...]string{"null", "boolean", "number", "string", "array", "object", "set"}

func typeName(v Value) string { return rankNames[v.rank()] }

// Weight is the number of nodes in a value, which bounds what walking it
// costs. Values share parts, so it can be far more than what is in memory.
func Weight(v Value) int {
	switch v := v.(type) {
	case *Array:
		return v.weight
	case *Object:
		return v.weight
	case *Set:
		return v.weight
	}
	return 1
}

// maxWeight caps weights, so that sums of them do not overflow.
const maxWeight = 1 << 29

func addWeight(a, b int) int { return min(a+b, maxWeight) }

// Get is what v has at key: an object's value, a set's member, an array's
// element. Without one it is nil.
func Get(v, key Value) Value {
	switch v := v.(type) {
	case *Object:
		return v.Get(key)
	case *Array:
		if i, ok := toInt64(key); ok && i >= 0 && i < int64(v.Len()) {
			return v.list()[i]
		}
	case *Set:
		if i, ok := v.find(key); ok {
			return v.items[i]
		}
	}
	return nil
}

// Len is the number of members of a collection, and 1 for a scalar.
func Len(v Value) int {
	if v.rank() < rankArray {
		return 1
	}
	return length(v)
}

// Walk visits a value and all below it, keys too.
func Walk(v Value, visit func(Value)) {
	visit(v)
	isObject := v.rank() == rankObject
	Each(v, func(key, below Value) bool {
		if isObject {
			Walk(key, visit)
		}
		Walk(below, visit)
		return true
	})
}
