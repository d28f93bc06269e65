package spectrum

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

const (
	// turnBelow is the λ above which eigenvectors are separated well enough despite rounding of
	// 1e-16.
	turnBelow = .1
	// turnSweeps bounds the sweeps of Jacobi's method; six are usual.
	turnSweeps = 30
	// turned is the size of an off-diagonal entry, relative to its row and column, that counts as
	// rounding.
	turned = 1e-16
	// refinements is the number of times that functions are rotated, and settled for their new λ.
	refinements = 3
	// lost is the λ below which an energy is rounding.
	lost = 1e-26
)

// refine separates functions of small λ, and settles them for their new λ, unless that is within
// rounding of 0.
func (g *Graph) refine(functions []Function) {
	few := 0
	for few < len(functions) && functions[few].Value < turnBelow {
		few++
	}
	functions = functions[:few]
	for range refinements {
		g.turn(functions)
		for a := range functions {
			f := &functions[a]
			lambda := f.Value
			if lambda < lost {
				lambda = 0
			}
			g.settle(lambda, f.Y)
			g.unit(f.Y)
			f.Gap = g.Residual(f.Value, f.Y)
		}
	}
}

// turn separates functions of small λ. A solver mixes them by 1e-16 over the difference of their λ,
// since λ is lost beside the 1 of the diagonal; the energies
//
//	y_a'Ly_b = Σ W_ij (y_ai - y_aj)(y_bi - y_bj)
//
// have no such diagonal and a small relative error, which leaves 1e-16/√λ. turn diagonalizes them
// by Jacobi's method, which keeps small entries accurate, and sorts the functions by λ.
func (g *Graph) turn(functions []Function) {
	m := len(functions)
	energy := make([][]float64, m)
	for a := range energy {
		energy[a] = make([]float64, m)
		for b := range a + 1 {
			energy[a][b] = g.energy(functions[a].Y, functions[b].Y)
			energy[b][a] = energy[a][b]
		}
	}
	for range turnSweeps {
		done := true
		for a := range m {
			for b := a + 1; b < m; b++ {
				e := energy[a][b]
				if math.Abs(e) <= turned*math.Sqrt(energy[a][a]*energy[b][b]) {
					continue
				}
				done = false
				theta := (energy[b][b] - energy[a][a]) / (2 * e)
				t := math.Copysign(1/(math.Abs(theta)+math.Hypot(theta, 1)), theta)
				c := 1 / math.Hypot(t, 1)
				rotateEnergies(energy, a, b, c, t*c)
				rotate(functions[a].Y, functions[b].Y, c, t*c)
			}
		}
		if done {
			break
		}
	}
	for a := range functions {
		functions[a].Value = max(energy[a][a], 0)
	}
	slices.SortStableFunc(functions,
		func(a, b Function) int { return cmp.Compare(a.Value, b.Value) })
}

// energy is y'Lz.
func (g *Graph) energy(y, z []float64) float64 {
	var sum float64
	for r, ends := range g.ends {
		for _, e := range ends {
			if r < e.to {
				sum += e.weight * (y[r] - y[e.to]) * (z[r] - z[e.to])
			}
		}
	}
	return sum
}

// rotateEnergies turns rows and columns a and b.
func rotateEnergies(energy [][]float64, a, b int, c, s float64) {
	for k := range energy {
		u, v := energy[k][a], energy[k][b]
		energy[k][a], energy[k][b] = c*u-s*v, s*u+c*v
	}
	rotate(energy[a], energy[b], c, s)
	energy[a][b], energy[b][a] = 0, 0
}

func rotate(y, z []float64, c, s float64) {
	for i, u := range y {
		v := z[i]
		y[i], z[i] = c*u-s*v, s*u+c*v
	}
}

// unit makes y'D1 = 0 and y'Dy = 1.
func (g *Graph) unit(y []float64) {
	floats.AddConst(-floats.Dot(g.degree, y)/floats.Sum(g.degree), y)
	var square float64
	for r, v := range y {
		square += g.degree[r] * v * v
	}
	floats.Scale(1/math.Sqrt(square), y)
}
