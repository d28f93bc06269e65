package fsir

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
)

// least is the least w'R~w of all subsets of k features, for each k, by brute force.
func least(a mat.Symmetric) []float64 {
	p := a.SymmetricDim()
	values := make([]float64, 1<<p)
	best := make([]float64, p+1)
	for k := range best {
		best[k] = math.Inf(1)
	}
	for set := 1; set < 1<<p; set++ {
		i := bits.TrailingZeros(uint(set))
		rest := set &^ (1 << i)
		values[set] = values[rest] + a.At(i, i)
		for left := rest; left != 0; left &= left - 1 {
			values[set] += 2 * a.At(i, bits.TrailingZeros(uint(left)))
		}
		k := bits.OnesCount(uint(set))
		best[k] = min(best[k], values[set])
	}
	return best
}

// tally counts how often rounding finds the best subset.
type tally struct {
	met, total int
	gaps       float64
}

// bracket checks that the objective of the best subset is between the bound and the objective of
// the chosen subset, and that the diagnostics report both.
func bracket(t testing.TB, m FSIR2, d *datasets.Dataset, k int, a mat.Symmetric, best float64,
	count *tally) error {
	r := selected(t, m, d, k)
	relaxed, bound, subset := float64(*r.Diagnostics.Objective), extra(t, r, "bound"),
		extra(t, r, "objective of the subset")
	var sum float64
	for _, i := range r.Features {
		for _, j := range r.Features {
			sum += a.At(i, j)
		}
	}
	if math.Abs(sum-subset) > 1e-9*(1+sum) || bound > best+1e-9 || relaxed > bound ||
		subset < best-1e-9 || !r.Diagnostics.Converged {
		return fmt.Errorf("k = %d of %d: bound %v, best subset %v, chosen %v, which is %v", k,
			d.D(), bound, best, subset, sum)
	}
	if gap := extra(t, r, "gap"); subset > 0 && math.Abs(gap-max(0, subset-bound)/subset) > 1e-9 {
		return fmt.Errorf("gap %v", gap)
	}
	if k < d.D() && best > 1e-9 {
		count.total++
		count.gaps += subset/best - 1
		if subset <= best*(1+1e-9) {
			count.met++
		}
	}
	return nil
}

// The bracket holds with 2 to 14 features, every k, labels, a kernel, a precomputed similarity,
// with duplicates and without.
func TestBoundAgainstAllSubsets(t *testing.T) {
	var count tally
	for p := 2; p <= 14; p++ {
		for kind := range 6 {
			seed := uint64(100*p + kind)
			rng := rand.New(rand.NewPCG(seed, 2))
			n := 6 + rng.IntN(30)
			d := drawn(seed, n, p, 2+rng.IntN(2), []int{0, p / 2}[kind%2])
			m := FSIR2{}
			switch kind / 2 {
			case 1:
				m.Similarity = graph.RBF{}
			case 2:
				m.Similarity = graph.Precomputed{Matrix: similarity(rng, n)}
			}
			a := literal(t, m, d)
			best := least(a)
			for k := 1; k <= p; k++ {
				if err := bracket(t, m, d, k, a, best[k], &count); err != nil {
					t.Errorf("kind %d: %v", kind, err)
				}
			}
		}
	}
	t.Logf("rounding met the optimum in %d of %d, mean gap to it %.1f%%", count.met, count.total,
		100*count.gaps/float64(count.total))
}
