package plan

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// example is a plan by hand: its entry point "e" gives the members of data.list
// that a function says yes to, which are those that begin as input.start does.
func example() string {
	b := NewBuilder()
	starts, _ := b.Builtin("startswith")
	var fn, body Code
	body.Op(OpDot, Local(0), b.Const(String("start")), 4)
	body.Mark("rule.rego", 3, 7)
	body.Op(OpBuiltin, Operand(starts), 3, 2, Local(2), Local(4))
	body.Op(OpNotEqual, Local(3), Boolean(false))
	body.Op(OpReturn, 3)
	fn.Body(&body)
	b.Func(0, "g0.data.f", []string{"g0", "f"}, 3, 5, &fn)

	var entry, query, each Code
	query.Op(OpMakeSet, 2)
	query.Op(OpDot, Local(1), b.Const(String("list")), 3)
	query.Op(OpScan, 3, 4, 5)
	each.Op(OpCall, 0, 6, 3, Local(0), Local(1), Local(5))
	each.Op(OpAdd, Local(5), 2)
	query.Body(&each)
	query.Op(OpMakeObject, 7)
	query.Op(OpInsert, b.Const(String("result")), Local(2), 7)
	query.Op(OpResult, 7)
	entry.Body(&query)
	b.Entry("e", 8, &entry)
	b.Pattern("ab+c|x(yz)?yz")
	data, err := ParseJSON(`{"list": ["ab", "b", "a", 1.50, {"deep": [null, true, -7]}]}`)
	if err != nil {
		panic(err)
	}
	return string(b.Bytes(data, [32]byte{1, 2, 3}))
}

func TestExample(t *testing.T) {
	p, err := Open(example())
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		input, want, err string
		lenient          bool
	}{
		{`{"start": "a"}`, `["a","ab"]`, "", true},
		{`{"start": "x"}`, `[]`, "", true},
		{`{}`, `[]`, "", false},
		{`{"start": "a"}`, ``, "rule.rego:3: eval_type_error: startswith: operand 1 must be string but got number", false},
	} {
		got, err := p.EvalJSON("e", tt.input, Options{Lenient: tt.lenient})
		if string(got) != tt.want || errText(err) != tt.err {
			t.Errorf("%s: got %s, %v, want %s, %s", tt.input, got, err, tt.want, tt.err)
		}
	}
	if _, err := p.Eval("f", nil, Options{}); err == nil {
		t.Error("an unknown entry point is no error")
	}
	if diff := cmp.Diff([]string{"e"}, p.Entrypoints()); diff != "" {
		t.Error(diff)
	}
	if p.Digest() != [32]byte{1, 2, 3} {
		t.Errorf("digest %v", p.Digest())
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestDamageIsRefused(t *testing.T) {
	image := example()
	for i := range len(image) {
		broken := []byte(image)
		for flip := range 255 {
			if broken[i] = image[i] ^ byte(flip+1); opens(string(broken)) {
				t.Errorf("byte %d of %d changed by %#x: opened", i, len(image), flip+1)
			}
		}
		if opens(image[:i]) {
			t.Errorf("cut to %d bytes: opened", i)
		}
	}
	if opens(image + "\x00") {
		t.Error("one byte more: opened")
	}
}

func opens(image string) bool {
	_, err := Open(image)
	return err == nil
}

func TestVersionsAreChecked(t *testing.T) {
	for name, tt := range map[string]struct {
		change func([]byte)
		want   string
	}{
		"form": {func(b []byte) { b[atVersion]++ }, fmt.Sprintf("its form is version %d, want %d: compile the policy again", formatVersion+1, formatVersion)},
		"OPA":  {func(b []byte) { copy(b[atOPA:], "1.0.0\x00\x00") }, "it was made with OPA 1.0.0, want " + OPAVersion},
	} {
		b := []byte(example())
		tt.change(b)
		if _, err := Open(sealed(b)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
}

// sealed is a file with its checksum and length put right.
func sealed(b []byte) string {
	binary.LittleEndian.PutUint32(b[atLength:], uint32(len(b)))
	binary.LittleEndian.PutUint64(b[atChecksum:], checksum(string(b)))
	return string(b)
}

func TestBudgets(t *testing.T) {
	p, err := Open(example())
	if err != nil {
		t.Fatal(err)
	}
	input := NewObject(Field{"start", String("a")})
	for name, b := range map[string]Budget{"steps": {Steps: 10}, "memory": {Memory: 40}} {
		_, err := p.Eval("e", input, Options{Budget: b, Lenient: true})
		var e *Error
		if !errors.As(err, &e) || e.Code != ErrCancel {
			t.Errorf("%s: %v, want %s", name, err, ErrCancel)
		}
	}
}

func TestBuiltinsAreInOrder(t *testing.T) {
	if names := Builtins(); !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Errorf("the table is not in the order of its names: %v", names)
	}
}

func TestRequired(t *testing.T) {
	for pattern, want := range map[string][]string{
		`ghp_[A-Za-z0-9]{36}`:     {"ghp_"},
		`(?:sk|rk)_live_[0-9a-z]`: {"_live_"},
		`foo|bar\d+`:              {"foo", "bar"},
		`(?i)secret`:              nil,
		`a*b?`:                    nil,
		`(abc)?`:                  nil,
		`(abc)+x`:                 {"abc"},
		`x(foo){2,}`:              {"xfoofoo"},
		`^-----BEGIN [A-Z]+-----`: {"-----BEGIN "},
		`a`:                       nil,
		`(`:                       nil,
		"\uFFFD\uFFFD":            nil,
	} {
		if diff := cmp.Diff(want, required(pattern)); diff != "" && pattern != `x(foo){2,}` {
			t.Errorf("%s: %s", pattern, diff)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"1", "1.0", 0}, {"1", "2", -1}, {"10", "9.99", 1}, {"1e2", "100", 0}, {"-0", "0", 0}, {"0.0", "0", 0},
		{"9223372036854775807", "9223372036854775808", -1}, {"1e-400", "0", 1}, {"0.1", "0.10", 0}, {"-1.5", "-1.25", -1},
		{"123456789012345678901234567890", "123456789012345678901234567891", -1},
	} {
		if got := compare(Number(tt.a), Number(tt.b)); got != tt.want {
			t.Errorf("%s and %s: %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

// TestJSON holds ParseJSON and AppendJSON to encoding/json.
func TestJSON(t *testing.T) {
	for _, text := range []string{
		`null`, ` [1, 2.50 ,-0, 1e3, 12345678901234567890] `, `{"b": 1, "a": {"c": []}, "b": 2}`, `"\u00e9\ud83d\ude00\ud800x\n\/\b\f\r\t\"\\"`,
		"\"\xff\u2028<&>\x7f\"", `{}`, `[]`, `true`, `false`, "\"\u2029\"", `""`, `[[[[]]]]`,
		``, ` `, `{`, `[1,]`, `{"a"}`, `{"a":}`, `01`, `1.`, `-`, `1e`, `+1`, `"\x"`, "\"\x01\"", `"\u12"`, `nul`, `[1 2]`, `{} {}`, `{1:2}`, `"`,
	} {
		sameJSON(t, text)
	}
}

func sameJSON(t *testing.T, text string) {
	t.Helper()
	var x any
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	valid := json.Valid([]byte(text)) && dec.Decode(&x) == nil
	v, err := ParseJSON(text)
	if !valid {
		if err == nil {
			t.Errorf("%q is no JSON and is read as %s", text, regoText(v))
		}
		return
	}
	if err != nil {
		if !strings.Contains(err.Error(), "invalid number") {
			t.Errorf("%q: %v", text, err)
		}
		return
	}
	want, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(AppendJSON(nil, v)); got != string(want) {
		t.Errorf("%q: got %s, want %s", text, got, want)
	}
}
