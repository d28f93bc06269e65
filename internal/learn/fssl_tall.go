package learn

import (
	"context"
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/spectrum"
)

// tall is a step for d <= n, in v = Q^½w: (I + γQ^-½F'ℒFQ^-½)v = λQ^-½F'FQ^-½v.
func (f *fssl) tall(
	ctx context.Context, inverse []float64, near *mat.Dense,
) (w *mat.Dense, values []float64, before int, err error) {
	d := len(inverse)
	root := make([]float64, d)
	for j, v := range inverse {
		root[j] = math.Sqrt(v)
	}
	if near != nil {
		near = mat.DenseCopyOf(near)
		for j, r := range root {
			floats.Scale(1/r, near.RawRowView(j))
		}
	}
	b, squares := f.scaled(root)
	v, values, before, err := f.pencil(ctx, b, squares, near)
	if err != nil {
		return nil, nil, 0, err
	}
	scaleRows(v, root)
	return v, values, before, nil
}

// scaled returns γQ^-½F'ℒFQ^-½ and Q^-½F'FQ^-½.
func (f *fssl) scaled(root []float64) (b, squares *mat.SymDense) {
	d := len(root)
	b, squares = mat.NewSymDense(d, nil), mat.NewSymDense(d, nil)
	below, above := b.RawSymmetric(), squares.RawSymmetric()
	for i, r := range root {
		row, square, at := f.form.RawRowView(i), f.squares.RawRowView(i), i*below.Stride
		for j := i; j < d; j++ {
			below.Data[at+j] = r * root[j] * row[j] / 2
			above.Data[at+j] = r * root[j] * square[j]
		}
	}
	return b, squares
}

func scaleRows(m *mat.Dense, by []float64) {
	for j, v := range by {
		floats.Scale(v, m.RawRowView(j))
	}
}

// pencil returns the m smallest solutions of (I + B)t = λMt with t'Mt = 1, and those that equal the
// last one, by way of the largest 1/λ; before is the number of those below it. near has vectors
// from which to begin, or is nil.
func (f *fssl) pencil(
	ctx context.Context, b, squares *mat.SymDense, near *mat.Dense,
) (t *mat.Dense, values []float64, before int, err error) {
	n := b.SymmetricDim()
	for i := range n {
		b.SetSym(i, i, b.At(i, i)+1)
	}
	mu, vectors, err := spectrum.LargestOf(ctx, squares, b, f.m, near)
	if errors.Is(err, spectrum.ErrSingular) {
		err = errDependent
	}
	if err != nil {
		return nil, nil, 0, err
	}
	return f.solutions(n, mu, vectors)
}

// solutions returns those of pencil for the values 1/λ and t with t'(I + B)t = 1.
func (f *fssl) solutions(n int, mu []float64, vectors [][]float64) (
	t *mat.Dense, values []float64, before int, err error,
) {
	rank := 0
	for rank < len(mu) && mu[rank] > mu[0]*1e-14*float64(n) {
		rank++
	}
	if f.m > rank {
		return nil, nil, 0, rankError(f.m, rank)
	}
	values = make([]float64, rank)
	for k := range values {
		values[k] = 1 / mu[k]
	}
	before, through := tie(values, f.m,
		func(a, b float64) bool { return math.Abs(a-b) <= same*max(a, b) })
	t = mat.NewDense(n, through, nil)
	for k, v := range vectors[:through] {
		floats.Scale(math.Sqrt(values[k]), v)
		t.SetCol(k, v)
	}
	return t, values[:through], before, nil
}
