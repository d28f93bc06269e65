package tabular

import "fmt"

// The ways of holding values, as Options.Storage has them.
const (
	SparseStorage = "sparse"
	DenseStorage  = "dense"
	DiskStorage   = "disk"
)

// freeDense is the number of values, 8 MiB of them, up to which Storage "" makes a dense table.
const freeDense = 1 << 20

// Sparse holds the values of a table other than 0 in the order of its rows: those of row i are
// Columns[k], ascending, and Values[k] for Starts[i] <= k < Starts[i+1].
type Sparse struct {
	Starts  []int
	Columns []int32
	Values  []float64
}

// entries are the values that a file gives, zeros and missing ones among them, row by row. A column
// of -1 is left out.
type entries struct {
	ends    []int // of the rows
	columns []int32
	pieces  Pieces[float64] // the values, until they are joined
	values  []float64
}

// sparse reports whether n×p values of storage Storage are held sparse: for "" if the dense table
// is large and fewer than a third of its values are not 0.
func (e *entries) sparse(n, p int, storage string) bool {
	if storage != "" {
		return storage == SparseStorage
	}
	if int64(n)*int64(p) <= freeDense {
		return false
	}
	filled, k := int64(0), 0
	e.pieces.Each(func(piece []float64) {
		for _, v := range piece {
			if v != 0 && e.columns[k] >= 0 {
				filled++
			}
			k++
		}
	})
	return HoldsSparse(int64(n), int64(p), filled)
}

// HoldsSparse reports whether a table of n×p values, of which filled are not 0, is held sparse
// where Storage is "".
func HoldsSparse(n, p, filled int64) bool { return n > freeDense/p && 3*filled < n*p }

// cells returns the entries as a dense table.
func (e *entries) cells(n, p int) []float64 {
	out := make([]float64, n*p)
	k, row := 0, 0
	e.pieces.Take(func(piece []float64) {
		for _, v := range piece {
			for k == e.ends[row] {
				row++
			}
			if j := e.columns[k]; j >= 0 {
				out[row*p+int(j)] = v
			}
			k++
		}
	})
	return out
}

// table makes a sparse table. g has all but the values. It uses the memory of e.
func (e *entries) table(g *grid) (*Table, error) {
	e.values = e.pieces.Join()
	if g.odd {
		if err := e.settle(g); err != nil {
			return nil, err
		}
		g.odd = false
	}
	s := &Sparse{Starts: make([]int, g.n+1)}
	from, kept := 0, 0
	for i, end := range e.ends {
		for k := from; k < end; k++ {
			if v := e.values[k]; v != 0 && e.columns[k] >= 0 {
				e.columns[kept], e.values[kept] = e.columns[k], v
				kept++
			}
		}
		from, s.Starts[i+1] = end, kept
	}
	s.Columns, s.Values = e.columns[:kept:kept], e.values[:kept:kept]
	g.did(fmt.Sprintf("held the values as sparse data: %d of %d×%d are not 0", kept, g.n, g.p()))
	t, err := g.table()
	if err != nil {
		return nil, err
	}
	t.Sparse = s
	return t, nil
}

// settle fills in a number for missing values, or drops their rows.
func (e *entries) settle(g *grid) error {
	count, from := 0, 0
	of := make([]bool, g.p())
	incomplete := make([]bool, g.n)
	for i, end := range e.ends {
		for k := from; k < end; k++ {
			if e.columns[k] >= 0 && isMissingCell(e.values[k]) {
				of[e.columns[k]], incomplete[i] = true, true
				count++
			}
		}
		from = end
	}
	if g.policy.kind == dropRows {
		return e.dropRows(g, incomplete)
	}
	if count == 0 {
		return nil
	}
	columns := 0
	for _, has := range of {
		if has {
			columns++
		}
	}
	where := plural(count, "missing value") + " in " + plural(columns, "column")
	if g.policy.kind != useNumber {
		return fmt.Errorf("%s of sparse data; set Missing to drop-rows or a number, or Storage to "+
			"%s", where, DenseStorage)
	}
	for k, v := range e.values {
		if isMissingCell(v) {
			e.values[k] = g.policy.value
		}
	}
	g.did(fmt.Sprintf("put %s for %s", CanonicalNumber(g.policy.value), where))
	return nil
}

// dropRows drops the rows that are incomplete or have no label.
func (e *entries) dropRows(g *grid, incomplete []bool) error {
	var ids []int
	if g.classes != nil {
		ids = g.classes.ids.Join()
	}
	rows, kept, from, noLabel := 0, 0, 0, 0
	for i, end := range e.ends {
		unlabeled := ids != nil && ids[i] < 0
		if unlabeled {
			noLabel++
		}
		if !unlabeled && !incomplete[i] {
			copy(e.columns[kept:], e.columns[from:end])
			kept += copy(e.values[kept:], e.values[from:end])
			e.ends[rows] = kept
			if ids != nil {
				ids[rows] = ids[i]
			}
			rows++
		}
		from = end
	}
	if rows == 0 {
		return fmt.Errorf(
			"each of the %d rows has a missing value, so that drop-rows leaves none; "+
				"set Missing to a number", g.n)
	}
	if rows < g.n {
		g.didDropRows(rows, noLabel, 0)
	}
	g.n = rows
	e.ends, e.columns, e.values = e.ends[:rows], e.columns[:kept], e.values[:kept]
	if ids != nil {
		g.classes.ids.AddAll(ids[:rows])
	}
	return nil
}
