package spfs

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/must"
)

func selected(t testing.TB, m algorithms.Selector, d *datasets.Dataset, k int) *algorithms.Ranking {
	t.Helper()
	return must.Get(m.Select(context.Background(), d, algorithms.Options{K: k}))(t)
}

// The residue in the diagnostics is the formula at the chosen features.
func TestResidueIsThatOfTheFeatures(t *testing.T) {
	rng := rand.New(rand.NewPCG(2013, 2))
	d := problem(rng, 70, 150)
	for _, m := range []SFS{{}, {Similarity: graph.RBF{}},
		{Similarity: graph.Neighbors{}, Uncentered: true}} {
		r := selected(t, m, d, 100)
		left := plainSimilarity(t, d, m)
		for i, j := range r.Features {
			f := plainUnit(d, j, m.Uncentered)
			left.RankOne(left, -1, f, f)
			want := mat.Norm(left, 2)
			if got := r.Diagnostics.Trace[i]; math.Abs(got-want*want) > 1e-9*want*want {
				t.Fatalf("%s: residue %d is %v, want %v", r.Label, i, got, want*want)
			}
		}
	}
}

// Scale multiplies K, as a precomputed K shows. With a large scale the features are those of
// largest f'Kf, duplicates included. The first feature is the same for any scale.
func TestScale(t *testing.T) {
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 11))
		d := problem(rng, 14, 10)
		k, _, err := graphs.Gaussian{Percentile: 20}.Matrix(t.Context(), d.X, 0, nil)
		must.Do(t, err)
		larger := mat.NewSymDense(14, nil)
		larger.ScaleSym(7, k)
		one, other := selected(t, SFS{Similarity: graph.RBF{}, Scale: 7}, d, 10),
			selected(t, SFS{Similarity: graph.Precomputed{Matrix: larger}}, d, 10)
		if !slices.Equal(one.Features, other.Features) {
			t.Errorf("seed %d: Scale %v, precomputed %v", seed, one.Features, other.Features)
		}
		if a, b := float64(*one.Diagnostics.Objective),
			float64(*other.Diagnostics.Objective); math.Abs(a-b) > 1e-9*b {
			t.Errorf("seed %d: objectives %v and %v", seed, a, b)
		}
		if a, b := extra(t, one, "start"), extra(t, other, "start"); math.Abs(a-b) > 1e-9*b {
			t.Errorf("seed %d: starts %v and %v", seed, a, b)
		}
		// f'Kf is large compared with all (f'g)² <= 1.
		first, last := selected(t, SFS{Scale: 1e9}, d, 10), selected(t, SFS{}, d, 1)
		if first.Features[0] != last.Features[0] || !slices.IsSortedFunc(first.Scores,
			func(a, b float64) int { return cmp.Compare(b, a) }) {
			t.Errorf("seed %d: scaled by 1e9 %v with %v, the first of scale 1 is %d", seed,
				first.Features, first.Scores, last.Features[0])
		}
	}
	d := problem(rand.New(rand.NewPCG(1, 2)), 8, 4)
	for scale, want := range map[float64]string{
		-1:          "spfs-sfs: scale = -1; give 1e-100 to 1e100",
		math.Inf(1): "spfs-sfs: scale = +Inf; give 1e-100 to 1e100",
		1e200:       "spfs-sfs: scale = 1e+200; give 1e-100 to 1e100",
	} {
		if _, err := (SFS{Scale: scale}).Select(t.Context(), d,
			algorithms.Options{K: 2}); err == nil || err.Error() != want {
			t.Errorf("scale %g: %v, want %s", scale, err, want)
		}
	}
}

// A search for fewer features gives the first ones of a search for more. The order of the
// candidates does not change the answer, and the lazy search has the answer of a full one.
func TestGreedyIsTheFullSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(3, 12).Draw(t, "n"), rapid.IntRange(1, 40).Draw(t, "d")
		// Small integers, so that many columns and gains are equal.
		x := mat.NewDense(n, d, nil)
		for i := range n {
			for j := range d {
				x.Set(i, j, float64(rapid.IntRange(0, 2).Draw(t, "x")))
			}
		}
		c := must.Get(newColumns(context.Background(), x, false, 1))(t)
		forms := make([]float64, d)
		for j := range forms {
			forms[j] = float64(rapid.IntRange(0, 4).Draw(t, "form"))
		}
		full := slices.Clone(forms)
		candidates := slices.Clone(c.live)
		slices.Reverse(candidates)
		g := newGreedy(c, forms, nil, candidates, 3)
		left := slices.Clone(c.live)
		for len(left) > 0 {
			best := left[0]
			for _, j := range left {
				if full[j] > full[best] {
					best = j
				}
			}
			j, gain, err := g.next(context.Background())
			if err != nil || j != best || gain != full[best] {
				t.Fatalf("lazy search: %d with %v, error %v; full search: %d with %v", j, gain,
					err, best, full[best])
			}
			left = slices.DeleteFunc(left, func(i int) bool { return i == best })
			for _, i := range left {
				var v float64
				for s, u := range c.at(i) {
					v += u * c.at(best)[s]
				}
				full[i] -= v * v
			}
			for _, i := range left {
				if math.Abs(full[i]-plainRefresh(g, i)) > 1e-12 {
					t.Fatalf("column %d: %v, want %v", i, plainRefresh(g, i), full[i])
				}
				full[i] = plainRefresh(g, i) // with the same rounding, so that ties are equal
			}
		}
	})
}

// A canceled search returns the features selected so far.
func TestInterruptedSearchReturnsWhatItHas(t *testing.T) {
	d := problem(rand.New(rand.NewPCG(2013, 4)), 30, 50)
	want := selected(t, SFS{}, d, 0)
	ctx, cancel := context.WithCancel(t.Context())
	opt := algorithms.Options{Progress: func(p algorithms.Progress) {
		if p.Stage == "features" && p.Done == 7 {
			cancel()
		}
	}}
	r, err := SFS{}.Select(ctx, d, opt)
	if err != context.Canceled || !r.Partial || !slices.Equal(r.Features, want.Features[:7]) {
		t.Errorf("error %v, %+v; want the first 7 of %v", err, r, want.Features)
	}
}

// plainRefresh is the current f'Rf of candidate j.
func plainRefresh(g *greedy, j int) float64 {
	copied := *g
	copied.gain, copied.known = slices.Clone(g.gain), slices.Clone(g.known)
	copied.refresh(j)
	return copied.gain[j]
}
