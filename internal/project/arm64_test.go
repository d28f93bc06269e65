package project

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// What script/arm64 leaves out is there, and each line says why.
func TestLeftOutTestsAreThere(t *testing.T) {
	text := must.Get(os.ReadFile(filepath.Join("..", "..", "script", "arm64.txt")))(t)
	lines := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		lines++
		rest, reason, _ := strings.Cut(line, "#")
		words := strings.Fields(rest)
		if len(words) < 3 || words[0] != "slow" && words[0] != "host" ||
			strings.TrimSpace(reason) == "" {
			t.Errorf("%q; want slow or host, a package, its tests, and a reason after #", line)
			continue
		}
		source := sources(t, words[1], "*_test.go")
		for _, name := range words[2:] {
			if !regexp.MustCompile(`(?m)^func ` + name + `\(t \*testing\.T\)`).MatchString(source) {
				t.Errorf("%s has no test %s", words[1], name)
			}
		}
	}
	if lines == 0 {
		t.Error("no line says what is left out")
	}
}

// Modf subtracts from its argument: a product there, which the compiler may leave unrounded for the
// subtraction, gives a whole number a part of 1e-16. So it is rounded by float64(a*b), or by a
// division that follows it.
func TestPlacesAreRounded(t *testing.T) {
	found := 0
	for _, folder := range folders(t) {
		files := token.NewFileSet()
		names, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(folder), "*.go"))
		must.Do(t, err)
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			tree := must.Get(parser.ParseFile(files, name, nil, parser.SkipObjectResolution))(t)
			for _, argument := range modfs(tree) {
				found++
				if isProduct(argument) {
					t.Errorf("%s: math.Modf of a product; write math.Modf(float64(a * b))",
						files.Position(argument.Pos()))
				}
			}
		}
	}
	if found < 4 {
		t.Errorf("only %d calls of math.Modf; the search does not fit the code", found)
	}
}

// modfs returns the arguments of math.Modf in a file.
func modfs(tree *ast.File) (out []ast.Expr) {
	ast.Inspect(tree, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if f, ok := call.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Modf" &&
			len(call.Args) == 1 {
			out = append(out, call.Args[0])
		}
		return true
	})
	return out
}

// isProduct tells whether the last step of an expression is a product, or a sum with one.
func isProduct(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return isProduct(e.X)
	case *ast.BinaryExpr:
		sum := e.Op == token.ADD || e.Op == token.SUB
		return e.Op == token.MUL || sum && (isProduct(e.X) || isProduct(e.Y))
	}
	return false
}

func TestIsProduct(t *testing.T) {
	for text, want := range map[string]bool{
		"p / 100 * float64(n)": true, "(a * b)": true, "c + a*b": true, "float64(a * b)": false,
		"float64(a*b) / 100": false, "a": false, "a - b": false,
	} {
		e := must.Get(parser.ParseExpr(text))(t)
		if got := isProduct(e); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
