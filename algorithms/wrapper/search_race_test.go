package wrapper

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

// The answers do not depend on how many distances are kept, to the last bit.
func TestDistancesThatAreNotKept(t *testing.T) {
	all := nearestRoom
	t.Cleanup(func() { nearestRoom = all })
	for seed := range uint64(3) {
		d := ends(seed)
		d.Target = nil
		for _, m := range []algorithms.Selector{ForwardSelection{}, BackwardElimination{},
			ForwardSelection{Model: KNN{Neighbors: 1}, Folds: 3}} {
			var want *algorithms.Ranking
			for _, room := range []int{all, 20_000, 300, 0} {
				nearestRoom = room
				r := must.Get(algorithms.Run(t.Context(), m, d, algorithms.Options{K: 6, Seed: seed,
					Workers: 2}))(t)
				if want == nil {
					want = r
				}
				if !slices.Equal(r.Features, want.Features) || !slices.Equal(r.Raw, want.Raw) {
					t.Errorf("%s, %d kept: %v %v, want %v %v", r.Label, room, r.Features, r.Raw,
						want.Features, want.Raw)
				}
			}
		}
	}
}

// ends is a problem with more samples than a list has, whose columns have long tails or few values.
func ends(seed uint64) *datasets.Dataset {
	const n, d = 260, 9
	out := problem(seed, n, d, 3)
	rng := rand.New(rand.NewPCG(seed, 12))
	for i := range n {
		row := out.X.RawRowView(i)
		for j, v := range row {
			switch j % 4 {
			case 1:
				row[j] = math.Exp(v / 2)
			case 2:
				row[j] = math.Round(v)
			case 3:
				if row[j] = 0; rng.IntN(20) == 0 {
					row[j] = v
				}
			}
		}
	}
	return out
}

// The steps are those in which each candidate is judged to the end and by all samples.
func TestRacesAgainstBruteForce(t *testing.T) {
	for seed := range uint64(longtest.Or(2, 12)) {
		d := ends(seed)
		for _, d := range []*datasets.Dataset{withClasses(d), continuous(d)} {
			how := search{Model: KNN{1 + 2*int(seed%3)}, Folds: 3}
			opt := algorithms.Options{Seed: seed, Workers: 1 + int(seed%2)}
			sameSearch(t, ForwardSelection(how), d, how, opt, false)
			sameSearch(t, BackwardElimination(how), d, how, opt, true)
		}
	}
}

// What a column makes of each sample is what all squared distances make of it, after each step.
// Most are known from the lists, and some are not.
func TestMissesFromLists(t *testing.T) {
	for _, backward := range []bool{false, true} {
		for _, d := range []*datasets.Dataset{withClasses(ends(5)), continuous(ends(5))} {
			s, folds := foldsOf(t, d, 3, 0)
			e, err := newNearestSets(t.Context(), s, folds, KNN{3}, algorithms.Options{}, backward)
			must.Do(t, err)
			failed, gaps, all := 0, 0, 0
			for _, column := range []int{4, 1, 3, 0, 7, 6} {
				must.Do(t, e.take(t.Context(), column))
				own := e.racer()
				for c := range s.live {
					if e.set[c] != backward {
						continue
					}
					for at := range e.tests {
						x := &e.tests[at]
						got := e.miss(own, at, c)
						want := missByAll(e, x, c)
						if math.Abs(got-want) > 1e-12*want {
							t.Fatalf("backward %v, column %d, test %d: %v, want %v", backward, c,
								at, got, want)
						}
						all++
						if x.now.gap > 0 {
							gaps++
						}
					}
				}
				for at, v := range own.failed {
					failed += v
					e.failed[at] += v
				}
				clear(own.failed)
				e.free(own)
			}
			if failed == 0 || failed == all || gaps == 0 {
				t.Errorf("backward %v: %d of %d lists do not suffice, %d have a gap", backward,
					failed, all, gaps)
			}
		}
	}
}

// missByAll sums the squares of the columns, standardized, and looks at all training samples.
func missByAll(e *nearestSets, x *tested, column int) float64 {
	f := &e.folds[x.fold]
	squares := make([]float64, len(f.train))
	for c, in := range e.set {
		if in == (c == column) {
			continue
		}
		values := f.column(make([]float64, len(f.train)), e.s, c, f.train)
		own := f.column(make([]float64, 1), e.s, c, []int{x.sample})
		for t, v := range values {
			squares[t] += (v - own[0]) * (v - own[0])
		}
	}
	return newVoter(e.s, e.k, f.train, e.rounding()).miss(x.sample, squares)
}

// Values whose differences overflow are scaled.
func TestMissesOfHugeValues(t *testing.T) {
	for _, backward := range []bool{false, true} {
		var misses [2][]float64
		for huge := range 2 {
			s, folds := foldsOf(t, withClasses(problem(3, 40, 4, 2)), 5, 0)
			size := math.Ldexp(1, 1023*huge)
			column := s.x.RawRowView(1)
			for i := range column {
				column[i] = math.Copysign(1+float64(i%5)/8, float64(i%3)-.5) * size
			}
			for _, f := range folds {
				f.mean[1], f.sd[1] = 0, size
			}
			e, err := newNearestSets(t.Context(), s, folds, KNN{3}, algorithms.Options{}, backward)
			must.Do(t, err)
			for _, c := range []int{1, 0} {
				must.Do(t, e.take(t.Context(), c))
				own := e.racer()
				for at := range e.tests {
					misses[huge] = append(misses[huge], e.miss(own, at, 2))
				}
			}
		}
		if !slices.Equal(misses[0], misses[1]) {
			t.Errorf("backward %v: %v, want %v", backward, misses[1], misses[0])
		}
	}
}
