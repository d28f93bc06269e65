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

func awkwardData() []awkward {
	rng := rand.New(rand.NewPCG(2013, 7))
	change := func(name string, n, d, rank, live int, f func(x *mat.Dense)) awkward {
		ds := problem(rng, n, d)
		f(ds.X)
		return awkward{name, ds, live, rank}
	}
	copyColumn := func(x *mat.Dense, to, from int, factor float64) {
		n, _ := x.Dims()
		for i := range n {
			x.Set(i, to, factor*x.At(i, from))
		}
	}
	return []awkward{
		change("d < n", 40, 12, 12, 12, func(*mat.Dense) {}),
		change("n < d", 12, 40, 11, 40, func(*mat.Dense) {}),
		change("duplicates, d < n", 40, 12, 8, 8, func(x *mat.Dense) {
			for j := range 4 {
				copyColumn(x, 8+j, j, 1)
			}
		}),
		change("duplicates, n < d", 12, 40, 11, 20, func(x *mat.Dense) {
			for j := range 20 {
				copyColumn(x, 20+j, j, []float64{1, -1, 4}[j%3])
			}
		}),
		change("multiples that round", 40, 12, 8, 12, func(x *mat.Dense) {
			for j := range 4 {
				copyColumn(x, 8+j, j, 3.1)
			}
		}),
		change("sums of others", 40, 12, 6, 12, func(x *mat.Dense) {
			for j := range 6 {
				for i := range 40 {
					x.Set(i, 6+j, x.At(i, j)+2*x.At(i, (j+1)%6))
				}
			}
		}),
		change("constant columns", 40, 12, 9, 9, func(x *mat.Dense) {
			for i := range 40 {
				x.Set(i, 0, 7)
				x.Set(i, 5, 0.1)
				x.Set(i, 11, -3)
			}
		}),
		change("small integers", 30, 25, 25, 25, func(x *mat.Dense) {
			x.Apply(func(_, _ int, v float64) float64 { return float64(int(v*1e6) % 3) }, x)
		}),
		change("nearly collinear", 30, 20, 20, 20, func(x *mat.Dense) {
			for j := range 10 {
				copyColumn(x, 10+j, j, 1)
				for i := range 30 {
					x.Set(i, 10+j, x.At(i, 10+j)*(1+1e-4*rng.NormFloat64()))
				}
			}
		}),
	}
}

// checkWhole selects k features. The ranking has k features, a warning if the method chose fewer,
// and no duplicate before a feature that is none.
func checkWhole(t *testing.T, m algorithms.Selector, a awkward, k int) *algorithms.Ranking {
	t.Helper()
	r := selected(t, m, a.d, k)
	what := fmt.Sprintf("%s, %s, k = %d", a.name, r.Label, k)
	if len(r.Features) != k {
		t.Fatalf("%s: %d features", what, len(r.Features))
	}
	if c := r.Diagnostics.Certificate; !r.Diagnostics.Converged || c != nil && !c.Holds() {
		t.Errorf("%s: certificate %+v, converged %v", what, c, r.Diagnostics.Converged)
	}
	if _, path := m.(LAR); path && !(r.Diagnostics.Certificate.Value <= 1e-10) {
		t.Errorf("%s: correlations differ by %v", what, r.Diagnostics.Certificate.Value)
	}
	columns := must.Get(newColumns(t.Context(), a.d.X, false, 1))(t)
	first := must.Get(columns.duplicates(t.Context(), 1))(t)
	zero := 0
	for i, j := range r.Features {
		if first[j] != j && i < a.live {
			t.Errorf("%s: place %d of %v is column %d, a duplicate of %d", what, i, r.Features,
				j, first[j])
		}
		if r.Scores[i] == 0 {
			zero++
		}
		if i > 0 && r.Scores[i] > r.Scores[i-1] {
			t.Errorf("%s: scores %v rise", what, r.Scores)
		}
	}
	if zero > 0 && len(r.Warnings) == 0 {
		t.Errorf("%s: forward search chose %d features, and no warning says why",
			what, zero)
	}
	return r
}

// awkward is an edge case for paths. live is the number of columns that are neither constant nor a
// duplicate of an earlier one.
type awkward struct {
	name string
	d    *datasets.Dataset
	live int
	rank int // of the centered columns
}
