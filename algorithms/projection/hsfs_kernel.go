package projection

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
)

// someSamples are those whose pairs a processor takes at a time.
const someSamples = 16

// set computes K∘Q at w.
func (f *dependence) set(w *mat.Dense) {
	if f.at == w {
		return
	}
	n, d := f.x.Dims()
	_, m := w.Dims()
	f.count(productWork*float64(n)*float64(m)*float64(d+n/2) + pairWork*float64(n)*float64(n)/2)
	f.at, f.z = w, thin(f.x, w)
	f.across = mat.DenseCopyOf(f.z.T())
	if f.both == nil {
		f.both = mat.NewDense(n, n, nil)
	}
	narrow := 1 / (2 * f.width * f.width)
	own := make([]float64, n) // z_i'z_i
	for i := range n {
		own[i] = floats.Dot(f.z.RawRowView(i), f.z.RawRowView(i))
	}
	across, both := f.across.RawMatrix(), f.both.RawMatrix()
	parallel.Whole(0, n, someSamples, func(lo, hi int) {
		dots := blas64.General{Rows: hi - lo, Cols: hi, Stride: both.Stride,
			Data: both.Data[lo*both.Stride:]}
		for i := lo; i < hi; i++ {
			clear(f.both.RawRowView(i)[:hi])
		}
		dense.AddOuter(dots, some(across, lo, hi), some(across, 0, hi))
		for i := lo; i < hi; i++ {
			q, row := f.q.RawRowView(i), f.both.RawRowView(i)[:i]
			for k, dot := range row {
				row[k] = math.Exp(-max(0, own[i]+own[k]-2*dot)*narrow) * q[k]
			}
			f.both.Set(i, i, q[i])
		}
	})
	mirror(f.both)
	f.sums = make([]float64, n)
	for i := range n {
		f.sums[i] = floats.Sum(f.both.RawRowView(i))
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
	n, _ := f.x.Dims()
	var sum float64
	for i := range n {
		row := f.both.RawRowView(i)
		sum += row[i] + 2*floats.Sum(row[:i])
	}
	return -sum
}

// gradient is X'·2/σ²·Lap(K∘Q)·XW, with Lap(S) = diag(S1) - S.
func (f *dependence) gradient(w *mat.Dense) *mat.Dense {
	f.set(w)
	n, d := f.x.Dims()
	_, m := w.Dims()
	f.count(productWork * float64(n) * float64(m) * float64(n+d))
	inner := thin(f.both, f.z)
	twice := 2 / (f.width * f.width)
	for i, sum := range f.sums {
		for c, v := range f.z.RawRowView(i) {
			inner.Set(i, c, twice*(sum*v-inner.At(i, c)))
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
	parallel.Whole(0, n, someSamples, func(lo, hi int) {
		bend := make([]float64, n)
		for i := lo; i < hi; i++ {
			zi, ui, both := f.z.RawRowView(i), u.RawRowView(i), f.both.RawRowView(i)
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
	return &dependence{x: columns(f.x, features), q: f.q, width: f.width, counter: f.counter}
}

func (f *dependence) diagonal() []float64 {
	_, d := f.x.Dims()
	out := make([]float64, d)
	for j := range out {
		out[j] = 1
	}
	return out
}

func (f *dependence) majorizer(on *face, _ *mat.Dense) *majorized {
	ones := make([]float64, on.unknowns())
	floats.AddConst(1, ones)
	return diagonally(ones)
}
