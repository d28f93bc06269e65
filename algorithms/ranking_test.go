package algorithms_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"fsnb.example/algorithms"
	"fsnb.example/internal/must"
)

// The order is that of an insertion sort by the documented comparison.
func TestOrderAgainstInsertion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.SampledFrom([]float64{-inf, -1, 0, 1, 2, inf})
		d := rapid.IntRange(0, 12).Draw(t, "d")
		s := algorithms.Scores{
			Values: rapid.SliceOfN(value, d, d).Draw(t, "values"),
			Tie:    rapid.SliceOfN(value, d, d).Draw(t, "tie"),
		}
		for j := range d {
			if rapid.IntRange(0, 4).Draw(t, "constant") == 0 {
				s.Constant = append(s.Constant, j)
			}
		}
		better := func(a, b int) bool {
			if ca, cb := slices.Contains(s.Constant, a), slices.Contains(s.Constant, b); ca != cb {
				return cb
			}
			if s.Values[a] != s.Values[b] {
				return s.Values[a] > s.Values[b]
			}
			return s.Tie[a] > s.Tie[b] // else the earlier stays before
		}
		want := []int{}
		for j := range d {
			at := len(want)
			for at > 0 && better(j, want[at-1]) {
				at--
			}
			want = slices.Insert(want, at, j)
		}
		if got := s.Order(); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

func TestRankBy(t *testing.T) {
	d := table([]float64{2, 5, 3}, []float64{0, 0, 0})
	d.History = []string{"made"}
	r, err := algorithms.RankBy(t.Context(), plain{}, d, algorithms.Options{K: 2})
	must.Do(t, err)
	want := &algorithms.Ranking{
		Method: "plain", Label: "plain", Key: "plain", Dataset: "table", History: []string{"made"},
		N: 2, D: 3, K: 2,
		Features: []int{1, 2}, Names: []string{"q", "r"}, Scores: algorithms.Numbers{5, 3},
		Raw:         algorithms.Numbers{-4, -2},
		Diagnostics: algorithms.Diagnostics{Converged: true}, Warnings: []string{"a stub"},
	}
	if diff := cmp.Diff(want, r, cmpopts.IgnoreFields(algorithms.Ranking{},
		"Elapsed")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got, want := r.String(), "plain: 2 of 3, table: q, r"; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	if r.History[0] = "changed"; d.History[0] != "made" {
		t.Error("the ranking shares its history with the data set")
	}

	r, err = algorithms.RankBy(t.Context(), plain{}, d, algorithms.Options{})
	if err != nil || !slices.Equal(r.Features, []int{1, 2, 0}) || r.K != 3 {
		t.Errorf("K = 0: got %v, %v; want all three", r, err)
	}
}

func TestUnkeyableHasNoKey(t *testing.T) {
	r := algorithms.NewRanking(unkeyable{}, table([]float64{1}), []int{0},
		algorithms.Numbers{1}, nil)
	if r.Key != "unkeyable" || r.Params != nil {
		t.Errorf("key %q, params %v; want the name alone", r.Key, r.Params)
	}
}

func TestCertificateHolds(t *testing.T) {
	for _, test := range []struct {
		c    *algorithms.Certificate
		want bool
	}{
		{nil, false},
		{&algorithms.Certificate{Value: 0, Tolerance: 0}, true},
		{&algorithms.Certificate{Value: 2e-9, Tolerance: 1e-9}, false},
		{&algorithms.Certificate{Value: algorithms.Number(nan), Tolerance: 1}, false},
	} {
		if got := test.c.Holds(); got != test.want {
			t.Errorf("%+v holds: %v, want %v", test.c, got, test.want)
		}
	}
}
