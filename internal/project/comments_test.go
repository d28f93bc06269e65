package project

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

func TestDocCommentsAreShort(t *testing.T) {
	files := 0
	err := filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if strings.HasPrefix(e.Name(), ".") && e.Name() != ".." && e.IsDir() {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		files++
		for what, n := range longComments(t, path, nil, 200) {
			t.Errorf("%s: the doc comment of %s has %d words, want at most 200; move derivations "+
				"to docs", path, what, n)
		}
		return nil
	})
	if err != nil || files < 500 {
		t.Errorf("%d files, %v", files, err)
	}
}

// longComments returns the doc comments of exported names, and of the package, that have more than
// most words, with their number of words.
func longComments(t *testing.T, name string, text any, most int) map[string]int {
	t.Helper()
	file := must.Get(parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments))(t)
	out := map[string]int{}
	check := func(what string, docs ...*ast.CommentGroup) {
		for _, doc := range docs {
			n := len(strings.Fields(doc.Text()))
			if last := what[strings.LastIndex(what, ".")+1:]; n > most &&
				(what == "package" || ast.IsExported(last)) {
				out[what] = n
			}
		}
	}
	check("package", file.Doc)
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			check(receiver(d)+d.Name.Name, d.Doc)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					check(s.Name.Name, d.Doc, s.Doc)
					fields(s, func(f *ast.Field) {
						for _, n := range f.Names {
							check(s.Name.Name+"."+n.Name, f.Doc)
						}
					})
				case *ast.ValueSpec:
					check(s.Names[0].Name, d.Doc, s.Doc)
				}
			}
		}
	}
	return out
}

// receiver is the type of a method with a point, "" for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	e := f.Recv.List[0].Type
	for {
		switch v := e.(type) {
		case *ast.StarExpr:
			e = v.X
		case *ast.IndexExpr:
			e = v.X
		case *ast.IndexListExpr:
			e = v.X
		case *ast.Ident:
			return v.Name + "."
		default:
			return ""
		}
	}
}

// fields calls f for the fields of a struct and the methods of an interface.
func fields(s *ast.TypeSpec, f func(*ast.Field)) {
	var list *ast.FieldList
	switch v := s.Type.(type) {
	case *ast.StructType:
		list = v.Fields
	case *ast.InterfaceType:
		list = v.Methods
	default:
		return
	}
	for _, field := range list.List {
		f(field)
	}
}

func TestLongComments(t *testing.T) {
	const text = "// Package x a b c.\npackage x\n\n// F a b c d.\nfunc F() {}\n\n" +
		"// g a b c d e f.\nfunc g() {}\n\n// M a b c d e.\nfunc (p *T[V]) M() {}\n\n" +
		"// T is.\ntype T[V any] struct {\n\t// A a b c d e f.\n\tA int\n\t// b c d e f g.\n\tb " +
		"int\n}\n"
	want := map[string]int{"package": 5, "F": 5, "T.M": 6, "T.A": 7}
	if got := longComments(t, "x.go", text, 4); !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
