package gate_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// The import table: what a package may link beside the standard library and
// the nouns, by the beginning of the import path.
var imports = map[string][]string{
	"gate":                        {},
	"gate/dialects":               {"gate/internal/jsontext", "gate/internal/table", "github.com/tidwall/"},
	"gate/extract":                {"gate/internal/jsontext", "gate/internal/table", "mvdan.cc/sh/v3"},
	"gate/policies":               {},
	"gate/bundle":                 {"gate/policies", "gate/internal/plan", glob},
	"gate/bundle/author":          {"gate/bundle", "gate/policies", "gate/internal/config", "gate/internal/plan", glob, opa},
	"gate/bundle/author/generate": {"gate/bundle", "gate/policies", "gate/internal/config", "gate/internal/plan", glob, opa},
	"gate/internal/capture":       {"gate/dialects", "gate/internal/jsontext", "gate/internal/table", "github.com/tidwall/"},
	"gate/internal/agent":         {"gate/internal/table"},
	"gate/internal/approval":      {"gate/internal/config"},
	"gate/internal/audit":         {"gate/internal/config", "gate/internal/plan", glob},
	"gate/internal/config":        {},
	"gate/internal/install":       {"gate/dialects", "gate/internal/", "github.com/pelletier/go-toml/", "github.com/rogpeppe/go-internal/", "github.com/tailscale/hujson", "github.com/tidwall/", "go.yaml.in/yaml/", "mvdan.cc/sh/v3"},
	"gate/internal/doctor":        {"gate/dialects", "gate/internal/", "github.com/pelletier/go-toml/", "github.com/rogpeppe/go-internal/", "github.com/tailscale/hujson", "github.com/tidwall/", "go.yaml.in/yaml/", "mvdan.cc/sh/v3"},
	"gate/internal/hook":          {"gate/dialects", "gate/extract", "gate/bundle", "gate/policies", "gate/internal/", "github.com/tidwall/", "mvdan.cc/sh/v3", glob},
	"gate/internal/explain":       {"gate/internal/audit", "gate/internal/config", "gate/internal/plan", glob},
	"gate/internal/jsontext":      {},
	"gate/internal/judge":         {"gate/dialects", "gate/extract", "gate/bundle", "gate/policies", "gate/internal/", "github.com/tidwall/", "mvdan.cc/sh/v3", glob},
	"gate/internal/lock":          {"gate/dialects", "gate/internal/config", "gate/internal/jsontext", "gate/internal/table", "github.com/tidwall/"},
	"gate/internal/plan":          {"gate/internal/plan/", glob},
	"gate/internal/plan/template": {},
	"gate/internal/plan/yaml":     {},
	"gate/internal/replay":        {"gate/bundle", "gate/policies", "gate/internal/audit", "gate/internal/config", "gate/internal/plan", glob},
	"gate/internal/report":        {"gate/internal/audit", "gate/internal/config", "gate/internal/plan", glob, pages},
	"gate/internal/table":         {},
	"gate/internal/scan":          {"gate/dialects", "gate/extract", "gate/bundle", "gate/policies", "gate/internal/", "github.com/tidwall/", "mvdan.cc/sh/v3", glob},
	"gate/internal/wrap":          {"gate/dialects", "gate/extract", "gate/bundle", "gate/policies", "gate/internal/", "github.com/tidwall/", "mvdan.cc/sh/v3", glob},
	"gate/internal/bench":         {"gate/bundle", "gate/policies", "gate/internal/config", "gate/internal/plan", glob, opa},
	"gate/internal/bench/bare":    {},
	"gate/internal/bench/launch":  {},
	"gate/internal/bench/opa":     {"gate/dialects", "gate/extract", "gate/bundle", "gate/policies", "gate/internal/", glob, opa},
	"gate/cmd/gate":               {"gate/dialects", "gate/extract", "gate/bundle", "gate/policies", "gate/internal/", "github.com/tidwall/", "mvdan.cc/sh/v3", glob},

	"gate/internal/install/plugins":  {},
	"gate/internal/replay/synthetic": {"gate/extract", "gate/bundle", "gate/policies", "gate/internal/", "mvdan.cc/sh/v3", glob},
}

const glob = "github.com/gobwas/glob"

const opa = "OPA" // OPA and all that it links

const pages = "html/template" // and what it links of the standard library

// hot are the packages of the standard library that cost the hook's start-up
// and that no package on its path may link by itself.
var hot = []string{"net", "net/http", "text/template", "text/template/parse", "html/template", "encoding/xml", "hash/crc32", "net/netip", "net/url"}

func deps(t *testing.T, pkg string) []string {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", "-f", "{{.ImportPath}}\t{{.Standard}}", pkg).CombinedOutput()
	if err != nil {
		t.Fatalf("go list %s: %v\n%s", pkg, err, out)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

func TestImports(t *testing.T) {
	for pkg, allowed := range imports {
		t.Run(pkg, func(t *testing.T) {
			linksOPA := slices.Contains(allowed, opa)
			cold := linksOPA || slices.Contains(allowed, pages)
			for _, dep := range deps(t, pkg) {
				name, standard, _ := strings.Cut(dep, "\t")
				switch {
				case name == pkg, name == "gate":
				case standard == "true":
					if !cold && slices.Contains(hot, name) {
						t.Errorf("%s links %s", pkg, name)
					}
				case linksOPA && !strings.HasPrefix(name, "gate/") && !strings.HasPrefix(name, "github.com/spf13/cobra"):
				case !slices.ContainsFunc(allowed, func(prefix string) bool { return strings.HasPrefix(name, prefix) }):
					t.Errorf("%s links %s", pkg, name)
				}
			}
		})
	}
}

// TestEveryPackageIsInTheTable keeps a new package from escaping the table.
func TestEveryPackageIsInTheTable(t *testing.T) {
	out, err := exec.Command("go", "list", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range strings.Fields(string(out)) {
		if _, ok := imports[pkg]; !ok && pkg != "gate/cmd/gatectl" && pkg != "gate/e2e" { // which may link anything
			t.Errorf("%s is not in the import table", pkg)
		}
	}
}
