package spfs

import (
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/dense"
)

// eigenGap is the distance, relative to the largest eigenvalue, up to which an eigenvalue counts as
// 0 or as equal to the next.
const eigenGap = 1e-9

// targets returns the l columns of Y (n×l) in K ≈ YY', each centered unless raw is true, because
// centered features only predict the centered part. For the class graph these are the indicators
// 1_c/√n_c, one for each class, and for a continuous target u; for other similarities Γ_l Λ_l^{1/2}
// (4.7) of the count largest positive eigenvalues and those equal to the last of them, or of all
// positive ones if count is 0. The cost is that of the eigenvectors of an n×n matrix.
func (k *similarity) targets(ctx context.Context, count int, raw bool) ([][]float64, error) {
	var y [][]float64
	if k.share != nil {
		for c, share := range k.share {
			if share == 0 {
				continue
			}
			t := make([]float64, k.n)
			for i, own := range k.class {
				if own == c {
					t[i] = math.Sqrt(share)
				}
			}
			y = append(y, t)
		}
	} else if k.target != nil {
		y = [][]float64{slices.Clone(k.target)}
	} else {
		values, vectors, err := k.eigen(ctx)
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		most := max(values[k.n-1], -values[0])
		for j := k.n - 1; j >= 0 && values[j] > eigenGap*most; j-- {
			if count > 0 && len(y) >= count && values[j+1]-values[j] > eigenGap*most {
				break
			}
			t := mat.Col(nil, j, vectors)
			floats.Scale(math.Sqrt(values[j]), t)
			y = append(y, t)
		}
		if len(y) == 0 {
			return nil, errors.New(
				"the similarity has no positive eigenvalue, so no features can preserve it; give " +
					"another similarity")
		}
	}
	if !raw {
		for _, t := range y {
			floats.AddConst(-floats.Sum(t)/float64(k.n), t)
		}
	}
	return y, nil
}

// eigen returns the eigenvalues of K, ascending, and its eigenvectors.
func (k *similarity) eigen(ctx context.Context) ([]float64, *mat.Dense, error) {
	full := k.dense
	if full == nil {
		full = mat.NewSymDense(k.n, nil)
		for _, e := range k.edges {
			full.SetSym(e.I, e.J, e.Weight)
		}
	}
	return dense.Eigen(ctx, full)
}

// regression is the problem of NES and LAR: predict the targets y (l×n, one row for each target)
// from few features.
type regression struct {
	*columns
	y          [][]float64
	first      []int // by column: the first column that equals it
	candidates []int // live columns that are not duplicates of earlier ones
	extra      []algorithms.Value
	warnings   []string
}

// newRegression makes the problem of NES and LAR.
func newRegression(ctx context.Context, d *datasets.Dataset, from graph.Similarity, count int,
	uncentered bool, opt algorithms.Options) (*regression, error) {
	k, err := newSimilarity(ctx, d, from, opt)
	if err != nil {
		return nil, err
	}
	g := &regression{warnings: k.warnings}
	if g.y, err = k.targets(ctx, count, uncentered); err != nil {
		return nil, err
	}
	if g.columns, err = newColumns(ctx, d.Matrix(), uncentered, opt.Workers); err != nil {
		return nil, err
	}
	g.extra = append(k.extra, algorithms.Value{Name: "targets", Value: algorithms.Number(len(g.y))})
	return g, g.findCandidates(ctx, opt.Workers)
}

// findCandidates sets first and candidates.
func (g *regression) findCandidates(ctx context.Context, workers int) (err error) {
	if g.first, err = g.duplicates(ctx, workers); err != nil {
		return err
	}
	for _, j := range g.live {
		if g.first[j] == j {
			g.candidates = append(g.candidates, j)
		}
	}
	return g.compress(ctx, g.candidates, workers)
}

// correlation is ‖f'R‖² of a candidate; rows are the targets of R, and sums their sums.
func correlation(f *offsets, rows [][]float64, sums []float64) float64 {
	var sum float64
	for k, r := range rows {
		v := f.dot(r, sums[k])
		sum += v * v
	}
	return sum
}

// sumsOf returns the sum of each row.
func sumsOf(rows [][]float64) []float64 {
	out := make([]float64, len(rows))
	for k, row := range rows {
		out[k] = floats.Sum(row)
	}
	return out
}

// square is the sum of squares of all rows.
func square(rows [][]float64) float64 {
	var sum float64
	for _, row := range rows {
		sum += floats.Dot(row, row)
	}
	return sum
}

func clone(rows [][]float64) [][]float64 {
	out := make([][]float64, len(rows))
	for i, row := range rows {
		out[i] = slices.Clone(row)
	}
	return out
}
