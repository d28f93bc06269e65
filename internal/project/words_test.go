package project

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"maps"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// british are stems of British spelling. The endings of optimist, minimist and the like, and of
// analyses, are American as well.
var british = regexp.MustCompile(`(?i)neighbour|colour|\b(un)?centre|centring|` +
	`(standard|normal|minim|maxim|optim|summar|general|factor|orthogonal|penal|regular|recogn|` +
	`linear|diagonal|discret|synchron|raster|binar|symmetr|random|initial|quant|visual)` +
	`is(e|ing|ation|ab)|labell|learnt|licence|greyscale|\bgr[e]y(s|er|ish)?\b|spelt\b|tumour|` +
	`cancelled|cancelling|favourite|(micro|milli|kilo|centi)metre|behaviour|judgement|` +
	`analyse[dr]?\b|analysing|programme\b`)

// stems are what every match of british contains, in small letters: searching for them is faster.
var stems = strings.Fields("neighbour colour centre centring standardis normalis minimis maximis " +
	"optimis summaris generalis factoris orthogonalis penalis regularis recognis linearis " +
	"diagonalis discretis synchronis rasteris binaris symmetris randomis initialis quantis " +
	"visualis labell learnt licence greyscale gre" +
	"y spelt tumour cancelled cancelling favourite " +
	"metre behaviour judgement analyse analysing programme")

// quoted are texts that keep another spelling: a mistake that a test types on purpose, and a name of
// Vega-Lite.
var quoted = []string{"laplacian -param neighbours=3 iris", `no parameter "neighbours"`,
	"labelLimit"}

// obscure are words that hide who does what.
var obscure = regexp.MustCompile(`(?i)\b(nobody|anew)\b`)

// plainRooms are free of obscure words.
var plainRooms = []string{
	"internal", "datasets", "algorithms", "evaluation", "display", "cmd", "fsnb", "script",
	"docs", "notebooks", "README.md",
}

// notProse are the endings of data and pictures, and of files whose text is generated.
var notProse = []string{
	".csv", ".png", ".gz", ".mat", ".sum", ".pgm", ".zip", ".arff", ".svg", ".pdf", ".data", ".svm",
}

// tracked returns the text files of the project without data and this test, by their names.
func tracked(t *testing.T) map[string]string {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "-z")
	cmd.Dir = "../.."
	list, err := cmd.Output()
	if err != nil {
		t.Fatalf("git ls-files: %v", err)
	}
	out := map[string]string{}
	for _, name := range strings.Split(strings.TrimRight(string(list), "\x00"), "\x00") {
		if slices.Contains(notProse, path.Ext(name)) || strings.Contains(name, "/fuzz/") ||
			name == "internal/project/words_test.go" {
			continue
		}
		if text := read(t, name); utf8.ValidString(text) {
			out[name] = text
		}
	}
	if len(out) < 1000 {
		t.Fatalf("only %d files are tracked", len(out))
	}
	return out
}

// unwanted returns the places in a text where a pattern matches, as name:line: word.
func unwanted(name, text string, pattern *regexp.Regexp) (found []string) {
	number := 0
	for line := range strings.Lines(text) {
		number++
		if strings.Contains(line, `"image/png": "`) {
			continue // a picture of a notebook
		}
		for _, q := range quoted {
			line = strings.ReplaceAll(line, q, "")
		}
		for _, word := range pattern.FindAllString(line, -1) {
			found = append(found, fmt.Sprintf("%s:%d: %s", name, number, word))
		}
	}
	return found
}

func TestAmericanSpelling(t *testing.T) {
	files := tracked(t)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		small := strings.ToLower(files[name])
		if !slices.ContainsFunc(stems, func(s string) bool { return strings.Contains(small, s) }) {
			continue
		}
		for _, place := range unwanted(name, files[name], british) {
			t.Errorf("%s: write it the American way", place)
		}
	}
}

func TestPlainWords(t *testing.T) {
	files := tracked(t)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if room, _, _ := strings.Cut(name, "/"); !slices.Contains(plainRooms, room) {
			continue
		}
		for _, place := range unwanted(name, files[name], obscure) {
			t.Errorf("%s: say who, or what is recomputed", place)
		}
	}
}

func TestUnwanted(t *testing.T) {
	for text, want := range map[string]int{
		"neighbour Colour centred uncentred": 4, "neighbor color centered uncentered": 0,
		"standardised, optimisation": 2, "standardized, optimist, optimistic": 0,
		"labelled\nlearnt\nlicence\n": 3, "labeled, learned, license": 0,
		"analyses of variance": 0, "analysed": 1, "gr" + "ey": 1, "programmer": 0,
		"randomised, generalisable": 2, "random is": 0, "linearise": 1, "quantise": 1,
	} {
		if got := unwanted("x", text, british); len(got) != want {
			t.Errorf("%q: %q, want %d", text, got, want)
		}
		small := strings.ToLower(text)
		found := slices.ContainsFunc(stems,
			func(s string) bool { return strings.Contains(small, s) })
		if want > 0 && !found {
			t.Errorf("%q contains none of stems", text)
		}
	}
	for text, want := range map[string]int{"Nobody says": 1, "made anew.": 1, "renewed": 0} {
		if got := unwanted("x", text, obscure); len(got) != want {
			t.Errorf("%q: %q, want %d", text, got, want)
		}
	}
}

// Lines of Go end within 100 columns, tabs as 4. Those with a string of 50 columns or more, such as
// an address or a cell of a notebook, directives, and the outputs of Examples may be longer. The
// module's path counts as twelve columns, so that script/publish makes no line too long.
func TestLinesAreShort(t *testing.T) {
	for name, text := range tracked(t) {
		if path.Ext(name) != ".go" {
			continue
		}
		excused, i := longStrings(text), 0
		for line := range strings.Lines(text) {
			i++
			output := strings.HasSuffix(name, "example_test.go") &&
				strings.HasPrefix(strings.TrimSpace(line), "//") ||
				strings.HasPrefix(line, "//go:linkname ")
			path12 := strings.ReplaceAll(line, module, strings.Repeat("m", 12))
			if n := columns(path12); n > 100 && !excused[i] && !output {
				t.Errorf("%s:%d has %d columns; wrap it at 100", name, i, n)
			}
		}
	}
}

func TestLongStrings(t *testing.T) {
	long := strings.Repeat("x", 50)
	text := "package a\n\nvar b = \"" + long + "\"\nvar c = `x\n" + long +
		"`\nvar d = `a`\n// " + long
	if got := longStrings(text); !maps.Equal(got, map[int]bool{3: true, 4: true, 5: true}) {
		t.Errorf("long strings in lines %v, want 3, 4 and 5", got)
	}
}

// longStrings returns the lines, from 1, that hold a string literal of 50 columns or more or a part
// of a literal of several lines.
func longStrings(text string) map[int]bool {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(text))
	s.Init(file, []byte(text), nil, 0)
	found := map[int]bool{}
	for {
		at, kind, literal := s.Scan()
		if kind == token.EOF {
			return found
		}
		if kind == token.STRING && columns(literal) >= 50 {
			first := file.Line(at)
			for line := range strings.Count(literal, "\n") + 1 {
				found[first+line] = true
			}
		}
	}
}

// columns is the width of a line with tabs of 4.
func columns(line string) int {
	line = strings.TrimRight(line, "\n")
	return utf8.RuneCountInString(line) + 3*strings.Count(line, "\t")
}

func TestDocCommentsAreShort(t *testing.T) {
	for name, text := range tracked(t) {
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			continue
		}
		for what, n := range longComments(t, name, text, 200) {
			t.Errorf("%s: the doc comment of %s has %d words, want at most 200; move derivations "+
				"to docs", name, what, n)
		}
	}
}

// longComments returns the doc comments of exported names, and of the package, that have more than
// most words, with their number of words.
func longComments(t *testing.T, name, text string, most int) map[string]int {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
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
