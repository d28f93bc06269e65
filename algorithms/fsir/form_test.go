package fsir

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/must"
)

// The form is R~ entry by entry, whether Select forms the matrix or only multiplies with it. Cost
// and Value are the objectives that Select reports.
func TestForm(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(20) {
		m, d, k := some(seed)
		f := must.Get(m.Form(ctx, d, algorithms.Options{}))(t)
		want := literal(t, m, d)
		if p := want.SymmetricDim(); p != f.R.SymmetricDim() || !mat.EqualApprox(want, f.R, 1e-12) {
			t.Fatalf("seed %d: the form is not (5)", seed)
		}
		r := selected(t, m, d, k)
		if got, want := f.Cost(r.Features...),
			r.Diagnostics.Get("objective of the subset"); math.Abs(got-want) > 1e-10*want {
			t.Errorf("seed %d: cost %v, Select reports %v", seed, got, want)
		}
		o := maximized(t, f.Relaxed(k))
		if got, want := f.Value(o.Z), float64(*r.Diagnostics.Objective); math.Abs(
			got-want) > 1e-8*f.Value(make([]float64, len(o.Z))) {
			t.Errorf("seed %d: value %v, Select reports %v", seed, got, want)
		}
		if k == len(f.Features) { // one point, without a multiplier
			continue
		}
		if got, err := f.Relaxed(k).Multiplier(ctx, o.Z); err != nil ||
			math.Abs(got-o.Multiplier) > 1e-7*(1+math.Abs(got)) {
			t.Errorf("seed %d: multiplier %v (%v), want %v", seed, got, err, o.Multiplier)
		}
	}
	d := drawn(3, 5, denseFeatures+2, 2, 4) // Select does not form R~
	f := must.Get((FSIR2{}).Form(ctx, d, algorithms.Options{}))(t)
	last := d.D() - 1
	for _, pair := range [][2]int{{0, 0}, {0, 1}, {7, last}, {last, last}, {1000, 2000}} {
		few := must.Get(d.Take(pair[:1+min(1, pair[1]-pair[0])]))(t)
		small := must.Get((FSIR2{}).Form(ctx, few, algorithms.Options{}))(t)
		p := small.R.SymmetricDim()
		if got, want := f.R.At(pair[0], pair[1]), small.R.At(0, p-1); math.Abs(got-want) > 1e-12 {
			t.Errorf("entry %v is %v, want %v", pair, got, want)
		}
	}
}

// The steps are feasible, never lower the objective, end at the answer of solver Power, and do not
// separate duplicates.
func TestSteps(t *testing.T) {
	ctx := context.Background()
	for seed := range uint64(20) {
		p := random(seed, 6, 1)
		p.Solver = Power
		o := maximized(t, p)
		p.Eta = o.Eta
		zs, err := p.Steps(ctx, nil, 3000)
		if err != nil || len(zs) != 3001 {
			t.Fatalf("seed %d: %d steps (%v)", seed, len(zs), err)
		}
		for i, z := range zs[1:] {
			var sum mat.VecDense
			sum.MulVec(p.B, mat.NewVecDense(len(z), z))
			if math.Abs(floats.Norm(z, 2)-p.Radius) > 1e-12*p.Radius ||
				math.Abs(sum.AtVec(0)-p.C[0]) > 1e-10 {
				t.Fatalf("seed %d: step %d is not feasible", seed, i+1)
			}
			if i > 0 && p.value(z) < p.value(zs[i])-1e-12*(1+math.Abs(o.Value)) {
				t.Fatalf("seed %d: step %d lowers the objective", seed, i+1)
			}
		}
		if got := p.value(zs[3000]); !o.Hard && o.Iterations < 3000 &&
			math.Abs(got-o.Value) > 1e-9*(1+math.Abs(o.Value)) {
			t.Errorf("seed %d: the steps end at %v, solver Power at %v", seed, got, o.Value)
		}
		start, err := p.Steps(ctx, zs[2], 0)
		if err != nil || len(start) != 1 || floats.Distance(start[0], zs[2], 2) > 1e-10 {
			t.Errorf("seed %d: a feasible start is not kept (%v)", seed, err)
		}
	}
	d := drawn(1, 12, 3, 2, 0)
	d.X.SetCol(1, mat.Col(nil, 0, d.X)) // a duplicate
	f := must.Get((FSIR2{}).Form(ctx, d, algorithms.Options{}))(t)
	p := f.Relaxed(2)
	p.Eta = 2
	zs := must.Get(p.Steps(ctx, nil, 10000))(t)
	o := maximized(t, p)
	if z := zs[10000]; z[0] != z[1] || !(p.value(z) < o.Value-.01) {
		t.Errorf("Algorithm 1 ends at %v with objective %v, want equal entries for the "+
			"duplicates and less than %v", z, p.value(z), o.Value)
	}
}

// Where the multiplier is negative, -.35 at the saddle between these two duplicates, a step
// magnifies the part of u outside the plane.
func TestStepsStayInThePlane(t *testing.T) {
	f := &Form{Scale: .875, R: mat.NewSymDense(3, []float64{.19, .875, .21875,
		.875, .19, .21875, .21875, .21875, .64})}
	p := f.Relaxed(2)
	p.Eta = 1.3
	zs := must.Get(p.Steps(context.Background(), nil, 100_000))(t)
	z := zs[len(zs)-1]
	if sum := floats.Sum(z); math.Abs(sum-1) > 1e-12 || math.Abs(z[2]-5./3) > 1e-12 {
		t.Errorf("after 100,000 steps z is %v with sum %v, want -1/3, -1/3, 5/3", z, sum)
	}
}

func TestFormErrors(t *testing.T) {
	ctx := context.Background()
	d := drawn(1, 12, 4, 2, 0)
	f := must.Get((FSIR2{}).Form(ctx, d, algorithms.Options{}))(t)
	p := f.Relaxed(2)
	middle := []float64{0, 0, 0, 0} // n0 for k = 2 of 4
	for name, act := range map[string]func() error{
		"start of 2 numbers": func() error {
			_, err := p.Steps(ctx, []float64{1, 2}, 3)
			return err
		},
		"start in the middle": func() error { _, err := p.Steps(ctx, middle, 3); return err },
		"infinite start": func() error {
			_, err := p.Steps(ctx, []float64{math.Inf(1), 0, 0, 0}, 3)
			return err
		},
		"point of 2 numbers": func() error {
			_, err := p.Multiplier(ctx, []float64{1, 2})
			return err
		},
		"point in the middle": func() error { _, err := p.Multiplier(ctx, middle); return err },
		"nothing varies": func() error {
			flat := drawn(1, 12, 4, 2, 0)
			flat.X.Zero()
			_, err := (FSIR2{}).Form(ctx, flat, algorithms.Options{})
			return err
		},
	} {
		if act() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// Each feature is the best addition to those before it, by brute force.
func TestOneByOne(t *testing.T) {
	for seed := range uint64(10) {
		m, d, _ := some(seed)
		f := must.Get(m.Form(context.Background(), d, algorithms.Options{}))(t)
		chosen := f.OneByOne(len(f.Features))
		for step := range chosen {
			got := f.Cost(chosen[:step+1]...)
			for _, other := range chosen[step:] {
				c := f.Cost(append(slices.Clone(chosen[:step]), other)...)
				if c < got-1e-12*(1+got) {
					t.Fatalf("seed %d: feature %d costs %v, feature %d costs %v", seed,
						chosen[step],
						got, other, c)
				}
			}
		}
	}
}
