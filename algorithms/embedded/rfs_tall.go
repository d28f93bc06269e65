package embedded

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/optimize"
)

const (
	// rfsLarge is the number of samples and active features from which Newton's steps are found by
	// conjugate gradients.
	rfsLarge = 700
	// rfsTiny is the size of a sample's z, relative to the largest, below which it stays out of the
	// triangular factor.
	rfsTiny = 1e-4
	// rfsForcing is the largest relative residual of a step of Newton's method.
	rfsForcing = .03
	// rfsFar is the violation above which each z becomes the optimum for the rows at hand: Newton's
	// steps are short there.
	rfsFar = 2
	// rfsNear is the ε below which features of low dual norm are dropped.
	rfsNear = 2e-3
	// rfsTolerance is the violation at which the steps for the last ε end.
	rfsTolerance = 1e-10
	// rfsProducts bounds the conjugate gradients of a step.
	rfsProducts = 300
	// rfsRefined is the relative residual at which iterative refinement ends, and rfsRefines bounds
	// its steps.
	rfsRefined, rfsRefines = 1e-13, 3
)

// border solves with the matrices of a point that has no more active features than samples:
//
//	PΛ + a'V = B,  aΛ - H⁻¹V = C
//
// The samples whose z is tiny stay in Λ, all others are eliminated first:
//
//	M = a_N P_N⁻¹ a_N' + H⁻¹ = U'U,   S = P_Z + a_Z'M⁻¹a_Z
//
// so that no number is divided by a tiny one. All matrices of l columns are held as l rows.
type border struct {
	n             int
	z             []float64  // of the point
	a, transposed *mat.Dense // a×n, n×a
	tiny          []int
	isTiny        []bool
	upper         blas64.Triangular
	rows          *mat.Dense // a_Z', a row each
	solved        *mat.Dense // M⁻¹a_Z, likewise
	small         blas64.Triangular
}

// newBorder returns nil if a factorization fails by rounding. The cost is O(na² + a³).
func newBorder(z []float64, a, transposed *mat.Dense) *border {
	size, n := a.Dims()
	f := &border{n: n, z: z, a: a, transposed: transposed, isTiny: make([]bool, n)}
	weights, top := make([]float64, n), floats.Max(z[:n])
	for i, v := range z[:n] {
		if v < rfsTiny*top {
			f.tiny, f.isTiny[i] = append(f.tiny, i), true
		} else {
			weights[i] = 1 / v
		}
	}
	m := dense.Gram(a, weights)
	for j, v := range z[n:] {
		m.Data[j*m.Stride+j] += 1 / v
	}
	var ok bool
	if f.upper, ok = dense.Cholesky(m, 0); !ok || len(f.tiny) == 0 {
		return f.orNil(ok)
	}
	f.rows = mat.NewDense(len(f.tiny), size, nil)
	for k, i := range f.tiny {
		copy(f.rows.RawRowView(k), transposed.RawRowView(i))
	}
	f.solved = mat.DenseCopyOf(f.rows)
	dense.SolveRows(f.upper, f.solved)
	var s mat.Dense
	s.Mul(f.solved, f.rows.T())
	small := mat.NewSymDense(len(f.tiny), nil)
	for k, i := range f.tiny {
		for q := range k {
			small.SetSym(k, q, s.At(k, q))
		}
		small.SetSym(k, k, s.At(k, k)+z[i])
	}
	f.small, ok = dense.Cholesky(small.RawSymmetric(), 0)
	return f.orNil(ok)
}

func (f *border) orNil(ok bool) *border {
	if !ok {
		return nil
	}
	return f
}

// solve returns Λ and V for B and C, nil for 0. The cost is O(la(n + a)).
func (f *border) solve(b, c *mat.Dense) (lambda, v *mat.Dense) {
	l, _ := b.Dims()
	lambda = mat.NewDense(l, f.n, nil)
	f.divide(lambda, b)
	v = dense.Cross(lambda, f.a)
	if c != nil {
		v.Sub(v, c)
	}
	dense.SolveRows(f.upper, v)
	if f.tiny != nil {
		mu, back := dense.Cross(v, f.rows), new(mat.Dense)
		for r := range l {
			for k, i := range f.tiny {
				mu.Set(r, k, b.At(r, i)-mu.At(r, k))
			}
		}
		dense.SolveRows(f.small, mu)
		back.Mul(mu, f.solved)
		v.Add(v, back)
		lambda = f.residual(b, v)
		for r := range l {
			for k, i := range f.tiny {
				lambda.Set(r, i, mu.At(r, k))
			}
		}
		return lambda, v
	}
	return f.residual(b, v), v
}

// residual returns P⁻¹(B - a'V), 0 for tiny samples.
func (f *border) residual(b, v *mat.Dense) *mat.Dense {
	out := dense.Cross(v, f.transposed)
	out.Sub(b, out)
	f.divide(out, out)
	return out
}

// divide sets dst to P⁻¹B, 0 for tiny samples.
func (f *border) divide(dst, b *mat.Dense) {
	l, _ := b.Dims()
	for r := range l {
		to, from := dst.RawRowView(r), b.RawRowView(r)
		for i, v := range from {
			to[i] = v / f.z[i]
			if f.isTiny[i] {
				to[i] = 0
			}
		}
	}
}

// refined is solve for B = b and C = 0 with iterative refinement.
func (f *border) refined(b *mat.Dense) (lambda, v *mat.Dense) {
	lambda, v = f.solve(b, nil)
	l, _ := v.Dims()
	for range rfsRefines {
		r, c := dense.Cross(v, f.transposed), dense.Cross(lambda, f.a)
		var most float64
		for k := range l {
			to, from, at := r.RawRowView(k), b.RawRowView(k), lambda.RawRowView(k)
			for i, u := range from {
				to[i] = u - float64(f.z[i]*at[i]) - to[i]
				most = max(most, math.Abs(to[i]))
			}
			less, rows := c.RawRowView(k), v.RawRowView(k)
			for j, u := range rows {
				less[j] = u/f.z[f.n+j] - less[j]
				most = max(most, math.Abs(less[j]))
			}
		}
		if most <= rfsRefined {
			break
		}
		more, step := f.solve(r, c)
		lambda.Add(lambda, more)
		v.Add(v, step)
	}
	return lambda, v
}

// schur returns Mt for M = Q∘GG' + diag(θ²), see newton: an image of Q is -P^½Λ of the samples,
// and u - H^-½V of the features, for B = -P^½u and C = -H^-½u.
func (x *point) schur(t, theta []float64) []float64 {
	f, a := x.border, len(x.z)-x.n
	b, c := mat.NewDense(x.l, x.n, nil), mat.NewDense(x.l, a, nil)
	for r := range x.l {
		g, to, less := x.across.RawRowView(r), b.RawRowView(r), c.RawRowView(r)
		for i := range to {
			to[i] = -x.roots[i] * t[i] * g[i]
		}
		for j := range less {
			less[j] = -t[x.n+j] * g[x.n+j] / x.roots[x.n+j]
		}
	}
	lambda, v := f.solve(b, c)
	out := make([]float64, len(t))
	for r := range x.l {
		g, at, rows := x.across.RawRowView(r), lambda.RawRowView(r), v.RawRowView(r)
		for i, u := range at {
			out[i] -= g[i] * x.roots[i] * u
		}
		for j, u := range rows {
			k := x.n + j
			out[k] += g[k] * (t[k]*g[k] - u/x.roots[k])
		}
	}
	for k, v := range theta {
		out[k] += (v*v + rfsRidge) * t[k]
	}
	return out
}

// tallSolve sets t to about M⁻¹t by conjugate gradients. A bound of the diagonal of M preconditions
// them.
func (x *point) tallSolve(t, theta []float64, eps float64) bool {
	scale := make([]float64, len(x.z))
	for k, v := range x.norm {
		scale[k] = v*v + theta[k]*theta[k] + rfsRidge
	}
	c := optimize.NewCG(slices.Clone(t), func(r []float64) []float64 {
		return floats.DivTo(make([]float64, len(r)), r, scale)
	})
	off := x.violation(eps)
	forcing := max(min(rfsForcing, off), min(rfsForcing, rfsTolerance/10/off))
	enough := floats.Dot(t, t) * forcing * forcing
	for range rfsProducts {
		c.AP = x.schur(c.P, theta)
		if !c.Step() {
			return false
		}
		if !(floats.Dot(c.R, c.R) > enough) {
			break
		}
		c.Next()
	}
	copy(t, c.X)
	return true
}

// cross computes Λ, G and their norms by the border.
func (x *point) cross(y *mat.Dense) {
	lambda, v := x.border.refined(mat.DenseCopyOf(y.T()))
	x.roots = make([]float64, len(x.z))
	for k, z := range x.z {
		x.roots[k] = math.Sqrt(z)
	}
	x.across = mat.NewDense(x.l, len(x.z), nil)
	for r := range x.l {
		to := x.across.RawRowView(r)
		copy(to, lambda.RawRowView(r))
		for j, u := range v.RawRowView(r) {
			to[x.n+j] = u / x.z[x.n+j]
		}
	}
	x.lambda, x.g = mat.DenseCopyOf(lambda.T()), mat.DenseCopyOf(x.across.T())
	x.measure(y)
}

// tall reports whether points with a active features have a border.
func (s *robust) tall(a int) bool {
	return a <= s.n && a*s.l > s.n && s.n+a >= s.large
}
