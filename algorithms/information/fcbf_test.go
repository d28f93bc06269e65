package information

import (
	"math/rand/v2"
	"slices"
	"testing"

	"fsnb.example/algorithms"
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
