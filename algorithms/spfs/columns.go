package spfs

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/duplicates"
	"fsnb.example/internal/parallel"
)

// columnBlock is the number of columns that one goroutine processes at a time, so that the values
// of a row fill whole cache lines.
const columnBlock = 64

// columns holds the features of a data set, each centered and of unit length, in one of three
// forms. Constant columns are zero.
type columns struct {
	n, d     int
	data     []float64 // of values in memory: n for each column
	compact  []offsets // of data, by column, once compress has found them
	entries  *entries  // of sparse values
	file     *file     // of values on disk
	constant []int     // ascending
	flat     []int     // columns, also zero, that vary only at samples of weight 0; ascending
	live     []int     // the other columns, ascending
}

// at is feature j of values in memory, of length n.
func (c *columns) at(j int) []float64 { return c.data[j*c.n : (j+1)*c.n : (j+1)*c.n] }

// newColumns copies the columns of x (n×d) if they are in memory or sparse; of those on disk it
// keeps what normalizes them. It scales values of extreme size by a power of two, so that no square
// overflows, and subtracts the first sample, so that constant columns are exactly zero. If raw is
// true, it does not center.
func newColumns(ctx context.Context, x mat.Matrix, raw bool, workers int) (*columns, error) {
	switch x := x.(type) {
	case *mat.Dense:
		return makeColumns(ctx, x, workers, func(f []float64) bool {
			_, varies := normalize(f, raw)
			return varies
		})
	case storage.Dense:
		return newColumns(ctx, x.Dense, raw, workers)
	case *storage.Sparse:
		return newEntries(ctx, x, raw, workers)
	}
	return newFile(ctx, storage.Of(x), raw, workers)
}

// newWeighted is newColumns with weight root_i² for sample i: feature f becomes diag(root)(f - μ1),
// scaled to unit length, with μ its weighted mean.
func newWeighted(ctx context.Context, x *mat.Dense, root []float64, workers int) (*columns, error) {
	var total float64
	for _, r := range root {
		total += r * r
	}
	c, err := makeColumns(ctx, x, workers, func(f []float64) bool {
		if _, varies := normalize(f, false); !varies {
			return false
		}
		weigh(f, root, total)
		return true
	})
	if err != nil {
		return nil, err
	}
	live := c.live[:0]
	for _, j := range c.live {
		if floats.Norm(c.at(j), 1) == 0 {
			c.flat = append(c.flat, j)
		} else {
			live = append(live, j)
		}
	}
	c.live = live
	return c, nil
}

// weigh subtracts the weighted mean from f and scales it to unit length; total is the sum of the
// weights. If f is constant where root is not 0, it becomes zero.
func weigh(f, root []float64, total float64) {
	first, flat := math.NaN(), true
	for i, r := range root {
		if r > 0 {
			flat = flat && (f[i] == first || math.IsNaN(first))
			first = f[i]
		}
	}
	if flat {
		clear(f)
		return
	}
	var mean float64
	for i, r := range root {
		mean += r * r * (f[i] - first) / total
	}
	for i, r := range root {
		f[i] = r * (f[i] - first - mean)
	}
	floats.Scale(1/floats.Norm(f, math.Inf(1)), f) // so that squares do not underflow
	floats.Scale(1/floats.Norm(f, 2), f)
}

// makeColumns copies the columns of x and calls prepare on each, which returns false for a constant
// column.
func makeColumns(ctx context.Context, x *mat.Dense, workers int, prepare func(f []float64) bool) (
	*columns, error) {
	n, d := x.Dims()
	c := &columns{n: n, d: d, data: make([]float64, n*d)}
	constant := make([]bool, d)
	err := parallel.For(ctx, workers, d, columnBlock, func(lo, hi int) {
		for i := range n {
			for j, v := range x.RawRowView(i)[lo:hi] {
				c.data[(lo+j)*n+i] = v
			}
		}
		for j := lo; j < hi; j++ {
			constant[j] = !prepare(c.at(j))
		}
	})
	if err != nil {
		return nil, err
	}
	c.divide(constant)
	return c, nil
}

// divide lists the constant and the other columns.
func (c *columns) divide(constant []bool) {
	for j, is := range constant {
		if is {
			c.constant = append(c.constant, j)
		} else {
			c.live = append(c.live, j)
		}
	}
}

// norming is what makes a value x of a column that of the feature:
//
//	(x·2^-exponent - first - mean) / most · scale
type norming struct {
	first, mean, most, scale float64
	exponent                 int
}

// relative is the value before the last factor.
func (m *norming) relative(x float64) float64 {
	if m.exponent != 0 {
		x = math.Ldexp(x, -m.exponent)
	}
	return (x - m.first - m.mean) / m.most
}

// apply normalizes a column; the bits are those of normalize.
func (m *norming) apply(f []float64) {
	if m.exponent != 0 {
		for i, x := range f {
			f[i] = math.Ldexp(x, -m.exponent)
		}
	}
	for i, x := range f {
		f[i] = (x - m.first - m.mean) / m.most * m.scale
	}
}

// extreme returns the exponent of the largest size of a column if squares may overflow or vanish,
// else 0.
func extreme(most float64) (exponent int) {
	if most > 1e100 || most < 1e-100 {
		_, exponent = math.Frexp(most)
	}
	return exponent
}

// normalize centers f unless raw is true, and scales it to unit length. It makes a constant f zero
// and returns false.
func normalize(f []float64, raw bool) (m norming, varies bool) {
	most, constant := 0.0, true
	for _, v := range f {
		most = max(most, math.Abs(v))
		constant = constant && v == f[0]
	}
	if constant {
		clear(f)
		return m, false
	}
	if m.exponent = extreme(most); m.exponent != 0 {
		for i, v := range f {
			f[i] = math.Ldexp(v, -m.exponent)
		}
	}
	if !raw {
		m.first = f[0]
		for i := range f {
			f[i] -= m.first
			m.mean += f[i]
		}
		m.mean /= float64(len(f))
		floats.AddConst(-m.mean, f)
	}
	for _, v := range f {
		m.most = max(m.most, math.Abs(v))
	}
	var sum float64
	for i := range f {
		f[i] /= m.most
		sum += f[i] * f[i]
	}
	m.scale = 1 / math.Sqrt(sum)
	floats.Scale(m.scale, f)
	return m, true
}

// duplicates finds duplicates, up to sign, among the live columns: first[j] is the first column
// that equals column j, j itself if there is none.
func (c *columns) duplicates(ctx context.Context, workers int) (first []int, err error) {
	switch {
	case c.entries != nil:
		return c.entries.duplicates(ctx, c.live, workers)
	case c.file != nil:
		return c.file.duplicates(ctx, c.live)
	}
	x := mat.NewDense(c.d, c.n, c.data)
	return duplicates.Rows(ctx, x, c.live, duplicates.Rule{Sign: true}, workers)
}
