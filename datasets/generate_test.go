package datasets

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/internal/must"
)

// The statistical tolerances below are exceeded with probability below chance
// for a generator that is right, and the seeds are fixed.
const chance = 1e-9

// normalQuantile is the two-sided quantile of the standard normal distribution
// at chance: P(|Z| > 6.1094) = 1e-9.
const normalQuantile = 6.1094

var generatorSeeds = []uint64{DefaultSeed, 2, 3, 12345, math.MaxUint64}

// The golden hashes were made by these generators on amd64. GOAMD64=v3, where
// the compiler fuses products and sums, and GOARCH=386 give the same.
func TestGeneratorsGolden(t *testing.T) {
	for name, c := range map[string]struct {
		make func(uint64) *Dataset
		want string
	}{
		"grm-blocks": {GRMBlocks,
			"972e5e68696e656674a03cf6bbfc3f194577b0e4639c3b177eab6376216d4f61"},
		"lap-d1":  {LAPD1, "65f0f754c84f72e720698e131121f2fec8398ebd4db0592b305524226d60d8e0"},
		"lap-d2":  {LAPD2, "b8ef0038e15b0e6b32f79c67b6dcb4376c1a01301f00ce6cf5dfde9d8b0cb161"},
		"planted": {Planted, "abb37a261616b9d639e25f3667c38890ba8c57b00bb5bf7acda2933b8f75774d"},
		"pairs":   {Pairs, "f22c784034a05d1887a6af918f174cdd667913ca9fcb457200633fc7a9f2d320"},
		"friedman1": {Friedman1,
			"22686fa2c23fa4beb39a63ebc5f6fa8664742911b17b3404113260ecaa92cca3"},
		"friedman2": {Friedman2,
			"0b002e642a68bc28cb3323761685e489c8fc222cca17bd8d950efeefd46b3457"},
		"friedman3": {Friedman3,
			"70000ad7b085c15d7cefd8aa95d77fd042c13e99014a18efb6e9c3d759c9eef3"},
		"target-blocks": {TargetBlocks,
			"4ec5d4023aa962512b62da8c5feade368658721e876089aac036faf794aa54e1"},
		"target-pairs": {TargetPairs,
			"b65b3f11b8e8bb1c1fdfdfbad5c55c65a3f6d817e9b211cf918e1ae2e3355a2b"},
	} {
		d := c.make(DefaultSeed)
		must.Is(t, d.Hash(), c.want, "%s has hash", name)
		if c.make(DefaultSeed).Hash() != d.Hash() || must.Get(Load(name, Options{}))(
			t).Hash() != d.Hash() {
			t.Errorf("%s differs from call to call", name)
		}
		if c.make(DefaultSeed+1).Hash() == d.Hash() {
			t.Errorf("%s does not depend on the seed", name)
		}
		if d.Name != name || d.Warnings != nil || d.History != nil || d.Origin != d.Hash() {
			t.Errorf("%s is called %s, with warnings %q", name, d.Name, d.Warnings)
		}
	}
}

// The draws are normal far into the tail.
func TestNormal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x, beyond := make([]float64, 200_000), 0
	for i := range x {
		x[i] = normal(rng)
		if math.Abs(x[i]) > 3.5 {
			beyond++
		}
	}
	checkNormal(t, "normal", x, 0, 1)
	// 200,000·P(|Z| > 3.5) = 93.05, with a Poisson spread of 9.6.
	if want := 93.05; math.Abs(float64(beyond)-want) > normalQuantile*math.Sqrt(want) {
		t.Errorf("%d draws beyond 3.5, want about %v", beyond, want)
	}
}

func TestGRMBlocks(t *testing.T) {
	shift := []float64{2, 1.75, 1.5, 1.2, 1, 0, 0, 0, 0, 0}
	for _, seed := range generatorSeeds {
		d := GRMBlocks(seed)
		if d.N() != 400 || d.D() != 100 || !slices.Equal(d.Classes,
			[]string{"cluster_1", "cluster_2"}) || !slices.Equal(d.ClassCounts(), []int{200, 200}) {
			t.Fatalf("seed %d: %d×%d, %q %v", seed, d.N(), d.D(), d.Classes, d.ClassCounts())
		}
		if d.Features[0] != "g0_0" || d.Features[99] != "g9_9" ||
			!slices.Equal(d.Truth.Clusters, d.Y) {
			t.Errorf("seed %d: names %q to %q", seed, d.Features[0], d.Features[99])
		}
		if len(d.Truth.Groups) != 10 || len(d.Truth.Relevant) != 50 || d.Truth.Relevant[49] != 49 ||
			!slices.Equal(d.Truth.Groups[3], []int{30, 31, 32, 33, 34, 35, 36, 37, 38, 39}) {
			t.Errorf("seed %d: truth %v, %v", seed, d.Truth.Relevant, d.Truth.Groups)
		}
		// Inside a cluster the features are standard normal. The difference of two
		// means of 200 has variance 2/200; Fisher's z of a correlation over 398
		// degrees of freedom has variance 1/(398-2).
		centered, sd := mat.DenseCopyOf(d.X), math.Sqrt(2./200)
		for j := range 100 {
			col := mat.Col(nil, j, d.X)
			m0, m1 := stat.Mean(col[:200], nil), stat.Mean(col[200:], nil)
			must.Near(t, m1-m0, shift[j/10], normalQuantile*sd, "seed %d, %s: the clusters apart",
				seed, d.Features[j])
			if math.Abs(m0) > normalQuantile*math.Sqrt(1./200) {
				t.Errorf("seed %d, %s: cluster 1 is centered at %v", seed, d.Features[j], m0)
			}
			checkSpread(t, d.Features[j], col[:200], 1)
			for i := range col {
				m := m0
				if i >= 200 {
					m = m1
				}
				centered.Set(i, j, col[i]-m)
			}
		}
		for a := range 100 {
			for b := range a {
				want := 0.0
				if a/10 == b/10 {
					want = .9
				}
				r := stat.Correlation(mat.Col(nil, a, centered), mat.Col(nil, b, centered), nil)
				if z := math.Atanh(r) - math.Atanh(want); math.Abs(z) > normalQuantile/math.Sqrt(
					396) {
					t.Errorf("seed %d: %s and %s correlate %v, want %v", seed, d.Features[a],
						d.Features[b], r, want)
				}
			}
		}
	}
}

func TestLAPD1(t *testing.T) {
	for _, seed := range generatorSeeds {
		d := LAPD1(seed)
		if d.N() != 400 || d.D() != 12 || !slices.Equal(d.Classes, []string{"a", "b"}) ||
			!slices.Equal(d.ClassCounts(), []int{200, 200}) {
			t.Fatalf("seed %d: %d×%d, %q %v", seed, d.N(), d.D(), d.Classes, d.ClassCounts())
		}
		checkClusters(t, d, []lapCluster{{100, -1, 0}, {100, 1, 0}, {200, 0, 1}}, .1, 1)
		// No sample of one class reaches the other: 5 standard deviations.
		for i, c := range d.Y {
			if v := math.Abs(d.X.At(i, 0)); (v > .5) != (c == 0) {
				t.Errorf("seed %d: sample %d of class %s has feature_1 = %v", seed, i, d.Classes[c],
					d.X.At(i, 0))
			}
		}
	}
}

func TestLAPD2(t *testing.T) {
	for _, seed := range generatorSeeds {
		d := LAPD2(seed)
		if d.N() != 200 || d.D() != 22 || !slices.Equal(d.Classes, []string{"a", "b"}) ||
			!slices.Equal(d.ClassCounts(), []int{100, 100}) {
			t.Fatalf("seed %d: %d×%d, %q %v", seed, d.N(), d.D(), d.Classes, d.ClassCounts())
		}
		checkClusters(t, d, []lapCluster{{100, -1, 0}, {100, 1, 1}}, .05, .5)
	}
}

func TestPlanted(t *testing.T) {
	names := []string{"line_1", "line_1_copy", "line_1_again", "line_2", "line_3", "pair_a",
		"pair_b", "bowl"}
	for _, seed := range generatorSeeds {
		d := Planted(seed)
		at := make([]int, len(names)) // their columns
		for j, name := range names {
			at[j] = slices.Index(d.Features, name)
		}
		if d.N() != 500 || d.D() != 60 || !slices.Equal(d.Classes, []string{"high", "low"}) ||
			!slices.Equal(d.Truth.Relevant, slices.Sorted(slices.Values(at))) ||
			!slices.Equal(d.Truth.Groups[0], slices.Sorted(slices.Values(at[:3]))) {
			t.Fatalf("seed %d: %d×%d, %q, %+v", seed, d.N(), d.D(), d.Classes, d.Truth)
		}
		if slices.IsSorted(at) {
			t.Errorf("seed %d: the relevant features stand in their order, at %v", seed, at)
		}
		wrong := 0
		for i, c := range d.Y {
			v := make([]float64, len(names))
			for j := range v {
				v[j] = d.X.At(i, at[j])
			}
			f := 1.4*v[0] + v[3] + .6*v[4] + 2*v[5]*v[6] + 1.2*(v[7]*v[7]-1)
			if (f > 0) != (c == 0) {
				wrong++
				// The noise is .5 of a standard deviation.
				if math.Abs(f) > .5*normalQuantile {
					t.Errorf("seed %d, sample %d: f is %v and the class %q", seed, i, f,
						d.Classes[c])
				}
			}
		}
		// f has a standard deviation of 3.2, so that noise of .5 changes about 5% of the classes.
		if wrong < 5 || wrong > 60 {
			t.Errorf("seed %d: noise changes %d of 500 classes", seed, wrong)
		}
		for j := range d.D() {
			checkNormal(t, d.Features[j], mat.Col(nil, j, d.X), 0, 1)
			for k := range j {
				want := 0.
				switch a, b := slices.Index(at, j), slices.Index(at, k); {
				case min(a, b) == 0 && max(a, b) <= 2:
					want = math.Sqrt(.96)
				case min(a, b) == 1 && max(a, b) == 2:
					want = .96
				}
				r := stat.Correlation(mat.Col(nil, j, d.X), mat.Col(nil, k, d.X), nil)
				must.Near(t, math.Atanh(r), math.Atanh(want), normalQuantile/math.Sqrt(497),
					"seed %d: %s and %s correlate %v, want %v", seed, d.Features[j], d.Features[k],
					r, want)
			}
		}
	}
}

func TestPairs(t *testing.T) {
	names := []string{"pair_1_a", "pair_1_b", "pair_2_a", "pair_2_b"}
	wrong := 0
	for _, seed := range generatorSeeds {
		d := Pairs(seed)
		at := checkDesign(t, d, 500, names, 46, names)
		if !slices.Equal(d.Classes, []string{"high", "low"}) || d.Continuous() {
			t.Fatalf("seed %d: classes %q", seed, d.Classes)
		}
		for i, c := range d.Y {
			v := valuesAt(d, i, at)
			f := v[0]*v[1] + .6*v[2]*v[3]
			if (f > 0) != (c == 0) {
				wrong++
				if math.Abs(f) > .3*normalQuantile {
					t.Errorf("seed %d, sample %d: f is %v and the class %q", seed, i, f,
						d.Classes[c])
				}
			}
		}
		checkIndependent(t, d, nil)
		for j := range d.D() {
			checkNormal(t, d.Features[j], mat.Col(nil, j, d.X), 0, 1)
		}
	}
	// 12.08% of the classes change: the mean over 10⁶ draws of math/rand/v2's NormFloat64.
	n := 500 * float64(len(generatorSeeds))
	if p, want := float64(wrong)/n, .1208; math.Abs(p-want) >
		normalQuantile*math.Sqrt(want*(1-want)/n) {
		t.Errorf("noise changes %v of the classes, want %v", p, want)
	}
}

type lapCluster struct {
	size   int
	center float64
	class  int
}

// checkClusters verifies feature 1 cluster by cluster, feature 2 as normal, and
// the others as uniform on [-1, 1].
func checkClusters(t *testing.T, d *Dataset, clusters []lapCluster, sd1, sd2 float64) {
	t.Helper()
	if d.Features[0] != "feature_1" || d.Features[1] != "feature_2" || d.Features[2] != "noise_3" ||
		!slices.Equal(d.Truth.Relevant, []int{0}) || d.Truth.Groups != nil {
		t.Errorf("names %q, truth %+v", d.Features, d.Truth)
	}
	first := mat.Col(nil, 0, d.X)
	from := 0
	for k, c := range clusters {
		own := first[from : from+c.size]
		for i := from; i < from+c.size; i++ {
			if d.Y[i] != c.class || d.Truth.Clusters[i] != k {
				t.Fatalf("sample %d is of class %d and cluster %d, want %d and %d", i, d.Y[i],
					d.Truth.Clusters[i], c.class, k)
			}
		}
		checkNormal(t, "feature_1", own, c.center, sd1)
		from += c.size
	}
	checkNormal(t, "feature_2", mat.Col(nil, 1, d.X), 0, sd2)
	for j := 2; j < d.D(); j++ {
		checkDistribution(t, d.Features[j], mat.Col(nil, j, d.X),
			func(x float64) float64 { return min(max((x+1)/2, 0), 1) })
	}
}

func checkNormal(t *testing.T, name string, x []float64, center, sd float64) {
	t.Helper()
	must.Near(t, stat.Mean(x, nil), center, normalQuantile*sd/math.Sqrt(float64(len(x))),
		"%s has mean", name)
	checkSpread(t, name, x, sd)
	checkDistribution(t, name, x,
		func(x float64) float64 { return math.Erfc((center-x)/(sd*math.Sqrt2)) / 2 })
}

// checkSpread holds the variance to the Laurent-Massart bounds of chi-square
// with m degrees of freedom: it leaves m-2√(mu) to m+2√(mu)+2u with probability
// below 2exp(-u).
func checkSpread(t *testing.T, name string, x []float64, sd float64) {
	t.Helper()
	m, u := float64(len(x)-1), math.Log(2/chance)
	q := m * stat.Variance(x, nil) / (sd * sd)
	if q < m-2*math.Sqrt(m*u) || q > m+2*math.Sqrt(m*u)+2*u {
		t.Errorf("%s has sd %v, want %v", name, stat.StdDev(x, nil), sd)
	}
}

// checkDistribution holds the empirical distribution to the inequality of
// Dvoretzky, Kiefer, Wolfowitz and Massart: it is farther than ε from the true
// one with probability below 2exp(-2nε²).
func checkDistribution(t *testing.T, name string, x []float64, cdf func(float64) float64) {
	t.Helper()
	x = slices.Sorted(slices.Values(x))
	n := float64(len(x))
	var most float64
	for i, v := range x {
		p := cdf(v)
		most = max(most, math.Abs(p-float64(i)/n), math.Abs(p-float64(i+1)/n))
	}
	if limit := math.Sqrt(math.Log(2/chance) / (2 * n)); most > limit {
		t.Errorf("%s is %v from its distribution, at most %v is chance", name, most, limit)
	}
	if p := cdf(x[0]); p <= 0 {
		t.Errorf("%s has %v, which is impossible", name, x[0])
	}
	if p := cdf(x[len(x)-1]); p >= 1 {
		t.Errorf("%s has %v, which is impossible", name, x[len(x)-1])
	}
}

// What a generated set cannot do is refused rather than passed over.
func TestGeneratedRefuses(t *testing.T) {
	for _, opt := range []Options{{Drop: []string{"0"}}, {Transposed: true}, {View: "x"}} {
		_, err := Load("lap-d1", opt)
		wantError(t, err,
			"lap-d1 is generated; Drop, Transposed, View and Names are for files, so leave them "+
				"out")
	}
}

func TestCorrelated(t *testing.T) {
	// The last variable is half the sum of the first two, so that the matrix is singular.
	r := 1 / math.Sqrt2
	c := [][]float64{{1, 0, .3, r}, {0, 1, -.2, r}, {.3, -.2, 1, .1 * r}, {r, r, .1 * r, 1}}
	d := must.Get(Correlated(c, "a", "b", "c", "d"))(t)
	if d.N() != 16 || d.Labeled() || d.Features[3] != "d" {
		t.Errorf("%d samples of %q, labels: %v", d.N(), d.Features, d.Labeled())
	}
	for i := range c {
		x := mat.Col(nil, i, d.X)
		if m, v := stat.PopMeanVariance(x, nil); math.Abs(m) > 1e-15 || math.Abs(v-1) > 1e-14 {
			t.Errorf("column %d has mean %g and variance %g", i, m, v)
		}
		for j := range i {
			got := stat.Correlation(x, mat.Col(nil, j, d.X), nil)
			must.Near(t, got, c[i][j], 1e-14, "columns %d and %d correlate by", i, j)
		}
	}
	d = must.Get(Correlated([][]float64{{1, .9}, {.9, 1}}, "f"))(t)
	class := make([]float64, d.N())
	for i, y := range d.Y {
		class[i] = float64(y)
	}
	if got := stat.Correlation(class, mat.Col(nil, 0, d.X), nil); d.N() != 4 ||
		d.Classes[1] != "yes" || math.Abs(got-.9) > 1e-14 {
		t.Errorf("%d samples, classes %q, correlation %g", d.N(), d.Classes, got)
	}
}

func TestCorrelatedErrors(t *testing.T) {
	one, name := [][]float64{{1}}, []string{"a"}
	for want, c := range map[string]struct {
		c     [][]float64
		names []string
	}{
		"0 variables; give":                              {nil, nil},
		"11 variables; give":                             {make([][]float64, 11), nil},
		"0 names for 1 variables":                        {one, nil},
		"2 names for 1 variables":                        {one, []string{"a", "b"}},
		"row 1 has 1 correlations, want 2":               {[][]float64{{1}, {0, 1}}, name},
		"variable 2 correlates with itself by 2, want 1": {[][]float64{{1, 0}, {0, 2}}, name},
		"the correlations of variables 1 and 2 differ":   {[][]float64{{1, 0}, {.1, 1}}, name},
		"no variables have these correlations: the":      {[][]float64{{1, 1.1}, {1.1, 1}}, name},
	} {
		if _, err := Correlated(c.c, c.names...); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	// The first two are one variable, to which the third is alike by .5 and by .4.
	if _, err := Correlated([][]float64{{1, 1, .5}, {1, 1, .4}, {.5, .4, 1}}, "a", "b"); err !=
		errNotCorrelations {
		t.Error(err)
	}
	if _, err := Correlated([][]float64{{1, math.NaN()}, {math.NaN(), 1}}, "a"); err == nil {
		t.Error("NaN is a correlation")
	}
}
