// Package agent finds out which agent a process works for, by the names of the
// processes above it. A harness starts hooks and commands through shells, so
// the agent is seldom the parent itself.
//
// What a process is called is its own word: this tells honest agents apart, and
// is no proof.
package agent

import (
	"path/filepath"
	"slices"
	"strings"

	"gate"
	"gate/internal/table"
)

// maxDepth bounds how many processes are looked at.
const maxDepth = 16

// process is what the system says of one process.
type process struct {
	name   string // as the system has it, on Linux cut to 15 bytes
	parent int
	words  func() []string // what it was started with
	start  func() string   // RFC 3339, UTC
}

// calling is the nearest agent at or above the process pid.
func calling(pid int, look func(pid int) (process, bool)) gate.Caller {
	for range maxDepth {
		p, ok := look(pid)
		if !ok {
			break
		}
		if name := p.agent(); name != "" {
			return gate.Caller{Name: name, PID: pid, Start: p.start()}
		}
		pid = p.parent
	}
	return gate.Caller{}
}

// agent is the name of the agent that a process is, "" for none. Its words are
// only looked at where its name does not tell.
func (p process) agent() string {
	if shells.Has(p.name) {
		return ""
	}
	if name := programs.Get(p.name); name != "" {
		return name
	}
	words := p.words()
	if len(words) == 0 {
		return ""
	}
	program := base(words[0])
	if interpreters.Has(strings.TrimRight(program, "0123456789.")) {
		return scriptOf(words[1:])
	}
	return programs.Get(program)
}

// scriptOf is the agent that an interpreter's words name: by its script, its
// module (-m) or its archive (-jar), and by nothing else in them.
func scriptOf(words []string) string {
	for i := 0; i < len(words); i++ {
		switch word := words[i]; {
		case valued.Has(word):
			i++
		case word == "-m" || word == "-jar" || word == "run":
		case !strings.HasPrefix(word, "-"):
			return named(word)
		}
	}
	return ""
}

// named is the agent whose package a script lies in, else that of its name.
func named(script string) string {
	parts := strings.Split(filepath.ToSlash(script), "/")
	for i := len(parts) - 1; i >= 0; i-- {
		if parts[i] != "node_modules" || i+1 == len(parts) {
			continue
		}
		name := parts[i+1]
		if strings.HasPrefix(name, "@") && i+2 < len(parts) {
			name += "/" + parts[i+2]
		}
		return packages.Get(name)
	}
	return programs.Get(base(script))
}

// base is a program's name without its folder and its ending.
func base(path string) string {
	name := filepath.Base(filepath.ToSlash(path))
	if ext := filepath.Ext(name); slices.Contains([]string{".exe", ".js", ".mjs", ".cjs", ".ts", ".py", ".jar"}, ext) {
		name = strings.TrimSuffix(name, ext)
	}
	return name
}

var shells = table.Set{"sh", "bash", "zsh", "dash", "ksh", "ash", "mksh", "fish", "pwsh", "powershell"}

var interpreters = table.Set{"node", "nodejs", "bun", "deno", "python", "java"}

// valued are the interpreters' options whose value is the next word.
var valued = table.Set{"-r", "--require", "--import", "--loader", "--experimental-loader", "-X", "-W", "-cp", "-classpath", "--class-path"}

// programs are the agents by the name of their program. An editor is none: a
// person types in its terminal as well.
var programs = table.Of[string]{
	{"claude", "claude-code"}, {"codex", "codex"}, {"gemini", "gemini"}, {"qwen", "qwen"}, {"copilot", "copilot"},
	{"cursor-agent", "cursor"}, {"agy", "antigravity"}, {"droid", "droid"}, {"cline", "cline"}, {"kiro-cli", "kiro"},
	{"opencode", "opencode"}, {"kilo", "kilo"}, {"auggie", "augment"}, {"amp", "amp"}, {"goose", "goose"}, {"crush", "crush"},
	{"kimi", "kimi"}, {"openhands", "openhands"}, {"junie", "junie"}, {"hermes", "hermes"}, {"pi", "pi"},
	{"openclaw", "openclaw"}, {"grok", "grok"}, {"devin", "devin"}, {"traecli", "trae"}, {"aider", "aider"},
}

// packages are the agents by the name of their package in node_modules.
var packages = table.Of[string]{
	{"@anthropic-ai/claude-code", "claude-code"}, {"@openai/codex", "codex"}, {"@google/gemini-cli", "gemini"},
	{"@qwen-code/qwen-code", "qwen"}, {"@github/copilot", "copilot"}, {"cline", "cline"}, {"opencode-ai", "opencode"},
	{"@kilocode/cli", "kilo"}, {"@augmentcode/auggie", "augment"}, {"@sourcegraph/amp", "amp"},
	{"@mariozechner/pi-coding-agent", "pi"}, {"openclaw", "openclaw"},
}
