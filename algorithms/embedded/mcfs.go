package embedded

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/lasso"
	"fsnb.example/internal/parallel"
)

const (
	// DefaultEigenvectors is the number of eigenvectors when none is given.
	DefaultEigenvectors = 5
	// DefaultCardinality is the number of coefficients of each when none is given: that of
	// the features that GRM 2015, which compares itself with MCFS, chooses.
	DefaultCardinality = 20
)

// MCFS is multi-cluster feature selection: the features from which few at a time
// predict how the samples fall into clusters. With a similarity W of the samples, D_ii = Σ_j W_ij
// and L = D - W, the smoothest functions of the samples are the generalized eigenvectors
//
//	Ly_k = λ_k Dy_k,   λ ascending, without y = 1
//
// and each is predicted by a lasso, which least angle regression follows until Cardinality of
// its coefficients a_k are not 0:
//
//	min over a_k  ½‖y_k - Xa_k‖² + β_k‖a_k‖₁
//	score_j = max_k |a_kj|
//
// (Cai, Zhang, He 2010). The columns of X (n×d) and y_k are centered and of unit length. Units
// count in the graph. Of SameClass y_k are the indicators of the classes. docs/similarity.md has
// components, equal eigenvalues, ties.
//
// Features that no lasso has chosen follow by their largest |f_j'y_k|, with a warning when K asks
// for them. Constant columns score 0 and rank last. The
// certificate is the largest |(Ly - λDy)_i|/D_ii of a sample, relative to the root mean square of
// y. The cost is that of W, O(n³) for the eigenvectors, and O(nd·Cardinality) a target; the
// memory one copy of X and O(n²). Score returns an error when a parameter is out of range, labels
// are needed and missing, a column's squares overflow or underflow, and those of graph.Make.
type MCFS struct {
	// Eigenvectors is the number of eigenvectors, at best the number of clusters where that
	// is known; 0 means 5.
	Eigenvectors int
	// Cardinality is the number of coefficients of each eigenvector; 0 means 20. In the
	// paper it is the number of features wanted.
	Cardinality int
	// Similarity is W, without negative entries; nil means graph.Neighbors.
	Similarity graph.Similarity
}

const (
	// kkt is how far the conditions of optimality of a lasso may be violated, relative.
	kkt = 1e-8
	// solved is the largest residual of the eigenvectors' equations at a sample, relative.
	solved = 1e-8
)

// Name returns "mcfs".
func (MCFS) Name() string { return "mcfs" }

// Facts returns what is known of the method.
func (m MCFS) Facts() algorithms.Facts {
	return algorithms.Facts{
		Summary: "features from which few at a time predict, by a lasso, how the samples fall " +
			"into clusters",
		Source:   "Cai, Zhang, He 2010",
		Cost:     "n²d + n³ + nd",
		Revision: 2, Nested: true, Targets: mcfsKinds().Targets(m.Similarity),
		Params: mcfsKinds().About("similarity", map[string]string{
			"eigenvectors": "smoothest functions of the samples that are predicted, at best as " +
				"many as clusters; 0 means 5",
			"cardinality": "features that predict each of them, in the paper as many as are " +
				"wanted; 0 means 20",
		}),
	}
}

func mcfsKinds() graph.Kinds { return graph.NewKinds(graph.Neighbors{}, graph.ByPercentile()) }

// Variants lists the similarities.
func (MCFS) Variants(string) []algorithms.Variant { return mcfsKinds().Variants() }

// Resolve writes out the defaults.
func (m MCFS) Resolve() algorithms.Selector {
	m.Similarity = mcfsKinds().Resolve(m.Similarity)
	if m.Eigenvectors == 0 {
		m.Eigenvectors = DefaultEigenvectors
	}
	if m.Cardinality == 0 {
		m.Cardinality = DefaultCardinality
	}
	return m
}

// Score returns the largest coefficient of every feature. Iterations are the steps of
// all paths.
func (m MCFS) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	m = m.Resolve().(MCFS)
	run := func() (*algorithms.Scores, error) { return m.score(ctx, d, opt) }
	return algorithms.AnswerScores(ctx, m, d, opt, run)
}

func (m MCFS) score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	switch {
	case m.Eigenvectors < 0:
		return nil, fmt.Errorf("eigenvectors = %d; give at least 1, or 0 for %d", m.Eigenvectors,
			DefaultEigenvectors)
	case m.Cardinality < 0:
		return nil, fmt.Errorf("cardinality = %d; give at least 1, or 0 for %d", m.Cardinality,
			DefaultCardinality)
	}
	kinds, err := distinct(ctx, d, opt.Workers)
	if err != nil {
		return nil, err
	}
	built, e, err := m.embed(ctx, d, opt)
	if err != nil {
		return nil, err
	}
	x, err := unitColumns(ctx, d, kinds.live, opt.Workers)
	if err != nil {
		return nil, err
	}
	s := &algorithms.Scores{
		Names: slices.Clone(d.Features), Values: make(algorithms.Numbers, d.D()),
		Tie:      make(algorithms.Numbers, d.D()),
		Constant: kinds.constant, Warnings: append(algorithms.ConstantWarning(d, kinds.constant),
			built.Warnings...),
		Diagnostics: algorithms.Diagnostics{Converged: true},
	}
	var worst float64
	gaveUp := false
	chosen, least := 0, math.MaxInt
	tick := opt.Meter("eigenvectors", len(e.y))
	for _, y := range e.y {
		fit, err := lasso.Path(ctx, x, y, m.Cardinality, opt.Workers)
		if err != nil {
			return nil, err
		}
		for i, c := range fit.Features {
			j := kinds.live[c]
			if s.Values[j] == 0 {
				chosen++
			}
			s.Values[j] = max(s.Values[j], math.Abs(fit.Coefficients[i]))
		}
		least = min(least, len(fit.Features))
		worst = max(worst, fit.Residual)
		s.Diagnostics.Iterations += fit.Steps
		gaveUp = gaveUp || !fit.Converged
		tick(1)
	}
	s.Diagnostics.Converged = !gaveUp
	if err := correlations(ctx, s.Tie, x, kinds.live, e.y, opt.Workers); err != nil {
		return nil, err
	}
	for j, of := range kinds.first {
		s.Values[j], s.Tie[j] = s.Values[of], s.Tie[of]
	}
	if chosen < min(opt.K, len(kinds.live)) {
		s.Warnings = append(s.Warnings,
			fmt.Sprintf("%d of the %d features asked for have a coefficient: the others, of "+
				"score 0, follow by their correlation with the eigenvectors; a larger "+
				"cardinality or more eigenvectors choose more", chosen, opt.K))
	}
	if !(worst <= kkt) {
		s.Diagnostics.Converged = false
		s.Warnings = append(s.Warnings,
			fmt.Sprintf("rounding has left a path: its conditions of optimality are violated by "+
				"%.1e, relative", worst))
	}
	if gaveUp {
		s.Warnings = append(s.Warnings,
			"a path was given up after too many steps, which exact ties between columns cause: "+
				"its coefficients may be fewer than asked for")
	}
	if e.shared > 0 {
		s.Warnings = append(s.Warnings, fmt.Sprintf("%d of the %d eigenvectors share their "+
			"eigenvalue, within rounding: any other basis of their space would do, and would give "+
			"other scores", e.shared, len(e.y)))
	}
	s.Diagnostics.Certificate = &algorithms.Certificate{
		Name:   "largest residual of their equations at a sample, relative",
		Proves: "the eigenvectors are exact",
		Value:  algorithms.Number(e.residual), Tolerance: solved,
	}
	s.Diagnostics.Converged = s.Diagnostics.Converged && s.Diagnostics.Certificate.Holds()
	violated := algorithms.Value{Name: "violated optimality", Value: algorithms.Number(worst)}
	s.Diagnostics.Extra = append(append([]algorithms.Value{violated}, built.Extra...),
		[]algorithms.Value{
			{Name: "components", Value: algorithms.Number(e.components)},
			{Name: "targets", Value: algorithms.Number(len(e.y))},
			{Name: "largest eigenvalue", Value: algorithms.Number(slices.Max(e.values))},
			{Name: "features with a coefficient", Value: algorithms.Number(chosen)},
			{Name: "fewest coefficients of a target", Value: algorithms.Number(least)},
		}...)
	return s, nil
}

// Select ranks the features by their scores.
func (m MCFS) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// embed finds the smoothest functions of the samples.
func (m MCFS) embed(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*graph.Built, *embedding, error) {
	built, err := graph.MakeNonNegative(ctx, d, m.Similarity, opt)
	if err != nil {
		return nil, nil, err
	}
	if built.Classes != nil {
		return built, classEmbedding(built.Classes), nil
	}
	a, err := built.Affinity()
	if err != nil {
		return nil, nil, err
	}
	if len(a.Edges) == 0 {
		return nil, nil, errNotJoined
	}
	e, err := newEmbedding(ctx, a, m.Eigenvectors)
	return built, e, err
}

var errNotJoined = errors.New(
	"the similarity joins no two samples; give one with entries above 0 beside the diagonal")

// unitColumns returns the given columns, none constant, one after another: centered, of
// unit length.
func unitColumns(ctx context.Context, d *datasets.Dataset, columns []int, workers int) (
	[][]float64, error) {
	n := d.N()
	data, out := make([]float64, n*len(columns)), make([][]float64, len(columns))
	for c := range out {
		out[c] = data[c*n : (c+1)*n : (c+1)*n]
	}
	err := parallel.For(ctx, workers, len(columns), 64, func(lo, hi int) {
		for i := range n {
			row := d.X.RawRowView(i)
			for c := lo; c < hi; c++ {
				out[c][i] = row[columns[c]]
			}
		}
		for _, f := range out[lo:hi] {
			floats.AddConst(-f[0], f)
			floats.AddConst(-floats.Sum(f)/float64(n), f)
			floats.Scale(1/floats.Norm(f, math.Inf(1)), f) // squares of these do not vanish
			floats.Scale(1/floats.Norm(f, 2), f)
		}
	})
	return out, err
}

// correlations sets out, at the features, to the largest |x'y| over the targets.
func correlations(ctx context.Context, out []float64, x [][]float64, features []int, y [][]float64,
	workers int) error {
	return parallel.For(ctx, workers, len(x), 64, func(lo, hi int) {
		for c := lo; c < hi; c++ {
			for _, t := range y {
				out[features[c]] = max(out[features[c]], math.Abs(floats.Dot(x[c], t)))
			}
		}
	})
}
