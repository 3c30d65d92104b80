package audit

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"gate"
	"gate/internal/plan"
)

// Record is what a line tells.
type Record struct {
	Time     time.Time
	Call     gate.Call
	Agent    gate.Caller // the zero value when nobody looked
	Input    plan.Value  // the input document, nil when it did not come to one
	Result   plan.Value  // the policy's verdict, nil without one
	Verdict  gate.Verdict
	Reply    gate.Decision // what the harness was told
	Err      error         // why the gate refused without a rule
	Revision string        // of the policy
	Timers   []Timer
	Action   string    // ActionHash of the input, "" when it was not made yet
	Approval *Approval // nil for a call that nobody can approve, and need not

	// Mask gives what is to be left out of an event of this input and result,
	// in the form of OPA's data.system.log.mask. What it cannot tell is left
	// out as a whole.
	Mask func(event plan.Value) (plan.Value, error)
}

// Approval is what a line tells of a call that a person can approve, or has.
type Approval struct {
	Code    string // what gate approve is given
	Policy  string // the digest of the policy that the code is about
	Used    string // the mode of the grant that let the call through, "" when none did
	Refused string // why a grant that is there did not count
}

// Timer is how long a stage took.
type Timer struct {
	Name string // as in OPA's metrics: "timer_rego_query_eval_ns"
	Took time.Duration
}

const (
	maxLabel = 1 << 10 // bytes of a text that a harness gives
	maxError = 4 << 10
	room     = 1 << 10 // for what ends a line
)

// Line is the JSON object of a record without its closing brace, as Append
// takes it.
func Line(r Record) []byte {
	input, result := r.Input, r.Result
	if result == nil {
		result = verdict(r.Verdict)
	}
	m := masked{input: input, result: result, hash: r.Action}
	if input != nil {
		m.apply(r.Mask)
	}
	line := r.body(&m)
	for _, large := range [...]string{"/input/tool/args", "/input/commands", "/input", "/result/findings", "/result"} {
		if len(line)+room <= MaxLine {
			break
		}
		m.remove(large)
		line = r.body(&m)
	}
	return line
}

// body writes the line.
func (r Record) body(m *masked) []byte {
	out := make([]byte, 0, 8<<10)
	text := func(key, value string) { out = quote(append(out, key...), value) }
	text(`{"decision_id":`, DecisionID(r.Call))
	out = r.Time.UTC().AppendFormat(append(out, `,"timestamp":"`...), "2006-01-02T15:04:05.000000000Z")
	out = append(out, `","path":"gate/verdict"`...)
	text(`,"labels":{"version":`, gate.Version)
	text(`,"harness":`, cut(r.Call.Harness, maxLabel))
	text(`,"event":`, string(r.Call.Event))
	text(`,"session":`, cut(r.Call.Session.ID, maxLabel))
	if r.Agent.Name != "" {
		text(`,"agent":`, r.Agent.Name)
	}
	text(`},"bundles":{"gate":{"revision":`, cut(r.Revision, maxLabel))
	out = append(out, `}}`...)
	if id := CallID(r.Call); id != "" && r.Call.Event != gate.BeforeTool {
		text(`,"call_id":`, id)
	}
	if m.input != nil {
		out = plan.AppendJSON(append(out, `,"input":`...), m.input)
	}
	if m.result != nil {
		out = plan.AppendJSON(append(out, `,"result":`...), m.result)
	}
	out = m.appendLists(out)
	text(`,"reply":`, r.Reply.String())
	if r.Err != nil {
		text(`,"error":`, cut(r.Err.Error(), maxError))
	}
	if r.Input != nil {
		text(`,"action":`, m.action(r.Input))
	}
	if a := r.Approval; a != nil {
		text(`,"approval":{"code":`, a.Code)
		text(`,"policy":`, a.Policy)
		if a.Used != "" {
			text(`,"used":`, a.Used)
		}
		if a.Refused != "" {
			text(`,"refused":`, cut(a.Refused, maxLabel))
		}
		out = append(out, '}')
	}
	out = append(out, `,"metrics":{`...)
	for i, t := range r.Timers {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(quote(out, t.Name), ':')
		out = strconv.AppendInt(out, int64(t.Took), 10)
	}
	return append(out, '}')
}

// quote writes a text of any bytes as a JSON string.
func quote(out []byte, text string) []byte {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	return plan.AppendJSON(out, plan.String(text))
}

// cut is the beginning of a text.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return text[:most]
}

// verdict is a verdict as the policy would give it.
func verdict(v gate.Verdict) plan.Value {
	findings := make([]plan.Value, 0, len(v.Findings))
	field := func(key, value string) plan.Field {
		return plan.Field{Key: key, Value: plan.String(strings.ToValidUTF8(value, "\uFFFD"))}
	}
	for _, f := range v.Findings {
		fields := []plan.Field{
			field("id", f.ID), field("decision", f.Decision.String()), field("reason", f.Reason),
			field("path", f.Path), field("code", f.Code), field("fix", f.Fix), field("layer", f.Layer),
		}
		if s := f.Softened; s != nil {
			fields = append(fields, plan.Field{Key: "softened", Value: plan.NewObject(field("from", s.From.String()), field("by", s.By), field("reason", s.Reason))})
		}
		findings = append(findings, plan.NewObject(fields...))
	}
	return plan.NewObject(field("decision", v.Decision.String()), plan.Field{Key: "findings", Value: plan.NewArray(findings...)})
}

// masked is what a line tells of an input and a result.
type masked struct {
	input, result plan.Value
	erased        []string // pointers to what was left out, as OPA lists them
	replaced      []string // and to what was put in another's place
	hash          string
}

// apply leaves out what a mask says.
func (m *masked) apply(mask func(plan.Value) (plan.Value, error)) {
	if mask == nil {
		return
	}
	event := plan.NewObject(plan.Field{Key: "input", Value: m.input}, plan.Field{Key: "result", Value: m.result})
	rules, err := mask(event)
	if err != nil {
		m.remove("/input")
		return
	}
	// What is to go goes last, whoever else puts something in its place.
	var gone []string
	plan.Each(rules, func(_, rule plan.Value) bool {
		pointer, op, value := maskOf(rule)
		if op != "upsert" || value == nil || !m.upsert(pointer, value) {
			gone = append(gone, pointer)
		}
		return true
	})
	for _, pointer := range gone {
		m.remove(pointer)
	}
}

// maskOf reads one member of a mask: a pointer, or an object of op, path and
// value.
func maskOf(rule plan.Value) (pointer, op string, value plan.Value) {
	if text, ok := rule.(plan.String); ok {
		return string(text), "remove", nil
	}
	path, _ := plan.Get(rule, plan.String("path")).(plan.String)
	name, _ := plan.Get(rule, plan.String("op")).(plan.String)
	return string(path), string(name), plan.Get(rule, plan.String("value"))
}

func (m *masked) remove(pointer string) {
	if m.change(pointer, nil) {
		m.erased = append(m.erased, pointer)
		m.replaced = slices.DeleteFunc(m.replaced, func(p string) bool { return p == pointer })
	}
}

// upsert puts a value in another's place. It says no where one was put already:
// it is not for a second mask to undo the first.
func (m *masked) upsert(pointer string, value plan.Value) bool {
	if slices.Contains(m.replaced, pointer) {
		return false
	}
	if m.change(pointer, value) {
		m.replaced = append(m.replaced, pointer)
	}
	return true
}

// change puts a value in the place that a pointer names, or nothing. It says
// whether there was something.
func (m *masked) change(pointer string, value plan.Value) (changed bool) {
	parts := strings.Split(pointer, "/")
	if len(parts) < 2 || parts[0] != "" {
		return false
	}
	for i, part := range parts {
		parts[i] = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
	}
	switch parts[1] {
	case "input":
		m.input, changed = replaced(m.input, parts[2:], value)
	case "result":
		m.result, changed = replaced(m.result, parts[2:], value)
	}
	return changed
}

// replaced is v with another value, or nothing, at a path below it. What is
// not there is not made: a mask does not add to what was decided. An array
// keeps its length, as its elements have their places: null stands for what is
// gone.
func replaced(v plan.Value, path []string, value plan.Value) (plan.Value, bool) {
	if v == nil {
		return nil, false
	}
	if len(path) == 0 {
		return value, true
	}
	switch v := v.(type) {
	case *plan.Object:
		below, ok := replaced(v.Get(plan.String(path[0])), path[1:], value)
		if !ok {
			return v, false
		}
		return with(v, path[0], below), true
	case *plan.Array:
		i, err := strconv.Atoi(path[0])
		if err != nil || i < 0 {
			return v, false
		}
		below, ok := replaced(plan.Get(v, plan.Int(i)), path[1:], value)
		if !ok {
			return v, false
		}
		if below == nil {
			below = plan.Null{}
		}
		return element(v, i, below), true
	}
	return v, false
}

// with is an object with another value at a key, or without it.
func with(o *plan.Object, key string, value plan.Value) plan.Value {
	var fields []plan.Field
	plan.Each(o, func(k, v plan.Value) bool {
		name := string(k.(plan.String))
		if name == key {
			v = value
		}
		if v != nil {
			fields = append(fields, plan.Field{Key: name, Value: v})
		}
		return true
	})
	return plan.NewObject(fields...)
}

func element(a *plan.Array, at int, value plan.Value) plan.Value {
	items := make([]plan.Value, 0, a.Len())
	plan.Each(a, func(_, v plan.Value) bool {
		items = append(items, v)
		return true
	})
	items[at] = value
	return plan.NewArray(items...)
}

// appendLists tells what was left out.
func (m *masked) appendLists(out []byte) []byte {
	for _, list := range [...]struct {
		key   string
		items []string
	}{{"erased", m.erased}, {"masked", m.replaced}} {
		if len(list.items) == 0 {
			continue
		}
		out = append(append(append(out, `,"`...), list.key...), `":[`...)
		for i, pointer := range list.items {
			if i > 0 {
				out = append(out, ',')
			}
			out = quote(out, pointer)
		}
		out = append(out, ']')
	}
	return out
}

// action is the hash of the whole input, made once.
func (m *masked) action(input plan.Value) string {
	if m.hash == "" {
		m.hash = ActionHash(input)
	}
	return m.hash
}
