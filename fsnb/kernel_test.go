package fsnb

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

// needKernel skips a test where no script has set up Jupyter and the kernel.
func needKernel(t *testing.T) {
	t.Helper()
	if os.Getenv("FSNB_KERNEL_TEST") == "" {
		t.Skip("FSNB_KERNEL_TEST is not set: run script/test")
	}
}

// kernelBook runs the cells in the real GoNB kernel and returns their outputs, cell by cell, and
// the path of the executed notebook. script/test says where Jupyter and the kernel are; elsewhere
// the test is skipped.
func kernelBook(t *testing.T, cells []string) ([][]output, string) {
	t.Helper()
	needKernel(t)
	root := must.Get(filepath.Abs(".."))(t)
	dir := t.TempDir()
	type cell struct {
		Type     string         `json:"cell_type"`
		ID       string         `json:"id"`
		Metadata map[string]any `json:"metadata"`
		Source   lines          `json:"source"`
		Outputs  []output       `json:"outputs"`
		Count    *int           `json:"execution_count"`
	}
	book := struct {
		Cells    []cell         `json:"cells"`
		Metadata map[string]any `json:"metadata"`
		Format   int            `json:"nbformat"`
		Minor    int            `json:"nbformat_minor"`
	}{Format: 4, Minor: 5, Metadata: map[string]any{"kernelspec": map[string]any{"name": "gonb",
		"display_name": "Go", "language": "go"}}}
	first := fmt.Sprintf(
		"!*go mod edit -require=fsnb.example@v0.0.0 -replace=fsnb.example=%q\n\nimport "+
			"\"fsnb.example/fsnb\"\n\n%%%%\nfsnb.Show(fsnb.Load(\"iris\"))\n", root)
	for i, source := range append([]string{first}, cells...) {
		book.Cells = append(book.Cells, cell{Type: "code", ID: fmt.Sprint("c", i),
			Metadata: map[string]any{}, Source: lines(source), Outputs: []output{}})
	}
	text := must.Get(json.Marshal(book))(t)
	must.Do(t, os.WriteFile(filepath.Join(dir, "in.ipynb"), text, 0o644))
	nbconvert := filepath.Join(os.Getenv("FSNB_JUPYTER"), "jupyter-nbconvert")
	cmd := exec.Command(nbconvert, "--to", "notebook", "--execute", "--allow-errors",
		"--ExecutePreprocessor.kernel_name=gonb", "--output", "out.ipynb", "in.ipynb")
	cmd.Dir = dir
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("nbconvert: %v\n%s", err, said)
	}
	path := filepath.Join(dir, "out.ipynb")
	text = must.Get(os.ReadFile(path))(t)
	must.Do(t, json.Unmarshal(text, &book))
	var outputs [][]output
	for _, c := range book.Cells[1:] {
		outputs = append(outputs, c.Outputs)
	}
	if len(outputs) != len(cells) {
		t.Fatalf("%d cells came back of %d", len(outputs), len(cells))
	}
	return outputs, path
}

// output is what a cell shows: a display, a stream or an error.
type output struct {
	Type  string           `json:"output_type"`
	Name  string           `json:"name,omitempty"`
	Text  lines            `json:"text,omitempty"`
	Value string           `json:"evalue,omitempty"`
	Data  map[string]lines `json:"data,omitempty"`
	// Metadata is by kind of data.
	Metadata map[string]any `json:"metadata,omitempty"`
}

// lines is text that a notebook stores as one string or as a list, or an object as JSON.
type lines string

func (l *lines) UnmarshalJSON(b []byte) error {
	if bytes.HasPrefix(b, []byte("{")) {
		*l = lines(b)
		return nil
	}
	var list []string
	if json.Unmarshal(b, &list) == nil {
		*l = lines(strings.Join(list, ""))
		return nil
	}
	var s string
	err := json.Unmarshal(b, &s)
	*l = lines(s)
	return err
}

// Cells of one session, since starting one takes longer than a cell.
func TestKernelCells(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	times := longtest.Or(2, 10)
	cells := append(slices.Repeat([]string{manyDisplays}, times), tableThenFigure, mistake,
		described, rememberedStudy, rememberedStudy)
	outputs, book := kernelBook(t, cells)
	many, rest := outputs[:times], outputs[times:]
	t.Run("every display arrives in order", func(t *testing.T) { checkOrder(t, many) })
	t.Run("table then figure", func(t *testing.T) { checkTableThenFigure(t, rest[0]) })
	t.Run("mistake is one line", func(t *testing.T) { checkMistake(t, rest[1]) })
	t.Run("alternative text", func(t *testing.T) { checkDescribed(t, rest[2], book) })
	t.Run("study", func(t *testing.T) { checkStudy(t, rest[3:]) })
}

const manyDisplays = `%noautoget
%%
iris := fsnb.Load("iris")
for i := range 20 {
	r := fsnb.Select(iris, fsnb.Fisher{}, 2)
	r.Dataset = fmt.Sprint("display ", i)
	fsnb.Show(r)
}
`

func checkOrder(t *testing.T, cells [][]output) {
	const perCell = 20
	arrived := 0
	for c, outputs := range cells {
		for _, o := range outputs {
			if o.Type != "display_data" {
				t.Errorf("cell %d: %s: %s%s", c, o.Type, o.Text, o.Value)
				continue
			}
			i := 0
			if c := strings.Index(string(o.Data["text/plain"]), "display "); c >= 0 {
				fmt.Sscanf(string(o.Data["text/plain"][c:]), "display %d", &i)
			}
			must.Is(t, i, arrived%perCell, "cell %d: display stands where should", c)
			for _, kind := range []string{"text/html", "text/markdown", "text/plain"} {
				must.Contain(t, string(o.Data[kind]), "petal", c, i, kind)
			}
			if n := len(o.Data["text/html"]); n > 5000 {
				t.Errorf("a small table has %d bytes of HTML", n)
			}
			arrived++
		}
		if arrived != (c+1)*perCell {
			t.Fatalf("cell %d: %d displays have arrived, want %d", c, arrived, (c+1)*perCell)
		}
	}
}

const tableThenFigure = `%%
iris := fsnb.Load("iris")
a, b := fsnb.Select(iris, fsnb.Fisher{}, 2), fsnb.Select(iris, fsnb.Variance{}, 3)
fsnb.Show(fsnb.Redundancy(iris, a, b), fsnb.Scatter(iris, a, b))
`

func checkTableThenFigure(t *testing.T, outputs []output) {
	var kinds []string
	for _, o := range outputs {
		switch {
		case o.Data["image/png"] != "":
			kinds = append(kinds, "figure")
			if !strings.HasPrefix(string(o.Data["image/png"]), "iVBORw0KGgo") ||
				o.Data["text/html"] != "" {
				t.Error("the figure is no PNG, or hidden by HTML")
			}
		case o.Data["text/html"] != "":
			kinds = append(kinds, "table")
		default:
			kinds = append(kinds, o.Type+string(o.Text)+o.Value)
		}
	}
	must.Is(t, strings.Join(kinds, ", "), "table, figure, figure", "the cell shows")
}

const mistake = "%%\nfsnb.Show(fsnb.Select(fsnb.Load(\"iris\"), fsnb.Fisher{}, 2))\n" +
	"fsnb.Load(\"wdbk\")\n"

func checkMistake(t *testing.T, outputs []output) {
	var shown, said, failed string
	for _, o := range outputs {
		switch o.Type {
		case "display_data":
			shown += string(o.Data["text/plain"])
		case "stream":
			said += string(o.Text)
		case "error":
			failed += o.Value
		}
	}
	must.Contain(t, shown, "petal_length_cm")
	// The second line is GoNB's own.
	must.Is(t, said, "fsnb: no data set \"wdbk\"; did you mean \"wdbc\"?\nexit status 1\n", "said")
	if failed == "" || strings.Contains(shown+said+failed, "goroutine") {
		t.Errorf("the cell's error is %q", failed)
	}
}
