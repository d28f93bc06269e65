package projection

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// set computes K∘Q at w.
func (f *dependence) set(w *mat.Dense) {
	if f.at == w {
		return
	}
	n, _ := f.x.Dims()
	f.at, f.z = w, thin(f.x, w)
	if f.both == nil {
		f.both = mat.NewDense(n, n, nil)
	}
	narrow := 1 / (2 * f.width * f.width)
	for i := range n {
		zi, q, row := f.z.RawRowView(i), f.q.RawRowView(i), f.both.RawRowView(i)
		for k := range i + 1 {
			var square float64
			for c, v := range f.z.RawRowView(k) {
				square += (zi[c] - v) * (zi[c] - v)
			}
			row[k] = math.Exp(-square*narrow) * q[k]
		}
	}
	mirror(f.both)
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

// laplacianTimes adds scale·(diag(S1) - S)z to out.
func laplacianTimes(out, s, z *mat.Dense, scale float64) {
	n, _ := z.Dims()
	off := thin(s, z)
	for i := range n {
		to := out.RawRowView(i)
		floats.AddScaled(to, -scale, off.RawRowView(i))
		floats.AddScaled(to, scale*floats.Sum(s.RawRowView(i)), z.RawRowView(i))
	}
}

// gradient is X'·2/σ²·Lap(K∘Q)·XW.
func (f *dependence) gradient(w *mat.Dense) *mat.Dense {
	f.set(w)
	n, m := f.z.Dims()
	inner := mat.NewDense(n, m, nil)
	laplacianTimes(inner, f.both, f.z, 2/(f.width*f.width))
	return thinTransposed(f.x, inner)
}

func (f *dependence) curvature(w, v *mat.Dense) *mat.Dense {
	f.set(w)
	n, m := f.z.Dims()
	dz := thin(f.x, v)
	square := f.width * f.width
	if f.bend == nil {
		f.bend = mat.NewDense(n, n, nil)
	}
	for i := range n {
		zi, di := f.z.RawRowView(i), dz.RawRowView(i)
		both, to := f.both.RawRowView(i), f.bend.RawRowView(i)
		for k := range i {
			zk, dk := f.z.RawRowView(k), dz.RawRowView(k)
			var dot float64
			for c, v := range zi {
				dot += (v - zk[c]) * (di[c] - dk[c])
			}
			to[k] = -both[k] * dot / square
		}
	}
	mirror(f.bend)
	inner := mat.NewDense(n, m, nil)
	laplacianTimes(inner, f.both, dz, 2/square)
	laplacianTimes(inner, f.bend, f.z, 2/square)
	return thinTransposed(f.x, inner)
}

func (f *dependence) metric(v *mat.Dense) *mat.Dense { return mat.DenseCopyOf(v) }

func (f *dependence) cost(m int) float64 {
	n, d := f.x.Dims()
	// Of those of pairs of samples, in a row and without branches, eight take the time of one.
	return float64(m) * (3*float64(n)*float64(n)/8 + 2*float64(n)*float64(d))
}

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

func (f *dependence) majorizer(on *face, _ *mat.Dense) *majorized {
	ones := make([]float64, on.unknowns())
	floats.AddConst(1, ones)
	return diagonally(ones)
}
