package conformance

import (
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
)

// On published data that are sparse by nature, texts and pictures, every method that takes sparse
// values ranks them as the same values in memory: the same features, but for those whose scores are
// equal to 1e-9 of the largest.
func TestRankingsOfSparseRealData(t *testing.T) {
	for _, file := range longtest.And([]string{"RELATHE.mat"}, "PCMAC.mat",
		"COIL20.mat", "ORL.mat", "warpPIE10P.mat", "orlraws10P.mat") {
		t.Run(file, func(t *testing.T) {
			dir := realdata.Need(t, file)
			d, err := datasets.Load(filepath.Join(dir, file), datasets.Options{Storage: "dense"})
			must.Do(t, err)
			if d, err = d.Take(some(d.D(), longtest.Or(1500, d.D()))); err != nil {
				t.Fatal(err)
			}
			sparse := stored(d, storage.Compress(d.X))
			few := must.Get(d.Rows(some(d.N(), longtest.Or(300, d.N()))))(t)
			fewSparse := stored(few, storage.Compress(few.X))
			for _, e := range catalogue.All() {
				facts := e.Facts
				if !facts.Storage.Has(algorithms.SparseValues) ||
					!facts.Targets.Has(algorithms.Classes) && facts.Targets != algorithms.NoTarget {
					continue
				}
				for _, p := range longtest.Or(fewTrees, fewTrees[:1]) {
					if m, err := set(e.Method, p); err == nil {
						e.Method = m
					}
				}
				if facts.Family == algorithms.Similarity { // of all pairs of samples
					sameBest(t, e, few, fewSparse)
				} else {
					sameBest(t, e, d, sparse)
				}
			}
		})
	}
}

// some are k of n numbers, or all, at even distances.
func some(n, k int) []int {
	out := make([]int, min(k, n))
	for i := range out {
		out[i] = i * n / len(out)
	}
	return out
}

// fewTrees are settings of the methods that have them.
var fewTrees = []algorithms.Param{{Name: "rounds", Value: "1"}, {Name: "trees", Value: "40"}}

func sameBest(t *testing.T, e catalogue.Entry, d, sparse *datasets.Dataset) {
	t.Helper()
	const k = 30
	want, err := algorithms.Run(t.Context(), e.Method, d, algorithms.Options{K: k})
	if err != nil {
		t.Errorf("%s: %v", e.Name, err)
		return
	}
	got, err := algorithms.Run(t.Context(), e.Method, sparse, algorithms.Options{K: k})
	if err != nil {
		t.Errorf("%s: %v", e.Name, err)
		return
	}
	largest := 0.0
	for _, v := range want.Scores {
		if !math.IsInf(v, 0) {
			largest = max(largest, math.Abs(v))
		}
	}
	for i, j := range want.Features {
		a, b := want.Scores[i], got.Scores[i]
		if a != b && !(math.Abs(a-b) <= 1e-9*largest) {
			t.Errorf("%s: place %d has %v, %v in memory", e.Name, i, b, a)
			return
		}
		if got.Features[i] != j && !tiedAt(want, i, 1e-9*largest) {
			t.Errorf("%s: place %d is feature %d, %d in memory (%s)", e.Name, i, got.Features[i], j,
				fmt.Sprint(want.Scores[max(0, i-1):min(i+2, k)]))
			return
		}
	}
}

// tiedAt reports whether place i has the score of a neighbor, or is the last, whose next is not
// known.
func tiedAt(r *algorithms.Ranking, i int, slack float64) bool {
	near := func(j int) bool {
		return j >= 0 && j < len(r.Scores) && (r.Scores[i] == r.Scores[j] ||
			math.Abs(r.Scores[i]-r.Scores[j]) <= slack)
	}
	return near(i-1) || near(i+1) || i == len(r.Scores)-1
}

// On published data, tall and wide, methods with an optimum end with a certificate that holds; fssl
// holds or warns that it does not.
func TestCertificatesOfRealData(t *testing.T) {
	realdata.Need(t, "vehicle_uni.mat", "leukemia_38x3051.mat")
	for _, set := range []string{"Wine", "Vehicle", "Leukemia"} {
		d := *must.Get(datasets.Load(set, datasets.Options{}))(t)
		for _, class := range d.Y {
			d.Target = append(d.Target, float64(class))
		}
		for _, name := range []string{"arom-svm", "elastic-net", "fssl", "lasso", "lda", "lfda",
			"lpp", "pca", "rfs", "sogfs", "udfs"} {
			t.Run(set+"/"+name, func(t *testing.T) {
				e := must.Get(catalogue.Find(name))(t)
				s := asSubjects(e, e.Method)[0]
				r := s.selected(t, set, &d, algorithms.Options{K: min(50, d.D())})
				if name != "fssl" && r != nil && !r.Diagnostics.Converged {
					t.Errorf("not converged: %+v", r.Diagnostics.Certificate)
				}
			})
		}
	}
}
