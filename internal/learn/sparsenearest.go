package learn

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/ties"
)

// SparseClasses is Classes of sparse samples in all their columns, after scaling, which was fitted
// on train; nil leaves the values as they are. The products of samples are sums over entries, and
// the mean is subtracted from products and norms rather than from values; in Euclidean distance the
// rows that may be among the nearest are then compared entry by entry, so that rounding decides no
// more than in Classes.
//
// It returns the errors of Classes, and one when a value is above 1e140, which Classes takes in
// Euclidean distance. The cost is Σ_j e_j·f_j for columns of e_j and f_j entries in the two parts,
// O(nm + d) beside that, and O(n + d + entries) memory.
func (p Nearest) SparseClasses(ctx context.Context, train *storage.Sparse, y []int, classes int,
	test *storage.Sparse, scaling *Scaling) ([]int, error) {
	m, _ := test.Dims()
	out, votes := make([]int, m), make([]int, classes)
	return out, p.eachSparse(ctx, train, len(y), test, scaling, func(t int, near *ranked) {
		out[t] = near.vote(y, votes)
	})
}

// SparseShares is Shares of sparse samples, as SparseClasses is Classes.
func (p Nearest) SparseShares(ctx context.Context, train *storage.Sparse, y []int, classes int,
	test *storage.Sparse, scaling *Scaling) (*mat.Dense, error) {
	m, _ := test.Dims()
	if err := checkScores(1, m, classes); err != nil {
		return nil, err
	}
	out := mat.NewDense(m, classes, nil)
	return out, p.eachSparse(ctx, train, len(y), test, scaling, func(t int, near *ranked) {
		near.share(y, out.RawRowView(t))
	})
}

// SparseMeans is Means of sparse samples, as SparseClasses is Classes.
func (p Nearest) SparseMeans(ctx context.Context, train *storage.Sparse, y []float64,
	test *storage.Sparse, scaling *Scaling) ([]float64, error) {
	m, _ := test.Dims()
	out := make([]float64, m)
	return out, p.eachSparse(ctx, train, len(y), test, scaling, func(t int, near *ranked) {
		out[t] = near.mean(y)
	})
}

func (p Nearest) eachSparse(ctx context.Context, train *storage.Sparse, given int,
	test *storage.Sparse, scaling *Scaling, use func(t int, near *ranked)) error {
	n, d := train.Dims()
	m, dt := test.Dims()
	if d != dt || given != n {
		panic(fmt.Sprintf("learn: Nearest of %d×%d with %d answers on %d columns", n, d, given, dt))
	}
	if err := p.check(n); err != nil {
		return err
	}
	s := &sparseSearch{cosine: p.Metric == Cosine, columns: train,
		train: newSparseRows(train, scaling), test: newSparseRows(test, scaling),
		near: ranked{k: max(p.K, 1)}, products: make([]float64, n)}
	if tooLarge(s.train.values) || tooLarge(s.test.values) {
		return errTooLarge
	}
	s.begin(train, scaling)
	for t := range m {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.multiply(t)
		if s.cosine {
			s.byAngle(t)
		} else {
			s.byDistance(t)
		}
		use(t, s.near.nearest())
	}
	return nil
}

// sparseRows are scaled samples, not centered, entry by entry. Columns that are constant in train
// are left out: only a test row differs there, from all training rows by as much.
type sparseRows struct {
	starts  []int
	columns []int32
	values  []float64
	squares []float64 // of the norms, rest included
	centers []float64 // products with the center
	rest    []float64 // squared differences in the columns that are left out
}

func newSparseRows(x *storage.Sparse, scaling *Scaling) *sparseRows {
	n, d := x.Dims()
	r := &sparseRows{squares: make([]float64, n), centers: make([]float64, n),
		rest: make([]float64, n), starts: make([]int, n+1)}
	var fixed []int32 // columns that are constant in train, and not 0
	for j := range d {
		if scaling != nil && scaling.SD[j] == 0 && scaling.Mean[j] != 0 {
			fixed = append(fixed, int32(j))
		}
	}
	starts, columns, values := x.ByRow()
	at := 0
	for i := range n {
		missing := fixed
		for p := starts[i]; p < starts[i+1]; p++ {
			j, v := columns[p], values[p]
			if scaling != nil && scaling.SD[j] == 0 {
				for len(missing) > 0 && missing[0] < j {
					r.rest[i] += square(scaling.Mean[missing[0]])
					missing = missing[1:]
				}
				if len(missing) > 0 && missing[0] == j {
					missing = missing[1:]
				}
				r.rest[i] += square(v - scaling.Mean[j])
				continue
			}
			unit := scaling.unit(int(j))
			v /= unit
			columns[at], values[at] = j, v
			at++
			r.squares[i] += v * v
			if scaling != nil {
				r.centers[i] += v * (scaling.Mean[j] / unit)
			}
		}
		for _, j := range missing {
			r.rest[i] += square(scaling.Mean[j])
		}
		r.starts[i+1] = at
		r.squares[i] += r.rest[i]
	}
	r.columns, r.values = columns[:at], values[:at]
	return r
}

var errTooLarge = fmt.Errorf("a value is above %g when scaled; divide the data by a constant",
	largestValue)

// tooLarge reports whether squares may overflow.
func tooLarge(values []float64) bool {
	return slices.ContainsFunc(values,
		func(v float64) bool { return !(math.Abs(v) <= largestValue) })
}

func square(v float64) float64 { return v * v }

func (r *sparseRows) row(i int) (columns []int32, values []float64) {
	lo, hi := r.starts[i], r.starts[i+1]
	return r.columns[lo:hi], r.values[lo:hi]
}

// sparseSearch finds the nearest of train to one row of test after the other.
type sparseSearch struct {
	cosine      bool
	columns     *storage.Sparse // train, not scaled
	units       []float64       // of its columns
	train, test *sparseRows
	center      float64 // squared norm of the center
	varying     []bool
	near        ranked
	products    []float64 // of the training rows with the test row
	bounds      []float64 // of the distances, from above
	sizes       []float64 // reciprocal norms of the training rows
}

func (s *sparseSearch) begin(train *storage.Sparse, scaling *Scaling) {
	n, d := train.Dims()
	s.units, s.varying = make([]float64, d), make([]bool, d)
	for j := range d {
		s.units[j] = scaling.unit(j)
		if scaling != nil {
			if s.varying[j] = scaling.SD[j] > 0; s.varying[j] {
				c := scaling.Mean[j] / s.units[j]
				s.center += c * c
			}
			continue
		}
		_, values := train.Column(j)
		for _, v := range values {
			s.varying[j] = s.varying[j] || len(values) < n || v != values[0]
		}
	}
	s.bounds, s.sizes = make([]float64, n), make([]float64, n)
	for i := range n {
		s.sizes[i] = s.size(s.train, i)
	}
}

// multiply computes the products with row t.
func (s *sparseSearch) multiply(t int) {
	clear(s.products)
	columns, values := s.test.row(t)
	for p, j := range columns {
		v := values[p] / s.units[j]
		rows, others := s.columns.Column(int(j))
		for q, i := range rows {
			s.products[i] += v * others[q]
		}
	}
}

// byAngle offers the rows by cosine.
func (s *sparseSearch) byAngle(t int) {
	s.near.reset(&cosines{}, 0)
	size := s.size(s.test, t)
	for i, product := range s.products {
		product += s.center - s.test.centers[t] - s.train.centers[i]
		if v := apart(product, size, s.sizes[i]); !(v >= s.near.kth) {
			s.near.offer(i, v)
		}
	}
}

// size is the reciprocal norm of a centered row, as that of cosines.
func (s *sparseSearch) size(r *sparseRows, i int) float64 {
	return reciprocal(math.Sqrt(max(0, r.squares[i]-2*r.centers[i]+s.center)))
}

// expanded is the error of ‖a‖² + ‖b‖² - 2a'b relative to ‖a‖² + ‖b‖², with room for long sums.
const expanded = 1e-12

// byDistance offers the rows whose distance may be among the smallest.
func (s *sparseSearch) byDistance(t int) {
	size := s.norm(t)
	s.near.reset(&squares{}, size)
	for i, product := range s.products {
		sum := s.test.squares[t] + s.train.squares[i]
		s.bounds[i] = sum*(1+expanded) - 2*product
		if !(s.bounds[i] >= s.near.kth) {
			s.near.offer(i, s.bounds[i])
		}
	}
	_, limit := ties.SquaredRange(s.near.kth, size)
	s.near.reset(&squares{}, size)
	for i, bound := range s.bounds {
		if bound-2*expanded*(s.test.squares[t]+s.train.squares[i]) > limit {
			continue
		}
		if v := s.distance(t, i); !(v >= s.near.kth) {
			s.near.offer(i, v)
		}
	}
}

// norm is that of test row t over the columns that vary in train.
func (s *sparseSearch) norm(t int) float64 {
	var sum float64
	columns, values := s.test.row(t)
	for p, j := range columns {
		if s.varying[j] {
			sum += values[p] * values[p]
		}
	}
	return math.Sqrt(max(0, sum-2*s.test.centers[t]+s.center))
}

// distance is the squared distance of test row t and training row i, column by column.
func (s *sparseSearch) distance(t, i int) float64 {
	sum := s.test.rest[t]
	a, v := s.test.row(t)
	b, w := s.train.row(i)
	p, q := 0, 0
	for p < len(a) || q < len(b) {
		var r float64
		switch {
		case q == len(b) || p < len(a) && a[p] < b[q]:
			r = v[p]
			p++
		case p == len(a) || b[q] < a[p]:
			r = w[q]
			q++
		default:
			r = v[p] - w[q]
			p, q = p+1, q+1
		}
		sum += r * r
	}
	return sum
}
