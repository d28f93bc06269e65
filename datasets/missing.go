package datasets

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/suggest"
	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

// MissingCells are the cells of a data set that were missing when it was read, and were filled from
// the other values of their columns (Options.Missing). Evaluations fill them again, from the
// training part of each split. It is plain data.
type MissingCells struct {
	Fill string // "median", "mean" or "most-frequent"
	Gaps []Gap  // no column is in two
}

// Gap is the missing cells of one column, or of the columns that one-hot coding made of one: a
// sample has a gap in all of them or in none.
type Gap struct {
	Columns []int   // those of a coded column in the order of its levels
	Rows    []int32 // ascending
	Words   bool    // of a column of words, which is filled by the most frequent
}

// Cells is the number of missing cells; those of the columns that one-hot coding made of one count
// once. m may be nil.
func (m *MissingCells) Cells() (n int) {
	if m != nil {
		for _, g := range m.Gaps {
			n += len(g.Rows)
		}
	}
	return n
}

// Text describes the cells in a few words, such as "67 missing values in 7 columns by the median";
// "" for none.
func (m *MissingCells) Text() string {
	if m == nil {
		return ""
	}
	words := 0
	for _, g := range m.Gaps {
		if g.Words {
			words++
		}
	}
	how := "the " + m.Fill
	if m.Fill == tabular.FillFrequent {
		how = "the most frequent value"
	}
	switch words {
	case 0:
	case len(m.Gaps):
		how = "the most frequent word"
	default:
		how += ", words by the most frequent"
	}
	return fmt.Sprintf("%s in %s by %s", counted(m.Cells(), "missing value"),
		counted(len(m.Gaps), "column"), how)
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// FillFrom returns a copy of d whose missing cells (Dataset.Missing) are filled from the samples of
// train, which may be d, and d itself if it has none: by the median, the mean or the most frequent
// of the values that train has in the column, the least of several; a column of words by its most
// frequent word, the first of several. The columns that one-hot coding made of words are filled
// together; of those that Take left, the most frequent row of codes counts.
//
// A feature of which train has no value is filled with 0 (WithoutValues). It returns an error when
// the features of train are not those of d. The cost is O(n log n) for each column with
// missing cells, and the copy.
func (d *Dataset) FillFrom(train *Dataset) (*Dataset, error) {
	if d.Missing == nil {
		return d, nil
	}
	if !slices.Equal(d.Features, train.Features) {
		return nil, errors.New("missing values cannot be filled from data with other " +
			"features; take both from the same data set")
	}
	gaps := make(map[int]Gap) // of train, by the first column
	if train.Missing != nil {
		for _, g := range train.Missing.Gaps {
			gaps[g.Columns[0]] = g
		}
	}
	out := *d
	out.X = mat.DenseCopyOf(d.X)
	for _, g := range d.Missing.Gaps {
		with := train.fillOf(g, gaps[g.Columns[0]].Rows, d.Missing.Fill)
		for k, j := range g.Columns {
			for _, i := range g.Rows {
				out.X.Set(int(i), j, with[k])
			}
		}
	}
	return &out, nil
}

// WithoutValues names the features that are missing in all of some samples, in the order of the
// columns. The cost is O(log n) for each feature with missing cells, more where they come first.
func (d *Dataset) WithoutValues(rows []int) (names []string) {
	if d.Missing == nil {
		return nil
	}
	for _, g := range d.Missing.Gaps {
		if slices.ContainsFunc(rows, func(i int) bool {
			_, missing := slices.BinarySearch(g.Rows, int32(i))
			return !missing
		}) {
			continue
		}
		for _, j := range g.Columns {
			names = append(names, d.Features[j])
		}
	}
	return names
}

// NoValueWarning is a warning about the features that are missing in the whole training part of
// some of the first splits, so that 0 fills in for them; "" if there are none.
func (d *Dataset) NoValueWarning(splits int, train func(number int) []int) string {
	if d.Missing == nil {
		return ""
	}
	seen := make(map[string]bool)
	var names []string
	for number := range splits {
		for _, name := range d.WithoutValues(train(number)) {
			if !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	if names == nil {
		return ""
	}
	return fmt.Sprintf("no value in the training part of some splits, so that 0 fills in for it: "+
		"%s; drop the feature, or train on a larger share", suggest.List(names, 5))
}

// fillOf is what fills the columns of a gap, from the samples that are not in rows; zeros without
// such samples.
func (d *Dataset) fillOf(g Gap, rows []int32, how string) []float64 {
	if len(rows) == d.N() {
		return make([]float64, len(g.Columns))
	}
	if len(g.Columns) > 1 {
		return d.frequentRow(g.Columns, rows)
	}
	values := make([]float64, 0, d.N()-len(rows))
	d.present(rows, func(i int) { values = append(values, d.X.At(i, g.Columns[0])) })
	if g.Words {
		how = tabular.FillFrequent
	}
	return []float64{tabular.FillValue(how, values)}
}

// present calls use for the samples that are not in rows.
func (d *Dataset) present(rows []int32, use func(i int)) {
	for i := range d.N() {
		if len(rows) > 0 && int(rows[0]) == i {
			rows = rows[1:]
			continue
		}
		use(i)
	}
}

// frequentRow is the most frequent row of some columns among the samples that are not in rows. Of
// several the one with the first level, which has the largest value in the first column where they
// differ.
func (d *Dataset) frequentRow(columns []int, rows []int32) []float64 {
	at := func(i int) []float64 {
		row := make([]float64, len(columns))
		for k, j := range columns {
			row[k] = d.X.At(i, j) + 0 // not -0
		}
		return row
	}
	counts := make(map[string]int)
	first := make(map[string]int)
	key := make([]byte, 8*len(columns))
	d.present(rows, func(i int) {
		for k, j := range columns {
			binary.LittleEndian.PutUint64(key[8*k:], math.Float64bits(d.X.At(i, j)+0))
		}
		if counts[string(key)]++; counts[string(key)] == 1 {
			first[string(key)] = i
		}
	})
	best, most := []float64(nil), 0
	for key, count := range counts {
		if row := at(first[key]); count > most || count == most && slices.Compare(row, best) > 0 {
			best, most = row, count
		}
	}
	return best
}

// checkMissing verifies Missing.
func (d *Dataset) checkMissing() error {
	if d.Missing == nil {
		return nil
	}
	switch d.Missing.Fill {
	case tabular.FillMedian, tabular.FillMean, tabular.FillFrequent:
	default:
		return fmt.Errorf("missing cells cannot be filled by %q; give %s, %s or %s",
			visible.Short(d.Missing.Fill), tabular.FillMedian, tabular.FillMean,
			tabular.FillFrequent)
	}
	n, p := d.X.Dims()
	seen := make(map[int]bool)
	for _, g := range d.Missing.Gaps {
		if len(g.Columns) == 0 {
			return errors.New("missing cells are in no column; name at least one")
		}
		for _, j := range g.Columns {
			if j < 0 || j >= p || seen[j] {
				return fmt.Errorf("missing cells are in column %d of %d, or twice; name each "+
					"column once, counted from 0", j, p)
			}
			seen[j] = true
		}
		for k, i := range g.Rows {
			if i < 0 || int(i) >= n || k > 0 && i <= g.Rows[k-1] {
				return fmt.Errorf("column %d has a missing cell in row %d of %d, or out of "+
					"order; list each row once, ascending, from 0", g.Columns[0], i, n)
			}
		}
	}
	return nil
}

// takeColumns returns the missing cells of some columns, in their new places.
func (m *MissingCells) takeColumns(columns []int) *MissingCells {
	if m == nil {
		return nil
	}
	to := make(map[int]int, len(columns))
	for k, j := range columns {
		to[j] = k
	}
	out := &MissingCells{Fill: m.Fill}
	for _, g := range m.Gaps {
		moved := Gap{Rows: g.Rows, Words: g.Words}
		for _, j := range g.Columns {
			if k, ok := to[j]; ok {
				moved.Columns = append(moved.Columns, k)
			}
		}
		if moved.Columns != nil {
			out.Gaps = append(out.Gaps, moved)
		}
	}
	return out.orNil()
}

// takeRows returns the missing cells of some of n samples, in their new places.
func (m *MissingCells) takeRows(rows []int, n int) *MissingCells {
	if m == nil {
		return nil
	}
	to := make([][]int32, n)
	for k, i := range rows {
		to[i] = append(to[i], int32(k))
	}
	out := &MissingCells{Fill: m.Fill}
	for _, g := range m.Gaps {
		moved := Gap{Columns: g.Columns, Words: g.Words}
		for _, i := range g.Rows {
			moved.Rows = append(moved.Rows, to[i]...)
		}
		if moved.Rows != nil {
			slices.Sort(moved.Rows)
			out.Gaps = append(out.Gaps, moved)
		}
	}
	return out.orNil()
}

// orNil orders the gaps by their first columns; nil for none.
func (m *MissingCells) orNil() *MissingCells {
	if len(m.Gaps) == 0 {
		return nil
	}
	slices.SortFunc(m.Gaps, func(a, b Gap) int { return cmp.Compare(a.Columns[0], b.Columns[0]) })
	return m
}

// withoutMissing drops the missing cells of d, whose values now depend on what filled them.
func (d *Dataset) withoutMissing(what string) {
	if d.Missing == nil {
		return
	}
	were, them := "were", "them"
	if d.Missing.Cells() == 1 {
		were, them = "was", "it"
	}
	d.Warnings = append(slices.Clone(d.Warnings), fmt.Sprintf("%s %s filled in before %s: "+
		"evaluations cannot fill %s from the training part of each split; fill in a number, or "+
		"leave the step out", counted(d.Missing.Cells(), "missing value"), were, what, them))
	d.Missing = nil
}

// missingRows finds the missing cells row by row.
type missingRows struct {
	gaps []Gap
	next []int  // the place of the next row of each gap
	gone []bool // of the columns of the current row
}

// newMissingRows begins before row 0 of d.
func newMissingRows(d *Dataset) *missingRows {
	if d.Missing == nil {
		return &missingRows{}
	}
	return &missingRows{d.Missing.Gaps, make([]int, len(d.Missing.Gaps)), make([]bool, d.D())}
}

// row reports which columns are missing in row i, for ascending i; nil for none in any row.
func (m *missingRows) row(i int) []bool {
	clear(m.gone)
	for g, gap := range m.gaps {
		if at := m.next[g]; at < len(gap.Rows) && int(gap.Rows[at]) == i {
			m.next[g]++
			for _, j := range gap.Columns {
				m.gone[j] = true
			}
		}
	}
	return m.gone
}

// missingOf are the missing cells of a table that was read.
func missingOf(t *tabular.Table) *MissingCells {
	if t.Gaps == nil {
		return nil
	}
	m := &MissingCells{Fill: t.Fill, Gaps: make([]Gap, len(t.Gaps))}
	for k, g := range t.Gaps {
		m.Gaps[k] = Gap(g)
	}
	return m
}
