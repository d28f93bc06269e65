package wrapper

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/linear"
	"fsnb.example/algorithms/spfs"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

// The bounds are those of the papers, by hand.
func TestBounds(t *testing.T) {
	if got := exchangeableBound(10, 1000, .75); math.Abs(got-.2) > 1e-15 { // 100/(.5·1000)
		t.Errorf("q = 10, d = 1000, π = .75: %v, want .2", got)
	}
	for _, c := range []struct {
		q, d      int
		threshold float64
		pairs     int
		want      float64
	}{
		{10, 1000, .75, 50, .1 / (2 * .49)},       // 2π - 1 - 1/(2B) = .5 - .01
		{10, 1000, .9, 50, .1 * 4 * .11 / 1.02},   // 1 - π + 1/(2B) = .11, 1 + 1/B = 1.02
		{10, 1000, .6, 50, .1 / (2 * .19)},        // .2 - .01
		{30, 100, .6, 50, 9 / (2 * .19)},          // ½ + 1/100 + ¾·.09 = .5775 < .6
		{30, 100, .57, 50, math.Inf(1)},           // not above .5775
		{600, 1000, .9, 50, math.Inf(1)},          // q/d > 1/√3
		{1, 4, 1, 1, .25 * 4 * .5 / 2},            // 1 - 1 + ½, 1 + 1
		{10, 1000, .502, 50, math.Inf(1)},         // the denominator is negative
		{10, 1000, .5051, 50, .1 / (2 * .0002)},   // ½ + θ² = .5001
		{50, 1000, .5, 50, math.Inf(1)},           // not above ½
		{50, 1000, .7501, 1, 2.5 * 4 * .7499 / 2}, // the second form begins above ¾
	} {
		got := unimodalBound(c.q, c.d, c.threshold, c.pairs)
		if got != c.want && !(math.Abs(got-c.want) <= 1e-9*c.want) {
			t.Errorf("q = %d, d = %d, π = %g, B = %d: %v, want %v", c.q, c.d, c.threshold, c.pairs,
				got, c.want)
		}
	}
}

// q follows from E: ⌊√(1·.5·d)⌋.
func TestPerFit(t *testing.T) {
	m := algorithms.WithDefaults(StabilitySelection{})
	for d, want := range map[int]int{1: 1, 2: 1, 7: 1, 8: 2, 18: 3, 200: 10, 20000: 100} {
		if got := m.perFit(d); got != want {
			t.Errorf("d = %d: q = %d, want %d", d, got, want)
		}
	}
}

// Halves are disjoint, and have the same part of each class and of the range of a target.
func TestHalves(t *testing.T) {
	for n := 2; n < 14; n++ {
		d := problem(uint64(n), n, 3, 2)
		for _, d := range []*datasets.Dataset{withClasses(d), continuous(d)} {
			s := must.Get(newSamples(t.Context(), d, 1))(t)
			rng := rand.New(rand.NewPCG(1, 2))
			for range 20 {
				one, other := s.halves(rng)
				all := slices.Sorted(slices.Values(slices.Concat(one, other)))
				if len(one) != n/2 || len(other) != n/2 || len(slices.Compact(all)) != n/2*2 {
					t.Fatalf("halves of %d: %v, %v", n, one, other)
				}
				differ := 0
				for _, i := range one {
					differ += firstClass(s, i)
				}
				for _, i := range other {
					differ -= firstClass(s, i)
				}
				if differ < -1 || differ > 1 {
					t.Errorf("halves of %d differ by %d samples of a class", n, differ)
				}
			}
		}
	}
}

// With K = 0 the answer has the features that are chosen, possibly none, and with another K the
// best K.
func TestStabilityChooses(t *testing.T) {
	d := withClasses(problem(2, 40, 6, 2))
	m := StabilitySelection{Selector: statistics.AnovaF{}, Q: 4}
	all := must.Get(algorithms.Run(t.Context(), m, d, algorithms.Options{K: d.D()}))(t)
	seen := map[int]bool{}
	for _, threshold := range []float64{.51, .75, 1} {
		m.Threshold = threshold
		own := must.Get(algorithms.Run(t.Context(), m, d, algorithms.Options{}))(t)
		want := 0
		for want < len(all.Scores) && all.Scores[want] >= threshold {
			want++
		}
		seen[want] = true
		if own.K != want || float64(want) != own.Diagnostics.Get("chosen") ||
			!slices.Equal(own.Features, all.Features[:want]) ||
			!slices.Equal(own.Scores, all.Scores[:want]) || len(own.Names) != want {
			t.Errorf("threshold %g: %v, %v, want %d of %v, %v", threshold, own.Features,
				own.Scores, want, all.Features, all.Scores)
		}
	}
	if len(seen) < 2 {
		t.Errorf("each threshold chooses %v", seen)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	noise := inGroups(withClasses(problem(2, 40, 6, 2)), 10, rng)
	noise.X.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, noise.X)
	m.Threshold, m.Q = 1, 1
	none, err := algorithms.Run(t.Context(), m, noise, algorithms.Options{})
	if err != nil || none.K != 0 || !slices.Contains(none.Warnings,
		"stability-selection chooses no feature") {
		t.Errorf("noise: %+v, %v", none, err)
	}
}

// A class in one group is in no fold, or half, but one.
func TestClassInOneGroup(t *testing.T) {
	d := inGroups(withClasses(problem(1, 20, 3, 2)), 6, rand.New(rand.NewPCG(2, 2)))
	for i, g := range d.Group {
		d.Y[i] = min(g, 1)
	}
	for _, m := range []algorithms.Selector{ForwardSelection{}, BackwardElimination{},
		RFE{Model: KNN{}}, StabilitySelection{Selector: filter.Fisher{}}} {
		want := algorithms.Name(m) + ": class c0 is in a single group (group g0)"
		if _, err := m.Select(t.Context(), d, algorithms.Options{}); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	for i, g := range d.Group {
		d.Y[i] = min(g/2, 1)
	}
	r, err := ForwardSelection{}.Select(t.Context(), d, algorithms.Options{})
	if err != nil || !slices.ContainsFunc(r.Warnings, func(w string) bool {
		return strings.HasPrefix(w, "some classes are in fewer groups than there are folds")
	}) {
		t.Errorf("a class in two groups: %v, %v", r, err)
	}
}

func firstClass(s *samples, i int) int {
	if s.y != nil && s.y[i] == 0 {
		return 1
	}
	return 0
}

// choose lists the subsets of half of some values.
func choose(values []int, size int) (out [][]int) {
	if size == 0 {
		return [][]int{nil}
	}
	for k := range values {
		for _, rest := range choose(values[k+1:], size-1) {
			out = append(out, append([]int{values[k]}, rest...))
		}
	}
	return out
}

// The shares are near the probabilities over all stratified halves: of 8 samples of 2 classes there
// are 36.
func TestProbabilitiesOfAllHalves(t *testing.T) {
	d := withClasses(problem(5, 8, 4, 2))
	var members [2][]int
	for i, c := range d.Y {
		members[c] = append(members[c], i)
	}
	const q, pairs = 2, 2000
	exact := make([]float64, d.D())
	halves := 0
	for _, a := range choose(members[0], 2) {
		for _, b := range choose(members[1], 2) {
			half := must.Get(d.Rows(append(slices.Clone(a), b...)))(t)
			r := must.Get(filter.Fisher{}.Select(t.Context(), half, algorithms.Options{K: q}))(t)
			halves++
			for _, j := range r.Features {
				exact[j]++
			}
		}
	}
	m := StabilitySelection{Selector: filter.Fisher{}, Q: q, Pairs: pairs}
	s := must.Get(m.Score(t.Context(), d, algorithms.Options{}))(t)
	if halves != 36 || s.Diagnostics.Get("q") != q || s.Diagnostics.Iterations != 2*pairs {
		t.Errorf("%d halves, %+v", halves, s.Diagnostics)
	}
	for j, v := range s.Values {
		// Of 2,000 independent pairs the mean has a standard deviation of .011 at most.
		if math.Abs(v-exact[j]/36) > .05 {
			t.Errorf("feature %d: share %v, over all halves %v", j, v, exact[j]/36)
		}
	}
}

// chosenBy are the features of at least the threshold, and checks what the diagnostics say.
func chosenBy(t *testing.T, m StabilitySelection, d *datasets.Dataset, seed uint64) (
	chosen []int, bound float64) {
	t.Helper()
	r := must.Get(m.Select(t.Context(), d, algorithms.Options{Seed: seed}))(t)
	for k, j := range r.Features {
		if r.Scores[k] >= .75 {
			chosen = append(chosen, j)
		}
	}
	if got := r.Diagnostics.Get("chosen"); got != float64(len(chosen)) ||
		len(r.Features) != len(chosen) {
		t.Errorf("%v chosen, and %d of %d have .75 or more", got, len(chosen), len(r.Features))
	}
	return chosen, r.Diagnostics.Get("bound on false features")
}

// On noise, and on data of known dependences, the mean number of false features is within the
// bound, and the bound is at most E.
func TestFalseFeatures(t *testing.T) {
	for k, m := range []StabilitySelection{{Selector: statistics.AnovaF{}}, {}} {
		seeds := 30
		if k > 0 {
			seeds = longtest.Or(10, 30)
		}
		false0, false1, right := 0, 0, 0
		var bound0, bound1 float64
		for seed := range uint64(seeds) {
			rng := rand.New(rand.NewPCG(seed, 3))
			noise := withClasses(problem(seed, 60, 100, 2))
			x := mat.NewDense(60, 100, nil)
			x.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, x)
			noise.X = x
			var chosen []int
			chosen, bound0 = chosenBy(t, m, noise, seed)
			false0 += len(chosen)
			planted := datasets.Planted(seed)
			chosen, bound1 = chosenBy(t, m, planted, seed)
			for _, j := range chosen {
				if slices.Contains(planted.Truth.Relevant, j) {
					right++
				} else {
					false1++
				}
			}
		}
		if bound0 > 1 || bound1 > 1 || float64(false0) > bound0*float64(seeds) ||
			float64(false1) > bound1*float64(seeds) {
			t.Errorf("%s: %d false features of noise, %d of planted in %d seeds; bounds %v, %v",
				algorithms.Label(m), false0, false1, seeds, bound0, bound1)
		}
		t.Logf("%s, %d seeds: %d false features of noise, %d of planted, %d relevant ones",
			algorithms.Label(m), seeds, false0, false1, right)
		if right < seeds {
			t.Errorf("%s: %d relevant features in %d seeds", algorithms.Label(m), right, seeds)
		}
	}
}

// What the method inside takes is what stability selection takes.
func TestFactsOfTheMethodInside(t *testing.T) {
	for _, inner := range []algorithms.Selector{linear.Lasso{}, filter.Fisher{}, filter.Variance{},
		statistics.FRegression{}, statistics.Chi2{}, spfs.NES{}} {
		of, _ := algorithms.FactsOf(inner)
		f := StabilitySelection{Selector: inner}.Facts()
		if f.Targets != of.Targets || f.Storage != of.Storage || f.NonNegative != of.NonNegative {
			t.Errorf("%s: %+v, and inside %+v", algorithms.Name(inner), f, of)
		}
	}
	d := withClasses(problem(1, 30, 9, 3))
	ones := must.Get(StabilitySelection{Selector: filter.Variance{}}.Score(t.Context(), d,
		algorithms.Options{}))(t)
	free := *d
	free.Y, free.Classes, free.Target = nil, nil, nil
	others, err := StabilitySelection{Selector: filter.Variance{}}.Score(t.Context(), &free,
		algorithms.Options{})
	if err != nil || !slices.Equal(ones.Values, others.Values) {
		t.Errorf("without labels: %v, %v, with them %v", err, others, ones.Values)
	}
	_, err = StabilitySelection{}.Select(t.Context(), withClasses(d), algorithms.Options{})
	if err == nil || !strings.Contains(err.Error(), "lasso: the samples are of 3 classes") {
		t.Errorf("three classes: %v", err)
	}
	sets := StabilitySelection{Selector: spfs.NES{}, Pairs: 2, Q: 2} // a method of subsets
	if _, err = sets.Select(t.Context(), withClasses(d), algorithms.Options{}); err != nil {
		t.Error(err)
	}
}

// On noise of 20 patients with six samples each, which without groups gives several features, the
// mean number of false ones is within the bound.
func TestFalseFeaturesOfGroups(t *testing.T) {
	const seeds, patients, each, d = 10, 20, 6, 200
	false0, alone, bound := 0, 0, 0.
	for seed := range uint64(seeds) {
		rng := rand.New(rand.NewPCG(seed, 6))
		noise := withClasses(problem(seed, patients*each, d, 2))
		group := make([]int, noise.N())
		for i := range noise.N() {
			g := i % patients
			group[i], noise.Y[i] = g, g%2
			for j := range d {
				v := rng.NormFloat64()
				if i < patients {
					noise.X.Set(i, j, v)
				} else {
					noise.X.Set(i, j, noise.X.At(g, j)+.3*v)
				}
			}
		}
		m := StabilitySelection{Selector: statistics.AnovaF{}}
		chosen, _ := chosenBy(t, m, noise, seed)
		alone += len(chosen)
		noise.Group = group
		for g := range patients {
			noise.Groups = append(noise.Groups, fmt.Sprint("p", g))
		}
		chosen, bound = chosenBy(t, m, noise, seed)
		false0 += len(chosen)
	}
	if float64(false0) > bound*seeds || alone < 2*seeds {
		t.Errorf("%d false features in %d seeds, bound %g a seed; %d without groups", false0, seeds,
			bound, alone)
	}
}
