package information

import (
	"cmp"
	"context"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/duplicates"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/redundancy"
)

// dependence computes F and entries of Q of the features that take part. It hides how Q is
// represented.
type dependence interface {
	// duplicates finds the features with equal entries in Q and F: of[j] is the first feature that
	// j is a duplicate of, j itself if it is none.
	duplicates(ctx context.Context) (of []int, err error)
	// keep drops all features except those of the ascending list.
	keep(features []int)
	// relevance sets F.
	relevance(ctx context.Context, f []float64) error
	// block sets dst to Q at the given rows and all columns.
	block(ctx context.Context, dst *mat.Dense, rows []int, tick func(int)) error
	// whole sets dst to Q.
	whole(ctx context.Context, dst *mat.Dense, tick func(int)) error
	// diagonal sets dst to the diagonal of Q.
	diagonal(dst []float64)
}

// byCodes is the mutual information of codes.
type byCodes struct {
	d       *datasets.Dataset
	workers int
	codes   *Codes
	columns []int // features that take part
	pool    sync.Pool
}

// newByCodes codes d. idle are the features of one code, without the constant columns.
func newByCodes(ctx context.Context, m QPFS, d *datasets.Dataset, workers int) (
	q *byCodes, idle []int, err error) {
	q = &byCodes{d: d, workers: workers}
	if err := checkHeld(d, onDiskLimits); err != nil {
		return nil, nil, err
	}
	if q.codes, err = Code(ctx, d, m.Coding, m.Bins, workers); err != nil {
		return nil, nil, err
	}
	if err := q.codes.lift(ctx, workers); err != nil {
		return nil, nil, err
	}
	q.pool.New = func() any { return newCounter(q.codes.exact) }
	for j := range d.D() {
		_, constant := slices.BinarySearch(q.codes.Constant, j)
		switch {
		case constant:
		case q.codes.sums[j] == q.codes.exact.all(): // all samples have one code
			idle = append(idle, j)
		default:
			q.columns = append(q.columns, j)
		}
	}
	return q, idle, nil
}

func (q *byCodes) duplicates(ctx context.Context) ([]int, error) {
	pool := sync.Pool{New: func() any {
		codes := make([]uint8, q.d.N())
		return &codes
	}}
	// Codes are numbered in the order of their first sample, so that their names do not matter.
	numbered := func(buf []float64, j int) []float64 {
		var name [mostCodes]float64
		next := 0.
		codes := pool.Get().(*[]uint8)
		defer pool.Put(codes)
		for i, c := range q.codes.read(q.columns[j], *codes) {
			if name[c] == 0 {
				next++
				name[c] = next
			}
			buf[i] = name[c]
		}
		return buf
	}
	p := len(q.columns)
	return duplicates.Find(ctx, q.d.N(), p, numbered, nil, duplicates.Rule{}, q.workers)
}

func (q *byCodes) keep(features []int) {
	for to, from := range features {
		q.columns[to] = q.columns[from]
	}
	q.columns = q.columns[:len(features)]
}

func (q *byCodes) relevance(ctx context.Context, f []float64) error {
	v := newVariable(q.codes.exact, q.d.Y, len(q.d.Classes))
	return q.against(ctx, v, 0, len(q.columns), f)
}

// against sets out to the mutual information of v and the features lo to hi-1.
func (q *byCodes) against(ctx context.Context, v *variable, lo, hi int, out []float64) error {
	return parallel.For(ctx, q.workers, hi-lo, 64, func(a, b int) {
		k := q.pool.Get().(*counter)
		defer q.pool.Put(k)
		for j := lo + a; j < lo+b; j++ {
			out[j] = q.codes.with(k, v, q.columns[j])
		}
	})
}

func (q *byCodes) variable(j int) *variable {
	c := q.columns[j]
	return newVariable(q.codes.exact, q.codes.Column(c), q.codes.Count[c])
}

// block counts each column with all rows while it is in the cache.
func (q *byCodes) block(ctx context.Context, dst *mat.Dense, rows []int, tick func(int)) error {
	of := make([]*variable, len(rows))
	for a, j := range rows {
		of[a] = q.variable(j)
	}
	out := dst.RawMatrix()
	err := parallel.For(ctx, q.workers, len(q.columns), 64, func(lo, hi int) {
		k := q.pool.Get().(*counter)
		defer q.pool.Put(k)
		for j := lo; j < hi; j++ {
			c := q.codes.coded(q.columns[j])
			for a, v := range of {
				out.Data[a*out.Stride+j] = k.with(v, &c, q.codes.sums[q.columns[j]])
			}
		}
	})
	if err == nil {
		tick(len(rows))
	}
	return err
}

func (q *byCodes) whole(ctx context.Context, dst *mat.Dense, tick func(int)) error {
	err := parallel.For(ctx, q.workers, len(q.columns), 1, func(i, _ int) {
		k := q.pool.Get().(*counter)
		defer q.pool.Put(k)
		v, row := q.variable(i), dst.RawRowView(i)
		for j := range i + 1 {
			row[j] = q.codes.with(k, v, q.columns[j])
		}
		tick(1)
	})
	if err != nil {
		return err
	}
	mirror(dst)
	return nil
}

func (q *byCodes) diagonal(dst []float64) {
	e := q.codes.exact
	for a, j := range q.columns { // I(f; f) is the entropy
		dst[a] = e.bits(e.all() - q.codes.sums[j])
	}
}

// mirror copies the lower triangle to the upper one.
func mirror(a *mat.Dense) {
	n, _ := a.Dims()
	for i := range n {
		for j := range i {
			a.Set(j, i, a.At(i, j))
		}
	}
}

// byCorrelation is |ρ|, or ρ².
type byCorrelation struct {
	d       *datasets.Dataset
	workers int
	squares *redundancy.Squares
	columns []int
	squared bool
}

// newByCorrelation prepares the given columns, which must vary.
func newByCorrelation(ctx context.Context, d *datasets.Dataset, columns []int, squared bool,
	workers int) (*byCorrelation, error) {
	s, err := redundancy.NewSquares(ctx, d.X, columns, false, workers)
	return &byCorrelation{d, workers, s, columns, squared}, err
}

func (q *byCorrelation) duplicates(ctx context.Context) ([]int, error) {
	return q.squares.Duplicates(ctx, q.workers)
}

func (q *byCorrelation) keep(features []int) {
	q.squares.Keep(features)
	kept := make([]int, len(features))
	for to, from := range features {
		kept[to] = q.columns[from]
	}
	q.columns = kept
}

// relevance sets f to |ρ(f, y)| of a continuous target y, else to Σ_c p_c |ρ(f, 1_c)|,
// ρ(f, 1_c) = √(n_c/(1 - p_c)) (mean_c - mean)/‖f~‖.
func (q *byCorrelation) relevance(ctx context.Context, f []float64) error {
	n, counts := float64(q.d.N()), q.d.ClassCounts()
	var u []float64 // of a continuous target
	if q.d.Continuous() {
		u, _ = graphs.CenteredTarget(q.d.Target)
	}
	return parallel.For(ctx, q.workers, len(q.columns), 64, func(lo, hi int) {
		column, sums := make([]float64, q.d.N()), make([]float64, len(counts))
		for a := lo; a < hi; a++ {
			mat.Col(column, q.columns[a], q.d.X)
			if _, exponent := math.Frexp(floats.Norm(column, math.Inf(1))); exponent > 300 ||
				exponent < -300 {
				for i, v := range column { // exactly, so that no difference is lost
					column[i] = math.Ldexp(v, -exponent)
				}
			}
			first := column[0]
			floats.AddConst(-first, column)
			floats.AddConst(-floats.Sum(column)/n, column)
			size := floats.Norm(column, math.Inf(1))
			floats.Scale(1/size, column) // so that squares do not underflow
			norm := floats.Norm(column, 2)
			if u != nil {
				f[a] = min(1, math.Abs(floats.Dot(column, u))/norm)
				if q.squared {
					f[a] *= f[a]
				}
				continue
			}
			clear(sums)
			for i, v := range column {
				sums[q.d.Y[i]] += v
			}
			f[a] = 0
			for c, count := range counts {
				if count == 0 {
					continue
				}
				p := float64(count) / n
				rho := min(1, math.Abs(sums[c])/math.Sqrt(float64(count)*(1-p))/norm)
				if q.squared {
					rho *= rho
				}
				f[a] += p * rho
			}
		}
	})
}

// root turns ρ² into |ρ|, in place.
func (q *byCorrelation) root(a *mat.Dense) {
	if !q.squared {
		n, _ := a.Dims()
		for i := range n {
			row := a.RawRowView(i)
			for j, v := range row {
				row[j] = math.Sqrt(v)
			}
		}
	}
}

func (q *byCorrelation) block(ctx context.Context, dst *mat.Dense, rows []int,
	tick func(int)) error {
	err := q.squares.Block(ctx, dst, rows, upTo(len(q.columns)), q.workers)
	q.root(dst)
	tick(len(rows))
	return err
}

// with returns the column of Q of the feature at a place.
func (q *byCorrelation) with(ctx context.Context, place int) (*mat.Dense, error) {
	p := len(q.columns)
	dst := mat.NewDense(p, 1, nil)
	err := q.squares.Block(ctx, dst, upTo(p), []int{place}, q.workers)
	q.root(dst)
	return dst, err
}

func (q *byCorrelation) whole(ctx context.Context, dst *mat.Dense, tick func(int)) error {
	a, err := q.squares.Dense(ctx, q.workers)
	if err != nil {
		return err
	}
	q.root(a)
	dst.Copy(a)
	tick(len(q.columns))
	return nil
}

func (q *byCorrelation) diagonal(dst []float64) {
	for j := range dst {
		dst[j] = 1
	}
}

// byMatrix is a precomputed matrix.
type byMatrix struct {
	a       mat.Symmetric
	f       mat.Vector // or nil
	workers int
	columns []int
}

func (q *byMatrix) duplicates(ctx context.Context) ([]int, error) {
	n := len(q.columns)
	if q.f != nil {
		n++
	}
	row := func(buf []float64, j int) []float64 {
		for b, k := range q.columns {
			buf[b] = q.a.At(q.columns[j], k)
		}
		if q.f != nil {
			buf[n-1] = q.f.AtVec(q.columns[j])
		}
		return buf
	}
	return duplicates.Find(ctx, n, len(q.columns), row, nil, duplicates.Rule{}, q.workers)
}

func (q *byMatrix) keep(features []int) {
	for to, from := range features {
		q.columns[to] = q.columns[from]
	}
	q.columns = q.columns[:len(features)]
}

func (q *byMatrix) relevance(context.Context, []float64) error {
	panic("information: no relevance")
}

func (q *byMatrix) block(ctx context.Context, dst *mat.Dense, rows []int, tick func(int)) error {
	for a, i := range rows {
		for b, j := range q.columns {
			dst.Set(a, b, q.a.At(q.columns[i], j))
		}
		tick(1)
	}
	return ctx.Err()
}

func (q *byMatrix) whole(ctx context.Context, dst *mat.Dense, tick func(int)) error {
	return q.block(ctx, dst, upTo(len(q.columns)), tick)
}

func (q *byMatrix) diagonal(dst []float64) {
	for j, c := range q.columns {
		dst[j] = q.a.At(c, c)
	}
}

func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// drawn returns the ascending places of count random features, which depend on the seed and the
// names.
func drawn(names []string, count int, seed uint64) []int {
	keys := make([]float64, len(names))
	for j, name := range names {
		h := fnv.New64a()
		h.Write([]byte(name))
		keys[j] = rand.New(rand.NewPCG(seed, h.Sum64())).Float64()
	}
	order := upTo(len(names))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(keys[a], keys[b]) })
	out := order[:count]
	slices.Sort(out)
	return out
}
