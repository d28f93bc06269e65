package embedded

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms/graph"
	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/rowsparse"
)

// localRows returns B with B'B = M and at most min(n, d) rows. With the Cholesky factorization
// X̃_iX̃_i' + λI = LL', each sample adds the k+1 rows of L⁻¹X̃_i. With n >= d the rows are reduced
// to d; with d > n, M = X'CX is factored instead, where C (n×n) sums (L⁻¹H)'L⁻¹H of the samples,
// and B takes the place of x.
func localRows(ctx context.Context, x *mat.Dense, near [][]graph.Neighbor, lambda float64,
	workers int) (*mat.Dense, error) {
	n, d := x.Dims()
	parts, err := localParts(ctx, x, near, lambda, workers, d > n)
	if err != nil {
		return nil, err
	}
	if d <= n {
		s := &stack{d: d}
		for _, p := range parts {
			for r := range len(near[0]) + 1 {
				s.add(p.RawRowView(r))
			}
		}
		return s.rows(), nil
	}
	f := rowsparse.Factor(localSum(parts, near))
	if f == nil {
		return nil, nil
	}
	rows, _ := f.Dims()
	b := x.Slice(0, rows, 0, d).(*mat.Dense)
	rowsparse.MulRows(b, f, x)
	return b, nil
}

// localForm returns M = X'CX (d×d), nil where rounding may spoil it: where a diagonal entry of
// |X|'|C||X| is above limit. The cost is O(nk²d + nd²).
func localForm(ctx context.Context, x *mat.Dense, near [][]graph.Neighbor, lambda, limit float64,
	workers int) (*mat.SymDense, error) {
	n, d := x.Dims()
	parts, err := localParts(ctx, x, near, lambda, workers, true)
	if err != nil {
		return nil, err
	}
	c := localSum(parts, near)
	image := mat.NewDense(d, n, nil) // (CX)'
	sizes := mat.NewDense(n, d, nil)
	err = parallel.For(ctx, workers, n, 8, func(lo, hi int) {
		sum := make([]float64, d)
		for i := lo; i < hi; i++ {
			clear(sum)
			size := sizes.RawRowView(i)
			for j := range n {
				v := c.At(i, j)
				if v == 0 {
					continue
				}
				row := x.RawRowView(j)
				floats.AddScaled(sum, v, row)
				for l, u := range row {
					size[l] += math.Abs(v * u)
				}
			}
			for l, u := range sum {
				image.Set(l, i, u)
				size[l] *= math.Abs(x.At(i, l))
			}
		}
	})
	if err != nil {
		return nil, err
	}
	total := make([]float64, d)
	for i := range n {
		floats.Add(total, sizes.RawRowView(i))
	}
	if !(floats.Max(total) <= limit) {
		return nil, nil
	}
	var form mat.SymDense
	form.SetRawSymmetric(dense.Symmetric(mat.DenseCopyOf(x.T()), image))
	return &form, nil
}

// localParts returns L⁻¹X̃_i of each sample, or L⁻¹H if ofH.
func localParts(ctx context.Context, x *mat.Dense, near [][]graph.Neighbor, lambda float64,
	workers int, ofH bool) ([]*mat.Dense, error) {
	n, d := x.Dims()
	k := len(near[0]) + 1
	parts := make([]*mat.Dense, n)
	rooms := sync.Pool{New: func() any { return mat.NewDense(k, d, nil) }}
	err := parallel.For(ctx, workers, n, 1, func(i, _ int) {
		local := rooms.Get().(*mat.Dense)
		if ofH {
			defer rooms.Put(local)
		}
		local.SetRow(0, x.RawRowView(i))
		for r, v := range near[i] {
			local.SetRow(r+1, x.RawRowView(v.Index))
		}
		mean := make([]float64, d)
		for r := range k {
			floats.AddScaled(mean, 1/float64(k), local.RawRowView(r))
		}
		for r := range k {
			floats.Sub(local.RawRowView(r), mean)
		}
		var g mat.SymDense
		g.SymOuterK(1, local)
		for r := range k {
			g.SetSym(r, r, g.At(r, r)+lambda)
		}
		factor, ok := lapack64.Potrf(g.RawSymmetric()) // U'U, L = U'
		if !ok {
			return // parts[i] remains nil
		}
		if ofH {
			local = mat.NewDense(k, k, nil)
			local.Apply(func(r, c int, _ float64) float64 {
				if r == c {
					return 1 - 1/float64(k)
				}
				return -1 / float64(k)
			}, local)
		}
		blas64.Trsm(blas.Left, blas.Trans, 1, factor, local.RawMatrix())
		parts[i] = local
	})
	if err != nil {
		return nil, err
	}
	if slices.Contains(parts, nil) {
		return nil, fmt.Errorf(
			"lambda = %g is too small relative to the distances of neighbors; give a larger "+
				"lambda, or divide columns by their standard deviation", lambda)
	}
	return parts, nil
}

// localSum returns C.
func localSum(parts []*mat.Dense, near [][]graph.Neighbor) *mat.SymDense {
	c := mat.NewSymDense(len(parts), nil)
	for i, p := range parts {
		var own mat.SymDense
		own.SymOuterK(1, p.T())
		at := func(r int) int {
			if r == 0 {
				return i
			}
			return near[i][r-1].Index
		}
		for r := range len(near[i]) + 1 {
			for q := range r + 1 {
				a, b := at(r), at(q)
				c.SetSym(a, b, c.At(a, b)+own.At(r, q))
			}
		}
	}
	return c
}
