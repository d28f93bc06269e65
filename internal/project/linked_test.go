package project

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms/catalogue"
	"fsnb.example/internal/must"
)

// cell writes a program whose main function has the given body, and returns its file.
func cell(t *testing.T, body string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "cell.go")
	text := fmt.Sprintf("package main\n\nimport %q\n\nfunc main() {\n%s\n}\n", module+"/fsnb", body)
	must.Do(t, os.WriteFile(file, []byte(text), 0o644))
	return file
}

// cellLine is the first line of the body of a cell.
const cellLine = 6

// goSays runs a go command in the checkout and returns what it prints.
func goSays(args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = "../.."
	said, err := cmd.CombinedOutput()
	return string(said), err
}

var symbolsOf = make(map[string]string)

// linked returns the symbols that a cell is linked with.
func linked(t *testing.T, body string) string {
	t.Helper()
	if symbols, ok := symbolsOf[body]; ok {
		return symbols
	}
	file := cell(t, body)
	program := strings.TrimSuffix(file, ".go")
	if said, err := goSays("build", "-o", program, file); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	symbols, err := goSays("tool", "nm", program)
	if err != nil {
		t.Fatalf("%v\n%s", err, symbols)
	}
	symbolsOf[body] = symbols
	return symbols
}

const (
	tableCell  = `fsnb.Show(fsnb.Select(fsnb.Load("wdbc"), fsnb.Fisher{}, 10))`
	figureCell = `d := fsnb.Load("wdbc")
	fsnb.Show(fsnb.Scatter(d, fsnb.Select(d, fsnb.Fisher{}, 10)))`
	csvCell   = `fsnb.Save("ranking.csv", fsnb.Select(fsnb.Load("wdbc"), fsnb.Fisher{}, 10))`
	chartCell = `fsnb.Save("chart.csv", fsnb.Chart{Series: []fsnb.Series{{Y: []float64{1, 2}}}})`
)

// A program has the methods that it names, and no others: the list of all of them is
// in what asks for it. (A variable that is set when the program starts would keep
// them all.)
func TestCellLinksOnlyItsMethods(t *testing.T) {
	symbols := linked(t, tableCell)
	if !strings.Contains(symbols, module+"/algorithms/filter.Fisher.Score") {
		t.Error("no sign of Fisher.Score: is the test right?")
	}
	for _, e := range catalogue.All() {
		if m := reflect.TypeOf(e.Method); e.Name != "fisher" {
			unlinked(t, symbols, m.PkgPath()+"."+m.Name()+".")
		}
	}
	unlinked(t, symbols, module+"/papers")
}

// unlinked reports a symbol that begins with a text.
func unlinked(t *testing.T, symbols, text string) {
	t.Helper()
	if at := strings.Index(symbols, text); at >= 0 {
		line, _, _ := strings.Cut(symbols[at:], "\n")
		t.Errorf("the cell links %s", line)
	}
}

var screenMethod = regexp.MustCompile(`display\.\(\*(?:screen|sheet)\)\.(Show\w+)\n`)

// A cell is linked with the results that it can show, and draws nothing when it shows a table. One
// that saves a result as CSV is linked with the form of that result, and of no other.
func TestCellLinksOnlyItsResults(t *testing.T) {
	results := module + "/display."
	base := []string{"ShowDataset", "ShowRanking", "ShowScores", "ShowTable"} // fsnb holds them
	drawing := []string{
		module + "/internal/figure.(*Figure).PNG", module + "/display.(*screen).figure",
		"gonum.org/v1/plot.(*Plot).Draw", "gonum.org/v1/plot.(*Axis)",
	}
	marks := []string{module + "/internal/chart."} // all of them, with what they initialize
	forms := []string{module + "/papers", module + "/display.(*screen).showParts"}
	// Marks and forms that the CSV of a chart does not need.
	others := []string{module + "/internal/chart.MatricesCSV",
		module + "/internal/chart.(*heatMaps)", module + "/internal/chart.(*Curves)",
		results + "rankingCSV"}
	files := []string{module + "/internal/figure.(*Figure).SVG",
		module + "/internal/figure.(*Figure).PDF"}
	for _, c := range []struct {
		name, body     string
		shown, without []string
	}{
		{"table", tableCell, base, slices.Concat(drawing, files, marks, forms,
			[]string{results + "rankingCSV", results + "CSV"})},
		{"table as CSV", csvCell, base, slices.Concat(drawing, files, marks, forms)},
		{"chart as CSV", chartCell, []string{"ShowChart", "ShowFigure", "ShowTable"},
			slices.Concat(forms, others)},
		{"figure", figureCell, append([]string{"ShowScatter", "ShowFigure"}, base...), files},
	} {
		t.Run(c.name, func(t *testing.T) {
			symbols := linked(t, c.body)
			var shown []string
			for _, m := range screenMethod.FindAllStringSubmatch(symbols, -1) {
				shown = append(shown, m[1])
			}
			slices.Sort(shown)
			want := slices.Sorted(slices.Values(c.shown))
			if got := slices.Compact(shown); !slices.Equal(got, want) {
				t.Errorf("the cell shows %v, want %v", got, want)
			}
			for _, text := range c.without {
				unlinked(t, symbols, text)
			}
			draws := slices.Contains(c.shown, "ShowFigure")
			if drawn := strings.Contains(symbols, drawing[0]); drawn != draws {
				t.Errorf("PNG is linked: %v", drawn)
			}
		})
	}
}

// What Show cannot show does not compile. Each argument stands in a line of its own, of which the
// compiler speaks.
func TestShowOfAWrongArgumentDoesNotCompile(t *testing.T) {
	said, err := goSays("build", "-o", os.DevNull, cell(t,
		`fsnb.Show(fsnb.Load("iris"), fsnb.Chart{}, &fsnb.Chart{}, &fsnb.Table{}, nil)`))
	if err != nil {
		t.Errorf("%v\n%s", err, said)
	}
	wrong := []struct{ argument, missing string }{
		{`3`, "int does not implement"},
		{`"text"`, "string does not implement"},
		{`fsnb.Fisher{}`, "missing method ShowOn"},
		{`fsnb.Ranking{}`, "method ShowOn has pointer receiver"},
		{`[]*fsnb.Ranking{}`, "missing method ShowOn"},
	}
	var body []string
	for _, c := range wrong {
		body = append(body, "fsnb.Show("+c.argument+")")
	}
	said, _ = goSays("build", "-o", os.DevNull, cell(t, strings.Join(body, "\n")))
	for i, c := range wrong {
		t.Run(c.argument, func(t *testing.T) {
			place := fmt.Sprintf("cell.go:%d:", cellLine+i)
			_, line, there := strings.Cut(said, place)
			line, _, _ = strings.Cut(line, "cell.go:")
			if !there || !strings.Contains(line, c.missing) {
				t.Errorf("go build says of line %d %q, want %q", cellLine+i, line, c.missing)
			}
		})
	}
}

// The linker reads each package below the import of fsnb, used or not. Beside those of gonbui and
// of gonum's mat and plot there are few of the standard library and of other modules.
func TestCellImportsFewOtherPackages(t *testing.T) {
	for name, value := range map[string]string{"GOOS": "linux", "GOARCH": "amd64",
		"CGO_ENABLED": "0"} {
		t.Setenv(name, value) // the lists of other systems differ
	}
	below := func(paths ...string) []string {
		said, err := goSays(append([]string{"list", "-deps"}, paths...)...)
		if err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
		return strings.Fields(said)
	}
	floor := below("github.com/janpfeifer/gonb/gonbui", "gonum.org/v1/gonum/mat",
		"gonum.org/v1/plot")
	var others []string
	for _, path := range below(module + "/fsnb") {
		if !slices.Contains(floor, path) && !strings.HasPrefix(path, module+"/") {
			others = append(others, path)
		}
	}
	slices.Sort(others)
	want := strings.Fields(`
		archive/tar
		archive/zip
		compress/gzip
		container/heap
		crypto/sha256
		encoding/csv
		github.com/klauspost/cpuid/v2
		github.com/zeebo/xxh3
		golang.org/x/sync/errgroup
		gonum.org/v1/gonum/integrate/quad
		gonum.org/v1/gonum/mathext
		gonum.org/v1/gonum/mathext/internal/amos
		gonum.org/v1/gonum/mathext/internal/cephes
		gonum.org/v1/gonum/mathext/internal/gonum
		gonum.org/v1/gonum/optimize/convex/lp
		gonum.org/v1/gonum/stat
		hash/fnv
		hash/maphash
		os/exec
		os/signal
	`)
	if !slices.Equal(others, want) {
		t.Errorf("below fsnb are\n%s\nwant\n%s", strings.Join(others, "\n"),
			strings.Join(want, "\n"))
	}
}
