package learn

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Pair is a weight between two samples, in either order, or of a sample to itself.
type Pair struct {
	I, J   int
	Weight float64
}

// Graph is a symmetric matrix A of weights between n samples, given by its degrees D_ii = Σ_j A_ij,
// the diagonal included, and by products with its Laplacian L = D - A. It is a sum of pairs, of
// classes with one weight for all their pairs, and of one weight for all pairs, so that no n×n
// matrix is needed. Weights may be negative unless a projection forbids it.
type Graph struct {
	degree []float64
	pairs  []Pair
	all    float64 // A_ij of all i, j
	y      []int   // class of each sample; nil without classes
	inside []float64
}

// PairGraph returns the graph of n samples with the given weights, 0 for all other pairs. It
// returns an error when an index is out of range or a weight is not finite; weights of a repeated
// pair are summed.
func PairGraph(n int, pairs []Pair) (*Graph, error) {
	g := &Graph{degree: make([]float64, n), pairs: pairs}
	for _, p := range pairs {
		switch {
		case p.I < 0 || p.J < 0 || p.I >= n || p.J >= n:
			return nil, fmt.Errorf("the pair (%d, %d) is out of range; there are %d samples, "+
				"the first is 0", p.I, p.J, n)
		case math.IsNaN(p.Weight) || math.IsInf(p.Weight, 0):
			return nil, fmt.Errorf("the weight of samples %d and %d is %g; give finite weights",
				p.I, p.J, p.Weight)
		}
		g.degree[p.I] += p.Weight
		if p.I != p.J {
			g.degree[p.J] += p.Weight
		}
	}
	return g, nil
}

// ClassGraph returns the graph with A_ij = 1/n_c for samples i, j of one class of n_c, themselves
// included, else 0: the LDA graph of FSSL. Its degrees are 1, and X'LX is the scatter within the
// classes, (2) of LAP 2018.
func ClassGraph(y []int) (*Graph, error) {
	count, err := classSizes(y)
	if err != nil {
		return nil, err
	}
	g := &Graph{degree: ones(len(y)), y: y, inside: make([]float64, len(count))}
	for c, n := range count {
		g.inside[c] = 1 / float64(n)
	}
	return g, nil
}

// CompleteGraph returns the graph with A_ij = 1/n for all i ≠ j: the PCA graph of FSSL. Its degrees
// are (n-1)/n, and X'LX is the total scatter.
func CompleteGraph(n int) *Graph {
	g := &Graph{degree: ones(n), all: 1 / float64(n)}
	floats.AddConst(-g.all, g.degree)
	return g
}

// Laplacian returns LZ for z (n×k), in O((n + pairs)k) time.
func (g *Graph) Laplacian(z *mat.Dense) *mat.Dense {
	n, k := z.Dims()
	if n != len(g.degree) {
		panic(mat.ErrShape)
	}
	out := mat.NewDense(n, k, nil)
	for _, p := range g.pairs {
		if p.I == p.J {
			continue
		}
		u, v, a, b := z.RawRowView(p.I), z.RawRowView(p.J), out.RawRowView(p.I), out.RawRowView(p.J)
		for c := range a {
			r := p.Weight * (u[c] - v[c])
			a[c] += r
			b[c] -= r
		}
	}
	if g.y != nil {
		// of z - z_first, so that equal rows give exact zeros
		sums := make([][]float64, len(g.inside))
		first, count := make([]int, len(g.inside)), make([]float64, len(g.inside))
		for i, c := range g.y {
			if sums[c] == nil {
				sums[c], first[c] = make([]float64, k), i
			}
			count[c]++
			addDifference(sums[c], z.RawRowView(i), z.RawRowView(first[c]))
		}
		for i, c := range g.y {
			centerRow(out.RawRowView(i), z.RawRowView(i), z.RawRowView(first[c]), sums[c], count[c],
				g.inside[c])
		}
	}
	if g.all != 0 {
		sum := make([]float64, k)
		for i := range n {
			addDifference(sum, z.RawRowView(i), z.RawRowView(0))
		}
		for i := range n {
			centerRow(out.RawRowView(i), z.RawRowView(i), z.RawRowView(0), sum, float64(n), g.all)
		}
	}
	return out
}

func addDifference(sum, row, origin []float64) {
	for c := range sum {
		sum[c] += row[c] - origin[c]
	}
}

// centerRow adds weight·count·(row - mean), where sum is that of row - origin over count rows.
func centerRow(out, row, origin, sum []float64, count, weight float64) {
	for c := range out {
		out[c] += weight * (count*(row[c]-origin[c]) - sum[c])
	}
}

// classSizes counts the samples of each class up to the largest index.
func classSizes(y []int) ([]int, error) {
	var count []int
	for i, c := range y {
		if c < 0 {
			return nil, fmt.Errorf("sample %d has class %d; classes are numbered from 0", i, c)
		}
		for c >= len(count) {
			count = append(count, 0)
		}
		count[c]++
	}
	return count, nil
}

// filledClasses is the number of classes that have samples.
func filledClasses(y []int) (int, error) {
	count, err := classSizes(y)
	if err != nil {
		return 0, err
	}
	filled := 0
	for _, n := range count {
		filled += min(n, 1)
	}
	if filled < 2 {
		return filled, errors.New("all samples are of one class; give two classes or more")
	}
	return filled, nil
}

func ones(n int) []float64 {
	v := make([]float64, n)
	floats.AddConst(1, v)
	return v
}
