package linear

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// system solves (Z'Z + μI)w = v for columns Z of length n that come and go. Up to n columns it has
// their products Z'Z, above ZZ' (n×n):
//
//	w = (v - Z'(ZZ' + μI)⁻¹Zv)/μ
type system struct {
	n       int
	columns [][]float64
	gram    [][]float64   // row i has i+1 numbers; nil when there is kernel
	kernel  *mat.SymDense // ZZ'
}

func (s *system) add(f []float64) {
	s.columns = append(s.columns, f)
	switch k := len(s.columns); {
	case s.kernel != nil:
		s.kernel.SymRankOne(s.kernel, 1, mat.NewVecDense(s.n, f))
	case k > s.n:
		s.gram, s.kernel = nil, mat.NewSymDense(s.n, nil)
		for _, g := range s.columns {
			s.kernel.SymRankOne(s.kernel, 1, mat.NewVecDense(s.n, g))
		}
	default:
		s.gram = append(s.gram, products(f, s.columns))
	}
}

func products(f []float64, columns [][]float64) []float64 {
	out := make([]float64, len(columns))
	for i, g := range columns {
		out[i] = floats.Dot(f, g)
	}
	return out
}

func (s *system) remove(i int) {
	f := s.columns[i]
	s.columns = slices.Delete(s.columns, i, i+1)
	switch {
	case s.kernel == nil:
		s.gram = slices.Delete(s.gram, i, i+1)
		for p := i; p < len(s.gram); p++ {
			s.gram[p] = slices.Delete(s.gram[p], i, i+1)
		}
	case len(s.columns) <= s.n/2: // not at n, where columns may come and go
		s.kernel = nil
		for p, g := range s.columns {
			s.gram = append(s.gram, products(g, s.columns[:p+1]))
		}
	default:
		s.kernel.SymRankOne(s.kernel, -1, mat.NewVecDense(s.n, f))
	}
}

// product sets out to Zw.
func (s *system) product(out, w []float64) {
	clear(out)
	for i, f := range s.columns {
		floats.AddScaled(out, w[i], f)
	}
}

const (
	// refinements are the corrections of a solution by its residual, at most, and solved the
	// residual that needs none, relative to the right side.
	refinements = 3
	solved      = 1e-15
)

// solve returns w. μ is above 0.
func (s *system) solve(mu float64, v []float64) []float64 {
	once := s.factorize(mu)
	w := once(v)
	enough := solved * floats.Norm(v, math.Inf(1))
	for range refinements {
		rest := s.residual(mu, v, w)
		if floats.Norm(rest, math.Inf(1)) <= enough {
			break
		}
		floats.Add(w, once(rest))
	}
	return w
}

// residual is v - (Z'Z + μI)w.
func (s *system) residual(mu float64, v, w []float64) []float64 {
	rest := slices.Clone(v)
	floats.AddScaled(rest, -mu, w)
	if s.kernel == nil {
		for i, row := range s.gram {
			rest[i] -= floats.Dot(row, w[:i+1])
			floats.AddScaled(rest[:i], -w[i], row[:i])
		}
		return rest
	}
	part := make([]float64, s.n)
	s.product(part, w)
	for i, f := range s.columns {
		rest[i] -= floats.Dot(f, part)
	}
	return rest
}

// factorize returns a solver of the system within rounding of the products.
func (s *system) factorize(mu float64) func(v []float64) []float64 {
	k := len(s.columns)
	if s.kernel == nil {
		data := make([]float64, k*k)
		for i, row := range s.gram {
			for j, v := range row {
				data[j*k+i] = v
			}
			data[i*k+i] += mu
		}
		g := mat.NewSymDense(k, data)
		chol := definite(g)
		return func(v []float64) []float64 {
			out := make([]float64, k)
			_ = chol.SolveVecTo(mat.NewVecDense(k, out), mat.NewVecDense(k, slices.Clone(v)))
			return out
		}
	}
	g := mat.NewSymDense(s.n, nil)
	g.CopySym(s.kernel)
	for i := range s.n {
		g.SetSym(i, i, g.At(i, i)+mu)
	}
	chol := definite(g)
	return func(v []float64) []float64 {
		part := make([]float64, s.n)
		s.product(part, v)
		q := mat.NewVecDense(s.n, nil)
		_ = chol.SolveVecTo(q, mat.NewVecDense(s.n, part))
		out := make([]float64, k)
		for i, f := range s.columns {
			out[i] = (v[i] - floats.Dot(f, q.RawVector().Data)) / mu
		}
		return out
	}
}

// definite factorizes g, whose least eigenvalues rounding may have made negative. What is then
// added to the diagonal is left to the refinement.
func definite(g *mat.SymDense) *mat.Cholesky {
	var chol mat.Cholesky
	k := g.SymmetricDim()
	for add := 1e-15 * float64(k); !chol.Factorize(g); add *= 4 {
		for i := range k {
			g.SetSym(i, i, g.At(i, i)+add)
		}
	}
	return &chol
}
