package evaluation_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
)

// demsar is table 6 of Demšar 2006; one tie is broken as its printed ranks are.
var demsar = [][]float64{
	{0.763, 0.768, 0.771, 0.798}, {0.599, 0.591, 0.590, 0.569}, {0.954, 0.971, 0.968, 0.967},
	{0.628, 0.661, 0.654, 0.657},
	{0.882, 0.888, 0.886, 0.898}, {0.936, 0.931, 0.916, 0.931}, {0.661, 0.668, 0.609, 0.685},
	{0.583, 0.583, 0.563, 0.625},
	{0.775, 0.838, 0.866, 0.875}, {1.000, 1.000, 1.000, 1.000}, {0.940, 0.962, 0.965, 0.962},
	{0.619, 0.666, 0.614, 0.669},
	{0.972, 0.981, 0.9751, 0.975}, {0.957, 0.978, 0.946, 0.970},
}

func TestRanks(t *testing.T) {
	methods := []string{"C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"}
	for _, smaller := range []bool{false, true} {
		scores := demsar
		if smaller {
			scores = nil
			for _, row := range demsar {
				var errs []float64
				for _, v := range row {
					errs = append(errs, 1-v)
				}
				scores = append(scores, errs)
			}
		}
		r := must.Get(evaluation.Ranks(nil, methods, scores,
			evaluation.RankOptions{Smaller: smaller}))(t)
		// The critical difference at 5% is 1.25 (section 3.2.3), the average ranks
		// 3.143, 2.000, 2.893, 1.964: none differs by as much.
		if !slices.Equal(r.Order, []int{3, 1, 2, 0}) || math.Abs(r.Difference-1.25) > 5e-3 ||
			!slices.Equal(r.Groups, [][2]int{{0, 3}}) {
			t.Errorf("order %v, difference %v, groups %v", r.Order, r.Difference, r.Groups)
		}
		if r.Datasets[13] != "data set 14" || !slices.Equal(r.Wins, []int{3, 5, 2, 7}) ||
			r.Alpha != 0.05 {
			t.Errorf("%v, wins %v, alpha %g", r.Datasets, r.Wins, r.Alpha)
		}
		for a := range 4 {
			for b := range 4 {
				p := r.P[a*4+b]
				apart := math.Abs(r.Friedman.Average[a] - r.Friedman.Average[b])
				if p != r.P[b*4+a] || a == b && p != 1 || (p <= 0.05) != (apart >= r.Difference) {
					t.Errorf("methods %d and %d: p = %g", a, b, p)
				}
			}
		}
	}
	// At 10% the difference is 1.12 (the paper), and the first and the last differ,
	// by 1.18, as do the second and the last, by 1.14.
	r, err := evaluation.Ranks(nil, methods, demsar, evaluation.RankOptions{Alpha: 0.1})
	if err != nil || math.Abs(r.Difference-1.12) > 5e-3 ||
		!slices.Equal(r.Groups, [][2]int{{0, 2}, {2, 3}}) {
		t.Errorf("at 10%%: %v, %v, %v", r.Difference, r.Groups, err)
	}
}

// Groups are as large as they can be, and none lies in another.
func TestRankGroups(t *testing.T) {
	for name, test := range map[string]struct {
		scores func(i, j int) float64
		n, k   int
	}{
		"one order": {func(_, j int) float64 {
			return float64(-j)
		}, 30, 9}, "no order": {func(int, int) float64 { return 1 }, 9, 5},
		"noise": {func(i, j int) float64 {
			return math.Sin(float64(i*i + 7*j*j + i*j))
		}, 12, 12}, "trend": {func(i, j int) float64 {
			return math.Sin(float64(i*i+7*j*j+i*j)) - 0.2*float64(j)
		}, 20, 15},
		"two apart": {func(_, j int) float64 { return float64(j) }, 40, 2},
	} {
		scores := make([][]float64, test.n)
		for i := range scores {
			for j := range test.k {
				scores[i] = append(scores[i], test.scores(i, j))
			}
		}
		r := must.Get(evaluation.Ranks(nil, nil, scores, evaluation.RankOptions{}))(t)
		in := func(a, b int) bool { // one group holds both
			return slices.ContainsFunc(r.Groups,
				func(g [2]int) bool { return g[0] <= a && b <= g[1] })
		}
		for a := range test.k {
			for b := range a {
				near := r.Friedman.Average[r.Order[a]]-r.Friedman.Average[r.Order[b]] < r.Difference
				if in(b, a) != near {
					t.Errorf("%s: places %d and %d in a group: %v, want %v", name, b, a,
						!near, near)
				}
			}
		}
		for i, g := range r.Groups {
			for j, o := range r.Groups {
				if i != j && o[0] <= g[0] && g[1] <= o[1] {
					t.Errorf("%s: group %v lies in %v", name, g, o)
				}
			}
		}
	}
}

func TestRanksErrors(t *testing.T) {
	two := [][]float64{{1, 2}, {2, 1}}
	for _, test := range []struct {
		want              string
		datasets, methods []string
		scores            [][]float64
		alpha             float64
	}{
		{"0 data sets; give at least 2", nil, nil, nil, 0}, {"1 data sets; give at least 2", nil,
			nil, two[:1], 0}, {"1 methods; give at least 2", nil, nil, [][]float64{{1}, {2}}, 0},
		{"3 names for 2 data sets", []string{"a", "b", "c"}, nil, two, 0},
		{"1 names for 2 methods; give each its own", nil, []string{"a"}, two, 0},
		{`data set "wine" has 1 scores, "iris" has 2`, []string{"iris", "wine"}, nil,
			[][]float64{{1, 2}, {1}}, 0},
		{`the score of method "b" on data set "data set 2" is NaN; give a finite number, or ` +
			`leave the data set out`, nil, []string{"a", "b"}, [][]float64{{1, 2}, {1, math.NaN()}},
			0},
		{"alpha 1; give a number between 0 and 1", nil, nil, two, 1},
	} {
		if r, err := evaluation.Ranks(test.datasets, test.methods, test.scores,
			evaluation.RankOptions{Alpha: test.alpha}); err == nil ||
			!strings.Contains(err.Error(), test.want) || r != nil {
			t.Errorf("%v, want %q", err, test.want)
		}
	}
}
