package dialects

import (
	"strconv"
	"strings"
)

// toPath turns a file URI into a path, and leaves any other text as it is.
// Cursor on Windows writes its roots as /C:/x or /c:/x: the drive comes first.
func toPath(text string) string {
	if len(text) >= len("file://") && strings.EqualFold(text[:len("file://")], "file://") {
		text = unescape(text[len("file://"):])
		switch {
		case strings.HasPrefix(text, "localhost/"):
			text = strings.TrimPrefix(text, "localhost")
		case text != "" && text[0] != '/' && !onDrive(text):
			text = "//" + text // a share on another machine
		}
	}
	if strings.HasPrefix(text, "/") && onDrive(text[1:]) {
		text = strings.ToUpper(text[1:2]) + text[2:]
	}
	return text
}

// unescape resolves %20 and the like. What is no escape stays as it is.
func unescape(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '%' && i+2 < len(text) {
			if c, err := strconv.ParseUint(text[i+1:i+3], 16, 8); err == nil {
				out.WriteByte(byte(c))
				i += 2
				continue
			}
		}
		out.WriteByte(text[i])
	}
	return out.String()
}

// onDrive says whether a path starts with a drive letter, as in C:\ or c:/.
func onDrive(path string) bool {
	if len(path) < 2 || path[1] != ':' {
		return false
	}
	letter := path[0] | 0x20
	return letter >= 'a' && letter <= 'z' && (len(path) == 2 || path[2] == '/' || path[2] == '\\')
}

// isWindows says whether a path is one of Windows.
func isWindows(path string) bool { return onDrive(path) || strings.HasPrefix(path, `\\`) }

// within is the folder dir as seen from base. Without a base to stand on, a
// relative folder says nothing.
func within(base, dir string) string {
	dir = toPath(dir)
	switch {
	case dir == "" || dir == ".":
		return base
	case dir[0] == '/' || dir[0] == '\\' || onDrive(dir):
		return dir
	case base == "":
		return ""
	}
	return strings.TrimRight(base, "/") + "/" + dir
}
