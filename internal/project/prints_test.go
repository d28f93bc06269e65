package project

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// rawPrints are the functions of programs that write text as it is: lines that are rewritten, of
// text that is escaped, and a path for scripts.
var rawPrints = []string{"print", "end", "End", "Clear", "show", "at", "pathOf"}

// Programs print with visible.Say what may come from a file. What is built as text, in b, is what
// they say of themselves.
func TestProgramsPrintVisibleText(t *testing.T) {
	checked := 0
	for _, dir := range []string{"cmd/fsnb", "papers/command", "internal/terminal",
		"beam/cmd/fsnb-beam"} {
		files, err := filepath.Glob(filepath.Join("../..", dir, "*.go"))
		if err != nil || len(files) < 3 {
			t.Fatalf("%s: %d files, %v", dir, len(files), err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			set := token.NewFileSet()
			parsed := must.Get(parser.ParseFile(set, file, nil, 0))(t)
			for _, decl := range parsed.Decls {
				f, ok := decl.(*ast.FuncDecl)
				if !ok || slices.Contains(rawPrints, f.Name.Name) {
					continue
				}
				checked++
				ast.Inspect(f, func(n ast.Node) bool {
					call, ok := n.(*ast.CallExpr)
					if ok && printsRaw(call) {
						t.Errorf("%s: %s prints with fmt; print with visible.Say",
							set.Position(call.Pos()), f.Name.Name)
					}
					return true
				})
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d functions were looked at", checked)
	}
}

// printsRaw reports whether a call is one of fmt.Print or fmt.Fprint, but for those to a builder b.
func printsRaw(call *ast.CallExpr) bool {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	pkg, ok := f.X.(*ast.Ident)
	if !ok || pkg.Name != "fmt" || len(call.Args) == 0 {
		return false
	}
	if strings.HasPrefix(f.Sel.Name, "Print") {
		return true
	}
	to, ok := call.Args[0].(*ast.UnaryExpr)
	built := ok && to.Op == token.AND
	return strings.HasPrefix(f.Sel.Name, "Fprint") && !built
}
