package extract

import (
	"path"
	"slices"
	"strings"

	"gate"
)

// starters are the settings of git whose value is a program to start.
var starters = []string{
	"core.pager", "core.editor", "core.sshcommand", "core.fsmonitor", "core.askpass", "core.gitproxy", "sequence.editor",
	"diff.external", "gpg.program", "credential.helper", "uploadpack.packobjectshook", "sendemail.sendmailcmd",
}

// gitSetting starts the program that a setting names.
func (r *runner) gitSetting(key, text string, st *state, ctx context) {
	key = strings.ToLower(key)
	starts := slices.Contains(starters, key) || strings.HasPrefix(key, "pager.") || strings.HasPrefix(key, "filter.") && !strings.HasSuffix(key, ".required") ||
		strings.HasSuffix(key, ".textconv") || strings.HasSuffix(key, ".command") || strings.HasSuffix(key, ".cmd") || strings.HasSuffix(key, ".driver") || strings.HasSuffix(key, ".helper")
	text = strings.TrimPrefix(text, "!")
	if !starts || text == "" || text == "true" || text == "false" {
		return
	}
	if strings.HasSuffix(key, "helper") && !strings.ContainsAny(text, " /") {
		return // the name of a helper of git's own
	}
	r.script(text, "git -c "+key, st, ctx)
}

// config writes a settings file unless it only reads one.
func (g *gitCall) config() {
	list := g.operands("-f", "--file", "--type", "--default", "--blob")
	if g.has("--get", "--get-all", "--get-regexp", "-l", "--list", "--get-urlmatch", "--get-color", "--get-colorbool", "--show-origin") || len(list) == 0 {
		return
	}
	switch list[0] {
	case "get", "list":
		return
	case "set", "unset", "rename-section", "remove-section":
		list = list[1:]
	default:
		if len(list) == 1 && !g.has("--unset", "--unset-all", "--remove-section", "-e", "--edit") {
			return
		}
	}
	if len(list) > 1 {
		g.r.gitSetting(list[0], list[1], g.st, g.ctx)
	}
	file := path.Join(g.st.cwd, ".git/config")
	if g.dir != "" {
		file = g.dir + "/config"
	}
	if name, ok := g.value("-f", "--file"); ok {
		file = name
	} else if g.has("--global") {
		file = "~/.gitconfig"
	} else if g.has("--system") {
		file = "/etc/gitconfig"
	}
	g.write(gate.OpWrite, file)
}
