package traceratio

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/must"
)

// problem is a small data set with every kind of column: noise with and without a class signal, in
// units of different size, constant, perfect and duplicate columns, and small integers with ties.
func problem(rng *rand.Rand) *datasets.Dataset {
	d := 1 + rng.IntN(12)
	n := 4 + rng.IntN(12)
	c := 2 + rng.IntN(2)
	y := make([]int, n)
	for i := range y {
		y[i] = i % c
	}
	rng.Shuffle(n, func(i, j int) { y[i], y[j] = y[j], y[i] })
	x := mat.NewDense(n, d, nil)
	awkward := []float64{0.1, 1e17, -1.0 / 3, 7}
	integer := rng.IntN(3) == 0
	for j := range d {
		kind := rng.IntN(10)
		signal, level := rng.NormFloat64(), awkward[rng.IntN(len(awkward))]
		unit := 1.0
		if kind > 6 {
			unit = math.Pow(10, 24*rng.Float64()-12)
		}
		for i := range n {
			var v float64
			switch {
			case kind == 0:
				v = level
			case kind == 1:
				v = level * float64(1+y[i])
				if level == 1e17 { // multiples of it absorb the noise
					v = float64(1 + y[i])
				}
			case integer:
				v = float64(rng.IntN(3))
			default:
				v = unit * (signal*float64(y[i]) + rng.NormFloat64())
			}
			x.Set(i, j, v)
		}
		if kind == 2 && j > 0 {
			x.SetCol(j, mat.Col(nil, rng.IntN(j), x))
		}
	}
	ds, err := datasets.New("problem", x, y, nil)
	if err != nil {
		panic(err)
	}
	return ds
}

// exactForms are the scatters between and within classes in exact arithmetic, rounded at the end.
func exactForms(d *datasets.Dataset) (b, e []float64) {
	count, mean := make([]*big.Rat, len(d.Classes)), make([]*big.Rat, len(d.Classes))
	n := new(big.Rat).SetInt64(int64(d.N()))
	for c, k := range d.ClassCounts() {
		count[c] = new(big.Rat).SetInt64(int64(k))
	}
	for j := range d.D() {
		all, between, within := new(big.Rat), new(big.Rat), new(big.Rat)
		for c := range mean {
			mean[c] = new(big.Rat)
		}
		for i, c := range d.Y {
			v := new(big.Rat).SetFloat64(d.X.At(i, j))
			all.Add(all, v)
			mean[c].Add(mean[c], v)
		}
		all.Quo(all, n)
		for c := range mean {
			mean[c].Quo(mean[c], count[c])
			v := new(big.Rat).Sub(mean[c], all)
			between.Add(between, v.Mul(count[c], v.Mul(v, v)))
		}
		for i, c := range d.Y {
			v := new(big.Rat).SetFloat64(d.X.At(i, j))
			v.Sub(v, mean[c])
			within.Add(within, v.Mul(v, v))
		}
		bj, _ := between.Float64()
		ej, _ := within.Float64()
		b, e = append(b, bj), append(e, ej)
	}
	return b, e
}

// affinityForms are f'L_b f and f'L_w f of the heat kernel graph, from the n×n matrix of weights.
func affinityForms(t testing.TB, d *datasets.Dataset, m TraceRatio) (b, e []float64) {
	t.Helper()
	of := kinds().Resolve(m.Graph).(graph.Neighbors)
	a := must.Get(graphs.HeatKernel(context.Background(), d.X, of.K, of.Heat, 1, nil))(t)
	n := d.N()
	weights := mat.NewSymDense(n, nil)
	degree, total := make([]float64, n), 0.0
	for _, edge := range a.Edges {
		weights.SetSym(edge.I, edge.J, edge.Weight)
	}
	for i := range n {
		for l := range n {
			degree[i] += weights.At(i, l)
		}
		total += degree[i]
	}
	for j := range d.D() {
		// f'L_b f is half the sum of D_ii D_kk (f_i - f_k)² / 1'D1.
		var between, within float64
		for i := range n {
			for l := range i {
				diff := d.X.At(i, j) - d.X.At(l, j)
				between += degree[i] * degree[l] / total * diff * diff
				within += weights.At(i, l) * diff * diff
			}
		}
		b, e = append(b, between), append(e, within)
	}
	return b, e
}

// bruteForce returns the largest ratio of all subsets of k features that are not idle (b = e = 0),
// +Inf for perfect ones. There must be k such features.
func bruteForce(b, e []float64, k int) float64 {
	var live []int
	for j := range b {
		if b[j] != 0 || e[j] != 0 {
			live = append(live, j)
		}
	}
	best := math.Inf(-1)
	for set := uint(0); set < 1<<len(live); set++ {
		if bits.OnesCount(set) != k {
			continue
		}
		var num, den float64
		for i, j := range live {
			if set>>i&1 == 1 {
				num, den = num+b[j], den+e[j]
			}
		}
		best = max(best, num/den)
	}
	return best
}

func alike(a, b, tolerance float64) bool {
	return a == b || math.Abs(a-b) <= tolerance*max(math.Abs(a), math.Abs(b))
}

// The optimum is that of brute force on random problems, with both graphs in turn and every k.
func TestEqualsBruteForce(t *testing.T) {
	const problems = 1000
	rng := rand.New(rand.NewPCG(2008, 9))
	kinds := map[string]int{}
	for p := range problems {
		d := problem(rng)
		m := TraceRatio{Graph: graph.Neighbors{K: 1 + rng.IntN(3)}}
		var b, e []float64
		if p%2 == 0 {
			m.Graph = graph.SameClass{}
			b, e = exactForms(d)
		} else {
			b, e = affinityForms(t, d, m)
		}
		live, perfect := 0, 0
		for j := range b {
			if b[j] != 0 || e[j] != 0 {
				live++
			}
			if b[j] != 0 && e[j] == 0 {
				perfect++
			}
		}
		last := math.Inf(1)
		for k := 1; k <= d.D(); k++ {
			what := fmt.Sprintf("problem %d, %s, k = %d of %d, %d live, %d perfect", p,
				m.Graph.Kind(), k, d.D(), live, perfect)
			r, err := m.Select(t.Context(), d, algorithms.Options{K: k})
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			if live == 0 {
				kinds["nothing live"]++
				if r.Diagnostics.Objective != nil || !r.Diagnostics.Converged ||
					len(r.Features) != k {
					t.Errorf("%s: %+v; want all constant columns and no objective", what, r)
				}
				continue
			}
			checkAnswer(t, what, r, b, e, min(k, live))
			lambda := float64(*r.Diagnostics.Objective)
			if want := bruteForce(b, e, min(k, live)); !alike(lambda, want, 1e-9) {
				t.Errorf("%s: lambda %v, brute force %v", what, lambda, want)
			}
			// Theorem 2.
			if lambda > last*(1+1e-12) {
				t.Errorf("%s: lambda rises from %v to %v with k", what, last, lambda)
			}
			last = lambda
			switch {
			case k <= perfect:
				kinds["infinite"]++
			case perfect > 0:
				kinds["more than the perfect"]++
			case k > live:
				kinds["constant columns chosen"]++
			default:
				kinds["plain"]++
			}
		}
	}
	for _, kind := range []string{"nothing live", "infinite", "more than the perfect",
		"constant columns chosen", "plain"} {
		if kinds[kind] < 5 {
			t.Errorf("only %d cases of kind %q: %v", kinds[kind], kind, kinds)
		}
	}
}

// checkAnswer checks the diagnostics of an answer. The first live features must not be idle, and
// constant columns fill the rest.
func checkAnswer(t *testing.T, what string, r *algorithms.Ranking, b, e []float64, live int) {
	t.Helper()
	diag := r.Diagnostics
	lambda := float64(*diag.Objective)
	var num, den float64
	for i, j := range r.Features {
		if idle := b[j] == 0 && e[j] == 0; idle != (i >= live) ||
			idle != math.IsInf(r.Scores[i], -1) {
			t.Errorf("%s: place %d of %v is column %d, idle: %v, score %v", what, i, r.Features, j,
				idle, r.Scores[i])
		}
		num, den = num+b[j], den+e[j]
	}
	if !alike(num/den, lambda, 1e-9) {
		t.Errorf("%s: lambda %v, but the subset %v has %v", what, lambda, r.Features, num/den)
	}
	if !diag.Converged || !diag.Certificate.Holds() {
		t.Errorf("%s: converged %v, certificate %+v", what, diag.Converged, diag.Certificate)
	}
	// Theorem 1, from the traditional solution on.
	trace := diag.Trace
	if len(diag.Extra) == 1 {
		trace = slices.Concat(algorithms.Numbers{float64(diag.Extra[0].Value)}, trace)
	}
	if !slices.IsSorted(trace) || len(diag.Trace) != diag.Iterations {
		t.Errorf("%s: trace %v of %d iterations falls", what, trace, diag.Iterations)
	}
	for i := range r.Features[1:] {
		if r.Scores[i] < r.Scores[i+1] || r.Scores[i] == r.Scores[i+1] &&
			r.Features[i] > r.Features[i+1] {
			t.Errorf("%s: features %v with scores %v are out of order", what, r.Features, r.Scores)
		}
	}
	if slices.ContainsFunc(r.Scores, math.IsNaN) {
		t.Errorf("%s: scores %v", what, r.Scores)
	}
}

// The optimum is that of brute force with small integers, where ratios are exact and many tie.
func TestSolveEqualsBruteForceOnIntegers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 9).Draw(t, "d")
		value := rapid.Map(rapid.IntRange(0, 6), func(v int) float64 { return float64(v) })
		b, e := rapid.SliceOfN(value, d, d).Draw(t, "b"), rapid.SliceOfN(value, d, d).Draw(t, "e")
		var last []int
		for j := range b {
			if b[j] == 0 && e[j] == 0 {
				last = append(last, j)
			}
		}
		k := rapid.IntRange(1, d).Draw(t, "k")
		s := solve(b, e, k, last)
		if len(s.subset) != k || len(s.scores) != k || !s.diagnostics.Converged {
			t.Fatalf("subset %v, scores %v, converged %v", s.subset, s.scores,
				s.diagnostics.Converged)
		}
		live := min(k, d-len(last))
		if live == 0 {
			if s.diagnostics.Objective != nil || !slices.Equal(s.subset, last[:k]) {
				t.Fatalf("subset %v, objective %v; want %v and none", s.subset,
					s.diagnostics.Objective, last[:k])
			}
			return
		}
		want := bruteForce(b, e, live)
		if got := float64(*s.diagnostics.Objective); got != want ||
			!s.diagnostics.Certificate.Holds() {
			t.Fatalf("lambda %v, brute force %v, certificate %+v", got, want,
				s.diagnostics.Certificate)
		}
		var num, den float64
		for _, j := range s.subset {
			num, den = num+b[j], den+e[j]
		}
		if num/den != want {
			t.Fatalf("subset %v has ratio %v, brute force %v", s.subset, num/den, want)
		}
		if fill := k - live; !slices.Equal(s.subset[live:], last[:fill]) {
			t.Fatalf("subset %v ends on other than %v", s.subset, last[:fill])
		}
	})
}
