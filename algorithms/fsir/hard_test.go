package fsir

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// tilted is a problem of d unknowns. Its largest eigenvalue on the constraint has the given
// multiplicity. Its gradient at n0 has the part along on these eigenvectors, and the rest is short
// enough for the hard case.
func tilted(seed uint64, d, multiplicity int, along float64) (p Sphere, top []float64) {
	rng := rand.New(rand.NewPCG(seed, 77))
	var qr mat.QR
	m := mat.NewDense(d, d, nil)
	for i := range d {
		for j := range d {
			m.Set(i, j, rng.NormFloat64())
		}
		m.Set(i, 0, 1) // e: the other directions are orthogonal to it
	}
	qr.Factorize(m)
	var q mat.Dense
	qr.QTo(&q)
	values, c := make([]float64, d), make([]float64, d)
	for j := range d {
		values[j] = rng.NormFloat64()
		c[j] = .1 * rng.NormFloat64() / math.Sqrt(float64(d))
		if j > d-1-multiplicity {
			values[j], c[j] = 4, along
		}
	}
	a, b := mat.NewSymDense(d, nil), make([]float64, d)
	for j := range d {
		col := mat.Col(nil, j, &q)
		a.SymRankOne(a, values[j], mat.NewVecDense(d, col))
		floats.AddScaled(b, c[j], col)
	}
	// Ae is parallel to e, so n0 adds nothing to the gradient on the null space.
	p = Sphere{A: matrixOf{a}, Linear: b, B: mat.NewDense(1, d, slices.Repeat([]float64{1}, d)),
		C: []float64{.5}, Radius: math.Sqrt(float64(d))}
	return p, mat.Col(nil, d-1, &q)
}

// Proposition 1 fails: Algorithm 1 converges to a saddle if the gradient at n0 is orthogonal to the
// top eigenvectors. Here these are unit vectors on which b and B are 0 and which A maps to
// multiples of themselves, so that rounding does not lead away from the saddle either.
func TestProposition1(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 1))
		d := 4 + int(seed)
		tops := 1 + int(seed)%3 // coordinates with the largest eigenvalue
		a, b, row := mat.NewSymDense(d, nil), make([]float64, d), mat.NewDense(1, d, nil)
		for i := range d - tops {
			for j := i; j < d-tops; j++ {
				a.SetSym(i, j, rng.NormFloat64()/math.Sqrt(float64(d)))
			}
			b[i] = .5 * rng.NormFloat64()
			row.Set(0, i, 1)
		}
		for i := d - tops; i < d; i++ {
			a.SetSym(i, i, 6)
		}
		p := Sphere{A: matrixOf{a}, Linear: b, B: row, C: []float64{1},
			Radius: math.Sqrt(float64(d))}
		want := secular(t, p)
		if !want.hard {
			t.Fatal("not the hard case")
		}
		// Algorithm 1 alone, with η = 6.
		n0 := make([]float64, d)
		for i := range d - tops {
			n0[i] = 1 / float64(d-tops)
		}
		gamma := math.Sqrt(p.Radius*p.Radius - floats.Dot(n0, n0))
		z, az := slices.Clone(n0), make([]float64, d)
		for range 20000 {
			_ = p.A.Mul(t.Context(), az, z)
			floats.AddScaled(az, 6, z)
			floats.Add(az, p.Linear)
			floats.AddScaled(az, -floats.Dot(az, n0)/floats.Dot(n0, n0), n0)
			floats.ScaleTo(z, gamma/floats.Norm(az, 2), az)
			floats.Add(z, n0)
		}
		rest := p.value(z)
		if rest > want.value-.1 {
			t.Errorf("seed %d: Algorithm 1 reaches %v, the optimum %v", seed, rest,
				want.value)
		}
		for _, solver := range Subspace.Choices() {
			p.Solver = Solver(solver)
			o := maximized(t, p)
			if !o.Converged || !o.Hard || math.Abs(o.Value-want.value) > 1e-9*want.value ||
				math.Abs(o.Saddle-rest) > 1e-6*want.value {
				t.Errorf("seed %d, %s: value %v from a saddle at %v; want %v from %v", seed, solver,
					o.Value, o.Saddle, want.value, rest)
			}
			for i, v := range o.Z[d-tops:] {
				if i == 0 && !(v > 0) || i > 0 && math.Abs(v) > 1e-9 {
					t.Errorf("seed %d, %s: eigenvector %v, want the first unit vector", seed,
						solver, o.Z[d-tops:])
				}
			}
		}
	}
}

// In the hard case z = n0 + (θ - PAP)⁺P(An0 + b) + τv, and f never falls.
func TestHardCase(t *testing.T) {
	for seed := range uint64(20) {
		for _, multiplicity := range []int{1, 3} {
			p, _ := tilted(seed, 12+int(seed), multiplicity, 0)
			want := secular(t, p)
			if !want.hard {
				t.Fatal("not the hard case")
			}
			d, k := want.top.Dims()
			// v is the projection of the first coordinate.
			v := make([]float64, d)
			wantZ := slices.Clone(want.z)
			for c := range k {
				col := mat.Col(nil, c, want.top)
				floats.AddScaled(v, col[0], col)
				floats.AddScaled(wantZ, -floats.Dot(col, wantZ), col)
			}
			tau := math.Sqrt(p.Radius*p.Radius - floats.Dot(wantZ, wantZ))
			floats.AddScaled(wantZ, tau/floats.Norm(v, 2), v)
			for _, solver := range Subspace.Choices() {
				p.Solver = Solver(solver)
				o := maximized(t, p)
				if !o.Converged || !o.Hard || math.Abs(o.Value-want.value) > 1e-9*want.value {
					t.Errorf("seed %d, %d-fold, %s: value %v, want %v; %v", seed, multiplicity,
						solver, o.Value, want.value, o.Residual)
				}
				if off := floats.Distance(o.Z, wantZ, 2) / p.Radius; off > 1e-8 {
					t.Errorf("seed %d, %d-fold, %s: z is off by %v", seed, multiplicity,
						solver, off)
				}
				for i := 1; i < len(o.Trace); i++ {
					if o.Trace[i] < o.Trace[i-1]-1e-10 {
						t.Errorf("seed %d, %s: f falls at %d of %d", seed, solver, i, len(o.Trace))
					}
				}
			}
		}
	}
}

func TestSphereErrors(t *testing.T) {
	p := random(1, 5, 2)
	for what, change := range map[string]func(p *Sphere){
		"Linear has":  func(p *Sphere) { p.Linear = p.Linear[:4] },
		"radius":      func(p *Sphere) { p.Radius = -1 },
		"linear term": func(p *Sphere) { p.Linear = []float64{1, 2, 3, 4, math.NaN()} },
		"right-hand":  func(p *Sphere) { p.B = nil },
		"B are 2×5":   func(p *Sphere) { p.C = p.C[:1] },
		"depends": func(p *Sphere) {
			p.B = mat.NewDense(2, 5, slices.Repeat([]float64{2}, 10))
		},
		"feasible": func(p *Sphere) { p.C = []float64{100, 0} },
		"finite":   func(p *Sphere) { p.C = []float64{math.Inf(1), 0} },
		"one solution": func(p *Sphere) {
			p.B, p.C, p.Radius = identity(5), make([]float64, 5), 1
		},
	} {
		q := p
		change(&q)
		if o, err := q.Maximize(t.Context(), nil); err == nil || o != nil ||
			!strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
	// The only feasible point is the one nearest to the origin.
	p.Radius = 0
	p.C = []float64{0, 0}
	if o := maximized(t, p); !o.Converged || floats.Norm(o.Z, 2) > 1e-14 {
		t.Errorf("%+v", o)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if o, err := random(1, 5, 2).Maximize(ctx, nil); o != nil || err != context.Canceled {
		t.Errorf("%v, %v", o, err)
	}
}
