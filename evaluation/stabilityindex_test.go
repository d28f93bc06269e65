package evaluation_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
)

// draw is m choices of k of d features, drawn at random, the first fixed of them
// always the same.
func draw(rng *rand.Rand, m, k, d, fixed int) [][]int {
	out := make([][]int, m)
	for i := range out {
		for f := range fixed {
			out[i] = append(out[i], f)
		}
		for _, f := range rng.Perm(d - fixed)[:k-fixed] {
			out[i] = append(out[i], fixed+f)
		}
	}
	return out
}

// The golden numbers are those of testdata/stability.py.
func TestNogueiraAgainstNumPy(t *testing.T) {
	var choices [][]int
	for i := range 10 {
		var c []int
		for f := range 20 {
			if (7*i+3*f+i*f)%11 < 4 {
				c = append(c, f)
			}
		}
		choices = append(choices, c)
	}
	got := must.Get(evaluation.Nogueira(choices, 20))(t)
	for what, pair := range map[string][2]float64{
		"stability": {got.Value, 0.05303030303030298}, "variance": {got.Variance,
			0.0011588707102137663},
		"low": {got.Low, -0.013691163618705399}, "high": {got.High, 0.11975176967931137},
	} {
		must.Near(t, pair[0], pair[1], 1e-12, "%s", what)
	}
}

// Choices of one size: Nogueira's value is Kuncheva's mean over pairs, and both are
// what their definitions say.
func TestStabilityByPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		d := 3 + rng.IntN(20)
		k := 1 + rng.IntN(d-1)
		m := 2 + rng.IntN(6)
		choices := draw(rng, m, k, d, rng.IntN(k+1))
		var kuncheva, jaccard float64
		for a := range m {
			for b := range a {
				r := 0
				for _, f := range choices[a] {
					for _, g := range choices[b] {
						if f == g {
							r++
						}
					}
				}
				kuncheva += float64(r*d-k*k) / float64(k*(d-k))
				jaccard += float64(r) / float64(2*k-r)
			}
		}
		pairs := float64(m*(m-1)) / 2
		got := must.Get(evaluation.Nogueira(choices, d))(t)
		index := must.Get(evaluation.Kuncheva(choices, d))(t)
		alike := must.Get(evaluation.MeanJaccard(choices, d))(t)
		if math.Abs(got.Value-kuncheva/pairs) > 1e-12 || math.Abs(index-kuncheva/pairs) > 1e-12 ||
			math.Abs(alike-jaccard/pairs) > 1e-12 {
			t.Fatalf("%v of %d: %v, %v and %v; want %v and %v", choices, d, got.Value, index, alike,
				kuncheva/pairs, jaccard/pairs)
		}
		if got.Low > got.Value || got.High < got.Value || got.High > 1 || got.Variance < 0 {
			t.Fatalf("%+v", got)
		}
	}
}

// Equal choices have stability 1, opposite ones -1/(M-1).
func TestStabilityOfKnownChoices(t *testing.T) {
	equal, err := evaluation.Nogueira([][]int{{3, 1}, {1, 3}, {3, 1}}, 9)
	if err != nil || equal.Value != 1 || equal.Low != 1 || equal.High != 1 {
		t.Errorf("equal choices: %+v, %v", equal, err)
	}
	apart, err := evaluation.Nogueira([][]int{{0, 1}, {2, 3}}, 4)
	if err != nil || math.Abs(apart.Value+1) > 1e-12 { // -1/(M-1)
		t.Errorf("opposite choices: %+v, %v", apart, err)
	}
	must.Near(t, must.Get(evaluation.MeanJaccard([][]int{nil, nil, {1}}, 3))(t), 1./3, 1e-12,
		"empty choices")
}

func TestStabilityIndexErrors(t *testing.T) {
	for want, choices := range map[string][][]int{
		"give at least two": {{1}}, "choice 2: feature 4 is out of range": {{1}, {4}},
		"choice 1: feature 1 is listed twice": {{1, 1}, {2}},
	} {
		_, nogueira := evaluation.Nogueira(choices, 4)
		_, kuncheva := evaluation.Kuncheva(choices, 4)
		_, jaccard := evaluation.MeanJaccard(choices, 4)
		for _, err := range []error{nogueira, kuncheva, jaccard} {
			must.ErrorWith(t, err, want)
		}
	}
	for _, choices := range [][][]int{{nil, nil}, {{0, 1}, {1, 0}}} {
		_, nogueira := evaluation.Nogueira(choices, 2)
		_, kuncheva := evaluation.Kuncheva(choices, 2)
		for _, err := range []error{nogueira, kuncheva} {
			want := "all choices have 2 of 2 features, so that nothing was chosen; choose fewer " +
				"than all"
			if choices[0] == nil {
				want = "all choices have 0 of 2 features, so that nothing was chosen; choose some"
			}
			must.Error(t, err, want, choices)
		}
	}
	must.FailWith(evaluation.Kuncheva([][]int{{1}, {1, 2}}, 4))(t,
		"choice 2 has 2 features, the first has 1")
}
