package replay_test

import (
	"bytes"
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gate"
	"gate/bundle"
	"gate/internal/replay"
	"gate/internal/replay/synthetic"
)

var last = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func lines(t testing.TB, n int) []byte {
	t.Helper()
	var log bytes.Buffer
	if err := synthetic.Write(&log, "../../testdata", n, last); err != nil {
		t.Fatal(err)
	}
	return log.Bytes()
}

func embedded(t testing.TB) *bundle.Policy {
	t.Helper()
	p, err := bundle.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func run(t testing.TB, o replay.Options, logs ...string) replay.Report {
	t.Helper()
	var all []replay.Log
	for _, text := range logs {
		all = append(all, replay.Log{Name: "log", Reader: strings.NewReader(text)})
	}
	r, err := replay.Run(context.Background(), all, embedded(t), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestSame holds that the policy that decided decides the same again, and that
// each byte is told of.
func TestSame(t *testing.T) {
	log := string(lines(t, 3000))
	var read atomic.Int64
	r := run(t, replay.Options{Progress: func(n int) { read.Add(int64(n)) }}, log)
	want := replay.Report{Lines: 3000, Asked: 3000, Same: 3000, Changes: []replay.Change{}}
	if diff := cmp.Diff(want, r); diff != "" {
		t.Error(diff)
	}
	if read.Load() != int64(len(log)) {
		t.Errorf("told of %d bytes of %d", read.Load(), len(log))
	}
}

const (
	push   = `{"decision_id":"a","timestamp":"2026-11-30T12:00:00Z","labels":{"harness":"codex"},"input":{"event":"before_tool","commands":[],"writes":[{"path":"/etc/motd","abs":"/etc/motd","inside":false,"op":"write","source":"Write","content":"","complete":true,"flaws":[]}],"reads":[],"urls":[],"unknown":[],"tool":{"name":"Write","kind":"write"},"profile":{"deny":[],"allow":[],"noSecrets":true,"pii":false,"maxBytes":0,"roots":[],"source":""},"root":"/p","cwd":"/p","home":"/h","os":"linux","gate":{"files":[]}}`
	denied = `,"result":{"decision":"deny","findings":[{"id":"path/containment","decision":"deny","layer":"gate","reason":"r","path":"","code":"","fix":""}]}`
	asks   = `,"result":{"decision":"ask","findings":[{"id":"path/old","decision":"ask","layer":"gate"}]}`
)

// TestRun goes through what can become of a line. The embedded policy denies
// the write outside of the project.
func TestRun(t *testing.T) {
	none := `,"result":{"decision":"none","findings":[]}`
	allow := `,"result":{"decision":"allow","findings":[{"id":"org/grant","decision":"allow","layer":"org"}]}`
	for name, c := range map[string]struct {
		line string
		want replay.Report
	}{
		"same":         {push + denied + "}", replay.Report{Lines: 1, Asked: 1, Same: 1}},
		"stricter":     {push + none + "}", replay.Report{Lines: 1, Asked: 1, Stricter: 1}},
		"was granted":  {push + allow + "}", replay.Report{Lines: 1, Asked: 1, Stricter: 1}},
		"strict hook":  {push + `,"result":{"decision":"deny","findings":[{"id":"path/old","decision":"ask","layer":"gate"}]}}`, replay.Report{Lines: 1, Asked: 1, Stricter: 1}},
		"approved":     {push + `,"result":{"decision":"none","findings":[{"id":"path/containment","decision":"none","layer":"gate","softened":{"from":"deny","by":"person","reason":"r"}}]}}`, replay.Report{Lines: 1, Asked: 1, Same: 1}},
		"hidden":       {push + asks + `,"erased":["/input/tool/args"]}`, replay.Report{Lines: 1, Asked: 1, Uncertain: 1}},
		"hidden same":  {push + denied + `,"erased":["/input/tool/args"]}`, replay.Report{Lines: 1, Asked: 1, Same: 1}},
		"wider":        {strings.Replace(push, `"writes":[{`, `"writes":[],"x":[{`, 1) + asks + "}", replay.Report{Lines: 1, Asked: 1, Wider: 1}},
		"project":      {strings.Replace(push, `"writes":[{`, `"writes":[],"x":[{`, 1) + `,"result":{"decision":"ask","findings":[{"id":"project:a/b","decision":"ask","layer":"project"}]}}`, replay.Report{Lines: 1, Asked: 1, Same: 1}},
		"refused":      {push + `,"result":{"decision":"deny","findings":[{"id":"gate/refused","decision":"deny"}]},"error":"x"}`, replay.Report{Lines: 1, Apart: 1}},
		"no input":     {`{"decision_id":"a"` + none + "}", replay.Report{Lines: 1, Apart: 1}},
		"cut":          {push, replay.Report{Lines: 1, Broken: 1}},
		"empty":        {"\n\n", replay.Report{}},
		"no newline":   {push + denied + "}\n" + push + denied + "}", replay.Report{Lines: 2, Asked: 2, Same: 2}},
		"no object":    {"[]\n7\n", replay.Report{Lines: 2, Broken: 2}},
		"a policy err": {`{"input":7` + none + "}", replay.Report{Lines: 1, Asked: 1, Same: 1}},
	} {
		t.Run(name, func(t *testing.T) {
			r := run(t, replay.Options{}, c.line)
			r.Changes = nil
			if diff := cmp.Diff(c.want, r); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestInForce holds that what is left out does not make uncertain what the
// policy in force still sees.
func TestInForce(t *testing.T) {
	line := push + denied + `,"erased":["/input/tool/args"]}`
	none, err := bundle.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, replay.Options{InForce: none}, push+asks+`,"erased":["/input/tool/args"]}`, line)
	if r.Uncertain != 1 || r.Same != 1 {
		t.Errorf("got %+v", r)
	}
}

// TestGroups holds that a group has its count and its oldest line, however the
// lines fall to the workers, over several logs.
func TestGroups(t *testing.T) {
	log := strings.Repeat(push+denied+"}\n", 2000) + strings.Repeat(push+asks+"}\n", 2000)
	r := run(t, replay.Options{}, log, log)
	want := []replay.Change{{
		Rule: "path/containment", Old: gate.Ask, New: gate.Deny, Count: 4000,
		Example: replay.Example{Line: 2001, ID: "a", Time: last, Harness: "codex", What: "write /etc/motd"},
	}}
	for i := range r.Changes {
		r.Changes[i].Example.Reason = ""
	}
	if diff := cmp.Diff(want, r.Changes); diff != "" {
		t.Error(diff)
	}
}

// TestTooLong holds that a line without an end is an error that names it.
func TestTooLong(t *testing.T) {
	text := "{}\n" + strings.Repeat("x", 20<<20)
	_, err := replay.Run(context.Background(), []replay.Log{{Name: "big.jsonl", Reader: strings.NewReader(text)}}, embedded(t), replay.Options{})
	if err == nil || !strings.Contains(err.Error(), "big.jsonl, line 2: it is longer") {
		t.Errorf("got %v", err)
	}
}

// BenchmarkReplay is how many decisions are gone through in a second.
func BenchmarkReplay(b *testing.B) {
	const n = 100_000
	log, policy := lines(b, n), embedded(b)
	b.SetBytes(int64(len(log)))
	for b.Loop() {
		r, err := replay.Run(context.Background(), []replay.Log{{Name: "log", Reader: bytes.NewReader(log)}}, policy, replay.Options{})
		if err != nil || r.Same != n {
			b.Fatal(r, err)
		}
	}
	b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "decisions/s")
}
