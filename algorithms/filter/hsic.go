package filter

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
)

// HSICSimilarity says which similarity K of the samples the features shall depend
// on.
type HSICSimilarity string

const (
	// HSICClass is 1/n_c for two samples of class c, which has n_c of them, and 0
	// for others (SPFS 2013, eq. 2.1). It needs labels.
	HSICClass HSICSimilarity = "class"
	// HSICRBF is that of SPEC.
	HSICRBF HSICSimilarity = "rbf"
	// HSICNeighbors is the graph of Laplacian.
	HSICNeighbors HSICSimilarity = "neighbors"
)

// Choices returns the similarities, the default first.
func (HSICSimilarity) Choices() []string {
	return []string{string(HSICClass), string(HSICRBF), string(HSICNeighbors)}
}

// HSIC scores a feature by its dependence on a similarity K of the samples: the
// unbiased estimate of the Hilbert-Schmidt independence criterion with the linear
// kernel K_F = ff',
//
//	SC = 1/(n(n-3)) [ tr(K_F K) + 1'K_F1·1'K1/((n-1)(n-2)) - 2/(n-2)·1'K_F K1 ]
//
// where the diagonals of both are set to 0 (Song et al. 2007; SPFS 2013, eq. 2.4).
// With r = K1, for a centred feature this is
//
//	n(n-3)·SC = -f'Lf + (1 + 2/(n-2)) sum_i r_i f_i² - 1'r·‖f‖²/((n-1)(n-2))
//
// A set of features has the sum of their scores, so that the best k are those of
// largest score (SPFS eq. 3.16), which may be negative. Scores do not depend on
// the mean of a feature, nor on its unit unless Unscaled is set. With classes of one
// size the order is then that of the Fisher score. FOHSIC and BAHSIC use a kernel
// that sees how features act together. Constant columns score -Inf and rank last.
//
// The cost is O(nd) time and O(d) memory for classes, O(n²d) and O(n²) for HSICRBF, that
// of Laplacian for HSICNeighbors. Score returns an error when there are fewer than 4
// samples, when labels are needed and missing, when Given has another size, and those
// of graph.Gaussian and graph.HeatKernel.
type HSIC struct {
	// Similarity is HSICClass, HSICRBF or HSICNeighbors; "" means HSICClass.
	Similarity HSICSimilarity
	// Percentile of the squared distances is δ² of HSICRBF; 0 means 20.
	Percentile float64
	// Neighbors and Heat are those of Laplacian, for HSICNeighbors; 0 means 5
	// neighbours and the mean squared neighbour distance.
	Neighbors int
	Heat      float64
	// Given is K itself (n×n), in place of Similarity; nil for none. Entries may be
	// negative.
	Given mat.Symmetric
	// Unscaled takes features as they are, so that those of large unit count for
	// more, instead of giving them unit variance (with n) first.
	Unscaled bool
}

// Name returns "hsic".
func (HSIC) Name() string { return "hsic" }

// Resolve writes out the defaults.
func (m HSIC) Resolve() algorithms.Selector {
	s := hsicSource{m.Similarity, m.Percentile, m.Neighbors, m.Heat, m.Given}.resolved()
	m.Similarity, m.Percentile, m.Neighbors, m.Heat = s.kind, s.percentile, s.neighbors, s.heat
	return m
}

// Score returns the dependence of every feature. Its diagnostics have the width of
// the kernel.
func (m HSIC) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (*algorithms.Scores, error) {
	m = m.Resolve().(HSIC)
	if err := algorithms.Check(ctx, m, d, opt, algorithms.Needs{Labels: m.Similarity == HSICClass && m.Given == nil}); err != nil {
		return nil, err
	}
	s, err := m.score(ctx, d, opt)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	return s, nil
}

func (m HSIC) score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (*algorithms.Scores, error) {
	k, extra, err := hsicSource{m.Similarity, m.Percentile, m.Neighbors, m.Heat, m.Given}.similarity(ctx, d, opt)
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
	square, constant, err := graph.Scatter(ctx, d.X, d.Features, opt.Workers) // ‖f‖²
	if err != nil {
		return nil, err
	}
	smooth, err := k.Smoothness(ctx, d.X, opt.Workers)
	if err != nil {
		return nil, err
	}
	mean, err := graph.WeightedMeans(ctx, d.X, ones, opt.Workers)
	if err != nil {
		return nil, err
	}
	weighted, err := graph.WeightedSquares(ctx, d.X, r, mean, opt.Workers)
	if err != nil {
		return nil, err
	}
	if err := checkFinite(d, smooth, weighted); err != nil {
		return nil, err
	}
	s := newScores(d, constant)
	nf := float64(n)
	for j, q := range square {
		if q == 0 {
			continue
		}
		// A form over ‖f‖² overflows for no unit.
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
	for _, j := range constant {
		s.Values[j] = math.Inf(-1)
	}
	s.Warnings = append(s.Warnings, cutWarning(k)...)
	s.Diagnostics.Extra = extra
	return s, nil
}

// Select ranks the features by their scores.
func (m HSIC) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// hsicSource is where K comes from: the fields that HSIC, FOHSIC and BAHSIC share.
type hsicSource struct {
	kind       HSICSimilarity
	percentile float64
	neighbors  int
	heat       float64
	given      mat.Symmetric
}

// resolved writes out the defaults, also of what a given matrix replaces.
func (s hsicSource) resolved() hsicSource {
	if s.given != nil {
		s = hsicSource{given: s.given}
	}
	if s.kind == "" {
		s.kind = HSICClass
	}
	if s.percentile == 0 {
		s.percentile = DefaultPercentile
	}
	if s.neighbors == 0 {
		s.neighbors = DefaultNeighbors
	}
	return s
}

func (s hsicSource) needsLabels() bool { return s.kind == HSICClass && s.given == nil }

func (s hsicSource) similarity(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (graph.Similarity, []algorithms.Value, error) {
	if d.N() < 4 {
		return nil, nil, fmt.Errorf("the data set has %d samples; the unbiased estimate needs at least 4", d.N())
	}
	switch {
	case s.given != nil:
		a, err := graph.FromMatrix(s.given, d.N())
		return a, nil, err
	case s.kind == HSICClass:
		return graph.NewClasses(d.Y, len(d.Classes)), nil, nil
	case s.kind == HSICRBF:
		a, delta2, err := gaussian(ctx, d, s.percentile, opt)
		return a, []algorithms.Value{delta2}, err
	}
	a, err := graph.HeatKernel(ctx, d.X, s.neighbors, s.heat, opt.Workers, opt.Meter)
	if err != nil {
		return nil, nil, err
	}
	return a, edgesOf(a), nil
}
