package graphs

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/mat"
)

// Dims returns n, n.
func (a *Affinity) Dims() (r, c int) { return a.N, a.N }

// SymmetricDim returns n.
func (a *Affinity) SymmetricDim() int { return a.N }

// T returns a itself.
func (a *Affinity) T() mat.Matrix { return a }

// At returns A_ij in O(log edges). It panics if i or j is out of range.
func (a *Affinity) At(i, j int) float64 {
	if i < 0 || i >= a.N || j < 0 || j >= a.N {
		panic(mat.ErrIndexOutOfRange)
	}
	if i == j {
		if a.Loops == nil {
			return 0
		}
		return a.Loops[i]
	}
	want := Edge{I: min(i, j), J: max(i, j)}
	at := sort.Search(len(a.Edges), func(k int) bool { return compareEdges(a.Edges[k], want) >= 0 })
	if at < len(a.Edges) && compareEdges(a.Edges[at], want) == 0 {
		return a.Edges[at].Weight
	}
	return 0
}

// EachRow calls use for every row in turn, in O(n² + edges). use must not keep the row.
func (a *Affinity) EachRow(use func(row []float64)) {
	// The edges with each sample as upper end, in the order of their lower end.
	ends := make([][]int, a.N)
	for k, e := range a.Edges {
		ends[e.J] = append(ends[e.J], k)
	}
	row := make([]float64, a.N)
	next := 0
	for i := range row {
		clear(row)
		for _, k := range ends[i] {
			row[a.Edges[k].I] = a.Edges[k].Weight
		}
		for ; next < len(a.Edges) && a.Edges[next].I == i; next++ {
			row[a.Edges[next].J] = a.Edges[next].Weight
		}
		if a.Loops != nil {
			row[i] = a.Loops[i]
		}
		use(row)
	}
}

func compareEdges(a, b Edge) int { return cmp.Or(a.I-b.I, a.J-b.J) }

// FromPairs makes a matrix (n×n) from a list of its entries: each pair once and in either order; I
// = J is an entry of the diagonal. Other entries are 0. Weights may be negative. It returns an
// error if an index is out of range, if a pair occurs twice, or if a weight is not finite.
func FromPairs(n int, pairs []Edge) (*Affinity, error) {
	a := &Affinity{N: n}
	seen := make(map[int]bool)
	for _, e := range pairs {
		e.I, e.J = min(e.I, e.J), max(e.I, e.J)
		switch {
		case e.I < 0 || e.J >= n:
			return nil, fmt.Errorf(
				"the pair (%d, %d) is out of range; there are %d samples, the first is 0",
				e.I, e.J, n)
		case math.IsNaN(e.Weight) || math.IsInf(e.Weight, 0):
			return nil, fmt.Errorf("the weight of samples %d and %d is %g; give finite weights",
				e.I, e.J, e.Weight)
		case e.I != e.J:
			a.Edges = append(a.Edges, e)
		case seen[e.I]:
			return nil, fmt.Errorf("the pair (%d, %d) comes twice; give each pair once", e.I, e.J)
		default:
			seen[e.I] = true
			a.setLoop(e.I, e.Weight)
		}
	}
	slices.SortFunc(a.Edges, compareEdges)
	for k := 1; k < len(a.Edges); k++ {
		if e := a.Edges[k]; compareEdges(a.Edges[k-1], e) == 0 {
			return nil, fmt.Errorf("the pair (%d, %d) comes twice; give each pair once", e.I, e.J)
		}
	}
	a.Edges = slices.DeleteFunc(a.Edges, func(e Edge) bool { return e.Weight == 0 })
	a.addDegrees()
	return a, nil
}

// FromMatrix makes an Affinity from a symmetric matrix k (n×n); entries of 0 are no edges. It
// returns an error if its size is not n, or if an entry is not finite. The cost is O(n²) time, and
// 24 bytes for each pair that is not 0.
func FromMatrix(k mat.Symmetric, n int) (*Affinity, error) {
	if err := CheckSize(k, n); err != nil {
		return nil, err
	}
	if a, ok := k.(*Affinity); ok {
		return a, nil
	}
	edges := 0
	for i := range n {
		for j := i + 1; j < n; j++ {
			if k.At(i, j) != 0 {
				edges++
			}
		}
	}
	a := &Affinity{N: n, Edges: make([]Edge, 0, edges)}
	for i := range n {
		for j := i; j < n; j++ {
			w := k.At(i, j)
			switch {
			case math.IsNaN(w) || math.IsInf(w, 0):
				return nil, notFinite(i, j, w)
			case w == 0:
			case i == j:
				a.setLoop(i, w)
			default:
				a.Edges = append(a.Edges, Edge{i, j, w})
			}
		}
	}
	a.addDegrees()
	return a, nil
}

// NonNegative is FromMatrix for criteria that divide by degrees: it also returns an error if an
// entry is negative, or if all are 0.
func NonNegative(k mat.Symmetric, n int) (*Affinity, error) {
	a, err := FromMatrix(k, n)
	if err != nil {
		return nil, err
	}
	for _, e := range a.Edges {
		if e.Weight < 0 {
			return nil, fmt.Errorf(
				"the precomputed similarity of samples %d and %d is %g; the method needs "+
					"numbers of 0 or more", e.I, e.J, e.Weight)
		}
	}
	for i, w := range a.Loops {
		if w < 0 {
			return nil, fmt.Errorf(
				"the precomputed similarity of sample %d to itself is %g; the method needs "+
					"numbers of 0 or more", i, w)
		}
	}
	for _, w := range a.Degree {
		if w > 0 {
			return a, nil
		}
	}
	return nil, errors.New("all precomputed similarities are 0; give some above")
}

func (a *Affinity) setLoop(i int, w float64) {
	if a.Loops == nil {
		a.Loops = make([]float64, a.N)
	}
	a.Loops[i] = w
}

// addDegrees sums the weights of each sample: the diagonal, then the edges in their order.
func (a *Affinity) addDegrees() {
	a.Degree = make([]float64, a.N)
	copy(a.Degree, a.Loops)
	for _, e := range a.Edges {
		a.Degree[e.I] += e.Weight
		a.Degree[e.J] += e.Weight
	}
}

// CompleteGraph joins all pairs of n samples, with weights 1/n.
func CompleteGraph(n int) *Affinity {
	a := &Affinity{N: n, Edges: make([]Edge, 0, n*(n-1)/2)}
	for i := range n {
		for j := i + 1; j < n; j++ {
			a.Edges = append(a.Edges, Edge{i, j, 1 / float64(n)})
		}
	}
	a.addDegrees()
	return a
}

// DenseOf copies a symmetric matrix k (n×n). It returns an error if its size is not n, or if an
// entry is not finite. The cost is O(n²).
func DenseOf(k mat.Symmetric, n int) (*mat.SymDense, error) {
	if err := CheckSize(k, n); err != nil {
		return nil, err
	}
	if err := checkPairs(n, 8); err != nil {
		return nil, err
	}
	out := mat.NewSymDense(n, nil)
	if a, ok := k.(*Affinity); ok {
		for i, v := range a.Diagonal() {
			out.SetSym(i, i, v)
		}
		for _, e := range a.Edges {
			out.SetSym(e.I, e.J, e.Weight)
		}
		return out, nil
	}
	for i := range n {
		for j := i; j < n; j++ {
			v := k.At(i, j)
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, notFinite(i, j, v)
			}
			out.SetSym(i, j, v)
		}
	}
	return out, nil
}

func notFinite(i, j int, v float64) error {
	const text = "the precomputed similarity of samples %d and %d is %g; give finite numbers"
	return fmt.Errorf(text, i, j, v)
}

// CheckSize returns an error if k is not n×n.
func CheckSize(k mat.Symmetric, n int) error {
	if m := k.SymmetricDim(); m != n {
		return fmt.Errorf("the precomputed similarity is %d×%d, and the data set has %d samples; "+
			"give one row and column for each sample", m, m, n)
	}
	return nil
}
