package fsir

import (
	"flag"
	"math"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
	"fsnb.example/internal/redundancy"
)

// The numbers of docs/fsir2.md are those of
//
//	FSNB_DATA=… go test ./algorithms/fsir -run Real -v -all -timeout 60m
var all = flag.Bool("all", false, "every available data set of the paper, for docs/fsir2.md")

func uncentered(t *testing.T, d *datasets.Dataset, features []int) float64 {
	t.Helper()
	red := must.Get(redundancy.Of(t.Context(), d, features, 0))(t)
	return red.SqCosUncentered
}

// Table V, PIE10P: 5% of the features, supervised. .318 and .845 come from another implementation,
// as the accuracies below; the paper prints .33 and .84.
func TestRealPIE10P(t *testing.T) {
	realdata.Need(t, "warpPIE10P.mat")
	d := methodtest.Load(t, "PIE10P")
	start := time.Now()
	r := selected(t, FSIR2{}, d, 121)
	took := time.Since(start)
	spec := must.Get(filter.SPEC{Criterion: filter.Phi1, Similarity: graph.SameClass{}}.Select(
		t.Context(), d, algorithms.Options{K: 121}))(t)
	mine, theirs := uncentered(t, d, r.Features), uncentered(t, d, spec.Features)
	t.Logf("redundancy %.3f (printed .33), SPEC %.3f (.84), %.1fs: %s", mine, theirs,
		took.Seconds(), brief(r))
	if math.Abs(mine-.318) > .03 || math.Abs(theirs-.845) > .03 || !r.Diagnostics.Converged {
		t.Errorf("redundancy %.3f, of SPEC %.3f, converged %v", mine, theirs,
			r.Diagnostics.Converged)
	}
}

// Tables II, III and V, Vote: the mean accuracy of 100 runs of k-means is within .03 of .865 (6
// features), .87 (10 features) and .88 (all features). The last figure is printed. The others come
// from an independent implementation with other starts; the paper prints .88 for an unknown number
// of features.
func TestRealVote(t *testing.T) {
	realdata.Need(t, "vote.arff")
	d := methodtest.Load(t, "vote")
	accuracy := func(features []int) float64 {
		x := mat.NewDense(d.N(), len(features), nil)
		for a, j := range features {
			x.SetCol(a, mat.Col(nil, j, d.X))
		}
		var sum float64
		for seed := range uint64(100) {
			c := must.Get(learn.KMeans{K: 2, Restarts: 1, Seed: seed}.Cluster(t.Context(), x))(t)
			var same float64
			for i, k := range c.Labels {
				if k == d.Y[i] {
					same++
				}
			}
			sum += max(same, float64(d.N())-same) / float64(d.N()) / 100
		}
		return sum
	}
	every := make([]int, d.D())
	for j := range every {
		every[j] = j
	}
	if got := accuracy(every); math.Abs(got-.88) > .03 {
		t.Errorf("accuracy with all features %.3f, want .88", got)
	}
	for k, want := range map[int]float64{6: .865, 10: .87} {
		r := selected(t, FSIR2{Similarity: graph.RBF{}}, d, k)
		got := accuracy(r.Features)
		t.Logf("%d features: accuracy %.3f, redundancy %.3f, %s", k, got,
			uncentered(t, d, r.Features), brief(r))
		if math.Abs(got-want) > .03 || !r.Diagnostics.Converged {
			t.Errorf("%d features: accuracy %.3f, want %.3f; converged %v", k, got, want,
				r.Diagnostics.Converged)
		}
	}
	supervised := selected(t, FSIR2{}, d, 6)
	t.Logf("supervised, 6 features: redundancy %.3f (printed .21)",
		uncentered(t, d, supervised.Features))
}

// The certificate holds on every available data set of the paper, with 5% of the features. On small
// ones the optimum is that of the secular equation.
func TestRealCertificates(t *testing.T) {
	realdata.Need(t, "vote.arff", "heart.statlog.arff", "Musk_clean1.mat", "australian.dat")
	names := longtest.And([]string{"vote", "heart_statlog"}, "Musk_v1", "australian")
	if *all {
		names = append(names, "PIE10P", "PIX10P", "TOX_171", "ALLAML", "COIL20")
	}
	for _, name := range names {
		d := methodtest.Load(t, name)
		for _, k := range []int{max(2, d.D()/20), max(2, d.D()/2)} {
			for _, m := range []FSIR2{{}, {Similarity: graph.RBF{}}} {
				start := time.Now()
				r := selected(t, m, d, k)
				took := time.Since(start)
				t.Logf("%s %d×%d, k = %d, %s: %d iterations, %.0f products, hard %v, residual "+
					"%.1e, gap %.2f, redundancy %.3f, %.2fs", name, d.N(), d.D(), k, r.Label,
					r.Diagnostics.Iterations,
					extra(t, r, "products"), extra(t, r, "hard case"),
					float64(r.Diagnostics.Certificate.Value), extra(t, r, "gap"),
					uncentered(t, d, r.Features), took.Seconds())
				if !r.Diagnostics.Converged {
					t.Errorf("%s, k = %d: %s", name, k, brief(r))
				}
				if d.D() > 300 || d.N() > 500 {
					continue
				}
				a := literal(t, m, d)
				want := inW(a, secular(t, relaxed(a, k)).value)
				got := float64(*r.Diagnostics.Objective)
				if math.Abs(got-want) > 1e-8*(math.Abs(want)+1) {
					t.Errorf("%s, k = %d, %s: objective %v, want %v", name, k, r.Label, got, want)
				}
			}
		}
	}
}
