package conformance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/longtest"
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
			if err != nil {
				t.Fatal(err)
			}
			if !longtest.Asked() {
				d = some(d, 300, 1000)
			}
			sparse := stored(d, storage.Compress(d.X))
			for _, e := range catalogue.All() {
				facts := e.Facts
				if longtest.Or(strings.Contains(facts.Cost, "n²"), false) {
					continue // pairs of samples take seconds
				}
				if !facts.Storage.Has(algorithms.SparseValues) ||
					!facts.Targets.Has(algorithms.Classes) && facts.Targets != algorithms.NoTarget {
					continue
				}
				if params, ok := cheaper[e.Name]; ok {
					m, err := catalogue.New(e.Name, strings.Split(params, ",")...)
					if err != nil {
						t.Fatal(err)
					}
					e.Method = m
				}
				sameBest(t, e, d, sparse)
			}
		})
	}
}

// cheaper are parameters of methods that train so many models that the defaults take minutes.
var cheaper = map[string]string{
	"boruta": "trees=12,rounds=6,level=.3",
}

// some is n random samples of d, and p random columns.
func some(d *datasets.Dataset, n, p int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(1, 2))
	d = rowsAt(d, rng.Perm(d.N())[:n])
	return columnsAt(d, rng.Perm(d.D())[:p])
}

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
