package datasets

import (
	"fmt"

	"fsnb.example/internal/visible"
)

// nonFiniteError names the NaN or infinite value in row i and column j, the first, and
// counts them all.
func (d *Dataset) nonFiniteError(i, j int) error {
	what := "NaN"
	if v := d.X.At(i, j); v-v != 0 && v == v {
		what = "infinite"
	}
	count, columns := 0, []string(nil)
	for c, name := range d.Features {
		before := count
		for r := range d.N() {
			if v := d.X.At(r, c); v-v != 0 {
				count++
			}
		}
		if count > before {
			columns = append(columns, name)
		}
	}
	first, advice := "", "fill in a number, or drop the row or the column"
	if count > 1 {
		first = fmt.Sprintf(", the first of %d NaN or infinite values in %s", count,
			visible.Counted("column", columns))
		advice = "fill in numbers, or drop the rows or the columns"
	}
	return fmt.Errorf("row %d, column %d (%s) is %s%s; %s (rows and columns counted from 0)",
		i, j, visible.Name(d.Features[j]), what, first, advice)
}
