package plan

import (
	"errors"

	"gate/internal/plan/yaml"
)

// biYAMLUnmarshal reads the JSON that the YAML stands for.
func biYAMLUnmarshal(m *machine, args []Value) (Value, error) {
	json, err := m.yamlToJSON(text(args, 0))
	if err != nil {
		return nil, err
	}
	return ParseJSON(string(json))
}

// yamlToJSON takes what a character costs to read from the budget. The JSON of
// aliases can be long, and reading it makes values of it.
func (m *machine) yamlToJSON(s string) ([]byte, error) {
	m.spend(len(s) / 8)
	json, err := yaml.ToJSON(s, m.memory/8)
	m.spend(len(json) / 8)
	return json, m.sized(err)
}

// sized makes a result that is too long the end of the evaluation.
func (m *machine) sized(err error) error {
	if err == yaml.ErrSize {
		return m.tooCostly(m.memory + 1)
	}
	return err
}

func biYAMLIsValid(m *machine, args []Value) (Value, error) {
	s, ok := args[0].(String)
	if !ok {
		return Bool(false), nil
	}
	json, err := m.yamlToJSON(string(s))
	if err == nil {
		_, err = ParseJSON(string(json))
	}
	var stop halt
	if errors.As(err, &stop) {
		return nil, err
	}
	return Bool(err == nil), nil
}

func biYAMLMarshal(m *machine, args []Value) (Value, error) {
	json, err := biJSONMarshal(m, args)
	if err != nil {
		return nil, err
	}
	m.spend(len(json.(String)) / 8)
	out, err := yaml.FromJSON(string(json.(String)), m.memory/4)
	return String(out), m.sized(err)
}
