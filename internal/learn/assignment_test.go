package learn_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

// leastByPermutation tries all ways to give the rows different columns, or where
// rows are more the columns different rows.
func leastByPermutation(cost mat.Matrix) float64 {
	m, n := cost.Dims()
	if m > n {
		return leastByPermutation(cost.T())
	}
	taken := make([]bool, n)
	var least func(i int) float64
	least = func(i int) float64 {
		if i == m {
			return 0
		}
		best := math.Inf(1)
		for j := range n {
			if !taken[j] {
				taken[j] = true
				best = min(best, cost.At(i, j)+least(i+1))
				taken[j] = false
			}
		}
		return best
	}
	return least(0)
}

func checkAssignment(t interface {
	Fatalf(string, ...any)
	Helper()
}, cost *mat.Dense, want, tolerance float64) {
	t.Helper()
	m, n := cost.Dims()
	column, total, err := learn.Assignment(cost)
	if err != nil {
		t.Fatalf("%v", err)
	}
	used, sum, pairs := make([]bool, n), 0.0, 0
	for i, j := range column {
		if j < 0 {
			continue
		}
		if used[j] {
			t.Fatalf("column %d is given twice", j)
		}
		used[j] = true
		pairs++
		sum += cost.At(i, j)
	}
	if len(column) != m || pairs != min(m, n) || sum != total {
		t.Fatalf("%d×%d: %v with the sum %g, reported %g", m, n, column, sum, total)
	}
	if math.Abs(total-want) > tolerance {
		t.Fatalf("%d×%d: sum %.12g, the least is %.12g", m, n, total, want)
	}
}

func TestAssignmentAgainstPermutations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, n := rapid.IntRange(1, 7).Draw(t, "m"), rapid.IntRange(1, 7).Draw(t, "n")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		ties := rapid.Bool().Draw(t, "ties")
		cost := mat.NewDense(m, n, nil)
		for i := range m {
			for j := range n {
				v := 20 * rng.NormFloat64()
				if ties {
					v = float64(rng.IntN(4) - 2)
				}
				cost.Set(i, j, v)
			}
		}
		checkAssignment(t, cost, leastByPermutation(cost), 1e-9)
	})
}

// A hidden assignment of cost u_i + v_j, with all else above it, is the best.
func TestAssignmentOfManyRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, size := range [][2]int{{200, 200}, {150, 400}, {400, 150}} {
		m, n := size[0], size[1]
		wide := m <= n
		rows, columns := min(m, n), max(m, n)
		hidden := rng.Perm(columns)[:rows]
		u := make([]float64, rows)
		want := 0.0
		for i := range u {
			u[i] = 100 * rng.NormFloat64()
			want += u[i]
		}
		cost := mat.NewDense(m, n, nil)
		for i := range rows {
			for j := range columns {
				v := u[i]
				if hidden[i] != j {
					v += 10 * rng.Float64()
				}
				if wide {
					cost.Set(i, j, v)
				} else {
					cost.Set(j, i, v)
				}
			}
		}
		checkAssignment(t, cost, want, 1e-9)
	}
}

func TestAssignmentErrors(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e301} {
		_, _, err := learn.Assignment(mat.NewDense(2, 3, []float64{1, 2, 3, 4, v, 6}))
		must.ErrorWith(t, err, "row 1 and column 1", v)
	}
	column, _, err := learn.Assignment(mat.NewDense(2, 2, []float64{-1e300, 1e300, 1e300, -1e300}))
	if err != nil || !slices.Equal(column, []int{0, 1}) {
		t.Errorf("large costs: %v, %v", column, err)
	}
}
