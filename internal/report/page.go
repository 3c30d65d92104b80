package report

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"gate"
)

//go:embed page.html
var pageText string

//go:embed page.css
var style string

//go:embed page.js
var script string

// shown is how many rows a table has at most.
const shown = 200

// Write writes the page. It names nothing outside of itself, and runs no script
// but its own, whatever the log says.
func (g *Gathering) Write(w io.Writer, now time.Time) error {
	t, err := template.New("page").Funcs(template.FuncMap{"n": thousands, "time": stamp, "percent": percent, "decisions": decisions}).Parse(pageText)
	if err != nil {
		return err
	}
	return t.Execute(w, g.page(now))
}

// page is what the template shows.
type page struct {
	Style      template.CSS
	Script     template.JS
	Policy     string // of the browser: what the page may load and run
	Made       time.Time
	From, To   time.Time
	Total      counts
	All        int
	Refused    int
	Spoken     chart // what the gate said
	Calls      chart // all calls
	Weight     []bar
	Rules      []ruleRow
	Candidates []ruleRow
	Harnesses  []harnessRow
	Coverage   []bar
	Revisions  []revisionRow
	Errors     []errorRow
}

// chart is decisions over time. Lengths are in the units of its view box.
type chart struct {
	Title         string
	Width, Height int
	Bars          []column
	Lines         []gridLine
	Labels        []label
}

// column is a span of days, its parts stacked.
type column struct {
	Name  string
	Count counts
	X, W  float64
	Parts []part
}

type part struct {
	Class string
	Y, H  float64
}

type gridLine struct {
	Y    float64
	Text string
}

type label struct {
	X    float64
	Text string
}

// bar is a row of a chart with rows.
type bar struct {
	Name     string
	Title    string
	Y, TextY float64
	Parts    []segment
	End      float64
	Text     string
}

type segment struct {
	Class string
	X, W  float64
}

type ruleRow struct {
	ID, Layer     string
	Said          counts
	All, Softened int
	Anyway, Made  int
	Share         float64
	Denied, Then  string
}

type harnessRow struct {
	Name string
	harness
	All int
}

type revisionRow struct {
	Policy, Version string
	revision
}

type errorRow struct {
	Text  string
	Count int
}

// rows is a chart with rows.
type rows struct {
	Label  string
	Height int
	Bars   []bar
}

// WeightChart is the chart of the rules.
func (p page) WeightChart() rows {
	return rows{"How often each rule spoke", len(p.Weight) * barHeight, p.Weight}
}

// CoverageChart is that of the harnesses.
func (p page) CoverageChart() rows {
	return rows{"Calls of each harness", len(p.Coverage) * barHeight, p.Coverage}
}

func (g *Gathering) page(now time.Time) page {
	sum := sha256.Sum256([]byte(script))
	p := page{
		Style: template.CSS(style), Script: template.JS(script),
		Policy: "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'",
		Made:   now, From: g.first, To: g.last, Total: g.total, All: g.total.all(), Refused: g.refused,
	}
	p.Spoken = g.overTime("Denied, asked and allowed", 160, stack[:3])
	p.Calls = g.overTime("All calls", 120, stack[:])
	p.Rules, p.Candidates = g.ruleRows()
	p.Weight = weight(p.Rules)
	p.Harnesses = g.harnessRows()
	p.Coverage = coverage(p.Harnesses)
	for key, r := range g.revisions {
		policy, version, _ := strings.Cut(key, "\x00")
		p.Revisions = append(p.Revisions, revisionRow{cmp.Or(policy, "embedded, or without a revision"), version, *r})
	}
	slices.SortFunc(p.Revisions, func(a, b revisionRow) int { return cmp.Or(b.last.Compare(a.last), cmp.Compare(a.Policy, b.Policy)) })
	p.Revisions = p.Revisions[:min(len(p.Revisions), shown)]
	for text, n := range g.errors {
		p.Errors = append(p.Errors, errorRow{text, *n})
	}
	slices.SortFunc(p.Errors, func(a, b errorRow) int { return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Text, b.Text)) })
	p.Errors = p.Errors[:min(len(p.Errors), shown)]
	return p
}

// stack is the order of decisions in a chart, and the classes of their parts.
var stack = [...]gate.Decision{gate.Deny, gate.Ask, gate.Allow, gate.None}

const (
	chartWidth = 900
	left       = 56
	bottom     = 24
	top        = 10
	most       = 92 // columns
	labelWidth = 70
)

// overTime is a column a day, or for some days when there are many.
func (g *Gathering) overTime(title string, height int, shown []gate.Decision) chart {
	c := chart{Title: title, Width: chartWidth, Height: height}
	if len(g.days) == 0 {
		return c
	}
	first, _ := time.Parse(time.DateOnly, slices.Min(slices.Collect(maps.Keys(g.days))))
	last, _ := time.Parse(time.DateOnly, slices.Max(slices.Collect(maps.Keys(g.days))))
	days := int(last.Sub(first).Hours()/24) + 1
	step := (days + most - 1) / most
	high := 1
	for day := 0; day < days; day += step {
		col := column{Name: first.AddDate(0, 0, day).Format(time.DateOnly)}
		if end := min(day+step, days) - 1; end > day {
			col.Name += " to " + first.AddDate(0, 0, end).Format(time.DateOnly)
		}
		for i := day; i < min(day+step, days); i++ {
			if n := g.days[first.AddDate(0, 0, i).Format(time.DateOnly)]; n != nil {
				for d := range n {
					col.Count[d] += n[d]
				}
			}
		}
		high = max(high, col.Count.of(shown))
		c.Bars = append(c.Bars, col)
	}
	c.place(float64(round(high)), shown)
	return c
}

// Inner is the height of the columns' place.
func (c chart) Inner() int { return c.Height - top - bottom }

// LabelY is where the labels below them stand.
func (c chart) LabelY() int { return c.Height - 4 }

// place gives columns and lines their places.
func (c *chart) place(high float64, shown []gate.Decision) {
	inner := float64(c.Inner())
	wide := float64(chartWidth-left) / float64(len(c.Bars))
	for i := range c.Bars {
		b := &c.Bars[i]
		b.X, b.W = left+wide*float64(i), max(wide-2, 1)
		y := top + inner
		for _, d := range shown {
			h := inner * float64(b.Count[d]) / high
			y -= h
			if h > 0 {
				b.Parts = append(b.Parts, part{d.String(), y, h})
			}
		}
		if every := (len(c.Bars) + 7) / 8; i%every == 0 && b.X < chartWidth-labelWidth {
			c.Labels = append(c.Labels, label{b.X, b.Name[:len(time.DateOnly)]})
		}
	}
	for i := range 5 {
		c.Lines = append(c.Lines, gridLine{top + inner*(1-float64(i)/4), thousands(int(high * float64(i) / 4))})
	}
}

// round is a number of the form 4, 8, 20, 40, 80, 200, ... that is not smaller.
func round(n int) int {
	for unit := 1; ; unit *= 10 {
		for _, m := range []int{4, 8, 20} {
			if m*unit >= n {
				return m * unit
			}
		}
	}
}

// ruleRows are the rules by weight: denials first. Candidates are those that
// people or agents went past.
func (g *Gathering) ruleRows() (all, candidates []ruleRow) {
	for id, r := range g.rules {
		row := ruleRow{ID: id, Layer: r.layer, Said: r.said, All: r.said.all(), Softened: r.softened, Anyway: r.anyway, Made: r.made, Denied: r.example[0], Then: r.example[1]}
		if n := r.said[gate.Deny] + r.said[gate.Ask]; n > 0 {
			row.Share = min(float64(r.anyway+r.made)/float64(n), 1)
		}
		all = append(all, row)
	}
	slices.SortFunc(all, func(a, b ruleRow) int {
		return cmp.Or(cmp.Compare(b.Said[gate.Deny], a.Said[gate.Deny]), cmp.Compare(b.All, a.All), cmp.Compare(a.ID, b.ID))
	})
	for _, r := range all {
		if r.Anyway+r.Made > 0 {
			candidates = append(candidates, r)
		}
	}
	slices.SortStableFunc(candidates, func(a, b ruleRow) int {
		return cmp.Or(cmp.Compare(b.Anyway+b.Made, a.Anyway+a.Made), cmp.Compare(b.Share, a.Share))
	})
	return all[:min(len(all), shown)], candidates[:min(len(candidates), shown)]
}

const (
	barHeight = 24
	barLeft   = 240
	barRight  = 840
	maxBars   = 15
)

// weight is a bar a rule.
func weight(rules []ruleRow) []bar {
	var all []row
	for _, r := range rules {
		all = append(all, row{r.ID, r.Said})
	}
	slices.SortStableFunc(all, func(a, b row) int { return cmp.Compare(b.count.all(), a.count.all()) })
	return bars(all)
}

// coverage is a bar a harness.
func coverage(harnesses []harnessRow) []bar {
	var all []row
	for _, h := range harnesses {
		all = append(all, row{h.Name, h.calls})
	}
	return bars(all)
}

type row struct {
	name  string
	count counts
}

func bars(rows []row) (all []bar) {
	rows = rows[:min(len(rows), maxBars)]
	high := 1
	for _, r := range rows {
		high = max(high, r.count.all())
	}
	for i, r := range rows {
		y := float64(i * barHeight)
		b := bar{Name: short(r.name, 34), Title: r.name + ": " + decisions(r.count), Y: y + 4, TextY: y + 17, End: barLeft, Text: thousands(r.count.all())}
		for _, d := range stack {
			if w := (barRight - barLeft) * float64(r.count[d]) / float64(high); w > 0 {
				b.Parts = append(b.Parts, segment{d.String(), b.End, w})
				b.End += w
			}
		}
		b.End += 6
		all = append(all, b)
	}
	return all
}

func (g *Gathering) harnessRows() (all []harnessRow) {
	for name, h := range g.harnesses {
		all = append(all, harnessRow{name, *h, h.calls.all()})
	}
	slices.SortFunc(all, func(a, b harnessRow) int { return cmp.Or(cmp.Compare(b.All, a.All), cmp.Compare(a.Name, b.Name)) })
	return all[:min(len(all), shown)]
}

// decisions tells of counts in words.
func decisions(c counts) string {
	var parts []string
	for _, d := range stack {
		if c[d] > 0 || d == gate.Deny {
			parts = append(parts, thousands(c[d])+" "+d.String())
		}
	}
	return strings.Join(parts, ", ")
}

// thousands writes a number with a thin space before each three digits.
func thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "\u202f" + text[i:]
	}
	return text
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return t.UTC().Format("2006-01-02 15:04")
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// Methods for the template, which sees no fields of other cases.

func (c counts) Deny() int      { return c[gate.Deny] }
func (c counts) Ask() int       { return c[gate.Ask] }
func (c counts) Allow() int     { return c[gate.Allow] }
func (c counts) None() int      { return c[gate.None] }
func (s span) First() time.Time { return s.first }
func (s span) Last() time.Time  { return s.last }
func (h harness) Calls() counts { return h.calls }
func (h harness) After() int    { return h.after }
func (h harness) Other() int    { return h.other }
func (h harness) Refused() int  { return h.refused }
func (r revision) Calls() int   { return r.calls }
