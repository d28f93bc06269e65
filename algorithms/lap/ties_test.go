package lap

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// On tables of few values most samples tie. By definition a sample is among the k nearest if fewer
// than k are nearer, which whole numbers decide exactly. The pairs follow it in any order of the
// rows and in any unit, within classes and not, by "or" and by "and".
func TestPairsOfTies(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	ties := 0
	for round := range 20 {
		n, k := 20+round, 1+round%5
		whole := mat.NewDense(n, 4, nil)
		whole.Apply(func(_, _ int, _ float64) float64 { return float64(rng.IntN(3)) }, whole)
		y := make([]int, n)
		for i := range y {
			y[i] = rng.IntN(2)
		}
		for _, within := range []bool{false, true} {
			near := func(i, j int) bool { // j is among the k nearest of i
				far := func(l int) (sum float64) {
					for c := range 4 {
						sum += (whole.At(i, c) - whole.At(l, c)) * (whole.At(i, c) - whole.At(l, c))
					}
					return sum
				}
				nearer, equal := 0, 0
				for l := range n {
					if l != i && (!within || y[l] == y[i]) {
						if far(l) < far(j) {
							nearer++
						} else if far(l) == far(j) {
							equal++
						}
					}
				}
				if nearer < k && nearer+equal > k {
					ties++
				}
				return (!within || y[i] == y[j]) && nearer < k
			}
			for _, join := range []Join{Or, And} {
				for _, unit := range []float64{1, .1, 1. / 255} {
					order := rng.Perm(n)
					d := &datasets.Dataset{Name: "few values", X: mat.NewDense(n, 4, nil),
						Y: make([]int, n), Classes: []string{"a", "b"}}
					for to, from := range order {
						d.Y[to] = y[from]
						for c := range 4 {
							d.X.Set(to, c, unit*whole.At(from, c))
						}
					}
					pairs, cut, err := nearest(t.Context(), d, k, join, within,
						algorithms.Options{})
					if err != nil || cut != 0 {
						t.Fatal(cut, err)
					}
					got := make(map[[2]int]bool)
					for _, e := range pairs {
						a, b := order[e.I], order[e.J]
						got[[2]int{min(a, b), max(a, b)}] = true
					}
					for i := range n {
						for j := i + 1; j < n; j++ {
							p, q := near(i, j), near(j, i)
							if want := p && q || join == Or && (p || q); got[[2]int{i, j}] != want {
								t.Fatalf("n %d, k %d, %s, within %v, unit %v: samples %d and "+
									"%d are a pair: %v, want %v", n, k, join, within, unit, i, j,
									!want, want)
							}
						}
					}
				}
			}
		}
	}
	if ties == 0 {
		t.Error("no samples tie")
	}
}
