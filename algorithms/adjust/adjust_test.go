package adjust_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms/adjust"
	"fsnb.example/internal/must"
)

func adjusted(t *testing.T, k adjust.Kind, p []float64) []float64 {
	t.Helper()
	return must.Get(k.Adjust(p))(t)
}

// random makes p-values with ties, zeros and ones among them.
func random(rng *rand.Rand) []float64 {
	p := make([]float64, 1+rng.IntN(9))
	for i := range p {
		if p[i] = math.Pow(rng.Float64(), 3); rng.IntN(2) == 0 {
			p[i] = math.Round(8*p[i]) / 8
		}
	}
	return p
}

// rejects lists which tests a procedure rejects at a level, by its definition: the p-values in
// order, compared with their bounds, from the smallest on or from the largest on.
func rejects(k adjust.Kind, p []float64, level float64) []bool {
	d := len(p)
	sorted := slices.Sorted(slices.Values(p))
	sum := 0.0
	for j := 1; j <= d; j++ {
		sum += 1 / float64(j)
	}
	bound := func(place int) float64 { // from 1
		switch k {
		case adjust.KindNone:
			return level
		case adjust.KindBonferroni:
			return level / float64(d)
		case adjust.KindHolm:
			return level / float64(d-place+1)
		case adjust.KindBH:
			return level * float64(place) / float64(d)
		}
		return level * float64(place) / float64(d) / sum
	}
	last := 0 // places that are rejected
	if k == adjust.KindBH || k == adjust.KindBY {
		for place := 1; place <= d; place++ {
			if sorted[place-1] <= bound(place) {
				last = place
			}
		}
	} else {
		for last < d && sorted[last] <= bound(last+1) {
			last++
		}
	}
	out := make([]bool, d)
	for i, v := range p {
		out[i] = last > 0 && v <= sorted[last-1]
	}
	return out
}

// An adjusted value is the smallest level at which the procedure rejects the test.
func TestAdjustedValuesAreSmallestLevels(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 400 {
		p := random(rng)
		for _, k := range adjust.Kinds() {
			for i, v := range adjusted(t, k, p) {
				if above := min(1, v*(1+1e-9)); v < 1 && !rejects(k, p, above)[i] {
					t.Fatalf("%s of %v: test %d has %g and is not rejected there", k, p, i, v)
				}
				if v > 0 && rejects(k, p, v*(1-1e-9))[i] {
					t.Fatalf("%s of %v: test %d has %g and is rejected below", k, p, i, v)
				}
			}
		}
	}
}

// The formulas, term by term, with places counted by comparing all pairs.
func TestFormulas(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		p := random(rng)
		d, sum := float64(len(p)), 0.0
		for j := range p {
			sum += 1 / float64(j+1)
		}
		for i := range p {
			holm, hochberg, yekutieli := 0.0, 1.0, 1.0
			for j := range p {
				below, upTo := 0.0, 0.0
				for _, v := range p {
					if v < p[j] {
						below++
					}
					if v <= p[j] {
						upTo++
					}
				}
				if p[j] <= p[i] {
					holm = max(holm, min(1, (d-below)*p[j]))
				}
				if p[j] >= p[i] {
					hochberg = min(hochberg, d*p[j]/upTo)
					yekutieli = min(yekutieli, d*p[j]/upTo*sum)
				}
			}
			for k, want := range map[adjust.Kind]float64{adjust.KindNone: p[i],
				adjust.KindBonferroni: min(1, d*p[i]), adjust.KindHolm: holm,
				adjust.KindBH: hochberg, "": hochberg, adjust.KindBY: yekutieli} {
				if got := adjusted(t, k, p)[i]; math.Abs(got-want) > 1e-14*want {
					t.Fatalf("%s of %v: test %d has %g, want %g", k, p, i, got, want)
				}
			}
		}
	}
}

func TestOrderAndTies(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		p := random(rng)
		perm := rng.Perm(len(p))
		moved := make([]float64, len(p))
		for i, at := range perm {
			moved[i] = p[at]
		}
		all := map[adjust.Kind][]float64{}
		for _, k := range adjust.Kinds() {
			before := slices.Clone(p)
			all[k] = adjusted(t, k, p)
			if !slices.Equal(before, p) {
				t.Fatalf("%s changes its argument", k)
			}
			for i, v := range adjusted(t, k, moved) {
				if v != all[k][perm[i]] {
					t.Fatalf("%s of %v depends on the order of the tests", k, p)
				}
			}
			for i := range p {
				for j := range p {
					if p[i] <= p[j] && all[k][i] > all[k][j] {
						t.Fatalf("%s of %v is not in the order of p: %v", k, p, all[k])
					}
				}
			}
		}
		for i := range p {
			if all["none"][i] > all["bh"][i] || all["bh"][i] > all["holm"][i]*(1+1e-15) ||
				all["holm"][i] > all["bonferroni"][i] || all["bh"][i] > all["by"][i] {
				t.Fatalf("of %v: none ≤ bh ≤ holm ≤ bonferroni or bh ≤ by does not hold: %v", p,
					all)
			}
		}
	}
}

func TestExtremes(t *testing.T) {
	for _, k := range adjust.Kinds() {
		for _, c := range []struct{ p, want []float64 }{
			{nil, nil}, {[]float64{0}, []float64{0}}, {[]float64{1}, []float64{1}},
			{[]float64{1, 1, 1}, []float64{1, 1, 1}}, {[]float64{0, 0, 0}, []float64{0, 0, 0}},
			{[]float64{.3}, []float64{.3}},
		} {
			if got := adjusted(t, k, c.p); !slices.Equal(got, c.want) {
				t.Errorf("%s of %v is %v, want %v", k, c.p, got, c.want)
			}
		}
	}
	// One p far below the others keeps its digits.
	tiny := []float64{1, 1e-300, .5, 1}
	sum := 1 + 1./2 + 1./3 + 1./4
	for k, want := range map[adjust.Kind]float64{"none": 1e-300, "bonferroni": 4e-300,
		"holm": 4e-300, "bh": 4e-300, "by": 4e-300 * sum} {
		if got := adjusted(t, k, tiny)[1]; math.Abs(got-want) > 1e-14*want {
			t.Errorf("%s of 1e-300 is %g, want %g", k, got, want)
		}
	}
	// A subnormal p does not become 0.
	for _, k := range adjust.Kinds() {
		if got := adjusted(t, k, []float64{1, 5e-324})[1]; got < 5e-324 {
			t.Errorf("%s of 5e-324 is %g", k, got)
		}
	}
}

// The 15 p-values of Benjamini and Hochberg (1995), section 3.2, of which Bonferroni and Hochberg's
// procedure reject three at .05, theirs four.
func TestPublishedExample(t *testing.T) {
	p := []float64{.0001, .0004, .0019, .0095, .0201, .0278, .0298, .0344, .0459, .3240, .4262,
		.5719, .6528, .7590, 1}
	for k, want := range map[adjust.Kind]int{"none": 9, "bonferroni": 3, "holm": 3, "bh": 4,
		"by": 3} {
		got := 0
		for _, v := range adjusted(t, k, p) {
			if v <= .05 {
				got++
			}
		}
		if got != want {
			t.Errorf("%s rejects %d, want %d", k, got, want)
		}
	}
}

// Every p up to the threshold is rejected, every p above it is not.
func TestThreshold(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		p := random(rng)
		for _, k := range adjust.Kinds() {
			at := must.Get(k.Threshold(p, .05))(t)
			for i, v := range adjusted(t, k, p) {
				if (v <= .05) != (p[i] <= at) {
					t.Fatalf("%s of %v: p %g has %g, the threshold is %g", k, p, p[i], v, at)
				}
			}
		}
	}
	for k, want := range map[adjust.Kind]float64{"none": .05, "bonferroni": .005, "holm": .05 / 9,
		"": .01, "by": .01 / 2.9289682539682538} {
		// Two are rejected of ten, whatever the adjustment.
		p := []float64{1e-9, 1e-8, 1, 1, 1, 1, 1, 1, 1, 1}
		if got, err := k.Threshold(p, .05); err != nil || math.Abs(got-want) > 1e-15 {
			t.Errorf("%s: threshold %g, %v; want %g", k, got, err, want)
		}
	}
}

func TestKinds(t *testing.T) {
	for _, k := range adjust.Kinds() {
		if got, err := adjust.ParseKind(string(k)); err != nil || got != k ||
			k.Title() == string(k) {
			t.Errorf("%s: %s, %v, %s", k, got, err, k.Title())
		}
		if k.Short() == "" || len(k.Short()) > len(k.Title()) {
			t.Errorf("%s is short for %s", k.Short(), k.Title())
		}
		if k.NeedsAll() != !slices.Contains([]adjust.Kind{"none", "bonferroni"}, k) {
			t.Errorf("%s needs all: %v", k, k.NeedsAll())
		}
	}
	if k, err := adjust.ParseKind(""); k != adjust.KindBH || err != nil {
		t.Errorf("the default is %s, %v", k, err)
	}
	for name, want := range map[string]string{
		"fdr":  `no adjustment of p-values "fdr"; known: bh, bonferroni, by, holm, none`,
		"homl": `no adjustment of p-values "homl"; did you mean "holm"?`,
	} {
		if _, err := adjust.ParseKind(name); err == nil || err.Error() != want {
			t.Errorf("%v", err)
		}
		if _, err := adjust.Kind(name).Adjust([]float64{1}); err == nil || err.Error() != want {
			t.Errorf("%v", err)
		}
		if _, err := adjust.Kind(name).Threshold([]float64{1}, .05); err == nil {
			t.Error("a threshold of an unknown kind")
		}
	}
	for _, wrong := range []float64{math.NaN(), -1e-9, 1.01, math.Inf(1)} {
		for _, k := range adjust.Kinds() {
			_, err := k.Adjust([]float64{.5, wrong})
			if err == nil || !strings.HasPrefix(err.Error(),
				fmt.Sprintf("p-value 2 is %g; give 0 to 1", wrong)) {
				t.Errorf("%s of %g: %v", k, wrong, err)
			}
		}
	}
}
