package graphs

import (
	"context"
	"math"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/parallel"
)

// The kernels on sparse columns take the time of their entries. A sum over all rows is one over the
// entries and the weight of the other rows times the value of a zero, so each number agrees with
// that of dense columns but for rounding, and is 0 where that is.

// eachSparse calls use for every column, on several goroutines that make their own scratch space.
func eachSparse[T any](ctx context.Context, x *storage.Sparse, workers int, scratch func() T,
	use func(room T, j int, rows []int32, values []float64)) error {
	_, d := x.Dims()
	const block = 1024
	return parallel.For(ctx, workers, d, block, func(lo, hi int) {
		room := scratch()
		for j := lo; j < hi; j++ {
			rows, values := x.Column(j)
			use(room, j, rows, values)
		}
	})
}

// nothing is the scratch space of kernels that need none.
func nothing() struct{} { return struct{}{} }

// classRoom has, for each class, the entries of a column.
type classRoom struct {
	count        []int
	origin, mean []float64
}

func newClassRoom(classes int) *classRoom {
	return &classRoom{make([]int, classes), make([]float64, classes), make([]float64, classes)}
}

// classSparse computes the forms of ClassForms. of is the class of each row, among those that have
// rows, and size their numbers.
func classSparse(ctx context.Context, x *storage.Sparse, of []int, size []int,
	between, within []float64, workers int) error {
	room := func() *classRoom { return newClassRoom(len(size)) }
	return eachSparse(ctx, x, workers, room,
		func(r *classRoom, j int, rows []int32, values []float64) {
			r.fill(rows, values, of, size)
			within[j] = r.within(rows, values, of, size)
			between[j] = r.between(size)
		})
}

// fill sets the means of the classes, relative to an origin: 0, or the first value of a class
// without zeros, so that a class of one value has exact zeros.
func (r *classRoom) fill(rows []int32, values []float64, of, size []int) {
	clear(r.count)
	clear(r.origin)
	clear(r.mean)
	for _, i := range rows {
		r.count[of[i]]++
	}
	for p := len(rows) - 1; p >= 0; p-- {
		if c := of[rows[p]]; r.count[c] == size[c] {
			r.origin[c] = values[p]
		}
	}
	for p, i := range rows {
		c := of[i]
		r.mean[c] += values[p] - r.origin[c]
	}
	for c, n := range size {
		r.mean[c] /= float64(n)
	}
}

func (r *classRoom) within(rows []int32, values []float64, of, size []int) (sum float64) {
	for p, i := range rows {
		c := of[i]
		v := values[p] - r.origin[c] - r.mean[c]
		sum += v * v
	}
	for c, n := range size {
		sum += float64(n-r.count[c]) * r.mean[c] * r.mean[c]
	}
	return sum
}

// delta is the mean of class c less that of the first.
func (r *classRoom) delta(c int) float64 {
	return (r.origin[c] - r.origin[0]) + (r.mean[c] - r.mean[0])
}

func (r *classRoom) between(size []int) (sum float64) {
	var total, center float64
	for _, n := range size {
		total += float64(n)
	}
	for c, n := range size {
		center += float64(n) / total * r.delta(c)
	}
	for c, n := range size {
		v := r.delta(c) - center
		sum += float64(n) * v * v
	}
	return sum
}

// split returns the value of the first row, the sum of the weights of the entries, and their
// number of rows with a weight.
func split(rows []int32, values, w []float64) (origin, weight float64) {
	if len(rows) > 0 && rows[0] == 0 {
		origin = values[0]
	}
	for _, i := range rows {
		weight += w[i]
	}
	return origin, weight
}

// weightedMeansSparse is WeightedMeans; total is the sum of w.
func weightedMeansSparse(ctx context.Context, x *storage.Sparse, w []float64, total float64,
	out []float64, workers int) error {
	return eachSparse(ctx, x, workers, nothing,
		func(_ struct{}, j int, rows []int32, values []float64) {
			origin, weight := split(rows, values, w)
			var sum float64
			for p, i := range rows {
				sum += w[i] * (values[p] - origin)
			}
			// The weights of the entries are added in the order of those of all rows, so that what
			// is left is 0 if the other rows have none.
			out[j] = (sum - (total-weight)*origin) / total
		})
}

// weightedSquaresSparse is WeightedSquares.
func weightedSquaresSparse(ctx context.Context, x *storage.Sparse, w, mean []float64, total float64,
	out []float64, workers int) error {
	return eachSparse(ctx, x, workers, nothing,
		func(_ struct{}, j int, rows []int32, values []float64) {
			origin, weight := split(rows, values, w)
			var sum float64
			for p, i := range rows {
				r := values[p] - origin - mean[j]
				sum += w[i] * r * r
			}
			r := -origin - mean[j]
			out[j] = sum + (total-weight)*r*r
		})
}

// adjacency lists the edges of each sample.
type adjacency struct {
	starts  []int
	samples []int32
	weights []float64
}

func newAdjacency(a *Affinity) *adjacency {
	g := &adjacency{
		starts: make([]int, a.N+1), samples: make([]int32, 2*len(a.Edges)),
		weights: make([]float64, 2*len(a.Edges)),
	}
	for _, e := range a.Edges {
		g.starts[e.I+1]++
		g.starts[e.J+1]++
	}
	for i := range a.N {
		g.starts[i+1] += g.starts[i]
	}
	next := make([]int, a.N)
	add := func(i, j int, w float64) {
		at := g.starts[i] + next[i]
		g.samples[at], g.weights[at] = int32(j), w
		next[i]++
	}
	for _, e := range a.Edges {
		add(e.I, e.J, e.Weight)
		add(e.J, e.I, e.Weight)
	}
	return g
}

// expanded is a column with its zeros.
type expanded struct {
	values []float64
	entry  []bool
}

// differences sets out to Σ A_ij of(f_i - f_j) over the edges, for every column f. Edges without an
// entry at either end add nothing: the cost is that of the edges of the entries.
func (a *Affinity) differences(ctx context.Context, x *storage.Sparse, out []float64, workers int,
	of func(float64) float64) error {
	g := newAdjacency(a)
	room := func() *expanded { return &expanded{make([]float64, a.N), make([]bool, a.N)} }
	return eachSparse(ctx, x, workers, room,
		func(f *expanded, j int, rows []int32, values []float64) {
			for p, i := range rows {
				f.values[i], f.entry[i] = values[p], true
			}
			var sum float64
			for p, i := range rows {
				lo, hi := g.starts[i], g.starts[i+1]
				for k, to := range g.samples[lo:hi] {
					if to > i || !f.entry[to] { // each edge once
						sum += g.weights[lo+k] * of(values[p]-f.values[to])
					}
				}
			}
			out[j] = sum
			for _, i := range rows {
				f.values[i], f.entry[i] = 0, false
			}
		})
}

func square(v float64) float64 { return v * v }

// smoothnessSparse is that of uu'.
func (u RankOne) smoothnessSparse(ctx context.Context, x *storage.Sparse, out []float64,
	workers int) error {
	var total float64
	for _, v := range u {
		total += v
	}
	return eachSparse(ctx, x, workers, nothing,
		func(_ struct{}, j int, rows []int32, values []float64) {
			origin, weight := split(rows, values, u)
			var sum float64
			for p, i := range rows {
				sum += float64((values[p] - origin) * u[i])
			}
			sum -= float64((total - weight) * origin)
			out[j] = -(sum * sum)
		})
}

// deviationsSparse is deviations.
func deviationsSparse(x *storage.Sparse, columns []int) []float64 {
	n, _ := x.Dims()
	out := make([]float64, len(columns))
	for k, j := range columns {
		rows, values := x.Column(j)
		var first float64
		if len(rows) > 0 && rows[0] == 0 {
			first = values[0]
		}
		if len(rows) < n {
			out[k] = math.Abs(first)
		}
		for _, v := range values {
			out[k] = max(out[k], math.Abs(v-first))
		}
	}
	return out
}
