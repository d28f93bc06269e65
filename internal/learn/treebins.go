package learn

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
)

// mostBins is the number of codes of a column of a tree, so that a code is one byte.
const mostBins = 255

// bins are the columns of a matrix as trees see them: each value is the code of its bin, in
// ascending order. A column of at most mostBins different values has one bin for each; another
// has bins of nearly equal numbers of samples, which depend on the ranks of its values only.
type bins struct {
	n     int
	codes []uint8      // of varying columns, column-major, len(columns)·n
	cols  []binsColumn // varying columns
}

// binsColumn is a column that varies.
type binsColumn struct {
	column int // of the matrix
	// of is the first of the columns with the same codes, an index of cols, and copies their
	// number.
	of, copies int
	lo, hi     []float64 // least and largest value of each bin
	middle     []float64 // of both, for which the bin stands where a threshold is drawn
}

// column is the codes of column j of cols.
func (b *bins) column(j int) []uint8 { return b.codes[j*b.n : (j+1)*b.n : (j+1)*b.n] }

// newBins codes the columns of x (n×d). It returns an error for the first column with a value that
// is not finite, those of storage.EachBlock, and ctx.Err().
func newBins(ctx context.Context, x mat.Matrix, workers int) (*bins, error) {
	n, d := x.Dims()
	all, codes := make([]binsColumn, d), make([]uint8, n*d)
	var fault valueFault
	err := storage.EachBlock(ctx, x, workers, 16, func(b *mat.Dense, from, to int) {
		values, sorted := make([]float64, n), make([]float64, n)
		for j := from; j < to; j++ {
			mat.Col(values, j-from, b)
			if fault.found(values, j) {
				return
			}
			copy(sorted, values)
			slices.Sort(sorted)
			lo, hi := binEdges(sorted)
			all[j] = binsColumn{column: j, lo: lo, hi: hi, middle: middles(lo, hi)}
			if len(lo) > 1 {
				encode(codes[j*n:(j+1)*n], values, hi)
			}
		}
	})
	if err == nil {
		err = fault.err
	}
	if err != nil {
		return nil, err
	}
	out := &bins{n: n, codes: codes[:0]}
	for j, c := range all {
		if len(c.lo) > 1 {
			out.codes = append(out.codes, codes[j*n:(j+1)*n]...)
			out.cols = append(out.cols, c)
		}
	}
	return out, nil
}

// binEdges are the least and the largest value of each bin of ascending values: one slice if each
// bin has one value.
func binEdges(sorted []float64) (lo, hi []float64) {
	different := 1
	for i := 1; i < len(sorted); i++ {
		if sorted[i] != sorted[i-1] {
			different++
		}
	}
	if different <= mostBins {
		lo = make([]float64, 0, different)
		for i, v := range sorted {
			if i == 0 || v != sorted[i-1] {
				lo = append(lo, v)
			}
		}
		return lo, lo
	}
	lo, hi = make([]float64, 0, mostBins), make([]float64, 0, mostBins)
	n, last := len(sorted), -1
	for from := 0; from < n; {
		to := from + 1
		for to < n && sorted[to] == sorted[from] {
			to++
		}
		bin := mostBins * (from + to) / (2 * n) // by the middle rank of equal values
		if bin == last {
			hi[len(hi)-1] = sorted[from]
		} else {
			lo, hi, last = append(lo, sorted[from]), append(hi, sorted[from]), bin
		}
		from = to
	}
	return lo, hi
}

// encode writes the bin of each value.
func encode(codes []uint8, values, hi []float64) {
	for i, v := range values {
		from, to := 0, len(hi)-1
		for from < to {
			if mid := int(uint(from+to) >> 1); v <= hi[mid] {
				to = mid
			} else {
				from = mid + 1
			}
		}
		codes[i] = uint8(from)
	}
}

// between is a number to split the values of bin a from those of a later bin b: the middle, or the
// lower where rounding leaves nothing between them.
func (c *binsColumn) between(a, b uint8) float64 {
	low, high := c.hi[a], c.lo[b]
	if mid := low/2 + high/2; mid >= low && mid < high {
		return mid
	}
	return low
}

// middles are those of the bins; lo itself if each has one value.
func middles(lo, hi []float64) []float64 {
	if &lo[0] == &hi[0] {
		return lo
	}
	out := make([]float64, len(lo))
	for i := range out {
		out[i] = lo[i]/2 + hi[i]/2
	}
	return out
}

// halfway returns the bin after which to split two bins, in the middle of the numbers between
// them, and the number. Bins between them, which no sample of a node is in, fall to their side,
// those in the middle to the left, also where rounding in another unit would move them.
func (c *binsColumn) halfway(least, most uint8) (after uint8, cut float64) {
	if most == least+1 {
		return least, c.between(least, most)
	}
	low, high := c.hi[least]/2, c.lo[most]/2
	return c.at(low+high, 1e-9*(high-low), least, most)
}

// drawn is a split at the share f of the way from bin least to bin most.
func (c *binsColumn) drawn(least, most uint8, f float64) (after uint8, cut float64) {
	return c.at(float64(c.middle[least]*(1-f))+float64(c.middle[most]*f), 0, least, most)
}

// at returns the last bin from least on, before most, whose middle is at most cut plus slack, and
// cut, moved out of the bins where it is within one.
func (c *binsColumn) at(cut, slack float64, least, most uint8) (after uint8, moved float64) {
	from, to := least, most-1
	for from < to {
		mid := from + (to-from+1)/2
		if c.middle[mid]-cut <= slack {
			from = mid
		} else {
			to = mid - 1
		}
	}
	switch {
	case cut < c.hi[from]:
		cut = c.hi[from]
	case cut >= c.lo[from+1]:
		cut = c.between(from, from+1)
	}
	return from, cut
}

// valueFault is the error of the lowest column with a value that is not finite.
type valueFault struct {
	mu     sync.Mutex
	column int
	err    error
}

// found reports whether a column has such a value.
func (f *valueFault) found(values []float64, column int) bool {
	i := slices.IndexFunc(values, func(v float64) bool { return math.IsNaN(v - v) })
	if i < 0 {
		return false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil || column < f.column {
		f.column, f.err = column, fmt.Errorf("row %d, column %d is %g; give finite numbers, or "+
			"leave the row out", i, column, values[i])
	}
	return true
}

// inRow reports whether a row has a value that is not finite.
func (f *valueFault) inRow(row []float64, i int) bool {
	for j, v := range row {
		if math.IsNaN(v - v) {
			f.err = fmt.Errorf("row %d, column %d is %g; give finite numbers, or leave the row "+
				"out", i, j, v)
			return true
		}
	}
	return false
}
