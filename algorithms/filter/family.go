package filter

import (
	"context"
	"fmt"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/graphs"
)

// The similarity-preserving family (SPFS 2013, section 3) scores a feature f by how well its values
// agree with a similarity K of the samples,
//
//	SC(f) = f^'K^f^                                         (3.1)
//
// A member consists of a normalizer, which maps f to f^, and an operator, which maps
// K to K^. The rows of every operator here sum to 0, up to a part that the
// normalizer makes constant. So each member is a constant minus a sum over
// pairs of samples, W_ij (f_i - f_j)² / norm(f):
//
//	member     W of the pairs                norm(f)                      f^
//	Fisher     class graph (2.1)             f~'f~ as f'Lf + f'L_b f      (f - mean)/sd
//	Laplacian  K                             f~'Df~                       (f - μ1)/‖D^½(f - μ1)‖
//	SPEC φ1    K, or γ of its spectrum       f'Df                         f/‖D^½f‖
//	SPEC φ2    the same                      f~'Df~                       (f - μ1)/‖D^½(f - μ1)‖
//	SPEC φ3    the same, k eigenvectors      f'Df                         f/‖D^½f‖
//	HSIC       K^ of (3.16)                  1, or the variance           f, or f/sd
//	ReliefF    hits and misses, signed       range²                       f/range
//
// with f~ = f - μ1, μ = f'D1/1'D1. (3.3) and (3.5) follow since L = D - K. The trace
// ratio of Nie et al. 2008 sums numerator and norm over a subset before dividing.

// terms are the quadratic forms of the members, one number for each feature f.
type terms struct {
	smooth   []float64 // f'Lf
	spread   []float64 // f~'Df~
	level    []float64 // f'Df - f~'Df~ = (f'D1)²/1'D1
	constant []int     // columns of one value
	flat     []int     // other columns with spread 0: they vary only where D is 0
}

// termsOf computes the terms of a similarity without negative entries. It costs O(nd) plus
// s.Smoothness.
func termsOf(ctx context.Context, d *datasets.Dataset, s graphs.Weights, opt algorithms.Options) (
	*terms, error) {
	t := &terms{}
	scatter, constant, err := graphs.Scatter(ctx, d.Matrix(), d.Features, opt.Workers)
	if err != nil {
		return nil, err
	}
	t.constant = constant
	if t.smooth, err = s.Smoothness(ctx, d.Matrix(), opt.Workers); err != nil {
		return nil, err
	}
	degrees := s.Degrees()
	mean, err := graphs.WeightedMeans(ctx, d.Matrix(), degrees, opt.Workers)
	if err != nil {
		return nil, err
	}
	if t.spread, err = graphs.WeightedSquares(ctx, d.Matrix(), degrees, mean,
		opt.Workers); err != nil {
		return nil, err
	}
	var total float64
	for _, v := range degrees {
		total += v
	}
	t.level = make([]float64, d.D())
	origin := d.Matrix().Rows(0, 1, new(storage.Buffer)).RawRowView(0)
	for j, m := range mean {
		v := origin[j] + m
		t.level[j] = total * v * v // may overflow: a feature far from 0 is smooth
		if scatter[j] != 0 && t.spread[j] == 0 {
			t.flat = append(t.flat, j)
		}
	}
	return t, checkFinite(d, t.smooth, t.spread)
}

// checkFinite returns an error for the first column of which a form overflows.
func checkFinite(d *datasets.Dataset, forms ...[]float64) error {
	for _, form := range forms {
		for j, v := range form {
			if math.IsInf(v, 0) || math.IsNaN(v) {
				return fmt.Errorf(
					"column %d (%s): the squares of its values overflow; divide the column by a "+
						"constant", j, d.Features[j])
			}
		}
	}
	return nil
}

// lessIsBetter makes scores from a criterion to be minimized: 1 - criterion. Constant
// columns and those that vary only where D is 0 get the worst score.
func lessIsBetter(d *datasets.Dataset, t *terms, criterion func(j int) float64) *algorithms.Scores {
	s := familyScores(d, t, func(j int) float64 { return 1 - criterion(j) })
	s.Raw = make(algorithms.Numbers, d.D())
	for j := range s.Raw {
		if s.Raw[j] = math.Inf(1); !math.IsInf(s.Values[j], -1) {
			s.Raw[j] = criterion(j)
		}
	}
	return s
}

// familyScores makes scores from a criterion to be maximized.
func familyScores(d *datasets.Dataset, t *terms, score func(j int) float64) *algorithms.Scores {
	s := algorithms.NewScores(d, t.constant)
	s.Warnings = append(s.Warnings, caution.Flat(d, t.flat)...)
	for j := range s.Values {
		if s.Values[j] = math.Inf(-1); t.spread[j] != 0 {
			s.Values[j] = score(j)
		}
	}
	return s
}

// makeNonNegative makes a similarity for methods that divide by its degrees.
func makeNonNegative(ctx context.Context, d *datasets.Dataset, s graph.Similarity,
	opt algorithms.Options) (*graph.Built, graphs.Weights, error) {
	built, err := graph.MakeNonNegative(ctx, d, s, opt)
	if err != nil {
		return nil, nil, err
	}
	k, err := built.Weights()
	return built, k, err
}
