package plan

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"gate"
)

// TestFromAction holds FromAction to what JSON makes of an action, with every
// field filled, and with none.
func TestFromAction(t *testing.T) {
	var full gate.Action
	n := 0
	fill(reflect.ValueOf(&full).Elem(), &n)
	full.Tool.Args = []byte(`{"b": [1.50, "<"], "a": null}`)
	full.Prompt = "not \xff UTF-8 \u2028"
	for name, a := range map[string]gate.Action{"full": full, "empty": {}, "lists": {Commands: []gate.Command{}, Writes: []gate.Target{{}}}} {
		text, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		want, err := ParseJSON(string(text))
		if err != nil {
			t.Fatal(err)
		}
		got, err := FromAction(a)
		if err != nil {
			t.Fatal(err)
		}
		if !Equal(want, got) || Weight(want) != Weight(got) {
			t.Errorf("%s: got %s, want %s", name, regoText(got), regoText(want))
		}
	}
	if _, err := FromAction(gate.Action{Tool: gate.Tool{Args: []byte("{")}}); err == nil {
		t.Error("broken arguments are no error")
	}
}

// fill gives every field below v another value.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprint("text ", *n))
	case reflect.Bool:
		v.SetBool(*n%2 == 0)
	case reflect.Int:
		v.SetInt(int64(*n))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, n)
		fill(value, n)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return
		}
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), n)
		fill(v.Index(1), n)
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	}
}
