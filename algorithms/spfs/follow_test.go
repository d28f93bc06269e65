package spfs

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/must"
)

// The recovered path is the path of LAR: at each step its prediction is Y - R of Algorithm 3, and
// its correlations are those of all columns with R.
func TestFollow(t *testing.T) {
	for seed := range uint64(10) {
		for _, uncentered := range []bool{false, true} {
			d := problem(rand.New(rand.NewPCG(seed, 5)), 12, 9)
			k, _, err := graphs.Gaussian{Percentile: 20}.Matrix(t.Context(), d.X, 0, nil)
			must.Do(t, err)
			const steps = 6
			m := LAR{Similarity: graph.RBF{}, Uncentered: uncentered}
			r := selected(t, m, d, steps)
			found := must.Get(Follow(t.Context(), d, r, 0))(t)
			if found.Steps() != steps {
				t.Fatalf("%d steps, want %d", found.Steps(), steps)
			}
			g, err := newRegression(t.Context(), d, kinds().Resolve(m.Similarity), 0, uncentered,
				algorithms.Options{})
			must.Do(t, err)
			p := newPath(g, 0)
			for step := 1; step <= steps; step++ {
				must.Get(p.next(t.Context()))(t)
				fit := mat.NewDense(d.N(), len(g.y), nil)
				for l, y := range g.y {
					fit.SetCol(l, floats.SubTo(make([]float64, d.N()), y, p.r[l]))
				}
				var want mat.Dense
				want.Mul(fit, fit.T())
				got := must.Get(found.Similarity(k, step))(t)
				if !mat.EqualApprox(got, &want, 1e-8*math.Sqrt(square(g.y))) {
					t.Fatalf("seed %d, uncentered %v, step %d: another similarity of XW", seed,
						uncentered, step)
				}
				correlations := must.Get(found.Correlations(t.Context(), k, step))(t)
				for j, v := range correlations {
					if want := math.Sqrt(correlationOf(p.regression, j, p.r)); math.Abs(
						v-want) > 1e-6*p.joined[0] {
						t.Errorf("seed %d, uncentered %v, step %d, column %d: correlation %g, "+
							"want %g", seed, uncentered, step, j, v, want)
					}
				}
			}
		}
	}
}

func TestFollowMistakes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	d, other := problem(rng, 12, 9), problem(rng, 13, 9)
	r := selected(t, LAR{}, d, 4)
	k := mat.NewSymDense(13, nil)
	path := must.Get(Follow(t.Context(), d, r, 0))(t)
	say := func(_ any, err error) error { return err }
	for want, err := range map[string]error{
		"only a ranking by spfs-lar has a path; give one": say(
			Follow(t.Context(), d, selected(t, SFS{}, d, 4), 0)),
		"the ranking is of a data set of 12×9, and this one is 13×9; give the data set that was " +
			"ranked": say(Follow(t.Context(), other, r, 0)),
		"step = 0, and the path has 4 steps; give 1 to 4": say(path.Similarity(k, 0)),
		"step = 5, and the path has 4 steps; give 1 to 4": say(
			path.Correlations(t.Context(), k, 5)),
		"the similarity is of 13 samples, and the data set has 12; give one row and column for " +
			"each sample": say(path.Similarity(k, 1)),
		"the similarity is of 13 samples, and the data set has 12; give one row and column for " +
			"each sample ": say(path.Correlations(t.Context(), k, 1)),
		"only a ranking by spfs-lar has a path; give one ": say(
			Follow(t.Context(), d, nil, 0)),
	} {
		if err == nil || err.Error() != strings.TrimSpace(want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
