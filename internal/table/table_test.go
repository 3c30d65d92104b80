package table

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"testing"
)

func TestTable(t *testing.T) {
	numbers := Of[int]{{"one", 1}, {"none", 0}}
	for name, want := range map[string]struct {
		value int
		ok    bool
	}{"one": {1, true}, "none": {0, true}, "two": {0, false}, "": {0, false}} {
		if got, ok := numbers.Find(name); got != want.value || ok != want.ok || numbers.Get(name) != got || numbers.Has(name) != ok {
			t.Errorf("%q: %d, %t", name, got, ok)
		}
	}
	if s := (Set{"a", "b"}); !s.Has("b") || s.Has("c") || s.Has("") {
		t.Error("a set does not know its names")
	}
}

// TestNames holds that no table of the hook has a name twice, which for a map
// the compiler would see: the second row would never be found.
func TestNames(t *testing.T) {
	tables := 0
	for _, folder := range []string{"extract", "dialects"} {
		files, err := filepath.Glob(filepath.Join("..", "..", folder, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if rows, ok := n.(*ast.CompositeLit); ok && isTable(rows.Type) {
					tables++
					distinct(t, name, rows.Elts)
				}
				return true
			})
		}
	}
	if tables < 50 {
		t.Errorf("only %d tables were found", tables)
	}
}

// isTable says whether a type is table.Of[V] or table.Set.
func isTable(e ast.Expr) bool {
	if of, ok := e.(*ast.IndexExpr); ok {
		e = of.X
	}
	s, ok := e.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	from, ok := s.X.(*ast.Ident)
	return ok && from.Name == "table"
}

// distinct fails where two rows begin with the same literal.
func distinct(t *testing.T, file string, rows []ast.Expr) {
	seen := map[string]bool{}
	for _, row := range rows {
		if pair, ok := row.(*ast.CompositeLit); ok {
			row = pair.Elts[0]
		}
		if name, ok := row.(*ast.BasicLit); ok {
			if seen[name.Value] {
				t.Errorf("%s: %s stands twice in one table", file, name.Value)
			}
			seen[name.Value] = true
		}
	}
}
