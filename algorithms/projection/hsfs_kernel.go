package projection

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// set computes K∘Q at w.
func (f *dependence) set(w *mat.Dense) {
	if f.at == w {
		return
	}
	n, _ := f.x.Dims()
	f.at, f.z = w, new(mat.Dense)
	f.z.Mul(f.x, w)
	if f.both == nil {
		f.both = mat.NewSymDense(n, nil)
	}
	for i := range n {
		zi := f.z.RawRowView(i)
		for k := i; k < n; k++ {
			var square float64
			for c, v := range f.z.RawRowView(k) {
				square += (zi[c] - v) * (zi[c] - v)
			}
			f.both.SetSym(i, k, math.Exp(-square/(2*f.width*f.width))*f.q.At(i, k))
		}
	}
}

func (f *dependence) value(w *mat.Dense) float64 {
	f.set(w)
	n, _ := f.x.Dims()
	var sum float64
	for i := range n {
		sum += f.both.At(i, i)
		for k := i + 1; k < n; k++ {
			sum += 2 * f.both.At(i, k)
		}
	}
	return -sum
}

// laplacianTimes adds scale·(diag(S1) - S)z to out.
func laplacianTimes(out *mat.Dense, s *mat.SymDense, z *mat.Dense, scale float64) {
	n, _ := z.Dims()
	for i := range n {
		to, zi := out.RawRowView(i), z.RawRowView(i)
		for k := range n {
			v := scale * s.At(i, k)
			for c, u := range z.RawRowView(k) {
				to[c] += v * (zi[c] - u)
			}
		}
	}
}

// gradient is X'·2/σ²·Lap(K∘Q)·XW.
func (f *dependence) gradient(w *mat.Dense) *mat.Dense {
	f.set(w)
	n, m := f.z.Dims()
	inner := mat.NewDense(n, m, nil)
	laplacianTimes(inner, f.both, f.z, 2/(f.width*f.width))
	var out mat.Dense
	out.Mul(f.x.T(), inner)
	return &out
}

func (f *dependence) curvature(w, v *mat.Dense) *mat.Dense {
	f.set(w)
	n, m := f.z.Dims()
	var dz mat.Dense
	dz.Mul(f.x, v)
	square := f.width * f.width
	bend := mat.NewSymDense(n, nil)
	for i := range n {
		zi, di := f.z.RawRowView(i), dz.RawRowView(i)
		for k := i + 1; k < n; k++ {
			zk, dk := f.z.RawRowView(k), dz.RawRowView(k)
			var dot float64
			for c := range m {
				dot += (zi[c] - zk[c]) * (di[c] - dk[c])
			}
			bend.SetSym(i, k, -f.both.At(i, k)*dot/square)
		}
	}
	inner := mat.NewDense(n, m, nil)
	laplacianTimes(inner, f.both, &dz, 2/square)
	laplacianTimes(inner, bend, f.z, 2/square)
	var out mat.Dense
	out.Mul(f.x.T(), inner)
	return &out
}

func (f *dependence) metric(v *mat.Dense) *mat.Dense { return mat.DenseCopyOf(v) }

func (f *dependence) part(features []int) smooth {
	return &dependence{x: columns(f.x, features), q: f.q, width: f.width}
}

func (f *dependence) diagonal() []float64 {
	_, d := f.x.Dims()
	out := make([]float64, d)
	for j := range out {
		out[j] = 1
	}
	return out
}

func (f *dependence) majorizer(*face, *mat.Dense) func(v []float64) []float64 {
	return slices.Clone[[]float64]
}
