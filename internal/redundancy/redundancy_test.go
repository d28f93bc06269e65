package redundancy_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/datasets"
	"fsnb.example/internal/must"
	"fsnb.example/internal/redundancy"
)

// brute computes the definitions, pair by pair.
func brute(x *mat.Dense, columns []int) redundancy.Measures {
	n, _ := x.Dims()
	cosine := func(a, b []float64) float64 {
		var ab, aa, bb float64
		for i := range a {
			ab, aa, bb = ab+a[i]*b[i], aa+a[i]*a[i], bb+b[i]*b[i]
		}
		if aa == 0 || bb == 0 {
			return 0
		}
		return ab / math.Sqrt(aa*bb)
	}
	centered := func(f []float64) []float64 {
		out := make([]float64, n)
		constant := true
		var sum float64
		for _, v := range f {
			sum += v
			constant = constant && v == f[0]
		}
		if constant {
			return out
		}
		for i, v := range f {
			out[i] = v - sum/float64(n)
		}
		return out
	}
	var m redundancy.Measures
	pairs := 0.0
	for a := range columns {
		for b := range a {
			fa, fb := mat.Col(nil, columns[a], x), mat.Col(nil, columns[b], x)
			c, u := cosine(centered(fa), centered(fb)), cosine(fa, fb)
			m.Pearson += c
			m.AbsPearson += math.Abs(c)
			m.SqCosCentered += c * c
			m.SqCosUncentered += u * u
			pairs++
		}
	}
	m.Pearson /= pairs
	m.AbsPearson /= pairs
	m.SqCosCentered /= pairs
	m.SqCosUncentered /= pairs
	return m
}

var near = cmpopts.EquateApprox(0, 1e-12)

func TestOfAgainstTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(2, 7).Draw(t, "n"), rapid.IntRange(2, 6).Draw(t, "d")
		x := mat.NewDense(n, d, nil)
		for i := range n {
			for j := range d {
				x.Set(i, j, float64(rapid.IntRange(-4, 4).Draw(t, "x"))/2)
			}
		}
		order := rapid.Permutation(count(d)).Draw(t, "order")
		columns := order[:rapid.IntRange(2, d).Draw(t, "k")]
		data := table(x)
		got := must.Get(redundancy.Of(t.Context(), data, columns, 1))(t)
		if diff := cmp.Diff(brute(x, columns), got.Measures, near); diff != "" {
			t.Fatalf("-want +got:\n%s", diff)
		}

		// The matrix has the correlation of each pair.
		c := must.Get(redundancy.Correlations(t.Context(), data, columns, 1))(t)
		most := redundancy.Pair{I: columns[0], J: columns[1], Correlation: c.At(0, 1)}
		var signed float64
		for a := range columns {
			for b := range a {
				signed += c.At(a, b)
			}
		}
		for a := range columns {
			for b := a + 1; b < len(columns); b++ {
				if math.Abs(c.At(a, b)) > math.Abs(most.Correlation) {
					most = redundancy.Pair{I: columns[a], J: columns[b], Correlation: c.At(a, b)}
				}
			}
		}
		if got.MostAlike != most {
			t.Fatalf("most alike %v, want %v", got.MostAlike, most)
		}
		if pairs := len(columns) * (len(columns) - 1) / 2; math.Abs(
			signed/float64(pairs)-got.Pearson) > 1e-12 {
			t.Fatalf("the mean of the matrix is %g, of Of %g", signed/float64(pairs), got.Pearson)
		}
		for a, j := range columns {
			want := 1.0
			for _, k := range got.Constant {
				if k == j {
					want = 0
				}
			}
			if c.At(a, a) != want {
				t.Fatalf("column %d correlates %g with itself, want %g", j, c.At(a, a), want)
			}
		}
	})
}

func TestIdentities(t *testing.T) {
	// Columns 0 and 1 are equal up to unit and offset, 2 is their negative, 3 is orthogonal to
	// them, 4 is constant, 5 is zero, 6 and 7 are disjoint indicators.
	x := mat.NewDense(4, 8, []float64{
		1, 13, -1, 1, 5, 0, 1, 0,
		1, 13, -1, -1, 5, 0, 0, 1,
		-1, 7, 1, 1, 5, 0, 0, 0,
		-1, 7, 1, -1, 5, 0, 0, 0,
	})
	for _, test := range []struct {
		what     string
		columns  []int
		want     redundancy.Measures
		alike    redundancy.Pair
		constant []int
	}{
		// The cosine of (1,1,-1,-1) and (13,13,7,7) is 12/(2·√436), squared 36/436.
		{"duplicates", []int{0, 1}, redundancy.Measures{Pearson: 1, AbsPearson: 1, SqCosCentered: 1,
			SqCosUncentered: 36. / 436}, redundancy.Pair{I: 0, J: 1, Correlation: 1}, nil},
		{"negatives", []int{2, 0}, redundancy.Measures{Pearson: -1, AbsPearson: 1, SqCosCentered: 1,
			SqCosUncentered: 1}, redundancy.Pair{I: 2, J: 0, Correlation: -1}, nil},
		{"orthogonal", []int{0, 3}, redundancy.Measures{}, redundancy.Pair{I: 0, J: 3}, nil},
		{"constant", []int{4, 1}, redundancy.Measures{SqCosUncentered: 400. / 436},
			redundancy.Pair{I: 4, J: 1}, []int{4}},
		{"zero", []int{5, 4}, redundancy.Measures{}, redundancy.Pair{I: 5, J: 4}, []int{5, 4}},
		// Disjoint indicators are orthogonal, and their correlation is -1/3.
		{"indicators", []int{6, 7}, redundancy.Measures{Pearson: -1. / 3, AbsPearson: 1. / 3,
			SqCosCentered: 1. / 9}, redundancy.Pair{I: 6, J: 7, Correlation: -1. / 3}, nil},
		// Pairs 01 (1), 02 (-1), 12 (-1): ties go to the first pair.
		{"three", []int{0, 1, 2}, redundancy.Measures{Pearson: -1. / 3, AbsPearson: 1,
			SqCosCentered: 1, SqCosUncentered: (1 + 72./436) / 3},
			redundancy.Pair{I: 0, J: 1, Correlation: 1}, nil},
	} {
		got := must.Get(redundancy.Of(t.Context(), table(x), test.columns, 0))(t)
		want := &redundancy.Result{Measures: test.want, MostAlike: test.alike,
			Constant: test.constant}
		if diff := cmp.Diff(want, got, near); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.what, diff)
		}
	}
}

// The measures do not depend on the unit of a column and, if centered, not on its offset.
func TestScales(t *testing.T) {
	base := mat.NewDense(5, 4, []float64{
		1, 2, 0, 3,
		-2, 1, 1, 1,
		3, 0, 4, -1,
		0, 5, 2, 2,
		1, 1, -3, 0,
	})
	want := brute(base, count(4))
	for _, unit := range []float64{1e-200, 1e200, 1e-310, 3e307, -1e-320} {
		x := mat.DenseCopyOf(base)
		for i := range 5 {
			x.Set(i, 0, unit*x.At(i, 0))
			x.Set(i, 2, unit*x.At(i, 2))
		}
		got := must.Get(redundancy.Of(t.Context(), table(x), count(4), 0))(t)
		signed := want.Pearson
		if unit < 0 {
			signed = got.Pearson // two of four columns changed sign
		}
		// 1e-320 has three digits.
		tolerance := 1e-12
		if math.Abs(unit) < 1e-308 {
			tolerance = 1e-3
		}
		wanted := want
		wanted.Pearson = signed
		if diff := cmp.Diff(wanted, got.Measures, cmpopts.EquateApprox(0, tolerance)); diff != "" {
			t.Errorf("unit %g (-want +got):\n%s", unit, diff)
		}
	}
}

func TestOppositeExtremes(t *testing.T) {
	x := mat.NewDense(2, 2, []float64{1.7e308, 1, -1.7e308, 2})
	got := must.Get(redundancy.Of(t.Context(), table(x), []int{0, 1}, 0))(t)
	if math.Abs(got.Pearson+1) > 1e-15 {
		t.Errorf("two points on a falling line correlate by %g", got.Pearson)
	}
}

func TestWorkersAgree(t *testing.T) {
	x := mat.NewDense(50, 40, nil)
	for i := range 50 {
		for j := range 40 {
			x.Set(i, j, math.Sin(float64(i*i+3*j*i+j)))
		}
	}
	d := table(x)
	one := must.Get(redundancy.Of(t.Context(), d, count(40), 1))(t)
	seven := must.Get(redundancy.Of(t.Context(), d, count(40), 7))(t)
	if diff := cmp.Diff(one, seven); diff != "" {
		t.Error(diff)
	}
	c1 := must.Get(redundancy.Correlations(t.Context(), d, count(40), 1))(t)
	c7 := must.Get(redundancy.Correlations(t.Context(), d, count(40), 7))(t)
	if !mat.Equal(c1, c7) {
		t.Error("the correlations depend on the number of workers")
	}
}

// The measures of the ten best columns of wdbc by Fisher score agree with figures computed by
// numpy.
func TestWDBC(t *testing.T) {
	d := must.Get(datasets.Load("wdbc", datasets.Options{}))(t)
	var columns []int
	for _, name := range strings.Fields(`worst_concave_points worst_perimeter mean_concave_points worst_radius mean_perimeter
		worst_area mean_radius mean_area mean_concavity worst_concavity`) {
		j, ok := d.Index(name)
		if !ok {
			t.Fatalf("wdbc has no column %s", name)
		}
		columns = append(columns, j)
	}
	got := must.Get(redundancy.Of(t.Context(), d, columns, 0))(t)
	if math.Abs(got.SqCosCentered-.691) > .0005 || math.Abs(got.AbsPearson-.819) > .0005 {
		t.Errorf("mean squared correlation %.4f, mean |correlation| %.4f; want .691, .819",
			got.SqCosCentered, got.AbsPearson)
	}
	if a, b := d.Features[got.MostAlike.I], d.Features[got.MostAlike.J]; a != "mean_perimeter" ||
		b != "mean_radius" {
		t.Errorf("most alike are %s and %s", a, b)
	}
}

func TestErrors(t *testing.T) {
	d := table(mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 7}))
	nan := table(mat.NewDense(3, 2, []float64{1, 2, 3, math.NaN(), 5, 7}))
	inf := table(mat.NewDense(3, 2, []float64{1, 2, 3, 4, math.Inf(-1), 7}))
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, test := range []struct {
		what    string
		ctx     context.Context
		d       *datasets.Dataset
		columns []int
		want    string
	}{
		{"none", t.Context(), d, nil, "no features chosen"},
		{"twice", t.Context(), d, []int{1, 1}, "feature 1 is listed twice"},
		{"out of range", t.Context(), d, []int{0, 2}, "feature 2 is out of range"},
		{"negative", t.Context(), d, []int{-1, 0}, "feature -1 is out of range"},
		{"no data", t.Context(), nil, []int{0, 1}, "no data"},
		{"NaN", t.Context(), nan, []int{0, 1}, "row 1, column 1 (f1) is not a finite number"},
		{"infinite", t.Context(), inf, []int{1, 0}, "row 2, column 0 (f0) is not a finite number"},
		{"canceled", canceled, d, []int{0, 1}, context.Canceled.Error()},
	} {
		_, err := redundancy.Of(test.ctx, test.d, test.columns, 0)
		_, errC := redundancy.Correlations(test.ctx, test.d, test.columns, 0)
		for _, err := range []error{err, errC} {
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: %v; want %q", test.what, err, test.want)
			}
		}
	}
	if _, err := redundancy.Of(canceled, d, []int{0, 1}, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	if _, err := redundancy.Of(t.Context(), d, []int{1}, 0); err == nil ||
		!strings.Contains(err.Error(), "at least two") {
		t.Errorf("one column: %v", err)
	}
	c, err := redundancy.Correlations(t.Context(), d, []int{1}, 0)
	if err != nil || c.SymmetricDim() != 1 || c.At(0, 0) != 1 {
		t.Errorf("one column: %v, %v", c, err)
	}
	// A NaN in a column that is not chosen has no effect.
	if _, err := redundancy.Correlations(t.Context(), nan, []int{0}, 0); err != nil {
		t.Error(err)
	}
}

func ExampleOf() {
	d, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := redundancy.Of(context.Background(), d, []int{0, 2, 3}, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("mean squared correlation %.2f\n", r.SqCosCentered)
	fmt.Printf("%s ~ %s: %.2f\n", d.Features[r.MostAlike.I], d.Features[r.MostAlike.J],
		r.MostAlike.Correlation)
	// Output:
	// mean squared correlation 0.79
	// petal_length_cm ~ petal_width_cm: 0.96
}

// table makes a data set without labels and with columns f0, f1, …
func table(x *mat.Dense) *datasets.Dataset {
	_, p := x.Dims()
	d := &datasets.Dataset{X: x}
	for j := range p {
		d.Features = append(d.Features, fmt.Sprintf("f%d", j))
	}
	return d
}

// count returns 0, 1, …, n-1.
func count(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
