// Package wrap puts the gate between an agent without hooks and its shells. A
// private folder of links named sh, bash and zsh, first on PATH, leads each of
// them to gate itself, which asks the policy about the text that the shell
// would run, and then becomes the real shell.
package wrap

import (
	"path/filepath"
	"slices"
	"strings"
)

// Shells are the names that a shim has.
func Shells() []string { return []string{"sh", "bash", "zsh"} }

// Shell is the shell that a program was started as by its first word, "" when
// it is none. A login shell has a dash before its name.
func Shell(argv0 string) string {
	name := strings.TrimPrefix(filepath.Base(argv0), "-")
	if slices.Contains(Shells(), name) {
		return name
	}
	return ""
}

// source is where a shell takes what it runs from.
type source int

const (
	fromStdin source = iota
	fromText         // the word behind the options, because of -c
	fromFile         // the file that the word behind the options names
	fromNone         // it says something about itself and ends
)

// invocation is how a shell was started: at is the first word that is no
// option, which is len(argv) when there is none.
type invocation struct {
	source source
	at     int
}

// parse reads a shell's words as bash, dash and zsh do: options in clusters,
// "-" or "--" ends them, o and O take a word of their own, long ones come
// first. It is as lenient as they are strict: what they refuse runs nothing.
func parse(shell string, argv []string) invocation {
	var text, stdin bool
	at := 1
	for ; at < len(argv); at++ {
		word := argv[at]
		if len(word) < 2 && word != "-" || word[0] != '-' && word[0] != '+' {
			break
		}
		if word == "-" || word == "--" {
			at++
			break
		}
		if long, valued := longOption(shell, word); long {
			if about(word) {
				return invocation{fromNone, len(argv)}
			}
			at += valued
			continue
		}
		c, s, valued := cluster(shell, word)
		text, stdin, at = text || c, stdin || s, at+valued
	}
	at = min(at, len(argv))
	switch {
	case text && at == len(argv):
		return invocation{fromNone, at} // the shell says that the text is missing
	case text:
		return invocation{fromText, at}
	case stdin || at == len(argv):
		return invocation{fromStdin, at}
	}
	return invocation{fromFile, at}
}

// longOption says whether a word is one option and no cluster, and how many
// words it takes. Bash knows its own with one dash as well.
func longOption(shell, word string) (long bool, valued int) {
	name := strings.TrimLeft(word, "-")
	switch name {
	case "rcfile", "init-file", "emulate":
		return strings.HasPrefix(word, "--") || shell != "zsh", 1
	case "debugger", "debug", "dump-po-strings", "dump-strings", "help", "login", "noediting", "noprofile",
		"norc", "posix", "pretty-print", "protected", "restricted", "verbose", "version", "wordexp":
		return strings.HasPrefix(word, "--") || shell != "zsh", 0
	}
	return strings.HasPrefix(word, "--"), 0
}

// about says whether an option only makes a shell tell about itself.
func about(word string) bool {
	name := strings.TrimLeft(word, "-")
	return name == "help" || name == "version"
}

// cluster reads a word of one-letter options.
func cluster(shell, word string) (text, stdin bool, valued int) {
	for i, letter := range word[1:] {
		switch letter {
		case 'c':
			text = text || word[0] == '-'
		case 's':
			stdin = stdin || word[0] == '-'
		case 'o', 'O':
			if shell != "zsh" {
				valued++
			} else if letter == 'o' && i+2 == len(word) {
				valued++
			} else if letter == 'o' {
				return text, stdin, valued // the rest of the word is the option's name
			}
		}
	}
	return text, stdin, valued
}

// line is a command line of these words, each quoted for a shell.
func line(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return strings.Join(quoted, " ")
}
