package extract

import (
	"path"
	"strings"

	"gate"
)

// transferred is Copy-Item and Move-Item.
func transferred(p *pwsh, c *psCall) []psValue {
	role := "r"
	if c.row.name == "Move-Item" {
		role = "m"
	}
	sources := c.input("Path", "LiteralPath")
	to, _ := c.value("Destination")
	if _, remote := c.value("ToSession"); remote {
		p.touch('r', sources, c.row.name, psValue{null: true}, c.ctx)
		return nil
	}
	for _, dest := range to.texts() {
		dest, ok := p.place(firstOf(dest, "."))
		if !ok {
			continue
		}
		k := &call{name: c.row.name, row: &program{roles: role, dest: 'w'}}
		for _, item := range sources.items() {
			for _, file := range item.texts() {
				if place, ok := p.place(file); ok {
					k.operands, k.opGlobs = append(k.operands, place), append(k.opGlobs, strings.ContainsAny(place, "*?"))
				}
			}
		}
		if _, remote := c.value("FromSession"); remote {
			p.touch('w', textValue(dest), c.row.name, psValue{null: true}, c.ctx)
			continue
		}
		if dest == "." && len(k.operands) > 0 {
			dest = "./"
		}
		k.operands, k.opGlobs = append(k.operands, dest), append(k.opGlobs, false)
		p.r.winEffects(k, p.st, c.ctx)
	}
	return []psValue{{text: to.str(), kind: psFile}}
}

func renamed(p *pwsh, c *psCall) []psValue {
	none := psValue{null: true}
	to, _ := c.value("NewName")
	for _, item := range c.input("Path", "LiteralPath").items() {
		name := to
		if to.block != nil {
			name = unknownValue()
			p.each([]psValue{item}, "_", func() []psValue { return p.statements(to.block.body, psFlow{}, c.ctx) })
		}
		p.touch('m', item, c.row.name, none, c.ctx)
		for _, file := range item.texts() {
			if place, ok := p.place(file); ok && !strings.HasPrefix(place, gate.UnknownText) {
				p.touch('w', textValue(path.Dir(slashed(place))+"/"+path.Base(slashed(name.str()))), c.row.name, none, c.ctx)
			}
		}
	}
	return nil
}

// made is New-Item: a file, a folder or a link.
func made(p *pwsh, c *psCall) []psValue {
	where, given := c.value("Path")
	if name, ok := c.value("Name"); ok {
		if !given {
			where = textValue(".")
		}
		where = p.combined([]psValue{where, name})
	}
	kind, _ := c.value("ItemType")
	value := c.input("Value")
	switch low := strings.ToLower(kind.str()); {
	case strings.HasPrefix("directory", low) && low != "" || low == "folder" || low == "container":
		p.touch('c', where, c.row.name, psValue{null: true}, c.ctx)
	case strings.HasSuffix(low, "link") || low == "junction":
		p.touch('l', where, c.row.name, psValue{null: true}, c.ctx)
		for _, link := range where.texts() {
			if to := value.str(); to != "" && !driveRelative(link) && !driveRelative(to) {
				p.r.linked(slashed(to), slashed(link), true, p.st)
			}
		}
	default:
		if value.null {
			value = textValue("")
		}
		p.touch('w', where, c.row.name, value, c.ctx)
	}
	return []psValue{{text: where.str(), kind: psFile}}
}

// folderMade is mkdir, a function of PowerShell's own.
func folderMade(_ *pwsh, c *psCall) []psValue {
	return []psValue{{text: c.input("Path").str(), kind: psFile}}
}

// outFile is Out-File and Tee-Object, whose content comes through the
// pipeline.
func outFile(p *pwsh, c *psCall) []psValue {
	role := byte('w')
	if c.has("Append") {
		role = 'a'
	}
	content := c.input("InputObject")
	if strings.HasPrefix(c.row.name, "Export-") {
		content = psValue{null: true}
	}
	to, _ := c.value("FilePath", "Path", "LiteralPath")
	content.from = distinct(append(content.from, c.in.from...))
	p.touch(role, to, c.row.name, content, c.ctx)
	if c.row.name == "Tee-Object" {
		if name, ok := c.value("Variable"); ok {
			p.vars[strings.ToLower(name.str())] = listOf(c.in.values).single()
		}
		return c.in.values
	}
	return nil
}

// children is Get-ChildItem: the files below its folders, as patterns where it
// is told which.
func children(p *pwsh, c *psCall) []psValue {
	where := c.input("Path", "LiteralPath")
	if where.null {
		where = textValue(".")
	}
	var filters []string
	for _, name := range []string{"Filter", "Include"} {
		if v, ok := c.value(name); ok {
			for _, item := range v.items() {
				filters = append(filters, item.str())
			}
		}
	}
	_, excludes := c.value("Exclude")
	var out []psValue
	for _, item := range where.items() {
		for _, dir := range item.texts() {
			dir, ok := p.place(strings.TrimRight(slashed(dir), "/") + map[bool]string{true: "/"}[strings.Trim(dir, `\/`) == ""])
			switch {
			case !ok:
				out = append(out, unknownValue(c.row.name))
			case len(filters) > 0:
				for _, f := range filters {
					out = append(out, psValue{text: strings.TrimSuffix(strings.TrimSuffix(dir, "*"), "/") + "/" + f, kind: psFile})
				}
			case strings.ContainsAny(dir, "*?"):
				out = append(out, psValue{text: dir, kind: psFile})
			case excludes:
				out = append(out, psValue{text: dir, kind: psChildren})
			default:
				out = append(out, psValue{text: dir, kind: psFolder})
			}
		}
	}
	if c.has("Name") {
		return []psValue{unknownValue(c.row.name)}
	}
	return out
}

// narrowed are values of which a cmdlet lets only some pass.
func narrowed(values []psValue) []psValue {
	out := make([]psValue, len(values))
	for i, v := range values {
		if v.kind == psFolder {
			v.kind = psChildren
		}
		out[i] = v
	}
	return out
}

// item is Get-Item and Resolve-Path.
func item(p *pwsh, c *psCall) []psValue {
	var out []psValue
	for _, v := range c.input("Path", "LiteralPath").items() {
		for _, file := range v.texts() {
			if place, ok := p.place(file); ok {
				out = append(out, psValue{text: place, kind: psFile})
			}
		}
	}
	if len(out) == 0 {
		return []psValue{unknownValue(c.row.name)}
	}
	return out
}

// content is Get-Content: what the line itself has written is known.
func content(p *pwsh, c *psCall) []psValue {
	for _, v := range c.input("Path", "LiteralPath").items() {
		file, ok := p.place(v.str())
		if !ok || driveRelative(file) || p.st.cwd == "" && !rooted(file) {
			continue
		}
		if s, ok := p.r.files[p.r.x.resolve(slashed(file), p.st.cwd, true).abs]; ok {
			if c.has("Raw") {
				return []psValue{{text: s.text, from: s.from}}
			}
			return lines(s.text, s.from)
		}
	}
	return []psValue{unknownValue(c.row.name)}
}

// located changes the folder.
func located(p *pwsh, c *psCall) []psValue {
	if c.row.name == "Push-Location" {
		p.dirs = append(p.dirs, p.st.cwd)
	}
	to := c.input("Path", "LiteralPath")
	if to.null {
		if c.row.name == "Set-Location" {
			p.r.enterFolder("~", p.st)
		}
		return nil
	}
	if to.str() == "-" {
		p.st.cwd, p.st.old = p.st.old, p.st.cwd
		return nil
	}
	dir, ok := p.place(to.str())
	if !ok {
		p.st.cwd = ""
		return nil
	}
	p.r.enterFolder(dir, p.st)
	return nil
}

func popped(p *pwsh, _ *psCall) []psValue {
	if n := len(p.dirs); n > 0 {
		p.st.cwd, p.dirs = p.dirs[n-1], p.dirs[:n-1]
	}
	return nil
}

// pathMade is Join-Path, Split-Path and their kin.
func pathMade(p *pwsh, c *psCall) []psValue {
	where := c.input("Path", "LiteralPath")
	switch c.row.name {
	case "Join-Path":
		child, _ := c.value("ChildPath")
		more, _ := c.value("AdditionalChildPath")
		return []psValue{p.combined(append(append([]psValue{where}, child.items()...), more.items()...))}
	case "Split-Path":
		file := slashed(where.str())
		switch {
		case strings.Contains(file, gate.UnknownText) || c.has("Qualifier") || c.has("NoQualifier"):
			return []psValue{unknownValue()}
		case c.has("Leaf"):
			return []psValue{textValue(path.Base(file))}
		case c.has("LeafBase"):
			return []psValue{textValue(strings.TrimSuffix(path.Base(file), path.Ext(file)))}
		case c.has("Extension"):
			return []psValue{textValue(path.Ext(file))}
		}
		return []psValue{textValue(path.Dir(file))}
	}
	return []psValue{{text: firstOf(p.st.cwd, gate.UnknownText), kind: psFile}}
}
