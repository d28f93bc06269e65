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

// SPECCriterion is one of the three criteria of SPEC.
type SPECCriterion string

const (
	Phi2 SPECCriterion = "phi2" // smooth relative to the variance; to be minimised
	Phi1 SPECCriterion = "phi1" // smooth relative to the norm; to be minimised
	Phi3 SPECCriterion = "phi3" // near the smoothest eigenvectors; to be maximised
)

// Choices returns the criteria, the default first.
func (SPECCriterion) Choices() []string { return []string{string(Phi2), string(Phi1), string(Phi3)} }

// SPECSimilarity says which similarity K of the samples SPEC looks at.
type SPECSimilarity string

const (
	// SPECRBF is exp(-‖x_i - x_j‖²/(2δ²)) over all columns as they are, with δ² a
	// percentile of the squared distances (SPFS 2013, §6). No labels are used.
	SPECRBF SPECSimilarity = "rbf"
	// SPECNeighbors is the graph of Laplacian. No labels are used.
	SPECNeighbors SPECSimilarity = "neighbors"
	// SPECClass is 1/n_c for two samples of class c, which has n_c of them, and 0
	// for others (SPFS 2013, eq. 2.1). It needs labels.
	SPECClass SPECSimilarity = "class"
)

// Choices returns the similarities, the default first.
func (SPECSimilarity) Choices() []string {
	return []string{string(SPECRBF), string(SPECNeighbors), string(SPECClass)}
}

// SPEC is spectral feature selection: how little a feature f varies over the graph
// of a similarity K, with the eigenpairs (λ_i, ξ_i) of ℒ = D^-½(D - K)D^-½, λ_1 = 0,
// ξ_1 = D^½1/‖D^½1‖, the feature as f^ = D^½f/‖D^½f‖, and α_i = f^'ξ_i,
//
//	φ1 = sum_i γ(λ_i) α_i²                                  γ(λ) = λ^Power
//	φ2 = sum_{i>1} γ(λ_i) α_i² / sum_{i>1} α_i²
//	φ3 = sum_{i<=k} (γ(2) - γ(λ_i)) α_i²                    k = Eigenvectors
//
// (Zhao, Liu 2007; SPFS 2013, §2.2). φ1 and φ2 are small for good features: the
// score is 1 minus them (SPFS eq. 3.5), and Raw keeps them; φ3 is large and the
// score itself. φ1 and φ3 reward a large mean as well, since f = 1 is the smoothest
// of all: on features with an offset they rank by it. φ2 does not, is the default
// therefore, and with γ(λ) = λ it is the Laplacian score. With all eigenvectors
// φ3 = γ(2) - φ1.
//
// No eigenvectors are computed when γ(λ) = λ and φ3 has them all (φ1 = f'Lf/f'Df), nor
// for the class graph, whose spectrum is 0 and 1: the cost is O(n²d) for rbf and
// neighbors, and O(nd) for class. Otherwise it is O(n³ + n²d). Memory is O(n²), O(d) for
// class. Where equal eigenvalues lie on both sides of the k-th, any basis of their
// space is an answer of a solver's; here each direction in it counts for the same
// share.
//
// Score returns an error when the class graph has no labels, when Power is not
// positive, Eigenvectors not between 0 and n, Percentile not above 0 and up to 100,
// and those of Laplacian.
type SPEC struct {
	// Criterion is Phi1, Phi2 or Phi3; "" means Phi2.
	Criterion SPECCriterion
	// Similarity is SPECRBF, SPECNeighbors or SPECClass; "" means SPECRBF.
	Similarity SPECSimilarity
	// Percentile of the squared distances is δ² of SPECRBF; 0 means 20.
	Percentile float64
	// Neighbors and Heat are those of Laplacian, for SPECNeighbors; 0 means 5
	// neighbours and the mean squared neighbour distance.
	Neighbors int
	Heat      float64
	// Power is the exponent of γ(λ) = λ^Power; 0 means 1.
	Power float64
	// Eigenvectors is the number of smallest eigenvalues in φ3; 0 means all n.
	Eigenvectors int
	// Given is K itself (n×n), in place of Similarity, without negative entries;
	// nil for none.
	Given mat.Symmetric
}

// Name returns "spec".
func (SPEC) Name() string { return "spec" }

// Resolve writes out the defaults.
func (m SPEC) Resolve() algorithms.Selector {
	if m.Criterion == "" {
		m.Criterion = Phi2
	}
	if m.Power == 0 {
		m.Power = 1
	}
	if m.Given != nil { // which replaces these
		m.Similarity, m.Percentile, m.Neighbors, m.Heat = "", 0, 0, 0
	}
	if m.Similarity == "" {
		m.Similarity = SPECRBF
	}
	if m.Percentile == 0 {
		m.Percentile = DefaultPercentile
	}
	if m.Neighbors == 0 {
		m.Neighbors = DefaultNeighbors
	}
	return m
}

// Score returns the score of every feature. Its diagnostics have the width of the
// kernel.
func (m SPEC) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (*algorithms.Scores, error) {
	m = m.Resolve().(SPEC)
	if err := algorithms.Check(ctx, m, d, opt, algorithms.Needs{Labels: m.Similarity == SPECClass && m.Given == nil}); err != nil {
		return nil, err
	}
	s, err := m.score(ctx, d, opt)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	return s, nil
}

func (m SPEC) score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (*algorithms.Scores, error) {
	switch {
	case !(m.Power > 0) || math.IsInf(m.Power, 1):
		return nil, fmt.Errorf("power = %g; give a positive number, or 0 for 1", m.Power)
	case m.Eigenvectors < 0 || m.Eigenvectors > d.N():
		return nil, fmt.Errorf("eigenvectors = %d, and the data set has %d samples; give 1 to %d, or 0 for all", m.Eigenvectors, d.N(), d.N())
	}
	k, extra, err := m.similarity(ctx, d, opt)
	if err != nil {
		return nil, err
	}
	t, err := termsOf(ctx, d, k, opt)
	if err != nil {
		return nil, err
	}
	all := m.Eigenvectors == 0 || m.Eigenvectors == d.N()
	rough := t.smooth   // sum_{i>1} γ(λ_i) α_i² ‖D^½f‖²
	var close []float64 // sum_{1<i<=k} (γ(2) - γ(λ_i)) α_i² ‖D^½f‖², for φ3 of some
	some := m.Criterion == Phi3 && !all
	if classes, ok := k.(*graph.Classes); ok && some {
		close = m.closeToClasses(classes, t, d.N())
	} else if !ok && (some || m.Power != 1) {
		if rough, close, err = m.spectral(ctx, d, k.(*graph.Affinity), opt); err != nil {
			return nil, err
		}
	}
	var s *algorithms.Scores
	switch {
	case m.Criterion == Phi2:
		s = lessIsBetter(d, t, func(j int) float64 { return rough[j] / t.spread[j] })
	case m.Criterion == Phi1:
		s = lessIsBetter(d, t, func(j int) float64 { return rough[j] / (t.spread[j] + t.level[j]) })
	case all:
		top := math.Pow(2, m.Power)
		s = familyScores(d, t, func(j int) float64 { return top - rough[j]/(t.spread[j]+t.level[j]) })
	default:
		top := math.Pow(2, m.Power)
		s = familyScores(d, t, func(j int) float64 {
			// Two quotients, so that a level that overflows leaves top.
			r := t.spread[j] / t.level[j]
			return top/(1+r) + close[j]/(t.spread[j]+t.level[j])
		})
	}
	s.Warnings = append(s.Warnings, cutWarning(k)...)
	s.Diagnostics.Extra = extra
	return s, nil
}

func (m SPEC) similarity(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (graph.Similarity, []algorithms.Value, error) {
	switch {
	case m.Given != nil:
		a, err := graph.NonNegative(m.Given, d.N())
		return a, nil, err
	case m.Similarity == SPECClass:
		return graph.NewClasses(d.Y, len(d.Classes)), nil, nil
	case m.Similarity == SPECRBF:
		a, delta2, err := gaussian(ctx, d, m.Percentile, opt)
		return a, []algorithms.Value{delta2}, err
	}
	a, err := graph.HeatKernel(ctx, d.X, m.Neighbors, m.Heat, opt.Workers, opt.Meter)
	if err != nil {
		return nil, nil, err
	}
	return a, edgesOf(a), nil
}

// closeToClasses is the sum of φ3 without ξ_1 on the class graph of c classes: c
// eigenvalues 0, of which the first is ξ_1's, and n - c of 1.
func (m SPEC) closeToClasses(g *graph.Classes, t *terms, n int) []float64 {
	c := g.Filled()
	shares := [2]float64{1, 0}
	if k := m.Eigenvectors; k < c {
		shares[0] = float64(k-1) / float64(c-1)
	} else {
		shares[1] = float64(k-c) / float64(n-c)
	}
	top := math.Pow(2, m.Power)
	out := make([]float64, len(t.smooth))
	for j, within := range t.smooth {
		out[j] = shares[0]*top*max(t.spread[j]-within, 0) + shares[1]*(top-1)*within
	}
	return out
}

// Select ranks the features by their scores.
func (m SPEC) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}
