package stats_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/evaluation/stats"
)

// The golden numbers without another source are those of testdata/reference.py.

// a and b are the accuracies of two methods over ten splits, made up.
var (
	a = []float64{0.91, 0.88, 0.93, 0.90, 0.87, 0.94, 0.92, 0.89, 0.95, 0.90}
	b = []float64{0.89, 0.88, 0.90, 0.91, 0.85, 0.90, 0.91, 0.86, 0.93, 0.86}
)

// near fails unless got is want but for a share of it.
func near(t *testing.T, what string, got, want, share float64) {
	t.Helper()
	if !(math.Abs(got-want) <= share*math.Abs(want)) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestPairedT(t *testing.T) {
	got, err := stats.PairedT(a, b)
	noError(t, err)
	near(t, "t", float64(got.T), 3.872983346207416, 1e-12)
	near(t, "p", got.P, 0.00377155755870599, 1e-12)
	near(t, "low", got.Low, 0.008318270642933756, 1e-10)
	near(t, "high", got.High, 0.031681729357066236, 1e-10)
	near(t, "effect", float64(got.Effect), 3.872983346207416/math.Sqrt(10), 1e-12)
	near(t, "difference", got.Difference, 0.02, 1e-12)
	if got.N != 10 || got.DF != 9 {
		t.Errorf("n = %d, %d degrees of freedom", got.N, got.DF)
	}
	back, err := stats.PairedT(b, a)
	noError(t, err)
	if back.T != -got.T || back.P != got.P || back.Low != -got.High {
		t.Errorf("the other way round: %+v and %+v", back, got)
	}
	// Scale changes nothing, even where squares would overflow or vanish.
	for _, unit := range []float64{1e-300, 1e-9, 1e300} {
		x, y := slices.Clone(a), slices.Clone(b)
		for i := range x {
			x[i], y[i] = x[i]*unit, y[i]*unit
		}
		scaled, err := stats.PairedT(x, y)
		noError(t, err)
		near(t, fmt.Sprint("t in units of ", unit), float64(scaled.T), float64(got.T), 1e-11)
		near(t, fmt.Sprint("low in units of ", unit), scaled.Low, unit*got.Low, 1e-10)
	}
	// Two pairs: one degree of freedom, where P = 1 - 2 atan(t)/π.
	two, err := stats.PairedT([]float64{3, 5}, []float64{0, 0})
	noError(t, err)
	near(t, "t of two", float64(two.T), 4, 1e-12)
	near(t, "p of two", two.P, 1-2*math.Atan(4)/math.Pi, 1e-12)
	low, high, err := two.Interval(0.5) // the quantile is 1
	noError(t, err)
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
		got, err := stats.PairedT(x, make([]float64, test.n))
		noError(t, err)
		near(t, fmt.Sprint("p of t = ", got.T), got.P, test.want, 1e-9)
	}
}

func TestCorrectedPairedT(t *testing.T) {
	got, err := stats.CorrectedPairedT(a, b, 70, 30)
	noError(t, err)
	near(t, "t", float64(got.T), 1.684588328891613, 1e-12)
	near(t, "p", got.P, 0.12635263091647178, 1e-12)
	near(t, "low", got.Low, -0.00685709171723152, 1e-10)
	near(t, "high", got.High, 0.046857091717231514, 1e-10)
	plain, err := stats.PairedT(a, b)
	noError(t, err)
	if got.SD != plain.SD || got.Effect != plain.Effect || !(got.P > plain.P) {
		t.Errorf("corrected %+v, plain %+v", got, plain)
	}
	if _, err := stats.CorrectedPairedT(a, b, 0, 3); err == nil ||
		!strings.Contains(err.Error(), "at least 1 of each") {
		t.Errorf("no training samples: %v", err)
	}
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
		p, err := stats.PairedT(x, make([]float64, n))
		noError(t, err)
		c, err := stats.CorrectedPairedT(x, make([]float64, n), 50, 50)
		noError(t, err)
		if p.P <= 0.05 {
			plain++
		}
		if c.P <= 0.05 {
			corrected++
		}
	}
	// Four standard errors of a share of .05 over 4,000 are .014.
	if share := float64(corrected) / trials; math.Abs(share-0.05) > 0.014 {
		t.Errorf("the corrected test rejects %.3f of true hypotheses", share)
	}
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
			got, err := f(test.a, test.b)
			noError(t, err)
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
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %q", err, want)
			}
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

func TestWilcoxon(t *testing.T) {
	got, err := stats.Wilcoxon(a, b)
	noError(t, err)
	want := &stats.SignedRank{N: 10, Used: 9, Plus: 43.5, Minus: 1.5, P: 0.01171875, Exact: true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	x := []float64{1.1, -2.3, 3.2, 4.8, -0.7, 6.1, 7.9, 5.5, -1.6, 9.4, 2.7, 8.2}
	got, err = stats.Wilcoxon(x, make([]float64, len(x)))
	noError(t, err)
	if got.Minus != 8 || got.P != 0.01220703125 {
		t.Errorf("without ties: %+v", got)
	}
	y := make([]float64, 200)
	for i := range y {
		y[i] = math.Sin(float64(i)) + 0.1
	}
	got, err = stats.Wilcoxon(y, make([]float64, len(y)))
	noError(t, err)
	if got.Minus != 8070 || got.Exact {
		t.Errorf("200 pairs: %+v", got)
	}
	near(t, "p of 200 pairs", got.P, 0.01569477824868336, 1e-10)
}

// The exact p-value is the share of the 2^n patterns of signs that are as far from
// the middle.
func TestWilcoxonByAllSigns(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for trial := range 60 {
		n := 2 + trial%9
		d := make([]float64, n)
		for i := range d {
			d[i] = float64(rng.IntN(7)-3) * 0.1 // ties and zeros
		}
		got, err := stats.Wilcoxon(d, make([]float64, n))
		noError(t, err)
		var size []float64
		for _, v := range d {
			if v != 0 {
				size = append(size, math.Abs(v))
			}
		}
		rank := func(v float64) (r float64) {
			for _, o := range size {
				if math.Abs(o-v) < 1e-9 {
					r += 0.5
				} else if o < v {
					r++
				}
			}
			return r + 0.5
		}
		hits, m := 0, len(size)
		for signs := range 1 << m {
			plus, minus := 0.0, 0.0
			for i, v := range size {
				if signs>>i&1 == 1 {
					plus += rank(v)
				} else {
					minus += rank(v)
				}
			}
			if min(plus, minus) <= min(got.Plus, got.Minus) {
				hits++
			}
		}
		if want := float64(hits) / float64(int(1)<<m); math.Abs(got.P-want) > 1e-12 {
			t.Errorf("%v: p = %g, all patterns of signs give %g", d, got.P, want)
		}
	}
}

// At the border between them the exact and the normal p-value agree.
func TestWilcoxonIsContinuous(t *testing.T) {
	p := func(n int) float64 {
		d := make([]float64, n)
		for i := range d {
			d[i] = math.Sin(float64(7*i)) + 0.15
		}
		got, err := stats.Wilcoxon(d, make([]float64, n))
		noError(t, err)
		if got.Exact != (n <= 100) {
			t.Errorf("%d pairs: exact %v", n, got.Exact)
		}
		return got.P
	}
	if exact, normal := p(100), p(101); math.Abs(exact-normal) > 0.02 {
		t.Errorf("100 pairs have p = %g, 101 %g", exact, normal)
	}
}

// demsar is the area under the curve of four variants of C4.5 on 14 data sets:
// Demšar 2006, table 6. One tie is broken as its printed ranks are.
var demsar = [][]float64{
	{0.763, 0.768, 0.771, 0.798}, {0.599, 0.591, 0.590, 0.569}, {0.954, 0.971, 0.968, 0.967},
	{0.628, 0.661, 0.654, 0.657},
	{0.882, 0.888, 0.886, 0.898}, {0.936, 0.931, 0.916, 0.931}, {0.661, 0.668, 0.609, 0.685},
	{0.583, 0.583, 0.563, 0.625},
	{0.775, 0.838, 0.866, 0.875}, {1.000, 1.000, 1.000, 1.000}, {0.940, 0.962, 0.965, 0.962},
	{0.619, 0.666, 0.614, 0.669},
	{0.972, 0.981, 0.9751, 0.975}, {0.957, 0.978, 0.946, 0.970},
}

func TestFriedman(t *testing.T) {
	got, err := stats.Friedman(demsar)
	noError(t, err)
	// The printed average ranks are 3.143, 2.000, 2.893 and 1.964.
	for j, want := range []float64{3.143, 2, 2.893, 1.964} {
		if math.Abs(got.Average[j]-want) > 5e-4 {
			t.Errorf("method %d has average rank %g, printed %g", j+1, got.Average[j], want)
		}
	}
	near(t, "chi squared", got.ChiSquared, 10.228346456692925, 1e-12)
	near(t, "its p", got.P, 0.016721580328441323, 1e-11)
	near(t, "F", float64(got.F), 4.1851301115241695, 1e-12)
	near(t, "its p", got.PF, 0.011620659515310954, 1e-11)
	if diff := cmp.Diff([]float64{2.5, 2.5, 2.5, 2.5}, got.Ranks[9]); diff != "" {
		t.Error(diff)
	}
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
	cd, err := stats.NemenyiDifference(4, 14, 0.05)
	noError(t, err)
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
	got, err := stats.Friedman(scores) // 8 wins of 10
	noError(t, err)
	near(t, "chi squared", got.ChiSquared, (8-2)*(8-2)/10., 1e-12)
	near(t, "p", got.P, math.Erfc(math.Sqrt(3.6/2)), 1e-12)
	near(t, "F", float64(got.F), 9*3.6/(10-3.6), 1e-12)
}

func TestFriedmanDegenerate(t *testing.T) {
	got, err := stats.Friedman([][]float64{{1, 1, 1}, {0.1 + 0.2, 0.3, 0.3}})
	noError(t, err)
	if got.ChiSquared != 0 || got.P != 1 || got.F != 0 || got.PF != 1 {
		t.Errorf("ties everywhere: %+v", got)
	}
	got, err = stats.Friedman([][]float64{{3, 2, 1}, {9, 5, 4}, {0, -1, -2}})
	noError(t, err)
	if got.ChiSquared != 6 || !math.IsInf(float64(got.F), 1) || got.PF != 0 {
		t.Errorf("the same order everywhere: %+v", got)
	}
	near(t, "p", got.P, math.Exp(-3), 1e-12) // two degrees of freedom
	got, err = stats.Friedman([][]float64{{1, 1}, {1, 1}, {2, 1}})
	noError(t, err)
	if math.IsNaN(got.PF) || math.IsNaN(float64(got.F)) || got.ChiSquared != 1 {
		t.Errorf("one difference: %+v", got)
	}
	for want, scores := range map[string][][]float64{
		"1 data sets; give at least 2": {{1, 2}}, "1 methods; give at least 2": {{1}, {2}},
		"data set 2 has 1 scores, the first has 2":   {{1, 2}, {1}},
		"the score of method 2 on data set 1 is NaN": {{1, math.NaN()}, {1, 2}},
	} {
		if _, err := stats.Friedman(scores); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// The critical values that Demšar 2006, table 5 (a), prints for 2 to 10 methods.
func TestNemenyiTables(t *testing.T) {
	for alpha, row := range map[float64][]float64{
		0.05: {1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164},
		0.10: {1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920},
	} {
		for i, want := range row {
			q, err := stats.RangeQuantile(alpha, i+2)
			noError(t, err)
			// The table was cut from ones with few digits: 2.3437 is printed 2.343.
			if math.Abs(q/math.Sqrt2-want) > 1e-3 {
				t.Errorf("q at %g of %d methods is %.4f, printed %.3f", alpha, i+2,
					q/math.Sqrt2, want)
			}
		}
	}
}

func TestRange(t *testing.T) {
	for alpha, row := range map[float64][]float64{
		0.05: {1.9599639845400534, 2.343700586378409, 2.7277743708703763, 3.163683577053373,
			3.5437991315177815, 4.302488463597363},
		0.10: {1.6448536269514722, 2.0522927304967755, 2.4595157642714183, 2.9198888400615384,
			3.319233059548415, 4.110055508575388},
		1e-6: {4.89163847568799, 5.103103585818265, 5.325886451132261, 5.592515270382451,
			5.83706724183158, 6.357496199166166},
	} {
		for i, k := range []int{2, 3, 5, 10, 20, 100} {
			q, err := stats.RangeQuantile(alpha, k)
			noError(t, err)
			// SciPy's digits
			near(t, fmt.Sprintf("q at %g of %d", alpha, k), q/math.Sqrt2, row[i], 1e-8)
			p, err := stats.RangeTail(q, k)
			noError(t, err)
			near(t, fmt.Sprintf("the tail at q at %g of %d", alpha, k), p, alpha, 1e-10)
		}
	}
	for i, k := range []int{2, 5, 20} {
		for j, q := range []float64{1, 3.3, 6} {
			want := [][]float64{{0.4795001221869535, 0.01962441497663958, 2.2090496998639075e-05},
				{0.9549548551886442, 0.134321477410152, 0.00021424261433133918},
				{0.9999999503866243, 0.7110127152093351, 0.003602433764930746}}[i][j]
			got, err := stats.RangeTail(q, k)
			noError(t, err)
			near(t, fmt.Sprintf("tail of %d at %g", k, q), got, want, 1e-9)
		}
	}
	// The range of two is |N(0, 2)|; far out, the tail of three is that of its three
	// pairs.
	for _, q := range []float64{0.001, 1, 5, 20, 35} {
		two, err := stats.RangeTail(q, 2)
		noError(t, err)
		near(t, fmt.Sprint("tail of two at ", q), two, math.Erfc(q/2), 1e-12)
		if q >= 20 {
			three, err := stats.RangeTail(q, 3)
			noError(t, err)
			near(t, fmt.Sprint("tail of three at ", q), three, 3*math.Erfc(q/2), 1e-9)
		}
	}
	for k := range 40 {
		zero, _ := stats.RangeTail(0, k+2)
		small, _ := stats.RangeTail(1e-3, k+2)
		if zero != 1 || math.Abs(small-1) > 1e-3 || small > 1 {
			t.Errorf("%d methods: tails at 0 and .001 are %g and %.15g", k+2, zero, small)
		}
	}
	if far, err := stats.RangeTail(math.Inf(1), 3); err != nil || far != 0 {
		t.Errorf("the tail at infinity is %g, %v", far, err)
	}
}

// The tail is what a simulation finds.
func TestRangeBySimulation(t *testing.T) {
	const trials, k, q = 40_000, 7, 4.0
	rng := rand.New(rand.NewPCG(5, 6))
	hits := 0
	for range trials {
		lo, hi := math.Inf(1), math.Inf(-1)
		for range k {
			v := rng.NormFloat64()
			lo, hi = min(lo, v), max(hi, v)
		}
		if hi-lo >= q {
			hits++
		}
	}
	want, err := stats.RangeTail(q, k)
	noError(t, err)
	if got := float64(hits) / trials; math.Abs(got-want) > 4*math.Sqrt(want*(1-want)/trials) {
		t.Errorf("simulated %g, computed %g", got, want)
	}
}

func TestNemenyiP(t *testing.T) {
	cd, err := stats.NemenyiDifference(5, 20, 0.05)
	noError(t, err)
	for _, sign := range []float64{-1, 1} {
		p, err := stats.NemenyiP(sign*cd, 5, 20)
		noError(t, err)
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
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func TestHolm(t *testing.T) {
	// R: p.adjust(c(.01, .04, .03, .005, .5), "holm").
	got, err := stats.Holm([]float64{0.01, 0.04, 0.03, 0.005, 0.5})
	noError(t, err)
	for i, want := range []float64{0.04, 0.09, 0.09, 0.025, 0.5} {
		near(t, fmt.Sprint("adjusted ", i+1), got[i], want, 1e-12)
	}
	if got, err := stats.Holm([]float64{0.6, 0.6, 0}); err != nil || got[0] != 1 || got[1] != 1 ||
		got[2] != 0 {
		t.Errorf("values of 1: %v, %v", got, err)
	}
	if got, err := stats.Holm(nil); err != nil || len(got) != 0 {
		t.Errorf("nothing: %v, %v", got, err)
	}
	if _, err := stats.Holm([]float64{0.5, math.NaN()}); err == nil ||
		!strings.Contains(err.Error(), "p-value 2 is NaN") {
		t.Errorf("NaN: %v", err)
	}
	// By the definition: hypothesis i is rejected at alpha when the adjusted value
	// is at most alpha, stepping down until the first that is not.
	rng := rand.New(rand.NewPCG(7, 8))
	for range 200 {
		p := make([]float64, 1+rng.IntN(8))
		for i := range p {
			p[i] = math.Round(100*math.Pow(rng.Float64(), 3)) / 100
		}
		adjusted, err := stats.Holm(p)
		noError(t, err)
		sorted := slices.Sorted(slices.Values(p))
		for _, alpha := range []float64{0.011, 0.052, 0.203} {
			rejected := 0
			for rejected < len(p) && sorted[rejected]*float64(len(p)-rejected) <= alpha {
				rejected++
			}
			for i, v := range adjusted {
				if got, want := v <= alpha, rejected > 0 &&
					p[i] <= sorted[rejected-1]; got != want {
					t.Fatalf("p %v at %g: hypothesis %d is rejected: %v, want %v", p, alpha, i,
						got, want)
				}
			}
		}
	}
}

func TestWilson(t *testing.T) {
	for _, test := range []struct{ hits, n int }{{0, 10}, {1, 10}, {5, 10}, {10, 10}, {37, 1000},
		{1, 1}} {
		low, high, err := stats.Wilson(test.hits, test.n, 0.95)
		noError(t, err)
		// Both ends solve the equation that defines them.
		z, p := stats.NormalQuantile(0.95), float64(test.hits)/float64(test.n)
		for _, end := range []float64{low, high} {
			if got := math.Abs(p-end) - z*math.Sqrt(end*(1-end)/float64(test.n)); math.Abs(
				got) > 1e-12 {
				t.Errorf("%d of %d: the interval %g to %g is off by %g", test.hits, test.n, low,
					high, got)
			}
		}
		if low > p || high < p || low < 0 || high > 1 {
			t.Errorf("%d of %d: %g to %g", test.hits, test.n, low, high)
		}
	}
	near(t, "z", stats.NormalQuantile(0.95), 1.9599639845400534, 1e-13)
	for _, test := range []struct {
		hits, n int
		level   float64
	}{{-1, 3, 0.9}, {4, 3, 0.9}, {0, 0, 0.9}, {1, 2, 1}} {
		if _, _, err := stats.Wilson(test.hits, test.n, test.level); err == nil {
			t.Errorf("%+v was taken", test)
		}
	}
}

// Results come back from gob and JSON, infinite ones as NaN from JSON.
func TestResultsArePlainData(t *testing.T) {
	constant, err := stats.PairedT([]float64{1, 2}, []float64{0, 1})
	noError(t, err)
	friedman, err := stats.Friedman([][]float64{{2, 1}, {2, 1}})
	noError(t, err)
	var buf bytes.Buffer
	noError(t, gob.NewEncoder(&buf).Encode(constant))
	back := new(stats.TTest)
	noError(t, gob.NewDecoder(&buf).Decode(back))
	if *back != *constant {
		t.Errorf("%+v came back as %+v", constant, back)
	}
	for _, v := range []any{constant, friedman} {
		if _, err := json.Marshal(v); err != nil {
			t.Errorf("%T: %v", v, err)
		}
	}
}
