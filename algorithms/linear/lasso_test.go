package linear

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/lasso"
	"fsnb.example/internal/realdata"
)

// regression is a data set with a continuous target.
func regression(t testing.TB, x *mat.Dense, y []float64) *datasets.Dataset {
	t.Helper()
	d, err := datasets.New[int]("test", x, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	d, err = d.WithTarget("y", y)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// correlated is a random problem of correlated columns.
func correlated(t testing.TB, rng *rand.Rand, n, d int) *datasets.Dataset {
	x, y := mat.NewDense(n, d, nil), make([]float64, n)
	for i := range n {
		common := rng.NormFloat64()
		for j := range d {
			x.Set(i, j, 3+float64(1+j)*(rng.NormFloat64()+common))
		}
		y[i] = 7 + x.At(i, 0) - x.At(i, d-1) + 2*rng.NormFloat64()
	}
	return regression(t, x, y)
}

func ranked(t testing.TB, m algorithms.Selector, d *datasets.Dataset, k int) *algorithms.Ranking {
	t.Helper()
	r, err := m.Select(context.Background(), d, algorithms.Options{K: k})
	if err != nil {
		t.Fatal(err)
	}
	if c := r.Diagnostics.Certificate; !c.Holds() || !r.Diagnostics.Converged {
		t.Errorf("%s: %+v, converged %v", d.Name, c, r.Diagnostics.Converged)
	}
	return r
}

// standardized are the columns of d and its target, centered, and the columns divided by their
// standard deviation.
func standardized(d *datasets.Dataset) (x [][]float64, y, sd []float64) {
	n := float64(d.N())
	for j := range d.D() {
		f := mat.Col(nil, j, d.X)
		floats.AddConst(-floats.Sum(f)/n, f)
		sd = append(sd, floats.Norm(f, 2)/math.Sqrt(n))
		floats.Scale(1/sd[j], f)
		x = append(x, f)
	}
	y = slices.Clone(codes(d))
	floats.AddConst(-floats.Sum(y)/n, y)
	return x, y, sd
}

// brute minimizes the elastic net over all supports and signs: the minimum is the solution of one
// of their linear systems that has these signs.
func brute(x [][]float64, y []float64, lambda, ratio float64) []float64 {
	d, n := len(x), float64(len(y))
	best, least := make([]float64, d), math.Inf(1)
	for code := range int(math.Pow(3, float64(d))) {
		var in []int
		sign := make([]float64, d)
		for j := range d {
			if sign[j] = float64(code%3 - 1); sign[j] != 0 {
				in = append(in, j)
			}
			code /= 3
		}
		w := make([]float64, d)
		if len(in) > 0 {
			g, v := mat.NewDense(len(in), len(in), nil), mat.NewVecDense(len(in), nil)
			for a, j := range in {
				for b, k := range in {
					g.Set(a, b, floats.Dot(x[j], x[k])/n)
				}
				g.Set(a, a, g.At(a, a)+lambda*(1-ratio))
				v.SetVec(a, floats.Dot(x[j], y)/n-lambda*ratio*sign[j])
			}
			var s mat.VecDense
			if s.SolveVec(g, v) != nil {
				continue
			}
			for a, j := range in {
				w[j] = s.AtVec(a)
			}
		}
		if slices.ContainsFunc(in, func(j int) bool { return w[j]*sign[j] <= 0 }) {
			continue
		}
		if value := objectiveOf(x, y, w, lambda, ratio); value < least {
			best, least = w, value
		}
	}
	return best
}

func objectiveOf(x [][]float64, y, w []float64, lambda, ratio float64) float64 {
	r := slices.Clone(y)
	for j, v := range w {
		floats.AddScaled(r, -v, x[j])
	}
	return floats.Dot(r, r)/(2*float64(len(y))) + lambda*ratio*floats.Norm(w, 1) +
		lambda*(1-ratio)/2*floats.Dot(w, w)
}

// weights are the coefficients of a model on standardized columns.
func weights(s Solution, sd []float64) []float64 {
	w := make([]float64, len(sd))
	for i, j := range s.Features {
		w[j] = s.Coefficients[i] * sd[j]
	}
	return w
}

func TestPathAgainstAllSupports(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 1))
	for range 25 {
		d := correlated(t, rng, 6+rng.IntN(6), 2+rng.IntN(3))
		x, y, sd := standardized(d)
		for _, ratio := range []float64{1, .7, .1} {
			m := ElasticNet{Ratio: ratio}
			top := start(x, y) / ratio
			lambdas := []float64{1.5 * top, .8 * top, .3 * top, .05 * top, .002 * top}
			models, err := m.Path(t.Context(), d, lambdas, algorithms.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for i, lambda := range lambdas {
				want := brute(x, y, lambda, ratio)
				got := weights(models[i], sd)
				if !floats.EqualApprox(got, want, 1e-9*(1+floats.Norm(want, 2))) {
					t.Errorf("%d×%d, ratio %g, lambda %g: %v, want %v", d.N(), d.D(), ratio,
						lambda, got, want)
				}
				if len(models[i].Features) != count(want) {
					t.Errorf("%v has other zeros than %v", models[i], want)
				}
			}
		}
	}
}

// start is the largest |X_j'y|/n.
func start(x [][]float64, y []float64) float64 {
	var top float64
	for _, f := range x {
		top = max(top, math.Abs(floats.Dot(f, y))/float64(len(y)))
	}
	return top
}

func count(w []float64) (nonzero int) {
	for _, v := range w {
		if v != 0 {
			nonzero++
		}
	}
	return nonzero
}

// The score of a feature is λ/λmax at its first entry: by brute force it is in no model on a fine
// grid above, and in the one just below.
func TestEntryAgainstAllSupports(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 2))
	for range 6 {
		d := correlated(t, rng, 8+rng.IntN(4), 3)
		x, y, _ := standardized(d)
		for _, ratio := range []float64{1, .4} {
			r := ranked(t, ElasticNet{Ratio: ratio}, d, 0)
			top := start(x, y) / ratio
			for i, j := range r.Features {
				at := r.Scores[i]
				// An interval of the elastic net is at most 1 - 10^-.04 of λ wide.
				above := map[bool]float64{true: 1 + 1e-9, false: 1.0966}[ratio == 1]
				if brute(x, y, top*at*(1-1e-6), ratio)[j] == 0 {
					t.Errorf("ratio %g: feature %d has score %g, and no coefficient there", ratio,
						j, at)
				}
				for s := at * above; s < 1; s *= 1.06 {
					if brute(x, y, top*s, ratio)[j] != 0 {
						t.Errorf("ratio %g: feature %d has score %g, and a coefficient at %g",
							ratio, j, at, s)
						break
					}
				}
			}
		}
	}
}

// hadamard is an orthonormal design without the column of ones: 8×7.
func hadamard() *mat.Dense {
	x := mat.NewDense(8, 7, nil)
	for i := range 8 {
		for j := 1; j < 8; j++ {
			v := 1.0
			for bits := i & j; bits > 0; bits &= bits - 1 {
				v = -v
			}
			x.Set(i, j-1, v)
		}
	}
	return x
}

// On orthonormal columns the coefficients are soft thresholds, shrunk by 1 + λ(1-ρ).
func TestOrthonormal(t *testing.T) {
	x := hadamard()
	y := []float64{3, -1, 4, 1, -5, 9, 2, 6}
	d := regression(t, x, y)
	c := make([]float64, 7)
	for j := range c {
		c[j] = floats.Dot(mat.Col(nil, j, x), y) / 8
	}
	for _, ratio := range []float64{1, .5} {
		lambdas := []float64{4, 2, 1.1, .3, .01}
		models, err := ElasticNet{Ratio: ratio}.Path(t.Context(), d, lambdas, algorithms.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, lambda := range lambdas {
			w := make([]float64, 7)
			for a, j := range models[i].Features {
				w[j] = models[i].Coefficients[a]
			}
			for j, v := range c {
				want := math.Copysign(max(0, math.Abs(v)-lambda*ratio), v) / (1 + lambda*(1-ratio))
				if math.Abs(w[j]-want) > 1e-13 {
					t.Errorf("ratio %g, lambda %g: coefficient %d is %v, want %v", ratio, lambda,
						j, w[j], want)
				}
			}
			if math.Abs(models[i].Intercept-floats.Sum(y)/8) > 1e-13 {
				t.Errorf("intercept %v", models[i].Intercept)
			}
		}
	}
	r := ranked(t, Lasso{}, d, 0)
	for i, j := range r.Features {
		if want := math.Abs(c[j]) / floats.Norm(c, math.Inf(1)); math.Abs(
			r.Scores[i]-want) > 1e-13 {
			t.Errorf("feature %d scores %v, want %v", j, r.Scores[i], want)
		}
	}
}

// oracle is what testdata/lasso.py writes.
type oracle struct {
	Cancer   entries
	Problems []struct {
		X      [][]float64
		Y      []float64
		Knots  entries
		Alphas []float64
		Coefs  [][]float64
		Nets   []struct {
			Ratio, Alpha, Objective float64
			Coef                    []float64
		}
	}
}

type entries struct {
	Alphas, Entry []float64
	Left          int
}

func readOracle(t *testing.T) *oracle {
	t.Helper()
	text, err := os.ReadFile("testdata/lasso.json")
	if err != nil {
		t.Fatal(err)
	}
	var o oracle
	if err := json.Unmarshal(text, &o); err != nil {
		t.Fatal(err)
	}
	return &o
}

// checkEntries compares the entries of a ranking with those of lars_path.
func checkEntries(t *testing.T, d *datasets.Dataset, want entries) {
	t.Helper()
	r := ranked(t, Lasso{}, d, 0)
	top := r.Diagnostics.Get("largest lambda")
	if math.Abs(top-want.Alphas[0]) > 1e-10*top {
		t.Errorf("%s: largest lambda %v, want %v", d.Name, top, want.Alphas[0])
	}
	entered := int(r.Diagnostics.Get("entered"))
	x, target, err := prepare(t.Context(), d, 1)
	if err != nil {
		t.Fatal(err)
	}
	c, err := lasso.Follow(t.Context(), x, target.u, 0, nil, nil)
	if err != nil || entered != count(want.Entry) || c.Dropped != want.Left {
		t.Errorf("%s: %d entered, %d left, want %d and %d; %v", d.Name, entered, c.Dropped,
			count(want.Entry), want.Left, err)
	}
	for i, j := range r.Features[:entered] {
		if got := r.Scores[i] * top; math.Abs(got-want.Entry[j]) > 1e-8*top {
			t.Errorf("%s: feature %d enters at %v, want %v", d.Name, j, got, want.Entry[j])
		}
	}
}

func TestAgainstScikitLearn(t *testing.T) {
	o := readOracle(t)
	cancer, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	checkEntries(t, cancer, o.Cancer)
	left := 0
	for _, p := range o.Problems {
		left += p.Knots.Left
		x := mat.NewDense(len(p.X), len(p.X[0]), slices.Concat(p.X...))
		d := regression(t, x, p.Y)
		checkEntries(t, d, p.Knots)
		models, err := Lasso{}.Path(t.Context(), d, p.Alphas, algorithms.Options{})
		if err != nil {
			t.Fatal(err)
		}
		z, y, sd := standardized(d)
		for i, m := range models {
			want := make([]float64, len(sd))
			for j, v := range p.Coefs[i] {
				want[j] = v * sd[j]
			}
			got := weights(m, sd)
			if !floats.EqualApprox(got, want, 1e-6) {
				t.Errorf("lambda %g: %v, want %v", m.Lambda, got, want)
			}
			ours, theirs := objectiveOf(z, y, got, m.Lambda, 1), objectiveOf(z, y, want,
				m.Lambda, 1)
			if ours > theirs+1e-10 {
				t.Errorf("lambda %g: objective %v, want %v", m.Lambda, ours, theirs)
			}
		}
		for _, n := range p.Nets {
			m, err := ElasticNet{Ratio: n.Ratio}.Path(t.Context(), d, []float64{n.Alpha},
				algorithms.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := objectiveOf(z, y, weights(m[0], sd), n.Alpha, n.Ratio)
			if got > n.Objective+1e-10 || got < n.Objective-1e-8*n.Objective {
				t.Errorf("ratio %g, lambda %g: objective %v, scikit-learn's %v", n.Ratio, n.Alpha,
					got, n.Objective)
			}
		}
	}
	if left == 0 {
		t.Error("no feature leaves a path")
	}
}

// With two classes of -1 and 1, in their order, the answers are those of the numbers.
func TestClassesAreCodes(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 3))
	d := correlated(t, rng, 20, 6)
	labeled, numbers := *d, make([]float64, 20)
	labeled.Target, labeled.Classes, labeled.Y = nil, []string{"a", "b", "c"}, make([]int, 20)
	for i := range 20 {
		labeled.Y[i] = 2
		if numbers[i] = 1; d.Target[i] < 7 {
			labeled.Y[i], numbers[i] = 1, -1 // class a has no sample
		}
	}
	d.Target = numbers
	for _, m := range []algorithms.Selector{Lasso{}, ElasticNet{}} {
		a, b := ranked(t, m, &labeled, 0), ranked(t, m, d, 0)
		if !slices.Equal(a.Features, b.Features) || !slices.Equal(a.Scores, b.Scores) {
			t.Errorf("%v %v, of numbers %v %v", a.Features, a.Scores, b.Features, b.Scores)
		}
	}
	one, err := Lasso{}.Path(t.Context(), &labeled, []float64{.01}, algorithms.Options{})
	if err != nil {
		t.Fatal(err)
	}
	other, err := Lasso{}.Path(t.Context(), d, []float64{.01}, algorithms.Options{})
	if err != nil || !slices.Equal(one[0].Coefficients, other[0].Coefficients) {
		t.Errorf("%v, of numbers %v: %v", one, other, err)
	}
	labeled.Y[0] = 0
	_, err = Lasso{}.Select(t.Context(), &labeled, algorithms.Options{})
	want := "lasso: the samples are of 3 classes, and the method takes two classes or a " +
		"continuous target; use ls-l21"
	if err == nil || err.Error() != want {
		t.Errorf("three classes: %v", err)
	}
}

// A duplicate of a feature in the model never enters the lasso, up to sign and scale; in the
// elastic net both have one coefficient.
func TestDuplicates(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 4))
	d := correlated(t, rng, 30, 8)
	for i := range 30 {
		d.X.Set(i, 5, d.X.At(i, 0))
		d.X.Set(i, 6, 11-3.1*d.X.At(i, 7))
	}
	r := ranked(t, Lasso{}, d, 0)
	if entered := r.Diagnostics.Get("entered"); entered != 6 {
		t.Errorf("%v enter, want 6", entered)
	}
	last := slices.Sorted(slices.Values(r.Features[6:]))
	if !slices.Equal(last, []int{5, 7}) {
		t.Errorf("the last of %v are %v, want 5 and 7", r.Features, last)
	}
	net := ranked(t, ElasticNet{}, d, 0)
	at := func(j int) int { return slices.Index(net.Features, j) }
	if at(5) != at(0)+1 || at(7) != at(6)+1 || net.Scores[at(0)] != net.Scores[at(5)] {
		t.Errorf("elastic net: %v, scores %v", net.Features, net.Scores)
	}
	models, err := ElasticNet{}.Path(t.Context(), d, nil, algorithms.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, _, sd := standardized(d)
	w := weights(models[99], sd)
	if math.Abs(w[0]-w[5]) > 1e-12 || math.Abs(w[6]+w[7]) > 1e-12 || w[0] == 0 {
		t.Errorf("coefficients %v", w)
	}
}

// The order of the lasso does not depend on the unit of the target; that of the elastic net does.
func TestUnitOfTheTarget(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 5))
	d := correlated(t, rng, 25, 12)
	scaled := *d
	scaled.Target = slices.Clone(d.Target)
	floats.Scale(1e6, scaled.Target)
	a, b := ranked(t, Lasso{}, d, 0), ranked(t, Lasso{}, &scaled, 0)
	if !slices.Equal(a.Features, b.Features) || !floats.EqualApprox(a.Scores, b.Scores, 1e-12) {
		t.Errorf("%v %v, in another unit %v %v", a.Features, a.Scores, b.Features, b.Scores)
	}
	c, e := ranked(t, ElasticNet{}, d, 0), ranked(t, ElasticNet{}, &scaled, 0)
	if slices.Equal(c.Scores, e.Scores) {
		t.Errorf("the elastic net scores %v in both units", c.Scores)
	}
}

// Where there are more features than samples, n - 1 of them predict the target, and λ falls to 0.
func TestMoreFeaturesThanSamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 6))
	d := correlated(t, rng, 12, 60)
	r := ranked(t, Lasso{}, d, 0)
	entered := int(r.Diagnostics.Get("entered"))
	if entered < 11 || r.K != 60 || r.Scores[entered] <= 0 {
		t.Errorf("%d entered; %v", entered, r.Scores)
	}
	models, err := Lasso{}.Path(t.Context(), d, []float64{1e-7}, algorithms.Options{})
	if err != nil || len(models[0].Features) != 11 {
		t.Errorf("%d features in the last model: %v", len(models[0].Features), err)
	}
	// The others are in the order of |X_j'r|, for a model just above the last knot.
	lambda := r.Diagnostics.Get("last lambda")
	last, err := Lasso{}.Path(t.Context(), d, []float64{lambda}, algorithms.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, y, sd := standardized(d)
	for j, v := range weights(last[0], sd) {
		floats.AddScaled(y, -v, x[j])
	}
	for i := entered; i < 60; i++ {
		c := math.Abs(floats.Dot(x[r.Features[i]], y)) / 12 / r.Diagnostics.Get("largest lambda")
		if math.Abs(c-r.Scores[i]) > 1e-9 {
			t.Errorf("place %d: score %v, correlation with the residual %v", i, r.Scores[i], c)
		}
	}
	few, err := Lasso{}.Select(t.Context(), d, algorithms.Options{K: 60})
	if err != nil || !slices.ContainsFunc(few.Warnings, func(w string) bool {
		return strings.Contains(w, "of the 60 features asked for enter the path")
	}) {
		t.Errorf("warnings %q, %v", few.Warnings, err)
	}
}

// Values that are sparse, of columns with a large mean too, have the answers of dense ones.
func TestSparseWithALargeMean(t *testing.T) {
	rng := rand.New(rand.NewPCG(34, 7))
	d := correlated(t, rng, 30, 9)
	for i := range 30 {
		d.X.Set(i, 4, d.X.At(i, 4)+1e6)
		if i%3 > 0 {
			for j := range 3 {
				d.X.Set(i, j, 0)
			}
		}
	}
	sparse := *d
	sparse.X, sparse.Stored = nil, storage.Compress(d.X)
	for _, m := range []algorithms.Selector{Lasso{}, ElasticNet{}} {
		a, b := ranked(t, m, d, 0), ranked(t, m, &sparse, 0)
		if !slices.Equal(a.Features, b.Features) || !floats.EqualApprox(a.Scores, b.Scores, 1e-9) {
			t.Errorf("%v %v, sparse %v %v", a.Features, a.Scores, b.Features, b.Scores)
		}
	}
}

// Each knot of each path on real data has a duality gap below 1e-8 of the objective of no feature.
func TestGapOnRealData(t *testing.T) {
	sets := []string{"wdbc"}
	if dir := realdata.Need(t, "COIL20.mat"); dir != "" {
		sets = append(sets, dir+"/COIL20.mat", dir+"/ALLAML.mat")
	}
	for _, name := range sets {
		d, err := datasets.Load(name, datasets.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Classes) > 2 {
			if d, err = d.TakeClasses(d.Classes[0], d.Classes[5]); err != nil {
				t.Fatal(err)
			}
		}
		x, target, err := prepare(t.Context(), d, 1)
		if err != nil {
			t.Fatal(err)
		}
		worst, knots := 0.0, 0
		c, err := lasso.Follow(t.Context(), x, target.u, 0, nil,
			func(lambda float64, features []int, a []float64) bool {
				knots++
				if lambda > 0 && knots%5 == 0 {
					worst = max(worst, gapOf(t, x, target.u, lambda, features, a))
				}
				return true
			})
		if err != nil || !c.Converged || !c.Ended || worst > 1e-8 || c.Gap > 1e-8 {
			t.Errorf("%s: gap %.1e, at the end %.1e, %d knots, converged %v, ended %v: %v", d.Name,
				worst, c.Gap, knots, c.Converged, c.Ended, err)
		}
	}
}

// gapOf is the duality gap of a lasso, from its definition.
func gapOf(t *testing.T, x *columns, u []float64, lambda float64, features []int,
	a []float64) float64 {
	r := slices.Clone(u)
	for i, k := range features {
		f, err := x.Column(k)
		if err != nil {
			t.Fatal(err)
		}
		floats.AddScaled(r, -a[i], f)
	}
	var most float64
	for k := range x.Len() {
		f, _ := x.Column(k)
		most = max(most, math.Abs(floats.Dot(f, r)))
	}
	primal := floats.Dot(r, r)/2 + lambda*floats.Norm(a, 1)
	theta := slices.Clone(r)
	floats.Scale(min(1, lambda/most), theta)
	floats.Sub(theta, u)
	return (primal - (1-floats.Dot(theta, theta))/2) / .5
}

func TestCanceledPathKeepsWhatEntered(t *testing.T) {
	d := correlated(t, rand.New(rand.NewPCG(34, 8)), 40, 30)
	for _, m := range []algorithms.Selector{Lasso{}, ElasticNet{}} {
		whole := ranked(t, m, d, 0)
		ctx, cancel := context.WithCancel(t.Context())
		r, err := m.Select(ctx, d, algorithms.Options{Progress: func(p algorithms.Progress) {
			if p.Done == 5 {
				cancel()
			}
		}})
		if !errors.Is(err, context.Canceled) || r == nil || !r.Partial || len(r.Features) < 5 ||
			!slices.Equal(r.Features, whole.Features[:len(r.Features)]) {
			t.Errorf("%+v, %v; whole %v", r, err, whole.Features)
		}
	}
}

func TestArguments(t *testing.T) {
	d := correlated(t, rand.New(rand.NewPCG(34, 9)), 10, 4)
	for _, ratio := range []float64{-.1, 1.1, math.NaN()} {
		_, err := ElasticNet{Ratio: ratio}.Select(t.Context(), d, algorithms.Options{})
		if err == nil || !strings.Contains(err.Error(), "elastic-net: ratio = ") {
			t.Errorf("ratio %g: %v", ratio, err)
		}
	}
	for _, lambdas := range [][]float64{{1, 1}, {0}, {-1}, {math.Inf(1)}, {math.NaN()}, {1, 2}} {
		for _, m := range []interface {
			Path(context.Context, *datasets.Dataset, []float64, algorithms.Options) ([]Solution,
				error)
		}{Lasso{}, ElasticNet{}} {
			if _, err := m.Path(t.Context(), d, lambdas, algorithms.Options{}); err == nil ||
				!strings.Contains(err.Error(), "positive numbers that fall") {
				t.Errorf("lambdas %v: %v", lambdas, err)
			}
		}
	}
	flat := *d
	flat.X = mat.NewDense(10, 4, nil)
	if _, err := (Lasso{}).Path(t.Context(), &flat, nil, algorithms.Options{}); err == nil ||
		!strings.Contains(err.Error(), "all features are constant") {
		t.Errorf("constant features: %v", err)
	}
	huge := *d
	huge.Target = slices.Clone(d.Target)
	floats.Scale(1e200, huge.Target)
	if _, err := (Lasso{}).Select(t.Context(), &huge, algorithms.Options{}); err == nil ||
		!strings.Contains(err.Error(), "rescale it") {
		t.Errorf("a huge target: %v", err)
	}
}
