package evaluation

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/linear"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/must"
	"fsnb.example/internal/splits"
)

// lassoCV is what testdata/lassocv.py writes.
type lassoCV struct {
	X         [][]float64
	Y         []float64
	Folds     []int
	Alphas    []float64
	MSE       [][]float64
	Alpha     float64
	Coef      []float64
	Intercept float64
}

// blocks are the data of LassoCV: each fold is a group.
func blocks(t *testing.T) (*lassoCV, *datasets.Dataset) {
	t.Helper()
	text := must.Get(os.ReadFile("testdata/lassocv.json"))(t)
	var o lassoCV
	must.Do(t, json.Unmarshal(text, &o))
	d := must.Get(datasets.New[int]("blocks", mat.NewDense(len(o.X), len(o.X[0]),
		slices.Concat(o.X...)), nil, nil))(t)
	d = must.Get(d.WithTarget("y", o.Y))(t)
	groups := make([]string, len(o.Folds))
	for i, f := range o.Folds {
		groups[i] = string(rune('a' + f))
	}
	d = must.Get(d.WithGroups("block", groups))(t)
	return &o, d
}

// λ, errors and choice are those of LassoCV, on folds that are standardized each.
func TestCoefficientsAgainstLassoCV(t *testing.T) {
	o, d := blocks(t)
	p := must.Get(Coefficients(t.Context(), d, linear.Lasso{}, CoefficientsOptions{}))(t)
	if len(p.Points) != len(o.Alphas) || p.Folds != 5 {
		t.Fatalf("%d points, %d folds", len(p.Points), p.Folds)
	}
	for i, point := range p.Points {
		must.Near(t, point.Lambda, o.Alphas[i], 1e-10*o.Alphas[0], "lambda %d", i)
		got, want := slices.Sorted(slices.Values(point.Error.Values)), slices.Clone(o.MSE[i])
		slices.Sort(want)
		for f, v := range got {
			if math.Abs(v-want[f]) > 1e-6*want[f] {
				t.Errorf("lambda %d: errors %v, want %v", i, got, want)
				break
			}
		}
	}
	if best := p.Points[p.Best].Lambda; math.Abs(best-o.Alpha) > 1e-10*best {
		t.Errorf("least error at lambda %v, want %v", best, o.Alpha)
	}
	coef := make([]float64, d.D())
	for _, l := range p.Lines {
		coef[l.Feature] = l.Values[p.Best]
	}
	for j, v := range coef {
		must.Near(t, v, o.Coef[j], 1e-7, "coefficient %d", j)
	}
	must.Near(t, p.Points[p.Best].Intercept, o.Intercept, 1e-9, "intercept")
}

// The one standard error rule takes the largest λ within it.
func TestCoefficientsChoice(t *testing.T) {
	p := &CoefficientPath{Folds: 4}
	for _, values := range [][]float64{{9, 9, 9, 9}, {5, 5, 5, 5.4}, {4, 5, 5, 5}, {4, 4, 5, 5},
		{4, 4, 5, 5}, {6, 6, 6, 6}} {
		p.Points = append(p.Points, PathPoint{Error: NewSpread(values)})
	}
	p.choose()
	// 4.5 with sd .577 and standard error .289 at point 3: 4.75 at point 2 is within.
	if p.Best != 3 || p.Chosen != 2 || len(p.Warnings) > 0 {
		t.Errorf("best %d, chosen %d, %q", p.Best, p.Chosen, p.Warnings)
	}
	p.Points = p.Points[:4]
	p.choose()
	if len(p.Warnings) != 1 || !strings.Contains(p.Warnings[0], "last lambda") {
		t.Errorf("warnings %q", p.Warnings)
	}
}

// Errors are those of the intercept and the coefficients on samples that were left out, and lines
// are in the order of entry.
func TestCoefficientsOfClasses(t *testing.T) {
	iris := must.Get(datasets.Load("iris", datasets.Options{}))(t)
	d := must.Get(iris.TakeClasses("versicolor", "virginica"))(t)
	for _, m := range []Pather{linear.Lasso{}, linear.ElasticNet{}} {
		p := must.Get(Coefficients(t.Context(), d, m, CoefficientsOptions{Folds: 4,
			Options: algorithms.Options{Seed: 3}}))(t)
		if p.Target != "1 for class virginica, −1 for the other" || p.Points[0].NonZero != 0 ||
			!slices.IsSortedFunc(p.Lines, func(a, b CoefficientLine) int {
				return a.Enters - b.Enters
			}) {
			t.Errorf("%s, %d at the first lambda", p.Target, p.Points[0].NonZero)
		}
		splitter := must.Get(splits.Folds(d, 4, 3))(t)
		train, test, err := splits.Parts(d, splitter.Split(2))
		must.Do(t, err)
		i := 60
		models := must.Get(m.Path(t.Context(), train, []float64{p.Points[i].Lambda},
			algorithms.Options{}))(t)
		var want float64
		for row := range test.N() {
			e := -models[0].Intercept - 1
			if test.Classes[test.Y[row]] == "virginica" {
				e += 2
			}
			for a, j := range models[0].Features {
				e -= models[0].Coefficients[a] * test.X.At(row, j)
			}
			want += e * e / float64(test.N())
		}
		must.Near(t, p.Points[i].Error.Values[2], want, 1e-10, "error")
		ranking := must.Get(m.Select(t.Context(), d, algorithms.Options{}))(t)
		for i, l := range p.Lines {
			must.Is(t, ranking.Names[i], l.Name, "line %d is of, the ranking has", i)
		}
		sparse := *d
		sparse.X, sparse.Stored = nil, storage.Compress(d.X)
		q, err := Coefficients(t.Context(), &sparse, m, CoefficientsOptions{Folds: 4,
			Options: algorithms.Options{Seed: 3}})
		if err != nil || q.Chosen != p.Chosen ||
			math.Abs(q.Points[50].Error.Mean-p.Points[50].Error.Mean) > 1e-9 {
			t.Errorf("sparse values: %v", err)
		}
	}
}

func TestCoefficientsArguments(t *testing.T) {
	_, d := blocks(t)
	d.Warnings = []string{"look twice"}
	whole, err := Coefficients(t.Context(), d, linear.Lasso{}, CoefficientsOptions{Folds: 1,
		Lambdas: []float64{1, .1}})
	if err != nil || whole.Folds != 0 || whole.Chosen != -1 || len(whole.Points) != 2 {
		t.Errorf("without folds: %+v, %v", whole, err)
	}
	if own, data := whole.Cautions(); own != nil || !slices.Equal(data, d.Warnings) {
		t.Errorf("cautions %q, %q", own, data)
	}
	for want, o := range map[string]CoefficientsOptions{
		"6 folds; give 2 to 5, or 1":   {Folds: 6},
		"-1 folds; give 2 to 5":        {Folds: -1},
		"lambda number 2 is 1; give p": {Lambdas: []float64{1, 1}},
	} {
		must.FailWith(Coefficients(t.Context(), d, linear.Lasso{}, o))(t, want, o)
	}
	if _, err := Coefficients(t.Context(), d, nil, CoefficientsOptions{}); err == nil {
		t.Error("no error without a method")
	}
	ctx, cancel := context.WithCancel(t.Context())
	p, err := Coefficients(ctx, d, linear.Lasso{}, CoefficientsOptions{Options: algorithms.Options{
		Progress: func(p algorithms.Progress) {
			if p.Done == 3 {
				cancel()
			}
		}}})
	if !errors.Is(err, context.Canceled) || p == nil || !p.Partial || p.Chosen != -1 ||
		len(p.Lines) == 0 {
		t.Errorf("canceled: %+v, %v", p, err)
	}
}
