package author

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"gate"
	"gate/bundle"
)

// oneRule is a folder with a rule in a package that denies a command, with a reason.
func oneRule(pkg, reason string) fstest.MapFS {
	return fstest.MapFS{"rule.rego": {Data: []byte("# METADATA\n# title: t\n# custom:\n#   severity: low\npackage " + pkg + "\n\ndeny contains \"" + reason + "\" if {\n\tsome c in input.commands\n\tc.name == \"deploy\"\n}\n")}}
}

// stores are a machine's and a user's, that only this user writes to.
func stores(t *testing.T) (managed, user Store) {
	t.Helper()
	dir := t.TempDir()
	managed = Store{Dir: filepath.Join(dir, "etc")}
	return managed, Store{Dir: filepath.Join(dir, "user"), Managed: managed.Dir}
}

func offered(t *testing.T, s Store, o Offer) (Record, error) {
	t.Helper()
	return s.Use(t.Context(), o, time.Unix(0, 0).UTC())
}

func accepted(t *testing.T, s Store, files fstest.MapFS, revision string) Record {
	t.Helper()
	r, err := offered(t, s, Offer{Bundle: pack(t, files, Packing{Revision: revision}), Source: revision})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// reasons are what the hook would say of a deployment.
func reasons(t *testing.T, managed, user Store) string {
	t.Helper()
	policy, err := bundle.Active(managed.snapshot(), user.snapshot())
	if err != nil {
		return err.Error()
	}
	v, err := policy.Decide(gate.Action{Event: gate.BeforeTool, Root: "/p", Commands: []gate.Command{{Name: "deploy", Argv: []string{"deploy"}, Exact: true}}})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, f := range v.Findings {
		all = append(all, f.Reason)
	}
	return policy.Revision() + ": " + strings.Join(all, ", ")
}

// TestManagedPolicyStaysOn holds that a user adds to the machine's policy, and
// never takes away from it.
func TestManagedPolicyStaysOn(t *testing.T) {
	managed, user := stores(t)
	expect := func(want string) {
		t.Helper()
		if got := reasons(t, managed, user); !strings.Contains(got, want) {
			t.Fatalf("got %s, want %s", got, want)
		}
	}
	accepted(t, user, oneRule("user.rules.a.b", "mine"), "7")
	expect("7: mine")
	accepted(t, managed, oneRule("org.acme.rules.a.b", "theirs"), "1.0.0")
	expect("gate bundle refresh")
	if _, err := user.Refresh(t.Context(), time.Now()); err != nil {
		t.Fatal(err)
	}
	expect("1.0.0 7: theirs, mine")
	if all, err := Active(managed.snapshot(), user.snapshot()); err != nil || len(all.Files("acme:a/b")) != 1 {
		t.Errorf("the sources in force: %v", err)
	}
	accepted(t, managed, oneRule("org.acme.rules.a.b", "also theirs"), "1.1.0")
	expect("gate bundle refresh")
	if err := user.Off(); err != nil {
		t.Fatal(err)
	}
	expect("1.1.0: also theirs")

	for name, files := range map[string]fstest.MapFS{"the organisation's": oneRule("org.acme.rules.a.b", "x"), "another's": oneRule("org.me.rules.a.b", "x")} {
		_, err := offered(t, user, Offer{Bundle: pack(t, files, Packing{})})
		if err == nil || !strings.Contains(err.Error(), "user is left to it here") {
			t.Errorf("%s root over the managed policy: %v", name, err)
		}
	}
	if _, err := offered(t, managed, Offer{Bundle: pack(t, oneRule("user.rules.a.b", "x"), Packing{})}); err == nil || !strings.Contains(err.Error(), "org is left to it here") {
		t.Errorf("a managed bundle with the root user: %v", err)
	}
	if info, err := os.Stat(managed.snapshot()); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("others cannot read the managed policy: %v, %v", info.Mode(), err)
	}
}

func TestRollbackGoesBackInTime(t *testing.T) {
	managed, user := stores(t)
	for _, revision := range []string{"1", "2", "3", "4"} {
		accepted(t, user, oneRule("user.rules.a.b", "reason "+revision), revision)
	}
	for _, want := range []string{"3: reason 3", "2: reason 2"} {
		if _, err := user.Rollback(t.Context(), time.Now()); err != nil {
			t.Fatal(err)
		}
		if got := reasons(t, managed, user); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if _, err := user.Rollback(t.Context(), time.Now()); err == nil { // three are kept
		t.Error("the first is still there")
	}
	accepted(t, user, oneRule("user.rules.a.b", "reason 5"), "5")
	if r, err := user.Rollback(t.Context(), time.Now()); err != nil || r.Revision != "2" {
		t.Errorf("before 5 there was 2: %+v, %v", r, err)
	}
}

// TestFollows holds that a signed bundle never goes back.
func TestFollows(t *testing.T) {
	for name, tt := range map[string]struct {
		current, next Record
		want          string
	}{
		"the first":       {Record{}, Record{Revision: "1.0.0", Key: "k"}, ""},
		"newer":           {Record{Revision: "1.9.0", Key: "k"}, Record{Revision: "v1.10.0", Key: "k", Digest: "n"}, ""},
		"older":           {Record{Revision: "1.10.0", Key: "k"}, Record{Revision: "1.9.0", Key: "k", Digest: "n"}, "is older than 1.10.0"},
		"a candidate":     {Record{Revision: "1.0.0", Key: "k"}, Record{Revision: "1.0.0-rc1", Key: "k", Digest: "n"}, "is older"},
		"the same again":  {Record{Revision: "1.0.0", Key: "k"}, Record{Revision: "1.0.0", Key: "k", Digest: "n"}, ""},
		"another's":       {Record{Revision: "2.0.0", Key: "k"}, Record{Revision: "1.0.0", Key: "l", Digest: "n"}, ""},
		"by serial":       {Record{Revision: "a", Serial: 2, Key: "k"}, Record{Revision: "b", Serial: 3, Key: "k", Digest: "n"}, ""},
		"older by serial": {Record{Revision: "a", Serial: 3, Key: "k"}, Record{Revision: "b", Serial: 2, Key: "k", Digest: "n"}, "is older than a (serial 3)"},
		"no order":        {Record{}, Record{Revision: "a", Key: "k"}, "has no order"},
		"two orders":      {Record{Revision: "1.0.0", Key: "k"}, Record{Revision: "b", Serial: 3, Key: "k", Digest: "n"}, "nobody can tell"},
	} {
		err := tt.next.follows(tt.current)
		if tt.want == "" != (err == nil) || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
}

// TestSeen holds that a bundle which was sent again under another name is not
// sent a third time.
func TestSeen(t *testing.T) {
	managed, user := stores(t)
	r := accepted(t, user, oneRule("user.rules.a.b", "one"), "1")
	if err := user.Seen(r, "another"); err != nil {
		t.Fatal(err)
	}
	if now, err := user.Current(); err != nil || now.ETag != "another" || now.Number != r.Number {
		t.Errorf("%+v, %v", now, err)
	}
	if got := reasons(t, managed, user); got != "1: one" {
		t.Error(got)
	}
}
