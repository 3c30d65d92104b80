package author

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// gitSource is a folder of rules, or a bundle's file, in a git repository.
type gitSource struct {
	url  string // of the repository
	path string // in it, "" for its root
	ref  string // a branch, a tag or a whole commit, "HEAD" for the repository's own
}

const maxClone = 512 << 20 // bytes of one commit, as git packs it

func isGit(source string) bool { return strings.HasPrefix(source, "git+") }

// isCommit says whether a text is the whole name of one, in either of git's
// two hashes.
func isCommit(text string) bool {
	return (len(text) == 40 || len(text) == 64) && strings.Trim(text, "0123456789abcdef") == ""
}

// parseGit reads git+https://host/repository.git//folder?ref=v1.4.0.
func parseGit(source string) (gitSource, error) {
	u, err := parseSource(source, "git+https", "git+ssh", "git+file")
	if err != nil {
		return gitSource{}, err
	}
	g := gitSource{ref: "HEAD"}
	query := u.Query()
	if query.Has("ref") {
		g.ref = query.Get("ref")
		query.Del("ref")
	}
	u.Path, g.path, _ = strings.Cut(u.Path, "//")
	g.path = strings.Trim(g.path, "/")
	option := slices.ContainsFunc([]string{g.ref, u.Host, u.User.Username()}, func(text string) bool { return strings.HasPrefix(text, "-") })
	if option || g.ref == "" || len(query) > 0 || u.Fragment != "" || strings.ContainsAny(g.ref, ":^~*?[\\ \n") || g.path != "" && !fs.ValidPath(g.path) {
		return gitSource{}, fmt.Errorf("%s names no commit of a repository\nhint: git+https://HOST/REPOSITORY.git//FOLDER?ref=TAG", source)
	}
	u.Scheme, u.RawPath, u.RawQuery = strings.TrimPrefix(u.Scheme, "git+"), "", ""
	g.url = u.String()
	return g, nil
}

func (g gitSource) push(context.Context, []byte) (string, error) {
	return "", fmt.Errorf("%s is a git repository\nhint: commit the folder, or the bundle, and push it with git", g.url)
}

// fetch gets one commit, and packs the folder as it is there; its revision is
// the commit unless the manifest has one. Nothing is checked out: no hook, no
// filter and no link of the repository takes part.
func (g gitSource) fetch(ctx context.Context, etag string) (tarball []byte, newETag string, err error) {
	dir, err := os.MkdirTemp("", "gate-git-*")
	if err != nil {
		return nil, "", err
	}
	defer os.RemoveAll(dir)
	run, err := newGit(ctx, dir)
	if err != nil {
		return nil, "", err
	}
	defer run.stop()
	name, id, err := g.resolve(run)
	if err == nil && id == etag {
		return nil, etag, ErrUnchanged
	}
	if err == nil {
		id, err = g.get(run, name, id)
	}
	if err == nil {
		tarball, err = g.read(run, id)
	}
	if err != nil {
		return nil, "", fmt.Errorf("get %s of %s: %w", g.ref, g.url, err)
	}
	return tarball, id, nil
}

// resolve asks the repository which commit the ref is now, and for the name
// to fetch it by.
func (g gitSource) resolve(run *git) (name, id string, err error) {
	if isCommit(g.ref) {
		return g.ref, g.ref, nil
	}
	tag, branch := "refs/tags/"+g.ref, "refs/heads/"+g.ref
	out, err := run.remote("ls-remote", "--", g.url, g.ref, tag, tag+"^{}", branch)
	if err != nil {
		return "", "", err
	}
	ids := map[string]string{}
	for line := range strings.Lines(string(out)) {
		id, name, _ := strings.Cut(strings.TrimSpace(line), "\t")
		ids[name] = id
	}
	for _, name := range []string{tag + "^{}", tag, branch, g.ref} {
		if id := ids[name]; isCommit(id) {
			return strings.TrimSuffix(name, "^{}"), id, nil
		}
	}
	return "", "", errors.New("there is no such branch or tag\nhint: a commit is named in full")
}

// get fetches the commit, without its past, and says which one came.
func (g gitSource) get(run *git, name, id string) (string, error) {
	start := []string{"init", "--quiet", "--bare", "--template="}
	if len(id) == 64 {
		start = append(start, "--object-format=sha256")
	}
	if _, err := run.local(append(start, "--", run.dir)...); err != nil {
		return "", err
	}
	if _, err := run.remote("fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--", g.url, name); err != nil {
		return "", err
	}
	out, err := run.local("rev-parse", "--verify", "FETCH_HEAD^{commit}")
	got := strings.TrimSpace(string(out))
	if err == nil && name == id && got != id {
		err = fmt.Errorf("it is the commit %s", got)
	}
	return got, err
}

// read makes a tarball of the folder, or reads the bundle's file.
func (g gitSource) read(run *git, id string) ([]byte, error) {
	object := id + ":" + g.path
	kind, err := run.local("cat-file", "-t", object)
	if err != nil {
		return nil, fmt.Errorf("there is no %s in it", g.path)
	}
	if string(kind) == "blob\n" {
		return run.local("cat-file", "blob", object)
	}
	archive, err := run.local("archive", "--format=tar", object)
	if err != nil {
		return nil, err
	}
	files, err := untar(tar.NewReader(bytes.NewReader(archive)))
	if err != nil {
		return nil, err
	}
	p := Packing{}
	if m, err := readManifest(files); err == nil && (m == nil || m.Revision == "") {
		p.Revision = id
	}
	system, err := fileSystem(files)
	if err != nil {
		return nil, err
	}
	b, err := Pack(run.ctx, system, p)
	if err != nil {
		return nil, err
	}
	return b.Tarball, nil
}

// git runs the program git on a repository of its own, bounded in time and
// size, asking nobody anything.
type git struct {
	ctx     context.Context
	cancel  context.CancelCauseFunc
	program string
	dir     string
	env     []string
}

func newGit(ctx context.Context, dir string) (*git, error) {
	program, err := exec.LookPath("git")
	if err != nil {
		return nil, errors.New("there is no program git on PATH\nhint: install git, or ship the bundle over https or a registry")
	}
	g := &git{program: program, dir: dir}
	g.ctx, g.cancel = context.WithCancelCause(ctx)
	// What a git that runs the gate says of its own repository is not for this one.
	g.env = slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains([]string{"GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_OBJECT_DIRECTORY",
			"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_SHALLOW_FILE", "GIT_GRAFT_FILE", "GIT_REPLACE_REF_BASE", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS"}, name)
	})
	g.env = append(g.env, "GIT_ALLOW_PROTOCOL=https:ssh:file", "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=", "SSH_ASKPASS=", "SSH_ASKPASS_REQUIRE=never", "GCM_INTERACTIVE=never", "LC_ALL=C")
	if os.Getenv("GIT_SSH_COMMAND") == "" && os.Getenv("GIT_SSH") == "" {
		g.env = append(g.env, "GIT_SSH_COMMAND=ssh -o BatchMode=yes")
	}
	go g.watch(maxClone)
	return g, nil
}

func (g *git) stop() { g.cancel(nil) }

// watch ends everything when the repository has more than so many bytes.
func (g *git) watch(most int64) {
	tick := time.NewTicker(200 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-g.ctx.Done():
			return
		case <-tick.C:
		}
		var size int64
		filepath.WalkDir(g.dir, func(_ string, d fs.DirEntry, err error) error {
			if err != nil {
				return nil // files come and go meanwhile
			}
			if info, err := d.Info(); err == nil {
				size += info.Size()
			}
			return nil
		})
		if size > most {
			g.cancel(fmt.Errorf("the commit has more than %d bytes", most))
		}
	}
}

// remote runs a command that speaks to the repository, as the user's own
// settings have it.
func (g *git) remote(args ...string) ([]byte, error) { return g.run(nil, args) }

// local runs a command on what came, by no settings at all.
func (g *git) local(args ...string) ([]byte, error) {
	return g.run([]string{"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_COUNT=0", "GIT_ATTR_NOSYSTEM=1"}, args)
}

func (g *git) run(env []string, args []string) ([]byte, error) {
	cmd := exec.CommandContext(g.ctx, g.program, append([]string{"--git-dir=" + g.dir, "-c", "core.hooksPath=" + os.DevNull, "-c", "core.autocrlf=false", "-c", "core.attributesFile=" + os.DevNull}, args...)...)
	cmd.Env, cmd.Dir, cmd.WaitDelay = slices.Concat(g.env, env), g.dir, time.Second
	out, problems := &bounded{most: maxUnpacked}, &bounded{most: 64 << 10}
	cmd.Stdout, cmd.Stderr = out, problems
	err := cmd.Run()
	if cause := context.Cause(g.ctx); cause != nil {
		return nil, cause
	}
	if err != nil {
		return nil, fmt.Errorf("git %s: %s (%w)", args[0], fatal(problems.String()), err)
	}
	return out.Bytes(), nil
}

// fatal is the line in which git, or the ssh beneath it, says what was wrong.
func fatal(problems string) string {
	for line := range strings.Lines(problems) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(strings.ToLower(line), "warning: ") {
			return strings.TrimPrefix(line, "fatal: ")
		}
	}
	return "it does not say why"
}

// bounded is a buffer that takes no more than so many bytes.
type bounded struct {
	bytes.Buffer
	most int
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > b.most {
		return 0, fmt.Errorf("it has more than %d bytes", b.most)
	}
	return b.Buffer.Write(p)
}
