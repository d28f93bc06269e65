package traceratio

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/quickselect"
	"fsnb.example/internal/realdata"
)

func selected(t testing.TB, m TraceRatio, d *datasets.Dataset, k int) *algorithms.Ranking {
	t.Helper()
	return must.Get(m.Select(t.Context(), d, algorithms.Options{K: k}))(t)
}

// The expected values come from outside the library. The test also proves them: lambda is the root
// of the decreasing f(lambda) = max_S Σ(b - lambda e), the sum of the k largest terms, with b and e
// from the plain formulas. (The authors' released code drops the worst tenth of the features first
// and ends at 3.539 for k = 50.)
func TestLambdaOnCOIL20(t *testing.T) {
	realdata.Need(t, "COIL20.mat")
	d := methodtest.Load(t, "COIL20")
	b, e := plainForms(d)
	f := func(lambda float64, k int) float64 {
		value := make([]float64, len(b))
		for j := range b {
			value[j] = b[j] - lambda*e[j]
		}
		slices.Sort(value)
		var sum float64
		for _, v := range value[len(value)-k:] {
			sum += v
		}
		return sum
	}
	for k, want := range map[int]float64{10: 7.06101, 50: 4.02781, 100: 3.13177} {
		if lo, hi := f(want-5e-6, k), f(want+5e-6, k); lo <= 0 || hi >= 0 {
			t.Errorf("k = %d: f is %v and %v on both sides of %v", k, lo, hi, want)
		}
		r := selected(t, TraceRatio{}, d, k)
		if got := float64(*r.Diagnostics.Objective); math.Abs(got-want) > 5e-6 {
			t.Errorf("k = %d: lambda %.7f, want %.5f", k, got, want)
		}
		if r.Diagnostics.Iterations > 10 || !r.Diagnostics.Certificate.Holds() {
			t.Errorf("k = %d: %d iterations, certificate %+v", k, r.Diagnostics.Iterations,
				r.Diagnostics.Certificate)
		}
	}
}

// plainForms are the scatters between and within classes, column by column.
func plainForms(d *datasets.Dataset) (b, e []float64) {
	for j := range d.D() {
		count, sum, all := make([]float64, len(d.Classes)), make([]float64, len(d.Classes)), 0.0
		for i, c := range d.Y {
			count[c]++
			sum[c] += d.X.At(i, j)
			all += d.X.At(i, j)
		}
		var between, within float64
		for c := range count {
			diff := sum[c]/count[c] - all/float64(d.N())
			between += count[c] * diff * diff
		}
		for i, c := range d.Y {
			diff := d.X.At(i, j) - sum[c]/count[c]
			within += diff * diff
		}
		b, e = append(b, between), append(e, within)
	}
	return b, e
}

// Ratios above the range of float64 are its largest number, so that no score is NaN.
func TestSolveWithExtremeRatios(t *testing.T) {
	b, e := []float64{1, 0.5, 1e-13, 3}, []float64{0, 5e-324, 5e-321, 0}
	for k := 1; k <= 4; k++ {
		s := solve(b, e, k, nil)
		lambda := float64(*s.diagnostics.Objective)
		if len(s.subset) != k || math.IsNaN(lambda) || slices.ContainsFunc(s.scores, math.IsNaN) {
			t.Errorf("k = %d: subset %v, scores %v, lambda %v", k, s.subset, s.scores, lambda)
		}
		if want := []int{3, 0, 1, 2}[:k]; !slices.Equal(s.subset, want) {
			t.Errorf("k = %d: subset %v, want %v", k, s.subset, want)
		}
	}
}

func TestSumsThatOverflow(t *testing.T) {
	x := mat.NewDense(4, 3, nil)
	x.Apply(func(i, j int, _ float64) float64 { return 1.1e154 * float64(i%2) }, x)
	for i := range 4 {
		x.Set(i, 0, float64(i))
	}
	d := must.Get(datasets.New("", x, []int{0, 1, 1, 0}, nil))(t)
	const want = "trace-ratio: the sum of the squares of all columns overflows; divide the data " +
		"by a constant"
	if r, err := (TraceRatio{}).Select(t.Context(), d, algorithms.Options{K: 2}); fmt.Sprint(
		err) != want || r != nil {
		t.Errorf("error %v, want %s", err, want)
	}
}

// The certificate is positive for lambda below the optimum: for that of the traditional solution,
// and for 1 - 1e-11 times the optimum.
func TestCertificateSeesWhatIsNotOptimal(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	worse := 0
	for range 200 {
		const d, k = 12, 5
		b, e, value, live := make([]float64, d), make([]float64, d), make([]float64, d),
			make([]int, d)
		for j := range b {
			b[j], e[j], live[j] = rng.ExpFloat64(), rng.ExpFloat64(), j
		}
		s := solve(b, e, k, nil)
		optimum := float64(*s.diagnostics.Objective)
		for _, lambda := range []float64{float64(s.diagnostics.Extra[0].Value),
			optimum * (1 - 1e-11)} {
			if lambda >= optimum*(1-1e-12) {
				continue
			}
			worse++
			if _, gain := best(value, b, e, live, k, above(lambda)); gain <= 0 {
				t.Errorf("lambda %v of %v: gain %v", lambda, optimum, gain)
			}
		}
		if c := s.diagnostics.Certificate; !c.Holds() || c.Value != 0 {
			t.Errorf("optimum %v: certificate %+v", optimum, c)
		}
	}
	if worse < 300 {
		t.Errorf("only %d values of lambda were below the optimum", worse)
	}
}

// Feature 0 outweighs the others by 1e24, so its ratio equals lambda to the last bit and b_0 -
// lambda e_0 is a rounding error of either sign. The best pair does not contain it.
func TestSolveBesideAFeatureThatOutweighsAll(t *testing.T) {
	for _, big := range []float64{1e18, 1e24, 3e24, 7e24, 1e30} {
		b, e := []float64{9 * big, 3, 5, 1}, []float64{7 * big, 2, 4, 1}
		s := solve(b, e, 2, nil)
		if want := 8.0 / 6; !slices.Equal(s.subset, []int{1, 2}) ||
			!alike(float64(*s.diagnostics.Objective), want, 1e-15) {
			t.Errorf("%v: subset %v, lambda %v; want features 1 and 2, %v", big, s.subset,
				*s.diagnostics.Objective, want)
		}
		if s = solve(b, e, 1, nil); !slices.Equal(s.subset, []int{1}) {
			t.Errorf("%v: subset %v; want feature 1", big, s.subset)
		}
		if s = solve(b, e, 4, nil); len(s.subset) != 4 ||
			!alike(float64(*s.diagnostics.Objective), 9.0/7, 1e-15) {
			t.Errorf("%v: subset %v, lambda %v; want all, 9/7", big, s.subset,
				*s.diagnostics.Objective)
		}
	}
}

func TestSumOfKeepsSmallTerms(t *testing.T) {
	if got := sumOf([]float64{1e100, 1, -1e100, 2, 9}, []int{0, 1, 2, 3}); got != 3 {
		t.Errorf("got %v, want 3", got)
	}
}

func TestKthLargestAndTopAgainstSorting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.OneOf(
			rapid.Float64(),
			rapid.SampledFrom([]float64{0, 1, 2, math.Inf(1), math.Inf(-1)}),
		)
		v := rapid.SliceOfN(value, 1, 60).Draw(t, "v")
		k := rapid.IntRange(1, len(v)).Draw(t, "k")
		order := make([]int, len(v))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int {
			switch {
			case v[a] > v[b]:
				return -1
			case v[a] < v[b]:
				return 1
			}
			return 0
		})
		if got, want := quickselect.Largest(slices.Clone(v), k), v[order[k-1]]; got != want {
			t.Fatalf("the %d-th largest is %v, want %v", k, got, want)
		}
		want := order[:k]
		slices.Sort(want)
		if got := top(v, k); !slices.Equal(got, want) {
			t.Fatalf("top %d: %v, want %v", k, got, want)
		}
	})
}

// Forms of parts of the columns, put together, give the answer of all columns.
func TestFormsOfParts(t *testing.T) {
	d := methodtest.Load(t, "wine")
	opt := algorithms.Options{K: 5}
	for _, m := range []TraceRatio{{}, {Prefilter: .3}, {Graph: graph.Neighbors{}}} {
		want := must.Get(m.Select(t.Context(), d, opt))(t)
		part, warnings := m, []string(nil)
		if m.Graph != nil {
			full := algorithms.WithDefaults(m)
			built := must.Get(graph.MakeNonNegative(t.Context(), d, full.Graph, opt))(t)
			a := must.Get(built.Affinity())(t)
			part.Graph, warnings = graph.Precomputed{Matrix: a}, built.Warnings
		}
		all := &graphs.Forms{}
		for _, columns := range [][]int{{0, 1, 2, 3}, {4, 5, 6, 7, 8, 9, 10}, {11, 12}} {
			block := must.Get(d.Take(columns))(t)
			f := must.Get(part.Forms(t.Context(), block, algorithms.Options{}))(t)
			all.Between = append(all.Between, f.Between...)
			all.Within = append(all.Within, f.Within...)
		}
		got := must.Get(m.FromForms(t.Context(), d, all, warnings, opt))(t)
		got.Elapsed = want.Elapsed
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-whole +parts):\n%s", want.Label, diff)
		}
	}
}

func TestConstantAndFlatColumnsComeLast(t *testing.T) {
	x := mat.NewDense(5, 4, []float64{
		7, 0, 0, 0,
		7, 0, 1, 0,
		7, 0, 2, 1,
		7, 0, 3, 0,
		7, 9, 1000, 0,
	})
	d := must.Get(datasets.New("", x, []int{0, 0, 0, 1, 1}, nil))(t)
	r := selected(t, TraceRatio{Graph: graph.Neighbors{K: 1, Heat: 1}}, d, 4)
	// Column 1 varies only at a sample without an edge.
	if !slices.Equal(r.Features[2:], []int{1, 0}) || !math.IsInf(r.Scores[2], -1) ||
		len(r.Warnings) != 2 {
		t.Errorf("features %v, scores %v, warnings %q; want column 1 before column 0 at the end",
			r.Features, r.Scores, r.Warnings)
	}
}

func TestPerfectFeaturesAreOrderedByTheNumerator(t *testing.T) {
	// Column 1 is noise; columns 0, 2 and 3 are perfect with b = 1, 4, 4 times 6/4.
	x := mat.NewDense(6, 4, []float64{
		0, 5, 0, 2,
		0, 3, 0, 2,
		0, 4, 0, 2,
		1, 1, 2, 0,
		1, 0, 2, 0,
		1, 9, 2, 0,
	})
	d := must.Get(datasets.New("", x, []int{0, 0, 0, 1, 1, 1}, nil))(t)
	for k, want := range [][]int{1: {2}, 2: {2, 3}, 3: {2, 3, 0}, 4: {2, 3, 0, 1}} {
		if k == 0 {
			continue
		}
		r := selected(t, TraceRatio{}, d, k)
		lambda := float64(*r.Diagnostics.Objective)
		if !slices.Equal(r.Features, want) || math.IsInf(lambda, 1) != (k < 4) ||
			!r.Diagnostics.Certificate.Holds() {
			t.Errorf("k = %d: %v, lambda %v, certificate %+v; want %v", k, r.Features, lambda,
				r.Diagnostics.Certificate, want)
		}
		if diff := gocmp.Diff(algorithms.Numbers{6, 6, 1.5}[:min(k, 3)],
			r.Scores[:min(k, 3)]); diff != "" {
			t.Errorf("k = %d: scores (-want +got):\n%s", k, diff)
		}
	}
}
