package learn_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/internal/learn"
)

// dualByEnumeration tries every way in which the variables are at 0, at their
// bound, or free, where stationarity is a linear system, and returns the least
// ½α'Qα - Σα with 0 <= α <= bound and, when balanced, y'α = 0.
func dualByEnumeration(q *mat.SymDense, y []float64, bound float64, balanced bool) float64 {
	n := len(y)
	best := math.Inf(1)
	status := make([]int, n)
	for {
		if v, ok := stationary(q, y, bound, balanced, status); ok {
			best = min(best, v)
		}
		i := 0
		for ; i < n && status[i] == 2; i++ {
			status[i] = 0
		}
		if i == n {
			return best
		}
		status[i]++
	}
}

func stationary(q *mat.SymDense, y []float64, bound float64, balanced bool, status []int) (
	float64, bool) {
	n := len(y)
	alpha := mat.NewVecDense(n, nil)
	var free []int
	for i, s := range status {
		switch s {
		case 1:
			alpha.SetVec(i, bound)
		case 2:
			free = append(free, i)
		}
	}
	if size := len(free); size > 0 {
		rows := size
		if balanced {
			rows++
		}
		a, b := mat.NewDense(rows, rows, nil), mat.NewVecDense(rows, nil)
		for r, i := range free {
			b.SetVec(r, 1)
			for j := range n {
				b.SetVec(r, b.AtVec(r)-q.At(i, j)*alpha.AtVec(j))
			}
			for c, j := range free {
				a.Set(r, c, q.At(i, j))
			}
			if balanced {
				a.Set(r, size, y[i])
				a.Set(size, r, y[i])
			}
		}
		if balanced {
			for j := range n {
				b.SetVec(size, b.AtVec(size)-y[j]*alpha.AtVec(j))
			}
		}
		var solution mat.VecDense
		if solution.SolveVec(a, b) != nil {
			return 0, false
		}
		for r, i := range free {
			alpha.SetVec(i, solution.AtVec(r))
		}
	}
	balance := 0.0
	for i := range n {
		if v := alpha.AtVec(i); v < -1e-9 || v > bound+1e-9 {
			return 0, false
		}
		balance += y[i] * alpha.AtVec(i)
	}
	if balanced && math.Abs(balance) > 1e-9 {
		return 0, false
	}
	return mat.Inner(alpha, q, alpha)/2 - mat.Sum(alpha), true
}

func TestSVCAgainstEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(2, 6).Draw(t, "n"), rapid.IntRange(1, 3).Draw(t, "d")
		x := normal(rapid.Uint64().Draw(t, "seed"), n, d)
		y := rapid.SliceOfN(rapid.IntRange(0, 1), n, n).Draw(t, "y")
		y[0], y[1] = 0, 1
		c := rapid.SampledFrom([]float64{0.1, 1, 20}).Draw(t, "C")
		kernel := rapid.SampledFrom([]learn.Kernel{learn.RBF, learn.Linear}).Draw(t, "kernel")
		gamma := rapid.Float64Range(0.1, 3).Draw(t, "gamma")
		m := trainSVC(t, learn.SVC{Kernel: kernel, C: c, Gamma: gamma, Eps: 1e-9}, x, y, 2)
		sign := make([]float64, n)
		q := mat.NewSymDense(n, nil)
		for i := range n {
			sign[i] = 1 - 2*float64(y[i])
		}
		for i := range n {
			for j := range i + 1 {
				k := mat.Dot(x.RowView(i), x.RowView(j))
				if kernel == learn.RBF {
					var r mat.VecDense
					r.SubVec(x.RowView(i), x.RowView(j))
					k = math.Exp(-gamma * mat.Dot(&r, &r))
				}
				q.SetSym(i, j, k*sign[i]*sign[j])
			}
		}
		want := dualByEnumeration(q, sign, c, true)
		pair := m.Pairs[0]
		if math.Abs(pair.Objective-want) > 1e-7*(1+math.Abs(want)) ||
			pair.Gap > 1e-7*(1+math.Abs(want)) || pair.Gap < -1e-9 {
			t.Fatalf("dual %.12g with gap %g, the optimum is %.12g", pair.Objective, pair.Gap, want)
		}
	})
}

// The Karush-Kuhn-Tucker conditions of every pair, from the model and the data
// alone.
func TestSVCIsOptimal(t *testing.T) {
	const eps = 1e-6
	for _, name := range []string{"wine", "wdbc", "digits"} {
		d := load(t, name)
		x, y := every(d, 0, 3)
		x = learn.FitScaling(x).Apply(x)
		for _, kernel := range []learn.Kernel{learn.RBF, learn.Linear} {
			m := trainSVC(t, learn.SVC{Kernel: kernel, Eps: eps}, x, y, len(d.Classes))
			f := decisions(t, m, x)
			for p, pair := range m.Pairs {
				coef := map[int]float64{}
				sum := 0.0
				for i, at := range pair.At {
					coef[m.Rows[at]] = pair.Coef[i]
					sum += pair.Coef[i]
				}
				near(t, "Σβ", sum, 0, 1e-9)
				if !pair.Converged || pair.Violation > eps {
					t.Errorf("%s: violation %g after %d steps", name, pair.Violation, pair.Steps)
				}
				for i, c := range y {
					sign := 1.0
					if c == pair.Second {
						sign = -1
					} else if c != pair.First {
						continue
					}
					alpha, margin := sign*coef[i], sign*f.At(i, p)
					// The offset is within eps of every free sample's.
					switch {
					case alpha < 0 || alpha > 1:
						t.Errorf("%s: α is %g", name, alpha)
					case alpha < 1 && margin < 1-2*eps, alpha > 0 && margin > 1+2*eps:
						t.Errorf("%s: α is %g where y·f is %.9g", name, alpha, margin)
					}
				}
			}
		}
	}
}

// Forgetting kernel rows changes the path, not the solution.
func TestSVCCache(t *testing.T) {
	d := load(t, "wdbc")
	x := learn.FitScaling(d.X).Apply(d.X)
	base := learn.SVC{C: 10, Eps: 1e-8}
	want := decisions(t, trainSVC(t, base, x, d.Y, 2), x)
	for _, rows := range []int{2, 10} {
		p := base
		p.Cache = 8 * d.N() * rows
		m := trainSVC(t, p, x, d.Y, 2)
		if got := decisions(t, m, x); !mat.EqualApprox(got, want, 1e-6) || !m.Pairs[0].Converged {
			t.Errorf("%d rows: other decisions", rows)
		}
	}
}
