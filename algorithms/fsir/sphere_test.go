package fsir

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// matrixOf is a matrix as an Operator.
type matrixOf struct{ a *mat.SymDense }

func (m matrixOf) Dim() int { return m.a.SymmetricDim() }

func (m matrixOf) Mul(ctx context.Context, dst, v []float64) error {
	mat.NewVecDense(len(dst), dst).MulVec(m.a, mat.NewVecDense(len(v), v))
	return ctx.Err()
}

// value is f(z) as printed.
func (p Sphere) value(z []float64) float64 {
	az := make([]float64, len(z))
	if err := p.A.Mul(context.Background(), az, z); err != nil {
		panic(err)
	}
	f := floats.Dot(z, az) / 2
	if p.Linear != nil {
		f += floats.Dot(p.Linear, z)
	}
	return f
}

// secular is the oracle. In an explicit basis N of the null space of B it computes all eigenvalues
// of N'AN, and λ by bisection of ‖(λ - N'AN)⁻¹N'(An0 + b)‖ = γ. It returns the optimal value, λ,
// the largest eigenvalue, whether this is the hard case, and z, up to the choice in the hard case.
type oracle struct {
	value, lambda, largest float64
	hard                   bool
	z                      []float64
	// d×t, orthonormal: the eigenvectors of the largest eigenvalue
	top *mat.Dense
}

func secular(t testing.TB, p Sphere) oracle {
	t.Helper()
	d := p.A.Dim()
	var n mat.Dense // d×(d-m)
	n0 := make([]float64, d)
	if p.B == nil {
		n.CloneFrom(identity(d))
	} else {
		m, _ := p.B.Dims()
		var svd mat.SVD
		if !svd.Factorize(p.B, mat.SVDFull) {
			t.Fatal("no singular values")
		}
		var v, u mat.Dense
		svd.VTo(&v)
		svd.UTo(&u)
		for i, s := range svd.Values(nil) {
			var c float64
			for k := range m {
				c += u.At(k, i) * p.C[k]
			}
			floats.AddScaled(n0, c/s, mat.Col(nil, i, &v))
		}
		n.CloneFrom(v.Slice(0, d, m, d))
	}
	a := p.A.(matrixOf).a
	var an, nan mat.Dense
	an.Mul(a, &n)
	nan.Mul(n.T(), &an)
	k := d
	if p.B != nil {
		m, _ := p.B.Dims()
		k = d - m
	}
	sym := mat.NewSymDense(k, nil)
	for i := range k {
		for j := i; j < k; j++ {
			sym.SetSym(i, j, (nan.At(i, j)+nan.At(j, i))/2)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(sym, true) {
		t.Fatal("no eigenvalues")
	}
	values := eigen.Values(nil)
	var q, basis mat.Dense
	eigen.VectorsTo(&q)
	basis.Mul(&n, &q)
	grad := make([]float64, d)
	_ = p.A.Mul(t.Context(), grad, n0)
	if p.Linear != nil {
		floats.Add(grad, p.Linear)
	}
	c := make([]float64, k)
	for i := range c {
		c[i] = floats.Dot(grad, mat.Col(nil, i, &basis))
	}
	gamma := math.Sqrt(p.Radius*p.Radius - floats.Dot(n0, n0))
	o := oracle{largest: values[k-1]}
	spread := max(values[k-1]-values[0], math.Abs(values[k-1]), math.Abs(values[0]))
	tied := func(i int) bool { return values[k-1]-values[i] <= 1e-10*spread }
	norm := func(delta float64) float64 {
		var sum float64
		for i := range c {
			if tied(i) && math.Abs(c[i]) <= 1e-11*(floats.Norm(c, 2)+spread) {
				continue
			}
			x := c[i] / (delta + (values[k-1] - values[i]))
			sum += x * x
		}
		return math.Sqrt(sum)
	}
	x := make([]float64, k)
	delta := 0.0
	if at := norm(0); at <= gamma {
		o.hard = true
	} else {
		lo, hi := 0.0, floats.Norm(c, 2)/gamma+1e-300
		for range 2000 {
			delta = lo + (hi-lo)/2
			if norm(delta) > gamma {
				lo = delta
			} else {
				hi = delta
			}
		}
	}
	o.lambda = values[k-1] + delta
	var length float64
	first := k
	for i := range c {
		if tied(i) {
			first = min(first, i)
		}
		if o.hard && tied(i) {
			continue
		}
		x[i] = c[i] / (delta + (values[k-1] - values[i]))
		length += x[i] * x[i]
	}
	o.top = mat.DenseCopyOf(basis.Slice(0, d, first, k))
	if o.hard {
		x[k-1] = math.Sqrt(max(0, gamma*gamma-length))
	}
	o.z = append([]float64(nil), n0...)
	for i, v := range x {
		floats.AddScaled(o.z, v, mat.Col(nil, i, &basis))
	}
	o.value = p.value(o.z)
	return o
}

func identity(d int) *mat.Dense {
	out := mat.NewDense(d, d, nil)
	for i := range d {
		out.Set(i, i, 1)
	}
	return out
}

// random is a problem of d unknowns and m constraints.
func random(seed uint64, d, m int) Sphere {
	rng := rand.New(rand.NewPCG(seed, 9))
	a := mat.NewSymDense(d, nil)
	for i := range d {
		for j := i; j < d; j++ {
			a.SetSym(i, j, rng.NormFloat64())
		}
	}
	p := Sphere{A: matrixOf{a}, Radius: math.Sqrt(float64(d)) * (.5 + rng.Float64()),
		Linear: make([]float64, d)}
	size := math.Exp(3 * rng.NormFloat64())
	for j := range p.Linear {
		p.Linear[j] = size * rng.NormFloat64()
	}
	if m > 0 {
		b := mat.NewDense(m, d, nil)
		for i := range m {
			for j := range d {
				b.Set(i, j, rng.NormFloat64())
			}
			p.C = append(p.C, .3*rng.NormFloat64()*math.Sqrt(float64(d)))
		}
		p.B = b
	}
	return p
}

func maximized(t testing.TB, p Sphere) *Optimum {
	t.Helper()
	return must.Get(p.Maximize(context.Background(), nil))(t)
}

// On 100 random problems the objective rises at every iteration of either solver, and the optimum
// is that of the secular equation.
func TestSphereAgainstTheSecularEquation(t *testing.T) {
	worst, steps := 0.0, 0
	for seed := range uint64(100) {
		d := 2 + int(seed*seed)%60
		p := random(seed, d, int(seed)%min(4, d))
		want := secular(t, p)
		for _, solver := range Subspace.Choices() {
			p.Solver = Solver(solver)
			o := maximized(t, p)
			size := math.Abs(want.value) + math.Abs(want.lambda)*p.Radius*p.Radius
			off := max(math.Abs(o.Value-want.value)/size, math.Abs(p.value(o.Z)-want.value)/size,
				math.Abs(o.Multiplier-want.lambda)/(math.Abs(want.lambda)+want.largest))
			if !o.Converged || off > 1e-8 {
				t.Errorf("seed %d, d = %d, %s: value %v, multiplier %v, residual %v, hard %v, "+
					"%d steps; want %v, %v", seed, d, solver, o.Value, o.Multiplier, o.Residual,
					o.Hard, len(o.Trace), want.value, want.lambda)
			}
			if p.Solver == Subspace {
				worst, steps = max(worst, off), max(steps, len(o.Trace))
				if dist := floats.Distance(o.Z, want.z, 2) / p.Radius; dist > 1e-7 {
					t.Errorf("seed %d, d = %d: z is %v off", seed, d, dist)
				}
			}
			for i := 1; i < len(o.Trace); i++ {
				if o.Trace[i] < o.Trace[i-1]-1e-12*size {
					t.Errorf("seed %d, %s: f falls from %v to %v at iteration %d", seed, solver,
						o.Trace[i-1], o.Trace[i], i)
				}
			}
		}
	}
	t.Logf("off by %.1e at most, in %d iterations at most", worst, steps)
}
