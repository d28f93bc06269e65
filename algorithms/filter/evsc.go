package filter

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/dense"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/spectrum"
)

const (
	// DefaultSensitive is the default number of eigenvalues of EVSC.
	DefaultSensitive = 5
	// mostEqual limits the number of equal eigenvalues: m of them cost m(m+1)/2 forms.
	mostEqual = 16
)

// EVSC is eigenvalue sensitive feature selection: how much the leading eigenvalues of the graph of
// the samples change with the weight of a feature. With a weight w_j of each feature, all 1,
//
//	W_pq = exp(-Σ_j w_j (x_pj - x_qj)² / (2σ²)),  Lξ_i = λ_i Dξ_i,  ξ_i'Dξ_i = 1
//	score_j = Σ_i |∂λ_i/∂w_j| = Σ_i |ξ_i'(∂L/∂w_j - λ_i ∂D/∂w_j)ξ_i|
//
// over the Eigenvalues smallest λ_i, where D_pp = Σ_q W_pq (n×n), L = D - W, and λ = 0 of ξ = 1 is
// excluded. σ² is fixed while w_j changes. X (n×d) is taken as it is: large values change the
// eigenvalues more. No labels are used. Constant columns score 0 and rank last.
//
// Score returns an error when Eigenvalues is negative, when the width is so small that the graph
// has many components, and those of graph.RBF. The cost is O(n²d/2) for W, n³/3
// and O(n²) a vector for the eigenvectors, and n²d operations for each of them; the memory is
// O(n²).
//
// Source: Jiang, Ren 2011. docs/similarity.md says which choices are ours, and covers equal
// eigenvalues.
type EVSC struct {
	// Eigenvalues is the number of eigenvalues in the sum; 0 means 5.
	Eigenvalues int `range:"[1,inf)"`
	// Similarity is the kernel W. In its zero value σ² is the mean of all n² squared
	// distances, including the zeros of the diagonal.
	Similarity graph.RBF
}

// Name returns "evsc".
func (EVSC) Name() string { return "evsc" }

// Facts returns what is known of the method.
func (EVSC) Facts() algorithms.Facts {
	return algorithms.Facts{
		Family: algorithms.Similarity,
		Summary: "how far the leading eigenvalues of the sample graph move when the feature has " +
			"more weight",
		Source: "Jiang, Ren 2011",
		Cost:   "n²d + n³",
		Memory: func(s algorithms.Shape) float64 { // the similarity, and two of its Laplacian
			n, d, _ := s.Floats()
			return 8 * (3.3*n*n + n*d)
		},
		Revision: 1, Nested: true,
		Params: graph.Kinds{graph.RBF{}}.About("", map[string]string{
			"eigenvalues": "number of smallest eigenvalues in the sum; 0 means 5",
		}),
	}
}

// Resolve writes out the defaults.
func (m EVSC) Resolve() algorithms.Selector {
	if m.Eigenvalues == 0 {
		m.Eigenvalues = DefaultSensitive
	}
	return m
}

// Score returns by how much the eigenvalues change with every feature.
func (m EVSC) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	s, _, err := scatterScores(ctx, m, d, opt)
	if err != nil {
		return nil, err
	}
	if err := m.Resolve().(EVSC).score(ctx, s, d, opt); err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	return s, nil
}

// Select ranks the features by their scores.
func (m EVSC) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

func (m EVSC) score(ctx context.Context, s *algorithms.Scores, d *datasets.Dataset,
	opt algorithms.Options) error {
	w, width, err := m.Similarity.Matrix(ctx, d.X, opt.Workers, opt.Meter)
	if err != nil {
		return err
	}
	values, xi, err := leading(ctx, w, m.Eigenvalues)
	if err != nil {
		return err
	}
	s.Diagnostics.Extra = []algorithms.Value{
		{Name: "width", Value: algorithms.Number(width)}, {Name: "eigenvalues",
			Value: algorithms.Number(len(values))},
	}
	for i, v := range values {
		s.Diagnostics.Extra = append(s.Diagnostics.Extra,
			algorithms.Value{Name: fmt.Sprint("eigenvalue ", i+1), Value: algorithms.Number(v)})
	}
	tick := opt.Meter("eigenvalues", len(values))
	for lo := 0; lo < len(values); {
		hi := lo + 1
		for hi < len(values) && values[hi]-values[hi-1] <= spectrum.Same {
			hi++
		}
		if hi-lo > mostEqual {
			return fmt.Errorf(
				"%d leading eigenvalues are equal: the width %g is so small that the graph of "+
					"the samples is disconnected; give a larger width", hi-lo, width)
		}
		moved, err := sensitivities(ctx, d.X, w, width, values[lo:hi], xi[lo:hi], opt.Workers)
		if err != nil {
			return err
		}
		for j := range s.Values {
			s.Values[j] += moved(j)
		}
		tick(hi - lo)
		lo = hi
	}
	for _, j := range s.Constant {
		s.Values[j] = 0
	}
	return nil
}

// leading returns the want smallest λ of (D - W)ξ = λDξ, those that equal the last one, and their
// ξ, ξ'Dξ = 1. It excludes λ = 0 of ξ = 1, and λ = 1.
func leading(ctx context.Context, w *mat.SymDense, want int) (values []float64, vectors [][]float64,
	err error) {
	n := w.SymmetricDim()
	root := make([]float64, n) // of the degrees
	var total float64
	for p := range n {
		for q := range n {
			root[p] += w.At(p, q)
		}
		total += root[p]
		root[p] = math.Sqrt(root[p])
	}
	// D^-½LD^-½, with the eigenvalue 0 of the eigenvector D^½1 raised to 3, above all others.
	l := mat.NewSymDense(n, nil)
	for p := range n {
		for q := p; q < n; q++ {
			v := 3*root[p]*root[q]/total - w.At(p, q)/root[p]/root[q]
			if p == q {
				v++
			}
			l.SetSym(p, q, v)
		}
	}
	if want = min(want, n-1); want == 0 {
		return nil, nil, ctx.Err()
	}
	all, found, err := spectrum.Smallest(ctx, l, want)
	if err != nil {
		return nil, nil, err
	}
	for i, v := range all {
		if v >= 1-spectrum.Same {
			break
		}
		floats.Div(found[i], root)
		values, vectors = append(values, max(v, 0)), append(vectors, found[i])
	}
	return values, vectors, ctx.Err()
}

// sensitivities returns, for each feature j, by how much equal eigenvalues change together:
// Σ|μ| over the eigenvalues μ of ξ_a'(∂L/∂w_j - λ∂D/∂w_j)ξ_b.
func sensitivities(ctx context.Context, x *mat.Dense, w *mat.SymDense, width float64,
	values []float64, xi [][]float64, workers int) (func(j int) float64, error) {
	m := len(values)
	var forms [][]float64 // for a <= b, in this order
	for a := range m {
		for b := a; b < m; b++ {
			form, err := derivative(ctx, x, w, width, (values[a]+values[b])/2, xi[a],
				xi[b], workers)
			if err != nil {
				return nil, err
			}
			forms = append(forms, form)
		}
	}
	if m == 1 {
		return func(j int) float64 { return math.Abs(forms[0][j]) }, nil
	}
	sums := make([]float64, len(forms[0]))
	failed := false
	t := mat.NewSymDense(m, nil)
	var eigen mat.EigenSym
	for j := range sums {
		next := 0
		for a := range m {
			for b := a; b < m; b++ {
				t.SetSym(a, b, forms[next][j])
				next++
			}
		}
		failed = failed || !eigen.Factorize(t, false)
		if failed {
			return nil, errors.New("the eigenvalues of a derivative do not converge")
		}
		sums[j] = floats.Norm(eigen.Values(nil), 1)
	}
	return func(j int) float64 { return sums[j] }, nil
}

// derivative returns ξ_a'(∂L/∂w_j - λ∂D/∂w_j)ξ_b for every column j of x (n×d).
func derivative(ctx context.Context, x *mat.Dense, w *mat.SymDense, width, lambda float64, a,
	b []float64, workers int) ([]float64, error) {
	n, d := x.Dims()
	// The Laplacian of C: f'(·)f is the sum of C_pq (f_p - f_q)² over pairs. Half of it is stored,
	// beside zeros, and what is off the diagonal is taken twice.
	l := make([]float64, n*n)
	raw := w.RawSymmetric()
	for p := range n {
		weights, row := raw.Data[p*raw.Stride:], l[p*n:(p+1)*n]
		for q := p + 1; q < n; q++ {
			c := weights[q] * ((a[p]-a[q])*(b[p]-b[q]) - lambda*(a[p]*b[p]+a[q]*b[q]))
			row[q] = -2 * c
			row[p] += c
			l[q*n+q] += c
		}
	}
	out := make([]float64, d)
	scale := 1 / math.Sqrt(2*width)
	if width == 0 { // all samples are equal
		return out, ctx.Err()
	}
	const block, together = 32, 64
	half := mat.NewDense(n, n, l)
	origin := x.RawRowView(0)
	err := parallel.For(ctx, workers, d, block, func(lo, hi int) {
		features := mat.NewDense(hi-lo, n, nil)
		for p := range n {
			for j, v := range x.RawRowView(p)[lo:hi] {
				features.Set(j, p, (v-origin[lo+j])*scale)
			}
		}
		for j := range hi - lo {
			f := features.RawRowView(j)
			floats.AddConst(-floats.Sum(f)/float64(n), f)
		}
		for from := 0; from < n; from += together {
			to := min(from+together, n)
			images := mat.NewDense(to-from, hi-lo, nil)
			dense.AddProducts(images.RawMatrix(),
				half.Slice(from, to, from, n).(*mat.Dense).RawMatrix(),
				features.Slice(0, hi-lo, from, n).(*mat.Dense).RawMatrix())
			for p := from; p < to; p++ {
				for j, v := range images.RawRowView(p - from) {
					out[lo+j] -= features.At(j, p) * v
				}
			}
		}
	})
	return out, err
}
