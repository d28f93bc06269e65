package tabular

import (
	"fmt"
	"slices"
	"strconv"

	"fsnb.example/internal/visible"
)

// refused counts the missing values of a file that must not have any, for the error about the first
// of them.
type refused struct {
	first   place
	count   int
	columns []int // columns with missing values, in order of appearance
	seen    map[int]bool
}

func (r *refused) add(line, column int, text string) {
	if r.count == 0 {
		r.first = place{line, column, visible.Short(text)}
	}
	r.count++
	if r.seen == nil {
		r.seen = make(map[int]bool)
	}
	if !r.seen[column] {
		r.seen[column] = true
		r.columns = append(r.columns, column)
	}
}

// err is nil when there are none. names are those of all columns, or nil.
func (r *refused) err(names []string) error {
	if r.count == 0 {
		return nil
	}
	first, have := noName, make([]string, len(r.columns))
	for k, j := range r.columns {
		if have[k] = strconv.Itoa(j); names != nil {
			have[k] = names[j]
		}
	}
	if names != nil {
		first = visible.Name(have[0])
	}
	return fmt.Errorf("row %d, column %d (%s): %s",
		r.first.line, r.first.column, first, missingText(r.first.text, r.count,
			visible.Counted("column", have)))
}

// noName is what errors call a column of a file without names.
const noName = "no name, counted from 0"

// missingText is badNumber of the first of several missing values; where names the columns
// that have some.
func missingText(cell string, count int, where string) string {
	if count < 2 {
		return fmt.Sprintf("the value is missing (%q); fill it in, or set Missing (drop-rows, "+
			"drop-columns, median or a number)", cell)
	}
	return fmt.Sprintf("the value is missing (%q), the first of %d in %s; fill them in, "+
		"or set Missing (drop-rows, drop-columns, median or a number)",
		cell, count, where)
}

// duplicateAdvice says how to resolve columns i < j of one name. Drop prefers a name to an index,
// and cannot drop the label.
func duplicateAdvice(names []string, label, i, j int) string {
	for _, k := range []int{j, i} {
		if index := strconv.Itoa(k); k != label && !slices.Contains(names, index) {
			return fmt.Sprintf("rename one, or set Drop to %q to leave out that column, or "+
				"RenameDuplicates to keep both", index)
		}
	}
	return "rename one, or set RenameDuplicates to keep both"
}
