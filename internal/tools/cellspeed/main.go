// Command cellspeed measures how long a warm cell takes in the GoNB kernel:
// script/cellspeed calls it. It writes a notebook of many cells of each kind in
// turn and has nbconvert execute it. A cell prints the time before it is compiled,
// by a shell line, and at its end: the times that nbconvert records are whole
// seconds. Each cell differs in a constant, as an edited cell does: an equal one
// would not be linked again.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// kind is a sort of cell; N stands for the number of the cell. Only those with get
// let GoNB look for modules before it compiles them, and only those with blas import
// OpenBLAS.
type kind struct {
	name, source string
	get, blas    bool
}

var kinds = []kind{
	{name: "Go alone", source: "%%\nfmt.Println(N)\n"},
	{name: "gonbui alone", source: "%%\ngonbui.DisplayHTML(fmt.Sprint(N))\n"},
	{name: "gonum's mat and plot alone", source: gonum},
	{name: "fsnb, a table", source: table},
	{name: "fsnb, a figure", source: "%%\nd := fsnb.Load(\"wdbc\")\n" +
		"fsnb.Show(fsnb.Scatter(d, fsnb.Select(d, fsnb.Fisher{}, 5 + N % 5)))\n"},
	{name: "fsnb, a table, with OpenBLAS", source: table, blas: true},
	{name: "fsnb, a table, with %autoget", source: table, get: true},
}

const table = "%%\nfsnb.Show(fsnb.Select(fsnb.Load(\"wdbc\"), fsnb.Fisher{}, 5 + N % 5))\n"

// gonum is a cell with what fsnb draws and computes with, and nothing of fsnb.
const gonum = `%%
p := plot.New()
p.Title.Text = fmt.Sprint(N, mat.Sum(mat.NewDense(1, 2, []float64{1, 2})))
picture, _ := p.WriterTo(300, 200, "png")
var png bytes.Buffer
picture.WriteTo(&png)
gonbui.DisplayPng(png.Bytes())
`

func main() {
	rounds := flag.Int("rounds", 20, "cells of each kind")
	root := flag.String("root", ".", "the checkout")
	flag.Parse()
	if err := run(*root, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "script/cellspeed:", err)
		os.Exit(1)
	}
}

func run(root string, rounds int) error {
	if rounds < 1 {
		return fmt.Errorf("%d rounds: give at least 1", rounds)
	}
	dir, err := os.MkdirTemp("", "cellspeed")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := write(filepath.Join(dir, "in.ipynb"), root, rounds); err != nil {
		return err
	}
	cmd := exec.Command(filepath.Join(os.Getenv("FSNB_JUPYTER"), "jupyter-nbconvert"), "--to",
		"notebook", "--execute",
		"--ExecutePreprocessor.kernel_name=gonb", "--output", "out.ipynb", "in.ipynb")
	cmd.Dir = dir
	if said, err := cmd.CombinedOutput(); err != nil {
		lines := strings.Split(strings.TrimSpace(string(said)), "\n")
		return fmt.Errorf("the cells do not run (%w): %s", err,
			strings.Join(lines[max(0, len(lines)-12):], "\n  "))
	}
	times, err := read(filepath.Join(dir, "out.ipynb"))
	if err != nil {
		return err
	}
	return report(times, rounds)
}

type cell struct {
	Type     string         `json:"cell_type"`
	ID       string         `json:"id"`
	Metadata map[string]any `json:"metadata"`
	Source   any            `json:"source"`
	Outputs  []any          `json:"outputs"`
	Count    *int           `json:"execution_count"`
}

type notebook struct {
	Cells    []cell         `json:"cells"`
	Metadata map[string]any `json:"metadata"`
	Format   int            `json:"nbformat"`
	Minor    int            `json:"nbformat_minor"`
}

// setup is the number of cells before those that are measured: one that finds
// the library, and one of each kind to fill the caches.
func setup() int { return 1 + len(kinds) }

func write(file, root string, rounds int) error {
	root, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	book := notebook{Format: 4, Minor: 5,
		Metadata: map[string]any{"kernelspec": map[string]any{"name": "gonb", "display_name": "Go",
			"language": "go"}}}
	add := func(source string) {
		book.Cells = append(book.Cells,
			cell{Type: "code", ID: fmt.Sprint("c", len(book.Cells)), Metadata: map[string]any{},
				Source: source, Outputs: []any{}})
	}
	add(fmt.Sprintf("!*go mod edit -require=fsnb.example@v0.0.0 %q\n"+
		"!*go mod edit -require=fsnb.example/openblas@v0.0.0 %q\n\nimport "+
		"(\n\t\"fsnb.example/fsnb\"\n\t\"github.com/janpfeifer/gonb/gonbui\"\n"+
		"\t_ \"fsnb.example/openblas\"\n\t\"gonum.org/v1/gonum/mat\"\n"+
		"\t\"gonum.org/v1/plot\"\n)\n\n"+
		"%%%%\nfsnb.Show(fsnb.Load(\"iris\"))\ngonbui.DisplayHTML(\"ready\")\n",
		"-replace=fsnb.example="+root,
		"-replace=fsnb.example/openblas="+filepath.Join(root, "openblas")))
	for i := range rounds + 1 {
		for _, k := range kinds {
			source := strings.ReplaceAll(k.source, "N %", fmt.Sprint(i)+" %")
			source = strings.NewReplacer("(N)", fmt.Sprintf("(%d)", i),
				"(N,", fmt.Sprintf("(%d,", i)).Replace(source)
			source = "!date +start=%s.%N\n" + source + "fmt.Printf(\"end=%.6f\\n\", " +
				"float64(time.Now().UnixNano())/1e9)\n"
			if k.get {
				source = "%autoget\n" + source
			} else {
				source = "%noautoget\n" + source
			}
			// The name under which GoNB keeps the import until a cell removes it.
			if k.blas {
				source = "import _ \"fsnb.example/openblas\"\n" + source
			} else {
				source = "%rm _\n" + source
			}
			add(source)
		}
	}
	text, err := json.Marshal(book)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

// read returns the seconds of each measured cell, in order.
func read(file string) ([]float64, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var book notebook
	if err := json.Unmarshal(text, &book); err != nil {
		return nil, err
	}
	var out []float64
	for i, c := range book.Cells[setup():] {
		said := fmt.Sprint(c.Outputs)
		from, errFrom := after(said, "start=")
		to, errTo := after(said, "end=")
		if errFrom != nil || errTo != nil {
			return nil, fmt.Errorf("cell %d says no times: %s", i, said)
		}
		out = append(out, to-from)
	}
	return out, nil
}

// after reads the number that follows a mark.
func after(text, mark string) (float64, error) {
	_, rest, _ := strings.Cut(text, mark)
	end := strings.IndexFunc(rest, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	if end < 0 {
		end = len(rest)
	}
	return strconv.ParseFloat(rest[:end], 64)
}

func report(times []float64, rounds int) error {
	medians := make([]float64, len(kinds))
	for j := range kinds {
		var own []float64
		for i := range rounds {
			own = append(own, times[i*len(kinds)+j])
		}
		slices.Sort(own)
		medians[j] = (own[(rounds-1)/2] + own[rounds/2]) / 2
	}
	for j, k := range kinds {
		lo, hi := times[j], times[j]
		for i := range rounds {
			lo, hi = min(lo, times[i*len(kinds)+j]), max(hi, times[i*len(kinds)+j])
		}
		name := strings.ReplaceAll(k.name, " ", "~")
		fmt.Printf("Benchmark%s-2 %d %.3f median %.3f fastest %.3f slowest %.2f "+
			"times~gonbui~alone\n", name, rounds, medians[j], lo, hi, medians[j]/medians[1])
	}
	return nil
}
