package evaluation_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
)

// scored is a ranking with the given scores.
func scored(label string, scores ...float64) *algorithms.Ranking {
	r := &algorithms.Ranking{Label: label, D: len(scores), K: len(scores), Scores: scores}
	for j := range scores {
		r.Features, r.Names = append(r.Features, j), append(r.Names, fmt.Sprint("f", j))
	}
	return r
}

func curveOf(t *testing.T, scores ...float64) evaluation.ScoreCurve {
	t.Helper()
	s := must.Get(evaluation.Spectrum(scored("m", scores...)))(t)
	return s.Curves[0]
}

// curve is f at ranks 1 to n.
func curve(n int, f func(r float64) float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = f(float64(i + 1))
	}
	return out
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12*max(1, math.Abs(a), math.Abs(b)) }

// Curves whose knee is known in closed form. For 1/r on 1 … n the depth
// 1 - (r-1)/(n-1) - (n/r - 1)/(n-1) has its maximum at r = √n, where it is
// 1 - 2/(√n + 1). For exp(-a(r-1)) its derivative is zero where
// exp(-a(r-1)) = (1 - exp(-a(n-1)))/(a(n-1)). A hinge is its own knee.
func TestKneeInClosedForm(t *testing.T) {
	for _, root := range []int{3, 4, 10, 31, 150} {
		n := root * root
		c := curveOf(t, curve(n, func(r float64) float64 { return 1 / r })...)
		if want := 1 - 2/float64(root+1); c.Knee.Rank != root || !near(c.Knee.Depth, want) ||
			!near(c.Knee.Score, 1/float64(root)) {
			t.Errorf("1/r on 1 … %d: %+v, want rank %d, depth %g", n, c.Knee, root, want)
		}
	}
	for _, test := range []struct {
		n int
		a float64
	}{{100, 0.1}, {1000, 0.02}, {5000, 0.003}} {
		last := float64(test.n - 1)
		top := 1 - math.Log((1-math.Exp(-test.a*last))/(test.a*last))/test.a
		c := curveOf(t,
			curve(test.n, func(r float64) float64 { return math.Exp(-test.a * (r - 1)) })...)
		must.Near(t, float64(c.Knee.Rank), top, 1,
			"exp(-%g(r-1)) on 1 … %d: knee at %d, the maximum is at", test.a, test.n, c.Knee.Rank)
	}
	for _, hinge := range []struct{ n, at int }{{11, 3}, {50, 10}, {200, 100}, {20000, 37}} {
		c := curveOf(t, curve(hinge.n, func(r float64) float64 {
			at := float64(hinge.at)
			if r <= at {
				return 10 - 9*(r-1)/(at-1)
			}
			return 1 - (r-at)/(float64(hinge.n)-at)
		})...)
		// At the hinge x = (at-1)/(n-1) and y = 1/10.
		if want := 0.9 - float64(hinge.at-1)/float64(hinge.n-1); c.Knee.Rank != hinge.at ||
			!near(c.Knee.Depth, want) {
			t.Errorf("hinge at %d of %d: %+v, want depth %g", hinge.at, hinge.n, c.Knee, want)
		}
	}
	// The chord falls by .1 a rank, and so do ranks 3 to 6: the first counts.
	if k := curveOf(t, 1, 0.7, 0.4, 0.3, 0.2, 0.1, 0.08, 0.06, 0.04, 0.02, 0).Knee; k.Rank != 3 ||
		!near(k.Depth, 0.4) {
		t.Errorf("parallel to the chord: %+v, want rank 3, depth .4", k)
	}
	step := curveOf(t, 7, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	if step.Knee.Rank != 3 || !near(step.Knee.Depth, 0.8) || step.Knee.Share != 1 {
		t.Errorf("a step after 2 of 11: %+v", step.Knee)
	}
}

// The point furthest from the chord, found by the distance formula in the unit
// square, is the knee.
func TestKneeIsFurthestFromTheChord(t *testing.T) {
	rng := rand.New(rand.NewPCG(2011, 1))
	found := 0
	for range 500 {
		n := 3 + rng.IntN(60)
		scores := curve(n, func(float64) float64 { return math.Exp(3 * rng.NormFloat64()) })
		slices.SortFunc(scores, func(a, b float64) int { return -int(math.Copysign(1, a-b)) })
		c := curveOf(t, scores...)
		best, distance := 0, 0.0
		for i, s := range scores {
			// The chord runs from (0, 1) to (1, 0): the normal is (1, 1)/√2.
			x, y := float64(i)/float64(n-1), (s-scores[n-1])/(scores[0]-scores[n-1])
			if d := (1 - x - y) / math.Sqrt2; d > distance {
				best, distance = i+1, d
			}
		}
		if depth := distance * math.Sqrt2; depth < max(0.05, 1/float64(n-1)) {
			if c.Knee.Rank != 0 || c.NoKnee == "" {
				t.Errorf("%v: %+v, want no knee at depth %g", scores, c.Knee, depth)
			}
			continue
		}
		found++
		if c.Knee.Rank != best || !near(c.Knee.Depth, distance*math.Sqrt2) ||
			c.Knee.Score != scores[best-1] || c.NoKnee != "" {
			t.Errorf("%v: %+v (%s), want rank %d, distance %g", scores, c.Knee, c.NoKnee, best,
				distance)
		}
	}
	if found < 300 {
		t.Errorf("%d of 500 curves have a knee: the test proves little", found)
	}
}

// Another unit or another zero moves neither knee nor depth.
func TestKneeUnderAffineMaps(t *testing.T) {
	rng := rand.New(rand.NewPCG(2011, 2))
	for range 200 {
		scores := curve(5+rng.IntN(80),
			func(r float64) float64 { return (1 + 0.2*rng.Float64()) / r })
		want := curveOf(t, scores...)
		for _, m := range [][2]float64{{1e9, 0}, {1e-9, 0}, {3, -7}, {0.01, 50}, {1e300, -1e300},
			{1e-300, 0}} {
			mapped := make([]float64, len(scores))
			for i, s := range scores {
				mapped[i] = m[0]*s + m[1]
			}
			got := curveOf(t, mapped...)
			if got.Knee.Rank != want.Knee.Rank || math.Abs(got.Knee.Depth-want.Knee.Depth) > 1e-9 ||
				got.Knee.Slight != want.Knee.Slight {
				t.Fatalf("%g·s + %g: %+v, want %+v of %v", m[0], m[1], got.Knee, want.Knee, scores)
			}
		}
	}
}

func TestNoKnee(t *testing.T) {
	const above = "no score lies clearly below the straight line from the first to the last"
	inf := math.Inf(1)
	for _, test := range []struct {
		what   string
		scores []float64
		want   string
	}{
		{"one", []float64{3}, "fewer than three finite scores"},
		{"two", []float64{3, 1}, "fewer than three finite scores"},
		{"two finite", []float64{inf, 3, 1, -inf}, "fewer than three finite scores"},
		{"none finite", []float64{inf, inf}, "no score is finite"},
		{"equal", []float64{2, 2, 2, 2}, "all scores are equal"},
		{"zero", []float64{0, 0, 0}, "all scores are equal"},
		{"equal but for rounding", []float64{1 + 2e-10, 1 + 1e-10, 1}, "all scores are equal"},
		{"straight", curve(50, func(r float64) float64 { return 100 - r }), above},
		{"thirds", []float64{0.3, 0.2, 0.1}, above},
		{"concave", curve(50, func(r float64) float64 { return -r * r }), above},
		{"late step", []float64{1, 1, 1, 1, 0}, above},
		{"hardly below", []float64{5, 4, 3, 2 - 0.1, 1}, above},
		{"a shallow hinge of many",
			curve(1001, func(r float64) float64 { return max(-0.95*(r-1), -1.05*(r-1)) }), above},
	} {
		c := curveOf(t, test.scores...)
		if c.NoKnee != test.want || c.Knee != (evaluation.Knee{}) {
			t.Errorf("%s: %q, %+v; want %q", test.what, c.NoKnee, c.Knee, test.want)
		}
	}
	// At the thresholds there is one: 1/(m - 1) for few scores, .05 for many.
	if c := curveOf(t, 1, 0, 0); c.Knee.Rank != 2 || c.Knee.Depth != 0.5 {
		t.Errorf("a drop at once: %+v %s", c.Knee, c.NoKnee)
	}
	for depth, want := range map[float64]int{0.049: 0, 0.051: 501} {
		c := curveOf(t, curve(1001, func(r float64) float64 {
			if x := (r - 1) / 1000; x > 0.5 {
				return (1 - x) * (1 - 2*depth)
			}
			return 1 - (r-1)/1000*(1+2*depth)
		})...)
		must.Is(t, c.Knee.Rank, want, "depth %g: knee at", depth)
	}
}

// Infinite scores keep their ranks and change nothing else.
func TestSpectrumOfInfiniteScores(t *testing.T) {
	inf := math.Inf(1)
	plain := curveOf(t, 9, 3, 2, 1, 0.5, 0.2)
	c := curveOf(t, inf, inf, 9, 3, 2, 1, 0.5, 0.2, -inf)
	if c.PlusInf != 2 || c.MinusInf != 1 || c.Reordered != 0 {
		t.Errorf("%d above, %d below, reordered from %d", c.PlusInf, c.MinusInf, c.Reordered)
	}
	want := plain.Knee
	want.Rank += 2
	if c.Knee != want || plain.Knee.Rank != 2 {
		t.Errorf("%+v, want %+v", c.Knee, want)
	}
	if got := plain.Knee.Share; !near(got, 9/15.7) {
		t.Errorf("share %g, want %g", got, 9/15.7)
	}
	if c := curveOf(t, 3, 1, 0.5, 0.2, -1); c.Knee.Rank == 0 || c.Knee.Share != 0 {
		t.Errorf("a share of scores that are negative: %+v", c.Knee)
	}
}

// Constant columns rank last whatever their score: the curve is of the sorted
// scores, and says where that is not the ranking's order.
func TestSpectrumSorts(t *testing.T) {
	r := scored("m", 5, 2, -1, -3, 0)
	s := must.Get(evaluation.Spectrum(r))(t)
	c := s.Curves[0]
	if !slices.Equal(c.Scores, algorithms.Numbers{5, 2, 0, -1, -3}) || c.Reordered != 3 {
		t.Errorf("%v, reordered from %d", c.Scores, c.Reordered)
	}
	must.Items(t, r.Scores, algorithms.Numbers{5, 2, -1, -3, 0}, "the ranking was changed")
}

// Evenly spread random scores have a knee that is not slight one time in twenty,
// an early drop has one always.
func TestSlightKnee(t *testing.T) {
	rng := rand.New(rand.NewPCG(2011, 3))
	const times = 2000
	clear := 0
	for range times {
		scores := curve(200, func(float64) float64 { return rng.Float64() })
		if k := curveOf(t, scores...).Knee; k.Rank > 0 && !k.Slight {
			clear++
		}
	}
	if share := float64(clear) / times; share < 0.02 || share > 0.07 {
		t.Errorf("%.1f%% of random curves have a clear knee, want about 5%%", 100*share)
	}
	if k := curveOf(t, curve(200, func(r float64) float64 { return 1 / r })...).Knee; k.Slight {
		t.Errorf("1/r has a slight knee: %+v", k)
	}
}

func TestSpectrumErrors(t *testing.T) {
	short := scored("m", 3, 2)
	short.Scores = short.Scores[:1]
	for _, test := range []struct {
		rankings []*algorithms.Ranking
		want     string
	}{
		{nil, "no ranking given; give at least one"},
		{[]*algorithms.Ranking{scored("a", 1), nil}, "ranking 2 is empty; select features first"},
		{[]*algorithms.Ranking{scored("a")}, "ranking 1 is empty; select features first"},
		{[]*algorithms.Ranking{short},
			"ranking 1 (m) has 1 scores for 2 features; give each feature its score"},
		{[]*algorithms.Ranking{scored("m", 1, math.NaN())},
			"ranking 1 (m): the score of rank 2 is NaN; give it a number"},
	} {
		if _, err := evaluation.Spectrum(test.rankings...); err == nil ||
			!strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%v; want %q", err, test.want)
		}
	}
}
