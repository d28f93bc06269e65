package learn_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
)

// forestPeer is what scikit-learn's forests of 500 trees make of a data set: testdata/forest.py
// wrote it and says how.
type forestPeer struct {
	Data, Kind        string
	Importance        []float64
	Kendall, Spearman float64 // the lowest between two seeds
	Scores            []float64
}

func readForestPeers(t *testing.T) []forestPeer {
	t.Helper()
	text := must.Get(os.ReadFile("testdata/forest.json"))(t)
	var out struct{ Peers []forestPeer }
	must.Do(t, json.Unmarshal(text, &out))
	return out.Peers
}

// weyl is the regression set of testdata/forest.py.
func weyl() (x *mat.Dense, y []float64) {
	primes := []float64{2, 3, 5, 7, 11, 13, 17, 19, 23, 29}
	x, y = mat.NewDense(300, 9, nil), make([]float64, 300)
	for i := range y {
		var v [10]float64
		for j, p := range primes {
			_, v[j] = math.Modf(float64((i+1)*(i+1)) * math.Sqrt(p))
		}
		x.SetRow(i, v[:9])
		y[i] = 10*math.Sin(math.Pi*v[0]*v[1]) + 20*(v[2]-.5)*(v[2]-.5) + 10*v[3] + 5*v[4] +
			4*(v[9]-.5)
	}
	return x, y
}

// forestProblem is a data set of the peer, with classes or with numbers.
type forestProblem struct {
	x       *mat.Dense
	classes []int
	numbers []float64
}

func (f forestProblem) grow(t testing.TB, p learn.Forest) *learn.ForestModel {
	t.Helper()
	if f.classes == nil {
		return growMeans(t, p, f.x, f.numbers)
	}
	return growForest(t, p, f.x, f.classes)
}

// half are the rows from, from+2, …
func (f forestProblem) half(from int) forestProblem {
	n, d := f.x.Dims()
	out := forestProblem{x: mat.NewDense((n-from+1)/2, d, nil)}
	for i := from; i < n; i += 2 {
		out.x.SetRow(i/2, f.x.RawRowView(i))
		if f.classes != nil {
			out.classes = append(out.classes, f.classes[i])
		} else {
			out.numbers = append(out.numbers, f.numbers[i])
		}
	}
	return out
}

// score is the accuracy, or R², of a forest on the data.
func (f forestProblem) score(t testing.TB, m *learn.ForestModel) float64 {
	t.Helper()
	if f.classes != nil {
		got := must.Get(m.Predict(t.Context(), f.x, 0))(t)
		return learn.Accuracy(got, f.classes)
	}
	got := must.Get(m.Means(t.Context(), f.x, 0))(t)
	var errors float64
	for i, v := range got {
		errors += (v - f.numbers[i]) * (v - f.numbers[i])
	}
	return 1 - errors/(stat.PopVariance(f.numbers, nil)*float64(len(got)))
}

func forestProblemOf(t testing.TB, name string) forestProblem {
	t.Helper()
	if name == "weyl" {
		x, y := weyl()
		return forestProblem{x: x, numbers: y}
	}
	d := load(t, name)
	return forestProblem{x: d.X, classes: d.Y}
}

// ranksOf are mid-ranks.
func ranksOf(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		for _, w := range values {
			if w < v {
				out[i]++
			} else if w == v {
				out[i] += .5
			}
		}
	}
	return out
}

// kendallOf is τ_b.
func kendallOf(a, b []float64) float64 {
	var both, first, second float64
	for i := range a {
		for k := range i {
			x, y := sign(a[i]-a[k]), sign(b[i]-b[k])
			both, first, second = both+x*y, first+x*x, second+y*y
		}
	}
	return both / math.Sqrt(first*second)
}

func sign(v float64) float64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// Importances agree with scikit-learn's mean of ten seeds of 500 trees at least as well as two of
// its seeds do with each other, and accuracies of 500 trees are its own within the noise of its
// seeds. The importance of 5,000 trees is the mean of ten forests of 500.
func TestForestsAgainstPeer(t *testing.T) {
	for _, peer := range readForestPeers(t) {
		if peer.Kind == "extra-trees" && peer.Data != "wdbc" && !longtest.Asked() {
			continue
		}
		t.Run(peer.Kind+"/"+peer.Data, func(t *testing.T) {
			f := forestProblemOf(t, peer.Data)
			p := learn.Forest{Trees: 500, Extra: peer.Kind == "extra-trees"}
			many := p
			if many.Trees = longtest.Or(500, 5000); peer.Data == "iris" {
				many.Trees = 5000 // two of its columns differ by .014 only
			} else if peer.Data == "weyl" {
				many.Trees = longtest.Or(2000, 5000)
			}
			got := f.grow(t, many).Importance
			kendall := kendallOf(got, peer.Importance)
			spearman := stat.Correlation(ranksOf(got), ranksOf(peer.Importance), nil)
			if kendall < peer.Kendall-1e-6 || spearman < .95 {
				t.Errorf("Kendall %.4f, between two seeds of scikit-learn %.4f; Spearman %.4f, "+
					"%.4f",
					kendall, peer.Kendall, spearman, peer.Spearman)
			}
			var largest float64
			for j, v := range got {
				largest = max(largest, math.Abs(v-peer.Importance[j]))
			}
			score := f.half(1).score(t, f.half(0).grow(t, p))
			mean, sd := stat.MeanStdDev(peer.Scores, nil)
			test := float64(len(f.half(1).classes) + len(f.half(1).numbers))
			if math.Abs(score-mean) > 3*sd+1/test {
				t.Errorf("accuracy or R² %.4f, scikit-learn's %.4f to %.4f", score,
					slices.Min(peer.Scores), slices.Max(peer.Scores))
			}
			t.Logf("Kendall %.3f (%.3f), Spearman %.3f (%.3f), largest difference of importances "+
				"%.4f; score %.4f (%.4f to %.4f)", kendall, peer.Kendall, spearman, peer.Spearman,
				largest, score, slices.Min(peer.Scores), slices.Max(peer.Scores))
		})
	}
}

// BenchmarkForest trains 500 trees, with one worker and with two; `/usr/bin/python3
// testdata/forest.py times` prints what scikit-learn takes for the same.
func BenchmarkForest(b *testing.B) {
	for _, name := range []string{"wdbc", "COIL20", "weyl"} {
		var f forestProblem
		if name == "COIL20" {
			file := filepath.Join(realdata.Need(b, "COIL20.mat"), "COIL20.mat")
			d := must.Get(datasets.Load(file, datasets.Options{}))(b)
			f = forestProblem{x: d.X, classes: d.Y}
		} else {
			f = forestProblemOf(b, name)
		}
		for workers := 1; workers <= 2; workers++ {
			b.Run(name+map[int]string{1: "/workers=1", 2: "/workers=2"}[workers],
				func(b *testing.B) {
					for b.Loop() {
						f.grow(b, learn.Forest{Trees: 500, Workers: workers})
					}
				})
		}
	}
}
