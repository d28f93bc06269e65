package grm

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/dense"
	"fsnb.example/internal/simplex"
)

const (
	// almFeatures bounds the size of the matrix, because ALM needs all its eigenvectors.
	almFeatures = 5000
	// The penalty starts at almPenalty. The inner loop ends when it has grown by the factor almEnd:
	// z and v are equal then, and further steps change nothing. The outer loop ends when λ falls by
	// less than almChange, relative, or after almRounds.
	almPenalty = 1.0
	almEnd     = 1e14
	almChange  = 1e-12
	almRounds  = 100
)

// alm is Algorithm 2: for λ = z'Mz/z's, with a second variable v = z that may be negative and the
// penalty (μ/2)‖z - v + α/μ‖², it sets
//
//	v = (M + μ/2 I)⁻¹(λ/2 s + μ/2 (z + α/μ))                 (8)
//	z = the point of the simplex nearest to v - α/μ          (9), (22)
//	α = α + μ(z - v),  μ = ρμ
//
// until v = z, then recomputes λ and starts again with α = 0. The eigenvectors of M are computed
// once and make (8) O(p²). The paper does not give the start: here it is z_j = 1/p and μ = 1.
func alm(ctx context.Context, p *simplex.Problem, rho float64, optimum *simplex.Solution) (
	*simplex.Solution, error) {
	n := p.M.Dim()
	all := make([]int, n)
	for j := range all {
		all[j] = j
	}
	m := mat.NewDense(n, n, nil)
	if err := p.M.Block(ctx, m, all, all, p.Workers); err != nil {
		return nil, err
	}
	values, vectors, err := dense.Eigen(ctx, mat.NewSymDense(n, m.RawMatrix().Data))
	if err != nil {
		return nil, err
	}
	sol := &simplex.Solution{Start: optimum.Start, Products: optimum.Products}
	z := slices.Repeat([]float64{1 / float64(n)}, n)
	if floats.Sum(p.S) <= 0 { // z's > 0 must hold, which the uniform z does not
		copy(z, positive(p.S))
	}
	if err := p.Evaluate(ctx, sol, z); err != nil {
		return nil, err
	}
	right, part, v := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	for range almRounds {
		lambda, best := sol.Objective, *sol
		z, alpha := slices.Clone(sol.Z), make([]float64, n)
		for mu := almPenalty; mu < almPenalty*almEnd; mu *= rho {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for j := range z {
				right.SetVec(j, lambda/2*p.S[j]+mu/2*(z[j]+alpha[j]/mu))
			}
			part.MulVec(vectors.T(), right)
			for j, x := range values {
				part.SetVec(j, part.AtVec(j)/(x+mu/2))
			}
			v.MulVec(vectors, part)
			for j := range z {
				z[j] = v.AtVec(j) - alpha[j]/mu
			}
			ontoSimplex(z)
			for j := range z {
				alpha[j] += mu * (z[j] - v.AtVec(j))
			}
			sol.Steps++
		}
		if !(floats.Dot(z, p.S) > 0) {
			*sol = best
			break
		}
		if err := p.Evaluate(ctx, sol, z); err != nil {
			return nil, err
		}
		if sol.Objective > best.Objective { // λ has reached its minimum
			steps, products := sol.Steps, sol.Products
			*sol = best
			sol.Steps, sol.Products = steps, products
			break
		}
		sol.Trace = append(sol.Trace, sol.Objective)
		sol.Residuals = append(sol.Residuals, sol.Residual)
		if best.Objective-sol.Objective <= almChange*best.Objective {
			break
		}
	}
	return sol, nil
}

// positive is the positive part of v over its sum.
func positive(v []float64) []float64 {
	out := make([]float64, len(v))
	for j, x := range v {
		out[j] = max(0, x)
	}
	floats.Scale(1/floats.Sum(out), out)
	return out
}

// ontoSimplex moves w to the nearest point with w >= 0, 1'w = 1: (w_j - t)_+ with t such that the
// sum is 1. t is λ̄ of (23) up to a constant.
func ontoSimplex(w []float64) {
	sorted := slices.Clone(w)
	slices.Sort(sorted)
	slices.Reverse(sorted)
	var sum, t float64
	for k, x := range sorted {
		sum += x
		if next := (sum - 1) / float64(k+1); k == 0 || x > next {
			t = next
		} else {
			break
		}
	}
	for j, x := range w {
		w[j] = max(0, x-t)
	}
	floats.Scale(1/floats.Sum(w), w)
}
