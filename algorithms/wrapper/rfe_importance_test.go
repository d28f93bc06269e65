package wrapper

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/internal/must"
)

// What a column matters to neighbors is what accuracy, or R², loses when it is permuted within each
// fold, with distances that are sums over all columns; to the last bit for any number of workers.
func TestPermuted(t *testing.T) {
	for seed, classes := range []int{3, 0} {
		d := problem(uint64(seed), 170, 6, 3)
		if classes > 0 {
			d = withClasses(d)
		} else {
			d = continuous(d)
		}
		s, _ := foldsOf(t, d, 2, 0)
		e, err := newElimination(t.Context(), s, d, KNN{3}, algorithms.Options{Seed: 5, Workers: 1})
		must.Do(t, err)
		e.left = []int{0, 2, 3, 5}
		got := must.Get(e.permuted(t.Context(), KNN{3}))(t)
		want := make([]float64, len(e.left))
		for k := range e.left {
			var before, after float64
			for f, fold := range e.folds {
				rng := rand.New(rand.NewPCG(mixed(5, uint64(f)), uint64(f)))
				for range permutations {
					move := rng.Perm(len(fold.test))
					for i, sample := range fold.test {
						for _, permuted := range []bool{false, true} {
							squares := make([]float64, len(fold.train))
							for c, column := range e.left {
								from := sample
								if permuted && c == k {
									from = fold.test[move[i]]
								}
								x, sd := e.s.x.RawRowView(column), fold.sd[column]
								for at, other := range fold.train {
									v := (x[other] - x[from]) / sd
									squares[at] += v * v
								}
							}
							miss := newVoter(e.s, 3, fold.train, 1e-12).miss(sample, squares)
							if permuted {
								after += miss
							} else {
								before += miss
							}
						}
					}
				}
			}
			want[k] = e.s.goodness(before/permutations) - e.s.goodness(after/permutations)
		}
		for k, v := range got {
			if math.Abs(v-want[k]) > 1e-12 {
				t.Errorf("%d classes, column %d: %v, want %v", classes, e.left[k], v, want[k])
			}
		}
		for _, e.opt.Workers = range []int{2, 3} {
			again, err := e.permuted(t.Context(), KNN{3})
			if err != nil || !slices.Equal(again, got) {
				t.Errorf("%d workers: %v, want %v, %v", e.opt.Workers, again, got, err)
			}
		}
	}
}
