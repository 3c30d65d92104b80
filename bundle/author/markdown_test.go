package author

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite docs/rules.md")

func TestDocsAreFresh(t *testing.T) {
	rules, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	const file = "../../docs/rules.md"
	got := Markdown(rules)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("run make update (-docs +rules):\n%s", diff)
	}
}
