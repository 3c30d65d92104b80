package author

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSecrets(t *testing.T) {
	const token = "ghp_" + "x7Kq29LmZp4RtVwB8nYc3HdJ6sFgA1eUoTi5"
	got, err := Secrets(t.Context(), "export GH="+token+"\nand "+token+", but not ghp_short")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{token[len("ghp_"):]}, got); diff != "" {
		t.Error(diff)
	}
	if got, err := Secrets(t.Context(), "nothing here"); err != nil || len(got) != 0 {
		t.Errorf("got %v, %v", got, err)
	}
}
