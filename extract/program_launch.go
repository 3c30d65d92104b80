package extract

import (
	"slices"
	"strings"

	"gate"
	"gate/internal/table"
)

// launches says which words of a project tool are followed by a command.
var launches = table.Of[[]string]{
	{"direnv", []string{"exec"}}, {"mise", []string{"exec", "x"}}, {"asdf", []string{"exec"}}, {"nix", []string{"run", "shell", "develop"}}, {"conda", []string{"run"}},
	{"npm", []string{"exec", "x"}}, {"pnpm", []string{"exec", "dlx"}}, {"yarn", []string{"exec", "dlx"}}, {"bun", []string{"x"}}, {"pipx", []string{"run"}}, {"uv", []string{"run", "tool"}},
	{"poetry", []string{"run"}}, {"pipenv", []string{"run"}}, {"pdm", []string{"run"}}, {"hatch", []string{"run"}}, {"rye", []string{"run"}}, {"bundle", []string{"exec"}},
}

// binaries are programs of packages that do harm or publish.
var binaries = []string{
	"prisma", "drizzle-kit", "sequelize", "sequelize-cli", "knex", "typeorm", "rimraf", "del-cli", "shx", "semantic-release", "np", "lerna", "changeset", "vercel", "wrangler",
	"netlify", "firebase", "sst", "cdk", "serverless", "sls", "supabase", "turbo", "nx", "rails", "rake",
}

// launcher starts a command in a project's environment: npx, uv run.
func launcher(r *runner, c *call, st *state, ctx context) stream {
	if c.name == "npx" {
		if text, ok := c.last("-c", "--call"); ok {
			return r.script(text, c.name, st, ctx)
		}
		return r.startPackage(c, c.rest, st, ctx)
	}
	if i := slices.IndexFunc(c.argv, func(w string) bool { return slices.Contains(binaries, w) }); i > 0 && c.name != "npm" && optionsOnly(c.argv[1:i]) {
		return r.startPackage(c, i, st, ctx) // pnpm and yarn start an installed program by its name alone
	}
	if i := slices.IndexFunc(c.argv, func(w string) bool { return w == "--call" || strings.HasPrefix(w, "--call=") }); i > 0 && c.name == "npm" {
		_, text, joined := strings.Cut(c.argv[i], "=")
		if !joined && i+1 < len(c.argv) {
			text = c.argv[i+1]
		}
		return r.script(text, c.name, st, ctx)
	}
	verbs := launches.Get(c.name)
	at := slices.IndexFunc(c.argv, func(w string) bool { return slices.Contains(verbs, w) })
	if at < 1 || at+1 >= len(c.argv) || !optionsOnly(c.argv[1:at]) {
		return unknownStream
	}
	from := at + 1
	if c.name == "direnv" {
		from++ // the folder
	}
	for from < len(c.argv) && (strings.HasPrefix(c.argv[from], "-") || c.name == "uv" && c.argv[from] == "run") {
		switch c.argv[from] {
		case "--":
		case "-n", "-p", "--with", "--python", "--name", "--package", "--project", "--directory", "-c", "--command", "--extra", "--group":
			if (c.argv[from] == "-c" || c.argv[from] == "--command") && c.name == "nix" {
				return r.startPackage(c, from+1, st, ctx)
			}
			if c.argv[from] == "-c" && from+1 < len(c.argv) && c.name != "conda" && c.name != "uv" {
				return r.script(c.argv[from+1], c.name, st, ctx)
			}
			from++
		}
		from++
	}
	return r.startPackage(c, from, st, ctx)
}

// bun is a launcher as well as an interpreter.
func bun(r *runner, c *call, st *state, ctx context) stream {
	if len(c.operands) > 1 && c.operands[0] == "x" {
		return launcher(r, c, st, ctx)
	}
	return interpreter(r, c, st, ctx)
}

// optionsOnly says whether nothing but options and their values stands here.
func optionsOnly(words []string) bool {
	for i, w := range words {
		if !strings.HasPrefix(w, "-") && (i == 0 || !strings.HasPrefix(words[i-1], "-")) {
			return false
		}
	}
	return true
}

// startPackage starts the program of a package: its name without a version.
func (r *runner) startPackage(c *call, from int, st *state, ctx context) stream {
	if from >= len(c.argv) {
		return unknownStream
	}
	words := slices.Clone(c.argv[from:])
	if i := strings.LastIndex(words[0], "@"); i > 0 {
		words[0] = words[0][:i]
	}
	return r.found(words, "\x00", "", c.name, st, ctx)
}

// containers start commands on another file system: docker run, kubectl exec.
func containers(r *runner, c *call, st *state, ctx context) stream {
	words := c.argv[1:]
	ctx.where = "container"
	inner := st.clone()
	inner.cwd = "/"
	i := 0
	for i < len(words) && strings.HasPrefix(words[i], "-") { // global options
		if slices.Contains([]string{"-H", "--host", "-c", "--context", "-n", "--namespace", "--kubeconfig", "-f", "--file", "-p", "--project-name", "--config", "-l", "--log-level"}, words[i]) {
			i++
		}
		i++
	}
	if i < len(words) && (words[i] == "compose" || words[i] == "container" || words[i] == "machine") {
		i++
		for i < len(words) && strings.HasPrefix(words[i], "-") {
			if words[i] == "-f" || words[i] == "-p" || words[i] == "--file" || words[i] == "--profile" {
				i++
			}
			i++
		}
	}
	if i >= len(words) {
		return unknownStream
	}
	sub := words[i]
	words = words[i+1:]
	name := c.name + " " + sub
	switch sub {
	case "run", "exec", "create", "ssh", "debug", "attach":
		return r.inContainer(c, sub, words, name, inner, st, ctx)
	case "save", "export":
		ctx.where = "local"
		for i, w := range words {
			if (w == "-o" || w == "--output") && i+1 < len(words) {
				r.touch('w', words[i+1], false, c, st, ctx)
			} else if file, ok := strings.CutPrefix(w, "--output="); ok {
				r.touch('w', file, false, c, st, ctx)
			}
		}
	case "cp":
		ctx.where = "local"
		for n, w := range slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.HasPrefix(w, "-") }) {
			if !remote(w) {
				r.touch([]byte{'r', 'w'}[min(n, 1)], w, false, c, st, ctx)
			}
		}
	}
	return unknownStream
}

// valued are the options of docker run and exec whose value is the next word.
var valued = []string{
	"-v", "--volume", "-e", "--env", "--env-file", "-w", "--workdir", "-u", "--user", "--name", "--network", "--net", "-p", "--publish", "--mount", "--entrypoint",
	"--platform", "-l", "--label", "-h", "--hostname", "--cpus", "-m", "--memory", "--add-host", "--device", "--gpus", "--restart", "--cap-add", "--cap-drop", "--security-opt",
	"--tmpfs", "--ulimit", "--pull", "--shm-size", "-c", "--container", "-n", "--namespace", "--image", "--restart", "--overrides", "--volumes-from", "--ipc", "--pid", "--index",
}

func (r *runner) inContainer(c *call, sub string, words []string, name string, inner, st *state, ctx context) stream {
	entry := ""
	i := 0
	for ; i < len(words) && strings.HasPrefix(words[i], "-") && words[i] != "--"; i++ {
		opt, value, joined := strings.Cut(words[i], "=")
		if !joined && len(opt) > 2 && opt[:2] == "-v" {
			opt, value, joined = "-v", opt[2:], true
		}
		if !joined && slices.Contains(valued, opt) && i+1 < len(words) {
			i++
			value = words[i]
		}
		switch opt {
		case "-v", "--volume":
			if host, rest, ok := strings.Cut(value, ":"); ok && strings.ContainsAny(host, "/.~$") {
				inside, _, _ := strings.Cut(rest, ":")
				ctx.mount = append(ctx.mount, mount{r.x.resolve(host, st.cwd, true).abs, inside})
			}
		case "--mount":
			ctx.mount = append(ctx.mount, r.bind(value, st)...)
		case "-w", "--workdir":
			inner.cwd = value
		case "--entrypoint":
			entry = value
		}
	}
	if i >= len(words) {
		return unknownStream
	}
	rest := words[i+1:] // the image, the container or the service
	if sub == "ssh" {
		return r.script(strings.Join(rest, " "), name, inner, ctx)
	}
	if at := slices.Index(words, "--"); at >= 0 {
		rest = words[at+1:]
	}
	for len(rest) > 0 && entry == "" && strings.HasPrefix(rest[0], "-") {
		rest = rest[1:]
	}
	if entry != "" {
		rest = append([]string{entry}, rest...)
	}
	return r.found(rest, "\x00", "", name, inner, ctx)
}

// bind reads --mount type=bind,source=/a,target=/b.
func (r *runner) bind(value string, st *state) []mount {
	var m mount
	for _, pair := range strings.Split(value, ",") {
		key, v, _ := strings.Cut(pair, "=")
		switch key {
		case "source", "src":
			m.host = v
		case "target", "dst", "destination":
			m.inside = v
		}
	}
	if m.host == "" || m.inside == "" || !strings.Contains(m.host, "/") {
		return nil
	}
	m.host = r.x.resolve(m.host, st.cwd, true).abs
	return []mount{m}
}

// pagers are the variables whose value is a program that others start.
var pagers = []string{
	"PAGER", "GIT_PAGER", "MANPAGER", "EDITOR", "VISUAL", "GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "GIT_SSH_COMMAND", "GIT_EXTERNAL_DIFF",
	"GIT_ASKPASS", "SSH_ASKPASS", "GIT_PROXY_COMMAND", "BROWSER", "LESSOPEN", "LESSCLOSE", "PROMPT_COMMAND", "RUSTC_WRAPPER", "GIT_SSH",
}

// environment starts what a command's own variables name.
func (r *runner) environment(c *call, st *state, ctx context) {
	if len(ctx.env) == 0 {
		return
	}
	env := ctx.env
	ctx.env = nil
	for _, name := range pagers {
		text := strings.TrimPrefix(env[name], "|")
		if text == "" || text == "true" || text == "cat" || text == ":" || text == gate.UnknownText {
			continue
		}
		if strings.ContainsAny(text, " ;|&$`(") {
			r.script(text, name, st, ctx)
		}
	}
}
