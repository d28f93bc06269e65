package filter

import (
	"context"
	"fmt"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/similarities"
)

// HSIC scores a feature by its dependence on a similarity K (n×n) of the samples: the unbiased
// estimate of the Hilbert-Schmidt independence criterion with the linear kernel K_F = ff',
//
//	SC = 1/(n(n-3)) [ tr(K_F K) + 1'K_F1·1'K1/((n-1)(n-2)) - 2/(n-2)·1'K_F K1 ]
//
// with both diagonals set to 0. X (n×d) has unit variance unless Unscaled is set; the means do not
// matter. Scores may be negative; constant columns score -Inf and rank last. The score of a set of
// features is the sum of their scores, so that the best k are those of largest score.
//
// Score returns an error when there are fewer than 4 samples, when labels are needed and missing,
// and those of graph.Make. The cost is O(nd) time and O(d) memory for classes, else that of the
// similarity and O(d) a pair of samples.
//
// Source: Song et al. 2007; SPFS 2013, eqs. 2.4 and 3.16. See docs/methods.md.
type HSIC struct {
	// Similarity is K; nil means graph.SameClass. Entries may be negative.
	Similarity graph.Similarity
	// Unscaled takes features as they are, so that large values count more, instead of
	// scaling them to unit variance (with divisor n).
	Unscaled bool
}

// classesFirst are the similarities of HSIC, FOHSIC and BAHSIC.
func classesFirst() similarities.Kinds {
	return similarities.NewKinds(graph.SameClass{}, similarities.ByPercentile()).And(graph.Target{})
}

// Facts returns what is known of the method.
func (m HSIC) Facts() algorithms.Facts {
	targets := classesFirst().Targets(m.Similarity)
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "hsic",
			Family: algorithms.Similarity,
			Summary: "dependence on the classes, or on a similarity of the samples, by a linear " +
				"kernel",
			Source: "Song et al. 2007", Revision: 3,
			Variants: classesFirst().Variants(),
			Params: classesFirst().About("similarity", map[string]string{
				"unscaled": "take features as they are instead of scaling them to unit variance",
			}),
		},
		Promises: algorithms.Promises{Nested: true, Targets: targets},
		Costs: algorithms.Costs{
			Cost: "nd; n²d without classes", InPlace: targets != algorithms.NoTarget,
			Storage: classesFirst().Storage(m.Similarity), StoredIf: "similarity=neighbors",
			Memory: func(s algorithms.Shape) float64 {
				return classesFirst().WeightsMemory(m.Similarity, s)
			},
		},
	}
}

// Score returns the dependence of every feature. The diagnostics hold the width or the edges of
// the similarity.
func (m HSIC) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	m = algorithms.WithDefaults(m)
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	s, err := m.score(ctx, d, opt)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	return s, nil
}

// score computes, with r = K1 and for a centered feature,
//
//	n(n-3)·SC = -f'Lf + (1 + 2/(n-2)) sum_i r_i f_i² - 1'r·‖f‖²/((n-1)(n-2))
func (m HSIC) score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	built, k, err := hsicWeights(ctx, d, m.Similarity, opt)
	if err != nil {
		return nil, err
	}
	smooth, err := k.Smoothness(ctx, d.Matrix(), opt.Workers) // and the degrees
	if err != nil {
		return nil, err
	}
	n := d.N()
	r := make([]float64, n) // K1 without the diagonal
	ones := make([]float64, n)
	var total float64
	loops, degrees := k.Diagonal(), k.Degrees()
	for i := range r {
		r[i], ones[i] = degrees[i]-loops[i], 1
		total += r[i]
	}
	square, constant, err := graphs.Scatter(ctx, d.Matrix(), d.Features, opt.Workers) // ‖f‖²
	if err != nil {
		return nil, err
	}
	mean, err := graphs.WeightedMeans(ctx, d.Matrix(), ones, opt.Workers)
	if err != nil {
		return nil, err
	}
	weighted, err := graphs.WeightedSquares(ctx, d.Matrix(), r, mean, opt.Workers)
	if err != nil {
		return nil, err
	}
	if err := checkFinite(d, smooth, weighted); err != nil {
		return nil, err
	}
	s := algorithms.NewScores(d, constant)
	nf := float64(n)
	for j, q := range square {
		if q == 0 {
			continue
		}
		// Divided by ‖f‖² first, a form does not overflow in any unit.
		v := (-smooth[j]/q + (1+2/(nf-2))*(weighted[j]/q) - total/((nf-1)*(nf-2))) / (nf * (nf - 3))
		if m.Unscaled {
			v *= q
		} else {
			v *= nf
		}
		s.Values[j] = v
	}
	if err := checkFinite(d, s.Values); err != nil {
		return nil, err
	}
	constantLast(s)
	s.Warnings = append(s.Warnings, built.Warnings...)
	s.Diagnostics.Extra = built.Extra
	return s, nil
}

// Select ranks the features by their scores.
func (m HSIC) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// hsicWeights makes K and checks that there are enough samples for the unbiased estimate.
func hsicWeights(ctx context.Context, d *datasets.Dataset, s graph.Similarity,
	opt algorithms.Options) (*graph.Built, graphs.Weights, error) {
	if d.N() < 4 {
		return nil, nil,
			fmt.Errorf("the data set has %d samples; the unbiased estimate needs at least 4", d.N())
	}
	built, err := graph.Make(ctx, d, s, opt)
	if err != nil {
		return nil, nil, err
	}
	k, err := built.Weights()
	return built, k, err
}
