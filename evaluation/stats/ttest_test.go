package stats_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fsnb.example/evaluation/stats"
	"fsnb.example/internal/must"
)

func TestPairedT(t *testing.T) {
	got := must.Get(stats.PairedT(a, b))(t)
	near(t, "t", float64(got.T), 3.872983346207416, 1e-12)
	near(t, "p", got.P, 0.00377155755870599, 1e-12)
	near(t, "low", got.Low, 0.008318270642933756, 1e-10)
	near(t, "high", got.High, 0.031681729357066236, 1e-10)
	near(t, "effect", float64(got.Effect), 3.872983346207416/math.Sqrt(10), 1e-12)
	near(t, "difference", got.Difference, 0.02, 1e-12)
	if got.N != 10 || got.DF != 9 {
		t.Errorf("n = %d, %d degrees of freedom", got.N, got.DF)
	}
	back := must.Get(stats.PairedT(b, a))(t)
	if back.T != -got.T || back.P != got.P || back.Low != -got.High {
		t.Errorf("the other way round: %+v and %+v", back, got)
	}
	// Scale changes nothing, even where squares would overflow or vanish.
	for _, unit := range []float64{1e-300, 1e-9, 1e300} {
		x, y := slices.Clone(a), slices.Clone(b)
		for i := range x {
			x[i], y[i] = x[i]*unit, y[i]*unit
		}
		scaled := must.Get(stats.PairedT(x, y))(t)
		near(t, fmt.Sprint("t in units of ", unit), float64(scaled.T), float64(got.T), 1e-11)
		near(t, fmt.Sprint("low in units of ", unit), scaled.Low, unit*got.Low, 1e-10)
	}
	// Two pairs: one degree of freedom, where P = 1 - 2 atan(t)/π.
	two := must.Get(stats.PairedT([]float64{3, 5}, []float64{0, 0}))(t)
	near(t, "t of two", float64(two.T), 4, 1e-12)
	near(t, "p of two", two.P, 1-2*math.Atan(4)/math.Pi, 1e-12)
	low, high, err := two.Interval(0.5) // the quantile is 1
	must.Do(t, err)
	near(t, "low", low, 3, 1e-9)
	near(t, "high", high, 5, 1e-9)
}

// Small p-values keep their digits, and so do those near 1.
func TestTails(t *testing.T) {
	for _, test := range []struct {
		t    float64
		n    int
		want float64
	}{{1e-3, 4, 0.9992648949694609}, {40, 10, 1.8982998449339835e-11},
		{12, 200, 2.5799606747931464e-25}} {
		// Differences of mean m and standard deviation 1 have t = m·sqrt(n).
		x := make([]float64, test.n)
		for i := range x {
			x[i] = test.t/math.Sqrt(float64(test.n)) +
				float64(2*(i%2)-1)*math.Sqrt(float64(test.n-1)/float64(test.n))
		}
		got := must.Get(stats.PairedT(x, make([]float64, test.n)))(t)
		near(t, fmt.Sprint("p of t = ", got.T), got.P, test.want, 1e-9)
	}
}

func TestCorrectedPairedT(t *testing.T) {
	got := must.Get(stats.CorrectedPairedT(a, b, 70, 30))(t)
	near(t, "t", float64(got.T), 1.684588328891613, 1e-12)
	near(t, "p", got.P, 0.12635263091647178, 1e-12)
	near(t, "low", got.Low, -0.00685709171723152, 1e-10)
	near(t, "high", got.High, 0.046857091717231514, 1e-10)
	plain := must.Get(stats.PairedT(a, b))(t)
	if got.SD != plain.SD || got.Effect != plain.Effect || !(got.P > plain.P) {
		t.Errorf("corrected %+v, plain %+v", got, plain)
	}
	must.FailWith(stats.CorrectedPairedT(a, b, 0, 3))(t, "at least 1 of each")
}

// Where the results of splits are as dependent as the correction supposes, the
// corrected test rejects a true hypothesis as often as it says, and the plain one
// far too often.
func TestCorrectionHoldsItsLevel(t *testing.T) {
	const trials, n = 4000, 10
	rng := rand.New(rand.NewPCG(1, 2))
	plain, corrected := 0, 0
	for range trials {
		// Correlation 1/2, as halves for training and test have.
		common := rng.NormFloat64()
		x := make([]float64, n)
		for i := range x {
			x[i] = common + rng.NormFloat64()
		}
		p := must.Get(stats.PairedT(x, make([]float64, n)))(t)
		c := must.Get(stats.CorrectedPairedT(x, make([]float64, n), 50, 50))(t)
		if p.P <= 0.05 {
			plain++
		}
		if c.P <= 0.05 {
			corrected++
		}
	}
	// Four standard errors of a share of .05 over 4,000 are .014.
	must.Near(t, float64(corrected)/trials, 0.05, 0.014,
		"the corrected test rejects of true hypotheses")
	if share := float64(plain) / trials; share < 0.4 {
		t.Errorf("the plain test rejects %.3f: is the simulation right?", share)
	}
}

func TestDegeneratePairs(t *testing.T) {
	same := []float64{0.1 + 0.2, 0.7, 0.5}
	rounded := []float64{0.3, 0.7, 0.5} // 0.1 + 0.2 is not 0.3
	for name, test := range map[string]struct {
		a, b []float64
		t, p float64
	}{
		"equal": {same, rounded, 0, 1}, "zeros": {[]float64{0, 0}, []float64{0, 0}, 0, 1},
		"constant": {[]float64{0.8, 0.9, 0.7}, []float64{0.7, 0.8, 0.6}, math.Inf(1), 0},
		"below":    {[]float64{1, 2}, []float64{2, 3}, math.Inf(-1), 0},
	} {
		for _, f := range []func(a, b []float64) (*stats.TTest, error){stats.PairedT,
			func(a, b []float64) (*stats.TTest, error) {
				return stats.CorrectedPairedT(a, b, 5, 5)
			}} {
			got := must.Get(f(test.a, test.b))(t)
			if float64(got.T) != test.t || got.P != test.p || got.Low != got.Difference ||
				got.High != got.Difference || got.SD != 0 {
				t.Errorf("%s: %+v", name, got)
			}
		}
	}
	if w, err := stats.Wilcoxon(same, rounded); err != nil || w.P != 1 || w.Used != 0 ||
		w.Plus != 0 {
		t.Errorf("signed ranks of what is equal: %+v, %v", w, err)
	}
	for want, pair := range map[string][2][]float64{
		"3 values and 2 are not pairs": {{1, 2, 3}, {1, 2}}, "1 pairs of values; give at least 2": {
			{1}, {2}}, "0 pairs": {nil, nil},
		"pair 2 is NaN and 1; give finite numbers": {{1, math.NaN()}, {1, 1}},
		"pair 1 is 1 and +Inf":                     {{1, 1}, {math.Inf(1), 1}},
	} {
		_, plain := stats.PairedT(pair[0], pair[1])
		_, corrected := stats.CorrectedPairedT(pair[0], pair[1], 1, 1)
		_, ranks := stats.Wilcoxon(pair[0], pair[1])
		for _, err := range []error{plain, corrected, ranks} {
			must.ErrorWith(t, err, want)
		}
	}
	good, _ := stats.PairedT(a, b)
	for _, level := range []float64{0, 1, -1, math.NaN()} {
		if _, _, err := good.Interval(level); err == nil ||
			!strings.Contains(err.Error(), "between 0 and 1, such as 0.95") {
			t.Errorf("level %g: %v", level, err)
		}
	}
}
