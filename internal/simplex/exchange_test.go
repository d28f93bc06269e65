package simplex

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// squared is a matrix of squared cosines of p features of n samples, in blocks of noisy copies.
func squared(rng *rand.Rand, n, p, copies int, noise float64) *mat.Dense {
	z := mat.NewDense(p, n, nil)
	first := make([]float64, n)
	for j := range p {
		row := z.RawRowView(j)
		for i := range row {
			row[i] = rng.NormFloat64()
		}
		if j%copies == 0 {
			copy(first, row)
		}
		floats.Scale(noise, row)
		floats.Add(row, first)
		floats.Scale(1/floats.Norm(row, 2), row)
	}
	var m mat.Dense
	m.Mul(z, z.T())
	m.Apply(func(_, _ int, v float64) float64 { return v * v }, &m)
	return &m
}

// part is the form of some features of a matrix.
func part(m *mat.Dense) func([]int) Form {
	return func(features []int) Form {
		out := mat.NewDense(len(features), len(features), nil)
		for a, i := range features {
			for b, j := range features {
				out.Set(a, b, m.At(i, j))
			}
		}
		return Dense{out}
	}
}

// On sets that differ from the one that is factored by features that join, that leave and both, the
// answer is that of a factor of the set itself, with a matrix and without; a set that differs by
// too many is refused.
func TestBordered(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const p = 400
	m := squared(rng, 40, p, 5, .5)
	s := make([]float64, p)
	z := make([]float64, p)
	for j := range s {
		s[j], z[j] = rng.Float64(), rng.Float64()
	}
	floats.Scale(1/floats.Sum(z), z)
	all := rng.Perm(p)
	for _, stored := range []bool{true, false} {
		for _, kind := range []Kind{Ratio, Quadratic} {
			for _, ridge := range []float64{0, 1e-6} {
				q := &dense{kind: kind, s: s, z: z, hz: make([]float64, p), scale: 1, ridge: ridge,
					workers: 2}
				if stored {
					for j := range p {
						q.h = append(q.h, m.RawRowView(j))
					}
				} else {
					q.form, q.at = Dense{m}, part(m)
				}
				q.times(q.hz, z)
				for _, test := range []struct {
					leave, join int
					ok          bool
				}{{0, 0, true}, {7, 0, true}, {0, 9, true}, {12, 20, true}, {60, 0, false}} {
					first := slices.Sorted(slices.Values(all[:250]))
					next := slices.Sorted(slices.Values(all[test.leave : 250+test.join]))
					want, ok := q.closed(next)
					if !ok || !q.factorize(first) {
						t.Fatal("singular")
					}
					got, ok := q.bordered(next)
					if ok != test.ok {
						t.Fatalf("%+v: accepted: %v", test, ok)
					}
					if ok && !floats.EqualApprox(got, want, 1e-12) {
						t.Errorf("stored %v, kind %d, ridge %g, %+v: differs", stored, kind, ridge,
							test)
					}
				}
			}
		}
	}
}

// A working set without its matrix finds the same optimum, whose support does not fit into its
// room.
func TestRestrict(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	const p = 1500
	m := squared(rng, 100, p, 3, .5)
	s := make([]float64, p)
	for j := range s {
		s[j] = rng.Float64() * rng.Float64()
	}
	problem := &Problem{M: Dense{m}, S: s, Workers: 2}
	want := solved(t, problem)
	problem.Restrict, problem.Capacity = part(m), 200*200
	got := solved(t, problem)
	support := 0
	for _, v := range got.Z {
		if v > 0 {
			support++
		}
	}
	if support < 250 {
		t.Errorf("a support of %d is in the room of the matrix", support)
	}
	if want.Residual > 1e-10 || got.Residual > 1e-10 ||
		math.Abs(got.Objective-want.Objective) > 1e-12 ||
		!floats.EqualApprox(got.Z, want.Z, 1e-9*slices.Max(want.Z)) {
		t.Errorf("objective %v, residual %g; with its matrix %v, %g", got.Objective, got.Residual,
			want.Objective, want.Residual)
	}
}
