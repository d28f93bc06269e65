package learn_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

// length is the sum of dissimilarities between neighbors.
func length(d mat.Symmetric, order []int) float64 {
	var sum float64
	for i := range order[1:] {
		sum += d.At(order[i], order[i+1])
	}
	return sum
}

// orders returns every order of a cluster in which no branches cross.
func orders(tree learn.Dendrogram, cluster int) [][]int {
	if cluster < tree.Items() {
		return [][]int{{cluster}}
	}
	var out [][]int
	m := tree[cluster-tree.Items()]
	for _, a := range orders(tree, m.A) {
		for _, b := range orders(tree, m.B) {
			out = append(out, slices.Concat(a, b), slices.Concat(b, a))
		}
	}
	return out
}

// The order is the shortest of all 2^(k-1) that the tree allows, read from the
// end that is nearer to item 0.
func TestLeafOrderIsOptimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawApart(t, 9, rapid.Bool().Draw(t, "ties"))
		tree := cluster(t, d)
		got := learn.LeafOrder(tree, d)
		shortest, allowed := math.Inf(1), false
		for _, o := range orders(tree, 2*tree.Items()-2) {
			shortest = min(shortest, length(d, o))
			allowed = allowed || slices.Equal(o, got)
		}
		if !allowed {
			t.Fatalf("%v crosses branches of %v", got, tree)
		}
		if math.Abs(length(d, got)-shortest) > 1e-12 {
			t.Fatalf("%v has the length %g, the shortest %g", got, length(d, got), shortest)
		}
		at := slices.Index(got, 0)
		if ahead := len(got) - 1 - at; ahead < at || ahead == at && at > 0 &&
			got[0] > got[len(got)-1] {
			t.Fatalf("%v is read from the wrong end", got)
		}
	})
}

// Points on a line come in their order, whatever the tree is.
func TestLeafOrderOfALine(t *testing.T) {
	x := []float64{4, 0.2, 9, 3, 1, 12, 7.5}
	d := symmetric(len(x), func(i, j int) float64 { return math.Abs(x[i] - x[j]) })
	tree := cluster(t, d)
	want := []int{1, 4, 3, 0, 6, 2, 5} // 0 is in the middle, and 1 < 5
	must.Equal(t, learn.LeafOrder(tree, d), want, "learn.LeafOrder(tree, d)")
	must.Items(t, learn.LeafOrder(learn.Dendrogram{}, mat.NewSymDense(1, nil)), []int{0},
		"one item is in the order")
}

func TestLeafOrderOfOtherItems(t *testing.T) {
	defer func() {
		must.Is(t, fmt.Sprint(recover()), "learn: LeafOrder of 2 items with dissimilarities of 3",
			"panics with")
	}()
	learn.LeafOrder(learn.Dendrogram{{0, 1, 1, 2}}, mat.NewSymDense(3, nil))
}

// Four features, of which two pairs are alike.
func ExampleAverageLinkage() {
	d := mat.NewSymDense(4, []float64{
		0, .9, .1, .8,
		.9, 0, .9, .2,
		.1, .9, 0, 1,
		.8, .2, 1, 0,
	})
	tree, err := learn.AverageLinkage(d)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range tree {
		fmt.Printf("%d and %d at %.1f\n", m.A, m.B, m.Height)
	}
	fmt.Println(tree.Cut(0.5), learn.LeafOrder(tree, d))
	// Output:
	// 0 and 2 at 0.1
	// 1 and 3 at 0.2
	// 4 and 5 at 0.9
	// [[0 2] [1 3]] [2 0 3 1]
}
