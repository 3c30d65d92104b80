package author

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Problem is something wrong with a policy, and where it stands.
type Problem struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Kind    string `json:"kind"` // syntax, shape, compile, data, metadata, twin, format, export, test or coverage
	Message string `json:"message"`
}

func (p Problem) Error() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message) }

func problem(kind string, at *ast.Location, format string, args ...any) Problem {
	return Problem{at.File, at.Row, kind, fmt.Sprintf(format, args...)}
}

// problemsOf are the problems that OPA's parser or compiler found. An error
// without a place is no problem of the policy, and is given back.
func problemsOf(kind string, err error) (problems []Problem, other error) {
	var all ast.Errors
	if !errors.As(err, &all) {
		return nil, err
	}
	for _, e := range all {
		if e.Location == nil {
			return nil, err
		}
		message := e.Code + ": " + e.Message
		if e.Details != nil {
			for _, line := range e.Details.Lines() {
				message += "\n\t" + line
			}
		}
		problems = append(problems, problem(kind, e.Location, "%s", message))
	}
	return problems, nil
}

// Problems are what is wrong with a policy, as one error. Whoever made the
// policy may have written lines of a megabyte and a thousand mistakes: neither
// is told in full.
type Problems []Problem

const (
	maxTold = 10  // problems
	maxLine = 200 // bytes of a line
)

func (all Problems) Error() string {
	var lines []string
	for _, p := range all[:min(len(all), maxTold)] {
		for line := range strings.SplitSeq(p.Error(), "\n") {
			if len(line) > maxLine {
				line = strings.ToValidUTF8(line[:maxLine], "") + " ..."
			}
			lines = append(lines, line)
		}
	}
	if more := len(all) - maxTold; more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(lines, "\n")
}

// told is an error of OPA's parser or compiler as a person reads it, any other
// as it is. The files' names lose the prefix of their layer.
func told(err error) error {
	problems, other := problemsOf("compile", err)
	if other != nil || problems == nil {
		return err
	}
	for i, p := range problems {
		name := strings.TrimPrefix(p.File, "/")
		for _, prefix := range layerPrefixes {
			name = strings.TrimPrefix(name, prefix)
		}
		problems[i].File = name
	}
	return Problems(inOrder(problems))
}

// inOrder sorts problems by file and line.
func inOrder(problems []Problem) []Problem {
	slices.SortStableFunc(problems, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return problems
}

// lineOf is the line of a JSON text that an error of its decoder is about: the
// last one for a text that ends too early.
func lineOf(text []byte, err error) int {
	end := len(text)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		end = int(syntax.Offset)
	case errors.As(err, &kind):
		end = int(kind.Offset)
	}
	return 1 + bytes.Count(text[:min(end, len(text))], []byte("\n"))
}
