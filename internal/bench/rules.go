package main

import (
	"context"
	"fmt"
	"testing/fstest"

	"gate/bundle/author"
)

// programs are what the generated rules are about, one in 25 of those on
// commands for each.
var programs = []string{
	"git", "ls", "rm", "npm", "yarn", "pip", "cargo", "go", "make", "docker", "kubectl", "terraform", "aws", "gcloud", "az",
	"curl", "wget", "ssh", "psql", "mysql", "redis-cli", "systemctl", "chmod", "tar", "find",
}

// shapes are the bodies of generated rules: a program with an option, a path,
// a tool of an MCP server, a host. %[1]d is the rule's number, %[2]s one of
// the programs. So of 1,000 rules about 10 look further than the program's
// name on a call that runs one, and none of them speaks.
var shapes = []string{`
	some command in input.commands
	command.name == "%[2]s"
	"--option-%[1]d" in command.options
`, `
	some write in input.writes
	glob.match("team-%[1]d/**/*.%[2]s", ["/"], write.path)
`, `
	input.tool.kind == "mcp"
	input.tool.name == "mcp__server%[1]d__%[2]s"
`, `
	some url in input.urls
	endswith(url.host, ".%[2]s-%[1]d.example.com")
`}

// probe is the command that one rule of each generated policy denies, to tell
// whether the hook goes by that policy.
const probe = "bench-probe"

// policy is an organisation's bundle of n generated rules, and the probe.
func policy(n int) (*author.Bundle, error) {
	files := fstest.MapFS{}
	add := func(name, body string) {
		text := fmt.Sprintf("# METADATA\n# title: Rule %[1]s\n# custom:\n#   severity: low\npackage org.bench.rules.g.%[1]s\n\ndeny contains \"rule %[1]s says no\" if {%[2]s}\n", name, body)
		files["org/bench/rules/g/"+name+"/"+name+".rego"] = &fstest.MapFile{Data: []byte(text)}
	}
	for i := range n {
		add(fmt.Sprintf("r%04d", i), fmt.Sprintf(shapes[i%len(shapes)], i, programs[i/len(shapes)%len(programs)]))
	}
	add("probe", fmt.Sprintf("\n\tinput.commands[_].name == %q\n", probe))
	return author.Pack(context.Background(), files, author.Packing{Revision: "1.0.0"})
}
