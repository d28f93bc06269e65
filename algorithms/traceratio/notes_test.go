package traceratio

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

func units(warnings []string) string {
	for _, w := range warnings {
		if strings.Contains(w, "units of the columns") {
			return w
		}
	}
	return ""
}

// stretched is standardized wdbc with one column multiplied.
func stretched(t *testing.T, column int, factor float64) *datasets.Dataset {
	t.Helper()
	d := must.Get(wdbc(t).Standardize())(t)
	x := mat.DenseCopyOf(d.X)
	for i := range d.N() {
		x.Set(i, column, factor*x.At(i, column))
	}
	d.X = x
	return d
}

func wdbc(t *testing.T) *datasets.Dataset {
	t.Helper()
	return must.Get(datasets.Load("wdbc", datasets.Options{}))(t)
}

// The warning has the ratio of the standard deviations, and names both columns and Standardize.
func TestUnitsWarning(t *testing.T) {
	d := wdbc(t)
	sd := make([]float64, d.D())
	for j := range sd {
		sd[j] = stat.StdDev(mat.Col(nil, j, d.X), nil)
	}
	most, least := slices.Index(sd, slices.Max(sd)), slices.Index(sd, slices.Min(sd))
	const decide = "the units of the columns decide the choice, and Standardize gives all the " +
		"same " +
		"spread: that of %s is %.0f times that of %s"
	want := fmt.Sprintf(decide, d.Features[most], sd[most]/sd[least], d.Features[least])
	if got := units(selected(t, TraceRatio{}, d, 5).Warnings); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	lap := units(selected(t, TraceRatio{Graph: graph.Neighbors{}}, d, 5).Warnings)
	if !strings.Contains(lap, "that of worst_area is") ||
		!strings.HasSuffix(lap, "times that of fractal_dimension_error") {
		t.Errorf("by the Laplacian graph: %q", lap)
	}
	for _, test := range []struct {
		factor float64
		want   string
	}{
		{1, ""}, {99, ""}, {1 / 99., ""},
		{101, fmt.Sprintf(decide, d.Features[7], 101., d.Features[0])},
		{3e9, strings.Replace(
			fmt.Sprintf(decide, d.Features[7], 0., d.Features[0]), "0 times", "3.0e+09 times", 1)},
		{1 / 101., fmt.Sprintf(decide, d.Features[0], 101., d.Features[7])},
	} {
		got := units(selected(t, TraceRatio{}, stretched(t, 7, test.factor), 5).Warnings)
		// All other columns have spread 1, so rounding decides which of them is named.
		other := func(text string) string {
			for j, name := range d.Features {
				if j != 7 {
					text = strings.Replace(text, "that of "+name+" is", "that of ANOTHER is", 1)
					if cut, found := strings.CutSuffix(text, "that of "+name); found {
						text = cut + "that of ANOTHER"
					}
				}
			}
			return text
		}
		if other(got) != other(test.want) {
			t.Errorf("a column times %v: %q, want %q", test.factor, got, test.want)
		}
	}
}

// A dummy column with little spread is chosen with a score below 0, and the warning names it.
func TestDummyColumns(t *testing.T) {
	d := wdbc(t)
	x := mat.NewDense(d.N(), d.D()+1, nil)
	x.Slice(0, d.N(), 1, d.D()+1).(*mat.Dense).Copy(d.X)
	for i := range 4 {
		x.Set(100*i, 0, 1e-4)
	}
	names := append([]string{"dummy"}, d.Features...)
	other := *d
	other.X, other.Features = x, names
	r := selected(t, TraceRatio{}, &other, 3)
	at := slices.Index(r.Names, "dummy")
	if at < 0 || r.Scores[at] >= 0 || !strings.HasSuffix(units(r.Warnings), "times that of dummy") {
		t.Errorf("%v, scores %v, %q", r.Names, r.Scores, r.Warnings)
	}
}

// A note explains scores below 0 if there are any.
func TestNegativeNote(t *testing.T) {
	d := wdbc(t)
	b, e := plainForms(d)
	for _, k := range []int{1, 2, 3, 10} {
		r := selected(t, TraceRatio{}, d, k)
		below := 0
		for _, j := range r.Features {
			if b[j]/e[j] < float64(*r.Diagnostics.Objective)*(1-1e-9) {
				below++
			}
		}
		const more = ", the others that take part would lower it more, and the subset is to have " +
			"that many (a score is b - lambda e, with the feature's terms b and e of numerator " +
			"and denominator)"
		const these = "%d of %d scores are below 0: these features lower the ratio lambda"
		want := []string{fmt.Sprintf(these, below, k) + more}
		switch below {
		case 0:
			want = nil
		case 1:
			want = []string{fmt.Sprintf("1 of %d scores is below 0: this feature lowers the ratio "+
				"lambda", k) + more}
		}
		if !slices.Equal(r.Diagnostics.Notes, want) || k == 1 && below > 0 || k == 10 && below < 2 {
			t.Errorf("k = %d: %q, want %q", k, r.Diagnostics.Notes, want)
		}
	}
	if got := negativeNote([]float64{2, math.Inf(-1)}); got != nil {
		t.Errorf("a column that fills a place: %q", got)
	}
}
