package information

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// The Nyström form of all rows is Q. With a part of the rows the optimum of the approximation is
// near that of Q, with the diagonal of Q and with the printed one.
func TestQPFSNystrom(t *testing.T) {
	d := sharing(5, 60, 500, 3)
	for _, m := range []QPFS{{}, {Measure: AbsCorrelation}} {
		exact := weighed(t, m, d)
		q, f := literally(m, d)
		alpha, added := exact.Diagnostics.Get("alpha"),
			exact.Diagnostics.Get("added to the diagonal")
		for j := range f {
			q.SetSym(j, j, q.At(j, j)+added)
		}
		best := objective(q, f, weights(exact, 500), alpha)
		m.Rate, m.Alpha = .1, alpha
		excess := map[bool]float64{}
		for _, plain := range []bool{false, true} {
			m.Plain = plain
			r := weighed(t, m, d)
			excess[plain] = objective(q, f, weights(r, 500), alpha)/best - 1
			// A tenth of the features is sampled; a tenth of the weight would be fair.
			var drawnWeight float64
			x := weights(r, 500)
			for _, j := range drawn(d.Features, 50, 0) {
				drawnWeight += x[j]
			}
			t.Logf("%s: objective %.1f%% above %.4g; support %v of %v, drawn features have %.3f "+
				"of the weight, diagonal left out %.3f, added %.3f", r.Label,
				100*math.Abs(excess[plain]), best,
				r.Diagnostics.Get("support"), exact.Diagnostics.Get("support"), drawnWeight,
				r.Diagnostics.Get("diagonal left out"), added)
			if !r.Diagnostics.Converged || r.Diagnostics.Get("nystrom rate") != .1 {
				t.Errorf("%s: %+v", r.Label, r.Diagnostics)
			}
		}
		if m.Measure == "" && (math.Abs(excess[false]) > .1 || math.Abs(excess[true]) < 1) {
			t.Errorf("the optimum is missed by %v with the diagonal, and %v without", excess[false],
				excess[true])
		}
	}
	// A sample of all features gives the same numbers.
	q, _ := literally(QPFS{Measure: AbsCorrelation}, sharing(2, 40, 12, 2))
	c := mat.DenseCopyOf(q)
	n := must.Get(newNystrom(t.Context(), mat.DenseCopyOf(c.T()), upTo(12), nil, 1))(t)
	block := mat.NewDense(12, 12, nil)
	if err := n.Block(t.Context(), block, upTo(12), upTo(12), 1); err != nil ||
		!mat.EqualApprox(block, q, 1e-9) {
		t.Errorf("rows of all features give %v, want %v", mat.Formatted(block), mat.Formatted(q))
	}
	v, out := make([]float64, 12), make([]float64, 12)
	v[3], v[7] = 1, -2
	must.Do(t, n.Mul(t.Context(), out, v, 1))
	for i, got := range out {
		if want := block.At(i, 3) - 2*block.At(i, 7); math.Abs(got-want) > 1e-12 {
			t.Errorf("product %d is %v, want %v", i, got, want)
		}
	}
}

// The sample depends on the names of the features and the seed, not on the places.
func TestQPFSDraws(t *testing.T) {
	d := sharing(9, 40, 60, 2)
	order := rand.New(rand.NewPCG(1, 1)).Perm(60)
	x, names := mat.NewDense(40, 60, nil), make([]string, 60)
	for to, from := range order {
		x.SetCol(to, mat.Col(nil, from, d.X))
		names[to] = d.Features[from]
	}
	moved := must.Get(datasets.New("moved", x, d.Y, names))(t)
	m := QPFS{Rate: .2}
	a, b := weighed(t, m, d), weighed(t, m, moved)
	if !slices.Equal(a.Names, b.Names) || !floats.EqualApprox(a.Scores, b.Scores, 1e-9) {
		t.Errorf("%v, columns permuted %v", a.Names[:5], b.Names[:5])
	}
	other, err := m.Select(t.Context(), d, algorithms.Options{Seed: 1})
	if err != nil || floats.EqualApprox(a.Scores, other.Scores, 1e-9) {
		t.Errorf("another seed gives the same scores, %v", err)
	}
}

// Rows of a singular matrix use its eigenvectors.
func TestNystromOfASingularMatrix(t *testing.T) {
	const p = 9
	b := mat.NewDense(2, p, nil)
	b.Apply(func(i, j int, _ float64) float64 { return math.Sin(float64(3*i + j)) }, b)
	var q mat.Dense
	q.Mul(b.T(), b)
	at := []int{1, 4, 5, 8}
	c := mat.NewDense(len(at), p, nil)
	for a, i := range at {
		c.SetRow(a, q.RawRowView(i))
	}
	n := must.Get(newNystrom(t.Context(), mat.DenseCopyOf(c.T()), at, nil, 1))(t)
	block := mat.NewDense(p, p, nil)
	if err := n.Block(t.Context(), block, upTo(p), upTo(p), 1); err != nil || len(n.gv) != 2 ||
		!mat.EqualApprox(block, &q, 1e-9) {
		t.Errorf("rank %d, %v", len(n.gv), mat.Formatted(block))
	}
}
