package filter

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/must"
	"fsnb.example/internal/quickselect"
)

// An exponential has the stated error; from 2^-976 on they are alike.
func TestGaussSum(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	const size = 3
	for range 50_000 {
		b, r := 2*size*676*rng.Float64()*rng.Float64(), rng.NormFloat64()
		sign := float64(1 - 2*rng.IntN(2))
		exponent := -(b + sign*r*r) / (2 * size)
		got := gaussSum([]float64{2}, []float64{b}, []float64{0}, r, sign, gaussRate(size)) / 2
		want := math.Exp(exponent)
		if exponent > -676 && math.Abs(got-want) > 4e-16*(1+math.Abs(exponent))*want {
			t.Fatalf("exp(%v) = %v, want %v", exponent, got, want)
		}
	}
	for _, b := range []float64{1e5, 1e300, math.Inf(1)} {
		if got := gaussSum([]float64{1}, []float64{b}, []float64{0}, 0, 1, gaussRate(1)); got !=
			math.Exp2(-976) {
			t.Errorf("exp(-%v) = %v", b/2, got)
		}
	}
	w, b, f := []float64{1, -2, 3}, []float64{.5, 0, 2}, []float64{1, 2, 4}
	want := 0.0
	for k := range w {
		want += w[k] * math.Exp(-(b[k]+(3-f[k])*(3-f[k]))/4)
	}
	if got := gaussSum(w, b, f, 3, 1, gaussRate(2)); math.Abs(got-want) > 1e-15 {
		t.Errorf("sum %v, want %v", got, want)
	}
}

// screened has n samples of p features, some with values far from the others, some copies of
// others, and classes that depend on a few.
func screened(t *testing.T, seed uint64, n, p int) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 4))
	x, y := mat.NewDense(n, p, nil), make([]int, n)
	for i := range n {
		y[i] = i % 4
		common := rng.NormFloat64()
		for j := range p {
			v := rng.NormFloat64() + common
			switch {
			case j == 4:
				v = float64(i / (n - 1)) // one sample is far from all others
			case j%10 == 0:
				v += math.Sin(float64(y[i] * (1 + j/10)))
			case j%10 == 1:
				v = v * v * v
			case j%10 == 2:
				v = float64(rng.IntN(3))
			case j%50 == 3:
				v = 7 - 2*x.At(i, j-3)
			}
			x.Set(i, j, v)
		}
	}
	return must.Get(datasets.New("screened", x, y, nil))(t)
}

// All sums are between their bounds, whatever the features so far, and the best ones are among
// those that are evaluated, with all that tie with them.
func TestScreenBoundsSums(t *testing.T) {
	d := screened(t, 1, 260, 290)
	for name, similarity := range map[string]graph.Similarity{
		"class": classesFirst().Resolve(nil), "rbf": graph.RBF{},
	} {
		dep, _, err := newDependence(t.Context(), d, similarity, false, algorithms.Options{})
		must.Do(t, err)
		forward, backward := &screen{dep: dep}, &screen{dep: dep}
		for _, features := range []int{0, 1, 12, 100} {
			t.Run(fmt.Sprint(name, "+", features), func(t *testing.T) {
				c := &change{forward.base(t, features), dep.live, 1, features + 1}
				forward.check(t, c, 1)
				forward.check(t, c, 7)
			})
		}
		for _, features := range []int{290, 200, 100, 60} {
			t.Run(fmt.Sprint(name, "-", features), func(t *testing.T) {
				c := &change{backward.base(t, features), dep.live[:features], -1, features - 1}
				backward.check(t, c, features/10)
			})
		}
		t.Run(name+"-far", func(t *testing.T) {
			// With a kernel so narrow the series of the sample far from all others is too long.
			c := &change{backward.base(t, 200), dep.live[:200], -1, 2}
			if t := backward.series(c, []int{4}); !math.IsInf(t.whole[0], 1) {
				panic(t.whole[0])
			}
			backward.check(t, c, 20)
		})
	}
}

// The same of so few samples that Q has six columns.
func TestScreenBoundsSumsOfFewSamples(t *testing.T) {
	d := screened(t, 5, 40, 2200)
	dep, _, err := newDependence(t.Context(), d, graph.RBF{}, false, algorithms.Options{})
	must.Do(t, err)
	forward, backward := &screen{dep: dep}, &screen{dep: dep}
	for _, features := range []int{0, 1, 12, 100} {
		c := &change{forward.base(t, features), dep.live, 1, features + 1}
		forward.check(t, c, 1)
		forward.check(t, c, 7)
	}
	for _, features := range []int{2200, 2110} {
		c := &change{backward.base(t, features), dep.live[:features], -1, features - 1}
		backward.check(t, c, features/10)
	}
}

// base has the squared distances over the first features.
func (s *screen) base(t *testing.T, features int) *set {
	base := s.dep.newSet()
	must.Do(t, s.dep.move(t.Context(), base, s.dep.live[:features], 1, 1))
	return base
}

func (s *screen) check(t *testing.T, c *change, wanted int) {
	want := make([]float64, len(c.candidates))
	must.Do(t, s.dep.each(t.Context(), want, c, c.candidates, 0))
	lower, upper := make([]float64, len(want)), make([]float64, len(want))
	s.rest = 0
	bounded, err := s.bound(t.Context(), lower, upper, c, wanted, 2)
	if err != nil || !bounded {
		t.Fatal(bounded, err)
	}
	for k, v := range want {
		if !(lower[k] <= v && v <= upper[k]) {
			t.Fatalf("%v of feature %d is not between %v and %v", v, c.candidates[k], lower[k],
				upper[k])
		}
	}
	// Each kind of bounds alone, of all candidates.
	all := make([]int, len(want))
	for k := range all {
		all[k] = k
	}
	seconds := must.Get(s.seconds(t.Context(), c, c.candidates, 2))(t)
	for level, ranks := range [][]int{s.coarse, s.fine, s.finest} {
		for k := range want {
			lower[k], upper[k] = math.Inf(-1), math.Inf(1)
		}
		known := seconds
		if level < 2 {
			known = nil
		}
		must.Do(t, s.narrow(t.Context(), lower, upper, c, all, ranks, known, 2))
		for k, v := range want {
			if !(lower[k] <= v && v <= upper[k]) {
				t.Fatalf("level %d: %v of feature %d is not between %v and %v", level, v,
					c.candidates[k], lower[k], upper[k])
			}
		}
	}
	s.rest = 0
	places, values, err := s.best(t.Context(), c, wanted, 0)
	must.Do(t, err)
	for k, place := range places {
		if values[k] != want[place] {
			t.Fatalf("the sum of feature %d is %v, want %v", c.candidates[place], values[k],
				want[place])
		}
	}
	least := quickselect.Largest(slices.Clone(want), wanted) - 1e-12*s.dep.size
	for k, v := range want {
		if v >= least && !slices.Contains(places, k) {
			t.Errorf("feature %d is one of the best, but not evaluated", c.candidates[k])
		}
	}
}

// Bounds leave few candidates to evaluate: the searches are those that evaluate all.
func TestSearchesByBounds(t *testing.T) {
	t.Run("400x300", func(t *testing.T) { searchByBounds(t, screened(t, 2, 400, 300)) })
	t.Run("40x2100", func(t *testing.T) { searchByBounds(t, screened(t, 3, 40, 2100)) })
}

func searchByBounds(t *testing.T, d *datasets.Dataset) {
	dep, _, err := newDependence(t.Context(), d, classesFirst().Resolve(nil), false,
		algorithms.Options{})
	must.Do(t, err)
	r := must.Get(FOHSIC{}.Select(t.Context(), d, algorithms.Options{K: 8}))(t)
	base, rest := dep.newSet(), slices.Clone(dep.live)
	evaluated := 0
	s := &screen{dep: dep}
	for k, j := range r.Features {
		values := make([]float64, len(rest))
		c := &change{base, rest, 1, k + 1}
		must.Do(t, dep.each(t.Context(), values, c, rest, 0))
		best := dep.falling(values)[0]
		if rest[best] != j || values[best] != float64(r.Raw[k]) {
			t.Fatalf("place %d: feature %d with %v, want %d with %v", k+1, j, r.Raw[k], rest[best],
				values[best])
		}
		places, _, err := s.best(t.Context(), c, 1, 0)
		must.Do(t, err)
		evaluated += len(places)
		must.Do(t, dep.move(t.Context(), base, rest[best:best+1], 1, 0))
		rest = slices.Delete(rest, best, best+1)
	}
	if all := 8 * d.D(); evaluated > all/3 {
		t.Errorf("%d of %d sums are evaluated", evaluated, all)
	}
}

// Backward search by bounds is the one that evaluates all candidates of all rounds, which are
// removed by the order of all values.
func TestBackwardByBounds(t *testing.T) {
	d := screened(t, 3, 300, 120)
	dep, _, err := newDependence(t.Context(), d, classesFirst().Resolve(nil), false,
		algorithms.Options{})
	must.Do(t, err)
	r := must.Get(BAHSIC{}.Select(t.Context(), d, algorithms.Options{}))(t)
	base, rest := dep.newSet(), slices.Clone(dep.live)
	moved, sign, whole, left := rest, 1.0, len(rest), len(r.Features)
	bounds, evaluated, of := &screen{dep: dep}, 0, 0
	for len(rest) > 0 {
		must.Do(t, dep.move(t.Context(), base, moved, sign, 0))
		c := &change{base, rest, -1, len(rest) - 1}
		values := make([]float64, len(rest))
		must.Do(t, dep.each(t.Context(), values, c, rest, 0))
		count := max(1, len(rest)/10)
		if len(rest) >= screenFewest {
			places, _, err := bounds.best(t.Context(), c, count, 0)
			must.Do(t, err)
			evaluated, of = evaluated+len(places), of+len(rest)
		}
		for k := range values {
			values[k] = -values[k]
		}
		order := dep.falling(values)
		moved, sign = nil, -1
		for k, at := range slices.Backward(order) {
			if k < len(order)-count {
				break
			}
			left--
			if r.Features[left] != rest[at] || float64(r.Raw[left]) != -values[at] {
				t.Fatalf("place %d: feature %d with %v, want %d with %v", left+1,
					r.Features[left], r.Raw[left], rest[at], -values[at])
			}
			moved = append(moved, rest[at])
		}
		rest = slices.DeleteFunc(slices.Clone(rest), func(j int) bool {
			return slices.Contains(moved, j)
		})
		if 2*len(rest) <= whole {
			moved, sign, whole = rest, 1, len(rest)
			base.empty()
		}
	}
	if 4*evaluated > 3*of {
		t.Errorf("%d of %d sums are evaluated", evaluated, of)
	}
}

// With the numbers of the pairs computed when they are needed, all searches return the same bits as
// with stored ones, for each form of a similarity and whatever the workers.
func TestPairsThatAreNotStored(t *testing.T) {
	d, few := screened(t, 6, 90, 400), screened(t, 6, 90, 60)
	target := make([]float64, d.N())
	for i := range target {
		target[i] = few.X.At(i, 0) + few.X.At(i, 1)
	}
	continuous := must.Get(few.WithTarget("target", target))(t)
	for name, c := range map[string]struct {
		similarity graph.Similarity
		linear     bool
	}{
		"class": {graph.SameClass{}, false}, "neighbors": {graph.Neighbors{K: 5}, false},
		"rbf": {graph.RBF{Percentile: 20}, false}, "target": {graph.Target{}, false},
		"linear": {graph.SameClass{}, true},
	} {
		t.Run(name, func(t *testing.T) {
			data := few
			switch name {
			case "target":
				data = continuous
			case "class":
				data = d // with bounds
			}
			make := func() *dependence {
				dep, _, err := newDependence(t.Context(), data, c.similarity, c.linear,
					algorithms.Options{})
				must.Do(t, err)
				if dep.weights == nil || !dep.keep {
					t.Fatal("nothing is stored")
				}
				return dep
			}
			stored, bare := make(), make()
			bare.keep = false
			if name != "rbf" {
				built, k, err := hsicWeights(t.Context(), data, c.similarity, algorithms.Options{})
				must.Do(t, err)
				if built.Classes == nil && built.Target() == nil {
					bare.setEdges(k.(*graphs.Affinity).Edges)
				}
				bare.weights, bare.size = nil, 0
				if bare.weighAll(false); bare.weights != nil || bare.size != stored.size {
					t.Fatalf("the sum of weights is %v, want %v", bare.size, stored.size)
				}
			}
			order, most, err := stored.forward(t.Context(), algorithms.Options{K: 12})
			must.Do(t, err)
			last, least, _, err := stored.backward(t.Context(), algorithms.Options{})
			must.Do(t, err)
			for _, workers := range []int{1, 2} {
				opt := algorithms.Options{K: 12, Workers: workers}
				got, raw, err := bare.forward(t.Context(), opt)
				if err != nil || !slices.Equal(got, order) || !slices.Equal(raw, most) {
					t.Errorf("%d workers: forward %v of %v, want %v of %v; %v", workers, got, raw,
						order, most, err)
				}
				got, raw, _, err = bare.backward(t.Context(), opt)
				if err != nil || !slices.Equal(got, last) || !slices.Equal(raw, least) {
					t.Errorf("%d workers: backward %v of %v, want %v of %v; %v", workers, got, raw,
						last, least, err)
				}
			}
		})
	}
}

// Sums of more rows than are held at a time are those of all pairs one by one.
func TestSumsOfManyRows(t *testing.T) {
	d := screened(t, 7, sumsRows+30, 520)
	dep, _, err := newDependence(t.Context(), d, graph.SameClass{}, false, algorithms.Options{})
	must.Do(t, err)
	for _, keep := range []bool{true, false} {
		dep.keep = keep
		base := dep.newSet()
		must.Do(t, dep.move(t.Context(), base, dep.live[:5], 1, 0))
		must.Do(t, dep.move(t.Context(), base, dep.live[1:2], -1, 0))
		got := make([]float64, len(dep.live))
		c := &change{base, dep.live, 1, 5}
		must.Do(t, dep.each(t.Context(), got, c, dep.live, 2))
		for _, place := range []int{5, 300, len(dep.live) - 1} {
			want := 0.0
			for i := range dep.n {
				for j := i + 1; j < dep.n; j++ {
					square := 0.0
					for _, f := range []int{0, 2, 3, 4, place} {
						r := dep.columns[dep.live[f]][i] - dep.columns[dep.live[f]][j]
						square += r * r
					}
					want += dep.weights[dep.pair(i, j)] * math.Exp(-square/10)
				}
			}
			if math.Abs(got[place]-want) > 1e-14*dep.size {
				t.Errorf("stored %v: candidate %d has %v, want %v", keep, place, got[place], want)
			}
		}
	}
}
