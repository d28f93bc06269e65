package information

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// literalFCBF is the definition, with all uncertainties from tables of counts.
func literalFCBF(columns [][]int, y []int, threshold float64) (features []int, scores []float64) {
	su := make([]float64, len(columns))
	gone := make([]bool, len(columns))
	for j, f := range columns {
		su[j] = literalUncertainty(f, y)
		gone[j] = su[j] <= threshold
	}
	for {
		p := -1
		for j := range columns {
			if !gone[j] && (p < 0 || su[j] > su[p]+1e-12) {
				p = j
			}
		}
		if p < 0 {
			return features, scores
		}
		features, scores = append(features, p), append(scores, su[p])
		gone[p] = true
		for q := range columns {
			if !gone[q] && literalUncertainty(columns[p], columns[q]) >= su[q]-1e-12 {
				gone[q] = true
			}
		}
	}
}

func TestFCBFAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2003))
	sizes := map[int]int{}
	for trial := range 200 {
		d := smallProblem(t, rng)
		m := FCBF{Threshold: []float64{0, 0, .1, .4}[trial%4],
			Coding: []Coding{Levels, Width, Frequency, MDL}[trial/4%4], Bins: 2 + trial%3}
		columns, y := codesOf(t, d, m.Coding, m.Bins)
		features, scores := literalFCBF(columns, y, m.Threshold)
		r := chosen(t, m, d, algorithms.Options{})
		if !slices.Equal(r.Features, features) {
			t.Fatalf("trial %d: features %v, want %v", trial, r.Features, features)
		}
		for i, v := range scores {
			if !near(r.Scores[i], v) {
				t.Fatalf("trial %d: scores %v, want %v", trial, r.Scores, scores)
			}
		}
		sizes[len(features)]++
	}
	for size, least := range map[int]int{0: 5, 1: 40, 2: 20, 3: 5} {
		if sizes[size] < least {
			t.Errorf("%d problems with %d features; want at least %d", sizes[size], size, least)
		}
	}
}

// Of values that differ by less than 1e-12 the lower column is first.
func TestFCBFTies(t *testing.T) {
	relevance := []float64{.3, .5, .5 + 9e-13, .5 + 2e-12, .3 + 9e-13}
	rest := FCBF{Threshold: .1}.above(relevance)
	var order []int
	for len(rest) > 0 {
		order = append(order, takeBest(&rest, relevance))
	}
	if !slices.Equal(order, []int{3, 1, 2, 0, 4}) {
		t.Errorf("order %v", order)
	}
}

// Numbers for values, and another order of samples, change nothing.
func TestSubsetsOfRecodedColumns(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for trial := range 40 {
		d := random(t, uint64(trial), 30, 8)
		columns := codedColumns(t, d)
		plain, recoded := make([][]float64, len(columns)), make([][]float64, len(columns))
		y := make([]int, d.N())
		samples := rng.Perm(d.N())
		for j, f := range columns {
			order := rng.Perm(3)
			plain[j], recoded[j] = make([]float64, d.N()), make([]float64, d.N())
			for i, s := range samples {
				plain[j][i], recoded[j][i] = float64(f[i]), float64(order[f[s]])
				y[i] = (d.Y[s] + 1) % 3
			}
		}
		a, b := table(t, d.Y, plain...), table(t, y, recoded...)
		for _, m := range []algorithms.Selector{FCBF{Coding: Width, Bins: 9},
			CFS{Coding: Width, Bins: 9}} {
			want := chosen(t, m, a, algorithms.Options{})
			got := chosen(t, m, b, algorithms.Options{})
			if len(want.Features) == 0 || !slices.Equal(want.Features, got.Features) ||
				!slices.Equal(want.Scores, got.Scores) || !slices.Equal(want.Raw, got.Raw) {
				t.Errorf("trial %d, %s: %v %v %v, recoded %v %v %v", trial, algorithms.Name(m),
					want.Features, want.Scores, want.Raw, got.Features, got.Scores, got.Raw)
			}
		}
	}
}

// A column that another one predicts better than the classes do is not chosen, a smaller k cuts the
// answer, and a larger one adds a warning.
func TestFCBFByHand(t *testing.T) {
	y := []int{0, 0, 0, 0, 1, 1, 1, 1}
	d := table(t, y,
		[]float64{0, 1, 0, 1, 0, 1, 0, 1}, // independent of y
		[]float64{0, 0, 0, 1, 1, 1, 1, 1}, // one sample off
		[]float64{5, 5, 5, 5, 5, 5, 5, 5}, // constant
		[]float64{0, 0, 0, 1, 1, 1, 1, 1}, // a duplicate
		[]float64{0, 0, 1, 0, 0, 1, 1, 1}, // two samples off, not much like column 1
	)
	m := FCBF{Coding: Width, Bins: 2}
	r := chosen(t, m, d, algorithms.Options{})
	// SU(1, y) = 2·.5487949/(1 + .9544340), with counts 3, 1 and 4; SU(4, y) = 1 − h(1/4).
	if !slices.Equal(r.Features, []int{1, 4}) || math.Abs(r.Scores[0]-.5615896) > 1e-6 ||
		math.Abs(r.Scores[1]-.1887219) > 1e-6 {
		t.Errorf("features %v, scores %v", r.Features, r.Scores)
	}
	if len(r.Warnings) != 1 || !strings.HasPrefix(r.Warnings[0],
		"1 constant column is not chosen") {
		t.Errorf("warnings %q", r.Warnings)
	}
	one := chosen(t, m, d, algorithms.Options{K: 1})
	if !slices.Equal(one.Features, []int{1}) || one.Scores[0] != r.Scores[0] ||
		len(one.Warnings) != 1 {
		t.Errorf("k = 1: %v %v %q", one.Features, one.Scores, one.Warnings)
	}
	four := chosen(t, m, d, algorithms.Options{K: 4})
	if w := four.Warnings; !slices.Equal(four.Features, r.Features) || len(w) != 2 || w[1] !=
		"fcbf chooses only 2 of the k = 4 features wanted" {
		t.Errorf("k = 4: %v %q", four.Features, w)
	}
	m.Threshold = .2
	if r := chosen(t, m, d, algorithms.Options{}); !slices.Equal(r.Features, []int{1}) {
		t.Errorf("threshold .2: %v", r.Features)
	}
	m.Threshold = .9
	none := chosen(t, m, d, algorithms.Options{K: 3})
	if w := none.Warnings; len(none.Features) != 0 || len(w) != 3 || w[1] != "no feature has a "+
		"symmetric uncertainty with the target above the threshold 0.9; the largest is 0.562" ||
		w[2] != "fcbf chooses none of the k = 3 features wanted" {
		t.Errorf("threshold .9: %v %q", none.Features, w)
	}
}

// codedColumns are columns of three levels, each of which occurs.
func codedColumns(t *testing.T, d *datasets.Dataset) [][]int {
	columns, _ := codesOf(t, d, Levels, 10)
	for _, f := range columns {
		f[0], f[1], f[2] = 0, 1, 2
	}
	return columns
}
