package extract

import (
	"strings"

	"gate"
)

// openVolume takes the drive or share off a slashed Windows path and puts it
// into s. It gives what is left, and whether that starts at the volume's root.
// The forms are those of "Naming Files, Paths, and Namespaces" of Windows,
// and /c/x of Git Bash and /cygdrive/c/x of Cygwin.
func (x *extraction) openVolume(path, cwd string, s *spelling) (rest string, rooted bool) {
	path = openDeviceForm(path, s)
	for _, mount := range []string{"/cygdrive/", "/"} {
		if after, ok := strings.CutPrefix(path, mount); ok {
			path = openMount(path, after)
		}
	}
	if drive, rest, ok := cutDrive(path); ok {
		s.volume = drive
		if strings.HasPrefix(rest, "/") {
			return rest, true
		}
		s.flaws.add(gate.FlawBadSegment) // C:x depends on where the drive's own folder is
		return rest, !strings.EqualFold(drive, x.base(cwd).volume)
	}
	if share, ok := strings.CutPrefix(path, "//"); ok {
		server, rest, _ := strings.Cut(strings.TrimLeft(share, "/"), "/")
		name, rest, _ := strings.Cut(rest, "/")
		if server == ".." || name == ".." || name == "" {
			s.flaws.add(gate.FlawBadSegment)
			server, name = strings.TrimLeft(server, "."), "?" // no share has such a name
		}
		s.volume = "//" + server + "/" + name
		return rest, true
	}
	if strings.HasPrefix(path, "/") {
		if s.volume = x.base(cwd).volume; s.volume == "" {
			s.volume = "C:"
		}
		return path, true
	}
	return path, false
}

// openDeviceForm strips the prefixes that skip Windows' reading of names. What
// is left of them names a device unless it is a drive or a share.
func openDeviceForm(path string, s *spelling) string {
	for _, prefix := range []string{"//?/", "/??/", "//./"} {
		rest, ok := strings.CutPrefix(path, prefix)
		if !ok {
			continue
		}
		if len(rest) > 4 && strings.EqualFold(rest[:4], "UNC/") {
			return "//" + rest[4:]
		}
		if _, _, drive := cutDrive(rest); !drive || len(rest) == 2 {
			s.flaws.add(gate.FlawDevice)
			return "//./" + rest
		}
		return rest
	}
	return path
}

// openMount reads /c/x, and /C:/x as file addresses leave it, as C:/x.
func openMount(path, after string) string {
	if _, _, ok := cutDrive(after); ok {
		return after
	}
	if after == "" || !isLetter(after[0]) || len(after) > 1 && after[1] != '/' {
		return path
	}
	return after[:1] + ":/" + strings.TrimPrefix(after[1:], "/")
}

// cutDrive takes a drive off a path; its letter is given in upper case.
func cutDrive(path string) (drive, rest string, ok bool) {
	if len(path) < 2 || path[1] != ':' || !isLetter(path[0]) {
		return "", path, false
	}
	return strings.ToUpper(path[:1]) + ":", path[2:], true
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
