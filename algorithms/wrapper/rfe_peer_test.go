package wrapper

import (
	"encoding/json"
	"os"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
)

// predictLast makes the last column the target of the others.
func predictLast(t *testing.T, d *datasets.Dataset) *datasets.Dataset {
	t.Helper()
	y := make([]float64, d.N())
	for i := range y {
		y[i] = d.X.At(i, d.D()-1)
	}
	rest := make([]int, d.D()-1)
	for j := range rest {
		rest[j] = j
	}
	out := must.Get(d.Take(rest))(t)
	out.Y, out.Classes, out.Target = nil, nil, y
	return out
}

// The rounds are those of scikit-learn's RFE with LinearSVC, logistic regression and
// ridge, on the same standardized
// columns.
func TestRFEAgainstScikitLearn(t *testing.T) {
	text, err := os.ReadFile("testdata/rfe.json")
	must.Do(t, err)
	var cases []struct {
		Data, Model string
		Step        float64
		Ranking     []int
	}
	must.Do(t, json.Unmarshal(text, &cases))
	for _, c := range cases {
		var d *datasets.Dataset
		if c.Data == "wdbc, 24 samples" {
			d = methodtest.Load(t, "wdbc")
			var rows []int
			for i := range 24 {
				rows = append(rows, 19*i)
			}
			if d, err = d.Rows(rows); err != nil {
				t.Fatal(err)
			}
		} else {
			d = methodtest.Load(t, c.Data)
		}
		m := RFE{Model: Ridge{}, Share: 1e-9}
		switch c.Model {
		case "svm":
			m.Model = SVM{}
		case "logistic":
			m.Model = Logistic{}
		case "ridge, continuous":
			d = predictLast(t, d)
		}
		if c.Step < 1 {
			m.Share, m.OfAll = c.Step, true
		}
		r := must.Get(m.Select(t.Context(), d, algorithms.Options{}))(t)
		for place := 1; place < len(r.Features); place++ {
			before, after := c.Ranking[r.Features[place-1]], c.Ranking[r.Features[place]]
			if before > after {
				t.Errorf("%s, %s, step %g: column %d (round %d from the end) is before %d (%d): "+
					"%v; there %v", c.Data, c.Model, c.Step, r.Features[place-1], before,
					r.Features[place], after, r.Features, c.Ranking)
				break
			}
		}
		if gap := r.Diagnostics.Get("largest relative gap"); gap > 1e-9 {
			t.Errorf("%s: a machine has the relative gap %g", c.Data, gap)
		}
		if g := r.Diagnostics.Get("largest relative gradient"); g > 1e-10 {
			t.Errorf("%s: a logistic regression has the relative gradient %g", c.Data, g)
		}
	}
}
