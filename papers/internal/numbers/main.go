// Command numbers checks the numbers in the prose of notebooks by the rules of docs/numbers.md.
//
//	usage: numbers check NOTEBOOK…
//	       numbers list NOTEBOOK…
//	       numbers update NOTEBOOK…
//
// check looks for every number of a Markdown cell, rounded as it is written, in the outputs and the
// code of near cells and in the tables of papers that the notebook names. It prints a line for each
// that is not there and that the cell's metadata do not list as a constant, with its reason, and
// exits with 1. list prints where each number was found, of several places the nearest. update puts
// what is missing into the metadata of the cell with the reason "?", which check refuses until a
// reason stands there, and removes what the text or the outputs no longer need. Cells are counted
// from 1, those of code too. Misuse and files that are no notebooks are 2.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"fsnb.example/internal/atomicfile"
	"fsnb.example/internal/nbfile"
)

var errUsage = errors.New("usage: numbers check|list|update NOTEBOOK…")

func main() {
	good, err := run(os.Args[1:], os.Stdout)
	switch {
	case errors.Is(err, errUsage):
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "numbers:", err)
		os.Exit(2)
	case !good:
		os.Exit(1)
	}
}

// run executes a command; good is false if a number is at fault.
func run(args []string, w io.Writer) (good bool, err error) {
	if len(args) < 2 {
		return false, errUsage
	}
	do, ok := map[string]func(string, nbfile.Notebook, io.Writer) (bool, error){
		"check": check, "list": list, "update": update,
	}[args[0]]
	if !ok {
		return false, errUsage
	}
	good = true
	for _, file := range args[1:] {
		nb, err := nbfile.Read(file)
		if err != nil {
			return false, err
		}
		passed, err := do(file, nb, w)
		if err != nil {
			return false, err
		}
		good = good && passed
	}
	return good, nil
}

func check(file string, nb nbfile.Notebook, w io.Writer) (bool, error) {
	lines := faults(file, examine(nb))
	for _, line := range lines {
		fmt.Fprintln(w, line)
	}
	return len(lines) == 0, nil
}

func list(file string, nb nbfile.Notebook, w io.Writer) (bool, error) {
	columns := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.DiscardEmptyColumns)
	fmt.Fprintln(columns, file)
	from := collect(nb)
	cells := examineBy(nb, from)
	for _, line := range listing(cells) {
		fmt.Fprintln(columns, line)
	}
	noticed, found := power(from, cells)
	fmt.Fprintf(columns, "%d numbers found; of them with another last digit %.0f would not be\n",
		found, noticed)
	return true, columns.Flush()
}

func update(file string, nb nbfile.Notebook, w io.Writer) (bool, error) {
	old, err := os.ReadFile(file)
	if err != nil {
		return false, err
	}
	text, err := updated(old, examine(nb))
	if err != nil {
		return false, fmt.Errorf("%s: %w", file, err)
	}
	if string(text) != string(old) {
		err = atomicfile.Write(file, func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		})
		if err != nil {
			return false, err
		}
	}
	if n := strings.Count(string(text), `: "?"`) - strings.Count(string(old), `: "?"`); n > 0 {
		fmt.Fprintf(w, "%s: %d entries of metadata want a reason in place of the ?\n", file, n)
	}
	return true, nil
}
