package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gate/internal/audit"
	"gate/internal/replay/synthetic"
)

var now = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// gathered adds lines, oldest first.
func gathered(t testing.TB, since time.Time, lines ...string) *Gathering {
	t.Helper()
	g := Since(since)
	for _, line := range lines {
		var e audit.Entry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		g.Add(e)
	}
	return g
}

// text is the page.
func text(t testing.TB, g *Gathering) string {
	t.Helper()
	var b bytes.Buffer
	if err := g.Write(&b, now); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// call is a line about a call.
func call(minute int, session, id, decision, rule, input, more string) string {
	findings := "[]"
	if rule != "" {
		findings = fmt.Sprintf(`[{"id":%q,"decision":%q,"layer":"gate","reason":"r"}]`, rule, decision)
	}
	return fmt.Sprintf(`{"decision_id":%q,"timestamp":%q,"labels":{"harness":"codex","event":"before_tool","session":%q,"version":"v1"},"input":%s,"result":{"decision":%q,"findings":%s},"reply":%q%s}`,
		id, now.Add(time.Duration(minute)*time.Minute).Format(time.RFC3339), session, input, decision, findings, decision, more)
}

const (
	removes = `{"tool":{"name":"Bash"},"commands":[{"name":"rm","argv":["rm","x"],"operands":["x"]}],"writes":[{"op":"delete","path":"x","abs":"/p/x"}]}`
	writes  = `{"tool":{"name":"Write"},"writes":[{"op":"write","path":"x","abs":"/p/x"}]}`
	lists   = `{"tool":{"name":"Bash"},"commands":[{"name":"ls","argv":["ls"],"operands":[]}]}`
)

// TestAlarms holds what counts as a false alarm, maybe.
func TestAlarms(t *testing.T) {
	after := `{"timestamp":"2026-11-30T12:30:00Z","call_id":"b","labels":{"harness":"codex","event":"after_tool","session":"s"},"result":{"decision":"none","findings":[]}}`
	for name, c := range map[string]struct {
		lines        []string
		anyway, made int
	}{
		"otherwise":       {[]string{call(0, "s", "a", "deny", "r", removes, ""), call(1, "s", "b", "none", "", writes, "")}, 1, 0},
		"something else":  {[]string{call(0, "s", "a", "deny", "r", removes, ""), call(1, "s", "b", "none", "", lists, "")}, 0, 0},
		"another session": {[]string{call(0, "s", "a", "deny", "r", removes, ""), call(1, "t", "b", "none", "", writes, "")}, 0, 0},
		"much later":      {[]string{call(0, "s", "a", "deny", "r", removes, ""), call(16, "s", "b", "none", "", writes, "")}, 0, 0},
		"denied again":    {[]string{call(0, "s", "a", "deny", "r", removes, ""), call(1, "s", "b", "deny", "r", writes, "")}, 0, 0},
		"once":            {[]string{call(0, "s", "a", "deny", "r", removes, ""), call(1, "s", "b", "none", "", writes, ""), call(2, "s", "c", "none", "", writes, "")}, 1, 0},
		"approved":        {[]string{call(0, "s", "a", "deny", "r", lists, `,"action":"h"`), call(1, "s", "b", "none", "", lists, `,"action":"h"`)}, 1, 0},
		"asked and made":  {[]string{call(0, "s", "b", "ask", "r", removes, ""), after}, 0, 1},
		"asked only":      {[]string{call(0, "s", "a", "ask", "r", removes, ""), after}, 0, 0},
		"refused":         {[]string{call(0, "s", "a", "deny", "r", removes, `,"error":"e"`), call(1, "s", "b", "none", "", writes, "")}, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			g := gathered(t, time.Time{}, c.lines...)
			anyway, made := 0, 0
			if r := g.rules["r"]; r != nil {
				anyway, made = r.anyway, r.made
			}
			if anyway != c.anyway || made != c.made {
				t.Errorf("%d done otherwise, %d made after a question; want %d, %d", anyway, made, c.anyway, c.made)
			}
		})
	}
}

// TestSince holds that what was before is not counted.
func TestSince(t *testing.T) {
	g := gathered(t, now, call(-1, "s", "a", "deny", "r", lists, ""), call(0, "s", "b", "deny", "r", lists, ""))
	if g.Calls() != 1 {
		t.Errorf("%d calls", g.Calls())
	}
}

// TestColumns holds that each call is in one column, however long the time is.
func TestColumns(t *testing.T) {
	for _, days := range []int{1, 2, 30, 92, 93, 1000} {
		g := gathered(t, time.Time{})
		for d := range days {
			g.Add(audit.Entry{Timestamp: now.AddDate(0, 0, d), Labels: map[string]string{"event": "before_tool"}})
		}
		c := g.overTime("", 120, stack[:])
		sum := 0
		for _, b := range c.Bars {
			sum += b.Count.all()
			if end := b.X + b.W; end > chartWidth || b.X < left {
				t.Errorf("%d days: a column from %g to %g", days, b.X, end)
			}
		}
		if sum != days || len(c.Bars) > most {
			t.Errorf("%d days: %d calls in %d columns", days, sum, len(c.Bars))
		}
	}
}

// TestEmpty holds that a log without decisions makes a page.
func TestEmpty(t *testing.T) {
	if page := text(t, Since(now)); !strings.Contains(page, "There is no decision in this time.") || strings.Contains(page, "<svg") {
		t.Error(page)
	}
}

const evil = `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'` + "`{{.}}"

// hostile is a log whose every text wants to be run.
func hostile(t testing.TB) *Gathering {
	t.Helper()
	e, err := json.Marshal(evil)
	if err != nil {
		t.Fatal(err)
	}
	line := func(decision, more string) string {
		return `{"decision_id":` + string(e) + `,"timestamp":"2026-11-30T12:00:00Z","labels":{"harness":` + string(e) + `,"event":"before_tool","session":` + string(e) + `,"version":` + string(e) +
			`},"bundles":{"gate":{"revision":` + string(e) + `}},"input":{"tool":{"name":` + string(e) + `},"commands":[{"name":` + string(e) + `,"argv":[` + string(e) + `],"operands":[` + string(e) + `]}]},"result":{"decision":"` +
			decision + `","findings":[{"id":` + string(e) + `,"decision":"` + decision + `","layer":` + string(e) + `,"reason":` + string(e) + `}]}` + more + `}`
	}
	return gathered(t, time.Time{}, line("deny", ""), line("none", ""), line("deny", `,"error":`+string(e)))
}

// TestHostile holds that nothing a log says becomes markup.
func TestHostile(t *testing.T) {
	page := text(t, hostile(t))
	if n := strings.Count(page, "<script"); n != 1 {
		t.Errorf("%d scripts", n)
	}
	if strings.Contains(page, "<img") || !strings.Contains(page, "&lt;img src=x onerror") {
		t.Error("the text is not escaped")
	}
	if strings.Contains(page, "http:") || strings.Contains(page, "https:") {
		t.Error("the page names an address")
	}
	if strings.Contains(page, "ZgotmplZ") {
		t.Error("the template did not trust a text of the gate's own")
	}
}

// TestNames holds that a log full of names is bounded, and loses no count.
func TestNames(t *testing.T) {
	g := Since(time.Time{})
	for i := range 2 * maxNames {
		g.Add(audit.Entry{Timestamp: now, Labels: map[string]string{"event": "before_tool", "harness": fmt.Sprint(i)}})
	}
	sum := 0
	for _, h := range g.harnesses {
		sum += h.calls.all()
	}
	if sum != 2*maxNames || len(g.harnesses) > maxNames+1 {
		t.Errorf("%d calls under %d names", sum, len(g.harnesses))
	}
}

// TestBrowser opens the pages of 100,000 decisions and of a hostile log in
// Chromium, where there is one: its script runs, no other does, and the
// console stays empty.
func TestBrowser(t *testing.T) {
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			browser = found
		}
	}
	if browser == "" || testing.Short() {
		t.Skip("there is no Chromium")
	}
	pages := map[string]*Gathering{"large": large(t), "hostile": hostile(t), "empty": Since(now)}
	for name, g := range pages {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "report.html")
			if err := os.WriteFile(file, []byte(text(t, g)), 0o600); err != nil {
				t.Fatal(err)
			}
			var stdout, stderr bytes.Buffer
			cmd := exec.Command(browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--user-data-dir="+filepath.Join(dir, "profile"), "--dump-dom", "file://"+file)
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			if err := cmd.Run(); err != nil {
				t.Fatalf("%v\n%s", err, stderr.String())
			}
			for line := range strings.Lines(stderr.String()) {
				if strings.Contains(line, "CONSOLE") {
					t.Error(line)
				}
			}
			if name != "empty" && (!strings.Contains(stdout.String(), "<button>Rule</button>") || !strings.Contains(stdout.String(), `tabindex="-1"`) && name == "large") {
				t.Errorf("its script did not run: %.2000s", stdout.String())
			}
		})
	}
}

func large(t testing.TB) *Gathering {
	t.Helper()
	var log bytes.Buffer
	if err := synthetic.Write(&log, "../../testdata", 100_000, now); err != nil {
		t.Fatal(err)
	}
	g := Since(time.Time{})
	lines := bufio.NewScanner(&log)
	lines.Buffer(nil, audit.MaxLine)
	for lines.Scan() {
		var e audit.Entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		g.Add(e)
	}
	if g.Calls() != 100_000 {
		t.Fatalf("%d calls", g.Calls())
	}
	return g
}
