package learn

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// Of samples 0, 1, 3 each is the first center in a third of the draws, and the
// second one with a probability proportional to its squared distance: after 0 the
// sample 3 in 9 of 10. 6,000 fair draws stay within 5 standard deviations.
func TestSeedingProbabilities(t *testing.T) {
	x := mat.NewDense(3, 1, []float64{0, 1, 3})
	const draws = 6000
	times := map[[2]float64]int{}
	for r := range uint64(draws) {
		l := newLloyd(x, 2)
		must.Do(t, l.seed(t.Context(), rand.New(rand.NewPCG(1, r))))
		times[[2]float64{l.centers.At(0, 0), l.centers.At(1, 0)}]++
	}
	for pair, share := range map[[2]float64]float64{
		{0, 1}: 1. / 10, {0, 3}: 9. / 10, {1, 0}: 1. / 5, {1, 3}: 4. / 5, {3, 0}: 9. / 13,
		{3, 1}: 4. / 13,
		{0, 0}: 0, {1, 1}: 0, {3, 3}: 0,
	} {
		p := share / 3
		must.Near(t, float64(times[pair]), draws*p, 5*math.Sqrt(draws*p*(1-p)),
			"centers %v in of %d draws", pair, draws)
	}
}
