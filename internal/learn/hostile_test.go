package learn_test

import (
	"bytes"
	"encoding/gob"
	"math"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

// Whatever finite numbers they are given, the machines and the clustering end,
// and nothing of what they answer is NaN or infinite.
func TestHostileValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(2, 12).Draw(t, "n"), rapid.IntRange(1, 3).Draw(t, "d")
		value := rapid.SampledFrom([]float64{0, math.Copysign(0, -1), 1, -1, 1 + 1e-15, 1e-300,
			-5e-324, 1e-9, 1e9, 1e100, -1e140, 1e140, 0.1})
		x := mat.NewDense(n, d, nil)
		for i := range n {
			for j := range d {
				x.Set(i, j, value.Draw(t, "x"))
			}
		}
		y := rapid.SliceOfN(rapid.IntRange(0, 2), n, n).Draw(t, "y")
		y[0], y[1] = 0, 1
		c := rapid.SampledFrom([]float64{1, 1e-9, 1e12}).Draw(t, "C")
		finite := func(what string, values ...float64) {
			t.Helper()
			for _, v := range values {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Fatalf("%s: %g", what, v)
				}
			}
		}
		for _, kernel := range []learn.Kernel{learn.RBF, learn.Linear} {
			m := trainSVC(t, learn.SVC{Kernel: kernel, C: c, MaxSteps: 3000}, x, y, 3)
			finite("decisions of an SVC", decisions(t, m, x).RawMatrix().Data...)
			for _, p := range m.Pairs {
				finite("an SVC", append(p.Coef, p.Bias, p.Objective, p.Gap, p.Violation)...)
			}
		}
		m := trainLinear(t, learn.LinearSVM{C: c}, x, y, 3)
		f := must.Get(m.Decision(x))(t)
		finite("decisions of a linear machine", f.RawMatrix().Data...)
		for _, fit := range m.Fits {
			finite("a linear machine", fit.Objective, fit.Gap)
		}
		l := must.Get(learn.Logistic{C: c}.Train(t.Context(), x, y, 3))(t)
		shares := must.Get(l.Probabilities(x))(t)
		finite("a logistic regression", append(shares.RawMatrix().Data, l.Fit.Objective,
			l.Fit.Gradient, l.Fit.Start)...)
		k := clusterBy(t, learn.KMeans{K: rapid.IntRange(1, n).Draw(t, "k"), Restarts: 3}, x)
		finite("k-means", append(k.Centers.RawMatrix().Data, k.Inertia)...)
	})
}

// Models and clusterings are plain data: a copy by way of gob answers the same.
func TestModelsSurviveGob(t *testing.T) {
	d := load(t, "iris")
	again := func(from, to any) {
		t.Helper()
		var b bytes.Buffer
		must.Do(t, gob.NewEncoder(&b).Encode(from))
		must.Do(t, gob.NewDecoder(&b).Decode(to))
	}
	dense := gocmp.Comparer(func(a, b *mat.Dense) bool { return mat.Equal(a, b) })
	svc := trainSVC(t, learn.SVC{}, d.X, d.Y, 3)
	var svcCopy learn.SVCModel
	again(svc, &svcCopy)
	if diff := gocmp.Diff(svc, &svcCopy, dense); diff != "" ||
		!mat.Equal(decisions(t, svc, d.X), decisions(t, &svcCopy, d.X)) {
		t.Error(diff)
	}
	linear := trainLinear(t, learn.LinearSVM{}, d.X, d.Y, 3)
	var linearCopy learn.LinearModel
	again(linear, &linearCopy)
	must.Is(t, gocmp.Diff(linear, &linearCopy, dense), "", "the copy")
	logistic := must.Get(learn.Logistic{}.Train(t.Context(), d.X, d.Y, 3))(t)
	var logisticCopy learn.LogisticModel
	again(logistic, &logisticCopy)
	must.Is(t, gocmp.Diff(logistic, &logisticCopy, dense), "", "the copy")
	forest := growForest(t, learn.Forest{Trees: 5, Permutation: true}, d.X, d.Y)
	var forestCopy learn.ForestModel
	again(forest, &forestCopy)
	must.Is(t, gocmp.Diff(forest, &forestCopy), "", "gocmp.Diff(forest, &forestCopy)")
	clusters := clusterBy(t, learn.KMeans{K: 3}, d.X)
	var clustersCopy learn.Clustering
	again(clusters, &clustersCopy)
	must.Is(t, gocmp.Diff(clusters, &clustersCopy, dense), "", "the copy")
}
