package evaluation_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/adjust"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/evaluation"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/terms"
)

func volcano(t *testing.T, d *datasets.Dataset, r *algorithms.Ranking) *evaluation.VolcanoPlot {
	t.Helper()
	return must.Get(evaluation.Volcano(t.Context(), d, 0, "", 0, r))(t)
}

// effectOf finds the effect of a column.
func effectOf(t *testing.T, v *evaluation.VolcanoPlot, column int) float64 {
	t.Helper()
	for _, f := range v.Features {
		if f.Feature == column {
			return float64(f.Effect)
		}
	}
	t.Fatalf("column %d is not in the plot", column)
	return 0
}

// Cohen's d by its definition, on wdbc, and by F = d²·n₁n₂/n.
func TestVolcanoOfTwoClasses(t *testing.T) {
	d := methodtest.Load(t, "wdbc")
	r := methodtest.Choose(t, d, anova{}, 0)
	v := volcano(t, d, r)
	var first, second []int
	for i, c := range d.Y {
		if c == 0 {
			first = append(first, i)
		} else {
			second = append(second, i)
		}
	}
	n1, n2 := float64(len(first)), float64(len(second))
	for i, f := range v.Features {
		column := mat.Col(nil, f.Feature, d.X)
		var parts [2][]float64
		for row, c := range d.Y {
			parts[c] = append(parts[c], column[row])
		}
		m1, v1 := stat.MeanVariance(parts[0], nil)
		m2, v2 := stat.MeanVariance(parts[1], nil)
		want := (m2 - m1) / math.Sqrt(((n1-1)*v1+(n2-1)*v2)/(n1+n2-2))
		must.Near(t, float64(f.Effect), want, 1e-9*math.Abs(want), "%s: d =", f.Name)
		if got := float64(f.Effect * f.Effect); math.Abs(got*n1*n2/(n1+n2)-r.Scores[i]) >
			1e-9*r.Scores[i] {
			t.Errorf("%s: d² = %g is not of F = %g", f.Name, got, r.Scores[i])
		}
		if f.Feature != r.Features[i] || f.P != r.PValues[i] || f.Adjusted != r.AdjustedPValues[i] {
			t.Errorf("feature %d is %+v", i, f)
		}
	}
	significant := must.Get(evaluation.Significant(r, .05, ""))(t)
	if v.Effect != terms.CohensD || !slices.Equal(v.Classes, d.Classes) || v.Target != "" ||
		v.Level != .05 || v.Adjustment != "bh" || v.Significant != significant.K ||
		math.Abs(v.Threshold-.05*float64(significant.K)/30) > 1e-15 {
		t.Errorf("%+v of %d significant", v, significant.K)
	}
	roundTrip(t, v)
}

// √η² by F = η²/(1 - η²)·(n - C)/(C - 1), and the correlation by gonum.
func TestVolcanoOfMoreClassesAndTargets(t *testing.T) {
	d := methodtest.Load(t, "iris")
	r := methodtest.Choose(t, d, anova{}, 0)
	v := volcano(t, d, r)
	if v.Effect != terms.RootEtaSquared || v.Classes != nil {
		t.Errorf("%+v", v)
	}
	for i, f := range v.Features {
		e := float64(f.Effect * f.Effect)
		must.Near(t, e/(1-e)*147/2, r.Scores[i], 1e-9*r.Scores[i],
			"%s: √η² = %g is not of F =", f.Name, f.Effect)
	}
	target := mat.Col(nil, 3, d.X)
	numbers := must.Get(d.WithTarget("petal width", target))(t)
	r = methodtest.Choose(t, numbers, filter.Variance{}, 0)
	r.PValues = make(algorithms.Numbers, len(r.Features))
	v = volcano(t, numbers, r)
	if v.Effect != terms.Correlation || v.Target != "petal width" {
		t.Errorf("%+v", v)
	}
	for _, f := range v.Features {
		want := stat.Correlation(mat.Col(nil, f.Feature, d.X), target, nil)
		must.Near(t, float64(f.Effect), want, 1e-12, "%s: correlation %g", f.Name, f.Effect)
	}
	numbers.TargetName = ""
	if v = volcano(t, numbers, r); v.Target != "target" {
		t.Errorf("a target without a name is %q", v.Target)
	}
	numbers.Target = slices.Repeat([]float64{7}, 150)
	must.Fail(evaluation.Volcano(t.Context(), numbers, 0, "", 0, r))(t,
		"the target of all 150 samples is 7; give one that varies")
}

// Constant columns have no effect, one that separates the classes an infinite one; classes without
// samples do not count, and the second of those with samples is the positive one.
func TestVolcanoOfSpecialColumns(t *testing.T) {
	rows := [][]float64{{.1, 5, 1, 1e300}, {.1, 5, 2, 1.1e300}, {.1, 3, 2, 1.2e300},
		{.1, 3, 3, 1.05e300}}
	d := must.Get(datasets.FromRows("odd", rows, []int{2, 2, 1, 1}, nil))(t)
	d.Classes, d.Y = []string{"none", "a", "b"}, []int{2, 2, 1, 1}
	r := tested(4, 0, .5, .5, 1)
	r.Names = []string{"f1", "f2", "f3", "f0"}
	if _, err := evaluation.Volcano(t.Context(), d, 0, "", 0, r); err == nil {
		t.Error("squares of 1e300 do not overflow")
	}
	for i := range rows {
		d.X.Set(i, 3, float64(i))
	}
	v := volcano(t, d, r)
	if got := []float64{effectOf(t, v, 0), effectOf(t, v, 1), effectOf(t, v, 2)}; got[0] != 0 ||
		!math.IsInf(got[1], 1) || math.Abs(got[2]+math.Sqrt2) > 1e-15 ||
		!slices.Equal(v.Classes, []string{"a", "b"}) {
		t.Errorf("effects %v of %q", got, v.Classes)
	}
	if v.Significant != 1 || v.Threshold != .05/4 {
		t.Errorf("%d up to %g", v.Significant, v.Threshold)
	}
	roundTrip(t, v)
}

func TestVolcanoRefuses(t *testing.T) {
	d := methodtest.Load(t, "iris")
	r, best := methodtest.Choose(t, d, anova{}, 0), methodtest.Choose(t, d, anova{}, 2)
	plain, unlabeled := *d, *d
	plain.Classes, plain.Y = []string{"all"}, make([]int, 150)
	unlabeled.Classes, unlabeled.Y = nil, nil
	const unknown = "a volcano plot needs two classes or a continuous target; load the data with " +
		"labels"
	for _, c := range []struct {
		d    *datasets.Dataset
		r    *algorithms.Ranking
		at   float64
		by   adjust.Kind
		want string
	}{
		{d, best, 0, "", "a volcano plot needs the p-values of all 4 " +
			"features, and the ranking f-test has 2; rank all of them (Select with k = 0)"},
		{d, best, 0, "none", "a volcano plot needs the " +
			"p-values of all 4 features, and the ranking f-test has 2; rank all of them (Select " +
			"with k = 0)"},
		{d, methodtest.Choose(t, d, filter.Fisher{}, 0), 0, "",
			"fisher has no " +
				"p-values: the method is no test; rank by one, such as anova-f, chi2, " +
				"f-regression " +
				"or " +
				"pearson"},
		{d, r, 1, "",
			"level 1; give a number between 0 and 1, such " +
				"as 0.05"},
		{d, r, 0, "fdr", `no adjustment of p-values "fdr"; ` +
			`known: bh, bonferroni, by, holm, none`},
		{&plain, r, 0, "", unknown},
		{&unlabeled, r, 0, "", unknown},
		{methodtest.Load(t, "wine"), r, 0, "",
			"ranking 1 (f-test) is of 4 features, " +
				"wine has 13; rank the same data"},
	} {
		must.Fail(evaluation.Volcano(t.Context(), c.d, c.at, c.by, 0, c.r))(t, c.want)
	}
}

// Effects of sparse values and of a file are those of the same numbers in memory, whatever the
// number of workers.
func TestVolcanoOfStoredData(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	const n, p = 40, 7
	x, bytes := mat.NewDense(n, p, nil), make([]int8, n*p)
	labels, target := make([]string, n), make([]float64, n)
	for i := range n {
		labels[i] = []string{"a", "b"}[i%2]
		target[i] = rng.NormFloat64()
		for j := range p {
			if rng.IntN(2) == 0 {
				v := int8(rng.IntN(9) - 4 + i%2*j)
				x.Set(i, j, float64(v))
				bytes[i*p+j] = v
			}
		}
	}
	r := tested(p, 0, .1, .2, .3, .4, .5, .6)
	for i, j := range r.Features {
		r.Names[i] = []string{"f0", "f1", "f2", "f3", "f4", "f5", "f6"}[j]
	}
	for _, y := range []any{labels, target} {
		make := func(m storage.Matrix) *datasets.Dataset {
			var d *datasets.Dataset
			var err error
			if names, ok := y.([]string); ok {
				d, err = datasets.NewStored("", m, names, nil)
			} else {
				d, err = datasets.NewStored("", m, target, nil)
			}
			must.Do(t, err)
			return d
		}
		want := volcano(t, make(storage.Dense{Dense: x}), r)
		for _, m := range []storage.Matrix{storage.Compress(x), mapped(t, n, p, bytes)} {
			for _, workers := range []int{1, 3} {
				got := must.Get(evaluation.Volcano(t.Context(), make(m),
					0, "", workers, r))(t)
				for i := range got.Features {
					a, b := &got.Features[i], want.Features[i].Effect
					if math.Abs(float64(a.Effect-b)) > 1e-12 {
						t.Errorf("%s: effect %g, want %g", m.Kind(), a.Effect, b)
					}
					a.Effect = b
				}
				must.Equal(t, got, want, "%s", m.Kind())
			}
		}
	}
}
