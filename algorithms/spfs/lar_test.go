package spfs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// literalLAR is Algorithm 3 with the matrices of (5.2): X_L is nl×dl, y_L has length nl. It returns
// the first steps and the correlations.
func literalLAR(t *testing.T, d *datasets.Dataset, y [][]float64, steps int) (
	joined []int, levels []float64) {
	t.Helper()
	n, l := d.N(), len(y)
	group := func(j int) *mat.Dense {
		f := plainUnit(d, j, false)
		out := mat.NewDense(n*l, l, nil)
		for k := range l {
			for i := range n {
				out.Set(k*n+i, k, f.AtVec(i))
			}
		}
		return out
	}
	r := mat.NewVecDense(n*l, slices.Concat(y...))
	correlation := func(j int, r mat.Vector) float64 {
		var v mat.VecDense
		v.MulVec(group(j).T(), r)
		return mat.Norm(&v, 2)
	}
	best := 0
	for j := range d.D() {
		if correlation(j, r) > correlation(best, r) {
			best = j
		}
	}
	joined, levels = []int{best}, []float64{correlation(best, r)}
	for len(joined) < steps {
		var xa mat.Dense
		for i, j := range joined {
			if i == 0 {
				xa.CloneFrom(group(j))
				continue
			}
			var more mat.Dense
			more.Augment(&xa, group(j))
			xa.CloneFrom(&more)
		}
		var gamma, u mat.VecDense
		if err := gamma.SolveVec(&xa, r); err != nil { // least squares: (X_A'X_A)⁻¹X_A'r
			t.Fatal(err)
		}
		u.MulVec(&xa, &gamma)
		next, step := -1, math.Inf(1)
		for j := range d.D() {
			if slices.Contains(joined, j) {
				continue
			}
			// The first α at which the two sides of line 6 are equal, by bisection: the candidate
			// is below at 0 and above at 1.
			above := func(alpha float64) bool {
				var at mat.VecDense
				at.AddScaledVec(r, -alpha, &u)
				return correlation(j, &at) >= correlation(joined[0], &at)
			}
			lo, hi := 0.0, 1.0
			for range 60 {
				if mid := (lo + hi) / 2; above(mid) {
					hi = mid
				} else {
					lo = mid
				}
			}
			if hi < step {
				next, step = j, hi
			}
		}
		r.AddScaledVec(r, -step, &u)
		joined = append(joined, next)
		levels = append(levels, correlation(next, r))
	}
	return joined, levels
}

func TestLAREqualsTheLiteralAlgorithm(t *testing.T) {
	rng := rand.New(rand.NewPCG(2013, 5))
	for p := range 30 {
		d := problem(rng, 7+rng.IntN(6), 3+rng.IntN(8))
		m := LAR{}
		if p%3 == 1 {
			m = LAR{Similarity: graph.RBF{}, Targets: 1 + rng.IntN(4)}
		}
		g := must.Get(newRegression(t.Context(), d, kinds().Resolve(m.Similarity), m.Targets, false,
			algorithms.Options{}))(t)
		steps := min(d.D(), d.N()-2)
		joined, levels := literalLAR(t, d, g.y, steps)
		r := selected(t, m, d, steps)
		what := fmt.Sprintf("problem %d, %d×%d, %s", p, d.N(), d.D(), algorithms.Label(m))
		if !slices.Equal(r.Features, joined) {
			t.Errorf("%s: %v, literally %v", what, r.Features, joined)
			continue
		}
		for i, want := range levels {
			if got := r.Scores[i]; math.Abs(got-want) > 1e-9*levels[0] ||
				got != r.Diagnostics.Trace[i] {
				t.Errorf("%s: correlation %d is %v, literally %v", what, i, got, want)
			}
		}
	}
}

// The targets are those of (4.7): YY' is K or its positive part.
func TestTargets(t *testing.T) {
	d := problem(rand.New(rand.NewPCG(2013, 6)), 24, 6)
	for _, m := range []SFS{{}, {Similarity: graph.RBF{}}, {Similarity: graph.Neighbors{}}} {
		k, err := newSimilarity(t.Context(), d, kinds().Resolve(m.Similarity), algorithms.Options{})
		must.Do(t, err)
		y := must.Get(k.targets(t.Context(), 0, true))(t)
		full := plainSimilarity(t, d, m)
		sym := mat.NewSymDense(24, nil)
		for i := range 24 {
			for j := i; j < 24; j++ {
				sym.SetSym(i, j, full.At(i, j))
			}
		}
		var e mat.EigenSym
		e.Factorize(sym, true)
		var negative float64
		for _, v := range e.Values(nil) {
			negative += min(v, 0) * min(v, 0)
		}
		for _, row := range y {
			v := mat.NewVecDense(24, row)
			full.RankOne(full, -1, v, v)
		}
		// K - YY' has the negative eigenvalues.
		if left := mat.Norm(full, 2); math.Abs(left-math.Sqrt(negative)) > 1e-7 {
			t.Errorf("%s: ‖K - YY'‖ = %v, want %v", m.Similarity, left, math.Sqrt(negative))
		}
	}
	// A number of targets keeps the largest eigenvalues and those equal to the last.
	k := &similarity{n: 4, dense: mat.NewSymDense(4,
		[]float64{3, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, -1})}
	for count, want := range map[int]int{0: 3, 1: 1, 2: 3, 3: 3, 9: 3} {
		if y, err := k.targets(t.Context(), count, true); err != nil || len(y) != want {
			t.Errorf("%d targets: %d, error %v; want %d", count, len(y), err, want)
		}
	}
	if _, err := (&similarity{n: 2, dense: mat.NewSymDense(2, []float64{-1, 0, 0, -2})}).targets(
		t.Context(), 0, true); err == nil {
		t.Error("no error for a similarity without positive eigenvalues")
	}
	if _, err := (LAR{Similarity: graph.RBF{}, Targets: -1}).Select(t.Context(), d,
		algorithms.Options{}); err == nil ||
		!strings.Contains(err.Error(), "spfs-lar: targets = -1") {
		t.Errorf("-1 targets: error %v", err)
	}
}

// root is the first root in [0, 1] of ‖a - αb‖² = (1-α)²C with ‖a‖² <= C.
func TestRoot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		coordinate := rapid.Float64Range(-1, 1)
		a, b := rapid.SliceOfN(coordinate, 3, 3).Draw(t, "a"), rapid.SliceOfN(coordinate, 3,
			3).Draw(t, "b")
		var aa, ab, bb float64
		for i := range a {
			aa, ab, bb = aa+a[i]*a[i], ab+a[i]*b[i], bb+b[i]*b[i]
		}
		c := aa + rapid.Float64Range(0, 2).Draw(t, "gap")
		alpha := root(bb-c, ab-c, aa-c)
		value := func(x float64) float64 { return aa - 2*x*ab + x*x*bb - (1-x)*(1-x)*c }
		if !(alpha >= 0 && alpha <= 1) || math.Abs(value(alpha)) > 1e-12 {
			t.Fatalf("root %v, the difference there is %v", alpha, value(alpha))
		}
		for x := range 100 {
			if x := float64(x) / 100 * alpha; value(x) > 1e-12 {
				t.Fatalf("root %v, but the difference at %v is %v", alpha, x, value(x))
			}
		}
	})
}

// If one feature predicts the target, the path ends there, with a warning.
func TestLAREndsWhenTheTargetIsPredicted(t *testing.T) {
	d := problem(rand.New(rand.NewPCG(2013, 8)), 30, 8)
	for i, c := range d.Y {
		d.Y[i] = c % 2
		d.X.Set(i, 5, float64(4-8*d.Y[i]))
	}
	d.Classes = d.Classes[:2]
	r := selected(t, LAR{}, d, 4)
	if r.Features[0] != 5 || r.Diagnostics.Iterations != 1 ||
		!slices.Equal(r.Scores[1:], algorithms.Numbers{0, 0, 0}) || len(r.Warnings) != 1 ||
		!strings.HasPrefix(r.Warnings[0],
			"1 of the 4 features asked for are chosen by the method: they predict all") {
		t.Errorf("%v, scores %v, %q", r.Features, r.Scores, r.Warnings)
	}
	// Forward search chooses the other features.
	if want := selected(t, SFS{}, d, 4); !slices.Equal(r.Features, want.Features) {
		t.Errorf("%v, forward search %v", r.Features, want.Features)
	}
}
