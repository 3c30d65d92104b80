package plan

import (
	"fmt"
	"unicode/utf8"

	"gate"
)

// FromAction is an action as the input of a policy: what ParseJSON reads of
// the JSON that encoding/json writes of it, without the way through text. The
// arguments of the tool are an error when they are no JSON.
func FromAction(a gate.Action) (Value, error) {
	args, err := arguments(a.Tool.Args)
	if err != nil {
		return nil, fmt.Errorf("read the tool's arguments: %w", err)
	}
	fields := []entry{
		field("commands", list(a.Commands, command)),
		field("cwd", plain(a.Cwd)),
		field("event", plain(a.Event)),
		field("gate", object(field("files", list(a.Gate.Files, plain)), field("version", plain(a.Gate.Version)))),
		field("git", object(field("branch", plain(a.Git.Branch)), field("remote", plain(a.Git.Remote)))),
		field("harness", plain(a.Harness)),
		field("home", plain(a.Home)),
		field("mode", plain(a.Mode)),
		field("native_event", plain(a.NativeEvent)),
		field("os", plain(a.OS)),
		field("profile", profile(a.Profile)),
		field("prompt", plain(a.Prompt)),
		field("reads", list(a.Reads, source)),
		field("root", plain(a.Root)),
		field("session", session(a.Session)),
		field("shell", plain(a.Shell)),
		field("time", plain(a.Time)),
		field("tool", object(field("args", args), field("kind", plain(a.Tool.Kind)), field("name", plain(a.Tool.Name)))),
		field("unknown", list(a.Unknown, unknown)),
		field("urls", list(a.URLs, location)),
		field("writes", list(a.Writes, target)),
	}
	if r := a.Result; r != nil {
		fields = append(fields, field("result", object(field("error", plain(r.Error)), field("ok", Bool(r.OK)))))
	}
	return objectOf(fields), nil
}

// maxRead is the length up to which arguments are read at once.
const maxRead = 4096

// arguments are the arguments of a tool. What they say of files and commands
// stands elsewhere in the document, so large ones, which hold a whole file, are
// only read when a rule looks at them; they are the evaluation's error then.
func arguments(text []byte) (Value, error) {
	if text == nil {
		return Null{}, nil
	}
	if len(text) > maxRead && text[0] == '{' {
		return &Object{text: text, weight: len(text)}, nil
	}
	return ParseJSON(string(text))
}

func field(name string, v Value) entry { return entry{String(name), v} }

// object is an object of entries, which are best given in order.
func object(entries ...entry) Value { return objectOf(entries) }

// plain is a string; bytes that are no UTF-8 become U+FFFD, as in JSON.
func plain[S ~string](s S) Value {
	if utf8.ValidString(string(s)) {
		return String(s)
	}
	return String([]rune(s))
}

// list is a list of values, null when there is none.
func list[T any](items []T, value func(T) Value) Value {
	if items == nil {
		return Null{}
	}
	out := make([]Value, len(items))
	for i, item := range items {
		out[i] = value(item)
	}
	return NewArray(out...)
}

func session(s gate.Session) Value {
	return object(
		field("agent", object(field("name", plain(s.Agent.Name)), field("pid", Int(s.Agent.PID)), field("start", plain(s.Agent.Start)))),
		field("call", plain(s.Call)),
		field("id", plain(s.ID)),
		field("turn", plain(s.Turn)),
	)
}

func command(c gate.Command) Value {
	var env Value = Null{}
	if c.Env != nil {
		var entries []entry
		for k, v := range c.Env {
			entries = append(entries, entry{plain(k), plain(v)})
		}
		env = objectOf(entries)
	}
	return object(
		field("argv", list(c.Argv, plain)),
		field("cwd", plain(c.Cwd)),
		field("env", env),
		field("exact", Bool(c.Exact)),
		field("name", plain(c.Name)),
		field("operands", list(c.Operands, plain)),
		field("options", list(c.Options, plain)),
		field("program", plain(c.Program)),
		field("stdin", object(field("from", list(c.Stdin.From, plain)), field("kind", plain(c.Stdin.Kind)), field("text", plain(c.Stdin.Text)))),
		field("uses", list(c.Uses, plain)),
		field("via", list(c.Via, plain)),
		field("where", plain(c.Where)),
	)
}

func target(t gate.Target) Value {
	return object(
		field("abs", plain(t.Abs)),
		field("complete", Bool(t.Complete)),
		field("content", plain(t.Content)),
		field("flaws", list(t.Flaws, plain)),
		field("inside", Bool(t.Inside)),
		field("op", plain(t.Op)),
		field("path", plain(t.Path)),
		field("source", plain(t.Source)),
	)
}

func source(s gate.Source) Value {
	return object(
		field("abs", plain(s.Abs)),
		field("inside", Bool(s.Inside)),
		field("path", plain(s.Path)),
		field("source", plain(s.Source)),
	)
}

func location(u gate.URL) Value {
	return object(
		field("host", plain(u.Host)),
		field("method", plain(u.Method)),
		field("port", plain(u.Port)),
		field("scheme", plain(u.Scheme)),
		field("source", plain(u.Source)),
		field("url", plain(u.URL)),
	)
}

func unknown(u gate.Unknown) Value {
	return object(
		field("text", plain(u.Text)),
		field("what", plain(u.What)),
		field("why", plain(u.Why)),
	)
}

func profile(p gate.Profile) Value {
	return object(
		field("allow", list(p.Allow, func(globs []string) Value { return list(globs, plain) })),
		field("deny", list(p.Deny, plain)),
		field("maxBytes", Int(p.MaxBytes)),
		field("noSecrets", Bool(p.NoSecrets)),
		field("pii", Bool(p.PII)),
		field("roots", list(p.Roots, plain)),
		field("source", plain(p.Source)),
	)
}
