package stats_test

import (
	"math"
	"testing"

	"fsnb.example/evaluation/stats"
	"fsnb.example/internal/must"
)

func TestFriedman(t *testing.T) {
	got := must.Get(stats.Friedman(demsar))(t)
	// The printed average ranks are 3.143, 2.000, 2.893 and 1.964.
	for j, want := range []float64{3.143, 2, 2.893, 1.964} {
		must.Near(t, got.Average[j], want, 5e-4, "method %d has average rank, printed", j+1)
	}
	near(t, "chi squared", got.ChiSquared, 10.228346456692925, 1e-12)
	near(t, "its p", got.P, 0.016721580328441323, 1e-11)
	near(t, "F", float64(got.F), 4.1851301115241695, 1e-12)
	near(t, "its p", got.PF, 0.011620659515310954, 1e-11)
	must.Equal(t, got.Ranks[9], []float64{2.5, 2.5, 2.5, 2.5}, "got.Ranks[9]")
	if got.DF != 3 || got.DF1 != 3 || got.DF2 != 39 {
		t.Errorf("%d, %d and %d degrees of freedom", got.DF, got.DF1, got.DF2)
	}
	// What the paper prints, 9.28 and 3.69, has no correction for ties.
	var squares float64
	for _, r := range got.Average {
		squares += r * r
	}
	plain := 12 * 14. / 20 * (squares - 25)
	if math.Abs(plain-9.28) > 5e-3 || math.Abs(13*plain/(14*3-plain)-3.69) > 5e-3 {
		t.Errorf("uncorrected χ² = %g, the paper prints 9.28", plain)
	}
	cd := must.Get(stats.NemenyiDifference(4, 14, 0.05))(t)
	if math.Abs(cd-1.25) > 5e-3 { // the paper's, section 3.2.3
		t.Errorf("the critical difference is %g, printed 1.25", cd)
	}
}

// Two methods without ties: Friedman's test is the sign test's chi-squared, and F
// follows from it.
func TestFriedmanOfTwo(t *testing.T) {
	var scores [][]float64
	for i := range 10 {
		scores = append(scores, []float64{float64(i % 5), 0.5})
	}
	got := must.Get(stats.Friedman(scores))(t) // 8 wins of 10
	near(t, "chi squared", got.ChiSquared, (8-2)*(8-2)/10., 1e-12)
	near(t, "p", got.P, math.Erfc(math.Sqrt(3.6/2)), 1e-12)
	near(t, "F", float64(got.F), 9*3.6/(10-3.6), 1e-12)
}

func TestFriedmanDegenerate(t *testing.T) {
	got := must.Get(stats.Friedman([][]float64{{1, 1, 1}, {0.1 + 0.2, 0.3, 0.3}}))(t)
	if got.ChiSquared != 0 || got.P != 1 || got.F != 0 || got.PF != 1 {
		t.Errorf("ties everywhere: %+v", got)
	}
	got = must.Get(stats.Friedman([][]float64{{3, 2, 1}, {9, 5, 4}, {0, -1, -2}}))(t)
	if got.ChiSquared != 6 || !math.IsInf(float64(got.F), 1) || got.PF != 0 {
		t.Errorf("the same order everywhere: %+v", got)
	}
	near(t, "p", got.P, math.Exp(-3), 1e-12) // two degrees of freedom
	got = must.Get(stats.Friedman([][]float64{{1, 1}, {1, 1}, {2, 1}}))(t)
	if math.IsNaN(got.PF) || math.IsNaN(float64(got.F)) || got.ChiSquared != 1 {
		t.Errorf("one difference: %+v", got)
	}
	for want, scores := range map[string][][]float64{
		"1 data sets; give at least 2": {{1, 2}}, "1 methods; give at least 2": {{1}, {2}},
		"data set 2 has 1 scores, the first has 2":   {{1, 2}, {1}},
		"the score of method 2 on data set 1 is NaN": {{1, math.NaN()}, {1, 2}},
	} {
		must.FailWith(stats.Friedman(scores))(t, want)
	}
}

// The critical values that Demšar 2006, table 5 (a), prints for 2 to 10 methods.
func TestNemenyiTables(t *testing.T) {
	for alpha, row := range map[float64][]float64{
		0.05: {1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164},
		0.10: {1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920},
	} {
		for i, want := range row {
			q := must.Get(stats.RangeQuantile(alpha, i+2))(t)
			// The table was cut from ones with few digits: 2.3437 is printed 2.343.
			must.Near(t, q/math.Sqrt2, want, 1e-3, "q at %g of %d methods, printed", alpha, i+2)
		}
	}
}

func TestNemenyiP(t *testing.T) {
	cd := must.Get(stats.NemenyiDifference(5, 20, 0.05))(t)
	for _, sign := range []float64{-1, 1} {
		p := must.Get(stats.NemenyiP(sign*cd, 5, 20))(t)
		near(t, "p at the critical difference", p, 0.05, 1e-10)
	}
	_, few := stats.NemenyiDifference(3, 1, 0.05)
	_, fewP := stats.NemenyiP(1, 3, 1)
	_, one := stats.NemenyiDifference(1, 9, 0.05)
	_, many := stats.RangeTail(1, 1001)
	_, nan := stats.RangeTail(math.NaN(), 3)
	_, alpha := stats.NemenyiDifference(3, 9, 1)
	for want, err := range map[string]error{"1 data sets; give at least 2": few,
		"1 data sets": fewP, "1 methods; give 2 to 1000": one, "1001 methods": many, "NaN": nan,
		"alpha 1; give a number between 0 and 1, such as 0.05": alpha} {
		must.ErrorWith(t, err, want)
	}
}
