package learn

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// LFDAOptions are the choices of LFDA; the zero value is sound.
type LFDAOptions struct {
	// Ridge is that of LDAOptions.
	Ridge float64
}

// LFDA is LDA with local scatter: samples of one class attract each other only as far as an
// affinity 0 <= a_ij <= 1 joins them,
//
//	max over W'W = I of  tr((W'S_wW)⁻¹ W'S_bW)
//	S_w = ½Σ_ij a^w_ij (x_i - x_j)(x_i - x_j)'
//	S_b = ½Σ_ij a^b_ij (x_i - x_j)(x_i - x_j)'
//	a^w_ij = a_ij/n_l           in one class l of n_l, else 0
//	a^b_ij = a_ij(1/n - 1/n_l)  in one class, else 1/n
//
// (LAP 2018, (8) to (12); Sugiyama 2006). LAP prints 0 for the last "otherwise" of (12), which
// would make S_b negative; Sugiyama has 1/n, and a_ij = 1 then gives LDA.
//
// affinity has a_ij for pairs of samples i ≠ j, each once; pairs of different classes are ignored,
// missing ones are 0. W is normalized, and a singular S_w treated, as in LDA.
//
// There are at most as many axes as the data have dimensions; more than c - 1 are useful. The cost
// is that of LDA, O(pairs·min(n, d)), and two more copies of X. It returns the errors of LDA, and
// one when an affinity is out of range.
func LFDA(
	ctx context.Context, x mat.Matrix, y []int, affinity []Pair, m int, opt LFDAOptions,
) (*Directions, error) {
	n, _ := x.Dims()
	if n != len(y) {
		panic(mat.ErrShape)
	}
	if err := checkAxes(x, m); err != nil {
		return nil, err
	}
	if _, err := filledClasses(y); err != nil {
		return nil, err
	}
	if !(opt.Ridge >= 0) {
		return nil, fmt.Errorf("ridge = %g; give a share of the mean variance, or 0 for none",
			opt.Ridge)
	}
	count, err := classSizes(y)
	if err != nil {
		return nil, err
	}
	// a^w + a^b is 1/n between classes and a_ij/n inside: all pairs, minus those of a class, plus
	// those of the affinity.
	var within, joined []Pair
	for _, p := range affinity {
		if p.I < 0 || p.J < 0 || p.I >= n || p.J >= n || !(p.Weight >= 0 && p.Weight <= 1) {
			return nil, fmt.Errorf("the affinity of samples %d and %d is %g; give samples 0 to "+
				"%d and numbers from 0 to 1", p.I, p.J, p.Weight, n-1)
		}
		if p.I != p.J && y[p.I] == y[p.J] {
			within = append(within, Pair{p.I, p.J, p.Weight / float64(count[y[p.I]])})
			joined = append(joined, Pair{p.I, p.J, p.Weight / float64(n)})
		}
	}
	lw, err := PairGraph(n, within)
	if err != nil {
		return nil, err
	}
	lt, err := PairGraph(n, joined)
	if err != nil {
		return nil, err
	}
	lt.all, lt.y, lt.inside = 1/float64(n), y, make([]float64, len(count))
	for c := range lt.inside {
		lt.inside[c] = -1 / float64(n)
	}
	return discriminant(ctx, x, m, opt.Ridge, nil, lw.Laplacian, lt.Laplacian)
}
