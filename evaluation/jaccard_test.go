package evaluation_test

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
)

// By sets, from the definition.
func jaccardByHand(n, k int, a, b func(i, j int) float64) float64 {
	near := func(f func(i, j int) float64, i int) map[int]bool {
		var others []int
		for j := range n {
			if j != i {
				others = append(others, j)
			}
		}
		slices.SortStableFunc(others, func(p, q int) int {
			switch x, y := f(i, p), f(i, q); {
			case x > y:
				return -1
			case x < y:
				return 1
			}
			return 0
		})
		out := make(map[int]bool)
		for _, j := range others[:k] {
			out[j] = true
		}
		return out
	}
	var sum float64
	for i := range n {
		p, q := near(a, i), near(b, i)
		common := 0
		for j := range p {
			if q[j] {
				common++
			}
		}
		sum += float64(common) / float64(len(p)+len(q)-common) / float64(n)
	}
	return sum
}

func TestJaccard(t *testing.T) {
	d := noise(23, 9, 7)
	all, features := []int{0, 1, 2, 3, 4, 5, 6, 7, 8}, []int{4, 1, 7}
	ks := []int{1, 2, 5, 11, 22}
	for _, raw := range []bool{false, true} {
		x, y := unit(d, features), unit(d, all)
		if raw {
			x, y = mat.NewDense(23, 3, nil), d.X
			for k, j := range features {
				x.SetCol(k, mat.Col(nil, j, d.X))
			}
		}
		distance := func(m *mat.Dense) func(i, j int) float64 {
			return func(i, j int) float64 {
				_, c := m.Dims()
				var s float64
				for k := range c {
					s -= math.Pow(m.At(i, k)-m.At(j, k), 2)
				}
				return s
			}
		}
		product := func(m *mat.Dense) func(i, j int) float64 {
			return func(i, j int) float64 { return mat.Dot(m.RowView(i), m.RowView(j)) }
		}
		h := must.Get(evaluation.NewNeighborhoods(t.Context(), d,
			evaluation.NeighborhoodOptions{Neighbors: 22, Raw: raw}))(t)
		got := must.Get(h.Jaccard(t.Context(), features, ks, 0))(t)
		a := must.Get(evaluation.ChosenProducts(d, features, raw))(t)
		b := must.Get(evaluation.ChosenProducts(d, all, raw))(t)
		similar := must.Get(evaluation.SimilarityJaccard(t.Context(), a, b, ks, 2))(t)
		for i, k := range ks {
			must.Near(t, got[i], jaccardByHand(23, k, distance(x), distance(y)), 1e-12,
				"raw %v, %d neighbors", raw, k)
			must.Near(t, similar[i], jaccardByHand(23, k, product(x), product(y)), 1e-12,
				"raw %v, %d most similar", raw, k)
		}
		if got[4] != 1 || similar[4] != 1 {
			t.Errorf("all neighbors: %v and %v, want 1", got[4], similar[4])
		}
		if same, err := h.Jaccard(t.Context(), all, ks, 1); err != nil || slices.Min(same) != 1 {
			t.Errorf("all features keep %v of the neighborhoods, %v", same, err)
		}
	}
	h := must.Get(evaluation.NewNeighborhoods(t.Context(), d,
		evaluation.NeighborhoodOptions{Neighbors: 5}))(t)
	_, six := h.Jaccard(t.Context(), features, []int{6}, 0)
	_, none := h.Jaccard(t.Context(), features, nil, 0)
	_, foreign := h.Jaccard(t.Context(), []int{9}, []int{1}, 0)
	_, many := evaluation.NewNeighborhoods(t.Context(), d,
		evaluation.NeighborhoodOptions{Neighbors: 23})
	_, sizes := evaluation.SimilarityJaccard(t.Context(), mat.NewSymDense(3, nil),
		mat.NewSymDense(4, nil), ks, 0)
	nan := mat.NewSymDense(3, nil)
	nan.SetSym(0, 1, math.NaN())
	_, bad := evaluation.SimilarityJaccard(t.Context(), mat.NewSymDense(3, nil), nan, []int{1}, 0)
	for want, err := range map[string]error{
		"6 neighbors of 5 others; give 1 to 5": six, "no numbers of neighbors": none,
		"feature 9 is out of range": foreign,
		"23 neighbors of 22 others": many, "similarities of 3 and of 4 samples": sizes,
		"row 0 of a similarity matrix has an element that is not a number": bad,
	} {
		must.ErrorWith(t, err, want)
	}
}

// Greedy similarity preserving selection (SPFS 2013, algorithm 1, without its stop)
// on half of the samples, as many features: table 5 prints a Jaccard score of .69 for
// ORL10P and .60 for PIX10P at one neighbor, over other halves; the first 20 of this
// seed give .63 and .70, two of them are enough here.
func TestJaccardOfTable5(t *testing.T) {
	dir := realdata.Need(t, "orlraws10P.mat", "pixraw10P.mat")
	sets := map[string][2]float64{"orlraws10P.mat": {0.58, 0.78}, "pixraw10P.mat": {0.55, 0.82}}
	if !longtest.Asked() {
		delete(sets, "pixraw10P.mat")
	}
	for file, want := range sets {
		whole := must.Get(datasets.Load(filepath.Join(dir, file), datasets.Options{}))(t)
		splits := must.Get(learn.StratifiedSplits(whole.Y, 0.5, 2, 1))(t)
		var score, residue float64
		for _, s := range splits {
			d := must.Get(whole.Rows(s.Train))(t)
			k := must.Get(evaluation.GaussianSimilarity(t.Context(), d,
				evaluation.GaussianOptions{}))(t)
			features := greedy(t, d, k)
			p := must.Get(evaluation.ChosenProducts(d, features, false))(t)
			jaccard := must.Get(evaluation.SimilarityJaccard(t.Context(), p, k, []int{1}, 0))(t)
			left := must.Get(evaluation.Residue(t.Context(), d, evaluation.ResidueOptions{From: k},
				features))(t)
			score, residue = score+jaccard[0]/2, residue+left/2
		}
		t.Logf("%s: Jaccard %.2f, residue %.1f", file, score, residue)
		if score < want[0] || score > want[1] {
			t.Errorf("%s: Jaccard score %.2f, want %.2f to %.2f", file, score, want[0], want[1])
		}
	}
}

// greedy picks n features, each of which leaves the least of the residue.
func greedy(t *testing.T, d *datasets.Dataset, k mat.Symmetric) []int {
	n, m := d.X.Dims()
	all := make([]int, m)
	for j := range all {
		all[j] = j
	}
	p := must.Get(evaluation.ChosenProducts(d, all, false))(t)
	var r, of mat.Dense
	r.CloneFrom(k)
	taken := make([]bool, m)
	var features []int
	for range n {
		of.Mul(&r, p.Y)
		best, gain := -1, math.Inf(-1)
		for j := range m {
			// ‖R - ff'‖² = ‖R‖² - 2f'Rf + ‖f‖⁴
			f := p.Y.ColView(j)
			length := mat.Dot(f, f)
			if v := 2*mat.Dot(f, of.ColView(j)) - length*length; !taken[j] && length > 0 &&
				v > gain {
				best, gain = j, v
			}
		}
		taken[best] = true
		features = append(features, best)
		r.RankOne(&r, -1, p.Y.ColView(best), p.Y.ColView(best))
	}
	return features
}

// Whole numbers tie by the dozen: neither the order of the samples nor their unit decides which of
// them are neighbors. By hand: a sample's part of k places is what is left of them after the nearer
// ones, spread over those at its distance.
func TestJaccardOfTies(t *testing.T) {
	const n, d = 40, 6
	rng := rand.New(rand.NewPCG(4, 4))
	x := mat.NewDense(n, d, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return float64(rng.IntN(3)) }, x)
	set := func(x *mat.Dense) *datasets.Dataset {
		return must.Get(datasets.New("whole", x, []int(nil), nil))(t)
	}
	features, all, ks := []int{1, 4}, []int{0, 1, 2, 3, 4, 5}, []int{1, 3, 10, n - 1}
	both := func(x *mat.Dense) (near, similar []float64) {
		data := set(x)
		h := must.Get(evaluation.NewNeighborhoods(t.Context(), data,
			evaluation.NeighborhoodOptions{Neighbors: n - 1, Raw: true}))(t)
		near = must.Get(h.Jaccard(t.Context(), features, ks, 0))(t)
		a := must.Get(evaluation.ChosenProducts(data, features, true))(t)
		b := must.Get(evaluation.ChosenProducts(data, all, true))(t)
		similar = must.Get(evaluation.SimilarityJaccard(t.Context(), a, b, ks, 0))(t)
		return near, similar
	}
	parts := func(k, i int, far func(i, j int) float64) []float64 {
		out := make([]float64, n)
		for j := range n {
			nearer, equal := 0, 0
			for l := range n {
				if l != i && far(i, l) < far(i, j) {
					nearer++
				} else if l != i && far(i, l) == far(i, j) {
					equal++
				}
			}
			if j != i {
				out[j] = max(0, min(1, float64(k-nearer)/float64(equal)))
			}
		}
		return out
	}
	byHand := func(k int, term func(a, b float64) float64) (sum float64) {
		far := func(features []int) func(i, j int) float64 {
			return func(i, j int) (sum float64) {
				for _, l := range features {
					sum += term(x.At(i, l), x.At(j, l))
				}
				return sum
			}
		}
		for i := range n {
			p, q := parts(k, i, far(features)), parts(k, i, far(all))
			var common, union float64
			for j := range n {
				common, union = common+min(p[j], q[j]), union+max(p[j], q[j])
			}
			sum += common / union / n
		}
		return sum
	}
	near, similar := both(x)
	for at, k := range ks {
		want := byHand(k, func(a, b float64) float64 { return (a - b) * (a - b) })
		must.Near(t, near[at], want, 1e-12, "%d neighbors", k)
		want = byHand(k, func(a, b float64) float64 { return -a * b })
		must.Near(t, similar[at], want, 1e-12, "%d most similar", k)
	}
	order := rng.Perm(n)
	for _, unit := range []float64{1, .1, 1. / 3} {
		moved := mat.NewDense(n, d, nil)
		for i, from := range order {
			for j := range d {
				moved.Set(i, j, unit*x.At(from, j))
			}
		}
		a, b := both(moved)
		for at, k := range ks {
			if math.Abs(a[at]-near[at]) > 1e-12 || math.Abs(b[at]-similar[at]) > 1e-12 {
				t.Errorf("%d neighbors, in another order and times %v: %v and %v, want %v and %v",
					k, unit, a[at], b[at], near[at], similar[at])
			}
		}
	}
}
