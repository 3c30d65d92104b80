//go:build unix

package bundle

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"gate"
	"gate/internal/plan"
)

// small is a compiled policy that always says none.
func small() string { return laid([32]byte{}, [32]byte{}) }

// laid is one that was laid over another, by the digests of both.
func laid(base, digest [32]byte) string {
	b := plan.NewBuilder()
	verdict := plan.NewObject()
	verdict.Set(plan.String("decision"), plan.String("none"))
	verdict.Set(plan.String("findings"), plan.NewArray())
	result := plan.NewObject()
	result.Set(plan.String("result"), verdict)
	var code, body plan.Code
	body.Op(plan.OpMove, b.Const(result), 2)
	body.Op(plan.OpResult, 2)
	code.Body(&body)
	b.Entry("gate/verdict", 3, &code)
	b.Over(base)
	return string(b.Bytes(plan.NewObject(), digest))
}

// place puts a file where only this user writes, and gives its name.
func place(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "policy.plan")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// outside is a call that the embedded rules deny and the small policy does not.
var outside = gate.Action{Event: gate.BeforeTool, Root: "/p", Writes: []gate.Target{{Path: "/etc/motd", Abs: "/etc/motd", Op: gate.OpWrite}}}

func TestActive(t *testing.T) {
	managed := place(t, laid([32]byte{}, [32]byte{1}))
	own, missing := place(t, small()), filepath.Join(t.TempDir(), "policy.plan")
	for name, tt := range map[string]struct {
		managed, user string
		want          gate.Decision
	}{
		"none":             {"", "", gate.Deny},
		"not there":        {missing, missing, gate.Deny},
		"no folder":        {filepath.Join(missing, "x"), "", gate.Deny},
		"the user's":       {missing, own, gate.None},
		"the managed one":  {own, missing, gate.None},
		"one over another": {managed, place(t, laid([32]byte{1}, [32]byte{2})), gate.None},
	} {
		policy, err := Active(tt.managed, tt.user)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if v, err := policy.Decide(outside); err != nil || v.Decision != tt.want {
			t.Errorf("%s: %s, %v, want %s", name, v.Decision, err, tt.want)
		}
	}
}

// TestLayers holds that a user's snapshot counts over the managed one alone
// that it has the rules of.
func TestLayers(t *testing.T) {
	managed, missing := place(t, laid([32]byte{}, [32]byte{1})), filepath.Join(t.TempDir(), "policy.plan")
	spoilt := place(t, laid([32]byte{}, [32]byte{1}))
	check(t, os.Chmod(spoilt, 0o666))
	for name, tt := range map[string]struct{ managed, user, want string }{
		"laid over nothing":         {managed, place(t, laid([32]byte{}, [32]byte{2})), "gate bundle refresh"},
		"laid over another":         {managed, place(t, laid([32]byte{3}, [32]byte{2})), "gate bundle refresh"},
		"the managed one is gone":   {missing, place(t, laid([32]byte{1}, [32]byte{2})), "gate bundle refresh"},
		"others write the managed":  {spoilt, place(t, laid([32]byte{1}, [32]byte{2})), "an administrator runs"},
		"only it, and others write": {spoilt, missing, "an administrator runs"},
		"the managed one is none":   {place(t, "#!/bin/sh"), missing, "no compiled policy"},
	} {
		if _, err := Active(tt.managed, tt.user); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
}

// TestBadSnapshots holds every doubt about a snapshot to be a refusal that
// says what to run, and not a reason to take the next one.
func TestBadSnapshots(t *testing.T) {
	image := small()
	for name, tt := range map[string]struct {
		spoil func(t *testing.T, name string)
		want  string
	}{
		"empty":           {func(t *testing.T, name string) { check(t, os.Truncate(name, 0)) }, "it is empty"},
		"others write":    {func(t *testing.T, name string) { check(t, os.Chmod(name, 0o666)) }, "others may write it"},
		"group writes":    {func(t *testing.T, name string) { check(t, os.Chmod(name, 0o620)) }, "others may write it"},
		"folder is open":  {func(t *testing.T, name string) { check(t, os.Chmod(filepath.Dir(name), 0o777)) }, "others may write its folder"},
		"a link":          {link, "too many levels of symbolic links"},
		"a folder":        {func(t *testing.T, name string) { check(t, os.Remove(name)); check(t, os.Mkdir(name, 0o700)) }, "no ordinary file"},
		"a pipe":          {func(t *testing.T, name string) { check(t, os.Remove(name)); check(t, syscall.Mkfifo(name, 0o600)) }, "no ordinary file"},
		"far too large":   {func(t *testing.T, name string) { check(t, os.Truncate(name, maxSnapshot+1)) }, "more than"},
		"something else":  {func(t *testing.T, name string) { check(t, os.WriteFile(name, []byte("#!/bin/sh\n"), 0o600)) }, "no compiled policy"},
		"another's entry": {func(t *testing.T, name string) { check(t, os.WriteFile(name, []byte(other()), 0o600)) }, "there is no entry point"},
	} {
		t.Run(name, func(t *testing.T) {
			file := place(t, image)
			tt.spoil(t, file)
			policy, err := Active("", file)
			if err == nil {
				_, err = policy.Decide(outside)
			} else if !strings.Contains(err.Error(), file) || !strings.Contains(err.Error(), "gate bundle use") {
				t.Errorf("%v: neither the file nor what to run is named", err)
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func link(t *testing.T, name string) {
	t.Helper()
	check(t, os.Rename(name, name+".real"))
	check(t, os.Symlink(name+".real", name))
}

func other() string { return string(plan.NewBuilder().Bytes(plan.NewObject(), [32]byte{})) }

// TestEveryByteOfASnapshot flips each byte, and cuts the file at each.
func TestEveryByteOfASnapshot(t *testing.T) {
	image := small()
	name := place(t, image)
	for i := range image {
		b := []byte(image)
		b[i] ^= 0x40
		for what, text := range map[string]string{"flipped": string(b), "cut": image[:i]} {
			check(t, os.WriteFile(name, []byte(text), 0o600))
			if _, err := Active("", name); err == nil {
				t.Errorf("%s at byte %d: believed", what, i)
			}
		}
	}
}

func TestOwner(t *testing.T) {
	for _, tt := range []struct {
		uid  uint32
		mode int
		ok   bool
	}{{0, 0o644, true}, {uint32(os.Geteuid()), 0o600, true}, {4242, 0o600, false}, {0, 0o664, false}, {0, 0o646, false}} {
		s := syscall.Stat_t{Uid: tt.uid}
		set(&s.Mode, tt.mode)
		if err := ours("it", &s); (err == nil) != tt.ok {
			t.Errorf("owner %d, mode %o: %v", tt.uid, tt.mode, err)
		}
	}
}

// set takes a mode of the width that this system has.
func set[T uint16 | uint32](to *T, mode int) { *to = T(mode) }
