package lap

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
	"fsnb.example/internal/rowsparse"
)

// With more samples than features, more than are decomposed whole, steps by X'L_SX agree with those
// by its rows, the first included, and the preconditioner is the inverse of its matrix.
func TestForm(t *testing.T) {
	for _, m := range []int{1, 3} {
		p := problemOf(t, random(5, 230, 170), SLAP{Dimensions: m})
		if !p.formed() {
			t.Fatal("the form is not used")
		}
		at := must.Get(p.open(t.Context()))(t)
		space, want, err := rowsparse.Constant(p.rows(weights(p)), 170, m)
		must.Do(t, err)
		if rank, _ := space.Dims(); at.space != nil || at.rank != rank {
			t.Errorf("m %d: rank %d, want %d, by the form: %v", m, at.rank, rank, at.space == nil)
		}
		agree(t, at.first, want, 1e-7)
		o := p.at(at.first, false)
		for step := range 6 {
			s, q := p.similarities(o.far), rowsparse.Weights(o.norms, p.gamma, p.epsilon)
			got, err := p.stepOfForm(t.Context(), q, s, nil)
			if err != nil || got == nil {
				t.Fatalf("m %d, step %d: %v, %v", m, step, got, err)
			}
			want, err := rowsparse.Smallest(t.Context(), rowsparse.Problem{Q: q, B: p.rows(s)}, m,
				nil)
			must.Do(t, err)
			agree(t, got, want, 1e-7)
			t.Logf("m %d, step %d: similarities to %.0g, eigenvalues off by %.1e", m, step,
				floats.Max(s), floats.Distance(got.Values, want.Values, math.Inf(1)))
			o = p.at(got, false)
			a := function{p: p}.At(mat.DenseCopyOf(got.W.T()))
			inverse := must.Get(a.Inverse())(t)
			if back := inverse(a.Times(a.(*point).w)); !mat.EqualApprox(back, got.W.T(), 1e-8) {
				t.Errorf("m %d, step %d: M⁻¹M is not I", m, step)
			}
		}
	}
}

func weights(p *problem) []float64 {
	out := make([]float64, len(p.pairs))
	for k, e := range p.pairs {
		out[k] = e.Weight
	}
	return out
}

// agree compares the eigenvalues to 1e-9, and WW' to tolerance.
func agree(t *testing.T, got, want *rowsparse.Solution, tolerance float64) {
	t.Helper()
	for c, v := range want.Values {
		if math.Abs(got.Values[c]-v) > 1e-9*v {
			t.Errorf("eigenvalue %d: %v, want %v", c, got.Values[c], v)
		}
	}
	var a, b mat.Dense
	a.Mul(got.W, got.W.T())
	b.Mul(want.W, want.W.T())
	a.Sub(&a, &b)
	if off := mat.Norm(&a, 2); off > tolerance {
		t.Errorf("W is off by %.1e", off)
	}
}

// The form finds equal eigenvalues or steps back, and it steps back where it cannot tell: near
// eigenvalues, columns that depend on others, and units in which its rounding exceeds the weights.
func TestFormStepsBack(t *testing.T) {
	// Two parts of the samples, each with features of its own, in the same way: all eigenvalues are
	// double.
	half := problemOf(t, random(6, 120, 85), ULAP{})
	twice := &problem{x: mat.NewDense(240, 170, nil), m: 1, gamma: 1, epsilon: half.epsilon,
		tolerance: half.tolerance}
	for part := range 2 {
		to := twice.x.Slice(120*part, 120*part+120, 85*part, 85*part+85).(*mat.Dense)
		to.Copy(half.x)
		for _, e := range half.pairs {
			e.I, e.J = e.I+120*part, e.J+120*part
			twice.pairs = append(twice.pairs, e)
		}
	}
	at := must.Get(twice.open(t.Context()))(t)
	if at.first == nil || at.first.Ties != 2 || at.rank != 170 {
		t.Fatalf("the first step is %+v", at.first)
	}
	o := twice.at(at.first, false)
	s, q := twice.similarities(o.far), rowsparse.Weights(o.norms, 1, twice.epsilon)
	if got, err := twice.stepOfForm(t.Context(), q, s, nil); err != nil ||
		got != nil && got.Ties != 2 {
		t.Errorf("two equal eigenvalues: %v, %v", got, err)
	}
	next, err := twice.step(t.Context(), o, function{p: twice})
	if err != nil || next.Ties != 2 {
		t.Errorf("two equal eigenvalues: %+v, %v", next, err)
	}

	for _, test := range []struct {
		next float64
		want bool
	}{{1 + 1e-7, true}, {1 + 1e-9, false}, {math.NaN(), false}} {
		near := &rowsparse.Solution{Values: []float64{1}, Next: test.next, Converged: true}
		if told(near, 1e4) != test.want {
			t.Errorf("values of 1 and %v: %v", test.next, !test.want)
		}
	}

	p := problemOf(t, random(7, 230, 170), ULAP{})
	for i := range 230 {
		row := p.x.RawRowView(i)
		row[169] = row[0] + row[1]
	}
	if got, err := p.firstOfForm(t.Context(), weights(p)); err != nil || got != nil {
		t.Errorf("dependent columns: %v, %v", got, err)
	}
	if at, err := p.open(t.Context()); err != nil || at.rank != 169 || at.first != nil {
		t.Errorf("dependent columns: %+v, %v", at, err)
	}

	p = problemOf(t, random(8, 230, 170), ULAP{})
	w := rowsparse.Basis(mat.NewDense(1, 170, append([]float64{1}, make([]float64, 169)...)), nil)
	o = p.at(w, false)
	s, q = p.similarities(o.far), rowsparse.Weights(o.norms, 1, p.epsilon)
	for _, test := range []struct {
		unit float64
		used bool
	}{{1, true}, {1e6, false}} {
		p.x.Scale(test.unit, p.x)
		got, err := p.stepOfForm(t.Context(), q, s, nil)
		if err != nil || (got != nil) != test.used {
			t.Errorf("unit %v: %v, %v", test.unit, got, err)
		}
	}
}
