package display

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fsnb.example/evaluation"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

// makeRanks is k methods of which each is a little worse than the one before, by step
// against noise.
func makeRanks(k, n int, step float64, label func(int) string) *evaluation.RankComparison {
	r := namelessRanks(rankSize{k, n, step})
	r.Datasets, r.Methods = slices.Clone(r.Datasets), nil
	for j := range k {
		r.Methods = append(r.Methods, label(j))
	}
	return &r
}

type rankSize struct {
	k, n int
	step float64
}

var namelessRanks = once(func(s rankSize) evaluation.RankComparison {
	rng := rand.New(rand.NewPCG(uint64(s.k), uint64(s.n)))
	scores := make([][]float64, s.n)
	for i := range scores {
		for j := range s.k {
			scores[i] = append(scores[i], math.Round(100*(rng.NormFloat64()-s.step*float64(j)))/100)
		}
	}
	r, err := evaluation.Ranks(nil, nil, scores, evaluation.RankOptions{})
	if err != nil {
		panic(err)
	}
	return *r
})

func rankSituations() map[string]*figure.Figure {
	out := make(map[string]*figure.Figure)
	method := numbered("method ")
	for _, k := range longtest.And([]int{2, 3, 5, 12, 20, 21, 60}, 4, 8) {
		for _, n := range longtest.And([]int{2, 40}, 8) {
			for _, step := range []float64{0, 0.2, 3} {
				out[fmt.Sprintf("ranks, %d methods on %d data sets, step %g", k, n, step)] =
					RanksFigure(makeRanks(k, n, step, method))
			}
		}
		out[fmt.Sprintf("ranks, %d long methods", k)] = RanksFigure(makeRanks(k, 12, 0.2, long))
		out[fmt.Sprintf("ranks, %d uneven methods", k)] = RanksFigure(makeRanks(k, 12, 0.2, uneven))
		same := make([][]float64, 5)
		for i := range same {
			same[i] = make([]float64, k)
		}
		r, err := evaluation.Ranks(nil, nil, same, evaluation.RankOptions{})
		if err != nil {
			panic(err)
		}
		out[fmt.Sprintf("ranks, %d equal methods", k)] = RanksFigure(r)
	}
	return out
}

func TestRanksTable(t *testing.T) {
	scores := [][]float64{{0.9, 0.8, 0.7}, {0.95, 0.95, 0.5}, {0.2, 0.1, 0.3}}
	r, err := evaluation.Ranks([]string{"iris", "wine", "hard"}, []string{"a", "b", "c"}, scores,
		evaluation.RankOptions{})
	must.Do(t, err)
	table := ranksTable(r)
	want := [][]string{
		{"a", "0.900", "0.950", "0.200", "1.500", "2", "–"},
		{"b", "0.800", "0.950", "0.100", "2.167", "1", "0.693"},
		{"c", "0.700", "0.500", "0.300", "2.333", "1", "0.564"},
	}
	must.Equal(t, table.Rows, want, "table.Rows")
	// The best scores are bold. No average rank is, since none differs significantly.
	bold := [][]bool{{false, true, true, false, false}, {false, false, true, false, false},
		{false, false, false, true, false}}
	must.Equal(t, table.Strong, bold, "what stands out")
	notes := strings.Join(table.Notes, "\n")
	must.ContainAll(t, notes,
		"where the largest score is the best",
		"Friedman's test that all are alike: χ² = 1.27 with 2 degrees of freedom, p = 0.529; "+
			"Iman and Davenport's F = 0.54 with 2 and 4, p = 0.621.",
		"Nemenyi's test at 5%: average ranks differ significantly from a difference of 1.914 on.",
		"want more than 10 data sets")
	same := ranksTable(makeRanks(3, 40, 100, numbered("m")))
	if len(same.Columns) != 4 || !strings.Contains(strings.Join(same.Notes, "\n"),
		"p < 0.001; all data sets have the same ranks.") || same.Rows[2][3] != "<0.001" {
		t.Errorf("the same ranks everywhere: %q, %q", same.Rows, same.Notes)
	}
}

// The lines stand at the average ranks, the bars over the groups, and no line crosses
// another.
func TestCriticalDifference(t *testing.T) {
	r := makeRanks(9, 30, 0.25, numbered("m"))
	f := RanksFigure(r)
	rec := record(f)
	var bars, names []box
	axis := box{}
	for _, b := range rec.Shapes {
		switch {
		case b.Color == figure.Palette[0]:
			bars = append(bars, b)
		case b.Color == figure.SoftInk && b.MaxY-b.MinY < 1.5 && b.MaxX-b.MinX > 100 &&
			axis.MaxX == 0:
			axis = b
		case b.Color == figure.SoftInk && b.MaxX-b.MinX > 5 && b.MaxY-b.MinY > 15:
			names = append(names, b)
		}
	}
	if len(names) != 9 || len(bars) != len(r.Groups) || len(bars) == 0 {
		t.Fatalf("%d lines, %d bars for %d groups", len(names), len(bars), len(r.Groups))
	}
	left, wide := axis.MinX+0.5, axis.MaxX-axis.MinX-1
	at := func(place int) float64 { return left + wide*(r.Friedman.Average[r.Order[place]]-1)/8 }
	for i, b := range names {
		x := b.MaxX - 0.45 // the left half
		if i >= 5 {
			x = b.MinX + 0.45
		}
		must.Near(t, x, at(i), 0.01, "method %d stands at", i+1)
		for j, o := range names[:i] {
			if (i < 5) == (j < 5) && (i < 5) != (o.MinY > b.MinY) {
				t.Errorf("the lines of places %d and %d cross", j+1, i+1)
			}
		}
	}
	for i, g := range r.Groups {
		if b := bars[i]; math.Abs(b.MinX+2+3-at(g[0])) > 2.1 ||
			math.Abs(b.MaxX-2-3-at(g[1])) > 2.1 {
			t.Errorf("bar %d goes from %.1f to %.1f, want %.1f to %.1f", i, b.MinX, b.MaxX,
				at(g[0]), at(g[1]))
		}
		for _, o := range bars[:i] {
			if bars[i].Overlaps(o, 0) {
				t.Error("two bars overlap")
			}
		}
	}
	if !strings.HasPrefix(f.Alt,
		"Critical-difference plot of 9 methods by rank over 30 data sets, average ranks: ") {
		t.Errorf("it is described as %q", f.Alt)
	}
	texts(t, RanksFigure(makeRanks(3, 40, 100, numbered("m"))), "average rank, best first", "1",
		"2", "3", "critical difference 0.52",
		"All methods differ significantly from each other (Nemenyi, 5%). Friedman's test that "+
			"all are alike: p < 0.001.")
	texts(t, RanksFigure(makeRanks(3, 2, 3, numbered("m"))),
		"critical difference 2.34, more than the axis is long")
	if RanksFigure(makeRanks(61, 2, 0, numbered("m"))) != nil {
		t.Error("61 methods made a figure")
	}
}
