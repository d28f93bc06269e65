package lap

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

// The answer has the same bits for any number of workers and of processors.
func TestWorkers(t *testing.T) {
	for _, data := range []*datasets.Dataset{random(1, 70, 12), random(2, 60, 170),
		random(3, 180, 170)} {
		var first *Learned
		for _, w := range longtest.And([]int{1, 3}, 2, 5) {
			old := runtime.GOMAXPROCS(w)
			p, err := SLAP{Dimensions: 2, Tolerance: 1e-4}.Learn(t.Context(), data,
				algorithms.Options{Workers: w})
			runtime.GOMAXPROCS(old)
			must.Do(t, err)
			if first == nil {
				first = p
			}
			if !mat.Equal(first.W, p.W) {
				t.Errorf("%d workers give other bits than 1", w)
			}
		}
	}
}

// With rows and columns in another order, norms agree to 1e-9, also if the first step is not
// unique.
func TestPermutations(t *testing.T) {
	for _, shape := range [][2]int{{50, 12}, {20, 60}, {30, 220}, {180, 170}} {
		data := random(9, shape[0], shape[1])
		rng := rand.New(rand.NewPCG(1, 9))
		rows, columns := rng.Perm(shape[0]), rng.Perm(shape[1])
		turned := *data
		turned.X = mat.NewDense(shape[0], shape[1], nil)
		turned.Y = make([]int, shape[0])
		for i, from := range rows {
			turned.Y[i] = data.Y[from]
			for j, of := range columns {
				turned.X.Set(i, j, data.X.At(from, of))
			}
		}
		for _, m := range []learner{SLAP{}, ULAP{Dimensions: 3}} {
			a, b := learned(t, m, data), learned(t, m, &turned)
			var off float64
			for j, of := range columns {
				off = max(off, math.Abs(b.Norms[j]-a.Norms[of]))
			}
			t.Logf("%v %T: off by %.1e after %d steps", shape, m, off,
				a.Scores.Diagnostics.Iterations)
			if off > 1e-9 {
				t.Errorf("%v %T: norms differ by %.1e", shape, m, off)
			}
		}
	}
}
