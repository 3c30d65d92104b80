package yaml

import "strconv"

// normalize changes a document as OPA does before it is decoded: a date is
// text unless its tag says otherwise, several merges in a mapping become one of
// a list, and of keys that are one in JSON the last value counts, in the first
// place.
func normalize(n *node, seen map[*node]bool) {
	if seen[n] {
		return
	}
	seen[n] = true
	switch n.kind {
	case scalarNode:
		if n.tag == timestampTag && n.plain {
			n.tag = strTag
		}
	case mappingNode:
		n.parts = oneMerge(n.parts)
		n.parts = lastValues(n.parts)
	case aliasNode:
		normalize(n.target, seen)
	}
	for _, part := range n.parts {
		normalize(part, seen)
	}
}

func oneMerge(parts []*node) []*node {
	all := &node{kind: sequenceNode}
	var out []*node
	for i := 0; i < len(parts); i += 2 {
		key, value := parts[i], parts[i+1]
		if key.kind != scalarNode || key.tag != mergeTag {
			out = append(out, key, value)
			continue
		}
		if all.line == 0 {
			all.line = key.line
			out = append(out, key, all)
		}
		if value.kind == sequenceNode {
			all.parts = append(all.parts, value.parts...)
		} else {
			all.parts = append(all.parts, value)
		}
	}
	if len(all.parts) < 2 {
		return parts
	}
	return out
}

func lastValues(parts []*node) []*node {
	at := map[string]int{}
	out := make([]*node, 0, len(parts))
	for i := 0; i < len(parts); i += 2 {
		name, ok := plainKey(parts[i])
		if place, again := at[name]; ok && again {
			out[place] = parts[i+1]
			continue
		}
		out = append(out, parts[i], parts[i+1])
		if ok {
			at[name] = len(out) - 1
		}
	}
	return out
}

// plainKey is the name that a scalar has as a key, if it can be one.
func plainKey(n *node) (name string, ok bool) {
	if n.kind != scalarNode || n.tag == mergeTag {
		return "", false
	}
	defer func() { // a scalar that its tag does not fit
		if _, failed := recover().(failure); failed {
			ok = false
		}
	}()
	return keyName(n.resolved())
}

// keyName is the name in JSON of a key.
func keyName(v scalar) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case bool:
		return strconv.FormatBool(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case uint64:
		return strconv.FormatUint(v, 10), true
	case float64:
		return yamlFloat(v, 32), true
	}
	return "", false
}

func yamlFloat(f float64, bits int) string {
	switch s := strconv.FormatFloat(f, 'g', -1, bits); s {
	case "+Inf":
		return ".inf"
	case "-Inf":
		return "-.inf"
	case "NaN":
		return ".nan"
	default:
		return s
	}
}
