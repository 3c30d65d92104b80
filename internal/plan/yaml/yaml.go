// Package yaml turns YAML into JSON and JSON into YAML, as OPA does: with the
// rules of go.yaml.in/yaml/v3, whose scanner and parser (libyaml's, under the
// MIT license) it follows step by step, and with what OPA does on top of it. It
// has no comments to keep, no types to fill and no stream to read, so it is a
// tenth of the size, and linking it costs a process nothing at its start.
//
// What it does not take, with an error, and OPA does: text in UTF-16, and a
// byte order mark behind the first one. What it takes and OPA may answer either
// way: a mapping with two keys that are one in JSON, such as 1 and "1", when
// one of them comes by an alias or a merge; here it is an error. Some messages
// leave out the Go value that OPA's have at the end.
package yaml

import (
	"errors"
	"fmt"
	"strings"
)

// maxDepth is how deep the collections of a document may be nested in JSON.
const maxDepth = 10000

// ErrSize is the error of a result that is longer than it may be.
var ErrSize = errors.New("the document is too large")

// ToJSON is the first document of a text as JSON, null when there is none. The
// others must be well formed. Aliases can make a text much longer: the JSON is
// ErrSize when it is longer than limit.
func ToJSON(text string, limit int) (json []byte, err error) {
	defer caught(&err)
	root := parse(text)
	if root == nil {
		return []byte("null"), nil
	}
	normalize(root, map[*node]bool{})
	d := decoder{limit: limit, active: map[*node]bool{}}
	d.value(root)
	if len(d.errors) > 0 {
		return nil, fmt.Errorf("yaml: unmarshal errors:\n  %s", strings.Join(d.errors, "\n  "))
	}
	return d.out, nil
}

// FromJSON is a JSON text as YAML. OPA reads the JSON as YAML, so here is the
// same done: a key of more than 1024 characters is an error, for example.
// With what indents its lines, YAML can be much longer than JSON: it is ErrSize
// when it is longer than limit.
func FromJSON(json string, limit int) (text []byte, err error) {
	defer caught(&err)
	e := emitter{limit: limit, indent: -1, whitespace: true, indention: true}
	e.node(parse(json), inRoot)
	e.indent = -1
	e.writeIndent()
	return e.out, nil
}

// failure is what the package panics with, deep in a document.
type failure struct{ error }

func fail(format string, args ...any) {
	panic(failure{fmt.Errorf("yaml: "+format, args...)})
}

// failAt fails in a line, counted from 1; 0 is for none.
func failAt(line int, problem string) {
	if line == 0 {
		fail("%s", problem)
	}
	fail("line %d: %s", line, problem)
}

func caught(err *error) {
	switch r := recover().(type) {
	case nil:
	case failure:
		*err = r.error
	default:
		panic(r)
	}
}
