package learn_test

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

// peerFit is a linear model of scikit-learn on standardized data.
type peerFit struct {
	Data      string
	Names     []string
	C, Lambda float64
	Objective float64
	Weights   [][]float64
	Bias      []float64
}

type peerModels struct {
	Logistic, Ridge []peerFit
	Measures        []struct {
		Truth, Predicted  []int
		Scores            [][]float64
		AUC, Balanced, F1 float64
	}
}

// readModels reads testdata/models.json, which models.py writes.
func readModels(t *testing.T) (p peerModels) {
	t.Helper()
	text := must.Get(os.ReadFile("testdata/models.json"))(t)
	must.Do(t, json.Unmarshal(text, &p))
	return p
}

// peerData are the samples of a fit, with classes numbered by the order of its names.
func (f *peerFit) data(t *testing.T) (*mat.Dense, []int) {
	t.Helper()
	d := load(t, f.Data)
	x, y := d.X, make([]int, d.N())
	for i, c := range d.Y {
		y[i] = slices.Index(f.Names, d.Classes[c])
	}
	if f.Data == "digits" {
		return mat.DenseCopyOf(x.Slice(0, 60, 0, d.D())), y[:60]
	}
	return learn.FitScaling(x).Apply(x), y
}

// off is the largest difference between the weights and biases of a model and those of the peer,
// relative to the largest.
func (f *peerFit) off(m *learn.LinearModel) float64 {
	var most, size float64
	see := func(got, want float64) {
		if len(f.Bias) == 1 {
			want = -want // ours is positive for the first class
		}
		most, size = max(most, math.Abs(got-want)), max(size, math.Abs(want))
	}
	for c, row := range f.Weights {
		for j, w := range row {
			see(m.Weights.At(c, j), w)
		}
		see(m.Bias[c], f.Bias[c])
	}
	return most / max(1, size)
}

func TestLogisticIsThatOfScikitLearn(t *testing.T) {
	for _, f := range readModels(t).Logistic {
		x, y := f.data(t)
		m := must.Get(learn.Logistic{C: f.C}.Train(t.Context(), x, y, len(f.Names)))(t)
		if !m.Fit.Converged {
			t.Errorf("%s, C = %g: not converged", f.Data, f.C)
		}
		must.Near(t, m.Fit.Objective, f.Objective, 1e-8, "%s, C = %g: objective", f.Data, f.C)
		if off := f.off(&m.LinearModel); off > 1e-6 {
			t.Errorf("%s, C = %g: weights off by %g", f.Data, f.C, off)
		}
	}
}

func TestRidgeClassesAreThoseOfScikitLearn(t *testing.T) {
	for _, f := range readModels(t).Ridge {
		x, y := f.data(t)
		m := must.Get(learn.FitRidgeClasses(x, y, len(f.Names), f.Lambda))(t)
		if off := f.off(m); off > 1e-9 {
			t.Errorf("%s, λ = %g: weights off by %g", f.Data, f.Lambda, off)
		}
	}
}

func TestMeasuresOfClassesAreThoseOfScikitLearn(t *testing.T) {
	for i, m := range readModels(t).Measures {
		scores := mat.NewDense(len(m.Scores), len(m.Scores[0]), nil)
		for r, row := range m.Scores {
			scores.SetRow(r, row)
		}
		for _, v := range []struct {
			name      string
			got, want float64
		}{
			{"balanced accuracy", learn.BalancedAccuracy(m.Predicted, m.Truth), m.Balanced},
			{"macro F1", learn.MacroF1(m.Predicted, m.Truth), m.F1},
			{"AUC", learn.MeanAUC(scores, m.Truth), m.AUC},
		} {
			must.Near(t, v.got, v.want, 1e-14, "case %d: %s", i, v.name)
		}
	}
}
