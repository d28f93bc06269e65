package learn

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// LDAOptions are the choices of LDA; the zero value is sound.
type LDAOptions struct {
	// Ridge adds Ridge·tr(S_w)/d to the diagonal of S_w. 0 means none; for a singular S_w it means
	// the limit for a ridge that goes to 0.
	Ridge float64
	// Equal weights all classes equally, as LAP 2018 prints S_b in (3); otherwise class l has the
	// weight n_l.
	Equal bool
}

// LDA finds m axes with large scatter between the classes y of the samples x (n×d), relative to the
// scatter within them,
//
//	max over W'W = I of  tr((W'S_wW)⁻¹ W'S_bW)
//	S_w = Σ_l Σ_{i in class l} (x_i - μ_l)(x_i - μ_l)',   S_b = Σ_l n_l (μ_l - μ)(μ_l - μ)'
//
// (LAP 2018, (1) to (3), which omits n_l; Equal takes that form). W is the orthonormal basis that
// the leading solutions of S_bw = λS_ww give in their order; Values has λ.
//
// When d >= n - c, some directions usually have no scatter within classes: then W spans these, by
// descending scatter between, each with λ = +Inf. That is null-space LDA, the limit of S_w + ρI for
// ρ → 0 (docs/learn.md).
//
// Axes beyond the number of directions in which the class means differ, at most c - 1, are 0. The
// cost is O(nd·min(n, d)) time, one copy of X and O(min(n, d)²) memory. It returns an error when m
// is not between 1 and min(d, c-1), when there is one class or one sample, when Ridge is negative,
// when all features are constant or the differences of the values are not finite, and ctx.Err().
func LDA(ctx context.Context, x mat.Matrix, y []int, m int, opt LDAOptions) (*Directions, error) {
	if n, _ := x.Dims(); n != len(y) {
		panic(mat.ErrShape)
	}
	if err := checkAxes(x, m); err != nil {
		return nil, err
	}
	filled, err := filledClasses(y)
	if err != nil {
		return nil, err
	}
	if m > filled-1 {
		return nil, fmt.Errorf("%d axes of %d classes; the class means differ in at most %d, "+
			"ask for 1 to %d", m, filled, filled-1, filled-1)
	}
	if !(opt.Ridge >= 0) {
		return nil, fmt.Errorf("ridge = %g; give a share of the mean variance, or 0 for none",
			opt.Ridge)
	}
	within, err := ClassGraph(y)
	if err != nil {
		return nil, err
	}
	total := CompleteGraph(len(y)).Laplacian
	if opt.Equal {
		total = func(z *mat.Dense) *mat.Dense { return equalClasses(z, y, within) }
	}
	// Products with the total scatter less those with the scatter within classes are combinations
	// of the class means.
	groups := mat.NewDense(len(y), len(within.inside), nil)
	for i, c := range y {
		groups.Set(i, c, math.Sqrt(within.inside[c]))
	}
	return discriminant(ctx, x, m, opt.Ridge, groups, within.Laplacian, total)
}

// equalClasses returns (L_w + L_b)z for the S_b without class sizes: X'L_bX = Σ_l (μ_l - μ)(μ_l -
// μ)'.
func equalClasses(z *mat.Dense, y []int, within *Graph) *mat.Dense {
	out := within.Laplacian(z)
	// μ_l - μ are the rows of M z, z centered, and L_bz = M'Mz, where M_li = 1/n_l - 1/n inside
	// class l and -1/n else.
	n, k := z.Dims()
	means, mean := mat.NewDense(len(within.inside), k, nil), make([]float64, k)
	for i, c := range y {
		row := z.RawRowView(i)
		to := means.RawRowView(c)
		for j, v := range row {
			to[j] += v * within.inside[c]
			mean[j] += v / float64(n)
		}
	}
	apart := make([]float64, k) // Σ_l (μ_l - μ)
	seen := make([]bool, len(within.inside))
	for _, c := range y {
		if seen[c] {
			continue
		}
		seen[c] = true
		for j := range mean {
			means.Set(c, j, means.At(c, j)-mean[j])
			apart[j] += means.At(c, j)
		}
	}
	for i, c := range y {
		to := out.RawRowView(i)
		for j := range to {
			to[j] += within.inside[c]*means.At(c, j) - apart[j]/float64(n)
		}
	}
	return out
}
