package extract

import (
	"strings"

	"gate"
	"gate/internal/table"
)

// providers are the drives that hold no files.
var providers = table.Set{"hklm", "hkcu", "hkcr", "hku", "hkcc", "env", "cert", "function", "alias", "variable", "wsman", "registry", "ad", "iis", "sqlserver"}

// place is the file that a path of PowerShell names: false for a path of
// another provider, such as the registry.
func (p *pwsh) place(file string) (string, bool) {
	if name, rest, ok := strings.Cut(file, "::"); ok {
		return rest, strings.HasSuffix(strings.ToLower(name), "filesystem")
	}
	drive, rest, ok := strings.Cut(file, ":")
	if !ok || len(drive) < 2 || strings.ContainsAny(drive, `/\ .`+gate.UnknownText) {
		return file, file != ""
	}
	drive = strings.ToLower(drive)
	if root, ok := p.drives[drive]; ok {
		return strings.TrimRight(slashed(root), "/") + "/" + strings.TrimLeft(slashed(rest), "/"), true
	}
	if drive == "temp" {
		return p.variable("env:temp").str() + "/" + strings.TrimLeft(slashed(rest), "/"), true
	}
	return file, !providers.Has(drive)
}

// touch adds the files that a value names, in a role of program. Content is
// the new text where it is known.
func (p *pwsh) touch(role byte, v psValue, source string, content psValue, ctx context) {
	for _, item := range v.items() {
		for _, file := range item.texts() {
			if item.kind == psFolder && (role == 'd' || role == 'r') {
				file = item.text
			}
			place, ok := p.place(file)
			if !ok || role == 'd' && isSlashOption(file) {
				continue
			}
			if role == 'r' {
				p.r.winRead(place, source, p.st, ctx)
				continue
			}
			p.write(role, place, source, content, ctx)
		}
	}
}

// isSlashOption says whether a word is an option of cmd.exe's commands, which
// PowerShell's of the same names do not know: rd /s /q.
func isSlashOption(word string) bool { return len(word) == 2 && word[0] == '/' && isLetter(word[1]) }

// write adds one file that is changed.
func (p *pwsh) write(role byte, file, source string, content psValue, ctx context) {
	t := target{path: file, cwd: p.st.cwd, op: operation[role], source: source, glob: strings.ContainsAny(file, "*?[")}
	if role != 'w' && role != 'a' && role != 'c' {
		p.r.winTarget(t, ctx)
		return
	}
	text := gate.UnknownText
	if !content.null {
		if text = flowText([]psValue{content}); !addsLine(source) {
			text = strings.TrimSuffix(text, "\n")
		}
		if !strings.Contains(text, gate.UnknownText) {
			t.content, t.complete = text, role != 'a'
		}
	}
	p.r.winTarget(t, ctx)
	if role == 'c' || driveRelative(file) || strings.HasPrefix(file, gate.UnknownText) || p.st.cwd == "" && !rooted(file) {
		return
	}
	abs := p.r.x.resolve(slashed(file), p.st.cwd, true).abs
	now := stream{kind: "file", from: distinct(append([]string{source}, content.from...)), text: text}
	if role == 'a' {
		now = p.r.files[abs].then(now)
		now.kind = "file"
	}
	p.r.files[abs] = now
}

// addsLine says whether what writes a file ends each value with a new line.
func addsLine(source string) bool { return source != "New-Item" && !strings.HasPrefix(source, "[") }
