package main

import "path"

// tools are a harness's own tools, by what they do. Paths are relative to the
// project.
type tools struct {
	shell func(command string) call
	write func(path, content string) call
	// edit replaces a line, old by new, that stands below the line head. It
	// reads the file first where the harness wants that.
	edit func(path, head, old, new string) []call
}

// named makes tools that take an absolute path under the key file.
func named(project, file string, shell func(string) call, create, content string, edit string, from, to string) tools {
	at := func(name string) string { return path.Join(project, name) }
	return tools{
		shell: shell,
		write: func(name, text string) call { return call{tool: create, input: obj{file: at(name), content: text}} },
		edit: func(name, _, old, new string) []call {
			return []call{{tool: edit, input: obj{file: at(name), from: old, to: new}}}
		},
	}
}

// readFirst lets read come before each edit.
func (t tools) readFirst(read func(name string) call) tools {
	edit := t.edit
	t.edit = func(name, head, old, new string) []call {
		return append([]call{read(name)}, edit(name, head, old, new)...)
	}
	return t
}

func claudeTools(project string) tools {
	shell := func(command string) call {
		return call{tool: "Bash", input: obj{"command": command, "description": "Work"}}
	}
	return named(project, "file_path", shell, "Write", "content", "Edit", "old_string", "new_string").readFirst(func(name string) call {
		return call{tool: "Read", input: obj{"file_path": path.Join(project, name)}}
	})
}

func geminiTools(project string) tools {
	t := named(project, "file_path", runShellCommand, "write_file", "content", "replace", "old_string", "new_string")
	edit := t.edit
	t.edit = func(name, head, old, new string) []call {
		calls := edit(name, head, old, new)
		calls[0].input["instruction"] = "Change it"
		return calls
	}
	return t
}

func qwenTools(project string) tools {
	return named(project, "file_path", runShellCommand, "write_file", "content", "edit", "old_string", "new_string").readFirst(func(name string) call {
		return call{tool: "read_file", input: obj{"file_path": path.Join(project, name)}}
	})
}

func runShellCommand(command string) call {
	return call{tool: "run_shell_command", input: obj{"command": command, "description": "Work", "is_background": false}}
}

// patching makes tools of a harness whose files are written by patches in
// Codex's format.
func patching(shell func(string) call) tools {
	patch := func(body string) call {
		return call{tool: "apply_patch", text: "*** Begin Patch\n" + body + "*** End Patch\n"}
	}
	return tools{
		shell: shell,
		write: func(name, text string) call { return patch("*** Add File: " + name + "\n+" + text) },
		edit: func(name, head, old, new string) []call {
			return []call{patch("*** Update File: " + name + "\n@@\n " + head + "-" + old + "\n+" + new + "\n")}
		},
	}
}

func codexTools(string) tools {
	return patching(func(command string) call { return call{tool: "exec_command", input: obj{"cmd": command}} })
}

func copilotTools(string) tools { return patching(copilotShell) }

func copilotClaudeTools(project string) tools {
	return named(project, "path", copilotShell, "create", "file_text", "edit", "old_str", "new_str").readFirst(func(name string) call {
		return call{tool: "view", input: obj{"path": path.Join(project, name)}}
	})
}

func copilotShell(command string) call {
	return call{tool: "bash", input: obj{"command": command, "description": "Work"}}
}

func droidTools(project string) tools {
	shell := func(command string) call {
		return call{tool: "Execute", input: obj{"command": command, "riskLevel": "low", "riskLevelReason": "small", "summary": "Work"}}
	}
	return named(project, "file_path", shell, "Create", "content", "Edit", "old_str", "new_str").readFirst(func(name string) call {
		return call{tool: "Read", input: obj{"file_path": path.Join(project, name)}}
	})
}

func clineTools(string) tools {
	return patching(func(command string) call {
		return call{tool: "run_commands", input: obj{"commands": []string{command}}}
	})
}

func openCodeTools(project string) tools {
	shell := func(command string) call {
		return call{tool: "bash", input: obj{"command": command, "description": "Work"}}
	}
	return named(project, "filePath", shell, "write", "content", "edit", "oldString", "newString").readFirst(func(name string) call {
		return call{tool: "read", input: obj{"filePath": path.Join(project, name)}}
	})
}
