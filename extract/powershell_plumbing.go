package extract

import (
	"strings"
)

// psPlumbing are the cmdlets that only pass values on or set names.
func psPlumbing(name string) psAction {
	switch name {
	case "foreach-object":
		return forEach
	case "where-object":
		return whereObject
	case "select-object":
		return selected
	case "sort-object":
		return func(_ *pwsh, c *psCall) []psValue { return c.input("InputObject").items() }
	case "write-output":
		return func(_ *pwsh, c *psCall) []psValue {
			return append(c.input("InputObject").items(), c.extras...)
		}
	case "out-string":
		return func(_ *pwsh, c *psCall) []psValue {
			v := c.input("InputObject")
			return []psValue{{text: flowText([]psValue{v}), from: fromOf(v.items())}}
		}
	case "write-host", "out-null":
		return func(*pwsh, *psCall) []psValue { return nil }
	case "test-path":
		return func(*pwsh, *psCall) []psValue { return []psValue{textValue("True")} }
	case "set-alias", "new-alias":
		return named
	case "set-variable", "new-variable":
		return assigned
	case "get-variable":
		return func(p *pwsh, c *psCall) []psValue {
			v, _ := c.value("Name")
			return []psValue{p.variable(strings.ToLower(v.str()))}
		}
	case "get-command":
		return func(_ *pwsh, c *psCall) []psValue {
			v, ok := c.value("Name")
			if !ok || strings.ContainsAny(v.str(), "*?[") {
				return []psValue{unknownValue()}
			}
			return []psValue{v}
		}
	case "new-psdrive":
		return func(p *pwsh, c *psCall) []psValue {
			name, _ := c.value("Name")
			root, _ := c.value("Root")
			if provider, _ := c.value("PSProvider"); strings.EqualFold(provider.str(), "filesystem") {
				p.drives[strings.ToLower(name.str())] = root.str()
			}
			return nil
		}
	}
	return nil
}

// forEach runs its blocks once for each value that comes through.
func forEach(p *pwsh, c *psCall) []psValue {
	items := c.input("InputObject").items()
	if !c.in.piped && len(items) == 0 {
		items = []psValue{{null: true}}
	}
	run := func(v psValue, in []psValue) []psValue {
		var out []psValue
		for _, b := range v.items() {
			if b.block != nil {
				out = append(out, p.each(in, "_", func() []psValue { return p.statements(b.block.body, psFlow{}, c.ctx) })...)
			} else if name := strings.ToLower(b.str()); b.text != "" {
				for _, item := range in {
					if name == "delete" || name == "moveto" || name == "copyto" {
						p.fileMethod(item, name, c.extras, c.ctx)
					}
					out = append(out, property(item, name))
				}
			}
		}
		return out
	}
	once := []psValue{{null: true}}
	var out []psValue
	if begin, ok := c.value("Begin"); ok {
		out = append(out, run(begin, once)...)
	}
	for _, name := range []string{"Process", "MemberName", "Parallel"} {
		if v, ok := c.value(name); ok {
			out = append(out, run(v, items)...)
		}
	}
	for _, v := range c.extras { // begin, process and end one after another
		if v.block != nil {
			out = append(out, run(v, items)...)
		}
	}
	if end, ok := c.value("End"); ok {
		out = append(out, run(end, once)...)
	}
	return out
}

func whereObject(p *pwsh, c *psCall) []psValue {
	values := c.input("InputObject").items()
	if f, ok := c.value("FilterScript"); ok && f.block != nil {
		p.each(narrowed(values), "_", func() []psValue { return p.statements(f.block.body, psFlow{}, c.ctx) })
	}
	return narrowed(values)
}

func selected(_ *pwsh, c *psCall) []psValue {
	values := c.input("InputObject").items()
	if _, some := c.value("First", "Last", "Skip", "SkipLast", "Index", "SkipIndex"); some {
		values = narrowed(values)
	}
	name, ok := c.value("ExpandProperty")
	if !ok {
		return values
	}
	out := make([]psValue, len(values))
	for i, v := range values {
		out[i] = property(v, strings.ToLower(name.str()))
	}
	return out
}

func named(p *pwsh, c *psCall) []psValue {
	name, _ := c.value("Name")
	value, _ := c.value("Value")
	p.aliases[strings.ToLower(name.str())] = value.str()
	return nil
}

func assigned(p *pwsh, c *psCall) []psValue {
	name, _ := c.value("Name")
	p.vars[scoped(name.str())] = c.input("Value")
	return nil
}
