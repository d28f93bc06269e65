package learn

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
)

// sampleRows reads the rows of a matrix, from lists of the nonzero numbers where these are few, so
// that a product costs one step per nonzero.
type sampleRows struct {
	n, d  int
	dense *mat.Dense // nil when the lists are kept
	start []int      // of each row in the lists; n+1
	col   []int32
	val   []float64
	// center is subtracted from the rows of the lists within products; nil for none. centers are
	// its products with the rows, and square is its squared norm.
	center, centers []float64
	square          float64
}

// listShare is the share of nonzero numbers below which lists are faster than full rows, whose
// products run four at a time.
const listShare = 0.25

// newSampleRows reads x once or, for lists, twice.
func newSampleRows(x *mat.Dense) *sampleRows {
	n, d := x.Dims()
	r := &sampleRows{n: n, d: d, start: make([]int, n+1)}
	for i := range n {
		count := 0
		for _, v := range x.RawRowView(i) {
			if v != 0 {
				count++
			}
		}
		r.start[i+1] = r.start[i] + count
	}
	if float64(r.start[n]) > listShare*float64(n)*float64(d) || d > math.MaxInt32 {
		r.dense, r.start = x, nil
		return r
	}
	r.col, r.val = make([]int32, r.start[n]), make([]float64, r.start[n])
	at := 0
	for i := range n {
		for j, v := range x.RawRowView(i) {
			if v != 0 {
				r.col[at], r.val[at] = int32(j), v
				at++
			}
		}
	}
	return r
}

// centeredRows are scaled sparse samples, centered; nil leaves the values as they are. Columns that
// are constant in the fit of scaling are left out, as their weights are 0.
func centeredRows(x *storage.Sparse, scaling *Scaling) *sampleRows {
	n, d := x.Dims()
	s := newSparseRows(x, scaling)
	r := &sampleRows{n: n, d: d, start: s.starts, col: s.columns, val: s.values}
	if scaling == nil {
		return r
	}
	r.centers, r.center = s.centers, make([]float64, d)
	for j, sd := range scaling.SD {
		if sd > 0 {
			r.center[j] = scaling.Mean[j] / sd
		}
	}
	r.square = floats.Dot(r.center, r.center)
	return r
}

// dot returns the product of row i with w, without centering.
func (r *sampleRows) dot(i int, w []float64) float64 {
	if r.dense != nil {
		return floats.Dot(r.dense.RawRowView(i), w)
	}
	col := r.col[r.start[i]:r.start[i+1]]
	val := r.val[r.start[i]:r.start[i+1]]
	// Two sums, so that additions are independent.
	var a, b float64
	for len(col) >= 2 && len(val) >= 2 {
		a += val[0] * w[col[0]]
		b += val[1] * w[col[1]]
		col, val = col[2:], val[2:]
	}
	if len(col) == 1 {
		a += val[0] * w[col[0]]
	}
	return a + b
}

// add adds row i times the factor to w, without centering.
func (r *sampleRows) add(i int, factor float64, w []float64) {
	if r.dense != nil {
		floats.AddScaled(w, factor, r.dense.RawRowView(i))
		return
	}
	col := r.col[r.start[i]:r.start[i+1]]
	val := r.val[r.start[i]:r.start[i+1]][:len(col)]
	for k, j := range col {
		w[j] += factor * val[k]
	}
}

// norm returns the squared norm of row i.
func (r *sampleRows) norm(i int) float64 {
	row := r.val
	if r.dense != nil {
		row = r.dense.RawRowView(i)
	} else {
		row = row[r.start[i]:r.start[i+1]]
	}
	if r.center != nil {
		return max(0, floats.Dot(row, row)-2*r.centers[i]+r.square)
	}
	return floats.Dot(row, row)
}

// terms is the number of terms of a product with row i.
func (r *sampleRows) terms(i int) int {
	if r.dense != nil {
		return r.d
	}
	return r.start[i+1] - r.start[i]
}
