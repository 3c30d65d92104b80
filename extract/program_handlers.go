package extract

// handler is what a program does that its row in the table cannot say.
func handler(name string) do {
	name = family(name)
	if skips.Has(name) {
		return wrapper
	}
	switch name {
	case "sudo":
		return sudo
	case "su", "runuser":
		return su
	case "env":
		return env
	case "chroot":
		return chroot
	case "gate", "gatectl":
		return gated
	case "flock":
		return flock
	case "watch":
		return watch
	case "script":
		return scriptCommand
	case "hyperfine":
		return hyperfine
	case "sh", "bash", "zsh", "dash", "ksh", "ash", "mksh", "rbash", "fish":
		return shell
	case "cmd":
		return cmdProcess
	case "ssh":
		return ssh
	case "find":
		return find
	case "fd", "fdfind":
		return fd
	case "xargs":
		return xargs
	case "parallel":
		return parallel
	case "git":
		return git
	case "direnv", "mise", "asdf", "nix", "conda", "npx", "npm", "pnpm", "yarn", "pipx", "uv", "poetry", "pipenv", "pdm", "hatch", "rye", "bundle":
		return launcher
	case "docker", "podman", "nerdctl", "kubectl", "oc", "docker-compose", "lxc", "vagrant":
		return containers
	case "bun":
		return bun
	case "python", "node", "deno", "perl", "ruby", "php", "lua", "osascript", "pwsh", "powershell":
		return interpreter
	case "sed":
		return sed
	case "awk":
		return awk
	case "tar", "bsdtar":
		return tar
	case "dd":
		return dd
	case "curl":
		return curl
	case "wget", "aria2c":
		return wget
	case "nc", "ncat", "netcat":
		return netcat
	case "tee", "sponge":
		return tee
	case "patch":
		return patchCommand
	case "apply_patch", "applypatch":
		return applyPatch
	case "crontab", "at", "batch":
		return crontab
	case "man":
		return man
	case "make", "gmake":
		return makeCommand
	case "go":
		return goCommand
	case "cmake":
		return cmake
	case "rg":
		return ripgrep
	case "grep", "ag", "ack":
		return grep
	case "ls":
		return list
	case "gzip", "gunzip", "xz", "bzip2", "zstd":
		return compress
	}
	return innerLanguage(name)
}

// innerLanguage finds the programs that have commands of their own in which
// other programs can be started.
func innerLanguage(name string) do {
	switch name {
	case "vim", "vi", "nvim", "ex":
		return editor
	case "ed":
		return ed
	case "less", "more":
		return pager
	case "gdb", "lldb":
		return debugger
	case "sqlite3", "psql", "mysql", "mariadb":
		return database
	case "socat":
		return socat
	case "julia", "groovy", "scala", "elixir", "guile", "tclsh", "jshell", "Rscript", "ghc", "swipl", "racket", "sbcl", "kotlin", "dart", "nim", "raku":
		return otherLanguage
	case "emacs":
		return emacs
	case "ansible":
		return ansible
	case "dc":
		return ed
	case "tmux", "screen", "xterm", "ip", "sg", "start-stop-daemon", "cross-env":
		return later
	case "ssh-keygen":
		return sshKeygen
	case "ffmpeg":
		return lastWritten
	case "yq":
		return yq
	case "split":
		return nil
	}
	return textual(name)
}
