package extract

import (
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gate"
)

// pathCase is one path: where it leads, and its flaws.
type pathCase struct {
	path, abs string
	inside    bool
	flaws     string // separated by spaces
}

func checkPaths(t *testing.T, s Scene, follow bool, cases []pathCase) {
	t.Helper()
	for _, tt := range cases {
		t.Run(tt.path, func(t *testing.T) {
			x := newExtraction(gate.Call{Cwd: s.Root}, s)
			p := x.resolve(tt.path, "", follow)
			got := pathCase{tt.path, p.abs, p.inside, strings.Join(p.flaws.sorted(), " ")}
			if diff := cmp.Diff(tt, got, cmp.AllowUnexported(pathCase{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPathsPosix(t *testing.T) {
	s := testScene(fakeFS{
		"/home/dev/project/link":      "/etc",
		"/home/dev/project/self":      "self",
		"/home/dev/project/in":        "src/deep",
		"/home/dev/project/src/deep/": "",
		"/home/dev/project/tilde":     "~/x",
		"/home/dev/project/up":        "../..",
		"/etc/passwd":                 "",
	})
	s.Profile.Roots = []string{"~/notes"}
	s.Getenv = func(name string) string {
		return map[string]string{"TMPDIR": "/scratch/t", "TMP": "/", "TEMP": "/home"}[name]
	}
	checkPaths(t, s, true, []pathCase{
		{"a.txt", "/home/dev/project/a.txt", true, ""},
		{"./src//a/../b.txt", "/home/dev/project/src/b.txt", true, ""},
		{".", "/home/dev/project", true, ""},
		{"/home/dev/project", "/home/dev/project", true, ""},
		{"/home/dev/project2/a", "/home/dev/project2/a", false, ""},
		{"/home/dev/project/../x", "/home/dev/x", false, ""},
		{"src/../../.bashrc", "/home/dev/.bashrc", false, ""},
		{"../../../../../etc/x", "/etc/x", false, ""},
		{`src\..\..\x`, "/home/dev/x", false, ""},
		{"~", "/home/dev", false, ""},
		{"~/.ssh/config", "/home/dev/.ssh/config", false, ""},
		{"~eve/x", "/home/eve/x", false, ""},
		{"~root/x", "/root/x", false, ""},
		{"~$draft.docx", "/home/dev/project/~$draft.docx", true, ""},
		{"file:///home/dev/project/a%20b", "/home/dev/project/a b", true, ""},
		{"file://localhost/etc/x", "/etc/x", false, ""},
		{"FILE:/etc/x", "/etc/x", false, ""},
		{"lib/..config.js", "/home/dev/project/lib/..config.js", true, ""},
		{".gitignore", "/home/dev/project/.gitignore", true, ""},
		{"/tmp/x", "/tmp/x", true, ""},
		{"/tmpx", "/tmpx", false, ""},
		{"/dev/shm/x", "/dev/shm/x", true, ""},
		{"/scratch/t/x", "/scratch/t/x", true, ""},
		{"/home/other", "/home/other", false, ""},
		{"~/notes/n.md", "/home/dev/notes/n.md", true, ""},
		{"link/passwd", "/etc/passwd", false, "symlink"},
		{"link", "/etc", false, "symlink"},
		{"link/../x", "/x", false, "symlink"},
		{"in/../x", "/home/dev/project/src/x", true, "symlink"},
		{"in/y", "/home/dev/project/src/deep/y", true, "symlink"},
		{"up/x", "/home/x", false, "symlink"},
		{"tilde", "/home/dev/project/~/x", true, "symlink"},
		{"self/x", "/home/dev/project/self/x", false, "symlink"},
		{"a\x00.txt", "/home/dev/project/a", true, "invalid_char"},
		{"a\nb", "/home/dev/project/a\nb", true, "invalid_char"},
		{"", "/home/dev/project", true, "bad_segment"},
		{"  ", "/home/dev/project/  ", true, "bad_segment trailing_dot"},
		{".git./x", "/home/dev/project/.git./x", true, "trailing_dot"},
		{".GIT/config", "/home/dev/project/.GIT/config", true, "case_collision"},
		{".Git./x", "/home/dev/project/.Git./x", true, "case_collision trailing_dot"},
		{"GIT~1/config", "/home/dev/project/GIT~1/config", true, "case_collision"},
		{"notes~1.text", "/home/dev/project/notes~1.text", true, ""},
		{".git::$DATA/x", "/home/dev/project/.git::$DATA/x", true, "stream"},
		{"a:b", "/home/dev/project/a:b", true, "stream"},
		{"nul.txt", "/home/dev/project/nul.txt", true, "reserved_name"},
		{"src/AUX", "/home/dev/project/src/AUX", true, "reserved_name"},
		{"com¹", "/home/dev/project/com¹", true, "reserved_name"},
		{"console.go", "/home/dev/project/console.go", true, ""},
		{"cafe\u0301", "/home/dev/project/cafe\u0301", true, "not_nfc"},
		{"café", "/home/dev/project/café", true, ""},
		{".g\u200cit/x", "/home/dev/project/.g\u200cit/x", true, "not_nfc"},
		{"\u212Aey", "/home/dev/project/\u212Aey", true, "not_nfc"},
		{"/dev/sda", "/dev/sda", false, "device"},
		{"/proc/self/cwd/a", "/home/dev/project/a", true, "symlink"},
		{"/proc/1/root/etc/x", "/etc/x", false, "symlink"},
		{"src/what?", "/home/dev/project/src/what?", true, ""},
	})
	checkPaths(t, s, false, []pathCase{
		{"link", "/home/dev/project/link", true, ""},
		{"link/", "/etc", false, "symlink"},
		{"link/.", "/etc", false, "symlink"},
		{"link/passwd", "/etc/passwd", false, "symlink"},
	})
}

func TestPathsWindows(t *testing.T) {
	s := Scene{Root: `C:\Users\dev\project`, Home: `C:\Users\dev`, OS: "windows", FS: fakeFS{}}
	s.Getenv = func(name string) string { return map[string]string{"TEMP": `C:\Users\RUNNER~1\Temp`}[name] }
	checkPaths(t, s, true, []pathCase{
		{"a.txt", "C:/Users/dev/project/a.txt", true, ""},
		{`SRC\A.txt`, "C:/Users/dev/project/SRC/A.txt", true, ""},
		{`c:\users\DEV\project\a`, "C:/users/DEV/project/a", true, ""},
		{`\\?\C:\Windows\x`, "C:/Windows/x", false, ""},
		{`\\?\C:\Users\dev\project\a`, "C:/Users/dev/project/a", true, ""},
		{`\\?\UNC\srv\share\x`, "//srv/share/x", false, ""},
		{`\??\C:\x`, "C:/x", false, ""},
		{`\\.\PhysicalDrive0`, "//./PhysicalDrive0/", false, "device"},
		{`\\.\C:`, "//./C:/", false, "device"},
		{`\\?\GLOBALROOT\x`, "//./GLOBALROOT/x", false, "device"},
		{`\\srv\share\x`, "//srv/share/x", false, ""},
		{"/C:/Users/dev/project/a", "C:/Users/dev/project/a", true, ""},
		{"file:///c%3A/Users/dev/project/a", "C:/Users/dev/project/a", true, ""},
		{"/c/Users/dev/project/a", "C:/Users/dev/project/a", true, ""},
		{"/cygdrive/d/x", "D:/x", false, ""},
		{"/etc/x", "C:/etc/x", false, ""},
		{`C:a.txt`, "C:/Users/dev/project/a.txt", true, "bad_segment"},
		{`D:a.txt`, "D:/a.txt", false, "bad_segment"},
		{`..\..\x`, "C:/Users/x", false, ""},
		{`.git.\hooks\x`, "C:/Users/dev/project/.git/hooks/x", true, "trailing_dot"},
		{`.git \x`, "C:/Users/dev/project/.git/x", true, "trailing_dot"},
		{`.git::$INDEX_ALLOCATION/config`, "C:/Users/dev/project/.git/config", true, "stream"},
		{`.GIT\config`, "C:/Users/dev/project/.git/config", true, "case_collision"},
		{`GIT~1\config`, "C:/Users/dev/project/GIT~1/config", true, "case_collision"},
		{`CON`, "C:/Users/dev/project/CON", true, "reserved_name"},
		{`a<b`, "C:/Users/dev/project/a<b", true, "invalid_char"},
		{`a*.txt`, "C:/Users/dev/project/a*.txt", true, "glob"},
		{`C:\Users\dev\AppData\Local\Temp\x`, "C:/Users/dev/AppData/Local/Temp/x", true, ""},
		{`C:\Users\RUNNER~1\Temp\x`, "C:/Users/RUNNER~1/Temp/x", true, ""},
		{`~\x`, "C:/Users/dev/x", false, ""},
	})
}

func TestPathsDarwin(t *testing.T) {
	s := Scene{Root: "/tmp/project", Home: "/Users/dev", OS: "darwin", FS: fakeFS{"/tmp": "/private/tmp", "/private/tmp/project/link": "/etc", "/private/tmp/project/a": ""}}
	checkPaths(t, s, true, []pathCase{
		{"a", "/private/tmp/project/a", true, ""},
		{"/tmp/WORK/a", "/private/tmp/WORK/a", true, ""},
		{"link/x", "/etc/x", false, "symlink"},
		{".GIT/config", "/private/tmp/project/.git/config", true, "case_collision"},
	})
}

func TestPathsWithoutFileSystem(t *testing.T) {
	s := Scene{Root: testRoot, Home: testHome, OS: "plan9"}
	checkPaths(t, s, true, []pathCase{
		{"link/../x", "/home/dev/project/x", true, ""},
		{"/proc/self/cwd/a", "/proc/self/cwd/a", false, ""},
	})
}

func TestChosenFoldersAreNotJudged(t *testing.T) {
	s := Scene{Root: "/data/aux/GIT~1/a:b", Home: testHome, OS: "linux", FS: fakeFS{}}
	checkPaths(t, s, true, []pathCase{
		{"x", "/data/aux/GIT~1/a:b/x", true, ""},
		{"/data/aux/y", "/data/aux/y", false, "reserved_name"},
		{"aux", "/data/aux/GIT~1/a:b/aux", true, "reserved_name"},
	})
}

func TestOwnFilesInOtherLetters(t *testing.T) {
	s := testScene(fakeFS{})
	s.Self.Files = []string{"~/.config/gate"}
	x := newExtraction(gate.Call{}, s)
	x.a.Gate.Files = x.selfFiles()
	for path, want := range map[string]string{"~/.config/gate/x": "", "~/.Config/Gate/x": "case_collision", "~/.config/GATE": "case_collision", "~/.Config/Gates": ""} {
		if got := strings.Join(x.resolve(path, "", true).flaws, " "); got != want {
			t.Errorf("%s: flaws %q, want %q", path, got, want)
		}
	}
}

func TestStreamsAreNoTargets(t *testing.T) {
	x := newExtraction(gate.Call{}, testScene(fakeFS{}))
	for _, p := range []string{"/dev/null", "/dev/stderr", "/dev/fd/3", "/proc/self/fd/1", "../../../dev/null"} {
		x.write(target{path: p, op: gate.OpWrite})
		x.read(p, "", "")
	}
	if len(x.a.Writes)+len(x.a.Reads) > 0 {
		t.Error(x.a.Writes, x.a.Reads)
	}
	x.write(target{path: "/dev/null", op: gate.OpDelete})
	x.write(target{path: "/dev/fd/../sda", op: gate.OpWrite})
	if len(x.a.Writes) != 2 {
		t.Error("a device went unseen", x.a.Writes)
	}
}

func FuzzPath(f *testing.F) {
	for _, seed := range []string{"a/../b", `C:\x`, `\\?\C:\x`, "file:///%00", "~/x", ".git::$DATA", "//./x", "/proc/self/cwd/../..", "link/../../x"} {
		f.Add(seed, "")
		f.Add(seed, seed)
	}
	f.Add("x", "//..")
	f.Fuzz(func(t *testing.T, p, cwd string) {
		for _, s := range []Scene{testScene(fakeFS{"/home/dev/project/link": "../.."}), {Root: `C:\Users\dev`, OS: "windows", FS: fakeFS{}}} {
			x := newExtraction(gate.Call{Cwd: s.Root}, s)
			abs := x.resolve(p, cwd, true).abs
			rest := abs
			if s.OS == "windows" && !strings.HasPrefix(abs, "//") {
				rest = abs[2:]
			}
			if !strings.HasPrefix(rest, "/") || strings.Contains(abs+"/", "/../") {
				t.Errorf("resolve(%q, %q) = %q", p, cwd, abs)
			}
			if s.OS != "windows" && path.Clean(abs) != abs {
				t.Errorf("resolve(%q, %q) = %q is not clean", p, cwd, abs)
			}
		}
	})
}
