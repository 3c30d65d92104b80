package judge

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gate"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// TestActions pins what each payload would do, as a person reading it would
// say: the tool's kind, and each target, with the length of its content.
func TestActions(t *testing.T) {
	var got strings.Builder
	all := payloads(t)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		out := Judge(all[name], around(t, name))
		fmt.Fprintf(&got, "%s: %s\n", strings.TrimPrefix(name, "../../testdata/"), strings.Join(told(out.Action), ", "))
	}
	const golden = "../../testdata/actions.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("read the difference, then go test -update (-want +got):\n%s", diff)
	}
}

func told(a gate.Action) []string {
	out := []string{string(a.Event)}
	if a.Tool.Name != "" {
		out = append(out, a.Tool.Name+" is "+string(a.Tool.Kind))
	}
	for _, c := range a.Commands {
		out = append(out, "runs "+c.Name)
	}
	for _, w := range a.Writes {
		text := w.Op + " " + w.Path
		if w.Content != "" {
			text += fmt.Sprintf(" (%d bytes)", len(w.Content))
		}
		out = append(out, text)
	}
	for _, r := range a.Reads {
		out = append(out, "reads "+r.Path)
	}
	for _, u := range a.URLs {
		out = append(out, "asks "+u.URL)
	}
	for _, u := range a.Unknown {
		out = append(out, "unknown "+u.What)
	}
	return out
}
