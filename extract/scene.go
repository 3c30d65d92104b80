package extract

import (
	"runtime"
	"slices"
	"strings"
)

// settle decides which machine the call is about, and fills the action's
// places: the call may come from Windows while the gate replays it elsewhere.
func (x *extraction) settle() {
	host := x.scene.OS
	if host == "" {
		host = runtime.GOOS
	}
	x.os = host
	cwd, root, home := x.call.Cwd, x.scene.Root, x.scene.Home
	if slices.ContainsFunc(append([]string{cwd, root}, x.call.Roots...), windowsPath) {
		x.os = "windows"
	}
	if x.os == "windows" && host != "windows" {
		root, home = windowsOnly(root), windowsOnly(home)
	}
	x.fs = x.scene.FS
	if x.fs == nil && x.os == runtime.GOOS {
		x.fs = machine{}
	}
	cwd = firstOf(cwd, root)
	if home == "" && x.os == "windows" {
		home = guessHome(cwd, x.scene.Home)
	}
	x.a.OS = x.os
	x.here = x.spell(cwd, "")
	x.learn(cwd, firstOf(root, cwd), home)
}

// learn resolves the folders that everything else is compared with.
func (x *extraction) learn(cwd, root, home string) {
	x.learning = true
	defer func() { x.learning = false }()
	if home != "" {
		x.a.Home = x.spell(home, "").String() // the temporary folders of Windows are under it
	}
	folders := slices.Concat([]string{root}, x.scene.Profile.Roots, x.tempFolders(root, home))
	x.known, x.safe = make([]spelling, 0, len(folders)+1), make([]spelling, 0, len(folders))
	for _, f := range append(slices.Clone(folders), home) {
		if f != "" {
			x.known = append(x.known, x.spell(f, ""))
		}
	}
	for _, f := range folders {
		if f != "" {
			s, _, _ := x.walk(x.spell(f, ""), true)
			x.safe = append(x.safe, s)
		}
	}
	if home != "" {
		x.a.Home = x.real(home)
	}
	if root != "" {
		x.a.Root = x.real(root)
	}
	if cwd != "" {
		x.a.Cwd = x.real(cwd)
		x.here = x.spell(cwd, "")
	}
}

// real is a path with its links resolved.
func (x *extraction) real(path string) string {
	s, _, _ := x.walk(x.spell(path, ""), true)
	return s.String()
}

// tempFolders are the temporary folders, where every program may write. One
// from the environment does not count when the project or home lies in it.
func (x *extraction) tempFolders(root, home string) []string {
	temps := []string{"/tmp", "/var/tmp", "/dev/shm"}
	switch x.os {
	case "darwin":
		temps = []string{"/tmp", "/var/tmp", "/private/tmp", "/private/var/tmp", "/var/folders", "/private/var/folders"}
	case "windows":
		temps = []string{"C:/Windows/Temp"}
		if x.a.Home != "" {
			temps = append(temps, x.a.Home+"/AppData/Local/Temp")
		}
	}
	if x.scene.Getenv == nil {
		return temps
	}
	for _, name := range []string{"TMPDIR", "TEMP", "TMP"} {
		dir := x.scene.Getenv(name)
		if dir == "" || (x.os == "windows") != windowsPath(dir) || !x.absolute(dir) {
			continue
		}
		s, _, _ := x.walk(x.spell(dir, ""), true)
		if !x.holds(s, root) && !x.holds(s, home) {
			temps = append(temps, dir)
		}
	}
	return temps
}

func (x *extraction) absolute(path string) bool {
	return windowsPath(path) || strings.HasPrefix(path, "/")
}

// holds says whether a path lies in a folder, or the folder is the root of
// everything.
func (x *extraction) holds(dir spelling, path string) bool {
	if len(dir.segs) == 0 || path == "" {
		return len(dir.segs) == 0
	}
	s, _, _ := x.walk(x.spell(path, ""), true)
	_, ok := s.below(dir, x.foldsCase())
	return ok
}

// foldsCase says whether file names that differ in case only are the same.
func (x *extraction) foldsCase() bool { return x.os == "windows" || x.os == "darwin" }

// windowsPath says whether a path can only be one of Windows: a drive, as
// harnesses also send it with a slash before it, or a share.
func windowsPath(path string) bool {
	if strings.HasPrefix(path, `\\`) {
		return true
	}
	_, rest, ok := cutDrive(strings.TrimPrefix(path, "/"))
	return ok && (strings.HasPrefix(rest, "/") || strings.HasPrefix(rest, `\`))
}

func windowsOnly(path string) string {
	if windowsPath(path) {
		return path
	}
	return ""
}

// guessHome is the home folder on a Windows machine that is not this one: the
// one the call is made in, else one with this user's name.
func guessHome(cwd, home string) string {
	segs := strings.FieldsFunc(cwd, func(c rune) bool { return c == '/' || c == '\\' })
	if len(segs) >= 3 && strings.EqualFold(segs[1], "users") {
		return "C:/Users/" + segs[2]
	}
	segs = strings.Split(strings.TrimRight(home, "/"), "/")
	return "C:/Users/" + segs[len(segs)-1]
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
