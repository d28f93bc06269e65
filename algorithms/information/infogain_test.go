package information

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
	"fsnb.example/internal/redundancy"
)

func gains(t interface {
	Fatal(...any)
	Context() context.Context
}, m InfoGain, d *datasets.Dataset) *algorithms.Scores {
	s, err := m.Score(t.Context(), d, algorithms.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The fourteen days of Quinlan (Induction of decision trees, 1986, table 1), who prints
// gains of .246, .029, .151 and .048 bits of .940, truncated to three digits.
func TestInfoGainQuinlan(t *testing.T) {
	outlook := []float64{0, 0, 1, 2, 2, 2, 1, 0, 0, 2, 0, 1, 1, 2}
	temperature := []float64{2, 2, 2, 1, 0, 0, 0, 1, 0, 1, 1, 1, 2, 1}
	humidity := []float64{1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1}
	windy := []float64{0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1}
	play := []int{0, 0, 1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0}
	d := table(t, play, outlook, temperature, humidity, windy)
	for _, m := range []InfoGain{{}, {Coding: Width, Bins: 3}, {Coding: Frequency, Bins: 14}} {
		s := gains(t, m, d)
		for j, want := range []float64{.246, .029, .151, .048} {
			if got := float64(s.Values[j]); got < want || got >= want+.0015 {
				t.Errorf("%s, feature %d: %v bits, Quinlan has %v", algorithms.Label(m), j,
					got, want)
			}
		}
		if h := float64(s.Diagnostics.Extra[0].Value); math.Abs(h-.940) > .0005 {
			t.Errorf("entropy of the classes %v, Quinlan has .940", h)
		}
	}
}

func TestInfoGainProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, c := rapid.IntRange(3, 40).Draw(t, "n"), rapid.IntRange(2, 4).Draw(t, "classes")
		x := mat.NewDense(n, 3, nil)
		x.Apply(func(_, _ int, _ float64) float64 {
			return float64(rapid.IntRange(-20, 20).Draw(t, "x"))
		}, x)
		y := make([]int, n)
		for i := range y {
			if y[i] = i; i >= c {
				y[i] = rapid.IntRange(0, c-1).Draw(t, "y")
			}
		}
		for i := range y {
			y[i] %= c
			x.Set(i, 2, float64(y[i])) // separates the classes
		}
		d := must.Get(datasets.New("drawn", x, y, nil))(t)
		for _, m := range []InfoGain{{}, {Coding: Width, Bins: 8}, {Coding: Frequency, Bins: 5},
			{Coding: MDL}} {
			s := gains(t, m, d)
			m = algorithms.WithDefaults(m)
			c := must.Get(Code(t.Context(), d, m.Coding, m.Bins, 0))(t)
			h := float64(s.Diagnostics.Extra[0].Value)
			for j, v := range s.Values {
				if want := bitsOf(column(c, j), d.Y); math.Abs(v-want) > 2e-12 || v < 0 ||
					v > h+1e-12 {
					t.Fatalf("%s, feature %d: %v bits of %v, by the definition %v",
						algorithms.Label(m), j, v, h, want)
				}
			}
			if m.Coding == Width && math.Abs(s.Values[2]-h) > 1e-12 {
				t.Fatalf("the classes themselves gain %v bits of %v", s.Values[2], h)
			}
			// The relevance of mRMR equals the gain.
			r := must.Get(MRMR{Coding: m.Coding, Bins: m.Bins}.Select(t.Context(), d,
				algorithms.Options{K: 1}))(t)
			if best := slices.Max(s.Values); len(r.Raw) > 0 && len(s.Constant) < 3 &&
				math.Abs(r.Raw[0]-best) > 2e-12 {
				t.Fatalf("%s: the largest gain is %v, the first relevance of mRMR %v",
					algorithms.Label(m), best, r.Raw[0])
			}
		}
	})
}

// Table 7 of GRM 2015 has the redundancy of the 20 features of largest gain. It shows
// what the paper means by information gain: the entropy of the code alone, without
// classes, would have .039, .078, .050, .064 and .104. The paper does not name its
// coding; no coding here reproduces COIL20 and BINALPHA.
func TestInfoGainReal(t *testing.T) {
	realdata.Need(t, "ALLAML.mat", "leukemia_3571.csv.gz", "SRBCT.csv.gz",
		"PalmData25_uni.mat", "mfeat.mat", "COIL20.mat", "binalpha_uni.mat")
	for _, test := range []struct {
		name    string
		printed float64
		near    bool
	}{
		{"ALLAML", .288, true}, {"LEU_3571", .433, true}, {"SRBCT", .120, true},
		{"PalmData25", .156, true}, {"MFEAT", .205, true},
		{"COIL20", .248, false}, {"BINALPHA", .113, false},
	} {
		d := must.Get(datasets.Load(test.name, datasets.Options{}))(t)
		r := must.Get(InfoGain{}.Select(t.Context(), d, algorithms.Options{K: 20}))(t)
		m := must.Get(redundancy.Of(t.Context(), d, r.Features, 0))(t)
		t.Logf("%s: redundancy %.3f, printed %.3f", test.name, m.SqCosCentered, test.printed)
		if near := math.Abs(m.SqCosCentered-test.printed) <= .03; near != test.near {
			t.Errorf("%s: redundancy %.3f, printed %.3f; want near: %v", test.name, m.SqCosCentered,
				test.printed, test.near)
		}
	}
}

// Codes that are independent of the classes in the sample gain exactly 0, in spite of rounded
// logarithms. Tables of counts that differ only by the names of the codes have
// the same score, so that the columns keep their order.
func TestInfoGainTies(t *testing.T) {
	var f, g, y = make([]float64, 0, 60), make([]float64, 0, 60), make([]int, 0, 60)
	for i := range 60 {
		f, g, y = append(f, float64(i%3)), append(g, -float64(i%3)), append(y, i/3%5)
	}
	s := gains(t, InfoGain{Coding: Width, Bins: 3}, table(t, y, f, g))
	if s.Values[0] != 0 || s.Values[1] != 0 {
		t.Errorf("independent: %v bits", s.Values)
	}
	rng := rand.New(rand.NewPCG(6, 6))
	for range 100 {
		for i := range f {
			f[i] = float64(rng.IntN(7))
			g[i] = []float64{3, 6, 0, 5, 1, 4, 2}[int(f[i])]
		}
		f[0], g[0], f[1], g[1] = 0, 3, 6, 2
		f[2], g[2], f[3], g[3] = 2, 0, 1, 6
		s := gains(t, InfoGain{Coding: Width, Bins: 7}, table(t, y, g, f))
		if s.Values[0] != s.Values[1] {
			t.Fatalf("the same table with other codes: %v bits", s.Values)
		}
	}
}
