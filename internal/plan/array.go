package plan

// Array is a list of values. The evaluator appends to one only while open.
type Array struct {
	items  []Value
	weight int
	open   bool
	source stored
}

// NewArray is an array of these values, which it keeps.
func NewArray(items ...Value) *Array {
	a := &Array{items: items, weight: 1}
	for _, v := range items {
		a.weight = addWeight(a.weight, Weight(v))
	}
	return a
}

// Len is the number of elements.
func (a *Array) Len() int {
	if a.source.image != "" {
		n, _, _ := a.source.head()
		return n
	}
	return len(a.list())
}

func (a *Array) list() []Value {
	if a.source.image != "" {
		a.items = a.source.values(1)
		a.source = stored{}
	}
	return a.items
}

// Append adds an element. The array must not yet be part of another value.
func (a *Array) Append(v Value) { a.add(v) }

func (a *Array) add(v Value) {
	a.items = append(a.items, v)
	a.weight = addWeight(a.weight, Weight(v))
}

func (a *Array) clone() *Array {
	return &Array{items: append([]Value(nil), a.list()...), weight: a.weight, open: true}
}

// strings are the elements of an array or set of strings; ok is false when
// there is another one, which is then bad.
func stringItems(items []Value) (list []string, bad Value) {
	list = make([]string, len(items))
	for i, v := range items {
		s, ok := v.(String)
		if !ok {
			return nil, v
		}
		list[i] = string(s)
	}
	return list, nil
}

func stringArray(list []string) *Array {
	items := make([]Value, len(list))
	for i, s := range list {
		items[i] = String(s)
	}
	return &Array{items: items, weight: 1 + len(items)}
}
