package lap

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/must"
)

// learner is the interface of SLAP, ULAP and LAP.
type learner interface {
	Learn(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (*Learned, error)
}

// LAP with the pairs of ULAP gives the answer of ULAP; without Pairs it takes all pairs.
func TestPrecomputedPairs(t *testing.T) {
	data := random(6, 30, 8)
	a := learned(t, ULAP{Neighbors: 3}, data)
	b := learned(t, LAP{Pairs: a.Before}, data)
	if !mat.Equal(a.W, b.W) {
		t.Error("the same pairs give another W")
	}
	if all := learned(t, LAP{}, data); len(all.Before.Edges) != 30*29/2 ||
		!all.Scores.Diagnostics.Converged {
		t.Errorf("%d pairs, converged %v", len(all.Before.Edges), all.Scores.Diagnostics.Converged)
	}
	if and := learned(t, ULAP{Neighbors: 3, Join: And}, data); len(and.Before.Edges) >= len(
		a.Before.Edges) {
		t.Errorf("%d pairs by and, %d by or", len(and.Before.Edges), len(a.Before.Edges))
	}
	weighted := append([]graphs.Edge(nil), a.Before.Edges...)
	for k := range weighted {
		weighted[k].Weight = 2
	}
	v := must.Get(graphs.FromPairs(30, weighted))(t)
	// Doubling weights and gamma changes nothing.
	c, d := learned(t, LAP{Pairs: v, Gamma: 2}, data), learned(t, LAP{Pairs: a.Before}, data)
	for j := range c.Norms {
		if math.Abs(c.Norms[j]-d.Norms[j]) > 1e-9 {
			t.Errorf("feature %d: doubled weights and gamma give %v, want %v", j, c.Norms[j],
				d.Norms[j])
		}
	}
}

// S is (23) of W.
func TestS(t *testing.T) {
	data := random(7, 40, 9)
	p := learned(t, SLAP{Dimensions: 2}, data)
	var z mat.Dense
	z.Mul(data.X, p.W)
	for _, e := range p.S.Edges {
		r := math.Hypot(z.At(e.I, 0)-z.At(e.J, 0), z.At(e.I, 1)-z.At(e.J, 1))
		if want := 1 / (2 * math.Sqrt(r*r+1e-10)); math.Abs(e.Weight-want) > 1e-9*want {
			t.Fatalf("s of samples %d and %d is %v, want %v", e.I, e.J, e.Weight, want)
		}
		if data.Y[e.I] != data.Y[e.J] {
			t.Errorf("samples %d and %d are of two classes", e.I, e.J)
		}
	}
}

func TestErrors(t *testing.T) {
	data := random(8, 20, 5)
	unlabeled := *data
	unlabeled.Y, unlabeled.Classes = nil, nil
	alone := *data
	alone.X = mat.DenseCopyOf(data.X.Slice(0, 3, 0, 5))
	alone.Y = []int{0, 1, 2}
	for _, test := range []struct {
		m    algorithms.Scorer
		d    *datasets.Dataset
		want string
	}{
		{SLAP{Dimensions: 5}, data,
			"slap: dimensions = 5 with 5 columns that vary makes W square, and every score 1; " +
				"give at most 4"},
		{SLAP{Dimensions: -1}, data, "slap: dimensions = -1; give 1 to d = 5"},
		{SLAP{Neighbors: -1}, data, "slap: neighbors = -1; give 1 or more"},
		{SLAP{Gamma: -1}, data, "slap: gamma = -1; give 1e-100 to 1e100"},
		{ULAP{Epsilon: math.Inf(1)}, data, "ulap: epsilon = +Inf; give 1e-100 to 1e100"},
		{ULAP{Tolerance: -1}, data, "ulap: tolerance = -1; give a number above 0"},
		{ULAP{Neighbors: 20}, data, "ulap: neighbors = 20; give 1 to n − 1 = 19"},
		{ULAP{Join: "xor"}, data, `ulap: parameter join: "xor" is none of or, and`},
		{SLAP{}, &unlabeled,
			"slap: the data set has no class labels, which the method needs; name the label " +
				"column, or use an unsupervised method"},
		{SLAP{}, &alone, `slap: no two samples are a pair; raise neighbors, or join them by "or"`},
		{LAP{Pairs: mat.NewSymDense(3, nil)}, data,
			"lap: the precomputed similarity is 3×3, and the data set has 20 samples; give one " +
				"row and column for each sample"},
	} {
		_, err := test.m.Score(t.Context(), test.d, algorithms.Options{})
		if err == nil || err.Error() != test.want {
			t.Errorf("%+v:\n got %v\nwant %s", test.m, err, test.want)
		}
	}
}
