package projection

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// mostUnknowns bounds the matrices that are factored for a Newton step.
const mostUnknowns = 3000

// majorizer inverts P'(A⊗Y)P for the vectors P of the face and the positive part Y of the pull:
// the Hessian is that less the one of the scatter between the classes, which has the rank cm. With
// A = R'R + εI it is a matrix of the rows plus one of rank nm, so that either the unknowns or nm
// numbers are solved for; the diagonal serves where both are many.
func (f *discriminant) majorizer(on *face, pull *mat.Dense) *majorized {
	root := positiveRoot(pull)
	_, m := root.Dims()
	n, d := f.rest.Dims()
	q := on.unknowns()
	e := mat.NewDense(q, m, nil)
	for i := range q {
		for c, k := range on.cols[i] {
			e.Set(i, k, on.signs[i][c]/math.Sqrt(float64(len(on.cols[i]))))
		}
	}
	var half mat.Dense
	half.Mul(e, root)
	switch {
	case q <= min(n*m, mostUnknowns):
		return &majorized{times: f.byUnknowns(on, &half), each: productWork * float64(q*q),
			before: solveWork*float64(q*q)*float64(q)/3 + placedWork*float64(q*q*m)}
	case n*m <= mostUnknowns:
		return &majorized{times: f.bySamples(on, &half), each: productWork * float64(2*n*d*m),
			before: solveWork * float64(n*m*n*m) * (float64(d) + float64(n*m)/3)}
	}
	scale := make([]float64, q)
	for i, j := range on.rows {
		v := half.RawRowView(i)
		scale[i] = 1 / (f.squares[j] * floats.Dot(v, v))
	}
	return diagonally(scale)
}

// positiveRoot is the root of the positive part of a symmetric matrix, with eigenvalues of at least
// 1e-3 of the largest.
func positiveRoot(a *mat.Dense) *mat.Dense {
	m, _ := a.Dims()
	var eigen mat.EigenSym
	if !eigen.Factorize(symmetrical(a), true) {
		eigen.Factorize(eye(m), true)
	}
	values := eigen.Values(nil)
	most := floats.Norm(values, math.Inf(1))
	if most == 0 {
		most = 1
	}
	var vectors, left, out mat.Dense
	eigen.VectorsTo(&vectors)
	left.CloneFrom(&vectors)
	for k, v := range values {
		v = math.Sqrt(max(v, 1e-3*most))
		for r := range m {
			left.Set(r, k, v*left.At(r, k))
		}
	}
	out.Mul(&left, vectors.T())
	return &out
}

func eye(m int) *mat.SymDense {
	out := mat.NewSymDense(m, nil)
	for k := range m {
		out.SetSym(k, k, 1)
	}
	return out
}

// byUnknowns factors the matrix of the unknowns.
func (f *discriminant) byUnknowns(on *face, half *mat.Dense) func(v []float64) []float64 {
	gram := f.gram
	if gram == nil {
		gram = new(mat.Dense)
		gram.Mul(f.rest.T(), f.rest)
		for j := range gram.RawMatrix().Rows {
			gram.Set(j, j, gram.At(j, j)+f.epsilon)
		}
	}
	q := on.unknowns()
	whole := mat.NewSymDense(q, nil)
	whole.SymOuterK(1, half)
	for i, j := range on.rows {
		row := gram.RawRowView(j)
		for k := i; k < q; k++ {
			whole.SetSym(i, k, whole.At(i, k)*row[on.rows[k]])
		}
	}
	return newPseudo(whole).solve
}

// bySamples uses Woodbury's identity for D + QQ', with a block of D for each row, ε(EYE') of its
// vectors E, and a column of Q for each sample and axis.
func (f *discriminant) bySamples(on *face, half *mat.Dense) func(v []float64) []float64 {
	n, d := f.rest.Dims()
	q, m := half.Dims()
	first := make([]int, d+1) // of the unknowns of a row
	for _, j := range on.rows {
		first[j+1]++
	}
	for j := range d {
		first[j+1] += first[j]
	}
	blocks := make([]*pseudo, d)
	share := make([]*mat.Dense, m*m) // of the rows in the blocks of the inner matrix: 1×d
	for k := range share {
		share[k] = mat.NewDense(1, d, nil)
	}
	for j := range d {
		lo, hi := first[j], first[j+1]
		if lo == hi {
			continue
		}
		own := half.Slice(lo, hi, 0, m)
		block := mat.NewSymDense(hi-lo, nil)
		block.SymOuterK(f.epsilon, own)
		blocks[j] = newPseudo(block)
		for k := range m {
			v := blocks[j].solve(mat.Col(nil, k, own))
			for l := range m {
				share[k*m+l].Set(0, j, floats.Dot(mat.Col(nil, l, own), v))
			}
		}
	}
	inner := mat.NewSymDense(n*m, nil)
	weighted := mat.NewDense(n, d, nil)
	var part mat.Dense
	for k := range m {
		for l := k; l < m; l++ {
			weights := share[k*m+l].RawRowView(0)
			for i := range n {
				floats.MulTo(weighted.RawRowView(i), f.rest.RawRowView(i), weights)
			}
			part.Reset()
			part.Mul(weighted, f.rest.T())
			for i := range n {
				for h := range n {
					inner.SetSym(k*n+i, l*n+h, part.At(i, h))
				}
			}
		}
	}
	for i := range n * m {
		inner.SetSym(i, i, inner.At(i, i)+1)
	}
	factor := newPseudo(inner)
	own := func(v []float64) []float64 { // D⁻¹v
		out := make([]float64, 0, q)
		for j := range d {
			if blocks[j] != nil {
				out = append(out, blocks[j].solve(v[first[j]:first[j+1]])...)
			}
		}
		return out
	}
	return func(v []float64) []float64 {
		out := own(v)
		full := mat.NewDense(d, m, nil) // the rows of the unknowns times their vectors
		for i, j := range on.rows {
			floats.AddScaled(full.RawRowView(j), out[i], half.RawRowView(i))
		}
		z := thin(f.rest, full)
		c := make([]float64, n*m)
		for k := range m {
			mat.Col(c[k*n:(k+1)*n], k, z)
		}
		c = factor.solve(c)
		for k := range m {
			z.SetCol(k, c[k*n:(k+1)*n])
		}
		full = thinTransposed(f.rest, z)
		less := make([]float64, q)
		for i, j := range on.rows {
			less[i] = floats.Dot(full.RawRowView(j), half.RawRowView(i))
		}
		floats.Sub(out, own(less))
		return out
	}
}
