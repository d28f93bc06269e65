package filter

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/dense"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/similarities"
	"fsnb.example/internal/spectrum"
)

const (
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
// that of one n×n matrix, a copy of X, and at most 128 MiB of W.
//
// Source: Jiang, Ren 2011. docs/similarity.md says which choices are ours, and covers equal
// eigenvalues.
type EVSC struct {
	// Eigenvalues is the number of eigenvalues in the sum; 0 means 5.
	Eigenvalues int `default:"5" range:"[1,inf)"`
	// Similarity is the kernel W. In its zero value σ² is the mean of all n² squared
	// distances, including the zeros of the diagonal.
	Similarity graph.RBF
}

// Facts returns what is known of the method.
func (EVSC) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "evsc",
			Family: algorithms.Similarity,
			Summary: "how far the leading eigenvalues of the sample graph move when the feature " +
				"has more weight",
			Source: "Jiang, Ren 2011", Revision: 1,
			Params: similarities.Kinds{graph.RBF{}}.About("", map[string]string{
				"eigenvalues": "number of smallest eigenvalues in the sum; 0 means 5",
			}),
		},
		Promises: algorithms.Promises{Nested: true},
		Costs: algorithms.Costs{
			Cost: "n²d + n³",
			Memory: func(s algorithms.Shape) float64 { // the Laplacian, and vectors
				n, d, _ := s.Floats()
				return 8*(n*n+n*(d+100)) +
					similarities.Kinds{graph.RBF{}}.WeightsMemory(graph.RBF{}, s)
			},
		},
	}
}

// Score returns by how much the eigenvalues change with every feature.
func (m EVSC) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	s, _, err := scatterScores(ctx, m, d, opt)
	if err != nil {
		return nil, err
	}
	if err := algorithms.WithDefaults(m).score(ctx, s, d, opt); err != nil {
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
	w, err := graphs.Gaussian(m.Similarity).Kernel(ctx, d.X, opt.Workers, opt.Meter)
	if err != nil {
		return err
	}
	values, xi, err := leading(ctx, w, d.N(), m.Eigenvalues, opt.Workers)
	if err != nil {
		return err
	}
	s.Diagnostics.Extra = []algorithms.Value{
		{Name: "width", Value: algorithms.Number(w.Width)}, {Name: "eigenvalues",
			Value: algorithms.Number(len(values))},
	}
	for i, v := range values {
		s.Diagnostics.Extra = append(s.Diagnostics.Extra,
			algorithms.Value{Name: fmt.Sprint("eigenvalue ", i+1), Value: algorithms.Number(v)})
	}
	var groups [][2]int // of equal eigenvalues
	var pairs []pairOf
	for lo := 0; lo < len(values); {
		hi := lo + 1
		for hi < len(values) && values[hi]-values[hi-1] <= spectrum.Same {
			hi++
		}
		if hi-lo > mostEqual {
			return fmt.Errorf(
				"%d leading eigenvalues are equal: the width %g is so small that the graph of "+
					"the samples is disconnected; give a larger width", hi-lo, w.Width)
		}
		for a := lo; a < hi; a++ {
			for b := a; b < hi; b++ {
				pairs = append(pairs, pairOf{xi[a], xi[b], (values[a] + values[b]) / 2})
			}
		}
		groups = append(groups, [2]int{lo, hi})
		lo = hi
	}
	forms, err := derivatives(ctx, d.X, w, pairs, opt)
	if err != nil {
		return err
	}
	for _, g := range groups {
		m := g[1] - g[0]
		if err := addMoved(s.Values, forms[:m*(m+1)/2], m); err != nil {
			return err
		}
		forms = forms[m*(m+1)/2:]
	}
	for _, j := range s.Constant {
		s.Values[j] = 0
	}
	return nil
}

// leading returns the want smallest λ of (D - W)ξ = λDξ, those that equal the last one, and their
// ξ, ξ'Dξ = 1. It excludes λ = 0 of ξ = 1, and λ = 1.
func leading(ctx context.Context, w *graphs.Kernel, n, want, workers int) (values []float64,
	vectors [][]float64, err error) {
	if want = min(want, n-1); want == 0 {
		return nil, nil, ctx.Err()
	}
	// D^-½LD^-½, with the eigenvalue 0 of the eigenvector D^½1 raised to 3, above all others.
	l, root, total := dense.New(n, n).RawMatrix(), make([]float64, n), 0. // of the degrees
	err = w.EachRows(ctx, workers, func(lo, hi int, after func(i int) []float64) {
		for p := lo; p < hi; p++ {
			row := after(p)
			copy(l.Data[p*l.Stride+p:], row)
			sum, later := root[p], root[p:]
			for q, v := range row {
				sum += v
				later[q] += v
			}
			root[p] = sum
		}
	})
	if err != nil {
		return nil, nil, err
	}
	for p, v := range root {
		total += v
		root[p] = math.Sqrt(v)
	}
	parallel.Whole(workers, n, 64, func(lo, hi int) {
		for p := lo; p < hi; p++ {
			row := l.Data[p*l.Stride:][:n]
			for q := p; q < n; q++ {
				row[q] = 3*root[p]*root[q]/total - row[q]/root[p]/root[q]
			}
			row[p]++
		}
	})
	var of mat.SymDense
	of.SetRawSymmetric(blas64.Symmetric{N: n, Stride: l.Stride, Data: l.Data, Uplo: blas.Upper})
	all, found, err := spectrum.Smallest(ctx, &of, want)
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

// addMoved adds to out, for each feature j, by how much m equal eigenvalues change together: Σ|μ|
// over the eigenvalues μ of ξ_a'(∂L/∂w_j - λ∂D/∂w_j)ξ_b. forms has these for a <= b, in this order.
func addMoved(out []float64, forms [][]float64, m int) error {
	t := mat.NewSymDense(m, nil)
	var eigen mat.EigenSym
	for j := range out {
		if m == 1 {
			out[j] += math.Abs(forms[0][j])
			continue
		}
		next := 0
		for a := range m {
			for b := a; b < m; b++ {
				t.SetSym(a, b, forms[next][j])
				next++
			}
		}
		if !eigen.Factorize(t, false) {
			return errors.New("the eigenvalues of a derivative do not converge")
		}
		out[j] += floats.Norm(eigen.Values(nil), 1)
	}
	return nil
}

// pairOf has two eigenvectors of about the same eigenvalue λ.
type pairOf struct {
	a, b   []float64
	lambda float64
}

// derivatives returns ξ_a'(∂L/∂w_j - λ∂D/∂w_j)ξ_b for every pair and column j of x (n×d). It needs
// a copy of x, and 64 rows of an n×n matrix.
func derivatives(ctx context.Context, x *mat.Dense, w *graphs.Kernel, pairs []pairOf,
	opt algorithms.Options) ([][]float64, error) {
	n, d := x.Dims()
	out := make([][]float64, len(pairs))
	for k := range out {
		out[k] = make([]float64, d)
	}
	if w.Width == 0 || len(pairs) == 0 { // all samples are equal
		return out, ctx.Err()
	}
	const block, together = 32, 64
	scale, origin := 1/math.Sqrt(2*w.Width), x.RawRowView(0)
	features := mat.NewDense(d, n, nil)
	parallel.Whole(opt.Workers, d, block, func(lo, hi int) {
		for p := range n {
			for j, v := range x.RawRowView(p)[lo:hi] {
				features.Set(lo+j, p, (v-origin[lo+j])*scale)
			}
		}
		for j := lo; j < hi; j++ {
			f := features.RawRowView(j)
			floats.AddConst(-floats.Sum(f)/float64(n), f)
		}
	})
	// The Laplacian of C: f'(·)f is the sum of C_pq (f_p - f_q)² over pairs. Half of it is made,
	// some rows at a time beside zeros, and what is off the diagonal is taken twice.
	half, diagonal := mat.NewDense(together, n, nil), mat.NewDense(len(pairs), n, nil)
	tick := opt.Meter("eigenvalues", n)
	err := w.EachRows(ctx, opt.Workers, func(lo, hi int, after func(p int) []float64) {
		for from := lo; from < hi; from += together {
			to := min(from+together, hi)
			rows := half.Slice(0, to-from, from, n).(*mat.Dense)
			for k, pair := range pairs {
				own := diagonal.RawRowView(k)
				for p := from; p < to; p++ {
					row := half.RawRowView(p - from)
					clear(row[from:p])
					row[p] = pair.row(p, after(p), row, own)
				}
				parallel.Whole(opt.Workers, d, block, func(first, last int) {
					images := mat.NewDense(to-from, last-first, nil)
					dense.AddProducts(images.RawMatrix(), rows.RawMatrix(),
						features.Slice(first, last, from, n).(*mat.Dense).RawMatrix())
					for p := from; p < to; p++ {
						for j, v := range images.RawRowView(p - from) {
							out[k][first+j] -= features.At(first+j, p) * v
						}
					}
				})
			}
		}
		tick(hi - lo)
	})
	return out, err
}

// row sets row, after p, to row p of the half of the Laplacian for the weights of p and the samples
// after it. It returns the entry on the diagonal, own[p] of the rows before included, and adds to
// those of later rows.
func (k pairOf) row(p int, weights, row, own []float64) float64 {
	sum, a, b := own[p], k.a[p], k.b[p]
	for at, w := range weights[1:] {
		q := p + 1 + at
		c := w * ((a-k.a[q])*(b-k.b[q]) - k.lambda*(a*b+k.a[q]*k.b[q]))
		row[q] = -2 * c
		sum += c
		own[q] += c
	}
	return sum
}
