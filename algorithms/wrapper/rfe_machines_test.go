package wrapper

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

// Each round has the weights of machines that are trained from the start on the columns left, while
// the samples have products that lose columns, when these are computed again, and after that.
func TestMachinesOfEachRound(t *testing.T) {
	for seed, n := range []int{25, 60, 61} {
		d := withClasses(problem(uint64(seed), n, 70, 2+seed))
		s, _ := foldsOf(t, d, 2, 0)
		e := must.Get(newElimination(t.Context(), s, d, SVM{1}, algorithms.Options{}))(t)
		products := 0
		for len(e.left) > 1 {
			got := must.Get(e.importances(t.Context()))(t)
			if e.svm.products != nil {
				products++
			}
			model := must.Get(learn.LinearSVM{C: 1}.TrainNewton(t.Context(), e.matrix(), s.y,
				s.classes, nil))(t)
			want := e.squares(model.Weights)
			largest := slices.Max(want)
			for k, v := range got {
				if !(math.Abs(v-want[k]) <= 1e-10*largest) {
					t.Fatalf("%d samples, %d columns: %v, from the start %v", n, len(e.left), got,
						want)
				}
			}
			e.values = got
			e.rounds++
			e.drop(max(1, len(e.left)/10))
		}
		if products < 7 || products == e.rounds || !e.trained || e.gap > 1e-12 {
			t.Errorf("%d samples: %d of %d rounds by products, gap %g", n, products, e.rounds,
				e.gap)
		}
	}
}

// Products of which those of some columns are taken out are those of the other columns.
func TestSubtractProducts(t *testing.T) {
	const n, columns, out = 150, 9, 4
	rng := rand.New(rand.NewPCG(1, 9))
	x := mat.NewDense(n, columns, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return float64(rng.IntN(9) - 4) }, x) // exact
	p := products(x)
	subtractProducts(p, x.Slice(0, n, 0, out).(*mat.Dense))
	if want := products(x.Slice(0, n, out, columns).(*mat.Dense)); !mat.Equal(p, want) {
		t.Error("other products")
	}
}
