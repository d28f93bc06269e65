package projection

import (
	"cmp"
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/dense"
	"fsnb.example/internal/paramdoc"
	"fsnb.example/internal/quickselect"
	"fsnb.example/learn"
)

// HSFS is Hilbert-Schmidt feature selection: a projection W (d×m) on which the samples depend on
// the classes in any way, with a penalty that makes whole rows 0,
//
//	maximize tr(KHLH)/(n-1)² - λ Σ_j max_k |w_jk|  subject to  W'W = I
//	K_ij = exp(-‖W'(x_i - x_j)‖²/2σ²),  score_j = ‖w_j‖, the norm of row j of W
//
// σ is the median distance of two samples, L_ij is 1 within a class and 0 else, H = I - 11'/n. The
// width, the kernel of the classes and the constraint are our reading of the source.
// The problem is not convex: the certificate is of a stationary point. The diagnostics' objective
// is minimized: a bound of the criterion, minus what is maximized.
//
// Score returns an error without two classes, when a parameter is negative, when Dimensions is not
// below the number of varying columns, and when squares overflow or underflow. A step is
// O(ndm + n²m), on a face some dozens of that. A search ends at a limit of work; its certificate
// says so. The memory is four copies of X, 20 of W and O(n²).
//
// Source: Masaeli, Fung, Dy 2010. See docs/methods-projections.md.
type HSFS struct {
	// Dimensions is m; 0 means the number of classes less 1.
	Dimensions int `range:"[1,d]"`
	// Lambda is λ; 0 means that the penalty of the first start is a tenth of its criterion.
	Lambda float64 `range:"[1e-100,1e+100]"`
	// Restarts is the number of random starts, drawn by Options.Seed, in addition to that of the
	// class means; the best is kept.
	Restarts int `range:"[0,10000]"`
	// Effort is the work that a search may take, relative to the default limit; 0 means 1.
	Effort float64 `range:"(0,inf)"`
}

// Name returns "hsfs".
func (HSFS) Name() string { return "hsfs" }

// Facts returns what is known of the method.
func (m HSFS) Facts() algorithms.Facts {
	return algorithms.Facts{
		Family: algorithms.Projections,
		Summary: "part in a row-sparse projection that depends on the classes, by a Gaussian " +
			"kernel",
		Source: "Masaeli, Fung, Dy 2010",
		Cost:   "nd + n² a step",
		Memory: func(s algorithms.Shape) float64 { // pairs, and what a step has of X
			n, d, _ := s.Floats()
			return 8 * (2.6*n*n + 4*n*d)
		},
		Revision: 4, Nested: true, Targets: algorithms.Classes,
		Seeded: m.Restarts > 0,
		InUnit: true, PerfectMayTrail: true,
		Params: map[string]string{
			"dimensions": paramdoc.ClassDimensions,
			"lambda":     rowMaxDoc,
			"restarts":   paramdoc.Restarts,
			"effort":     effortDoc,
		},
	}
}

// Resolve returns m: the defaults depend on the data.
func (m HSFS) Resolve() algorithms.Selector {
	return m
}

// Score returns the row norms of W. The trace holds the objectives of the steps.
func (m HSFS) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	return scores(m.Project(ctx, d, opt))
}

// Select ranks the features by their scores.
func (m HSFS) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// Project returns W, with the variance of each axis.
func (m HSFS) Project(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Projection, error) {
	m = m.Resolve().(HSFS)
	return project(ctx, m, d, opt, m.Dimensions, func(x *mat.Dense, dims int, p *plan) (
		*learn.Directions, error) {
		p.square = true
		if dims = fewer(m.Dimensions, dims, x); dims > x.RawMatrix().Cols {
			return nil, errAxes(dims, x)
		}
		s, err := newClassScatter(x, d.Y, len(d.Classes))
		if err != nil {
			return nil, err
		}
		f, most, err := newDependence(x, d.Y, len(d.Classes))
		if err != nil {
			return nil, err
		}
		p.extra = append(p.extra, algorithms.Value{Name: "width",
			Value: algorithms.Number(f.width)})
		problem := &supervised{scatter: s, lambda: m.Lambda, shift: most,
			effort: cmp.Or(m.Effort, 1),
			frees:  true,
			name:   "dependence on the classes",
			make: func() smooth {
				return &dependence{counter: new(counter), x: f.x, q: f.q, width: f.width}
			},
			values: func(w *mat.Dense) []float64 { return variances(x, w) }}
		return problem.best(ctx, opt, dims, m.Restarts, x, p)
	})
}

// dependence is -Σ_ij K_ij Q_ij with Q = HLH/(n-1)². It belongs to one goroutine.
type dependence struct {
	*counter
	x     *mat.Dense
	q     *mat.Dense // its lower triangle
	width float64

	at     *mat.Dense // W of the rest
	z      *mat.Dense // XW
	across *mat.Dense // z'
	both   *mat.Dense // K∘Q
	sums   []float64  // of its rows
}

// newDependence returns it with a bound of Σ K_ij Q_ij.
func newDependence(x *mat.Dense, y []int, classes int) (*dependence, float64, error) {
	n, d := x.Dims()
	f := &dependence{counter: new(counter), x: mat.NewDense(n, d, nil), q: mat.NewDense(n, n, nil)}
	mean := learn.FitScaling(x).Mean
	for i := range n {
		row := f.x.RawRowView(i)
		for j, v := range x.RawRowView(i) {
			row[j] = v - mean[j]
		}
	}
	raw := dense.Gram(f.x, nil)
	gram := func(i, k int) float64 { return raw.Data[min(i, k)*raw.Stride+max(i, k)] }
	distances := make([]float64, 0, n*(n-1)/2)
	count := make([]float64, classes)
	for i := range n {
		count[y[i]]++
		for k := range i {
			distances = append(distances, gram(i, i)+gram(k, k)-2*gram(i, k))
		}
	}
	f.width = medianOf(distances)
	if !(f.width > 1e-140 && f.width < 1e140) {
		return nil, 0, errLearnedSquares
	}
	var same float64
	for _, v := range count {
		same += v / float64(n) * v / float64(n)
	}
	var most float64
	scale := 1 / (float64(n-1) * float64(n-1))
	for i := range n {
		for k := range i + 1 {
			v := same - (count[y[i]]+count[y[k]])/float64(n)
			if y[i] == y[k] {
				v++
			}
			f.q.Set(i, k, v*scale)
			if v > 0 && i == k {
				most += v * scale
			} else if v > 0 {
				most += 2 * v * scale
			}
		}
	}
	return f, most, nil
}

// medianOf is the median of the roots of squares, which it reorders.
func medianOf(squares []float64) float64 {
	k := len(squares)
	if k == 0 {
		return 0
	}
	low := max(0, quickselect.Smallest(squares, (k-1)/2+1))
	high := max(0, quickselect.Smallest(squares, k/2+1))
	return (math.Sqrt(low) + math.Sqrt(high)) / 2
}
