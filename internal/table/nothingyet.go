package table

import (
	"fmt"

	"fsnb.example/internal/wording"
)

// NothingYet is a one-line message in place of a table, when no part was finished before an
// interrupt.
func NothingYet(title, part string, of int) *Table {
	line := fmt.Sprintf("Interrupted: 0 of %s finished, so there is nothing to show yet.",
		wording.Plural(of, part, part+"s"))
	if of == 0 {
		line = "Interrupted before the first " + part + " was finished, so there is nothing to " +
			"show yet."
	}
	return &Table{Title: title, Columns: []Column{{}}, Rows: [][]string{{line}}}
}
