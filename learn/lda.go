package learn

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// LDAOptions are the choices of LDA; the zero value is sound.
type LDAOptions struct {
	// Ridge adds Ridge·tr(S_w)/d to the diagonal of S_w. 0 means none, also where S_w is singular: the limit of a
	// ridge that goes to 0.
	Ridge float64
	// Equal counts every class alike, whatever its size, as LAP 2018 prints S_b in (3); else class l counts n_l times.
	Equal bool
}

// LDA finds m axes on which the classes y of the samples x (n×d) lie far apart relative to how far the samples
// of a class do,
//
//	max over W'W = I of  tr((W'S_wW)⁻¹ W'S_bW)
//	S_w = Σ_l Σ_{i in class l} (x_i - μ_l)(x_i - μ_l)',   S_b = Σ_l n_l (μ_l - μ)(μ_l - μ)'
//
// (LAP 2018, (1) to (3)). The ratio is that of the span of W, which the leading solutions of S_bw = λS_ww span; W has the
// orthonormal columns that they give in their order, so that the first is the first discriminant, of length 1,
// and the norms of the rows of W belong to the span. Values has λ.
//
// (3) is printed without n_l. With it S_b + S_w is the total scatter, and (12) with weights of 1 gives this form; it
// is what textbooks and scikit-learn have. For two classes both forms have one answer. Equal takes the printed one.
//
// When d >= n - c, as a rule, some directions have no scatter within the classes at all, and the ratio is infinite
// there: then W spans these, those of largest scatter between first, each with λ = +Inf. That is null-space LDA,
// and the limit of S_w + ρI for ρ → 0. It is not what a pseudo-inverse of S_w gives, which looks at the other
// directions only. Directions in which no two samples differ take no part.
//
// There are at most c - 1 axes. Those beyond the number of directions in which the class means differ are 0. The
// problem is solved in the space of the rows, by X = LQ or X = QR: O(nd·min(n, d)) time, one copy of X and
// O(min(n, d)²) memory, never d×d when d > n. It returns an error when m is not between 1 and min(d, c-1), when
// there is one class or one sample, when Ridge is negative, when all features are constant or the differences of
// the values are not finite, and ctx.Err().
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
		return nil, fmt.Errorf("%d axes of %d classes; the class means differ in at most %d, ask for 1 to %d", m, filled, filled-1, filled-1)
	}
	if !(opt.Ridge >= 0) {
		return nil, fmt.Errorf("ridge = %g; give a share of the mean variance, or 0 for none", opt.Ridge)
	}
	within, err := ClassGraph(y)
	if err != nil {
		return nil, err
	}
	total := CompleteGraph(len(y)).Laplacian
	if opt.Equal {
		total = func(z *mat.Dense) *mat.Dense { return equalClasses(z, y, within) }
	}
	return discriminant(ctx, x, m, opt.Ridge, within.Laplacian, total)
}

// equalClasses returns (L_w + L_b)z for the S_b without class sizes: X'L_bX = Σ_l (μ_l - μ)(μ_l - μ)'.
func equalClasses(z *mat.Dense, y []int, within *Graph) *mat.Dense {
	out := within.Laplacian(z)
	// μ_l - μ are the rows of M z, z centered, and L_bz = M'Mz, where M_li = 1/n_l - 1/n inside class l and -1/n else.
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
