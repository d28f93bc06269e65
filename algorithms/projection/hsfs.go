package projection

import (
	"cmp"
	"context"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/dense"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/paramdoc"
	"fsnb.example/internal/quickselect"
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
// says so. The memory is four copies of X, 20 of W, and 16n² bytes for up to 4096 or d samples.
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

// Facts returns what is known of the method.
func (m HSFS) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "hsfs",
			Family: algorithms.Projections,
			Summary: "part in a row-sparse projection that depends on the classes, by a Gaussian " +
				"kernel",
			Source: "Masaeli, Fung, Dy 2010", Revision: 5,
			Params: map[string]string{
				"dimensions": paramdoc.ClassDimensions,
				"lambda":     rowMaxDoc,
				"restarts":   paramdoc.Restarts,
				"effort":     effortDoc,
			},
		},
		Promises: algorithms.Promises{
			Nested: true, Targets: algorithms.Classes, Seeded: m.Restarts > 0, InUnit: true,
			PerfectMayTrail: true,
		},
		Costs: algorithms.Costs{
			Cost: "nd + n² a step",
			Memory: func(s algorithms.Shape) float64 { // what a step has of X, and pairs
				n, d, _ := s.Floats()
				pairs := bufferedPairs/2 + 2*float64(s.Workers)*someSamples*n
				if keeps(s.N, s.D) {
					pairs = 1.5 * n * n // of all features, and mostly of those of a face
				}
				return 8 * (pairs + 3.4*n*d)
			},
		},
	}
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
	m = algorithms.WithDefaults(m)
	return project(ctx, m, d, opt, m.Dimensions, func(x *mat.Dense, dims int, p *plan) (
		*learn.Directions, error) {
		p.square = true
		if dims = fewer(m.Dimensions, dims, x); dims > x.RawMatrix().Cols {
			return nil, errAxes(dims, x)
		}
		// It has a copy of X, which is not kept while W is searched for.
		scatter := func() (*classScatter, error) {
			return newClassScatter(x, d.Y, len(d.Classes))
		}
		if _, err := scatter(); err != nil {
			return nil, err
		}
		f, most, err := newDependence(x, d.Y, len(d.Classes))
		if err != nil {
			return nil, err
		}
		p.extra = append(p.extra, algorithms.Value{Name: "width",
			Value: algorithms.Number(f.width)})
		problem := &supervised{scatter: scatter, lambda: m.Lambda, shift: most,
			effort: cmp.Or(m.Effort, 1),
			frees:  true,
			name:   "dependence on the classes",
			make: func() smooth {
				return f.of(f.x, new(counter))
			},
			values: func(w *mat.Dense) []float64 { return variances(x, w) }}
		return problem.best(ctx, opt, dims, m.Restarts, x, p)
	})
}

// dependence is -Σ_ij K_ij Q_ij with Q = HLH/(n-1)². It belongs to one goroutine.
type dependence struct {
	*counter
	x     *mat.Dense
	label *labels
	width float64
	keep  bool // whether K∘Q is stored

	at     *mat.Dense // W of the rest
	z      *mat.Dense // XW
	across *mat.Dense // z'
	own    []float64  // z_i'z_i
	both   *mat.Dense // K∘Q, nil if it is not stored
	image  *mat.Dense // z'(K∘Q), nil until it is needed
	sums   []float64  // of its rows
	halves []float64  // its diagonal and twice the sums of its rows below
}

// labels determine Q.
type labels struct {
	y           []int
	count       []float64 // of the samples of a class
	same, scale float64   // 1'L1/n² and 1/(n-1)²
}

// row sets q to the entries of Q of a sample of class c with one of each class.
func (l *labels) row(q []float64, c int) {
	for k, count := range l.count {
		v := l.same - (l.count[c]+count)/float64(len(l.y))
		if k == c {
			v++
		}
		q[k] = v * l.scale
	}
}

const (
	// keptBytes is what n×n numbers may take to be stored; more are if they take no more than X.
	keptBytes = 128 << 20
	// bufferedPairs is the number of distances that are buffered to find their median, or that of
	// the values of X.
	bufferedPairs = 1 << 20
)

func keeps(n, d int) bool { return n <= d || 8*float64(n)*float64(n) <= keptBytes }

// newDependence returns it with a bound of Σ K_ij Q_ij.
func newDependence(x *mat.Dense, y []int, classes int) (*dependence, float64, error) {
	n, d := x.Dims()
	f := &dependence{counter: new(counter), x: mat.NewDense(n, d, nil), keep: keeps(n, d),
		label: &labels{y: y, count: make([]float64, classes),
			scale: 1 / (float64(n-1) * float64(n-1))}}
	mean := learn.FitScaling(x).Mean
	for i := range n {
		row := f.x.RawRowView(i)
		for j, v := range x.RawRowView(i) {
			row[j] = v - mean[j]
		}
	}
	f.width = medianDistance(f.x, max(bufferedPairs, n*d))
	if !(f.width > 1e-140 && f.width < 1e140) {
		return nil, 0, errLearnedSquares
	}
	for _, c := range y {
		f.label.count[c]++
	}
	for _, v := range f.label.count {
		f.label.same += v / float64(n) * v / float64(n)
	}
	var most float64
	q := make([]float64, classes)
	for i := range n {
		f.label.row(q, y[i])
		for _, c := range y[:i] {
			if v := q[c]; v > 0 {
				most += 2 * v
			}
		}
		most += max(q[y[i]], 0)
	}
	return f, most, nil
}

// medianDistance is the median of the distances of the rows of x; up to most are buffered.
func medianDistance(x *mat.Dense, most int) float64 {
	n, _ := x.Dims()
	raw := x.RawMatrix()
	rows := func(lo, hi int) blas64.General {
		return blas64.General{Rows: hi - lo, Cols: raw.Cols, Stride: raw.Stride,
			Data: raw.Data[lo*raw.Stride:]}
	}
	own := make([]float64, n)
	for i := range own {
		dense.AddProducts(blas64.General{Rows: 1, Cols: 1, Stride: 1, Data: own[i:]},
			rows(i, i+1), rows(i, i+1))
	}
	count := n * (n - 1) / 2
	if count == 0 {
		return 0
	}
	low, high := quickselect.Passes(count, (count-1)/2+1, most, func(use func([]float64)) {
		parallel.Whole(0, n, someSamples, func(lo, hi int) {
			dots := mat.NewDense(hi-lo, hi, nil)
			dense.AddProducts(dots.RawMatrix(), rows(lo, hi), rows(0, hi))
			for i := lo; i < hi; i++ {
				row := dots.RawRowView(i - lo)[:i]
				for k, dot := range row {
					row[k] = own[i] + own[k] - 2*dot
				}
				use(row)
			}
		})
	})
	if count%2 == 1 {
		high = low
	}
	return (math.Sqrt(low) + math.Sqrt(high)) / 2
}
