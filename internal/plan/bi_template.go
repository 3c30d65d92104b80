package plan

import (
	"encoding/json"
	"strings"

	"gate/internal/plan/template"
)

// biRenderTemplate gives the template what OPA does: the object's Rego source,
// read as JSON. So a set is an error, and a number is text.
func biRenderTemplate(m *machine, args []Value) (Value, error) {
	source, err := m.source(args[1])
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(strings.NewReader(source))
	dec.UseNumber()
	var data map[string]any
	if err := dec.Decode(&data); err != nil {
		return nil, err
	}
	out, err := template.Render(text(args, 0), data, m.charge)
	return String(strings.ReplaceAll(out, "<no value>", "<undefined>")), err
}

// source is a value as Rego source, unless it would be too long.
func (m *machine) source(v Value) (string, error) {
	if err := m.tooCostly(4 * jsonSize(v)); err != nil {
		return "", err
	}
	return regoText(v), nil
}

// charge takes what a part of a builtin's work costs from the budget, before it
// is done.
func (m *machine) charge(steps, bytes int) error {
	if err := m.tooCostly(bytes); err != nil {
		return err
	}
	if !m.spend(steps) || !m.keep(bytes) {
		return m.err
	}
	return nil
}
