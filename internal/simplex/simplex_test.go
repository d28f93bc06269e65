package simplex

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

func solved(t interface{ Fatal(...any) }, p *Problem) *Solution {
	sol, err := p.Solve(context.Background(), func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	return sol
}

// gram is B'B of a k×p matrix of random numbers, over its largest diagonal entry.
func gram(rng *rand.Rand, k, p int) *mat.Dense {
	b := mat.NewDense(k, p, nil)
	b.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, b)
	var m mat.Dense
	m.Mul(b.T(), b)
	most := 0.
	for j := range p {
		most = max(most, m.At(j, j))
	}
	m.Scale(1/most, &m)
	return &m
}

func value(m mat.Matrix, s, z []float64, kind Kind) float64 {
	v, linear := mat.NewVecDense(len(z), z), floats.Dot(z, s)
	square := mat.Inner(v, m, v)
	if kind == Quadratic {
		return square/2 - linear
	}
	return square / linear
}

// brute is the least ½z'Mz - s'z over z >= 0, 1'z = 1: of all supports the best point that is
// feasible where the gradient is the same for all of it.
func brute(m *mat.Dense, s []float64) float64 {
	p := len(s)
	best := math.Inf(1)
	for set := 1; set < 1<<p; set++ {
		var at []int
		for j := range p {
			if set>>j&1 == 1 {
				at = append(at, j)
			}
		}
		k := len(at)
		a, b := mat.NewDense(k+1, k+1, nil), mat.NewVecDense(k+1, nil)
		for i, x := range at {
			for j, y := range at {
				a.Set(i, j, m.At(x, y))
			}
			a.Set(i, k, 1)
			a.Set(k, i, 1)
			b.SetVec(i, s[x])
		}
		b.SetVec(k, 1)
		var out mat.VecDense
		if out.SolveVec(a, b) != nil {
			continue // what a smaller support has, too
		}
		z, ok := make([]float64, p), true
		for i, x := range at {
			z[x] = out.AtVec(i)
			ok = ok && z[x] >= 0
		}
		if ok {
			best = min(best, value(m, s, z, Quadratic))
		}
	}
	return best
}

// The optimum is that of all supports, for matrices of any rank and linear terms of any size and
// sign.
func TestQuadraticAgainstAllSupports(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.IntRange(1, 8).Draw(t, "p")
		againstAllSupports(t, rapid.Uint64().Draw(t, "seed"), p,
			rapid.IntRange(1, 2*p).Draw(t, "rank"), p > 2 && rapid.Bool().Draw(t, "copy"),
			math.Pow(10, rapid.Float64Range(-3, 1).Draw(t, "size")))
	})
}

// Of three free features of rank 2 the last pivot is the rounding of the one before, 1.6e-11 of the
// diagonal, and passes as regular: steps without a ridge stay 2e-5 from the optimum.
func TestQuadraticBesideASmallPivot(t *testing.T) {
	againstAllSupports(t, 0x74, 8, 2, true, math.Pow(10, .0625))
}

// Beside a small linear term and singular matrices steps are long and cut at once: two features
// would take turns and stay 6e-4 from the optimum, were several to enter at any time.
func TestQuadraticDoesNotZigzag(t *testing.T) {
	againstAllSupports(t, 0x29, 8, 2, true, 1e-3)
}

func againstAllSupports(t rapid.TB, seed uint64, p, rank int, twin bool, size float64) {
	rng := rand.New(rand.NewPCG(seed, 1))
	m := gram(rng, rank, p)
	if twin {
		for j := range p {
			m.Set(0, j, m.At(1, j))
		}
		for j := range p {
			m.Set(j, 0, m.At(j, 1))
		}
	}
	s := make([]float64, p)
	for j := range s {
		s[j] = size * rng.NormFloat64()
	}
	sol := solved(t, &Problem{M: Dense{m}, S: s, Kind: Quadratic, Workers: 1})
	want := brute(m, s)
	if off := sol.Objective - want; math.Abs(off) > 1e-8*(1+size) || sol.Residual > Tolerance {
		t.Fatalf("objective %v, of all supports %v; residual %v", sol.Objective, want, sol.Residual)
	}
	if math.Abs(floats.Sum(sol.Z)-1) > 1e-12 || floats.Min(sol.Z) < 0 ||
		math.Abs(value(m, s, sol.Z, Quadratic)-sol.Objective) > 1e-12*(1+size) {
		t.Fatalf("z = %v, objective %v", sol.Z, sol.Objective)
	}
}

// Problems of several rounds: what is not in the working set at first joins, and the residual is
// that of the conditions, recomputed here.
func TestRounds(t *testing.T) {
	const p = 700
	for _, test := range []struct {
		kind Kind
		rank int
		size float64
	}{{Ratio, 900, 1}, {Quadratic, 900, .1}, {Quadratic, 900, 1e-4}, {Quadratic, 60, .1},
		{Quadratic, 900, 0}} {
		rng := rand.New(rand.NewPCG(7, 7))
		m := gram(rng, test.rank, p)
		m.Apply(func(_, _ int, v float64) float64 { return v * v }, m) // as redundancy is
		s := make([]float64, p)
		for j := range s {
			s[j] = test.size * rng.Float64()
		}
		sol := solved(t, &Problem{M: Dense{m}, S: s, Kind: test.kind, Workers: 2})
		var g mat.VecDense
		g.MulVec(m, mat.NewVecDense(p, sol.Z))
		var worst, support float64
		for j, v := range sol.Z {
			slope := g.AtVec(j) - s[j]
			if test.kind == Ratio {
				slope = 2*g.AtVec(j) - sol.Objective*s[j]
			}
			off := sol.Mu - slope
			if v > 0 {
				off = math.Abs(off)
				support++
			}
			worst = max(worst, off)
		}
		t.Logf("kind %d, rank %d, size %g: support %v, %d rounds, %d steps, residual %.1e",
			test.kind, test.rank, test.size, support, len(sol.Trace), sol.Steps, sol.Residual)
		if worst > 1e-8*sol.Scale || sol.Residual > Tolerance ||
			math.Abs(sol.Residual*sol.Scale-worst) > 1e-13 {
			t.Errorf("kind %d, rank %d, size %g: residual %.2e, by hand %.2e", test.kind, test.rank,
				test.size, sol.Residual, worst/sol.Scale)
		}
		for i, v := range sol.Trace[1:] {
			if v > sol.Trace[i]+1e-12*math.Abs(v) {
				t.Errorf("kind %d: the objective rises from %v to %v", test.kind, sol.Trace[i], v)
			}
		}
	}
}

// A linear term alone is largest at one feature, the first of equal ones.
func TestQuadraticOfALinearTerm(t *testing.T) {
	sol := solved(t, &Problem{M: Dense{mat.NewDense(4, 4, nil)}, S: []float64{.2, .9, .4, .1},
		Kind: Quadratic, Workers: 1})
	if !floats.EqualApprox(sol.Z, []float64{0, 1, 0, 0}, 1e-12) || sol.Objective != -.9 ||
		sol.Residual > Tolerance {
		t.Errorf("%+v", sol)
	}
}
