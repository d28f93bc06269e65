package projection

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// orbit extrapolates a fixed-point iteration of orthonormal columns, which span a space, from its
// last steps (Anderson 1965).
type orbit struct {
	anderson
}

func (o *orbit) forget() { o.anderson.forget() }

// after returns the extrapolation from a point and its image, turned to it, with orthonormal
// columns.
func (o *orbit) after(point, image *mat.Dense) *mat.Dense {
	n, m := point.Dims()
	x := append([]float64(nil), point.RawMatrix().Data...)
	f := make([]float64, len(x))
	floats.SubTo(f, image.RawMatrix().Data, x)
	if o.x != nil {
		dx, df := make([]float64, len(x)), make([]float64, len(x))
		floats.SubTo(dx, x, o.x)
		floats.SubTo(df, f, o.f)
		o.dx, o.df = append(o.dx, dx), append(o.df, df)
		if len(o.dx) > remembered {
			o.dx, o.df = o.dx[1:], o.df[1:]
		}
	}
	o.x, o.f = x, f
	weight := make([]float64, len(x))
	floats.AddConst(1, weight)
	theta := o.combine(f, weight)
	out := mat.DenseCopyOf(image)
	if theta == nil {
		return out
	}
	to := out.RawMatrix().Data
	for h, t := range theta {
		floats.AddScaled(to, -t, o.dx[h])
		floats.AddScaled(to, -t, o.df[h])
	}
	gram := mat.NewSymDense(m, nil)
	gram.SymOuterK(1, out.T())
	var factor mat.Cholesky
	if !factor.Factorize(gram) || !(factor.Cond() < 1e8) {
		return mat.DenseCopyOf(image)
	}
	var upper mat.TriDense
	factor.UTo(&upper)
	var inverse mat.TriDense
	if err := inverse.InverseTri(&upper); err != nil {
		return mat.DenseCopyOf(image)
	}
	turned := mat.NewDense(n, m, nil)
	turned.Mul(out, &inverse)
	return turned
}

// turnTo turns the orthonormal columns of y, within their space, to be nearest to those of to.
func turnTo(y, to *mat.Dense) {
	var cross, rotation, turned mat.Dense
	cross.Mul(y.T(), to)
	var svd mat.SVD
	if !svd.Factorize(&cross, mat.SVDThin) {
		return
	}
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	rotation.Mul(&u, v.T())
	turned.Mul(y, &rotation)
	y.Copy(&turned)
}
