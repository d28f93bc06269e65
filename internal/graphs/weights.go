package graphs

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
)

// Weights are a symmetric matrix K (n×n) in the form that similarity-preserving criteria use. All
// of these are differences
//
//	f'Lf = Σ_{i<j} K_ij (f_i - f_j)²,  L = D - K,  D_ii = Σ_j K_ij
//
// and weighted sums of squares.
type Weights interface {
	// Degrees returns D_ii, with the diagonal of K. Callers must not modify it.
	Degrees() []float64
	// Diagonal returns K_ii. Callers must not modify it.
	Diagonal() []float64
	// Smoothness returns f'Lf for every column f of x (n×d).
	Smoothness(ctx context.Context, x mat.Matrix, workers int) ([]float64, error)
}

// Degrees returns Degree.
func (a *Affinity) Degrees() []float64 { return a.Degree }

// Diagonal returns Loops, or zeros.
func (a *Affinity) Diagonal() []float64 {
	if a.Loops == nil {
		return make([]float64, a.N)
	}
	return a.Loops
}

// Smoothness returns f'Lf for every column f of x (n×d), which can be negative if weights are. The
// cost is O(edges·d) time.
func (a *Affinity) Smoothness(ctx context.Context, x mat.Matrix, workers int) ([]float64, error) {
	_, d := x.Dims()
	out := make([]float64, d)
	if s, ok := x.(*storage.Sparse); ok {
		return out, a.differences(ctx, s, out, workers, square)
	}
	add := a.smoothness(d)
	err := storage.EachBlock(ctx, x, workers, columnBlock, func(b *mat.Dense, lo, hi int) {
		add(b, out[lo:hi])
	})
	return out, err
}

func (a *Affinity) addSmoothness(x *mat.Dense, out []float64) {
	for _, e := range a.Edges {
		u, v := x.RawRowView(e.I), x.RawRowView(e.J)
		u, v = u[:len(out)], v[:len(out)]
		for j := range out {
			r := u[j] - v[j]
			out[j] += e.Weight * r * r
		}
	}
}

// Variation returns Σ_{i<j} A_ij |f_i - f_j| for every column f of x (n×d): Smoothness with
// absolute values in place of squares. The cost is O(edges·d) time.
func (a *Affinity) Variation(ctx context.Context, x mat.Matrix, workers int) ([]float64, error) {
	_, d := x.Dims()
	out := make([]float64, d)
	if s, ok := x.(*storage.Sparse); ok {
		return out, a.differences(ctx, s, out, workers, math.Abs)
	}
	err := storage.EachBlock(ctx, x, workers, columnBlock, func(b *mat.Dense, lo, hi int) {
		out := out[lo:hi]
		for _, e := range a.Edges {
			u, v := b.RawRowView(e.I), b.RawRowView(e.J)
			u, v = u[:len(out)], v[:len(out)]
			for j := range out {
				out[j] += e.Weight * math.Abs(u[j]-v[j])
			}
		}
	})
	return out, err
}

// Classes is the class graph: K_ij = 1/n_c if samples i and j, which may be the same, are both of
// class c with n_c samples, else 0. Its degrees are all 1.
//
// Source: SPFS 2013, (2.1).
type Classes struct {
	Y     []int // class of each sample
	Count []int // number of samples of each class
}

// NewClasses returns the class graph of labels y below c.
func NewClasses(y []int, c int) *Classes {
	g := &Classes{slices.Clone(y), make([]int, c)}
	for _, k := range y {
		g.Count[k]++
	}
	return g
}

// Filled returns the number of classes that have samples.
func (g *Classes) Filled() int {
	filled := 0
	for _, n := range g.Count {
		if n > 0 {
			filled++
		}
	}
	return filled
}

// Degrees returns ones.
func (g *Classes) Degrees() []float64 {
	out := make([]float64, len(g.Y))
	for i := range out {
		out[i] = 1
	}
	return out
}

// Diagonal returns 1/n_c of each sample's class.
func (g *Classes) Diagonal() []float64 {
	out := make([]float64, len(g.Y))
	for i, c := range g.Y {
		out[i] = 1 / float64(g.Count[c])
	}
	return out
}

// Smoothness returns the scatter within the classes, in O(nd).
func (g *Classes) Smoothness(ctx context.Context, x mat.Matrix, workers int) ([]float64, error) {
	_, d := x.Dims()
	var members [][]int
	for c, n := range g.Count {
		if n > 0 {
			rows := make([]int, 0, n)
			for i, k := range g.Y {
				if k == c {
					rows = append(rows, i)
				}
			}
			members = append(members, rows)
		}
	}
	within, between := make([]float64, d), make([]float64, d)
	return within, classScatter(ctx, x, members, between, within, workers)
}

// Affinity returns the graph as a list of edges, in O(Σ n_c²) memory.
func (g *Classes) Affinity() *Affinity {
	a := &Affinity{N: len(g.Y), Loops: g.Diagonal()}
	for i, c := range g.Y {
		for j := i + 1; j < len(g.Y); j++ {
			if g.Y[j] == c {
				a.Edges = append(a.Edges, Edge{i, j, a.Loops[i]})
			}
		}
	}
	a.addDegrees()
	return a
}

// WeightedMeans returns, for every column of x (n×d), the mean of x_ij - x_0j with weights w of the
// samples, whose sum must not be 0.
func WeightedMeans(ctx context.Context, x mat.Matrix, w []float64, workers int) ([]float64, error) {
	_, d := x.Dims()
	out := make([]float64, d)
	var total float64
	for _, v := range w {
		total += v
	}
	if s, ok := x.(*storage.Sparse); ok {
		return out, weightedMeansSparse(ctx, s, w, total, out, workers)
	}
	err := storage.EachBlock(ctx, x, workers, columnBlock, func(b *mat.Dense, lo, hi int) {
		origin, out := b.RawRowView(0), out[lo:hi]
		for i, weight := range w {
			row := b.RawRowView(i)
			for j, o := range origin {
				out[j] += weight * (row[j] - o)
			}
		}
		for j := range out {
			out[j] /= total
		}
	})
	return out, err
}

// WeightedSquares returns Σ_i w_i (x_ij - x_0j - mean_j)² for every column of x (n×d). mean is
// relative to the first sample, as WeightedMeans returns it.
func WeightedSquares(ctx context.Context, x mat.Matrix, w, mean []float64, workers int) (
	[]float64, error) {
	_, d := x.Dims()
	out := make([]float64, d)
	if s, ok := x.(*storage.Sparse); ok {
		var total float64
		for _, v := range w {
			total += v
		}
		return out, weightedSquaresSparse(ctx, s, w, mean, total, out, workers)
	}
	err := storage.EachBlock(ctx, x, workers, columnBlock, func(b *mat.Dense, lo, hi int) {
		origin, mean, out := b.RawRowView(0), mean[lo:hi], out[lo:hi]
		for i, weight := range w {
			row := b.RawRowView(i)
			for j, o := range origin {
				r := row[j] - o - mean[j]
				out[j] += weight * r * r
			}
		}
	})
	return out, err
}
