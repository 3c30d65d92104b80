package author

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
)

// templateData is what the samples look into.
const templateData = `{"a": "x", "n": 5, "z": 0, "f": 1.50, "t": true, "no": false, "null": null, "e": "", "html": "<a href='x'>&\"</a>=",
	"m": {"a": 1, "b": {"c": "d"}, "null": null}, "em": {}, "l": ["p", "q", 3, null, {"k": "v"}], "el": [], "u": "ä→😀\n\u200b\\", "ll": [[1, 2], [3]], "9": "nine", "a b": 1}`

// templateSamples are templates with all that the language has.
var templateSamples = []string{
	"", "text", "{{.a}}", "{{ .a }} {{.n}} {{.f}} {{.t}} {{.null}} {{.none}} {{.m}} {{.l}} {{.em}} {{.el}}", "a {{- .a -}} b", "a {{- \"\\t\" -}}\n b", "{{/* c */}}x{{- /* c */ -}} y", "{{.m.b.c}} {{.m.none}} {{.none.x.y}}", "{{.null.x}}", "{{.a.x}}", "{{.l.x}}", "{{.}}", "{{$}} {{$.a}} {{$.m.a}}",
	"{{if .a}}1{{end}}{{if .e}}2{{else}}3{{end}}{{if .no}}4{{else if .z}}5{{else}}6{{end}}{{if .null}}7{{end}}{{if .none}}8{{end}}{{if .em}}9{{end}}{{if .el}}0{{end}}{{if .m}}m{{end}}",
	"{{with .m}}{{.a}}{{$.a}}{{end}}{{with .e}}1{{else}}{{.a}}{{end}}{{with $x := .n}}{{$x}}{{.}}{{end}}{{with .no}}{{else with .a}}{{.}}{{end}}", "{{with .null}}1{{end}}",
	"{{range .l}}[{{.}}]{{end}}", "{{range $i, $v := .l}}{{if $i}},{{end}}{{$i}}={{$v}}{{end}}", "{{range $k, $v := .m}}{{$k}}:{{$v}};{{end}}", "{{range .el}}1{{else}}{{.a}}{{end}}", "{{range $v := .l}}{{$v}}{{end}}", "{{range 3}}{{.}}{{end}}", "{{range $i := 3}}{{$i}}{{end}}", "{{range $i, $v := 3}}{{end}}", "{{range .n}}{{end}}", "{{range .a}}{{end}}", "{{range .null}}1{{else}}2{{end}}", "{{range 0}}1{{else}}2{{end}}", "{{range .l}}{{.k}}{{end}}", "{{range .ll}}{{range .}}{{.}}{{end}};{{end}}", "{{range (index \"abc\" 0)}}.{{end}}", "{{range $i, $i := .l}}{{$i}}{{end}}", "{{range true}}{{end}}",
	"{{range .l}}{{if eq . \"q\"}}{{break}}{{end}}{{.}}{{end}}", "{{range .l}}{{if eq . \"q\"}}{{continue}}{{end}}{{.}}{{end}}", "{{break}}", "{{range .l}}{{range $.l}}{{break}}{{end}}{{with .}}{{continue}}{{end}}-{{end}}", "{{$i := 0}}{{range $i = .l}}{{end}}{{$i}}", "{{$i := 0}}{{$v := 0}}{{range $i, $v = .l}}{{end}}{{$i}}{{$v}}",
	"{{$x := .a}}{{$x}}{{$x = \"y\"}}{{$x}}", "{{if $x := .a}}{{$x}}{{end}}{{$x}}", "{{$x := .m}}{{$x.b.c}}{{$x.none}}", "{{$x := .a}}{{if true}}{{$x = \"in\"}}{{$x := \"own\"}}{{end}}{{$x}}", "{{$y}}", "{{$x := .null}}{{$x}}{{$x.y}}", "{{$x := .null | print}}{{$x}}",
	"{{and .a .n}}{{and .e .n}}{{or .e .n}}{{or .no .z}}{{or .no .null}}{{not .a}}{{not .z}}{{and}}", "{{.a | and .t}}{{.e | or .no}}", "{{and .no (index .l 99)}}", "{{or .null}}", "{{not}}", "{{not 1 2}}", "{{and .null.x .a}}",
	"{{len .a}}{{len .l}}{{len .m}}{{len .u}}{{len .n}}", "{{len 3}}", "{{len .null}}", "{{len nil}}", "{{len .none}}", "{{index .l 0}}{{index .m \"b\" \"c\"}}{{index .ll 0 1}}{{index .a 0}}{{index .n 0}}{{index .l}}", "{{index .l 5}}", "{{index .l .n}}", "{{index .m 1}}", "{{index .m .n}}", "{{index .m \"none\"}}", "{{index .m \"none\" \"x\"}}", "{{index nil 1}}", "{{index .l nil}}", "{{index .l -1}}", "{{index .t 1}}", "{{index .l (index \"\\x01\" 0)}}", "{{index .l 4 \"k\"}}",
	"{{slice .a}}{{slice .u 0 2}}{{slice .l 1 2}}{{slice .l 1}}{{slice .n 0 1}}{{slice .l 0 1 2}}", "{{slice .a 0 1 1}}", "{{slice .l 2 1}}", "{{slice .l 0 6}}", "{{slice .l 0 8}}", "{{slice .l 0 9}}", "{{slice .m}}", "{{slice .a 5}}", "{{slice nil}}", "{{slice .u 0 1 | js}}",
	"{{print .a .n .l}}{{print 1 2 \"a\" \"b\" 3.5 true nil}}{{println .a}}{{println}}{{print}}{{print .null .none}}", "{{printf \"%s-%v-%q-%d\" .a .n .u 3}}{{printf \"%5.2f|%x|%T\" 1.5 .a .n}}{{printf \"%v %v\" .m .l}}{{printf \"%d\" .n}}{{printf \"%[2]v %[1]v\" 1 2}}{{printf \"%*d\" 5 1}}{{printf \"%z %!\"}}", "{{printf .a}}", "{{printf 3}}", "{{printf .n}}", "{{printf nil}}", "{{printf}}", "{{.a | printf \"%s%s\" \"y\"}}", "{{\"%d\" | printf}}", "{{3 | printf}}", "{{printf \"%v\" nil}}{{printf \"%v %v\" .null .none}}",
	"{{html .html}}{{js .html}}{{urlquery .html}}{{html .l}}{{js .u}}{{urlquery .u \"a b\"}}{{html nil}}{{js .null 1}}{{html}}{{html .n}}", "{{.html | html | js}}",
	"{{eq .a \"x\"}}{{eq .a \"y\" \"x\"}}{{eq .n \"5\"}}{{ne .a \"x\"}}{{eq 1 1}}{{eq 1.5 1.5}}{{eq true .t}}{{eq .null nil}}{{eq .none nil}}{{eq .m nil}}{{eq .a nil}}{{eq nil .a}}", "{{eq .n 5}}", "{{eq .m .m}}", "{{eq .l .m}}", "{{eq .a}}", "{{eq .m .a}}", "{{eq 1 1.0}}", "{{eq (index .a 0) 120}}{{lt (index .a 0) 121}}", "{{eq .a nil \"x\"}}", "{{eq 1 (len .e)}}", "{{ne .m nil}}", "{{eq .l nil nil}}",
	"{{lt 1 2}}{{le 2 2}}{{gt 3 2}}{{ge 2 3}}{{lt .a \"y\"}}{{lt 1.5 2.5}}{{lt .n \"6\"}}{{le .a .a}}", "{{lt .n 6}}", "{{lt true false}}", "{{lt nil 1}}", "{{lt 1 2 3}}", "{{lt .m .m}}", "{{le .t .t}}", "{{gt nil nil}}", "{{ge .l .l}}",
	"{{call .a}}", "{{call nil}}", "{{call}}", "{{.a .n}}", "{{.m.a 1}}", "{{.none 1}}", "{{.none.x 1}}", "{{1 | .a}}", "{{$x := 1}}{{$x 2}}", "{{true 1}}", "{{1 2}}", "{{nil}}", "{{. 1}}", "{{(.m).b.c}}{{(index .l 4).k}}{{(printf \"%s\" .a)}}{{((.a))}}", "{{(.a) 1}}", "{{(.null).x}}", "{{(.none).x}}", "{{(nil).x}}", "{{nil.x}}", "{{\"a\".x}}", "{{print.x}}", "{{(print).x}}", "{{len (.m.b).c}}", "{{print (.m.b).c (.none).x}}", "{{len print}}{{print len}}",
	"{{1}}{{-1}}{{+1}}{{1.5}}{{1e3}}{{0x1F}}{{0o17}}{{017}}{{0b11}}{{1_000}}{{'a'}}{{'\\n'}}{{0x1p4}}{{1e1000}}", "{{9223372036854775808}}", "{{1.0}}{{1e2}}{{'e'}}{{0xe}}", "{{true}}{{false}}{{\"a\\u00e4\\x41\\n\"}}{{`raw\n\\`}}", "{{\"a}}", "{{'ab'}}", "{{1a}}", "{{`a}}", "{{\"\\q\"}}",
	"{{define \"t\"}}[{{.}}{{$}}]{{end}}{{template \"t\" .a}}{{template \"t\"}}{{template \"t\" .null}}", "{{define \"t\"}}{{$x := .}}{{end}}{{$x := 1}}{{template \"t\" $x}}", "{{block \"b\" .m}}{{.a}}{{end}}", "{{template \"none\"}}", "{{define \"r\"}}{{if .}}{{template \"r\" .x}}{{end}}{{end}}{{template \"r\" .m}}", "{{define \"template\"}}x{{end}}", "{{define \"template\"}}x{{end}}y", "{{define \"a\"}}1{{end}}{{define \"a\"}}2{{end}}", "{{if true}}{{define \"a\"}}{{end}}{{end}}", "{{range .l}}{{template \"t\" .}}{{end}}{{define \"t\"}}<{{.}}>{{end}}", "{{template \"t\" 1 | print}}{{define \"t\"}}{{.}}{{end}}", "{{define \"t\"}}{{break}}{{end}}", "{{range .l}}{{block \"z\" .}}{{.}}{{end}}{{end}}",
	"{{", "}}", "{{}}", "{{.a", "{{if}}{{end}}", "{{if .a}}", "{{end}}", "{{else}}", "{{if .a}}{{else}}{{else}}{{end}}", "{{range}}{{end}}", "{{foo}}", "{{.a | foo}}", "{{.a |}}", "{{| .a}}", "{{.a | 1}}", "{{.a | \"x\"}}", "{{.a || .b}}", "{{(.a}}", "{{.a)}}", "{{.a,}}", "{{$x := }}", "{{$x = 1}}", "{{x := 1}}", "{{.a.}}", "{{..a}}", "{{.9}}", "{{.a b}}", "{{/* c}}", "{{/* c */ .a}}", "{{- .a}}{{-.a}}", "{{-3}}{{- 3}}", "{{3 -}} x", "{{3-}}", "{{$}}{{$x.y}}", "{{$1 := 2}}{{$1}}", "{{$ä := 1}}{{$ä}}{{.ä}}", "{{ }}", "{{\n.a\n}}", "{{if .a -}}\n x \n{{- end}}", "{{template t}}", "{{template}}", "{{define}}{{end}}", "{{.a}}}}", "{{{.a}}}", "{ {.a} }", "{{with}}{{end}}", "{{$x, $y := .m}}", "{{range $x, $y, $z := .m}}{{end}}", "{{range $x, .a := .m}}{{end}}", "{{break 1}}", "{{end 1}}", "{{else if}}", "{{if .a}}x{{else with .m}}{{.a}}{{end}}", "{{ . | print | len }}", "{{.a | len | printf \"%03d\"}}", "<no value>{{print \"<no value>\"}}",
}

// TestRenderTemplate compares on the samples and on the samples with random
// changes.
func TestRenderTemplate(t *testing.T) {
	render := newDirect(t, "strings.render_template", 2)
	data := ast.MustParseTerm(templateData)
	chance := rand.New(rand.NewPCG(7, 8))
	compared, failed := 0, 0
	for _, text := range templateSamples {
		for range 40 {
			if compared++; strings.HasPrefix(render.same(t, ast.StringTerm(text), data), "error: ") {
				failed++
			}
			text = mutatedTemplate(chance, text)
		}
	}
	if failed < compared/20 || failed > compared*19/20 {
		t.Errorf("%d of %d templates are wrong", failed, compared)
	}
	for _, other := range []string{"{}", "{1: 2}", "{\"a\": {1}}", "{\"a\": set()}", "{\"a\": \"\\u0000\"}", "{\"a\": \"\\u0007\"}", "{\"a\": 1e400}", "{\"a\": \"😀\"}"} {
		render.same(t, ast.StringTerm("{{.a}}"), ast.MustParseTerm(other))
	}
}

// mutatedTemplate changes one place of a template. What begins a range without
// end is not among the changes.
func mutatedTemplate(chance *rand.Rand, text string) string {
	pieces := strings.Split("{{|}}|{{- | -}}|.a|.l|.m|.null|.none|$| $x := |$x|(|)|{{end}}|{{else}}|{{if .a}}|{{range .l}}|{{with .m}}|print |len |index |eq |not | . |\"s\"| 1|, |.|{{break}}|nil|.n", "|")
	if chance.IntN(3) > 0 {
		at := chance.IntN(len(text) + 1)
		return text[:at] + pieces[chance.IntN(len(pieces))] + text[at:]
	}
	a, b := chance.IntN(len(text)+1), chance.IntN(len(text)+1)
	return text[:min(a, b)] + text[min(max(a, b), min(a, b)+6):]
}
