package evaluation_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
)

// partitions are those of testdata/partitions.py, which made the golden numbers.
func partitions() (found, truth []int) {
	for i := range 97 {
		truth = append(truth, i*i%5)
		found = append(found, i*i%5)
		if i%3 == 0 {
			found[i] = i % 6
		}
	}
	return found, truth
}

func TestPartitionsAgainstScikitLearn(t *testing.T) {
	found, truth := partitions()
	for by, want := range map[evaluation.Normalization]float64{
		evaluation.ByMax: 0.42773178046333665, evaluation.ByMean: 0.4813448996677831,
		evaluation.ByRoot: 0.4851712088193359, evaluation.ByMin: 0.5503240877080265,
	} {
		got, err := evaluation.NMI(found, truth, by)
		if err != nil || math.Abs(got-want) > 1e-12 {
			t.Errorf("NMI, normalization %d: %v, %v; want %v", by, got, err, want)
		}
		must.Near(t, must.Get(evaluation.NMI(truth, found, by))(t), got, 1e-12,
			"NMI the other way round")
	}
	must.Near(t, must.Get(evaluation.AdjustedRand(found, truth))(t), 0.4249081523347391, 1e-12,
		"adjusted Rand index")
}

// Names do not matter, and a cluster without a label is wrong.
func TestClusteringAccuracy(t *testing.T) {
	two := []int{0, 0, 1, 1}
	for _, test := range []struct {
		found, truth []int
		want         float64
	}{
		{two, []int{9, 9, -1, -1}, 1}, {[]int{5, 5, 5, 5}, two, .5}, {two, []int{7, 7, 7, 7}, .5},
		{[]int{4, 3, 2, 1}, two, .5}, {two, []int{0, 1, 0, 1}, .5}, {[]int{3}, []int{8}, 1},
	} {
		must.Is(t, must.Get(evaluation.ClusteringAccuracy(test.found, test.truth))(t), test.want,
			"%v against %v", test.found, test.truth)
	}
	found, truth := partitions()
	must.Near(t, must.Get(evaluation.ClusteringAccuracy(found, truth))(t), 0.7010309278350515,
		1e-12, "SciPy's assignment gives 0.7010309278350515")
	must.FailWith(evaluation.ClusteringAccuracy(found, truth[1:]))(t,
		"97 clusters for 96 labels")
}

// The accuracy is the best over all ways of naming the clusters.
func TestClusteringAccuracyByAllMatchings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n, clusters, labels := 1+rng.IntN(12), 1+rng.IntN(4), 1+rng.IntN(4)
		found, truth := make([]int, n), make([]int, n)
		for i := range n {
			found[i], truth[i] = 7*rng.IntN(clusters)-3, rng.IntN(labels)
		}
		best := 0
		permutations([]int{0, 1, 2, 3}, func(name []int) {
			right := 0
			for i := range n {
				if name[(found[i]+3)/7] == truth[i] {
					right++
				}
			}
			best = max(best, right)
		})
		got, err := evaluation.ClusteringAccuracy(found, truth)
		if err != nil || math.Abs(got-float64(best)/float64(n)) > 1e-12 {
			t.Fatalf("%v against %v: %v, %v; want %d of %d", found, truth, got, err, best, n)
		}
	}
}

func permutations(p []int, use func([]int)) {
	if len(p) == 0 {
		return
	}
	var turn func(k int)
	turn = func(k int) {
		if k == len(p) {
			use(p)
		}
		for i := k; i < len(p); i++ {
			p[k], p[i] = p[i], p[k]
			turn(k + 1)
			p[k], p[i] = p[i], p[k]
		}
	}
	turn(0)
}

// By the definition over all pairs of samples.
func TestAdjustedRandByPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		n := 3 + rng.IntN(20)
		a, b := make([]int, n), make([]int, n)
		for i := range n {
			a[i], b[i] = rng.IntN(3), rng.IntN(4)
		}
		var both, one, other, all float64
		for i := range n {
			for j := range i {
				all++
				if a[i] == a[j] {
					one++
				}
				if b[i] == b[j] {
					other++
				}
				if a[i] == a[j] && b[i] == b[j] {
					both++
				}
			}
		}
		want := (both - one*other/all) / ((one+other)/2 - one*other/all)
		if got, err := evaluation.AdjustedRand(a, b); err != nil || !(math.Abs(got-want) < 1e-12) &&
			!math.IsNaN(want) {
			t.Fatalf("%v and %v: %v, %v; want %v", a, b, got, err, want)
		}
	}
}

func TestDegeneratePartitions(t *testing.T) {
	one, two, own := []int{5, 5, 5, 5}, []int{0, 0, 1, 1}, []int{4, 3, 2, 1}
	for name, test := range map[string]struct {
		a, b     []int
		nmi, ari float64
	}{
		"equal": {two, []int{9, 9, -1, -1}, 1, 1}, "one cluster each": {one, []int{0, 0, 0, 0}, 1,
			1}, "all alone": {own, []int{1, 2, 3, 4}, 1, 1},
		"one against two": {one, two, 0, 0}, "two against one": {two, one, 0, 0},
		"across": {two, []int{0, 1, 0, 1}, 0, -.5}, "alone against one": {own, one, 0, 0},
		"a sample": {[]int{3}, []int{8}, 1, 1},
	} {
		for by := range evaluation.ByMin + 1 {
			must.Near(t, must.Get(evaluation.NMI(test.a, test.b, by))(t), test.nmi, 1e-12,
				"%s: NMI", name)
		}
		must.Near(t, must.Get(evaluation.AdjustedRand(test.a, test.b))(t), test.ari, 1e-12,
			"%s: adjusted Rand index", name)
	}
	for want, pair := range map[string][2][]int{"2 clusters for 1 labels": {{1, 2}, {1}},
		"no samples": {nil, nil}} {
		_, nmi := evaluation.NMI(pair[0], pair[1], evaluation.ByMax)
		_, rand := evaluation.AdjustedRand(pair[0], pair[1])
		for _, err := range []error{nmi, rand} {
			must.ErrorWith(t, err, want)
		}
	}
	must.FailWith(evaluation.NMI(two, two, 7))(t, "normalization 7; give ByMax")
}

// Equal partitions, under other names for their clusters, have exactly 1, and so has by the smaller
// entropy one that refines the other.
func TestNMIIsOneExactly(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 8))
	for range 200 {
		truth, renamed, finer := make([]int, 150), make([]int, 150), make([]int, 150)
		names := rng.Perm(7)
		for i := range truth {
			truth[i] = min(rng.IntN(7), rng.IntN(7))
			renamed[i] = names[truth[i]]
			finer[i] = 2*truth[i] + rng.IntN(2)
		}
		for by := evaluation.ByMax; by <= evaluation.ByMin; by++ {
			if got, err := evaluation.NMI(renamed, truth, by); err != nil || got != 1 {
				t.Fatalf("equal partitions, normalization %d: 1 - %g, %v", by, 1-got, err)
			}
		}
		for _, pair := range [][2][]int{{finer, truth}, {truth, finer}} {
			if got, err := evaluation.NMI(pair[0], pair[1], evaluation.ByMin); err != nil ||
				got != 1 {
				t.Fatalf("a finer partition by the smaller entropy: 1 - %g, %v", 1-got, err)
			}
			if got, _ := evaluation.NMI(pair[0], pair[1], evaluation.ByMax); got > 0.999 {
				t.Fatalf("a finer partition by the larger entropy: %g", got)
			}
		}
	}
}
