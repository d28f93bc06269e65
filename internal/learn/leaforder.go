package learn

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// LeafOrder returns the items of a dendrogram in the order for drawing: of the 2^(k-1) orders
// without crossing branches, one with the smallest sum of dissimilarities d (k×k) between neighbors
// (Bar-Joseph, Gifford, Jaakkola 2001). It is read from the end that is nearer to item 0; in the
// middle, from the lower of the two ends.
//
// The cost is O(k³) time and O(k²) memory: the best path through two joined branches is found in
// two steps, first to the entrance of the second branch. It panics when the size of d is not that
// of t.
func LeafOrder(t Dendrogram, d mat.Symmetric) []int {
	k := t.Items()
	if d.SymmetricDim() != k {
		panic(fmt.Sprintf("learn: LeafOrder of %d items with dissimilarities of %d", k,
			d.SymmetricDim()))
	}
	o := &leafOrder{tree: t, k: k, apart: make([]float64, k*k), way: make([]float64, k*k),
		leaves: make([][]int, k+len(t))}
	for i := range k {
		o.leaves[i] = []int{i}
		for j := range k {
			o.apart[i*k+j] = d.At(i, j)
		}
	}
	for i, m := range t {
		o.join(m.A, m.B)
		o.leaves[k+i] = slices.Concat(o.leaves[m.A], o.leaves[m.B])
	}
	order := make([]int, 0, k)
	if k == 1 {
		return append(order, 0)
	}
	root := t[len(t)-1]
	best, first, last := math.Inf(1), 0, 0
	for _, i := range o.leaves[root.A] {
		for _, j := range o.leaves[root.B] {
			if w := o.way[i*k+j]; w < best {
				best, first, last = w, i, j
			}
		}
	}
	order = o.walk(order, k+len(t)-1, first, last)
	at := slices.Index(order, 0)
	if ahead := k - 1 - at; ahead < at || ahead == at && order[k-1] < order[0] {
		slices.Reverse(order)
	}
	return order
}

type leafOrder struct {
	tree  Dendrogram
	k     int
	apart []float64 // dissimilarities
	// of two items, the least sum of a path between them through the smallest cluster that has both
	way    []float64
	leaves [][]int // of each cluster
}

// ends returns the possible last items of a cluster that begins with an item.
func (o *leafOrder) ends(cluster, begin int) []int {
	if cluster < o.k {
		return o.leaves[cluster]
	}
	m := o.tree[cluster-o.k]
	if slices.Contains(o.leaves[m.A], begin) {
		return o.leaves[m.B]
	}
	return o.leaves[m.A]
}

// join finds the best ways through two clusters.
func (o *leafOrder) join(a, b int) {
	k, left, right := o.k, o.leaves[a], o.leaves[b]
	back := make([][]int, len(right)) // the ends of b from each of its items
	for n, j := range right {
		back[n] = o.ends(b, j)
	}
	entered := make([]float64, k) // the least sum up to an item of b
	for _, i := range left {
		for _, m := range right {
			entered[m] = math.Inf(1)
		}
		for _, l := range o.ends(a, i) {
			w := o.way[i*k+l]
			apart := o.apart[l*k : (l+1)*k]
			for _, m := range right {
				if s := w + apart[m]; s < entered[m] {
					entered[m] = s
				}
			}
		}
		for n, j := range right {
			best := math.Inf(1)
			ways := o.way[j*k : (j+1)*k]
			for _, m := range back[n] {
				if s := entered[m] + ways[m]; s < best {
					best = s
				}
			}
			o.way[i*k+j], o.way[j*k+i] = best, best
		}
	}
}

// walk appends the items of a cluster along the best path between two of its ends.
func (o *leafOrder) walk(order []int, cluster, first, last int) []int {
	if cluster < o.k {
		return append(order, cluster)
	}
	a, b := o.tree[cluster-o.k].A, o.tree[cluster-o.k].B
	if slices.Contains(o.leaves[b], first) {
		a, b = b, a
	}
	k, best := o.k, math.Inf(1)
	var out, in int
	for _, l := range o.ends(a, first) {
		for _, m := range o.ends(b, last) {
			if w := o.way[first*k+l] + o.apart[l*k+m] + o.way[m*k+last]; w < best {
				best, out, in = w, l, m
			}
		}
	}
	order = o.walk(order, a, first, out)
	return o.walk(order, b, in, last)
}
