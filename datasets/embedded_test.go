package datasets

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/internal/must"
)

// The files are those of the folder embed that the project was given: sha256sum
// there printed these, in November 2026.
var embeddedSums = map[string]string{
	"digits.csv.gz": "d56a6faf14660c0e6c448f33b964a514b4dd0a2947d6f47067a6022c4cad123b",
	"iris.csv":      "b7124c703bcb3b230f4a1520cd514603163b90958bbd20a9be3e92a3f70f54ae",
	"wdbc.csv":      "ae20440c1e8a33b8d044e874c53122ba7807d19bf5324656b0520c3653017b93",
	"wine.csv":      "41ba742a2da9706d8fc37ecb9b6e57a69f86df9259fe16af0e7982ec78b54e12",
}

func TestEmbeddedFiles(t *testing.T) {
	got := map[string]string{}
	entries := must.Get(fs.ReadDir(embeddedFiles, "embedded"))(t)
	for _, e := range entries {
		data := must.Get(fs.ReadFile(embeddedFiles, "embedded/"+e.Name()))(t)
		sum := sha256.Sum256(data)
		got[e.Name()] = hex.EncodeToString(sum[:])
	}
	if !maps.Equal(got, embeddedSums) {
		t.Errorf("embedded files %v, want %v", got, embeddedSums)
	}
}

// Sizes, classes and first rows are those of the published files: UCI's wine,
// wdbc and optdigits.tes, and iris as R has it.
func TestEmbeddedDatasets(t *testing.T) {
	for name, c := range map[string]struct {
		n, d     int
		classes  string
		counts   []int
		features map[int]string
		first    []float64
		class    string // of the first sample
		min, max float64
		constant []string
	}{
		"iris": {150, 4, "[setosa versicolor virginica]", []int{50, 50, 50},
			map[int]string{0: "sepal_length_cm", 1: "sepal_width_cm", 2: "petal_length_cm",
				3: "petal_width_cm"},
			[]float64{5.1, 3.5, 1.4, 0.2}, "setosa", 0.1, 7.9, nil},
		"wine": {178, 13, "[cultivar_1 cultivar_2 cultivar_3]", []int{59, 71, 48},
			map[int]string{0: "alcohol", 6: "flavanoids", 12: "proline"},
			[]float64{14.23, 1.71, 2.43, 15.6, 127, 2.8, 3.06, .28, 2.29, 5.64, 1.04, 3.92, 1065},
			"cultivar_1", 0.13, 1680, nil},
		"wdbc": {569, 30, "[benign malignant]", []int{357, 212},
			map[int]string{0: "mean_radius", 2: "mean_perimeter", 3: "mean_area",
				10: "radius_error", 29: "worst_fractal_dimension"},
			[]float64{17.99, 10.38, 122.8, 1001, 0.1184}, "malignant", 0, 4254, nil},
		"digits": {1797, 64, "[0 1 2 3 4 5 6 7 8 9]",
			[]int{178, 182, 177, 183, 181, 182, 181, 179, 174, 180},
			map[int]string{0: "pixel_0_0", 7: "pixel_0_7", 8: "pixel_1_0", 63: "pixel_7_7"},
			[]float64{0, 0, 5, 13, 9, 1, 0, 0, 0, 0, 13, 15, 10, 15, 5, 0}, "0", 0, 16,
			[]string{"pixel_0_0", "pixel_4_0", "pixel_4_7"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := must.Get(Load(name, Options{}))(t)
			s := must.Get(d.Summarize())(t)
			if d.Name != name || d.N() != c.n || d.D() != c.d ||
				fmt.Sprint(d.Classes) != c.classes || !slices.Equal(d.ClassCounts(), c.counts) {
				t.Errorf("%s is %d×%d, %v %v", d.Name, d.N(), d.D(), d.Classes, d.ClassCounts())
			}
			for j, want := range c.features {
				must.Is(t, d.Features[j], want, "feature %d", j)
			}
			if first := mat.Row(nil, 0, d.X)[:len(c.first)]; !slices.Equal(first, c.first) ||
				d.Classes[d.Y[0]] != c.class {
				t.Errorf("first row %v, %s", first, d.Classes[d.Y[0]])
			}
			if s.Min != c.min || s.Max != c.max || !slices.Equal(s.Constant, c.constant) {
				t.Errorf("range %v to %v, constant %v", s.Min, s.Max, s.Constant)
			}
			if d.Warnings != nil || d.History != nil {
				t.Errorf("warnings %q, history %q", d.Warnings, d.History)
			}
		})
	}
}

// The means of the columns that the literature prints.
func TestEmbeddedMeans(t *testing.T) {
	for name, means := range map[string]map[string]float64{
		// R: colMeans(iris[, 1:4]).
		"iris": {"sepal_length_cm": 5.843333, "sepal_width_cm": 3.057333, "petal_length_cm": 3.758,
			"petal_width_cm": 1.199333},
		// scikit-learn, user guide, Wine recognition dataset, Summary Statistics,
		// which rounds to one or two decimals.
		"wine": {"alcohol": 13.0, "malic_acid": 2.34, "ash": 2.36, "alcalinity_of_ash": 19.5,
			"magnesium": 99.7, "total_phenols": 2.29, "flavanoids": 2.03,
			"nonflavanoid_phenols": .36, "proanthocyanins": 1.59, "color_intensity": 5.1,
			"hue": .96, "od280_od315_of_diluted_wines": 2.61, "proline": 746},
	} {
		d := must.Get(Load(name, Options{}))(t)
		must.Is(t, len(means), d.D(), "%s means for columns", name)
		for feature, want := range means {
			j, ok := d.Index(feature)
			if !ok {
				t.Errorf("%s has no %s", name, feature)
				continue
			}
			tolerance := map[string]float64{"iris": 1e-6, "wine": .06}[name]
			if want > 100 {
				tolerance = 1
			}
			must.Near(t, stat.Mean(mat.Col(nil, j, d.X), nil), want, tolerance, "%s, %s: mean",
				name, feature)
		}
	}
	// scikit-learn, user guide, Breast cancer dataset, Summary Statistics: least
	// and largest value.
	d := must.Get(Load("wdbc", Options{}))(t)
	s := must.Get(d.Summarize())(t)
	for feature, want := range map[string][2]float64{
		"mean_radius": {6.981, 28.11}, "mean_texture": {9.71, 39.28}, "mean_perimeter": {43.79,
			188.5}, "mean_area": {143.5, 2501},
		"radius_error": {.112, 2.873}, "area_error": {6.802, 542.2}, "worst_radius": {7.93, 36.04},
		"worst_area": {185.2, 4254},
	} {
		j, _ := d.Index(feature)
		if c := s.Columns[j]; math.Abs(c.Min-want[0]) > 6e-4 || math.Abs(c.Max-want[1]) > 6e-4 {
			t.Errorf("%s from %v to %v, want %v", feature, c.Min, c.Max, want)
		}
	}
	// scikit-learn: load_digits().data.mean() is 4.884164579855314.
	digits := must.Get(Load("digits", Options{}))(t)
	must.Near(t, mat.Sum(digits.X)/(1797*64), 4.884164579855314, 1e-12, "digits: mean")
}

// Without labels the class is no feature either.
func TestNamedLabelOption(t *testing.T) {
	for _, b := range builtins {
		labeled := must.Get(Load(b.name, Options{}))(t)
		d := must.Get(Load(b.name, Options{Label: NoLabel}))(t)
		if d.Labeled() || d.Continuous() || d.TargetName != "" || d.Classes != nil ||
			d.Check() != nil || !mat.Equal(d.X, labeled.X) ||
			!slices.Equal(d.Features, labeled.Features) {
			t.Errorf("%s without labels is %d×%d with %d classes", b.name, d.N(), d.D(),
				len(d.Classes))
		}
		label := "class"
		if labeled.Continuous() {
			label = "y"
		}
		byName := must.Get(Load(b.name, Options{Label: label}))(t)
		byIndex := must.Get(Load(b.name, Options{Label: fmt.Sprint(d.D())}))(t)
		if byName.Hash() != labeled.Hash() || byIndex.Hash() != labeled.Hash() {
			t.Errorf("%s: the label by name or by index gives other data", b.name)
		}
	}
	d := must.Get(Load("digits", Options{Label: "0"}))(t)
	if d.D() != 64 || d.Features[0] != "pixel_0_1" || d.Features[63] != "class" ||
		!slices.Equal(d.Classes, []string{"0"}) {
		t.Errorf("digits with pixel_0_0 as label: %d columns, first %s, classes %q", d.D(),
			d.Features[0], d.Classes)
	}
	_, err := Load("wine", Options{Label: "Class"})
	wantError(t, err, `wine.csv: no label column "Class"; did you mean "class"?`)
	_, err = Load("lap-d1", Options{Label: "feature_1"})
	wantError(t, err,
		`lap-d1 is generated with its labels in column class; leave the label out, or say `+
			`"none" for none`)
	_, err = Load("lap-d1", Options{Target: TargetContinuous})
	wantError(t, err, "lap-d1 is generated with classes; leave Target out")
	_, err = Load("friedman1", Options{Label: "class"})
	wantError(t, err,
		`friedman1 is generated with its labels in column y; leave the label out, or say "none" `+
			`for none`)
	_, err = Load("friedman1", Options{Target: TargetClasses})
	wantError(t, err, "friedman1 is generated with a continuous target; leave Target out")
	asked := must.Get(Load("friedman1", Options{Target: TargetContinuous}))(t)
	must.Is(t, asked.Hash(), Friedman1(DefaultSeed).Hash(),
		"friedman1 with Target continuous is other data")
}
