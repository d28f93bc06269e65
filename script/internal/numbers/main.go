// Command numbers checks the numbers in the prose of notebooks.
//
//	usage: numbers check NOTEBOOK…
//	       numbers list NOTEBOOK…
//	       numbers update NOTEBOOK…
//
// check looks for every number of a Markdown cell in what its notebook shows. It prints a line for
// each that is not there, and exits with 1. list prints where each number was found, of several
// places the nearest. update puts what is missing into the metadata of the cell with the reason
// "?", which check refuses until a reason stands there, and removes what the text or the outputs no
// longer need. Cells are counted from 1, those of code too. Misuse and files that are no notebooks
// are 2.
//
// # Where a number is looked for
//
// In the outputs near the text, which are those of two cells of code above it and of two below,
// rounded as the text has it: .67 is found in 0.6712 and in 67.1%, half way in either direction
// (.675 is .67 or .68). 75 million is rounded to a million; 1,000 to one. A percentage is looked
// for as the share, too, and a number without a minus as the size of a negative one. Text,
// Markdown, the words of HTML and SVG, the alternative texts of pictures and printed lines count;
// what only a picture shows does not. Then in the code of these cells, and in the printed tables of
// the papers whose ID (grm-2015) the notebook's code has; these two count digit by digit. A version
// (1.26.8) and a date are found as text, and the version of Go that ran the notebook is one.
//
// A cell that quotes far ones, as a summary does, says why in its metadata, and may then quote the
// whole notebook: {"fsnb": {"whole": "summary of all sections"}}. Without this rule most wrong
// numbers would be found somewhere in a notebook of many tables; list says how many still would.
//
// What is in none of them is a constant. The cell's metadata list it with its reason, as
// {"fsnb": {"constants": {"2008": "year of the paper"}}}: the number as the text has it, with its
// percent sign or its million, a hyphen as minus. A listed number that is not in the text, or that
// is found after all, is an error, and so is "whole" where all is near.
//
// # What is no number of the prose
//
//   - Code spans and blocks, the targets of links, addresses, DOIs, HTML tags, and formulas between
//     dollars that have a letter.
//   - Digits in a word that begins with a letter (COIL20, TOX-171, f960, ℓ2,1), dimensions (2D).
//   - The number of a table, figure, section, theorem, lemma, proposition, corollary, definition,
//     remark, algorithm, equation, formula, step, appendix, chapter, page, volume, issue or pull
//     request behind that word; several behind its plural (Tables 2 to 5 and 7).
//   - The numbers of headings (## 2. …) and of the items of lists, and references such as [12].
//   - Years from 1900 to 2099 of citations: at the end of brackets, alone or behind a comma or a
//     name, (Nie et al., 2008), and behind a name, Ye 2013. A year elsewhere is a constant.
//   - Spelled numbers below ten, fractions and ordinals (two, half, a third). From ten on spelled
//     numbers are checked: twenty-five, a thousand, 75 million.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"fsnb.example/internal/atomicfile"
	"fsnb.example/script/internal/nbfile"
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
	do, ok := map[string]func(string, io.Writer) (bool, error){
		"check": check, "list": list, "update": update,
	}[args[0]]
	if !ok {
		return false, errUsage
	}
	good = true
	for _, file := range args[1:] {
		passed, err := do(file, w)
		if err != nil {
			return false, err
		}
		good = good && passed
	}
	return good, nil
}

func check(file string, w io.Writer) (bool, error) {
	nb, err := nbfile.Read(file)
	if err != nil {
		return false, err
	}
	lines := faults(file, examine(nb))
	for _, line := range lines {
		fmt.Fprintln(w, line)
	}
	return len(lines) == 0, nil
}

func list(file string, w io.Writer) (bool, error) {
	nb, err := nbfile.Read(file)
	if err != nil {
		return false, err
	}
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

func update(file string, w io.Writer) (bool, error) {
	old, err := os.ReadFile(file)
	if err != nil {
		return false, err
	}
	nb, err := nbfile.Parse(old)
	if err != nil {
		return false, fmt.Errorf("%s: %w", file, err)
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
