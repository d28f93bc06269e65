package study_test

import (
	"slices"
	"testing"

	"fsnb.example/evaluation"
	"fsnb.example/evaluation/stats"
	"fsnb.example/internal/must"
	"fsnb.example/papers/study"
)

// The marks are those of the tests of package stats, on the values of the cells.
func TestMarks(t *testing.T) {
	s := small()
	s.Splits.Repeats = 12
	r := run(t, s, "", 2)
	seen := map[study.Mark]bool{}
	for set := range r.Sets {
		for _, v := range []study.View{{}, {K: 1}, {K: 2}, {Best: true}} {
			for measure := range 2 {
				marks := r.Marks(set, measure, v)
				better := float64(r.Measures[measure].Better)
				best := 0
				for m := range r.Methods {
					if better*(r.At(set, m, measure, v).Mean-r.At(set, best, measure, v).Mean) > 0 {
						best = m
					}
				}
				for m := range r.Methods {
					a, b := r.At(set, best, measure, v).Values, r.At(set, m, measure, v).Values
					plain := must.Get(stats.PairedT(a, b))(t)
					corrected := must.Get(stats.CorrectedPairedT(a, b, int(r.Sets[set].Train),
						int(r.Sets[set].Test)))(t)
					want := study.Mark{Good: corrected.P > .05, Plain: corrected.P > .05 &&
						plain.P <= .05, P: corrected.P, PlainP: plain.P}
					if marks[m] != want || m == best && !want.Good {
						t.Errorf("%s, %s, %+v: %+v, want %+v", r.Sets[set].Name, r.Methods[m].Label,
							v, marks[m], want)
					}
					seen[study.Mark{Good: want.Good, Plain: want.Plain}] = true
				}
			}
		}
	}
	if len(seen) != 3 {
		t.Errorf("only these kinds of marks were seen: %v", seen)
	}
}

// By hand: two methods on common splits, one split only, and no better.
func TestMarksByHand(t *testing.T) {
	r := &study.Result{
		Sets:     []study.Set{{Name: "a", D: 9, Counts: []int{2}, Train: 50, Test: 50}},
		Methods:  []study.Method{{Label: "x"}, {Label: "y"}, {Label: "z"}},
		Measures: []study.MeasureInfo{{Label: "m", Better: -1}},
		Splits:   4,
	}
	add := func(m int, splits []int, values ...float64) {
		r.Cells = append(r.Cells, study.Cell{Method: m, K: 2, Splits: splits,
			Spread: evaluation.NewSpread(values)})
	}
	add(0, []int{0, 1, 3}, 5, 6, 9)
	add(1, []int{1, 2, 3}, 4, 2, 8) // two in common, each less by 1 or 2
	add(2, nil)
	marks := r.Marks(0, 0, study.View{K: 2})
	if !marks[1].Good || marks[1].P != 1 || marks[2] != (study.Mark{}) {
		t.Errorf("%+v", marks)
	}
	want := must.Get(stats.CorrectedPairedT([]float64{4, 8}, []float64{6, 9}, 50, 50))(t)
	if marks[0].P != want.P {
		t.Errorf("p = %g, want %g", marks[0].P, want.P)
	}
	if got := r.Against(0, 1, 0, study.View{K: 2}); got != (study.Tally{Ties: 1}) {
		t.Errorf("tally %+v", got)
	}
	// Constant differences are certain.
	r.Cells = nil
	add(0, []int{0, 1}, 5, 6)
	add(1, []int{0, 1}, 4, 5)
	if got := r.Against(1, 0, 0, study.View{K: 2}); got != (study.Tally{Wins: 1}) ||
		r.Marks(0, 0, study.View{K: 2})[0].Good {
		t.Errorf("tally %+v", got)
	}
	// A single split proves nothing: only the best is good.
	r.Cells = nil
	add(0, []int{0}, 5)
	add(1, []int{0}, 4.999)
	add(2, []int{0}, 4.999)
	if m := r.Marks(0, 0, study.View{K: 2}); m[0].Good || !m[1].Good || !m[2].Good {
		t.Errorf("%+v", m)
	}
	r.Measures[0].Better = 0
	for _, m := range r.Marks(0, 0, study.View{K: 2}) {
		if m != (study.Mark{}) {
			t.Errorf("a mark where nothing is better: %+v", m)
		}
	}
}

func TestAtSaysWhyThereIsNone(t *testing.T) {
	s := small()
	s.Data = study.Named("iris", "nowhere")
	r := run(t, s, "", 2)
	for want, c := range map[string]study.Cell{
		"the data set has 4 features":      r.At(0, 0, 0, study.View{K: 8}),
		"the study did not try 3 features": r.At(0, 0, 0, study.View{K: 3}),
		r.Sets[1].Note:                     r.At(1, 0, 0, study.View{}),
		"":                                 r.At(0, 0, 0, study.View{Best: true}),
	} {
		if c.Failed != want {
			t.Errorf("%q, want %q", c.Failed, want)
		}
	}
}

func TestRanks(t *testing.T) {
	s := small()
	s.Data = study.Named("iris", "nowhere", "wine")
	r := run(t, s, "", 2)
	ranks := must.Get(r.Ranks(1, study.View{}))(t)
	if !slices.Equal(ranks.Datasets, []string{"iris", "wine"}) || !ranks.Smaller ||
		ranks.Scores[1][2] != r.Aggregate(2, 2, 1).Mean {
		t.Errorf("%+v", ranks)
	}
	s.Data = study.Named("iris")
	if _, err := run(t, s, "", 2).Ranks(0, study.View{}); err == nil {
		t.Error("one data set is ranked")
	}
}
