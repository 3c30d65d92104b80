package extract

import (
	"slices"
	"strings"
	"unicode"

	"gate"
	"gate/internal/table"
)

// effect is what a tool, or one entry of its arguments, does to the places
// that it names.
type effect int

const (
	unsure effect = iota
	writes
	appends
	edits
	makes // a folder
	deletes
	moves
	copies
	patches
	reads
	searches
	fetches
	runs
	asks // another agent
)

// verbs are the words of tool names and what they say. A word that stands
// here says so; precedence settles which of several counts.
var verbs = table.Of[effect]{
	{"write", writes}, {"create", writes}, {"save", writes}, {"put", writes}, {"notebook", writes}, {"overwrite", writes}, {"rewrite", writes},
	{"append", appends}, {"mkdir", makes},
	{"edit", edits}, {"multiedit", edits}, {"editor", edits}, {"replace", edits}, {"insert", edits}, {"update", edits}, {"modify", edits},
	{"patch", patches}, {"applypatch", patches}, {"apply", patches},
	{"delete", deletes}, {"remove", deletes}, {"unlink", deletes}, {"rm", deletes}, {"rmdir", deletes}, {"trash", deletes}, {"erase", deletes},
	{"move", moves}, {"rename", moves}, {"mv", moves}, {"copy", copies}, {"cp", copies}, {"duplicate", copies},
	{"read", reads}, {"view", reads}, {"get", reads}, {"query", reads}, {"open", reads}, {"cat", reads}, {"show", reads}, {"inspect", reads}, {"upload", reads}, {"describe", reads},
	{"list", searches}, {"search", searches}, {"grep", searches}, {"glob", searches}, {"find", searches}, {"ls", searches}, {"rg", searches}, {"directory", searches},
	{"fetch", fetches}, {"url", fetches}, {"web", fetches}, {"http", fetches}, {"webpage", fetches}, {"browser", fetches}, {"download", fetches},
	{"bash", runs}, {"shell", runs}, {"terminal", runs}, {"powershell", runs}, {"pwsh", runs}, {"zsh", runs},
	{"exec", runs}, {"run", runs}, {"command", runs}, {"commands", runs}, {"execute", runs}, {"process", runs},
	{"agent", asks}, {"task", asks}, {"subagent", asks},
}

// shells are the words that leave no doubt that a tool runs command text.
var shells = table.Set{"bash", "shell", "terminal", "powershell", "pwsh", "zsh", "command", "commands"}

// notFiles are the nouns of things that harnesses keep for themselves: a tool
// that creates or updates one writes no file that it could name.
var notFiles = table.Set{"todo", "todos", "plan", "memory", "memories", "goal", "task", "tasks", "topic", "issue", "comment",
	"message", "event", "session", "worktree", "cron", "skill", "mode", "agent", "agents", "subagent"}

// quiet are the words of tools that ask about a running shell.
var quiet = table.Set{"kill", "stop", "output", "last", "wait", "status", "selection"}

// fileNouns are the words of a name that make its tool one about files.
var fileNouns = table.Set{"file", "files", "directory", "folder", "dir", "notebook", "path", "fs", "filesystem"}

// toolWords takes a tool's name apart: write_file, write-file, WriteFile and
// writefile are all "write", "file".
func toolWords(name string) []string {
	var words []string
	for _, part := range strings.FieldsFunc(name, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
		for _, word := range camelWords(part) {
			word = strings.ToLower(word)
			for _, noun := range []string{"files", "file"} {
				if verb, ok := strings.CutSuffix(word, noun); ok && verbs.Get(verb) != unsure {
					words, word = append(words, verb), noun
				}
			}
			words = append(words, word)
		}
	}
	return words
}

// camelWords takes a camelCase word apart. A run of capitals is one word:
// FetchURL, LSDirectory.
func camelWords(s string) []string {
	var words []string
	runes := []rune(s)
	start := 0
	for i := 1; i < len(runes); i++ {
		up := unicode.IsUpper(runes[i])
		after := unicode.IsLower(runes[i-1]) || unicode.IsDigit(runes[i-1])
		before := unicode.IsUpper(runes[i-1]) && i+1 < len(runes) && unicode.IsLower(runes[i+1])
		if up && (after || before) {
			words = append(words, string(runes[start:i]))
			start = i
		}
	}
	return append(words, string(runes[start:]))
}

// effectOf is what a name's words say together, unsure when nothing.
func effectOf(words []string) effect {
	said := map[effect]bool{}
	for _, w := range words {
		said[verbs.Get(w)] = true
	}
	folder := slices.ContainsFunc(words, func(w string) bool { return w == "directory" || w == "folder" || w == "dir" })
	for _, rule := range precedence {
		if said[rule.if1] && (rule.and == unsure || said[rule.and]) && (!rule.folder || folder) {
			return rule.then
		}
	}
	return unsure
}

// precedence says which of several words of a name counts. Reading words come
// before writing ones (read_patch, list_edits, get_terminal_output), except
// where both make one writing verb: search_replace, create_directory.
var precedence = []struct {
	if1, and effect
	folder   bool
	then     effect
}{
	{if1: writes, folder: true, then: makes},
	{if1: makes, then: makes},
	{if1: searches, and: edits, then: edits},
	{if1: deletes, then: deletes},
	{if1: moves, then: moves},
	{if1: copies, then: copies},
	{if1: reads, and: fetches, then: fetches},
	{if1: reads, then: reads},
	{if1: fetches, and: writes, then: writes},
	{if1: fetches, then: fetches},
	{if1: searches, then: searches},
	{if1: patches, then: patches},
	{if1: runs, then: runs},
	{if1: appends, then: appends},
	{if1: edits, then: edits},
	{if1: writes, then: writes},
	{if1: asks, then: asks},
}

// kinds are the kinds of tools that do something.
var kinds = [asks + 1]gate.Kind{
	unsure: gate.Other, writes: gate.Write, appends: gate.Write, edits: gate.Edit, makes: gate.Write,
	deletes: gate.Delete, moves: gate.Write, copies: gate.Write, patches: gate.Patch, reads: gate.Read,
	searches: gate.Search, fetches: gate.Fetch, runs: gate.Shell, asks: gate.Agent,
}

// effects are what the kinds of tools do, where the tool's name says nothing
// that fits better.
var effects = table.Of[effect]{
	{string(gate.Write), writes}, {string(gate.Edit), edits}, {string(gate.Delete), deletes}, {string(gate.Patch), patches}, {string(gate.Read), reads},
	{string(gate.Search), searches}, {string(gate.Fetch), fetches}, {string(gate.Shell), runs}, {string(gate.Agent), asks},
}

// changes says whether an effect alters the places that it is about.
func (e effect) changes() bool { return e >= writes && e <= patches }
