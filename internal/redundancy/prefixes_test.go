package redundancy_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/datasets"
	"fsnb.example/internal/must"
	"fsnb.example/internal/redundancy"
)

// correlated is n samples of p features with a common part. Every fifth is constant, and every
// seventh a duplicate of the one before.
func correlated(n, p int) *mat.Dense {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(p)))
	x := mat.NewDense(n, p, nil)
	for i := range n {
		common := rng.NormFloat64()
		for j := range p {
			switch {
			case j%5 == 4:
				x.Set(i, j, 2)
			case j%7 == 6:
				x.Set(i, j, x.At(i, j-1))
			default:
				x.Set(i, j, 3+common+rng.NormFloat64())
			}
		}
	}
	return x
}

// The measures of the first k columns are those of Of.
func TestPrefixesAgainstOf(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.IntRange(2, 45).Draw(t, "p")
		d := table(correlated(rapid.IntRange(2, 12).Draw(t, "n"), p))
		columns := rapid.Permutation(count(p)).Draw(t, "order")
		var counts []int
		for k := 2; k <= p; k += rapid.IntRange(1, 20).Draw(t, "step") {
			counts = append(counts, k)
		}
		got := must.Get(redundancy.Prefixes(t.Context(), d, columns, counts, 1))(t)
		if len(got) != len(counts) {
			t.Fatalf("%d measures of %d counts", len(got), len(counts))
		}
		for i, k := range counts {
			want := must.Get(redundancy.Of(t.Context(), d, columns[:k], 1))(t)
			if diff := cmp.Diff(want.Measures, got[i], near); diff != "" {
				t.Fatalf("%d of %d columns (-alone +prefix):\n%s", k, p, diff)
			}
		}
	})
}

func TestPrefixesWorkersAgree(t *testing.T) {
	d := table(correlated(40, 100))
	counts := []int{2, 3, 17, 50, 99, 100}
	one := must.Get(redundancy.Prefixes(t.Context(), d, count(100), counts, 1))(t)
	seven := must.Get(redundancy.Prefixes(t.Context(), d, count(100), counts, 7))(t)
	if diff := cmp.Diff(one, seven); diff != "" {
		t.Error(diff)
	}
	for _, d := range []*datasets.Dataset{d, table(correlated(100, 40))} {
		a := must.Get(redundancy.OverallOf(t.Context(), d, 1))(t)
		b := must.Get(redundancy.OverallOf(t.Context(), d, 7))(t)
		if *a != *b {
			t.Errorf("overall %v with 1 worker, %v with 7", *a, *b)
		}
	}
}

// polled is a context that is canceled after some polls.
type polled struct {
	context.Context
	left *int
}

func (p polled) Err() error {
	if *p.left--; *p.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestPrefixesCanceled(t *testing.T) {
	d := table(correlated(5, 60))
	counts := []int{2, 16, 17, 32, 40, 60}
	whole := must.Get(redundancy.Prefixes(t.Context(), d, count(60), counts, 1))(t)
	for blocks, finished := range []int{0, 2, 4, 5} { // of 16 columns
		left := 8 + blocks // the columns are copied in 8 blocks
		got, err := redundancy.Prefixes(polled{t.Context(), &left}, d, count(60), counts, 1)
		if !errors.Is(err, context.Canceled) || len(got) != finished {
			t.Fatalf("canceled after %d blocks: %d measures, %v; want %d", blocks, len(got), err,
				finished)
		}
		if finished > 0 {
			if diff := cmp.Diff(whole[:finished], got); diff != "" {
				t.Errorf("canceled after %d blocks (-whole +got):\n%s", blocks, diff)
			}
		}
	}
	left := 7
	got, err := redundancy.Prefixes(polled{t.Context(), &left}, d, count(60), counts, 1)
	if !errors.Is(err, context.Canceled) || got != nil {
		t.Errorf("canceled while columns are copied: %v, %v", got, err)
	}
	for _, d := range []*datasets.Dataset{d, table(correlated(60, 5))} {
		left := 0
		if _, err := redundancy.OverallOf(polled{t.Context(), &left}, d, 1); !errors.Is(err,
			context.Canceled) {
			t.Errorf("overall, canceled: %v", err)
		}
	}
}

// Overall.Mean is the mean of the d×d matrix over the columns that vary, for n above and below d
// and with several blocks of columns.
func TestOverallAgainstTheMatrix(t *testing.T) {
	for _, dims := range [][2]int{{2, 2}, {3, 4}, {4, 3}, {12, 60}, {60, 12}, {30, 300}, {7, 600},
		{20, 20}, {20, 21}} {
		d := table(correlated(dims[0], dims[1]))
		got := must.Get(redundancy.OverallOf(t.Context(), d, 0))(t)
		var varying []int
		for j := range dims[1] {
			if f := mat.Col(nil, j, d.X); slices.Min(f) != slices.Max(f) {
				varying = append(varying, j)
			}
		}
		want := brute(d.X, varying).SqCosCentered
		if got.Varying != len(varying) || math.Abs(got.Mean-want) > 1e-12 {
			t.Errorf("%v: %+v, want %.15g over %d columns", dims, *got, want, len(varying))
		}
	}
	for _, x := range []*mat.Dense{mat.NewDense(1, 5, []float64{1, 2, 3, 4, 5}),
		mat.NewDense(3, 1, []float64{1, 2, 3}), mat.NewDense(2, 4, nil), mat.NewDense(4, 2, nil)} {
		o, err := redundancy.OverallOf(t.Context(), table(x), 0)
		if err != nil || o.Mean != 0 || o.Varying > 1 {
			t.Errorf("no two columns vary: %+v, %v", o, err)
		}
	}
	if redundancy.OverallCost(10, 1000) != 50_000 || redundancy.OverallCost(1000, 10) != 50_000 {
		t.Error("the cost is not that of the smaller Gram matrix")
	}
}

func TestPrefixesErrors(t *testing.T) {
	d := table(mat.NewDense(3, 4, []float64{1, 2, 3, 9, 3, 4, 5, math.NaN(), 5, 7, 1, 9}))
	for _, test := range []struct {
		what            string
		columns, counts []int
		want            string
	}{
		{"no counts", count(3), nil, "no numbers of features given"},
		{"one", count(3), []int{1, 2},
			"counts [1 2] of 3 features; give ascending ones from 2 to 3"},
		{"too many", count(3), []int{2, 4}, "counts [2 4] of 3 features"},
		{"descending", count(3), []int{3, 2}, "counts [3 2] of 3 features"},
		{"twice", []int{0, 1, 0}, []int{3}, "feature 0 is listed twice"},
		{"NaN", count(4), []int{4}, "row 1, column 3 (f3) is not a finite number"},
	} {
		if _, err := redundancy.Prefixes(t.Context(), d, test.columns, test.counts,
			0); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v; want %q", test.what, err, test.want)
		}
	}
	// Columns after the last count have no effect.
	if _, err := redundancy.Prefixes(t.Context(), d, count(4), []int{3}, 0); err != nil {
		t.Error(err)
	}
	if _, err := redundancy.OverallOf(t.Context(), d, 0); err == nil ||
		!strings.Contains(err.Error(), "(f3) is not a finite number") {
		t.Errorf("overall with NaN: %v", err)
	}
	if _, err := redundancy.OverallOf(t.Context(), nil, 0); err == nil ||
		!strings.Contains(err.Error(), "no data") {
		t.Errorf("overall without data: %v", err)
	}
}

func BenchmarkPrefixes(b *testing.B) {
	for _, k := range []int{200, 1000} {
		d := table(correlated(1000, k))
		b.Run(fmt.Sprintf("n=1000/k=%d", k), func(b *testing.B) {
			for b.Loop() {
				must.Get(redundancy.Prefixes(b.Context(), d, count(k), []int{k / 2, k},
					0))(b)
			}
		})
		b.Run(fmt.Sprintf("alone/n=1000/k=%d", k), func(b *testing.B) {
			for b.Loop() {
				must.Get(redundancy.Of(b.Context(), d, count(k), 0))(b)
			}
		})
	}
	b.Run("overall/n=72/d=7129", func(b *testing.B) {
		d := table(correlated(72, 7129))
		for b.Loop() {
			must.Get(redundancy.OverallOf(b.Context(), d, 0))(b)
		}
	})
}
