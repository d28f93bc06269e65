package datasets

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/internal/must"
)

// transforms are all that make a data set of another one.
var transforms = map[string]func(*Dataset) (*Dataset, error){
	"standardize": (*Dataset).Standardize,
	"center":      (*Dataset).Center,
	"min-max":     (*Dataset).MinMax,
	"unit norm":   (*Dataset).UnitNorm,
	"classes":     func(d *Dataset) (*Dataset, error) { return d.TakeClasses("7", "3") },
	"features": func(d *Dataset) (*Dataset, error) {
		return d.TakeFeatures("pixel_3_4", "pixel_2_2")
	},
	"samples":   func(d *Dataset) (*Dataset, error) { return d.Subsample(100, 1) },
	"some":      func(d *Dataset) (*Dataset, error) { return d.SubsampleFeatures(10, 1) },
	"downscale": func(d *Dataset) (*Dataset, error) { return d.Downscale(3, 4) },
}

// A transform leaves its input alone, says what it did, gives another hash and a
// sound data set, does the same again when asked again, and keeps the shape of the
// pictures as long as all pixels are there.
func TestTransforms(t *testing.T) {
	for name, transform := range transforms {
		t.Run(name, func(t *testing.T) {
			d, same := must.Get(
				Load("digits", Options{}))(t), must.Get(Load("digits", Options{}))(t)
			// room that a careless append would write to
			d.History = append(make([]string, 0, 10), "read")
			out := must.Get(transform(d))(t)
			if d.Hash() != same.Hash() || !slices.Equal(d.History, []string{"read"}) ||
				d.Image != same.Image {
				t.Error("the input has changed")
			}
			if h := d.History[:2]; h[1] != "" {
				t.Errorf("history %q was written behind the input's", h[1])
			}
			if out.Hash() == d.Hash() {
				t.Error("the hash is that of the input")
			}
			if len(out.History) != 2 || out.History[0] != "read" ||
				strings.TrimSpace(out.History[1]) == "" {
				t.Errorf("history %q", out.History)
			}
			if err := errors.Join(out.Check(), out.CheckFinite()); err != nil {
				t.Error(err)
			}
			if again := must.Get(transform(d))(t); again.Hash() != out.Hash() ||
				!slices.Equal(again.History, out.History) {
				t.Error("another result the second time")
			}
			switch {
			case name == "downscale":
			case out.D() == d.D() && out.Image != d.Image, out.D() < d.D() &&
				out.Image != ImageShape{}:
				t.Errorf("%d features are pictures of shape %v", out.D(), out.Image)
			}
			out.X.Set(0, 0, 1e6)
			must.Is(t, d.Hash(), same.Hash(), "the output shares its values with the input")
		})
	}
}

// Every transform refuses what is no data set, in one line.
func TestTransformsRefuse(t *testing.T) {
	broken := must.Get(Load("digits", Options{}))(t)
	broken.Features = broken.Features[:3]
	for name, transform := range transforms {
		must.Fail(transform(nil))(t,
			"no data: the data set is empty; give at least one sample and one feature", name)
		must.Fail(transform(broken))(t,
			"3 feature names for 64 columns; give one name per column", name)
	}
	nan := must.Get(FromRows("", [][]float64{{1, 2}, {3, 4}}, []string(nil), []string{"a", "b"}))(t)
	nan.X.Set(1, 0, math.NaN())
	for _, name := range []string{"standardize", "center", "min-max", "unit norm"} {
		_, err := transforms[name](nan)
		wantError(t, err,
			"row 1, column 0 (a) is NaN; fill in a number, or drop the row or the column (rows "+
				"and columns counted from 0)")
	}
}

// scaled returns the values after a transform.
func scaled(t *testing.T, transform func(*Dataset) (*Dataset, error), rows ...[]float64) (
	values []float64, last string) {
	t.Helper()
	d := must.Get(transform(must.Get(FromRows("", rows, []string(nil), nil))(t)))(t)
	return d.X.RawMatrix().Data, d.History[len(d.History)-1]
}

func TestScalingInClosedForm(t *testing.T) {
	for _, c := range []struct {
		name    string
		rows    [][]float64
		want    []float64
		history string
	}{
		{"standardize", [][]float64{{1, 7}, {2, 7}, {3, 7}}, []float64{-1, 0, 0, 0, 1, 0},
			"standardized to zero mean and unit variance"},
		{"standardize", [][]float64{{5, -2}}, []float64{0, 0},
			"standardized to zero mean and unit variance"},
		{"center", [][]float64{{1, 0.1}, {2, 0.1}, {6, 0.1}}, []float64{-2, 0, -1, 0, 3, 0},
			"centered to zero mean"},
		{"min-max", [][]float64{{1, 7}, {2, 7}, {5, 7}}, []float64{0, 0, 0.25, 0, 1, 0},
			"scaled each feature to the range from 0 to 1"},
		{"min-max", [][]float64{{-math.MaxFloat64}, {0}, {math.MaxFloat64}}, []float64{0, 0.5, 1},
			"scaled each feature to the range from 0 to 1"},
		{"unit norm", [][]float64{{3, -4}, {0, 0}, {0, 2}}, []float64{0.6, -0.8, 0, 0, 0, 1},
			"scaled each sample to unit norm, but 1 of zeros"},
		{"unit norm", [][]float64{{3e300, 4e300}, {3e-320, 0}}, []float64{0.6, 0.8, 1, 0},
			"scaled each sample to unit norm"},
	} {
		got, history := scaled(t, transforms[c.name], c.rows...)
		if !floats.EqualApprox(got, c.want, 1e-15) || history != c.history {
			t.Errorf("%s of %v: %v (%s), want %v (%s)", c.name, c.rows, got, history, c.want,
				c.history)
		}
	}
	for _, name := range []string{"standardize", "center"} {
		_, err := transforms[name](
			must.Get(FromRows("", [][]float64{{1, -math.MaxFloat64}, {2, math.MaxFloat64}},
				[]string(nil), nil))(t))
		if err == nil || !strings.HasPrefix(err.Error(), "feature f1 cannot be ") ||
			!strings.HasSuffix(err.Error(),
				": its values are too large; divide it by a power of ten first") {
			t.Errorf("%s of numbers too far apart: %v", name, err)
		}
	}
}

// gonum's own statistics are the oracle on real data.
func TestScalingAgainstGonum(t *testing.T) {
	d := must.Get(Load("wdbc", Options{}))(t)
	standardized, centered, ranged, unit := must.Get(d.Standardize())(t), must.Get(d.Center())(t),
		must.Get(d.MinMax())(t), must.Get(d.UnitNorm())(t)
	for j := range d.D() {
		x := mat.Col(nil, j, d.X)
		mean, sd := stat.MeanStdDev(x, nil)
		lo, hi := floats.Min(x), floats.Max(x)
		for i, v := range x {
			for name, c := range map[string][2]float64{
				"standardized": {standardized.X.At(i, j), (v - mean) / sd},
				"centered":     {centered.X.At(i, j) / hi, (v - mean) / hi},
				"ranged":       {ranged.X.At(i, j), (v - lo) / (hi - lo)},
				"of unit norm": {unit.X.At(i, j), v / floats.Norm(d.X.RawRowView(i), 2)},
			} {
				if math.Abs(c[0]-c[1]) > 1e-12 {
					t.Fatalf("row %d, column %d, %s: %v, want %v", i, j, name, c[0], c[1])
				}
			}
		}
	}
}

func TestTakeClasses(t *testing.T) {
	d := must.Get(Load("iris", Options{}))(t)
	out := must.Get(d.TakeClasses("virginica", "setosa"))(t)
	if !slices.Equal(out.Classes, []string{"setosa", "virginica"}) ||
		!slices.Equal(out.ClassCounts(), []int{50, 50}) {
		t.Errorf("classes %v of %v samples", out.Classes, out.ClassCounts())
	}
	must.Is(t, out.History[len(out.History)-1],
		"took 2 of 3 classes, setosa, virginica: 100 of 150 samples", "history %q", out.History)
	for k := range out.N() {
		i := k + k/50*50 // iris comes class by class
		if !slices.Equal(out.X.RawRowView(k), d.X.RawRowView(i)) ||
			out.Classes[out.Y[k]] != d.Classes[d.Y[i]] {
			t.Fatalf("row %d is not row %d of iris", k, i)
		}
	}
	unlabeled := must.Get(Load("iris", Options{Label: NoLabel}))(t)
	_, err := unlabeled.TakeClasses("setosa")
	wantError(t, err,
		"the data set has no class labels, which TakeClasses chooses by; name the label column")
	if !errors.Is(err, ErrNoLabels) {
		t.Errorf("%v is not ErrNoLabels", err)
	}
	empty := must.Get(d.Rows([]int{0, 1}))(t)
	for want, names := range map[string][]string{
		"no class chosen; name at least one":        nil,
		`no class "setosb"; did you mean "setosa"?`: {"setosb"},
		"class setosa is named twice; name each class once": {"setosa", "virginica",
			"setosa"},
		"the chosen classes (virginica) have no samples; name others": {"virginica"},
	} {
		_, err := empty.TakeClasses(names...)
		wantError(t, err, want)
	}
}

func TestTakeFeatures(t *testing.T) {
	d := must.Get(Load("iris", Options{}))(t)
	out := must.Get(d.TakeFeatures("petal_width_cm", "sepal_length_cm"))(t)
	if want := must.Get(d.Take([]int{3, 0}))(t); out.Hash() != want.Hash() {
		t.Errorf("features %v", out.Features)
	}
	must.Is(t, out.History[len(out.History)-1],
		"took 2 of 4 features by name: petal_width_cm, sepal_length_cm", "history %q", out.History)
	for want, names := range map[string][]string{
		"no features chosen; give at least one column index":       {},
		`no feature "petal_width"; did you mean "petal_width_cm"?`: {"petal_width"},
		"feature petal_width_cm is named twice; name each feature once": {
			"petal_width_cm", "petal_width_cm"},
		`no feature "x"; known: petal_length_cm, petal_width_cm, sepal_length_cm, sepal_width_cm`: {
			"x"},
	} {
		_, err := d.TakeFeatures(names...)
		wantError(t, err, want)
	}
}

// labeledBy is a data set of one feature whose value is the row, with classes of
// the given sizes, mixed.
func labeledBy(t *testing.T, sizes ...int) *Dataset {
	t.Helper()
	var rows [][]float64
	var labels []int
	for c, size := range sizes {
		for range size {
			labels = append(labels, c)
		}
	}
	rng := rand.New(rand.NewPCG(3, 4))
	rng.Shuffle(len(labels), func(i, j int) { labels[i], labels[j] = labels[j], labels[i] })
	for i := range labels {
		rows = append(rows, []float64{float64(i)})
	}
	return must.Get(FromRows("", rows, labels, nil))(t)
}

func TestSubsample(t *testing.T) {
	for _, c := range []struct {
		sizes []int
		n     int
		want  []int
	}{
		{[]int{50, 30, 20}, 10, []int{5, 3, 2}},
		{[]int{50, 50}, 5, []int{3, 2}}, // equal remainders
		{[]int{96, 3, 1}, 10, []int{8, 1, 1}},
		{[]int{7, 2, 1}, 10, []int{7, 2, 1}},
		{[]int{98, 1, 1}, 3, []int{1, 1, 1}},
		{[]int{60, 38, 1, 1}, 10, []int{4, 4, 1, 1}},
		{[]int{10}, 4, []int{4}},
	} {
		d := labeledBy(t, c.sizes...)
		out := must.Get(d.Subsample(c.n, 1))(t)
		counts := out.ClassCounts()
		must.Items(t, counts, c.want, "%d of classes of %v", c.n, c.sizes)
		rows := mat.Col(nil, 0, out.X)
		if !slices.IsSorted(rows) || len(slices.Compact(rows)) != c.n {
			t.Errorf("rows %v are not distinct and in order", rows)
		}
		for k, v := range rows {
			must.Is(t, out.Y[k], d.Y[int(v)], "row %v has another class", v)
		}
		must.Is(t, out.History[0],
			fmt.Sprintf("drew %d of %d samples at random, class by class (seed 1)", c.n, d.N()),
			"history %q", out.History)
	}
}

// Every sample is drawn as often as every other, and seeds differ.
func TestSubsampleIsFair(t *testing.T) {
	d := labeledBy(t, 20, 10)
	drawn := make([]int, d.N())
	const seeds = 2000
	for seed := range uint64(seeds) {
		for _, v := range mat.Col(nil, 0, must.Get(d.Subsample(6, seed))(t).X) {
			drawn[int(v)]++
		}
	}
	for i, n := range drawn {
		// A fifth of the seeds, with a standard deviation of √(2000·.2·.8) = 18.
		must.Near(t, float64(n), seeds/5, 5*18, "sample %d was drawn %d times of %d, want about", i,
			n, seeds)
	}
}

func TestSubsampleWithoutLabels(t *testing.T) {
	d := must.Get(Load("iris", Options{Label: NoLabel}))(t)
	out := must.Get(d.Subsample(10, 7))(t)
	if want := "drew 10 of 150 samples at random (seed 7)"; out.N() != 10 ||
		out.History[len(out.History)-1] != want {
		t.Errorf("%d samples, history %q", out.N(), out.History)
	}
	for want, do := range map[string]func() (*Dataset, error){
		"0 samples of 150 in 1 classes; give 1 to 150": func() (*Dataset, error) {
			return d.Subsample(0, 1)
		},
		"151 samples of 150 in 1 classes; give 1 to 150": func() (*Dataset, error) {
			return d.Subsample(151, 1)
		},
		"2 samples of 6 in 3 classes; give 3 to 6": func() (*Dataset, error) {
			return labeledBy(t, 1, 2, 3).Subsample(2, 1)
		},
		"0 features of 4; give 1 to 4": func() (*Dataset, error) {
			return d.SubsampleFeatures(0, 1)
		},
		"5 features of 4; give 1 to 4": func() (*Dataset, error) {
			return d.SubsampleFeatures(5, 1)
		},
	} {
		_, err := do()
		wantError(t, err, want)
	}
}

func TestSubsampleFeatures(t *testing.T) {
	d := must.Get(Load("wdbc", Options{}))(t)
	out := must.Get(d.SubsampleFeatures(12, 5))(t)
	last := -1
	for k, name := range out.Features {
		j, ok := d.Index(name)
		if !ok || j <= last || !slices.Equal(mat.Col(nil, k, out.X), mat.Col(nil, j, d.X)) {
			t.Fatalf("feature %d is %s", k, name)
		}
		last = j
	}
	if want := "drew 12 of 30 features at random (seed 5)"; out.D() != 12 ||
		out.History[len(out.History)-1] != want {
		t.Errorf("%d features, history %q", out.D(), out.History)
	}
	if other := must.Get(
		d.SubsampleFeatures(12, 6))(t); slices.Equal(other.Features, out.Features) {
		t.Error("another seed draws the same features")
	}
}

// A picture of 4×6 pixels, pixel (r, c) is 10r + c, in both orders.
func ramp(t *testing.T, byRow bool) *Dataset {
	t.Helper()
	s := ImageShape{4, 6, byRow}
	x := mat.NewDense(1, s.Pixels(), nil)
	for r := range s.Height {
		for c := range s.Width {
			x.Set(0, s.Column(r, c), float64(10*r+c))
		}
	}
	d := must.Get(New[string]("ramp", x, nil, nil))(t)
	d.Image = s
	return d
}

// The mean of a ramp over an area is its value in the middle of the area: a
// closed form for every size.
func TestDownscale(t *testing.T) {
	for _, byRow := range []bool{true, false} {
		d := ramp(t, byRow)
		for h := 1; h <= 4; h++ {
			for w := 1; w <= 6; w++ {
				out := must.Get(d.Downscale(h, w))(t)
				if want := (ImageShape{h, w, byRow}); out.Image != want || out.D() != h*w {
					t.Fatalf("shape %v, want %v", out.Image, want)
				}
				for r := range h {
					for c := range w {
						// Only where pixels divide evenly is a ramp of steps a straight one:
						// else compare with the integral of the steps.
						want := 10*steps(4, h, r) + steps(6, w, c)
						j := out.Image.Column(r, c)
						if got := out.X.At(0, j); math.Abs(got-want) > 1e-13 ||
							(4%h == 0 && 6%w == 0 && got != want) {
							t.Errorf("by row %v, %d×%d, pixel %d, %d: %v, want %v", byRow, h, w, r,
								c, got, want)
						}
						must.Is(t, out.Features[j], fmt.Sprintf("pixel_%d_%d", r, c),
							"feature %d is called", j)
					}
				}
			}
		}
	}
}

// steps is the mean of ⌊x⌋ over the part of [0, from) that pixel k of to covers.
func steps(from, to, k int) float64 {
	lo, hi := float64(k*from)/float64(to), float64((k+1)*from)/float64(to)
	integral := func(x float64) float64 { // of ⌊x⌋ from 0
		whole := math.Floor(x)
		return whole*(whole-1)/2 + (x-whole)*whole
	}
	return (integral(hi) - integral(lo)) / (hi - lo)
}

// Constant pictures stay what they are, means stay within the range, and the mean
// of all pixels is kept.
func TestDownscaleKeepsMeans(t *testing.T) {
	d := must.Get(Load("digits", Options{}))(t)
	for _, size := range [][2]int{{8, 8}, {4, 4}, {5, 3}, {1, 8}, {7, 7}, {1, 1}} {
		out := must.Get(d.Downscale(size[0], size[1]))(t)
		for i := range d.N() {
			before, after := d.X.RawRowView(i), out.X.RawRowView(i)
			if a, b := stat.Mean(before, nil), stat.Mean(after, nil); math.Abs(a-b) > 1e-13 {
				t.Fatalf("%v: picture %d has mean %v, had %v", size, i, b, a)
			}
			if floats.Min(after) < floats.Min(before) || floats.Max(after) > floats.Max(before) {
				t.Fatalf("%v: picture %d goes from %v to %v", size, i, floats.Min(after),
					floats.Max(after))
			}
		}
		if size == [2]int{8, 8} && !mat.Equal(out.X, d.X) {
			t.Error("pictures of the same size have changed")
		}
	}
	out := must.Get(d.Downscale(4, 2))(t)
	must.Is(t, out.History[len(out.History)-1],
		"scaled pictures down from 8×8 to 4×2 pixels by means of areas", "history %q", out.History)
}

func TestDownscaleRefuses(t *testing.T) {
	_, err := must.Get(Load("iris", Options{}))(t).Downscale(1, 1)
	wantError(t, err,
		"the samples are no pictures; set Image to the shape of theirs, such as "+
			"ImageShape{Height: 32, Width: 32}")
	for _, size := range [][2]int{{0, 1}, {1, 0}, {-1, 2}, {5, 6}, {4, 7}} {
		_, err := ramp(t, true).Downscale(size[0], size[1])
		wantError(t, err,
			fmt.Sprintf("pictures of 4×6 pixels cannot be scaled down to %d×%d; give 1×1 to 4×6",
				size[0], size[1]))
	}
	large := ramp(t, true)
	large.X.Apply(func(_, _ int, _ float64) float64 { return math.MaxFloat64 }, large.X)
	_, err = large.Downscale(2, 2)
	wantError(t, err,
		"pixel_0_0 cannot be averaged: its values are too large; divide the data by a power of "+
			"ten first")
}

// small is a data set in which every value is known.
func small(t testing.TB) *Dataset {
	t.Helper()
	d := must.Get(
		FromRows("small", [][]float64{{0, 1, 2}, {10, 11, 12}, {20, 21, 22}, {30, 31, 32}},
			[]string{"x", "y", "x", "z"}, []string{"a", "b", "c"}))(t)
	d.History = []string{"made"}
	d.Truth = &Truth{Relevant: []int{0}}
	return d
}

func TestTake(t *testing.T) {
	d := small(t)
	got := must.Get(d.Take([]int{2, 0}))(t)
	must.Equal(t, matrixOf(got), [][]float64{{2, 0}, {12, 10}, {22, 20}, {32, 30}}, "matrixOf(got)")
	if !slices.Equal(got.Features, []string{"c", "a"}) ||
		!slices.Equal(got.History, []string{"made", "took 2 of 3 features"}) || got.Truth != nil ||
		got.Name != "small" {
		t.Errorf("took %+v", got)
	}
	if !slices.Equal(got.Y, d.Y) || !slices.Equal(got.Classes, d.Classes) {
		t.Errorf("labels %v of %v", got.Y, got.Classes)
	}
	got.X.Set(0, 0, -1)
	if d.X.At(0, 2) != 2 || len(d.History) != 1 || d.Truth == nil {
		t.Error("Take changed its data set")
	}
	for want, columns := range map[string][]int{
		"no features chosen; give at least one column index":                            {},
		"feature 3 is out of range: the data set has 3 features, numbered from 0 to 2":  {0, 3},
		"feature -1 is out of range: the data set has 3 features, numbered from 0 to 2": {-1},
		"feature 1 is listed twice; name each feature once":                             {1, 0, 1},
	} {
		_, err := d.Take(columns)
		wantError(t, err, want)
	}
}

func TestRows(t *testing.T) {
	d := small(t)
	got := must.Get(d.Rows([]int{3, 1, 3}))(t)
	must.Equal(t, matrixOf(got), [][]float64{{30, 31, 32}, {10, 11, 12}, {30, 31, 32}},
		"matrixOf(got)")
	if !slices.Equal(got.Y, []int{2, 1, 2}) ||
		!slices.Equal(got.Classes, []string{"x", "y", "z"}) ||
		!slices.Equal(got.ClassCounts(), []int{0, 1, 2}) {
		t.Errorf("labels %v of %q, counts %v", got.Y, got.Classes, got.ClassCounts())
	}
	if !slices.Equal(got.History, []string{"made", "took 3 of 4 samples"}) || got.Check() != nil {
		t.Errorf("rows %+v, %v", got, got.Check())
	}
	got.X.Set(0, 0, -1)
	got.Y[0] = 0
	if d.X.At(3, 0) != 30 || d.Y[3] != 2 || len(d.History) != 1 {
		t.Error("Rows changed its data set")
	}
	d.Y, d.Classes = nil, nil
	if unlabeled := must.Get(
		d.Rows([]int{1}))(t); unlabeled.Y != nil || unlabeled.X.At(0, 0) != 10 {
		t.Errorf("without labels: %+v", unlabeled)
	}
	for want, rows := range map[string][]int{
		"no samples chosen; give at least one row index":                           {},
		"row 4 is out of range: the data set has 4 samples, numbered from 0 to 3":  {0, 4},
		"row -1 is out of range: the data set has 4 samples, numbered from 0 to 3": {-1},
	} {
		_, err := d.Rows(rows)
		wantError(t, err, want)
	}
}

// The known answer of the features stays, and clusters are those of the samples.
func TestRowsKeepTruth(t *testing.T) {
	d := small(t)
	d.Truth = &Truth{Relevant: []int{0, 2}, Groups: [][]int{{1, 2}}, Clusters: []int{7, 8, 9, 6},
		Note: "made"}
	got := must.Get(d.Rows([]int{3, 1, 3}))(t)
	want := &Truth{Relevant: []int{0, 2}, Groups: [][]int{{1, 2}}, Clusters: []int{6, 8, 6},
		Note: "made"}
	must.Equal(t, got.Truth, want, "got.Truth")
	must.Equal(t, d.Truth.Clusters, []int{7, 8, 9, 6}, "Rows changed its data set")
	for what, clusters := range map[string][]int{"none": nil, "of other samples": {1, 2}} {
		d.Truth.Clusters = clusters
		want.Clusters = nil
		must.Equal(t, must.Get(d.Rows([]int{0}))(t).Truth, want, "clusters %s", what)
	}
	if got := must.Get(d.Take([]int{2}))(t); got.Truth != nil { // its indices would mean others
		t.Errorf("took %+v", got.Truth)
	}
	d.Truth = nil
	if got := must.Get(d.Rows([]int{0}))(t); got.Truth != nil {
		t.Errorf("the answer of data without one: %+v", got.Truth)
	}
	whole := Planted(1)
	few := must.Get(whole.Subsample(50, 1))(t)
	if diff := cmp.Diff(whole.Truth, few.Truth); diff != "" || few.Warnings != nil {
		t.Errorf("planted: %q\n%s", few.Warnings, diff)
	}
}

func TestIndex(t *testing.T) {
	d := small(t)
	if j, ok := d.Index("b"); j != 1 || !ok {
		t.Errorf("b is %d, %v", j, ok)
	}
	if j, ok := d.Index("B"); j != -1 || ok {
		t.Errorf("B is %d, %v", j, ok)
	}
	if d.N() != 4 || d.D() != 3 {
		t.Errorf("%d×%d", d.N(), d.D())
	}
}

// The golden hash is sha256 of the names, the XXH3 of 1, -0.5, 2, 0.1 as
// little-endian float64 (one block of rows) and the labels, by testdata/hash.py.
func TestHashGolden(t *testing.T) {
	d := must.Get(FromRows("any", [][]float64{{1, -0.5}, {2, 0.1}}, []string{"y", "x"},
		[]string{"a", "é"}))(t)
	const want = "92eb6716f2cad42033b1cfcae07261cc4dafb306f9ada26b3a991adda66f073d"
	must.Is(t, d.Hash(), want, "hash")
}

func TestHashSees(t *testing.T) {
	base := small(t).Hash()
	for name, change := range map[string]func(*Dataset){
		"name":     func(d *Dataset) { d.Name = "other" },
		"history":  func(d *Dataset) { d.History = append(d.History, "x") },
		"warnings": func(d *Dataset) { d.Warnings = append(d.Warnings, "x") },
		"truth":    func(d *Dataset) { d.Truth = nil },
	} {
		d := small(t)
		change(d)
		must.Is(t, d.Hash(), base, "the hash depends on the %s", name)
	}
	seen := map[string]string{base: "nothing"}
	check := func(what string, d *Dataset) {
		h := d.Hash()
		if other, ok := seen[h]; ok {
			t.Errorf("changing %s gives the hash of changing %s", what, other)
		}
		seen[h] = what
	}
	for bit := range 64 {
		d := small(t)
		d.X.Set(2, 1, math.Float64frombits(math.Float64bits(21)^1<<bit))
		check("bit "+string(rune('0'+bit)), d)
	}
	for what, change := range map[string]func(*Dataset){
		"zero to minus zero": func(d *Dataset) { d.X.Set(0, 0, math.Copysign(0, -1)) },
		"a label":            func(d *Dataset) { d.Y[3] = 1 },
		"two labels":         func(d *Dataset) { d.Y[0], d.Y[1] = d.Y[1], d.Y[0] },
		"a feature's name":   func(d *Dataset) { d.Features[1] = "B" },
		"names' borders":     func(d *Dataset) { d.Features[0], d.Features[1] = "a b", "" },
		"a class's name":     func(d *Dataset) { d.Classes[2] = "w" },
		"labels to none":     func(d *Dataset) { d.Y, d.Classes = nil, nil },
		"the shape":          func(d *Dataset) { d.X = mat.NewDense(3, 4, d.X.RawMatrix().Data) },
	} {
		d := small(t)
		change(d)
		check(what, d)
	}
}

// Rows are hashed in blocks of a megabyte; every block counts, and their order.
func TestHashSeesEveryBlock(t *testing.T) {
	const n, p = 300, 1000 // three blocks
	d := must.Get(New("", mat.NewDense(n, p, nil), []string(nil), nil))(t)
	seen := map[string]bool{d.Hash(): true}
	for _, i := range []int{0, 130, 131, 262, 299} {
		d.X.Set(i, 7, 1)
		if h := d.Hash(); seen[h] {
			t.Errorf("a change in row %d is not seen", i)
		} else {
			seen[h] = true
		}
		d.X.Set(i, 7, 0)
	}
}
