package filter

import (
	"context"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/similarities"
)

// SPECCriterion is one of the three criteria of SPEC.
type SPECCriterion string

const (
	Phi2 SPECCriterion = "phi2" // smooth relative to the variance; to be minimized
	Phi1 SPECCriterion = "phi1" // smooth relative to the norm; to be minimized
	Phi3 SPECCriterion = "phi3" // near the smoothest eigenvectors; to be maximized
)

// Choices returns the criteria, the default first.
func (SPECCriterion) Choices() []string {
	return []string{string(Phi2), string(Phi1), string(Phi3)}
}

// SPEC is spectral feature selection: how little a feature f varies over the graph of a similarity
// K (n×n), with the eigenpairs (λ_i, ξ_i) of ℒ = D^-½(D - K)D^-½, λ_1 = 0, ξ_1 = D^½1/‖D^½1‖, the
// feature as f^ = D^½f/‖D^½f‖, and α_i = f^'ξ_i,
//
//	φ1 = sum_i γ(λ_i) α_i²                                  γ(λ) = λ^Power
//	φ2 = sum_{i>1} γ(λ_i) α_i² / sum_{i>1} α_i²
//	φ3 = sum_{i<=k} (γ(2) - γ(λ_i)) α_i²                    k = Eigenvectors
//
// The score is 1 - φ1, 1 - φ2 (Raw holds the φ) or φ3. φ1 and φ3 reward a large mean; φ2 does not,
// and with γ(λ) = λ it is the Laplacian score.
//
// Score returns an error when labels are needed and missing, when Power is not positive, when
// Eigenvectors is not between 0 and n, and those of graph.Make. The cost is that of the similarity
// and O(d) a pair of samples, O(nd) for graph.SameClass; if eigenvectors are needed
// (docs/similarity.md) it is O(n³ + n²d).
//
// Source: Zhao, Liu 2007; SPFS 2013, section 2.2 and eq. 3.5. See docs/methods.md.
type SPEC struct {
	// Criterion is Phi1, Phi2 or Phi3; "" means Phi2.
	Criterion SPECCriterion
	// Similarity is K, without negative entries; nil means graph.RBF of the 20th percentile.
	Similarity graph.Similarity
	// Power is the exponent of γ(λ) = λ^Power; 0 means 1.
	Power float64 `default:"1" range:"[1e-100,1000]"`
	// Eigenvectors is the number of smallest eigenvalues in φ3; 0 means all n.
	Eigenvectors int `range:"[1,n]"`
}

func specKinds() similarities.Kinds {
	return similarities.NewKinds(graph.RBF{}, similarities.ByPercentile()).And(
		similarities.ByTarget())
}

// Facts returns what is known of the method.
func (m SPEC) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:    "spec",
			Family:  algorithms.Similarity,
			Summary: "smoothness of the feature in the spectrum of a similarity of the samples",
			Source:  "Zhao, Liu 2007", Revision: 3,
			Variants: specKinds().Variants(),
			Params: specKinds().About("similarity", map[string]string{
				"criterion": "phi2 is smoothness relative to the variance, phi1 relative to the " +
					"norm, phi3 nearness to the smoothest eigenvectors",
				"power":        "the eigenvalues λ of the Laplacian count as λ^power; 0 means 1",
				"eigenvectors": "number of smoothest eigenvectors of criterion=phi3; 0 means all",
			}),
		},
		Promises: algorithms.Promises{
			Nested: true, Targets: specKinds().Targets(m.Similarity),
		},
		Costs: algorithms.Costs{
			Cost:   "n²d; n³ + n²d for other powers or fewer eigenvectors",
			Memory: m.memory, Storage: m.storage(),
			StoredIf: "similarity=neighbors, power=1 and criterion=phi2",
		},
	}
}

// memory is that of the similarity, or of the whole spectrum.
func (m SPEC) memory(s algorithms.Shape) float64 {
	if m.spectrum() {
		n, d, _ := s.Floats()
		return 8 * (3*n*n + n*d/4)
	}
	const block = 1 << 20 // values of X that are worked on at a time
	return max(specKinds().WeightsMemory(m.Similarity, s), 8*min(float64(s.Entries), block))
}

// storage says how values may be held.
func (m SPEC) storage() algorithms.Storage {
	if m.spectrum() {
		return algorithms.InMemory
	}
	return specKinds().Storage(m.Similarity)
}

// spectrum reports whether all eigenvectors of the similarity are needed: for other powers, or for
// fewer eigenvectors (docs/similarity.md).
func (m SPEC) spectrum() bool {
	return (m.Criterion == Phi3 && m.Eigenvectors != 0 || m.Power != 0 && m.Power != 1) &&
		!similarities.NeedsLabels(specKinds().Resolve(m.Similarity))
}

// Score returns the score of every feature. The diagnostics hold the width or the edges of the
// similarity.
func (m SPEC) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
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

func (m SPEC) score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	built, k, err := makeNonNegative(ctx, d, m.Similarity, opt)
	if err != nil {
		return nil, err
	}
	t, err := termsOf(ctx, d, k, opt)
	if err != nil {
		return nil, err
	}
	all := m.Eigenvectors == 0 || m.Eigenvectors == d.N()
	rough := t.smooth   // sum_{i>1} γ(λ_i) α_i² ‖D^½f‖²
	var close []float64 // sum_{1<i<=k} (γ(2) - γ(λ_i)) α_i² ‖D^½f‖², for φ3 with k < n
	some := m.Criterion == Phi3 && !all
	if classes, ok := k.(*graphs.Classes); ok && some {
		close = m.closeToClasses(classes, t, d.N())
	} else if !ok && (some || m.Power != 1) {
		matrix, err := built.Dense()
		if err != nil {
			return nil, err
		}
		if rough, close, err = m.spectral(ctx, d, matrix, k.Degrees(), opt); err != nil {
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
		s = familyScores(d, t,
			func(j int) float64 { return top - rough[j]/(t.spread[j]+t.level[j]) })
	default:
		top := math.Pow(2, m.Power)
		s = familyScores(d, t, func(j int) float64 {
			// Two quotients, so that the result is finite if level overflows.
			r := t.spread[j] / t.level[j]
			return top/(1+r) + close[j]/(t.spread[j]+t.level[j])
		})
	}
	s.Warnings = append(s.Warnings, built.Warnings...)
	s.Diagnostics.Extra = built.Extra
	return s, nil
}

// closeToClasses returns the sum of φ3 without ξ_1 on the class graph of c classes. Its
// eigenvalues are 0 c times, once for ξ_1, and 1 n - c times.
func (m SPEC) closeToClasses(g *graphs.Classes, t *terms, n int) []float64 {
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
func (m SPEC) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}
