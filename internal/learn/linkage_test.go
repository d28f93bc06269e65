package learn_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

// symmetric fills a matrix of dissimilarities.
func symmetric(k int, at func(i, j int) float64) *mat.SymDense {
	d := mat.NewSymDense(k, nil)
	for i := range k {
		for j := range i {
			d.SetSym(i, j, at(j, i))
		}
	}
	return d
}

// drawApart draws dissimilarities, from few values when they should repeat.
func drawApart(t *rapid.T, most int, ties bool) *mat.SymDense {
	k := rapid.IntRange(1, most).Draw(t, "k")
	if ties {
		return symmetric(k,
			func(int, int) float64 { return float64(rapid.IntRange(0, 3).Draw(t, "d")) })
	}
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	return symmetric(k, func(int, int) float64 { return rng.Float64() })
}

func across(d mat.Symmetric, a, b []int) float64 {
	var sum float64
	for _, i := range a {
		for _, j := range b {
			sum += d.At(i, j)
		}
	}
	return sum / float64(len(a)*len(b))
}

func cluster(t interface{ Fatal(...any) }, d mat.Symmetric) learn.Dendrogram {
	tree, err := learn.AverageLinkage(d)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// With no two means alike there is one tree, and joining the nearest two of all
// clusters, with means over their items, finds it in O(k⁴).
func TestAverageLinkageAgainstTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawApart(t, 14, false)
		k := d.SymmetricDim()
		clusters := make([][]int, k)
		for i := range clusters {
			clusters[i] = []int{i}
		}
		for step, m := range cluster(t, d) {
			best, at := math.Inf(1), [2]int{}
			for a, x := range clusters {
				for b, y := range clusters {
					if a < b && x != nil && y != nil && across(d, x, y) < best {
						best, at = across(d, x, y), [2]int{a, b}
					}
				}
			}
			x, y := clusters[at[0]], clusters[at[1]]
			lower, other := at[0], at[1]
			if y[0] < x[0] {
				lower, other = other, lower
			}
			if m.A != lower || m.B != other || m.Size != len(x)+len(y) ||
				math.Abs(m.Height-best) > 1e-12 {
				t.Fatalf("merge %d is %+v, want %d and %d at %g", step, m, lower, other, best)
			}
			clusters[at[0]], clusters[at[1]] = nil, nil
			joined := slices.Concat(x, y)
			slices.Sort(joined)
			clusters = append(clusters, joined)
		}
	})
}

// Of several trees one is chosen, and each of its merges is between two clusters
// than which no others are nearer.
func TestAverageLinkageOfTies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawApart(t, 12, true)
		k := d.SymmetricDim()
		clusters := make([][]int, k)
		for i := range clusters {
			clusters[i] = []int{i}
		}
		tree := cluster(t, d)
		for step, m := range tree {
			least := math.Inf(1)
			for a, x := range clusters {
				for _, y := range clusters[:a] {
					if x != nil && y != nil {
						least = min(least, across(d, x, y))
					}
				}
			}
			a, b := clusters[m.A], clusters[m.B]
			if math.Abs(across(d, a, b)-least) > 1e-12 || math.Abs(m.Height-least) > 1e-12 {
				t.Fatalf("merge %d is of clusters %g apart, others are %g", step,
					across(d, a, b), least)
			}
			if a[0] > b[0] {
				t.Fatalf("merge %d names %v before %v", step, a, b)
			}
			clusters[m.A], clusters[m.B] = nil, nil
			clusters = append(clusters, append(a, b...))
		}
		if diff := cmp.Diff(tree, cluster(t, d)); diff != "" {
			t.Fatalf("again it is another tree:\n%s", diff)
		}
	})
}

func TestAverageLinkageByHand(t *testing.T) {
	line := func(x ...float64) *mat.SymDense {
		return symmetric(len(x), func(i, j int) float64 { return math.Abs(x[i] - x[j]) })
	}
	for _, test := range []struct {
		what string
		d    *mat.SymDense
		want learn.Dendrogram
	}{
		{"one item", mat.NewSymDense(1, nil), learn.Dendrogram{}},
		{"two items", line(3, 5), learn.Dendrogram{{0, 1, 2, 2}}},
		// 7 and 5, then 0 and 1; across: (5+7+4+6)/4.
		{"two pairs", line(7, 0, 1, 5.5), learn.Dendrogram{{1, 2, 1, 2}, {0, 3, 1.5, 2},
			{5, 4, 5.75, 4}}},
		// 0 1 and 2 are joined, then 4 to them at (4+3)/2.
		{"a chain", line(0, 1, 4), learn.Dendrogram{{0, 1, 1, 2}, {3, 2, 3.5, 3}}},
		{"all alike", symmetric(4, func(int, int) float64 {
			return 0.3
		}), learn.Dendrogram{{0, 1, .3, 2}, {4, 2, .3, 3}, {5, 3, .3, 4}}},
		{"all the same", mat.NewSymDense(3, nil), learn.Dendrogram{{0, 1, 0, 2}, {3, 2, 0, 3}}},
	} {
		must.Equal(t, cluster(t, test.d), test.want, "%s", test.what)
	}
}

func TestCut(t *testing.T) {
	tree := learn.Dendrogram{{1, 2, 1, 2}, {0, 3, 1.5, 2}, {5, 4, 5.75, 4}}
	for _, test := range []struct {
		height float64
		want   [][]int
	}{
		{0.9, [][]int{{0}, {1}, {2}, {3}}},
		{1, [][]int{{0}, {1, 2}, {3}}},
		{2, [][]int{{0, 3}, {1, 2}}},
		{6, [][]int{{0, 1, 2, 3}}},
	} {
		must.Equal(t, tree.Cut(test.height), test.want, "cut at %g", test.height)
	}
	must.Equal(t, learn.Dendrogram{}.Cut(1), [][]int{{0}}, "one item")
}

func TestAverageLinkageErrors(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), -0.5} {
		d := symmetric(4, func(i, j int) float64 {
			if i == 1 && j == 3 {
				return v
			}
			return 1
		})
		want := fmt.Sprintf(
			"the dissimilarity of items 1 and 3 is %g; give finite numbers of at least 0", v)
		must.Fail(learn.AverageLinkage(d))(t, want)
	}
	must.FailWith(learn.AverageLinkage(new(mat.SymDense)))(t, "no items")
	d := mat.NewSymDense(2, []float64{math.NaN(), 1, 1, -1})
	if tree := cluster(t, d); tree[0].Height != 1 {
		t.Errorf("the diagonal counts: %v", tree)
	}
}

// The numbers of scipy come from testdata/linkage_wdbc.py.
func TestLinkageOfWDBC(t *testing.T) {
	wdbc := must.Get(datasets.Load("wdbc", datasets.Options{}))(t)
	z := learn.FitScaling(wdbc.X).Apply(wdbc.X)
	n := float64(wdbc.N())
	d := symmetric(30, func(i, j int) float64 {
		r := mat.Dot(z.ColView(i), z.ColView(j)) / (n - 1)
		return 1 - r*r
	})
	tree := cluster(t, d)
	var heights []float64
	for _, m := range tree {
		heights = append(heights, m.Height)
	}
	want := []float64{
		0.004284837194908, 0.012544577474330, 0.025965072208245, 0.038028206067331,
		0.053672461957544, 0.078659748360919,
		0.107410887743964, 0.151038576508512, 0.168174667966906, 0.203870488514608,
		0.214869967789373, 0.288050912992664,
		0.351452940151358, 0.354759206572266, 0.355919873372361, 0.404318593419592,
		0.411255652570322, 0.465479989261159,
		0.475466198101289, 0.510243852952316, 0.621302030799282, 0.693068834232774,
		0.785512423875599, 0.829012684415550,
		0.830406977225528, 0.836383265829595, 0.872324734318730, 0.937475148027919,
		0.958165287361310,
	}
	if diff := cmp.Diff(want, heights, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("heights (-scipy +got):\n%s", diff)
	}
	near(t, "the length of the order", length(d, learn.LeafOrder(tree, d)),
		10.479741466669461, 1e-11)
}

func BenchmarkLinkage(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, k := range []int{100, 1000} {
		d := symmetric(k, func(int, int) float64 { return rng.Float64() })
		b.Run(fmt.Sprintf("k=%d", k), func(b *testing.B) {
			for b.Loop() {
				cluster(b, d)
			}
		})
		tree := cluster(b, d)
		b.Run(fmt.Sprintf("order/k=%d", k), func(b *testing.B) {
			for b.Loop() {
				learn.LeafOrder(tree, d)
			}
		})
	}
}
