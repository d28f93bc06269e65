package spfs

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/duplicates"
	"fsnb.example/internal/parallel"
)

// columnBlock is the number of columns that one goroutine works on at a time: so
// many values of a row fill whole cache lines.
const columnBlock = 64

// columns holds the features of a data set one after another, each centered and of
// unit length; constant ones are zero.
type columns struct {
	n        int
	data     []float64
	constant []int // ascending
	flat     []int // those that vary at samples without weight only, ascending; they are zero, too
	live     []int // the others, ascending
}

// at is feature j, n numbers.
func (c *columns) at(j int) []float64 { return c.data[j*c.n : (j+1)*c.n : (j+1)*c.n] }

// newColumns copies the columns of x (n×d). Values are brought to a safe size by a
// power of two and taken relative to the first sample, so that no square
// overflows and a constant column is exactly that. With raw they are brought to
// unit length without centering.
func newColumns(ctx context.Context, x *mat.Dense, raw bool, workers int) (*columns, error) {
	return makeColumns(ctx, x, workers, func(f []float64) bool { return normalize(f, raw) })
}

// newWeighted is newColumns with sample i counting root_i² times: feature f becomes diag(root)(f -
// μ1), μ its weighted mean, of unit length.
func newWeighted(ctx context.Context, x *mat.Dense, root []float64, workers int) (*columns, error) {
	var total float64
	for _, r := range root {
		total += r * r
	}
	c, err := makeColumns(ctx, x, workers, func(f []float64) bool {
		if !normalize(f, false) {
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

// weigh brings f, with weights of that total, to weighted mean 0 and to unit length; to zero
// when it is the same number wherever root is not 0.
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
	floats.Scale(1/floats.Norm(f, math.Inf(1)), f) // squares of these do not vanish
	floats.Scale(1/floats.Norm(f, 2), f)
}

// makeColumns copies the columns of x and prepares each; those of which that reports false
// are constant.
func makeColumns(ctx context.Context, x *mat.Dense, workers int, prepare func(f []float64) bool) (
	*columns, error) {
	n, d := x.Dims()
	c := &columns{n: n, data: make([]float64, n*d)}
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
	for j, is := range constant {
		if is {
			c.constant = append(c.constant, j)
		} else {
			c.live = append(c.live, j)
		}
	}
	return c, nil
}

// normalize centers f unless raw is set and brings it to unit length; it makes a
// constant f zero and reports false.
func normalize(f []float64, raw bool) bool {
	first, most, constant := f[0], 0.0, true
	for _, v := range f {
		most = max(most, math.Abs(v))
		constant = constant && v == first
	}
	if constant {
		clear(f)
		return false
	}
	if most > 1e100 || most < 1e-100 {
		_, exponent := math.Frexp(most)
		for i, v := range f {
			f[i] = math.Ldexp(v, -exponent)
		}
		first = f[0]
	}
	if !raw {
		var mean float64
		for i := range f {
			f[i] -= first
			mean += f[i]
		}
		mean /= float64(len(f))
		floats.AddConst(-mean, f)
	}
	most = 0
	for _, v := range f {
		most = max(most, math.Abs(v))
	}
	var sum float64
	for i := range f {
		f[i] /= most
		sum += f[i] * f[i]
	}
	floats.Scale(1/math.Sqrt(sum), f)
	return true
}

// duplicates finds, among the live columns, those that equal an earlier one, but perhaps for the
// sign: first[j] is the first such column, j itself for all others.
func (c *columns) duplicates(ctx context.Context, workers int) (first []int, err error) {
	d := len(c.data) / c.n
	x := mat.NewDense(d, c.n, c.data)
	return duplicates.Rows(ctx, x, c.live, duplicates.Rule{Sign: true}, workers)
}
