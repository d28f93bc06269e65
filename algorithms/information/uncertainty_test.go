package information

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// literalUncertainty is 2 I(a; b)/(H(a) + H(b)).
func literalUncertainty(a, b []int) float64 {
	if su := 2 * bitsOf(a, b) / (bitsOf(a, a) + bitsOf(b, b)); su >= leastUncertainty {
		return su
	}
	return 0
}

// codesOf are the codes of the columns of d, and its classes or the codes of its target.
func codesOf(t *testing.T, d *datasets.Dataset, coding Coding, bins int) (columns [][]int,
	y []int) {
	t.Helper()
	as := must.Get(codedTarget(t.Context(), d, coding, bins))(t)
	c := coded(t, as, coding, bins)
	for j := range d.D() {
		columns = append(columns, column(c, j))
	}
	return columns, as.Y
}

// smallProblem has at most 12 samples of at most 6 columns of few values, of which some repeat
// others and some are constant.
func smallProblem(t *testing.T, rng *rand.Rand) *datasets.Dataset {
	t.Helper()
	n, d := 4+rng.IntN(9), 1+rng.IntN(6)
	y := make([]int, n)
	for i := range y {
		y[i] = i % 2
		if n > 8 {
			y[i] = i % 3
		}
	}
	rng.Shuffle(n, func(i, j int) { y[i], y[j] = y[j], y[i] })
	columns := make([][]float64, d)
	for j := range columns {
		column := make([]float64, n)
		kind, values := rng.IntN(5), 1+rng.IntN(4)
		for i := range column {
			column[i] = float64(rng.IntN(values))
			if kind == 0 {
				column[i] += 2 * float64(y[i])
			}
			if kind == 1 && j > 0 && i > 0 {
				column[i] = -3 * columns[rng.IntN(j)][i]
			}
		}
		if kind == 2 && j > 0 {
			copy(column, columns[rng.IntN(j)])
		}
		columns[j] = column
	}
	return table(t, y, columns...)
}

// chosen are the answers of FCBF and CFS with all features that they choose.
func chosen(t *testing.T, m algorithms.Selector, d *datasets.Dataset,
	opt algorithms.Options) *algorithms.Ranking {
	t.Helper()
	return must.Get(algorithms.Run(t.Context(), m, d, opt))(t)
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9 }

// Sums of the terms are exact: the uncertainty of recoded columns, of exchanged ones and of other
// samples has the same bits, 1 for columns that determine each other, 0 for independent ones.
func TestUncertaintyIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 1))
	for range 60 {
		n := 2 + rng.IntN(250)
		codes := 2 + rng.IntN(20)
		a, b := make([]float64, n), make([]float64, n)
		y := make([]int, n)
		for i := range a {
			a[i] = float64(rng.IntN(codes))
			b[i] = float64((int(a[i]) + rng.IntN(1+codes/2)) % codes)
			y[i] = i % 2
		}
		order, samples := rng.Perm(codes), rng.Perm(n)
		recoded := make([][]float64, 2)
		moved := make([]int, n)
		for k, f := range [][]float64{a, b} {
			recoded[k] = make([]float64, n)
			for i, s := range samples {
				recoded[k][i] = float64(order[int(f[s])])
				moved[i] = y[s]
			}
		}
		// So many bins have one value each.
		of := func(y []int, columns ...[]float64) [][]float64 {
			d := table(t, y, columns...)
			u := must.Get(newUncertainty(t.Context(), d, Frequency, mostCodes, 1))(t)
			out := make([][]float64, len(columns))
			for j := range columns {
				v := must.Get(u.variable(t.Context(), j))(t)
				out[j] = make([]float64, len(columns))
				must.Do(t, u.with(t.Context(), v, nil,
					func(k int, su float64) { out[j][k] = su }))
			}
			return out
		}
		want := of(y, a, b, a)
		got := of(moved, recoded[1], recoded[0], recoded[0])
		if want[0][1] != want[1][0] || want[0][1] != got[0][1] || want[0][1] != got[1][0] {
			t.Fatalf("n = %d: %v, recoded %v", n, want, got)
		}
		if slices.Min(a) < slices.Max(a) && want[0][2] != 1 {
			t.Fatalf("n = %d: the uncertainty of a column and its duplicate is %v", n, want[0][2])
		}
	}
	independent := table(t, []int{0, 0, 1, 1}, []float64{1, 2, 1, 2}, []float64{1, 1, 2, 2})
	u := must.Get(newUncertainty(t.Context(), independent, Levels, 10, 1))(t)
	if r, err := u.relevance(t.Context()); err != nil || r[0] != 0 || r[1] != 1 {
		t.Errorf("relevance %v, %v; want 0, 1", r, err)
	}
}

// The rounding of the terms is far below what decides.
func TestExactTerms(t *testing.T) {
	for _, n := range []int{1, 2, 3, 100, 1_000_000} {
		e := newExact(n)
		of := func(c int) float64 { return float64(c) * math.Log2(float64(max(1, c))) }
		for c, v := range e.terms {
			if d := math.Abs(float64(v)/e.unit - of(c)); d > 1e-15*of(n) {
				t.Fatalf("term %d of %d is off by %g", c, n, d)
			}
		}
	}
}

func TestSymmetricUncertainty(t *testing.T) {
	for _, test := range [][4]float64{{0, 0, 0, 0}, {0, 1, 0, 0}, {.9e-12, 1, 1, 0},
		{1.1e-12, 1, 1, 1.1e-12}, {.5, 1, .5, 2. / 3}, {1, 1, 1, 1}, {1 + 1e-15, 1, 1, 1}} {
		if got := symmetric(test[0], test[1], test[2]); got != test[3] {
			t.Errorf("%v: %v, want %v", test[:3], got, test[3])
		}
	}
}
