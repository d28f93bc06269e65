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
	"fsnb.example/internal/caution"
	"fsnb.example/internal/lasso"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/similarities"
)

// MCFS is multi-cluster feature selection: features of which a few predict, by a lasso, the
// clusters of the samples. With a similarity W (n×n) of the samples, D_ii = Σ_j W_ij and L = D -
// W, the smoothest functions of the samples are the generalized eigenvectors
//
//	Ly_k = λ_k Dy_k,   λ ascending, without y = 1
//
// Least angle regression follows a lasso for each of them until Cardinality coefficients a_k are
// not 0:
//
//	min over a_k  ½‖y_k - Xa_k‖² + β_k‖a_k‖₁
//	score_j = max_k |a_kj|
//
// The columns of X (n×d) and y_k are centered and of unit length; the units of the columns count
// in W. For graph.SameClass y_k are the indicators of the classes. Features without a coefficient
// follow by their largest |f_j'y_k|, with a warning when K asks for them; constant columns score 0
// and rank last.
//
// Score returns an error when a parameter is negative, when labels are needed and missing, when
// the squares of a column overflow or underflow, and those of graph.Make. The cost is that of W,
// O(n³) for the eigenvectors and O(nd·Cardinality) a target; the memory is X again and
// a factor of W.
//
// Source: Cai, Zhang, He 2010. See docs/methods.md.
type MCFS struct {
	// Eigenvectors is the number of eigenvectors; 0 means 5. Set it to the number of clusters
	// if that is known.
	Eigenvectors int `default:"5" range:"[1,inf)"`
	// Cardinality is the number of coefficients of each eigenvector; 0 means 20. In the
	// paper it is the number of features to select.
	Cardinality int `default:"20" range:"[1,inf)"`
	// Similarity is W, without negative entries; nil means graph.Neighbors.
	Similarity graph.Similarity
}

const (
	// kkt is the tolerance of the optimality conditions of a lasso, relative.
	kkt = 1e-8
	// solved is the tolerance of the residual of an eigenvector at a sample, relative.
	solved = 1e-8
)

// Facts returns what is known of the method.
func (m MCFS) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:    "mcfs",
			Family:  algorithms.Projections,
			Summary: "features that predict the clusters of the samples in sparse regressions",
			Source:  "Cai, Zhang, He 2010", Revision: 2,
			Variants: mcfsKinds().Variants(),
			Params: mcfsKinds().About("similarity", map[string]string{
				"eigenvectors": "smoothest eigenvectors of the graph to predict, best the number " +
					"of clusters; 0 means 5",
				"cardinality": "features that predict each eigenvector, in the paper the number " +
					"to select; 0 means 20",
			}),
		},
		Promises: algorithms.Promises{
			Nested: true, Targets: mcfsKinds().Targets(m.Similarity),
		},
		Costs: algorithms.Costs{
			Cost: "n²d + n³ + nd",
			Memory: func(s algorithms.Shape) float64 {
				n, d, classes := s.Floats()
				more := float64(algorithms.WithDefaults(m).Eigenvectors + 4)
				switch of := mcfsKinds().Resolve(m.Similarity).(type) {
				case graph.SameClass:
					return 8 * (1.2*n*d + 1.4*n*classes)
				case graph.Neighbors: // a search, and the factor of the graph
					return 8*(1.2*n*d+90*n*more+.18*n*n) + mcfsKinds().Memory(of, s)
				}
				return 8*1.2*n*d + 72*n*n // the edges, and two matrices
			},
		},
	}
}

func mcfsKinds() similarities.Kinds {
	return similarities.NewKinds(graph.Neighbors{}, similarities.ByPercentile())
}

// Score returns the largest coefficient of every feature. Iterations counts the steps of all
// paths.
func (m MCFS) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	m = algorithms.WithDefaults(m)
	run := func() (*algorithms.Scores, error) { return m.score(ctx, d, opt) }
	return algorithms.AnswerScores(ctx, m, d, opt, run)
}

func (m MCFS) score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	kinds, err := findDuplicates(ctx, d, opt.Workers)
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
		Constant: kinds.constant, Warnings: append(caution.Constant(d, kinds.constant),
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
	if chosen < len(kinds.live) {
		s.Warnings = append(s.Warnings, caution.Asked(chosen, opt.K, "a coefficient",
			", of score 0, follow by their correlation with the eigenvectors; a larger "+
				"cardinality or more eigenvectors choose more")...)
	}
	if !(worst <= kkt) {
		s.Diagnostics.Converged = false
		s.Warnings = append(s.Warnings,
			fmt.Sprintf("rounding errors leave the optimality conditions of a lasso violated by "+
				"%.1e, relative", worst))
	}
	if gaveUp {
		s.Warnings = append(s.Warnings,
			"a lasso path ends early because it takes too many steps, as with exactly tied "+
				"columns: it may have fewer coefficients than cardinality")
	}
	if e.shared > 0 {
		s.Warnings = append(s.Warnings, fmt.Sprintf("%d of the %d eigenvectors share their "+
			"eigenvalue, within rounding: they are not unique, and another basis of their space "+
			"gives other scores", e.shared, len(e.y)))
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

// embed makes the graph and its smoothest eigenvectors.
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
	"the similarity joins no two samples; give one with off-diagonal entries above 0")

// unitColumns returns columns of d, none of them constant, centered and of unit length.
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
			floats.Scale(1/floats.Norm(f, math.Inf(1)), f) // so that squares do not underflow
			floats.Scale(1/floats.Norm(f, 2), f)
		}
	})
	return out, err
}

// correlations sets out[j], for each of features, to its largest |x'y| over the targets.
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
