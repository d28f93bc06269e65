package linear

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/lasso"
	"fsnb.example/internal/must"
)

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
	text := must.Get(os.ReadFile("testdata/lasso.json"))(t)
	var o oracle
	must.Do(t, json.Unmarshal(text, &o))
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
	must.Do(t, err)
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
	cancer := must.Get(datasets.Load("wdbc", datasets.Options{}))(t)
	checkEntries(t, cancer, o.Cancer)
	left := 0
	for _, p := range o.Problems {
		left += p.Knots.Left
		x := mat.NewDense(len(p.X), len(p.X[0]), slices.Concat(p.X...))
		d := regression(t, x, p.Y)
		checkEntries(t, d, p.Knots)
		models := must.Get(Lasso{}.Path(t.Context(), d, p.Alphas, algorithms.Options{}))(t)
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
			m := must.Get(ElasticNet{Ratio: n.Ratio}.Path(t.Context(), d, []float64{n.Alpha},
				algorithms.Options{}))(t)
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
