package extract

import (
	"slices"
	"strconv"
	"strings"

	"gate"
)

func (p *pwsh) unary(n *psNode, ctx context) psValue {
	v := p.eval(n.kids[0], ctx)
	if len(n.ops) > 0 {
		return p.cast(n.text, v)
	}
	switch n.text {
	case "join":
		return joined(v.items())
	case ",":
		return listOf(v.items())
	case "split":
		return p.splitText(v, " ")
	case "++", "--":
		p.put(n.kids[0], unknownValue(), ctx)
		return textValue("1") // a plain number
	case "-", "+":
		if v.known() && !v.any {
			return textValue(strings.TrimPrefix(n.text+v.str(), "+"))
		}
	}
	return unknownValue(v.from...)
}

// cast is a value as another type.
func (p *pwsh) cast(to string, v psValue) psValue {
	switch to {
	case "char", "char[]":
		var out []psValue
		for _, item := range v.items() {
			if n, err := strconv.ParseInt(item.text, 0, 32); err == nil {
				out = append(out, textValue(string(rune(n))))
			} else {
				for _, c := range item.str() {
					out = append(out, textValue(string(c)))
				}
			}
			if len(out) > maxValue {
				return unknownValue(v.from...)
			}
		}
		return listOf(out).single()
	case "scriptblock":
		return psValue{text: v.str(), kind: psCode, from: v.from}
	case "wmiclass":
		return psValue{text: v.str(), kind: psObject}
	case "io.fileinfo", "io.directoryinfo":
		return psValue{text: v.str(), kind: psFile, from: v.from}
	case "string":
		if v.isList {
			return psValue{text: v.str(), from: v.from}
		}
	case "bool", "switch":
		return textValue(firstOf(v.str(), "False"))
	case "void":
		return psValue{null: true}
	}
	return v
}

// binary carries out the operators that make texts and lists; what the others
// give is true, false or a number, and plays no part in a path.
func (p *pwsh) binary(n *psNode, ctx context) psValue {
	values := make([]psValue, len(n.kids))
	for i, kid := range n.kids {
		values[i] = p.eval(kid, ctx)
	}
	v := values[0]
	for i, op := range n.ops {
		right := values[i+1]
		switch op {
		case "+":
			if i == 0 && !slices.ContainsFunc(n.ops, func(o string) bool { return o != "+" }) {
				return p.sum(values)
			}
			v = p.sum([]psValue{v, right})
		case "*":
			v = repeated(v, right)
		case "join":
			v = joinedWith(v.items(), right.str())
		case "split":
			v = p.splitText(v, right.str())
		case "replace":
			v = replaced(v, right)
		case "f":
			v = formatted(v.str(), right.items())
		case "..":
			v = ranged(v.str(), right.str())
		case "??":
			v = v.or(right)
		case "as":
		default:
			v = unknownValue(distinct(append(slices.Clone(v.from), right.from...))...)
		}
	}
	return v
}

// sum adds texts, lists and tables.
func (p *pwsh) sum(values []psValue) psValue {
	first := values[0]
	switch {
	case first.isList || first.null && len(values) > 1 && values[1].isList:
		var all []psValue
		for _, v := range values {
			all = append(all, v.items()...)
			if len(all) > maxEntries {
				return unknownValue()
			}
		}
		return listOf(all)
	case first.isTable:
		for _, v := range values[1:] {
			for _, pair := range v.pairs {
				first = first.with(pair.key, pair.value)
			}
		}
		return first
	}
	total := 0
	for i, v := range values {
		n, err := strconv.Atoi(v.text)
		if err != nil || v.any || v.kind != psPlain {
			if i == 0 {
				return joined(values)
			}
			return unknownValue(v.from...)
		}
		total += n
	}
	return textValue(strconv.Itoa(total))
}

func repeated(v, times psValue) psValue {
	n, err := strconv.Atoi(times.str())
	if err != nil || n < 0 || v.isList || n*len(v.text) > maxValue {
		return unknownValue(v.from...)
	}
	return psValue{text: strings.Repeat(v.str(), n), from: v.from}
}

func joinedWith(items []psValue, between string) psValue {
	var parts []psValue
	for i, item := range items {
		if i > 0 && between != "" {
			parts = append(parts, textValue(between))
		}
		parts = append(parts, item)
	}
	return joined(parts)
}

func (p *pwsh) splitText(v psValue, at string) psValue {
	text := v.str()
	if strings.Contains(text+at, gate.UnknownText) || strings.ContainsAny(at, `\[(.*+?^$|`) && len(at) > 1 && at != `\s+` || at == "" {
		return unknownValue(v.from...)
	}
	pieces := strings.Split(text, at)
	if at == " " || at == `\s+` {
		pieces = strings.Fields(text)
	}
	var out []psValue
	for _, piece := range pieces {
		out = append(out, psValue{text: piece, from: v.from})
	}
	return listOf(out)
}

// replaced is -replace with patterns that are plain text.
func replaced(v, with psValue) psValue {
	pair := with.items()
	if len(pair) == 0 {
		return v
	}
	old, to := pair[0].str(), ""
	if len(pair) > 1 {
		to = pair[1].str()
	}
	text := v.str()
	if v.isList || strings.Contains(text+old+to, gate.UnknownText) || old == "" || strings.ContainsAny(old, `\[]().*+?^$|`) || strings.Contains(to, "$") || len(text)*(1+len(to)) > maxText {
		return unknownValue(v.from...)
	}
	if low := strings.ToLower(text); !strings.Contains(text, old) && strings.Contains(low, strings.ToLower(old)) {
		return unknownValue(v.from...)
	}
	return psValue{text: strings.ReplaceAll(text, old, to), from: v.from}
}

// formatted is -f: {0} is the first argument.
func formatted(format string, args []psValue) psValue {
	var parts []psValue
	for rest := format; rest != ""; {
		before, after, ok := strings.Cut(rest, "{")
		parts = append(parts, textValue(before))
		if !ok {
			break
		}
		if strings.HasPrefix(after, "{") {
			parts, rest = append(parts, textValue("{")), after[1:]
			continue
		}
		spec, next, _ := strings.Cut(after, "}")
		index, how, special := strings.Cut(spec, ":")
		n, err := strconv.Atoi(strings.TrimSpace(index))
		switch {
		case err != nil || n < 0 || n >= len(args) || special && how != "":
			parts = append(parts, unknownValue())
		default:
			parts = append(parts, args[n])
		}
		rest = next
	}
	return joined(parts)
}

func ranged(first, last string) psValue {
	a, errA := strconv.Atoi(first)
	b, errB := strconv.Atoi(last)
	if errA != nil || errB != nil || b-a > maxLoop || a-b > maxLoop {
		return textValue("1") // a plain number
	}
	var out []psValue
	for step := 1; ; a += step {
		out = append(out, textValue(strconv.Itoa(a)))
		if a == b {
			return listOf(out)
		}
		if b < a {
			step = -1
		}
	}
}

// index is an element of a list or a table, or a letter of a text.
func (p *pwsh) index(v, at psValue) psValue {
	if v.isTable {
		if found, ok := v.get(at.str()); ok {
			return found
		}
		return unknownValue(v.from...)
	}
	elements := v.items()
	if !v.isList && v.known() && !v.any {
		elements = nil
		for _, c := range v.str() {
			elements = append(elements, textValue(string(c)))
		}
	}
	var out []psValue
	for _, i := range at.items() {
		n, err := strconv.Atoi(i.str())
		if n < 0 {
			n += len(elements)
		}
		if err != nil || n < 0 || n >= len(elements) {
			if v.isList && err != nil && len(elements) > 0 && len(elements) <= maxVariant {
				return psValue{any: true, list: elements}
			}
			return unknownValue(v.from...)
		}
		out = append(out, elements[n])
	}
	return listOf(out).single()
}
