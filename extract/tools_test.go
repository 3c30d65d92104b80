package extract

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gate"
)

// toolCase is one call: kind "" is a tool that the dialect does not know.
type toolCase struct {
	kind gate.Kind
	name string
	args string
	want []string
}

func checkTools(t *testing.T, cases []toolCase) {
	t.Helper()
	s := testScene(fakeFS{"/home/dev/project/notes.txt": "", "/home/dev/project/nb.ipynb": "", "/home/dev/project/out": "/etc/x"})
	for _, tt := range cases {
		t.Run(tt.name+" "+tt.args, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, summary(act(tt.kind, tt.name, tt.args, s))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The arguments are those that the harnesses send: captured, or rebuilt from
// their documents.
func TestWriteTools(t *testing.T) {
	checkTools(t, []toolCase{
		{"write", "Write", `{"file_path":"/home/dev/project/src/new.txt","content":"hello\n"}`, []string{`create src/new.txt "hello\n" whole`}},
		{"write", "Write", `{"file_path":"/home/dev/project/notes.txt","content":"x"}`, []string{`write notes.txt "x" whole`}},
		{"write", "Write", `{"file_path":"/home/dev/escape.txt","content":"x"}`, []string{`create /home/dev/escape.txt "x" whole`}},
		{"edit", "Edit", `{"file_path":"notes.txt","old_string":"a","new_string":"b","replace_all":true}`, []string{`write notes.txt "b"`}},
		{"edit", "NotebookEdit", `{"notebook_path":"nb.ipynb","cell_id":"c1","new_source":"print(2)","cell_type":"code","edit_mode":"replace"}`, []string{`write nb.ipynb "print(2)"`}},
		{"write", "notebook_edit", `{"notebook_path":"nb.ipynb","new_source":["a","b"]}`, []string{`write nb.ipynb "a\nb"`}},
		{"edit", "multiedit", `{"file_path":"a","edits":[{"old_string":"1","new_string":"2"},{"old_string":"3","new_string":"4"}]}`, []string{`write a "2\n4"`}},
		{"edit", "Edit", `{"file_path":"a","changes":[{"old_str":"1","new_str":"2"}]}`, []string{`write a "2"`}},
		{"edit", "edit", `{"path":"notes.txt","old_str":"a","new_str":"b"}`, []string{`write notes.txt "b"`}},
		{"edit", "edit", `{"path":"a","oldText":"a","newText":"b"}`, []string{`write a "b"`}},
		{"edit", "edit", `{"file_path":"notes.txt","diff":"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-two\n+TWO\n"}`, []string{`write notes.txt "TWO"`}},
		{"write", "create", `{"path":"made.txt","file_text":"made\n"}`, []string{`create made.txt "made\n" whole`}},
		{"edit", "multi_replace_string_in_file", `{"explanation":"x","replacements":[{"filePath":"a","oldString":"1","newString":"2"},{"filePath":"b","oldString":"3","newString":"4"}]}`, []string{`write a "2"`, `write b "4"`}},
		{"edit", "insert_edit_into_file", `{"filePath":"a","code":"x"}`, []string{`write a "x"`}},
		{"write", "write_to_file", `{"TargetFile":".git/hooks/pre-push","CodeContent":"x","Overwrite":true}`, []string{`create .git/hooks/pre-push "x" whole`}},
		{"edit", "multi_replace_file_content", `{"TargetFile":"a","ReplacementChunks":[{"TargetContent":"h","ReplacementContent":"i","AllowMultiple":false}]}`, []string{`write a "i"`}},
		{"", "save-file", `{"path":"a","file_content":"x"}`, []string{`create a "x" whole`}},
		{"", "str-replace-editor", `{"command":"str_replace","path":"a","old_str_1":"h","new_str_1":"i"}`, []string{`write a "i"`}},
		{"", "remove-files", `{"file_paths":["a","b"]}`, []string{"delete a", "delete b"}},
		{"", "StrReplaceFile", `{"path":"a","edit":{"old":"1","new":"2","replace_all":false}}`, []string{`write a "2"`}},
		{"", "WriteFile", `{"path":"a","content":"x","mode":"append"}`, []string{`append a "x"`}},
		{"", "developer__edit", `{"path":"a","before":"1","after":"2"}`, []string{`write a "2"`}},
		{"", "search_replace", `{"file_path":"a","old_string":"1","new_string":"2"}`, []string{`write a "2"`}},
		{"", "replace_in_file", `{"path":"a","diff":"------- SEARCH\nold\n=======\nnew\n+++++++ REPLACE"}`, []string{`write a "new"`}},
		{"", "fs_write", `{"command":"create","path":"a","file_text":"x"}`, []string{`create a "x" whole`}},
		{"edit", "file_editor", `{"command":"view","path":"notes.txt"}`, []string{"read notes.txt"}},
		{"edit", "file_editor", `{"command":"insert","path":"notes.txt","insert_line":1,"new_str":"x"}`, []string{`write notes.txt "x"`}},
		{"write", "Write", `{"file_path":"a","content":"x","type":"read","command":"view"}`, []string{`create a "x" whole`}},
		{"delete", "Delete", `{"path":"notes.txt","type":"read"}`, []string{"delete notes.txt"}},
		{"delete", "Delete", `{"path":"out"}`, []string{"delete out"}},
		{"write", "Write", `{"path":"out","content":"x"}`, []string{`create /etc/x "x" whole`}},
		{"", "create_directory", `{"path":"a/b"}`, []string{"create a/b"}},
		{"", "move_file", `{"source":"notes.txt","destination":"/etc/x"}`, []string{"move notes.txt", "create /etc/x"}},
		{"", "rename", `{"old_path":"notes.txt","new_path":"b"}`, []string{"move notes.txt", "create b"}},
		{"", "rename_file", `{"path":"notes.txt","newPath":"b"}`, []string{"move notes.txt", "create b"}},
		{"", "copy_file", `{"source":"notes.txt","destination":"b"}`, []string{"create b", "read notes.txt"}},
		{"", "writefile", `{"path":"a","content":{"k":1}}`, []string{`create a "{\"k\":1}" whole`}},
		{"", "write_files", `{"files":[{"path":"a","content":"1"},{"path":"b","content":"2"}]}`, []string{`create a "1" whole`, `create b "2" whole`}},
		{"", "write_files", `{"files":"[{\"path\":\"a\",\"content\":\"1\"}]"}`, []string{`create a "1" whole`}},
		{"", "write_files", `{"files":{"a.ts":"1","/etc/x":"2"}}`, []string{`create a.ts "1" whole`, `create /etc/x "2" whole`}},
		{"write", "Write", `{"file_path":"a","file_path":"/etc/x","content":"c"}`, []string{`create a "c" whole`, `create /etc/x "c" whole`}},
		{"write", "Write", `{"path":"docs/p.md","content":"*** Begin Patch\n*** Add File: /etc/x\n+x\n*** End Patch"}`, []string{`create docs/p.md "*** Begin Patch\n*** Add File: /etc/x\n+x\n*** End Patch" whole`}},
		{"write", "Write", `{"uri":"file:///home/dev/project/a","text":"x"}`, []string{`create a "x" whole`}},
	})
}

func TestToolsThatNameNothing(t *testing.T) {
	checkTools(t, []toolCase{
		{"write", "Write", `{}`, []string{"unknown args"}},
		{"write", "Write", ``, []string{"unknown args"}},
		{"write", "Write", `{"cut`, []string{"unknown args"}},
		{"write", "Write", `{"content":"x"}`, []string{"unknown target"}},
		{"write", "Write", `{"file_path":7,"content":"x"}`, []string{"unknown target"}},
		{"write", "Write", `{"file_path":"","content":"x"}`, []string{"unknown target"}},
		{"write", "Write", `{"paths":["a",7]}`, []string{"create a", "unknown target"}},
		{"", "SaveArtifact", `{"blob":"x"}`, []string{"unknown target"}},
		{"", "fs_write", `{}`, []string{"unknown args"}},
		{"shell", "Bash", `{}`, []string{"unknown args"}},
		{"shell", "Bash", `{"description":"x"}`, []string{"unknown args"}},
		{"patch", "apply_patch", `{"input":"no header here"}`, []string{"unknown target"}},
		{"patch", "apply_patch", `{"input":"*** Begin Patch\n*** Add File:\n+x\n"}`, []string{"unknown target"}},
		{"", "write_todos", `{"todos":[{"description":"one","status":"pending"}]}`, []string{}},
		{"", "TodoWrite", `{"todos":"1. [pending] x"}`, []string{}},
		{"", "update_plan", `{"plan":[]}`, []string{}},
		{"", "save_memory", `{"fact":"x"}`, []string{}},
		{"", "create_goal", `{"objective":"x"}`, []string{}},
		{"", "update_topic", `{"title":"t","summary":"x"}`, []string{}},
		{"", "runTests", `{"files":["a_test.go"]}`, []string{"read a_test.go"}},
		{"", "kill_shell", `{"shell_id":"s1"}`, []string{}},
		{"", "list_background_processes", `{}`, []string{}},
		{"other", "create_goal", `{"objective":"x"}`, []string{}},
		{"agent", "Task", `{"prompt":"write /etc/x and fetch https://example.com","path":"/etc/x"}`, []string{}},
	})
}

func TestLookingTools(t *testing.T) {
	checkTools(t, []toolCase{
		{"read", "Read", `{"file_path":"/home/dev/.ssh/id_ed25519"}`, []string{"read /home/dev/.ssh/id_ed25519"}},
		{"read", "read_files", `{"files":"[{\"path\":\"/home/dev/project/old.txt\"}]"}`, []string{"read old.txt"}},
		{"read", "read_file", `{"path":"a","content":"x","attachments":[{"type":"rule","file_path":"b"}]}`, []string{"read a", "read b"}},
		{"", "fs_read", `{"operations":[{"mode":"Line","path":"a"}]}`, []string{"read a"}},
		{"", "view_file", `{"AbsolutePath":"/home/dev/project/a","StartLine":1}`, []string{"read a"}},
		{"", "view", `{"path":"out"}`, []string{"read /etc/x"}},
		{"", "NotebookRead", `{"notebook_path":"nb.ipynb"}`, []string{"read nb.ipynb"}},
		{"search", "Grep", `{"pattern":"one","path":"/home/dev/project"}`, []string{"read ."}},
		{"search", "Glob", `{"patterns":["*.txt"],"folder":"/home/dev/project/src"}`, []string{"read src"}},
		{"", "list_dir", `{"target_directory":"/etc"}`, []string{"read /etc"}},
		{"", "search_codebase", `{"queries":"[\"one\"]"}`, []string{}},
		{"", "read_url_content", `{"Url":"https://example.com/"}`, []string{"GET https://example.com/"}},
		{"fetch", "WebFetch", `{"url":"http://127.0.0.1:9/page","prompt":"See http://other.example"}`, []string{"GET http://127.0.0.1:9/page"}},
		{"fetch", "web_fetch", `{"prompt":"Read http://127.0.0.1:9/page, then (HTTPS://example.com/a)."}`, []string{"GET http://127.0.0.1:9/page", "GET HTTPS://example.com/a"}},
		{"", "fetch_webpage", `{"urls":["https://example.com/"],"query":"title"}`, []string{"GET https://example.com/"}},
		{"fetch", "Fetch", `{"url":"file:///etc/passwd"}`, []string{"read /etc/passwd"}},
		{"fetch", "Fetch", `{"url":"example.com/x","method":"post"}`, []string{"POST https://example.com/x"}},
		{"fetch", "Fetch", `{"url":"localhost:80/x"}`, []string{"GET https://localhost:80/x"}},
		{"fetch", "Fetch", `{"url":"//example.com/x"}`, []string{"GET //example.com/x"}},
		{"fetch", "Fetch", `{"url":"data:text/plain,x"}`, []string{"GET data:text/plain,x"}},
		{"fetch", "Fetch", `{"url":"http://[bad"}`, []string{"unknown target"}},
		{"", "download_file", `{"url":"https://example.com/x","path":"/etc/x"}`, []string{"create /etc/x", "GET https://example.com/x"}},
		{"", "WebSearch", `{"query":"a query"}`, []string{}},
	})
}

func TestShellTools(t *testing.T) {
	s := testScene(fakeFS{})
	s.SkipShell = true
	if got := summary(act(gate.Shell, "Bash", `{"command":"rm -rf /"}`, s)); len(got) > 0 {
		t.Error("--no-shell-scan looked at a command", got)
	}
	for _, tt := range []struct {
		args string
		want []string
	}{
		{`{"command":"ls"}`, []string{"ls"}},
		{`{"cmd":"ls"}`, []string{"ls"}},
		{`{"CommandLine":"ls","Cwd":"/x"}`, []string{"ls"}},
		{`{"commands":"[\"ls\",\"pwd\"]"}`, []string{"ls", "pwd"}},
		{`{"commands":["ls",{"command":"pwd"}]}`, []string{"ls", "pwd"}},
		{`{"command":["bash","-c","it's"]}`, []string{`'bash' '-c' 'it'\''s'`}},
		{`{"command":"npx","args":["-y","x y"]}`, []string{`npx '-y' 'x y'`}},
		{`{"shellId":"s1","input":"ls > x{enter}"}`, []string{"ls > x\n"}},
		{`{"command":"ls","shell":"bash"}`, []string{"ls"}},
		{`{"script":"ls"}`, []string{"ls"}},
		{`{"command":"view"}`, []string{"view"}},
	} {
		n, err := parseArgs([]byte(tt.args))
		var got []string
		for _, l := range commandsIn(n, true) {
			got = append(got, l.text)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" || err != nil {
			t.Error(tt.args, diff, err)
		}
	}
}

func TestMCPTools(t *testing.T) {
	checkTools(t, []toolCase{
		{"mcp", "mcp__ide__executeCode", `{"code":"print(1)"}`, []string{}},
		{"mcp", "mcp__ide__executeCode", `{"code":"import os; os.remove('a.txt')"}`, []string{"delete a.txt"}},
		{"mcp", "mcp__filesystem__write_file", `{"path":"/home/dev/project_old/../.zshrc","content":"x"}`, []string{`create /home/dev/.zshrc "x" whole`}},
		{"", "mcp__serena__replace_symbol_body", `{"relative_path":".claude/hooks/gate.py","name_path":"main","body":"return 0"}`, []string{`write .claude/hooks/gate.py "return 0"`}},
		{"", "mcp__postgres__query", `{"sql":"SELECT 'DROP TABLE users'"}`, []string{}},
		{"mcp", "mcp__echo__say", `{"text":"hi","file":"/home/dev/project/said.txt"}`, []string{`write said.txt "hi"`}},
		{"", "mcp_echo_say", `{"text":"hi","file":"/etc/x"}`, []string{`write /etc/x "hi"`}},
		{"mcp", "files/put", `{"path":"mcp.txt","text":"x"}`, []string{`create mcp.txt "x" whole`}},
		{"", "files___put", `{"path":"mcp.txt","text":"x"}`, []string{`create mcp.txt "x" whole`}},
		{"", "MCP:search_issues", `{"query":"is:open"}`, []string{}},
		{"mcp", "mcp__fs__delete_file", `{"path":"a"}`, []string{"delete a"}},
		{"mcp", "mcp__fs__move_file", `{"source":"a","destination":"../b"}`, []string{"move a", "create /home/dev/b"}},
		{"mcp", "mcp__fs__read_text_file", `{"path":"/etc/passwd"}`, []string{"read /etc/passwd"}},
		{"mcp", "mcp__fs__search_files", `{"path":"src","text":"x"}`, []string{"read src"}},
		{"mcp", "mcp__fs__get_and_swap", `{"path":"a","new_string":"x"}`, []string{`write a "x"`}},
		{"mcp", "mcp__fs__write_file", `{"location":"/etc/x","blob":"x"}`, []string{"unknown target"}},
		{"mcp", "mcp__github__create_issue", `{"title":"t","body":"b"}`, []string{}},
		{"mcp", "mcp__github__create_branch", `{"branch":"x","from":"main"}`, []string{}},
		{"mcp", "mcp__net__get", `{"target":"https://example.com/x","opts":{"method":"HEAD"}}`, []string{"GET https://example.com/x"}},
		{"mcp", "mcp__box__run_command", `{"command":"ls","cwd":"/x"}`, []string{"run ls"}},
		{"mcp", "mcp__box__start", `{"jobs":[{"cmd":"ls"}]}`, []string{"run ls"}},
		{"mcp", "mcp__box__tool", `{"command":"create","path":"a"}`, []string{"create a"}},
		{"mcp", "mcp__box__tool", `{"type":"create","command":"ls","path":"a"}`, []string{"create a", "run ls"}},
		{"mcp", "mcp__box__apply_diff", `{"path":"a","diff":"@@ -1 +1 @@\n-x\n+y\n"}`, []string{`write a "y"`}},
		{"mcp", "mcp__box__do", `{"doc":{"text":"*** Begin Patch\n*** Delete File: a\n*** End Patch"}}`, []string{"delete a"}},
		{"other", "use_mcp_tool", `{"server_name":"fs","tool_name":"delete_file","arguments":"{\"path\":\"a\"}"}`, []string{"delete a"}},
		{"other", "thing", `{"path":"a","content":"x"}`, []string{`write a "x"`}},
	})
}

func TestKinds(t *testing.T) {
	for name, want := range map[string]gate.Kind{
		"Write": gate.Write, "write_to_file": gate.Write, "create_file": gate.Write, "create_directory": gate.Write,
		"StrReplace": gate.Edit, "NotebookEdit": gate.Edit, "search_replace": gate.Edit, "find_and_replace": gate.Edit,
		"apply_patch": gate.Patch, "ApplyPatch": gate.Patch, "delete_file": gate.Delete, "remove-files": gate.Delete,
		"read_file": gate.Read, "ReadFile": gate.Read, "view_image": gate.Read, "get_patch": gate.Read, "list_edits": gate.Search,
		"list_directory": gate.Search, "grep_search": gate.Search, "LS": gate.Search, "query_notebook": gate.Read,
		"WebFetch": gate.Fetch, "read_url_content": gate.Fetch, "FetchURL": gate.Fetch,
		"run_in_terminal": gate.Shell, "execute_bash": gate.Shell, "developer__shell": gate.Shell, "write_bash": gate.Shell,
		"get_terminal_output": gate.Read, "spawn_agent": gate.Agent, "Task": gate.Agent,
		"mcp__fs__write_file": gate.MCP, "mcp_fs_write_file": gate.MCP, "MCP:write": gate.MCP, "say": gate.Other, "": gate.Other,
	} {
		tool := newTool(gate.Call{Tool: gate.Tool{Name: name}}, node{kind: formObject})
		if tool.kind != want {
			t.Errorf("kind of %s is %s, want %s", name, tool.kind, want)
		}
	}
}

func TestShellNames(t *testing.T) {
	for _, tt := range []struct{ name, said, want string }{
		{"Bash", "", "bash"}, {"Bash", "zsh", "zsh"}, {"PowerShell", "", "powershell"}, {"run_cmd", "", "cmd"}, {"Execute", "", "bash"},
	} {
		a := From(gate.Call{Tool: gate.Tool{Name: tt.name, Kind: gate.Shell}, Shell: tt.said}, testScene(nil))
		if a.Shell != tt.want {
			t.Errorf("shell of %s is %s, want %s", tt.name, a.Shell, tt.want)
		}
	}
}

func TestMentions(t *testing.T) {
	for prompt, want := range map[string][]string{
		"look at @src/a.go, and @~/.ssh/id_rsa.": {"read src/a.go", "read /home/dev/.ssh/id_rsa"},
		"@../x":                                  {"read /home/dev/x"},
		`@"my docs/a.txt" and @'b.c'`:            {"read my docs/a.txt", "read b.c"},
		`@my\ docs/a.txt`:                        {"read my docs/a.txt"},
		"@a.go#L3-9":                             {"read a.go"},
		"mail dev@example.com @someone (@b.go) @a@b.c @": {},
		"no mention": {},
	} {
		a := From(gate.Call{Event: gate.Prompt, Prompt: prompt, Cwd: testRoot}, testScene(fakeFS{}))
		if diff := cmp.Diff(want, summary(a)); diff != "" || a.Prompt != prompt {
			t.Error(prompt, diff)
		}
	}
}

func FuzzFrom(f *testing.F) {
	for _, kind := range []string{"", "write", "patch", "shell", "mcp", "fetch"} {
		f.Add(kind, "mcp__x__write", `{"path":"a","edits":[{"new_string":"b"}],"files":"[{\"path\":\"c\"}]"}`)
		f.Add(kind, "Bash", `{"command":["a"],"url":"http://x","prompt":"http://y"}`)
	}
	f.Add("write", "Write", "")
	f.Fuzz(func(t *testing.T, kind, name, args string) {
		s := testScene(fakeFS{})
		s.SkipShell = true
		k := gate.Kind(kind)
		if !extractors.Has(string(k)) {
			k = ""
		}
		a := act(k, name, args, s)
		if _, err := json.Marshal(a); err != nil {
			t.Error(err)
		}
		if a.Tool.Kind == "" {
			t.Error("no kind")
		}
	})
}
