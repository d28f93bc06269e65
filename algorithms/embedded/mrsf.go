package embedded

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/spfs"
	"fsnb.example/datasets"
	"fsnb.example/internal/paramdoc"
	"fsnb.example/internal/similarities"
)

// MRSF is minimum redundancy spectral feature selection: the features from which a linear map best
// predicts the spectrum of a graph of the samples,
//
//	minimize ‖Y - X^W‖²_F  subject to  Σ_j ‖w_j‖ <= Radius
//	score_j = ‖w_j‖, the norm of row j of W (d×l)
//
// With the similarity S (n×n), its degrees D and the eigenpairs (λ_i, ξ_i) of D^-½(D - S)D^-½, the
// columns of Y (n×l) are √(1 - λ_i)·ξ_i. Those of X^ (n×d) are D^½(f_j - μ_j1) scaled to unit
// length, μ_j = f_j'D1/1'D1. It is the problem of spfs.NES on the normalized graph, with its
// certificate and its search for a radius.
//
// Rows of features that are not selected are 0. Features that vary only at samples without
// similarity come last, then constant columns, with score -Inf. Subsets are not nested, so
// Options.K is required.
//
// Select returns an error when Options.K is missing, when Radius or Targets is negative, when S
// joins no two samples, when labels are needed and missing, and those of graph.Make. The cost is
// that of NES; for similarities other than SameClass l = n - 1, and O(n³) comes in addition.
//
// Source: Zhao, Wang, Liu 2010. docs/similarity.md says which choices are ours.
type MRSF struct {
	// Similarity is S, without negative entries; nil means graph.SameClass. The default width of
	// graph.RBF is the mean squared distance. For graph.Target without a percentile Y is the
	// centered target of unit length, and D the identity.
	Similarity graph.Similarity
	// Targets is the number l of eigenvectors, those of smallest λ; 0 means all with
	// λ < 1. graph.SameClass has one target a class. The paper's number is not known.
	Targets int `range:"[1,inf)"`
	// Radius bounds the sum of the norms of the rows of W; 0 means the smallest one found at
	// which K rows are not 0.
	Radius float64 `range:"(0,inf]"`
}

// Facts returns what is known of the method.
func (m MRSF) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "mrsf",
			Family: algorithms.Projections,
			Summary: "features from which a linear map best predicts the spectrum of a sample " +
				"graph: a certified optimum",
			Source: "Zhao, Wang, Liu 2010", Revision: 2,
			Variants: mrsfKinds().Variants(),
			Params: mrsfKinds().About("similarity", map[string]string{
				"targets": paramdoc.Targets,
				"radius":  paramdoc.Radius,
			}),
		},
		Promises: algorithms.Promises{
			Redundancy: true, Targets: mrsfKinds().Targets(m.Similarity),
		},
		Costs: algorithms.Costs{
			Cost: "ndc + k³ a radius; n²d + n³ + n²d a radius without classes",
			Memory: func(s algorithms.Shape) float64 {
				n, d, classes := s.Floats()
				switch mrsfKinds().Resolve(m.Similarity).(type) {
				case graph.SameClass:
					return 8 * (1.4*n*d + 2.2*n*classes)
				case graph.Target:
					return 8*1.4*n*d + mrsfKinds().Memory(m.Similarity, s)
				}
				return 8*1.4*n*d + 24*n*n // with all eigenvectors
			},
		},
	}
}

func mrsfKinds() similarities.Kinds {
	return similarities.NewKinds(graph.SameClass{}, graph.RBF{}).And(graph.Target{})
}

// Select returns the features with the largest rows. The objective and the diagnostics are those
// of spfs.NES.
func (m MRSF) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		w, err := m.problem(ctx, d, opt)
		if err != nil {
			return nil, err
		}
		return w.Choose(ctx, d, opt)
	})
}

// problem makes Y and D^½.
func (m MRSF) problem(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*spfs.Weighted, error) {
	compute := graph.MakeNonNegative
	if m.Similarity == (graph.Target{}) { // K = uu' has one target, u
		compute = graph.Make
	}
	built, err := compute(ctx, d, m.Similarity, opt)
	if err != nil {
		return nil, err
	}
	w := &spfs.Weighted{Radius: m.Radius, Extra: built.Extra, Warnings: built.Warnings}
	if built.Classes != nil {
		w.Root = built.Classes.Degrees()
		w.Targets = indicators(d)
		return w, nil
	}
	if u := built.Target(); u != nil {
		w.Root = ones(d.N())
		w.Targets = [][]float64{slices.Clone(u)}
		return w, nil
	}
	k, degree, err := matrixOf(built)
	if err != nil {
		return nil, err
	}
	w.Root = make([]float64, d.N())
	var total float64
	for i, v := range degree {
		w.Root[i] = math.Sqrt(v)
		total += v
	}
	// D^-½SD^-½ - ξ_1ξ_1'. Rows of samples without any similarity are 0.
	joined := false
	for i, a := range w.Root {
		for j := i; j < len(w.Root); j++ {
			b, v := w.Root[j], k.At(i, j)
			if joined = joined || v > 0 && i != j; v > 0 {
				v /= a * b
			}
			k.SetSym(i, j, v-a*b/total)
		}
	}
	if !joined {
		return nil, errNotJoined
	}
	if !varies(d) {
		w.Targets = [][]float64{make([]float64, d.N())} // all columns are constant
		return w, nil
	}
	w.Targets, err = spfs.Targets(ctx, k, m.Targets)
	return w, err
}

// matrixOf returns S, which the caller may change, and its degrees.
func matrixOf(built *graph.Built) (*mat.SymDense, []float64, error) {
	k, err := built.Dense()
	if err != nil {
		return nil, nil, err
	}
	if a := built.Sparse(); a != nil { // its degrees are computed already
		return k, a.Degree, nil
	}
	degree := make([]float64, k.SymmetricDim())
	for i := range degree {
		for j := range degree {
			degree[i] += k.At(i, j)
		}
	}
	return k, degree, nil
}

// indicators returns the targets of the class graph: 1_c/√n_c minus its component along ξ_1. All λ
// are 0 or 1.
func indicators(d *datasets.Dataset) [][]float64 {
	var y [][]float64
	for c, count := range d.ClassCounts() {
		if count == 0 {
			continue
		}
		t := make([]float64, d.N())
		for i, own := range d.Y {
			if own == c {
				t[i] = 1 / math.Sqrt(float64(count))
			}
		}
		floats.AddConst(-floats.Sum(t)/float64(d.N()), t)
		y = append(y, t)
	}
	return y
}

func ones(n int) []float64 {
	out := make([]float64, n)
	floats.AddConst(1, out)
	return out
}

// varies reports whether two samples of d differ.
func varies(d *datasets.Dataset) bool {
	first := d.X.RawRowView(0)
	for i := range d.N() {
		if !floats.Equal(first, d.X.RawRowView(i)) {
			return true
		}
	}
	return false
}
