package project

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// mostFunctions is what a reader of the front door's page has to look at, beside the methods.
const mostFunctions = 110

// TestFrontDoorIsSmall counts the functions of package fsnb. What only experiments and papers need
// is in fsnb/lab.
func TestFrontDoorIsSmall(t *testing.T) {
	functions, _ := exported(t, "../../fsnb")
	if len(functions) < 30 || len(functions) > mostFunctions {
		t.Errorf("package fsnb exports %d functions; at most %d: %s", len(functions),
			mostFunctions, strings.Join(functions, " "))
	}
}

// exported are the exported names of a package: functions, and types, constants and variables.
func exported(t *testing.T, dir string) (functions, others []string) {
	t.Helper()
	files := must.Get(filepath.Glob(filepath.Join(dir, "*.go")))(t)
	add := func(names *[]string, id *ast.Ident) {
		if id.IsExported() {
			*names = append(*names, id.Name)
		}
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source := must.Get(os.ReadFile(file))(t)
		tree := must.Get(parser.ParseFile(token.NewFileSet(), file, source, 0))(t)
		for _, d := range tree.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					add(&functions, d.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						add(&others, spec.Name)
					case *ast.ValueSpec:
						for _, id := range spec.Names {
							add(&others, id)
						}
					}
				}
			}
		}
	}
	return functions, others
}

// TestEveryFunctionHasAnExample holds the front door and its laboratory to what pkg.go.dev shows.
func TestEveryFunctionHasAnExample(t *testing.T) {
	for _, dir := range []string{"../../fsnb", "../../fsnb/lab"} {
		t.Run(dir, func(t *testing.T) {
			tests := must.Get(filepath.Glob(filepath.Join(dir, "*_test.go")))(t)
			var examples strings.Builder
			for _, file := range tests {
				source := must.Get(os.ReadFile(file))(t)
				examples.Write(source)
			}
			functions, _ := exported(t, dir)
			for _, name := range functions {
				if !strings.Contains(examples.String(), "func Example"+name+"(") {
					t.Errorf("%s has no Example", name)
				}
			}
			if len(functions) < 10 {
				t.Errorf("only %d functions found", len(functions))
			}
		})
	}
}
