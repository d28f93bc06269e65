package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"fsnb.example/internal/nbfile"
	"fsnb.example/internal/parallel"
)

const (
	displayCells = 500 // in all
	perCell      = 20  // displays
	// perSession is the number of cells after which a kernel is replaced, and its displays counted.
	perSession = 50
	kernels    = 3 // at a time
)

// displays shows tables and figures in GoNB kernels and looks for each in the executed notebook.
func displays(ctx context.Context, d *drill, t *tally, dir string) {
	root := got(filepath.Abs("."))
	cells := d.times(displayCells)
	// With few cells there are still as many kernels.
	size := max(1, min(perSession, (cells+kernels-1)/kernels))
	do(parallel.Each(ctx, kernels, (cells+size-1)/size, func(ctx context.Context, i int) error {
		first := i * size
		n := min(size, cells-first)
		var all error
		err := try(func() {
			nb := session(ctx, filepath.Join(dir, fmt.Sprint(i)), root, first, n)
			for c := range n {
				var outputs []nbfile.Output
				if at := c + 1; at < len(nb.Cells) { // the first cell finds the library
					outputs = nb.Cells[at].Outputs
				}
				all = errors.Join(all, checkDisplays(outputs, first+c))
			}
		})
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return try(func() { t.add(n*perCell, errors.Join(err, all)) })
	}))
}

// displayCell is the source of a cell with perCell displays, the last of which is a figure.
func displayCell(number int) string {
	return fmt.Sprintf(`%%noautoget
%%%%
iris := fsnb.Load("iris")
for i := range %d {
	r := fsnb.Select(iris, fsnb.Fisher{}, 2)
	r.Dataset = fmt.Sprintf("display %d-%%d.", i)
	if i < %d {
		fsnb.Show(r)
	} else {
		fsnb.Show(fsnb.Scatter(iris, r))
	}
}
`, perCell, number, perCell-1)
}

// session executes n cells in a kernel of their own, in a new folder, and returns the notebook.
func session(ctx context.Context, dir, root string, first, n int) nbfile.Notebook {
	type cell map[string]any
	var cells []cell
	add := func(source string) {
		cells = append(cells, cell{"cell_type": "code", "id": fmt.Sprint("c", len(cells)),
			"metadata": cell{}, "source": source, "outputs": []any{}, "execution_count": nil})
	}
	add(fmt.Sprintf("!*go mod edit -require=fsnb.example@v0.0.0 %q\n\n"+
		"import \"fsnb.example/fsnb\"\n\n%%%%\nfsnb.Show(fsnb.Load(\"iris\"))\n",
		"-replace=fsnb.example="+root))
	for i := range n {
		add(displayCell(first + i))
	}
	text := got(json.Marshal(cell{"cells": cells, "nbformat": 4, "nbformat_minor": 5,
		"metadata": cell{"kernelspec": cell{"name": "gonb", "display_name": "Go",
			"language": "go"}}}))
	do(os.Mkdir(dir, 0o700))
	do(os.WriteFile(filepath.Join(dir, "in.ipynb"), text, 0o600))
	cmd := exec.CommandContext(ctx, filepath.Join(os.Getenv("FSNB_JUPYTER"), "jupyter-nbconvert"),
		"--to", "notebook", "--execute", "--allow-errors",
		"--ExecutePreprocessor.kernel_name=gonb", "--output", "out.ipynb", "in.ipynb")
	// The kernels share a cache, as those of a user do.
	cmd.Env = append(os.Environ(), "FSNB_CACHE="+filepath.Join(filepath.Dir(dir), "cache"))
	cmd.Dir = dir
	// Jupyter ends its kernel on an interrupt.
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGINT) }
	cmd.WaitDelay = time.Minute
	if said, err := cmd.CombinedOutput(); err != nil {
		wrong("cells %d to %d: nbconvert: %w: %.2000s", first, first+n-1, err, said)
	}
	return got(nbfile.Read(filepath.Join(dir, "out.ipynb")))
}

// checkDisplays joins an error for each display of a cell that is lost, out of its place or not
// whole.
func checkDisplays(outputs []nbfile.Output, number int) error {
	var all []error
	at := 0
	for i := range perCell {
		// What precedes the display of that number is in the way.
		found := -1
		for j := at; j < len(outputs); j++ {
			if shows(outputs[j], number, i) == nil {
				found = j
				break
			}
		}
		if found < 0 {
			why := errors.New("no more outputs")
			if at < len(outputs) {
				why = shows(outputs[at], number, i)
			}
			all = append(all, fmt.Errorf("cell %d: display %d is lost: %w", number, i, why))
			continue
		}
		at = found + 1
	}
	if len(outputs) > perCell {
		all = append(all, fmt.Errorf("cell %d has %d outputs, want %d", number, len(outputs),
			perCell))
	}
	return errors.Join(all...)
}

// shows returns an error unless an output is a display of that number, in all its forms.
func shows(o nbfile.Output, cell, display int) error {
	if o.Type != "display_data" {
		return fmt.Errorf("a %s: %.200s%.200s", o.Type, o.Text, o.Value)
	}
	if display == perCell-1 {
		if !strings.HasPrefix(string(o.Data["image/png"]), "iVBORw0KGgo") {
			return errors.New("no figure")
		}
		return nil
	}
	mark := fmt.Sprintf("display %d-%d.", cell, display)
	for _, kind := range []string{"text/html", "text/markdown", "text/plain"} {
		if !strings.Contains(string(o.Data[kind]), mark) {
			return fmt.Errorf("no %q in its %s", mark, kind)
		}
	}
	return nil
}
