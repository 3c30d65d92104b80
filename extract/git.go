package extract

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"gate"
)

// maxGitFile is how much of one of git's files is read.
const maxGitFile = 64 << 10

// readGit reads the branch and the address of origin from the .git files of a
// folder, as gitrepository-layout(5) and git-config(1) describe them. What is
// not there is empty.
func readGit(root string) gate.Git {
	if root == "" {
		return gate.Git{}
	}
	dir := gitDir(root)
	if dir == "" {
		return gate.Git{}
	}
	var g gate.Git
	if ref, ok := strings.CutPrefix(readSmall(filepath.Join(dir, "HEAD")), "ref: refs/heads/"); ok {
		g.Branch = strings.TrimSpace(ref)
	}
	common := dir // a worktree shares its repository's settings
	if to := strings.TrimSpace(readSmall(filepath.Join(dir, "commondir"))); to != "" {
		common = under(dir, to)
	}
	g.Remote = withoutCredentials(originURL(readSmall(filepath.Join(common, "config"))))
	return g
}

// gitDir is where the repository of a folder lies: its .git, or where the file
// .git of a worktree or submodule points; "" without one.
func gitDir(root string) string {
	dir := filepath.Join(root, ".git")
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return ""
	case info.IsDir():
		return dir
	}
	if to, ok := strings.CutPrefix(readSmall(dir), "gitdir:"); ok {
		return under(root, strings.TrimSpace(to))
	}
	return ""
}

func under(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// readSmall is the start of a regular file, "" for anything else: opening a
// pipe would wait for its other end.
func readSmall(name string) string {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	f, err := os.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	data, _ := io.ReadAll(io.LimitReader(f, maxGitFile))
	return string(data)
}

// originURL is the last url of [remote "origin"].
func originURL(config string) string {
	url, inside := "", false
	for line := range strings.Lines(config) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			inside = strings.EqualFold(strings.Join(strings.Fields(line), " "), `[remote "origin"]`)
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if inside && ok && strings.EqualFold(strings.TrimSpace(key), "url") {
			url = strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	return url
}

// withoutCredentials takes the user and password out of an address. The user
// of ssh is part of the address and stays.
func withoutCredentials(remote string) string {
	scheme, rest, ok := strings.Cut(remote, "://")
	if !ok {
		return remote
	}
	end := strings.IndexByte(rest, '/')
	if end < 0 {
		end = len(rest)
	}
	at := strings.LastIndexByte(rest[:end], '@')
	if at < 0 {
		return remote
	}
	if user := rest[:at]; strings.Contains(scheme, "ssh") && !strings.Contains(user, ":") {
		return remote
	}
	return scheme + "://" + rest[at+1:]
}
