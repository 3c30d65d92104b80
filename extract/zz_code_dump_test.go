package extract
import ("testing";"os";"strings";"encoding/json";"fmt")
func TestZZDump(t *testing.T) {
	b, err := os.ReadFile(os.Getenv("DUMP"))
	if err != nil { t.Skip() }
	for _, l := range strings.Split(string(b), "\n") {
		if l == "" { continue }
		var s string
		if json.Unmarshal([]byte(l), &s) != nil { var m struct{Command string}; json.Unmarshal([]byte(l), &m); s = m.Command }
		a := shellAction(s)
		if os.Getenv("UNK") != "" && len(a.Unknown) == 0 { continue }
		fmt.Println(">>", strings.ReplaceAll(s, "\n", "⏎"))
		for _, c := range a.Commands { fmt.Printf("     cmd %q via %q stdin %v\n", c.Argv, c.Via, c.Stdin) }
		for _, w := range a.Writes { fmt.Printf("     %s %s in=%v %q %v\n", w.Op, w.Path, w.Inside, w.Content, w.Complete) }
		for _, w := range a.Reads { fmt.Printf("     read %s %v\n", w.Path, w.Inside) }
		for _, w := range a.URLs { fmt.Printf("     url %s\n", w.URL) }
		for _, w := range a.Unknown { fmt.Printf("     UNKNOWN %s %q %s\n", w.What, w.Text, w.Why) }
	}
}
