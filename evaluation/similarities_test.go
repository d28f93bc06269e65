package evaluation_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
	"fsnb.example/internal/redundancy"
	"fsnb.example/internal/similarity"
)

// chosenBy is the best k of a data set by variance.
func chosenBy(t *testing.T, d *datasets.Dataset, k int) *algorithms.Ranking {
	t.Helper()
	return must.Get(filter.Variance{}.Select(t.Context(), d, algorithms.Options{K: k}))(t)
}

// The report says what the measures that it is made of say, and its matrices are in
// the order of the classes.
func TestSimilarities(t *testing.T) {
	whole := must.Get(datasets.Load("wine", datasets.Options{}))(t)
	var rows []int
	for i := 0; i < whole.N(); i += 7 {
		rows = append(rows, (i*31)%whole.N())
	}
	d := must.Get(whole.Rows(rows))(t)
	n := d.N()
	one, four := chosenBy(t, d, 1), chosenBy(t, d, 4)
	rbf := must.Get(similarity.Gaussian(t.Context(), d, 0, 1))(t)
	report := must.Get(evaluation.Similarities(t.Context(), d, graph.RBF{}, 1, one, four))(t)
	if !slices.Equal(report.Kept, []int{1, 5}) || report.N != n || len(report.Rows) != 2 ||
		len(report.Groups) != n {
		t.Fatalf("%d samples, %d rows, kept %v, %d groups", report.N, len(report.Rows), report.Kept,
			len(report.Groups))
	}
	if !slices.IsSortedFunc(report.Groups,
		func(a, b string) int { return slices.Index(d.Classes, a) - slices.Index(d.Classes, b) }) {
		t.Errorf("the samples stand as %v", report.Groups)
	}
	for i, r := range []*algorithms.Ranking{one, four} {
		row := report.Rows[i]
		residue := must.Get(similarity.Residue(t.Context(), d, rbf, r.Features, false, 1))(t)
		part := must.Get(similarity.Chosen(d, r.Features, false))(t)
		kept := must.Get(similarity.Jaccard(t.Context(), part, rbf, []int{1, 5}, 1))(t)
		if float64(row.Residue) != residue || float64(row.Kept[0]) != kept[0] ||
			float64(row.Kept[1]) != kept[1] || row.K != len(r.Features) || row.Label != "variance" {
			t.Errorf("row %d: %+v; want a residue of %v, kept %v", i, row, residue, kept)
		}
	}
	must.Is(t, report.Rows[0].Correlation, 0, "one feature correlates by")
	m := must.Get(redundancy.Of(t.Context(), d, four.Features, 1))(t)
	must.Near(t, float64(report.Rows[1].Correlation), m.AbsPearson, 1e-12, "mean |correlation|")
	// Rows of centered matrices sum to 0; the order is that of both.
	var order []int
	for i := range n {
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int { return d.Y[a] - d.Y[b] })
	part := must.Get(similarity.Chosen(d, four.Features, false))(t)
	var norm float64
	for a, i := range order {
		var sum float64
		for b, j := range order {
			sum += report.Wanted[a*n+b]
			norm += rbf.At(i, j) * rbf.At(i, j)
			if got, want := report.Rows[1].Products[a*n+b], part.At(i, j); got != want {
				t.Fatalf("product %d,%d is %v, want %v", a, b, got, want)
			}
			// Differences of differences do not see the means.
			if a > 0 && b > 0 {
				got := report.Wanted[a*n+b] - report.Wanted[(a-1)*n+b] - report.Wanted[a*n+b-1] +
					report.Wanted[(a-1)*n+b-1]
				want := rbf.At(i, j) - rbf.At(order[a-1], j) - rbf.At(i, order[b-1]) +
					rbf.At(order[a-1], order[b-1])
				if math.Abs(got-want) > 1e-12 {
					t.Fatalf("similarity %d,%d is off by %v", a, b, got-want)
				}
			}
		}
		if math.Abs(sum) > 1e-12 {
			t.Errorf("row %d of the centered similarities has the sum %v", a, sum)
		}
	}
	must.Near(t, float64(report.Norm), math.Sqrt(norm), 1e-9, "the norm is %v", report.Norm)
}

func TestSimilarityKinds(t *testing.T) {
	d := must.Get(datasets.Load("iris", datasets.Options{}))(t)
	r := chosenBy(t, d, 2)
	classes := must.Get(evaluation.Similarities(t.Context(), d, graph.SameClass{}, 1, r))(t)
	if classes.Kept != nil || classes.Rows[0].Kept != nil ||
		math.Abs(float64(classes.Norm)-math.Sqrt(3)) > 1e-12 {
		t.Errorf("classes: kept %v, norm %v; want none and the root of 3", classes.Kept,
			classes.Norm)
	}
	near, err := evaluation.Similarities(t.Context(), d, graph.Neighbors{K: 7}, 1, r)
	if err != nil || near.Kind != "neighbors" || !slices.Equal(near.With, []string{"neighbors=7"}) {
		t.Errorf("neighbors: %+v, %v", near, err)
	}
	// The matrix of a similarity has the report of that similarity.
	k := must.Get(similarity.Gaussian(t.Context(), d, 30, 1))(t)
	own, err := evaluation.Similarities(t.Context(), d, graph.RBF{Percentile: 30}, 1, r)
	if err != nil || !slices.Equal(own.With, []string{"percentile=30"}) {
		t.Fatalf("%+v, %v", own, err)
	}
	given, err := evaluation.Similarities(t.Context(), d, graph.Precomputed{Matrix: k}, 1, r)
	if err != nil || given.Norm != own.Norm || given.Rows[0].Residue != own.Rows[0].Residue ||
		given.Kind != "precomputed" {
		t.Errorf("precomputed: %+v, %v; by percentile %+v", given.Rows, err, own.Rows)
	}
	for _, test := range []struct {
		kind graph.Similarity
		want string
	}{
		{graph.Complete{}, `similarity: "complete" is none of class, rbf, neighbors, precomputed`},
		{graph.SameClass{}, "no class labels"},
		{nil, "no class labels"},
	} {
		bare := *d
		bare.Y, bare.Classes = nil, nil
		must.FailWith(evaluation.Similarities(t.Context(), &bare, test.kind, 1, r))(t,
			test.want, test.kind)
	}
	if _, err := evaluation.Similarities(t.Context(), d, graph.SameClass{}, 1); err == nil {
		t.Error("no rankings are no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := evaluation.Similarities(ctx, d, graph.RBF{}, 1, r); err == nil {
		t.Error("a canceled report is no error")
	}
}
