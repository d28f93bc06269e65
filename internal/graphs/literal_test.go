package graphs

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"
)

// The oracle is f'Lf with the matrix L = D - A, in exact arithmetic.

type ratMatrix [][]*big.Rat

func newRatMatrix(n int) ratMatrix {
	a := make(ratMatrix, n)
	for i := range a {
		a[i] = make([]*big.Rat, n)
		for j := range a[i] {
			a[i][j] = new(big.Rat)
		}
	}
	return a
}

func rat(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

// form returns f'Lf for L = D - A, D_ii = sum_j A_ij.
func (a ratMatrix) form(f []float64) *big.Rat {
	sum, v := new(big.Rat), new(big.Rat)
	for i := range a {
		degree := new(big.Rat)
		for j := range a[i] {
			degree.Add(degree, a[i][j])
		}
		for j := range a[i] {
			l := new(big.Rat).Neg(a[i][j])
			if i == j {
				l.Add(l, degree)
			}
			v.Mul(l, rat(f[i]))
			sum.Add(sum, v.Mul(v, rat(f[j])))
		}
	}
	return sum
}

// classMatrices are (10) and (11) of Nie et al. 2008.
func classMatrices(y []int) (within, between ratMatrix) {
	n := len(y)
	count := map[int]int64{}
	for _, c := range y {
		count[c]++
	}
	within, between = newRatMatrix(n), newRatMatrix(n)
	for i := range n {
		for j := range n {
			between[i][j].SetFrac64(1, int64(n))
			if y[i] == y[j] {
				within[i][j].SetFrac64(1, count[y[i]])
				between[i][j].Sub(between[i][j], within[i][j])
			}
		}
	}
	return within, between
}

// affinityMatrices are (12) and (13), from the weights of (12).
func affinityMatrices(a *Affinity) (within, between ratMatrix) {
	within, between = newRatMatrix(a.N), newRatMatrix(a.N)
	degree, total := make([]*big.Rat, a.N), new(big.Rat)
	for _, e := range a.Edges {
		within[e.I][e.J] = rat(e.Weight)
		within[e.J][e.I] = rat(e.Weight)
	}
	for i := range within {
		degree[i] = new(big.Rat)
		for j := range within[i] {
			degree[i].Add(degree[i], within[i][j])
		}
		total.Add(total, degree[i])
	}
	for i := range between {
		for j := range between[i] {
			between[i][j].Mul(degree[i], degree[j])
			between[i][j].Quo(between[i][j], total)
		}
	}
	return within, between
}

// tester is a testing.T or a rapid.T.
type tester interface {
	Helper()
	Errorf(format string, args ...any)
}

// near fails if a form is off by more than tolerance times scale.
func near(t tester, what string, got float64, want *big.Rat, scale *big.Rat, tolerance float64) {
	t.Helper()
	diff := new(big.Rat).Sub(rat(got), want)
	limit := new(big.Rat).Mul(rat(tolerance), scale)
	if diff.Abs(diff).Cmp(limit) > 0 {
		w, _ := want.Float64()
		off, _ := diff.Float64()
		t.Errorf("%s = %v, want %v: off by %.2g", what, got, w, off)
	}
}

// compareForms compares every column of x with the exact forms: Within to 1e-12 of itself, Between
// to 1e-12 of the sum of both, because differences of class means can cancel.
func compareForms(t tester, f *Forms, x *mat.Dense, within, between ratMatrix, tolerance float64) {
	t.Helper()
	_, d := x.Dims()
	for j := range d {
		column := mat.Col(nil, j, x)
		b, e := between.form(column), within.form(column)
		near(t, fmt.Sprintf("column %d: Within", j), f.Within[j], e, e, tolerance)
		near(t, fmt.Sprintf("column %d: Between", j), f.Between[j], b, new(big.Rat).Add(b, e),
			tolerance)
	}
}

func names(d int) []string {
	out := make([]string, d)
	for j := range out {
		out[j] = fmt.Sprint("f", j)
	}
	return out
}

// gaussian is n×d noise with columns of different means and scales.
func gaussian(seed uint64, n, d int) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 0))
	x := mat.NewDense(n, d, nil)
	for j := range d {
		mean, scale := 10*rng.NormFloat64(), math.Exp(rng.NormFloat64())
		for i := range n {
			x.Set(i, j, mean+scale*rng.NormFloat64())
		}
	}
	return x
}

// grid is n×d small integers, with exact distances and means and many ties.
func grid(seed uint64, n, d, values int) *mat.Dense {
	rng := rand.New(rand.NewPCG(seed, 1))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, float64(rng.IntN(values)))
		}
	}
	return x
}

func randomClasses(seed uint64, n, c int) []int {
	rng := rand.New(rand.NewPCG(seed, 2))
	y := make([]int, n)
	for i := range y {
		y[i] = rng.IntN(c)
	}
	return y
}
