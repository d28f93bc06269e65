package graph

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
)

// Weights are a symmetric matrix K over n samples, as the criteria that
// preserve it see it: all of them are differences
//
//	f'Lf = sum over i < j of K_ij (f_i - f_j)^2,  L = D - K,  D_ii = sum_j K_ij
//
// and sums of squares that are weighted by samples.
type Weights interface {
	// Degrees returns D_ii, the diagonal of K included. Callers must not modify it.
	Degrees() []float64
	// Diagonal returns K_ii. Callers must not modify it.
	Diagonal() []float64
	// Smoothness returns f'Lf for every column f of x (n×d).
	Smoothness(ctx context.Context, x *mat.Dense, workers int) ([]float64, error)
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

// Smoothness returns f'Lf for every column f of x (n×d); for negative weights it
// may be negative. The cost is O(edges·d) time.
func (a *Affinity) Smoothness(ctx context.Context, x *mat.Dense, workers int) ([]float64, error) {
	_, d := x.Dims()
	out := make([]float64, d)
	err := parallel.For(ctx, workers, d, columnBlock, func(lo, hi int) {
		a.addSmoothness(x, out[lo:hi], lo, hi)
	})
	return out, err
}

func (a *Affinity) addSmoothness(x *mat.Dense, out []float64, lo, hi int) {
	for _, e := range a.Edges {
		u, v := x.RawRowView(e.I)[lo:hi], x.RawRowView(e.J)[lo:hi]
		u, v = u[:len(out)], v[:len(out)]
		for j := range out {
			r := u[j] - v[j]
			out[j] += e.Weight * r * r
		}
	}
}

// Variation returns sum over i < j of A_ij |f_i - f_j| for every column f of x
// (n×d): Smoothness without squares. The cost is O(edges·d) time.
func (a *Affinity) Variation(ctx context.Context, x *mat.Dense, workers int) ([]float64, error) {
	_, d := x.Dims()
	out := make([]float64, d)
	err := parallel.For(ctx, workers, d, columnBlock, func(lo, hi int) {
		out := out[lo:hi]
		for _, e := range a.Edges {
			u, v := x.RawRowView(e.I)[lo:hi], x.RawRowView(e.J)[lo:hi]
			u, v = u[:len(out)], v[:len(out)]
			for j := range out {
				out[j] += e.Weight * math.Abs(u[j]-v[j])
			}
		}
	})
	return out, err
}

// Classes is the class graph: K_ij = 1/n_c for samples i, j of one class of n_c,
// itself included, else 0 (SPFS 2013, eq. 2.1). Its degrees are all 1.
type Classes struct {
	Y     []int // class of each sample
	Count []int // samples of each class; 0 for a class without any
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
func (g *Classes) Smoothness(ctx context.Context, x *mat.Dense, workers int) ([]float64, error) {
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
	err := parallel.For(ctx, workers, d, columnBlock, func(lo, hi int) {
		classBlock(x, members, between[lo:hi], within[lo:hi], lo, hi)
	})
	return within, err
}

// Affinity returns the graph with its edges listed: O(Σ n_c²) memory.
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

// WeightedMeans returns, for every column of x (n×d), the mean of x_ij - x_0j with
// the weights w of the samples. Their sum must not be 0.
func WeightedMeans(ctx context.Context, x *mat.Dense, w []float64, workers int) ([]float64, error) {
	_, d := x.Dims()
	out := make([]float64, d)
	var total float64
	for _, v := range w {
		total += v
	}
	err := parallel.For(ctx, workers, d, columnBlock, func(lo, hi int) {
		origin, out := x.RawRowView(0)[lo:hi], out[lo:hi]
		for i, weight := range w {
			row := x.RawRowView(i)[lo:hi]
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

// WeightedSquares returns sum_i w_i (x_ij - x_0j - mean_j)^2 for every column of x
// (n×d), mean being relative to the first sample as WeightedMeans returns it.
func WeightedSquares(ctx context.Context, x *mat.Dense, w, mean []float64, workers int) (
	[]float64, error) {
	_, d := x.Dims()
	out := make([]float64, d)
	err := parallel.For(ctx, workers, d, columnBlock, func(lo, hi int) {
		origin, mean, out := x.RawRowView(0)[lo:hi], mean[lo:hi], out[lo:hi]
		for i, weight := range w {
			row := x.RawRowView(i)[lo:hi]
			for j, o := range origin {
				r := row[j] - o - mean[j]
				out[j] += weight * r * r
			}
		}
	})
	return out, err
}
