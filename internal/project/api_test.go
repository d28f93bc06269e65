package project

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

const apiFile = "docs/api.txt"

const apiHead = "# What the packages of the library export, a line each, in the form of Go's api files.\n" +
	"# Written by go test ./internal/project -update.\n"

// TestAPI keeps docs/api.txt equal to what the packages export, so that no change of the API is
// made unseen. A line that goes away breaks a user's program.
func TestAPI(t *testing.T) {
	var now []string
	for _, folder := range publicFolders(t) {
		now = append(now, apiOf(t, folder)...)
	}
	slices.Sort(now)
	now = slices.Compact(now)
	if len(now) < 1000 {
		t.Fatalf("only %d exported names found", len(now))
	}
	name := filepath.Join("..", "..", filepath.FromSlash(apiFile))
	if *update {
		text := apiHead + strings.Join(now, "\n") + "\n"
		must.Do(t, os.WriteFile(name, []byte(text), 0o644))
		return
	}
	body, ok := strings.CutPrefix(read(t, apiFile), apiHead)
	old := strings.Split(strings.TrimSuffix(body, "\n"), "\n")
	gone, added := without(old, now), without(now, old)
	if ok && len(gone)+len(added) == 0 && slices.Equal(old, now) {
		return
	}
	t.Errorf("%s differs from what the packages export.\ngone: %d\n%s\nadded: %d\n%s\n"+
		"If this change is wanted, run go test ./internal/project -run TestAPI -update, and "+
		"describe it in CHANGELOG.md", apiFile, len(gone), first(gone, 20), len(added),
		first(added, 20))
}

// without returns the elements of a that b does not have.
func without(a, b []string) []string {
	has := map[string]bool{}
	for _, s := range b {
		has[s] = true
	}
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return has[s] })
}

// first joins at most n lines.
func first(lines []string, n int) string {
	if len(lines) > n {
		lines = append(slices.Clone(lines[:n]), "…")
	}
	return strings.Join(lines, "\n")
}

// publicFolders are those of the packages that other modules can import, without the laboratory,
// which promises nothing.
func publicFolders(t *testing.T) []string {
	t.Helper()
	return slices.DeleteFunc(folders(t), func(folder string) bool {
		parts := strings.Split(folder, "/")
		return slices.Contains(parts, "internal") || parts[0] == "cmd" || parts[0] == "papers"
	})
}

// apiOf returns a line for each exported name of a package, on whatever system.
func apiOf(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(folder), "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has %d files, %v", folder, len(files), err)
	}
	var out []string
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source := must.Get(os.ReadFile(file))(t)
		lines := must.Get(apiLines(module+"/"+folder, source))(t)
		out = append(out, lines...)
	}
	return out
}

// apiLines returns the lines of a file. Types are written as in the source, without the names of
// parameters.
func apiLines(path string, source []byte) ([]string, error) {
	tree, err := parser.ParseFile(token.NewFileSet(), path, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		if f, ok := n.(*ast.FuncType); ok {
			dropNames(f.Params)
			dropNames(f.Results)
		}
		return true
	})
	a := api{path: path}
	for _, decl := range tree.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			a.function(d)
		case *ast.GenDecl:
			for i, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					if s.Name.IsExported() {
						a.typ(s)
					}
				case *ast.ValueSpec:
					a.values(d.Tok, s, d.Specs[:i+1])
				}
			}
		}
	}
	return a.lines, nil
}

// dropNames gives each parameter a field of its own, without a name.
func dropNames(list *ast.FieldList) {
	if list == nil {
		return
	}
	var out []*ast.Field
	for _, f := range list.List {
		for range max(1, len(f.Names)) {
			out = append(out, &ast.Field{Type: f.Type})
		}
	}
	list.List = out
}

type api struct {
	path  string
	lines []string
}

func (a *api) add(form string, args ...any) {
	a.lines = append(a.lines, "pkg "+a.path+", "+fmt.Sprintf(form, args...))
}

// text is the source of a node on one line: without a file set the printer sees no line breaks.
func text(node any) string {
	var b strings.Builder
	if err := format.Node(&b, token.NewFileSet(), node); err != nil {
		panic(err)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func (a *api) function(d *ast.FuncDecl) {
	signature := strings.TrimPrefix(text(d.Type), "func")
	if !d.Name.IsExported() {
		return
	}
	if d.Recv == nil {
		a.add("func %s%s", d.Name.Name, signature)
		return
	}
	if ast.IsExported(strings.TrimSuffix(receiver(d), ".")) {
		a.add("method (%s) %s%s", text(d.Recv.List[0].Type), d.Name.Name, signature)
	}
}

func (a *api) typ(s *ast.TypeSpec) {
	name := s.Name.Name
	if s.TypeParams != nil {
		var params []string
		for _, p := range s.TypeParams.List {
			for _, n := range p.Names {
				params = append(params, n.Name+" "+text(p.Type))
			}
		}
		name += "[" + strings.Join(params, ", ") + "]"
	}
	if s.Assign.IsValid() {
		a.add("type %s = %s", name, text(s.Type))
		return
	}
	switch v := s.Type.(type) {
	case *ast.StructType:
		a.add("type %s struct", name)
		a.fields(name, v)
	case *ast.InterfaceType:
		a.methods(name, v)
	default:
		a.add("type %s %s", name, text(v))
	}
}

func (a *api) fields(name string, s *ast.StructType) {
	for _, f := range s.Fields.List {
		if len(f.Names) == 0 && ast.IsExported(last(f.Type)) {
			a.add("type %s struct, embedded %s", name, text(f.Type))
		}
		for _, n := range f.Names {
			if n.IsExported() {
				a.add("type %s struct, %s %s", name, n.Name, text(f.Type))
			}
		}
	}
}

// last is the last word of the type of an embedded field, by which the field is called.
func last(e ast.Expr) string {
	word, _, _ := strings.Cut(strings.TrimPrefix(text(e), "*"), "[")
	return word[strings.LastIndex(word, ".")+1:]
}

// methods lists what an interface asks for. One with unexported methods can gain more of them
// unseen.
func (a *api) methods(name string, s *ast.InterfaceType) {
	var all []string
	hidden := false
	for _, f := range s.Methods.List {
		if len(f.Names) == 0 {
			all = append(all, text(f.Type))
		}
		for _, n := range f.Names {
			if !n.IsExported() {
				hidden = true
				continue
			}
			all = append(all, n.Name)
			a.add("type %s interface, %s%s", name, n.Name, strings.TrimPrefix(text(f.Type), "func"))
		}
	}
	slices.Sort(all)
	if hidden {
		all = append(all, "unexported methods")
	}
	a.add("type %s interface { %s }", name, strings.Join(all, ", "))
}

var iotas = regexp.MustCompile(`\biota\b`)

// values lists constants with type and value, and variables with their type as far as the source
// tells it. A constant without a value repeats the expression of an earlier one of its block.
func (a *api) values(tok token.Token, s *ast.ValueSpec, block []ast.Spec) {
	from := s
	for i := len(block) - 1; tok == token.CONST && len(from.Values) == 0 && i > 0; i-- {
		from = block[i-1].(*ast.ValueSpec)
	}
	for i, n := range s.Names {
		if !n.IsExported() {
			continue
		}
		line := tok.String() + " " + n.Name
		if from.Type != nil {
			line += " " + text(from.Type)
		}
		if i < len(from.Values) {
			value := from.Values[i]
			switch {
			case tok == token.CONST:
				line += " = " + iotas.ReplaceAllString(text(value), fmt.Sprint(len(block)-1))
			case from.Type == nil:
				line += " " + typeOf(value)
			}
		}
		a.add("%s", line)
	}
}

// typeOf is the type of the value of a variable, where the source tells it; else the call or
// literal that makes it.
func typeOf(e ast.Expr) string {
	switch v := e.(type) {
	case *ast.CompositeLit:
		return text(v.Type)
	case *ast.FuncLit:
		return text(v.Type)
	case *ast.UnaryExpr:
		if c, ok := v.X.(*ast.CompositeLit); ok && v.Op == token.AND {
			return "*" + text(c.Type)
		}
	case *ast.CallExpr:
		if f := text(v.Fun); f == "errors.New" || f == "fmt.Errorf" {
			return "error"
		}
	}
	return "= " + text(e)
}

func TestAPILines(t *testing.T) {
	const source = `package p

import "io"

const A, b = 1 << iota, 2

const (
	X Kind = iota + 1
	y
	Z
)

var (
	V      = &T{1}
	ErrBad = errors.New("bad")
	W      map[string]int
	F      = func(a, b int) error { return nil }
)

type Kind int

type Same = q.Other

type T struct {
	*q.Base
	hidden
	N, M int // two
	F    func(name string,
		more ...int) (ok bool)
	n int
}

type Set[K comparable, V any] map[K][]V

type I interface {
	io.Reader
	Do(x, y float64) (z float64, err error)
	do()
}

func Run[T any](ctx context.Context, a, b []T, f func(i int) bool) (*T, error) { return nil, nil }

func run() {}

func (t *T) Get(i int) {}

func (s Set[K, V]) Get(k K) []V { return nil }

func (h hidden) Get() {}
`
	got := must.Get(apiLines("m/p", []byte(source)))(t)
	slices.Sort(got)
	want := []string{
		"const A = 1 << 0",
		"const X Kind = 0 + 1",
		"const Z Kind = 2 + 1",
		"func Run[T any](context.Context, []T, []T, func(int) bool) (*T, error)",
		"method (*T) Get(int)",
		"method (Set[K, V]) Get(K) []V",
		"type I interface { Do, io.Reader, unexported methods }",
		"type I interface, Do(float64, float64) (float64, error)",
		"type Kind int",
		"type Same = q.Other",
		"type Set[K comparable, V any] map[K][]V",
		"type T struct",
		"type T struct, F func(string, ...int) bool",
		"type T struct, M int",
		"type T struct, N int",
		"type T struct, embedded *q.Base",
		"var ErrBad error",
		"var F func(int, int) error",
		"var V *T",
		"var W map[string]int",
	}
	for i := range want {
		want[i] = "pkg m/p, " + want[i]
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
