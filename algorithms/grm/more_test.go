package grm

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/must"
)

// The certificate, the order below the support and the scores there follow their definitions.
func TestOrderAndCertificate(t *testing.T) {
	d := drawn(40, 25, 900)
	r := selected(t, GRM{}, d)
	s, err := algorithms.WithDefaults(GRM{}).Scorer.Score(t.Context(), d, algorithms.Options{})
	must.Do(t, err)
	a, z := squared(d), mat.NewVecDense(900, weights(r))
	var g mat.VecDense
	g.MulVec(a, z)
	mu := mat.Dot(z, &g)
	lambda := mu / floats.Dot(z.RawVector().Data, s.Values)
	var worst float64
	for p, j := range r.Features {
		slack := (2*g.AtVec(j) - lambda*s.Values[j] - mu) / mu
		if v := z.AtVec(j); v > 0 {
			worst = max(worst, math.Abs(slack))
			if r.Scores[p] != v {
				t.Errorf("place %d scores %v, z is %v", p, r.Scores[p], v)
			}
		} else {
			worst = max(worst, -slack)
			if math.Abs(r.Scores[p]+slack) > 1e-9 || r.Scores[p] > 0 {
				t.Errorf("place %d scores %v, want %v", p, r.Scores[p], -slack)
			}
		}
	}
	if worst > 1e-10 || math.Abs(floats.Sum(z.RawVector().Data)-1) > 1e-12 {
		t.Errorf("residual %v", worst)
	}
	if got := r.Diagnostics; len(got.Trace) != got.Iterations || got.Iterations < 2 ||
		!slices.IsSortedFunc(got.Trace, func(a, b float64) int {
			return int(math.Copysign(1, b-a*(1+1e-12)))
		}) {
		t.Errorf("trace %v of %d rounds", got.Trace, got.Iterations)
	}
	if last := extra(t, r, fmt.Sprintf("residual after round %d",
		r.Diagnostics.Iterations)); last != float64(r.Diagnostics.Certificate.Value) {
		t.Errorf("the last residual is %v, the certificate %v", last, r.Diagnostics.Certificate)
	}
}

// A as precomputed redundancy gives the same answer, in any unit.
func TestPrecomputedRedundancy(t *testing.T) {
	d := drawn(43, 20, 60)
	a := squared(d)
	want := selected(t, GRM{}, d)
	for _, unit := range []float64{1, 1e-3, 1e6} {
		var scaled mat.Dense
		scaled.Scale(unit, a)
		r := selected(t, GRM{Redundancy: &scaled}, d)
		if !slices.Equal(r.Features, want.Features) ||
			math.Abs(float64(*r.Diagnostics.Objective)/unit/float64(
				*want.Diagnostics.Objective)-1) > 1e-9 || len(r.Warnings) > 0 {
			t.Errorf("unit %v: objective %v, want %v; %q", unit, *r.Diagnostics.Objective,
				*want.Diagnostics.Objective, r.Warnings)
		}
	}
	d = drawn(44, 20, 3)
	m := func(v ...float64) *mat.Dense { return mat.NewDense(3, 3, v) }
	refused(t, GRM{Redundancy: mat.NewDense(2, 3, nil)}, d,
		"the precomputed redundancy is 2×3; give a square matrix")
	refused(t, GRM{Redundancy: mat.NewDense(2, 2, nil)}, d,
		"the precomputed redundancy is 2×2, and the data set has 3 features")
	refused(t, GRM{Redundancy: m(1, .1, 0, .2, 1, 0, 0, 0, 1)}, d,
		"is 0.1, and 0.2 in the other order; give a symmetric matrix")
	refused(t, GRM{Redundancy: m(1, math.NaN(), 0, math.NaN(), 1, 0, 0, 0, 1)}, d,
		"features 0 (f0) and 1 (f1) is NaN; give finite numbers")
	refused(t, GRM{Redundancy: m(1, 0, 0, 0, -1, 0, 0, 0, 1)}, d,
		"feature 1 (f1) with itself is -1")
	refused(t, GRM{Redundancy: m(1, 0, 0, 0, 0, 0, 0, 0, 1)}, d,
		"the precomputed redundancy of feature 1 (f1) with itself is 0; give a positive number")
	// Feature 1 is not in the problem.
	selected(t, GRM{Scores: vector(1, 2, 3), Redundancy: m(1, 0, 0, 0, 0, 0, 0, 0, 1), Top: 1}, d)
	// The eigenvalues are 1 and 1 ± √1.62; the size of the least is added to the diagonal.
	r := selected(t, GRM{Scores: vector(3, 2, 1), Redundancy: m(1, .9, 0, .9, 1, .9, 0, .9, 1)}, d)
	if len(r.Warnings) != 1 ||
		r.Warnings[0] != "the precomputed redundancy is not positive semidefinite: 0.273 is "+
			"added to its diagonal, the size of its least eigenvalue" {
		t.Errorf("warnings %q", r.Warnings)
	}
	up := math.Sqrt(1.62)
	want = selected(t, GRM{Scores: vector(3, 2, 1),
		Redundancy: m(up, .9, 0, .9, up, .9, 0, .9, up)}, d)
	if !slices.Equal(r.Features, want.Features) ||
		math.Abs(float64(*r.Diagnostics.Objective / *want.Diagnostics.Objective)-1) > 1e-9 {
		t.Errorf("%v, %v; want %v, %v", r.Features, *r.Diagnostics.Objective, want.Features,
			*want.Diagnostics.Objective)
	}
}

// ALM reports how far above the optimum it stopped. The gap is smaller if the penalty grows more
// slowly.
func TestALM(t *testing.T) {
	d := drawn(45, 30, 120)
	best := selected(t, GRM{}, d)
	var gaps []float64
	for _, rho := range []float64{1.02, 1.1, 1.5, 1.9} {
		r := selected(t, GRM{Solver: ALM, Rho: rho}, d)
		gap := extra(t, r, "gap to the optimum")
		if got := float64(*r.Diagnostics.Objective / *best.Diagnostics.Objective) - 1; math.Abs(
			got-gap) > 1e-9 || gap < 0 {
			t.Errorf("ρ = %v: gap %v, reported %v", rho, got, gap)
		}
		if len(r.Warnings) != 2 || !strings.HasPrefix(r.Warnings[0], "alm stopped ") ||
			r.Warnings[1] != r.Diagnostics.Certificate.Warning() || r.Diagnostics.Converged {
			t.Errorf("ρ = %v: %q, %+v", rho, r.Warnings, r.Diagnostics.Certificate)
		}
		if z := weights(r); slices.Min(z) < 0 || math.Abs(floats.Sum(z)-1) > 1e-12 {
			t.Errorf("ρ = %v: z is not on the simplex", rho)
		}
		gaps = append(gaps, gap)
	}
	t.Logf("gaps %.2g", gaps)
	if !slices.IsSorted(gaps) {
		t.Errorf("gaps %v do not rise with ρ", gaps)
	}
	refused(t, GRM{Solver: ALM}, drawn(46, 4, almFeatures+1),
		"solver=alm needs a matrix of all pairs of 5001 features; set top to 5000 or less")
}

// A feature of score 0 without any redundancy can rank high.
func TestZeroScoreCanRankHigh(t *testing.T) {
	a := mat.NewDense(3, 3, []float64{1, .9, 0, .9, 1, 0, 0, 0, 1})
	r := selected(t, GRM{Scores: vector(1, .9, 0), Redundancy: a}, drawn(1, 10, 3))
	if fmt.Sprint(r.Features) != "[0 2 1]" {
		t.Errorf("%v with %v", r.Features, r.Scores)
	}
}
