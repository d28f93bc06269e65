package projection

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
)

// someSamples are those whose pairs a processor takes at a time.
const someSamples = 16

// of is the problem of other features.
func (f *dependence) of(x *mat.Dense, c *counter) *dependence {
	return &dependence{counter: c, x: x, label: f.label, width: f.width, keep: f.keep}
}

// set computes the sums of K∘Q at w, and its products with z if it is not stored.
func (f *dependence) set(w *mat.Dense) {
	if f.at == w {
		return
	}
	n, d := f.x.Dims()
	_, m := w.Dims()
	f.count(productWork*float64(n)*float64(m)*float64(d+n/2) + pairWork*float64(n)*float64(n)/2)
	f.at, f.z = w, thin(f.x, w)
	f.across = mat.DenseCopyOf(f.z.T())
	f.own = make([]float64, n)
	for i := range n {
		f.own[i] = floats.Dot(f.z.RawRowView(i), f.z.RawRowView(i))
	}
	if f.keep {
		if f.both == nil {
			f.both = mat.NewDense(n, n, nil)
		}
		parallel.Whole(0, n, someSamples, func(lo, hi int) {
			f.fill(f.both.Slice(lo, hi, 0, hi).(*mat.Dense), lo)
		})
		mirror(f.both)
	}
	f.sums, f.halves = make([]float64, n), make([]float64, n)
	if f.image = nil; !f.keep {
		f.image = mat.NewDense(m, n, nil)
	}
	f.eachRows(func(lo int, rows *mat.Dense) {
		if !f.keep {
			f.multiply(lo, rows)
		}
		for r := range rows.RawMatrix().Rows {
			row, i := rows.RawRowView(r), lo+r
			f.sums[i] = floats.Sum(row)
			f.halves[i] = row[i] + 2*floats.Sum(row[:i])
		}
	})
}

// eachRows calls use with the rows of K∘Q from lo on, for some at a time and from several
// goroutines.
func (f *dependence) eachRows(use func(lo int, rows *mat.Dense)) {
	n, _ := f.x.Dims()
	parallel.Whole(0, n, someSamples, func(lo, hi int) {
		if f.both != nil {
			use(lo, f.both.Slice(lo, hi, 0, n).(*mat.Dense))
			return
		}
		rows := mat.NewDense(hi-lo, n, nil)
		f.fill(rows, lo)
		use(lo, rows)
	})
}

// multiply sets the image of some rows.
func (f *dependence) multiply(lo int, rows *mat.Dense) {
	m, _ := f.image.Dims()
	to := f.image.Slice(0, m, lo, lo+rows.RawMatrix().Rows).(*mat.Dense)
	dense.AddProducts(to.RawMatrix(), f.across.RawMatrix(), rows.RawMatrix())
}

// fill sets rows to the first columns of the rows of K∘Q from lo on.
func (f *dependence) fill(rows *mat.Dense, lo int) {
	count, columns := rows.Dims()
	rows.Zero()
	across := f.across.RawMatrix()
	dense.AddOuter(rows.RawMatrix(), some(across, lo, lo+count), some(across, 0, columns))
	narrow := 1 / (2 * f.width * f.width)
	q := make([]float64, len(f.label.count))
	for r := range count {
		i := lo + r
		f.label.row(q, f.label.y[i])
		row := rows.RawRowView(r)
		own, y := f.own[:len(row)], f.label.y[:len(row)]
		for k, dot := range row {
			row[k] = math.Exp(-max(0, f.own[i]+own[k]-2*dot)*narrow) * q[y[k]]
		}
		row[i] = q[y[i]]
	}
}

// some are columns lo to hi-1.
func some(a blas64.General, lo, hi int) blas64.General {
	return blas64.General{Rows: a.Rows, Cols: hi - lo, Stride: a.Stride, Data: a.Data[lo:]}
}

// mirror copies the lower triangle to the upper one.
func mirror(a *mat.Dense) {
	n, _ := a.Dims()
	data := a.RawMatrix()
	for i := range n {
		for k, v := range a.RawRowView(i)[:i] {
			data.Data[k*data.Stride+i] = v
		}
	}
}

func (f *dependence) value(w *mat.Dense) float64 {
	f.set(w)
	var sum float64
	for _, v := range f.halves {
		sum += v
	}
	return -sum
}

// gradient is X'·2/σ²·Lap(K∘Q)·XW, with Lap(S) = diag(S1) - S.
func (f *dependence) gradient(w *mat.Dense) *mat.Dense {
	f.set(w)
	n, d := f.x.Dims()
	_, m := w.Dims()
	f.count(productWork * float64(n) * float64(m) * float64(n+d))
	if f.image == nil {
		f.image = mat.NewDense(m, n, nil)
		f.eachRows(f.multiply)
	}
	inner := mat.NewDense(n, m, nil)
	twice := 2 / (f.width * f.width)
	for i, sum := range f.sums {
		for c, v := range f.z.RawRowView(i) {
			inner.Set(i, c, twice*(sum*v-f.image.At(c, i)))
		}
	}
	return thinTransposed(f.x, inner)
}

// curvature is X'·2/σ²·(Lap(K∘Q)·XV + Lap(T)·XW), with the derivative T of K∘Q in direction V:
// T_ik = -(K∘Q)_ik (z_i - z_k)'(u_i - u_k)/σ², for rows z_i of XW and u_i of XV.
func (f *dependence) curvature(w, v *mat.Dense) *mat.Dense {
	f.set(w)
	n, m := f.z.Dims()
	_, d := f.x.Dims()
	f.count(productWork * float64(n) * float64(m) * float64(4*n+2*d))
	u := thin(f.x, v)
	along := mat.DenseCopyOf(u.T())
	own := make([]float64, n) // z_i'u_i
	for i := range n {
		own[i] = floats.Dot(f.z.RawRowView(i), u.RawRowView(i))
	}
	inner := mat.NewDense(n, m, nil)
	square := f.width * f.width
	f.eachRows(func(lo int, rows *mat.Dense) {
		bend := make([]float64, n)
		for r := range rows.RawMatrix().Rows {
			i := lo + r
			zi, ui, both := f.z.RawRowView(i), u.RawRowView(i), rows.RawRowView(r)
			copy(bend, own)
			floats.AddConst(own[i], bend)
			for c := range m {
				floats.AddScaled(bend, -ui[c], f.across.RawRowView(c))
				floats.AddScaled(bend, -zi[c], along.RawRowView(c))
			}
			floats.Mul(bend, both)
			floats.Scale(-1/square, bend)
			sum, to := floats.Sum(bend), inner.RawRowView(i)
			for c := range m {
				to[c] = 2 / square * (f.sums[i]*ui[c] - floats.Dot(both, along.RawRowView(c)) +
					sum*zi[c] - floats.Dot(bend, f.across.RawRowView(c)))
			}
		}
	})
	return thinTransposed(f.x, inner)
}

func (f *dependence) metric(v *mat.Dense) *mat.Dense { return mat.DenseCopyOf(v) }

func (f *dependence) among(basis *axes) *mat.Dense { return mat.DenseCopyOf(eye(basis.count())) }

// inverse is exact.
func (f *dependence) inverse(pull *mat.SymDense, shift float64) func(v *mat.Dense) *mat.Dense {
	inner := shiftedInverse(pull, shift)
	return func(v *mat.Dense) *mat.Dense {
		var out mat.Dense
		out.Mul(v, inner)
		return &out
	}
}

func (f *dependence) part(features []int) smooth {
	return f.of(columns(f.x, features), f.counter)
}

func (f *dependence) diagonal() []float64 {
	_, d := f.x.Dims()
	return slices.Repeat([]float64{1}, d)
}

func (f *dependence) steepness(on *face, _ *mat.Dense) []float64 {
	return slices.Repeat([]float64{1}, on.unknowns())
}
