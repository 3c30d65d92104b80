package extract

import (
	"path"
	"slices"
	"strings"

	"gate"
	"gate/internal/table"
)

// staticRoles says what the arguments of .NET's methods are: the roles of
// program, = for the new text of the file before it, u for an address. Type
// names stand without "System.".
var staticRoles = table.Of[string]{
	{"io.file::delete", "d"}, {"io.directory::delete", "d"}, {"io.file::move", "mw"}, {"io.directory::move", "mw"}, {"io.file::copy", "rw"},
	{"io.file::writealltext", "w="}, {"io.file::writealllines", "w="}, {"io.file::writeallbytes", "w"}, {"io.file::create", "w"}, {"io.file::createtext", "w"},
	{"io.file::openwrite", "w"}, {"io.file::open", "w"}, {"io.file::appendalltext", "a="}, {"io.file::appendalllines", "a="}, {"io.file::appendtext", "a"},
	{"io.file::readalltext", "r"}, {"io.file::readalllines", "r"}, {"io.file::readallbytes", "r"}, {"io.file::readlines", "r"}, {"io.file::openread", "r"}, {"io.file::opentext", "r"},
	{"io.file::replace", "mww"}, {"io.file::setattributes", "x"}, {"io.file::encrypt", "w"}, {"io.directory::createdirectory", "c"},
	{"io.file::createsymboliclink", "l"}, {"io.directory::createsymboliclink", "l"},
	{"io.compression.zipfile::extracttodirectory", "rw"}, {"io.compression.zipfile::createfromdirectory", "rw"},
	{"io.streamwriter::new", "w"}, {"io.filestream::new", "w"}, {"io.streamreader::new", "r"},
	{"microsoft.visualbasic.fileio.filesystem::deletefile", "d"}, {"microsoft.visualbasic.fileio.filesystem::deletedirectory", "d"},
	{"io.filesystem::deletefile", "d"},
}

// methodRoles is the same for methods of objects, by their names alone: what
// an object is cannot be told.
var methodRoles = table.Of[string]{
	{"downloadfile", "uw"}, {"downloadfileasync", "uw"}, {"downloadfiletaskasync", "uw"}, {"downloadstring", "u"}, {"downloadstringtaskasync", "u"}, {"downloaddata", "u"}, {"openread", "u"},
	{"getstringasync", "u"}, {"getasync", "u"}, {"getbytearrayasync", "u"}, {"uploadfile", "ur"}, {"uploadstring", "u"}, {"uploaddata", "u"}, {"postasync", "u"},
	{"deletefile", "d"}, {"deletefolder", "d"}, {"movefile", "mw"}, {"movefolder", "mw"}, {"copyfile", "rw"}, {"copyfolder", "rw"}, {"createtextfile", "w"}, {"createfolder", "c"},
}

// invoke calls a method.
func (p *pwsh) invoke(n *psNode, ctx context) psValue {
	m := n.kids[0]
	on := p.eval(m.kids[0], ctx)
	name := strings.ToLower(p.eval(m.kids[1], ctx).str())
	args := make([]psValue, len(n.kids)-1)
	for i, kid := range n.kids[1:] {
		args[i] = p.eval(kid, ctx)
	}
	if m.text == "::" {
		return p.static(on, name, args, ctx)
	}
	if on.any || on.isList && !listMethods.Has(name) {
		var out []psValue
		for _, item := range on.items() {
			out = append(out, p.method(item, name, args, ctx))
		}
		return psValue{any: on.any, isList: on.isList, list: out}
	}
	return p.method(on, name, args, ctx)
}

var listMethods = table.Set{"contains", "indexof", "getenumerator", "foreach", "where", "add", "tostring"}

// roles adds what the arguments of a method are said to be.
func (p *pwsh) roles(roles, source string, args []psValue, ctx context) {
	for i, arg := range args[:min(len(args), len(roles))] {
		switch role := roles[i]; role {
		case '=', '-':
		case 'u':
			method := "GET"
			if strings.HasPrefix(source, "upload") || strings.HasPrefix(source, "post") {
				method = "POST"
			}
			for _, u := range arg.texts() {
				p.r.address(u, method, &call{name: source}, p.st, ctx)
			}
		default:
			content := psValue{null: true}
			if i+1 < len(roles) && roles[i+1] == '=' && i+1 < len(args) {
				content = args[i+1]
			}
			p.touch(role, arg, source, content, ctx)
		}
	}
}

// static calls a method of a type.
func (p *pwsh) static(class psValue, name string, args []psValue, ctx context) psValue {
	full := class.text + "::" + name
	arg := func(i int) string {
		if i < len(args) {
			return args[i].str()
		}
		return ""
	}
	if roles, ok := staticRoles.Find(full); ok {
		if name == "open" && len(args) > 2 && strings.EqualFold(arg(2), "read") || class.text == "io.filestream" && slices.ContainsFunc(args, func(v psValue) bool { return strings.EqualFold(v.str(), "read") }) {
			roles = "r"
		}
		p.roles(roles, "["+class.text+"]::"+name, args, ctx)
		return unknownValue()
	}
	switch full {
	case "convert::frombase64string":
		return decoded(arg(0))
	case "scriptblock::create":
		if len(args) > 0 {
			return psValue{text: arg(0), kind: psCode, from: args[0].from}
		}
	case "diagnostics.process::start":
		if len(args) > 0 {
			p.launch(args[0], args[1:], "[Process]::Start", ctx)
		}
	case "environment::getenvironmentvariable":
		return p.variable("env:" + strings.ToLower(arg(0)))
	case "environment::setenvironmentvariable":
		p.put(&psNode{kind: psVar, text: "env:" + strings.ToLower(arg(0))}, textValue(arg(1)), ctx)
	case "environment::getfolderpath":
		return p.specialFolder(arg(0))
	case "io.path::combine", "io.path::join":
		return p.combined(args)
	case "io.path::gettemppath":
		return p.variable("env:temp")
	case "io.path::gettempfilename", "io.path::getrandomfilename":
		return joined([]psValue{p.variable("env:temp"), textValue("/tmp1")})
	case "io.path::getfullpath", "io.path::getdirectoryname", "io.path::getfilename", "io.path::changeextension":
		return p.pathPart(name, arg(0))
	case "string::join":
		if len(args) > 1 {
			return joinedWith(listOf(args[1:]).items(), arg(0))
		}
	case "string::concat":
		return joined(args)
	case "string::format":
		if len(args) > 0 {
			return formatted(arg(0), listOf(args[1:]).items())
		}
	case "guid::newguid", "datetime::now":
		return textValue("1") // plain, and new each time
	case "reflection.assembly::load", "reflection.assembly::loadfrom", "reflection.assembly::loadfile", "activator::createinstance":
		p.r.x.unknown(gate.UnknownCommand, "["+class.text+"]::"+name, "the command loads a program that the gate does not read")
	}
	if name == "new" {
		return p.newObject(class.text, args)
	}
	var from []string
	for _, a := range args {
		from = append(from, a.from...)
	}
	return unknownValue(distinct(from)...)
}

// newObject is an object of a type.
func (p *pwsh) newObject(class string, args []psValue) psValue {
	switch {
	case (class == "io.fileinfo" || class == "io.directoryinfo") && len(args) > 0:
		return psValue{text: args[0].str(), kind: psFile}
	case class == "string" && len(args) == 1:
		return args[0]
	}
	return psValue{text: class, kind: psObject}
}

func (p *pwsh) specialFolder(name string) psValue {
	home := p.r.x.a.Home
	below := map[string]string{
		"desktop": "/Desktop", "mydocuments": "/Documents", "personal": "/Documents", "userprofile": "", "applicationdata": "/AppData/Roaming",
		"localapplicationdata": "/AppData/Local", "startup": "/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Startup",
	}
	if end, ok := below[strings.ToLower(name)]; ok && home != "" {
		return textValue(home + end)
	}
	switch strings.ToLower(name) {
	case "system":
		return textValue("C:/Windows/System32")
	case "windows":
		return textValue("C:/Windows")
	}
	return unknownValue()
}

// combined puts paths together, as Join-Path does.
func (p *pwsh) combined(parts []psValue) psValue {
	var all []psValue
	for i, part := range parts {
		if i > 0 {
			all = append(all, textValue("/"))
			part.text = strings.TrimLeft(part.text, `\/`)
		}
		all = append(all, part)
	}
	return joined(all)
}

func (p *pwsh) pathPart(what, file string) psValue {
	if strings.Contains(file, gate.UnknownText) {
		return unknownValue()
	}
	switch what {
	case "getfullpath":
		if p.st.cwd != "" || rooted(file) {
			return textValue(p.r.x.resolve(slashed(file), p.st.cwd, false).abs)
		}
	case "getdirectoryname":
		return textValue(path.Dir(slashed(file)))
	case "getfilename":
		return textValue(path.Base(slashed(file)))
	}
	return unknownValue()
}

// method calls a method of an object.
func (p *pwsh) method(on psValue, name string, args []psValue, ctx context) psValue {
	arg := func(i int) string {
		if i < len(args) {
			return args[i].str()
		}
		return ""
	}
	if roles, ok := methodRoles.Find(name); ok && (on.kind == psObject || !on.known()) {
		p.roles(roles, name, args, ctx)
		return unknownValue("System.Net.WebClient")
	}
	switch name {
	case "getstring":
		if on.kind == psObject && len(args) > 0 {
			if strings.HasSuffix(on.text, ".unicode") && args[0].known() {
				return textValue(utf16Text(arg(0)))
			}
			return args[0]
		}
	case "invoke", "invokereturnasis", "invokescript", "newscriptblock", "expandstring":
		return p.invoked(on, args, ctx)
	case "run", "exec", "shellexecute":
		if len(args) > 0 && (on.kind == psObject || !on.known()) {
			if name == "shellexecute" {
				p.launch(args[0], args[1:min(len(args), 2)], name, ctx)
			} else {
				p.commandLine(args[0], name, ctx)
			}
		}
		return unknownValue()
	case "create":
		if strings.Contains(strings.ToLower(on.text), "win32_process") && len(args) > 0 {
			p.commandLine(args[0], "Win32_Process", ctx)
		}
		return unknownValue()
	case "delete", "moveto", "copyto":
		return p.fileMethod(on, name, args, ctx)
	case "save":
		if len(args) > 0 && on.kind != psFile {
			p.touch('w', args[0], name, psValue{null: true}, ctx)
		}
		return unknownValue()
	case "foreach", "where":
		for _, a := range args {
			if a.block != nil {
				p.each(on.items(), "_", func() []psValue { return p.statements(a.block.body, psFlow{}, ctx) })
			}
		}
		return unknownValue()
	}
	return stringMethod(on, name, args)
}

// fileMethod is a method of a file or folder that changes it.
func (p *pwsh) fileMethod(on psValue, name string, args []psValue, ctx context) psValue {
	if on.kind == psObject || on.kind == psPlain && on.known() || on.null {
		return unknownValue()
	}
	none := psValue{null: true}
	p.touch(map[string]byte{"delete": 'd', "moveto": 'm', "copyto": 'r'}[name], on, name, none, ctx)
	if name != "delete" && len(args) > 0 {
		p.touch('w', args[0], name, none, ctx)
	}
	return unknownValue()
}

// invoked is .Invoke() of a script block, and the methods of
// $ExecutionContext.InvokeCommand that run text.
func (p *pwsh) invoked(on psValue, args []psValue, ctx context) psValue {
	switch {
	case on.block != nil:
		return listOf(p.runBlock(on.block, args, psFlow{}, ctx)).single()
	case on.kind == psCode:
		return listOf(p.evaluate(on, "Invoke", ctx)).single()
	case on.kind == psObject && strings.HasPrefix(on.text, "executioncontext") && len(args) > 0:
		return listOf(p.evaluate(args[0], "InvokeScript", ctx)).single()
	}
	return unknownValue()
}

// staticProperty is [Type]::Name.
func (p *pwsh) staticProperty(class psValue, name string) psValue {
	switch class.text + "::" + name {
	case "environment::newline":
		return textValue("\n")
	case "environment::currentdirectory":
		return textValue(firstOf(p.st.cwd, gate.UnknownText))
	case "environment::username":
		return p.variable("env:username")
	case "string::empty":
		return textValue("")
	case "io.path::directoryseparatorchar", "io.path::altdirectoryseparatorchar":
		return textValue("/")
	}
	if class.kind == psClass {
		if class.text == "text.encoding" {
			return psValue{text: class.text + "." + name, kind: psObject}
		}
		return textValue(name) // a word of an enumeration
	}
	return property(class, name)
}
