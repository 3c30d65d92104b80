package extract

import (
	"strings"

	"gate"
)

// psAction is what a cmdlet does that its row cannot say; it gives what the
// cmdlet puts out.
type psAction func(p *pwsh, c *psCall) []psValue

func psDo(name string) psAction {
	switch name {
	case "copy-item", "move-item":
		return transferred
	case "rename-item":
		return renamed
	case "new-item":
		return made
	case "mkdir":
		return folderMade
	case "out-file", "tee-object", "export-csv", "export-clixml":
		return outFile
	case "get-childitem":
		return children
	case "get-item", "resolve-path", "convert-path":
		return item
	case "get-content":
		return content
	case "set-location", "push-location":
		return located
	case "pop-location":
		return popped
	case "join-path", "split-path", "get-location":
		return pathMade
	case "invoke-webrequest", "invoke-restmethod":
		return requested
	case "start-bitstransfer":
		return transferredByBits
	case "invoke-expression":
		return expression
	case "invoke-command":
		return invokeCommand
	case "start-process":
		return startProcess
	case "invoke-wmimethod", "invoke-cimmethod", "new-scheduledtaskaction", "new-service":
		return started
	case "add-type", "invoke-history":
		return opaqueCode
	case "new-object":
		return newObject
	case "import-module":
		return imported
	case "format-volume", "clear-disk", "initialize-disk", "remove-partition":
		return wiped
	}
	return psPlumbing(name)
}

// requested asks an address, and keeps the answer with -OutFile.
func requested(p *pwsh, c *psCall) []psValue {
	method, given := c.value("Method", "CustomMethod")
	if !given {
		method = textValue("GET")
		if _, body := c.value("Body", "Form"); body {
			method = textValue("POST")
		}
	}
	k := &call{name: c.row.name}
	for _, u := range c.input("Uri").items() {
		for _, text := range u.texts() {
			p.r.address(text, strings.ToUpper(method.str()), k, p.st, c.ctx)
		}
	}
	for _, name := range []string{"Body", "Form"} {
		v, _ := c.value(name)
		for _, item := range append(v.items(), pairValues(v)...) {
			if item.kind == psFile {
				p.touch('r', item, c.row.name, psValue{null: true}, c.ctx)
			}
		}
	}
	out, kept := c.value("OutFile")
	for _, file := range out.texts() {
		if place, ok := p.place(file); ok && kept {
			p.r.winFetched(place, c.row.name, p.st, c.ctx)
		}
	}
	if kept && !c.has("PassThru") {
		return nil
	}
	return []psValue{unknownValue(c.row.name)}
}

func pairValues(v psValue) []psValue {
	var out []psValue
	for _, pair := range v.pairs {
		out = append(out, pair.value)
	}
	return out
}

func transferredByBits(p *pwsh, c *psCall) []psValue {
	source, _ := c.value("Source")
	for _, u := range source.items() {
		p.r.address(u.str(), "GET", &call{name: c.row.name}, p.st, c.ctx)
	}
	dest, ok := c.value("Destination")
	if place, is := p.place(dest.str()); ok && is {
		p.r.winFetched(place, c.row.name, p.st, c.ctx)
	}
	return nil
}

// expression is Invoke-Expression. Where its text comes from stands in the
// command's own standard input.
func expression(p *pwsh, c *psCall) []psValue {
	code := c.input("Command")
	texts := code.texts()
	if code.isList {
		texts = []string{flowText(code.items())}
	}
	var out []psValue
	for _, text := range texts {
		if strings.Contains(text, gate.UnknownText) {
			p.r.x.unknown(gate.UnknownCommand, strings.ReplaceAll(strings.TrimSpace(text), gate.UnknownText, "?"), c.row.name+" runs text that is only known when it runs")
		}
		if strings.Trim(text, gate.UnknownText+" \r\n") == "" {
			continue
		}
		ctx := c.ctx.sub(c.row.name)
		ctx.stdin = stream{kind: "inherit"}
		out = append(out, p.text(text, ctx)...)
	}
	return out
}

// invokeCommand runs a block here, on another machine or in a container.
func invokeCommand(p *pwsh, c *psCall) []psValue {
	ctx := c.ctx.sub(c.row.name)
	if _, ok := c.value("ComputerName", "Session", "HostName", "ConnectionUri"); ok {
		ctx.where = "remote"
	}
	if _, ok := c.value("ContainerId", "VMName", "VMId"); ok {
		ctx.where = "container"
	}
	args, _ := c.value("ArgumentList")
	block := c.input("ScriptBlock")
	if file, ok := c.value("FilePath"); ok {
		p.touch('r', file, c.row.name, psValue{null: true}, ctx)
		return []psValue{unknownValue(c.row.name)}
	}
	var out []psValue
	for _, item := range block.items() {
		if item.block != nil {
			out = append(out, p.runBlock(item.block, args.items(), c.in, ctx)...)
		} else {
			out = append(out, p.evaluate(item, c.row.name, ctx)...)
		}
	}
	return out
}

func startProcess(p *pwsh, c *psCall) []psValue {
	file, ok := c.value("FilePath")
	if !ok {
		return nil
	}
	var args []psValue
	if list, ok := c.value("ArgumentList"); ok {
		args = append(args, list)
	}
	outer := p.st
	if dir, ok := c.value("WorkingDirectory"); ok {
		p.st = p.st.clone()
		p.r.enterFolder(dir.str(), p.st)
	}
	p.launch(file, append(args, c.extras...), c.row.name, c.ctx)
	p.st = outer
	return nil
}

// started are the cmdlets that have another process start a program.
func started(p *pwsh, c *psCall) []psValue {
	switch c.row.name {
	case "New-ScheduledTaskAction":
		file, _ := c.value("Execute")
		args, ok := c.value("Argument")
		if ok {
			p.launch(file, []psValue{args}, c.row.name, c.ctx)
		} else {
			p.launch(file, nil, c.row.name, c.ctx)
		}
	case "New-Service":
		line, _ := c.value("BinaryPathName")
		p.commandLine(line, c.row.name, c.ctx)
	default:
		class, _ := c.value("Class", "ClassName", "Path")
		if !strings.Contains(strings.ToLower(class.str()), "win32_process") {
			break
		}
		if _, ok := c.value("ComputerName", "CimSession"); ok {
			c.ctx.where = "remote"
		}
		line, _ := c.value("ArgumentList")
		if args, ok := c.value("Arguments"); ok {
			line, _ = args.get("CommandLine")
		}
		if items := line.items(); len(items) > 0 {
			p.commandLine(items[0], c.row.name, c.ctx)
		}
	}
	return []psValue{unknownValue()}
}

func opaqueCode(p *pwsh, c *psCall) []psValue {
	if _, ok := c.value("TypeDefinition", "MemberDefinition"); ok || c.row.params == "" {
		p.r.x.unknown(gate.UnknownCommand, c.row.name, c.row.name+" runs code that the gate does not read")
	}
	return nil
}

func newObject(p *pwsh, c *psCall) []psValue {
	args, _ := c.value("ArgumentList")
	list := append(args.items(), c.extras...)
	if com, ok := c.value("ComObject"); ok {
		return []psValue{{text: strings.ToLower(com.str()), kind: psObject}}
	}
	class, _ := c.value("TypeName")
	name := strings.TrimPrefix(strings.ToLower(class.str()), "system.")
	p.roles(staticRoles.Get(name+"::new"), name, list, c.ctx)
	return []psValue{p.newObject(name, list)}
}

// imported is Import-Module: a module that the line itself wrote is known.
func imported(p *pwsh, c *psCall) []psValue {
	file, _ := c.value("Name")
	if name := file.str(); scriptKind(name) == "powershell" && !driveRelative(name) {
		if s, ok := p.r.files[p.r.x.resolve(slashed(name), p.st.cwd, true).abs]; ok {
			p.r.winText("powershell", s, c.row.name, p.st.clone(), c.ctx)
		}
	}
	return nil
}

// wiped are the cmdlets that empty a drive.
func wiped(p *pwsh, c *psCall) []psValue {
	letters, _ := c.value("DriveLetter")
	for _, item := range letters.items() {
		if drive, ok := driveOf(item.str()); ok {
			p.touch('w', textValue(drive), c.row.name, psValue{null: true}, c.ctx)
		}
	}
	return nil
}
