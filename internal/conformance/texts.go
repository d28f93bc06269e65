package conformance

import (
	"fmt"
	"math"
	"math/rand/v2"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
)

// Texts are n texts of d words in c classes, with words counts each, held sparse: how often word r
// occurs falls as 1/(r + 3), and one word in twenty prefers a class.
func Texts(n, d, words, c int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(11, uint64(d)))
	starts, columns, values := make([]int, 1, n+1), []int32(nil), []float64(nil)
	y := make([]int, n)
	seen := make([]int32, d)
	for i := range n {
		y[i] = rng.IntN(c)
		for found := 0; found < words; {
			r := int(3*math.Exp(rng.Float64()*math.Log(float64(d)/3+1))) - 3
			if r = min(r, d-1); r%20 == 0 && r/20%c != y[i] && rng.IntN(4) > 0 {
				continue
			}
			// Rare words stand between the frequent ones.
			j := int32(uint64(r) * 7919 % uint64(d))
			if seen[j] == int32(i+1) {
				if r%3 == 0 {
					found++ // a word twice
				}
				continue
			}
			seen[j] = int32(i + 1)
			columns, values = append(columns, j), append(values, float64(1+rng.IntN(3)))
			found++
		}
		starts = append(starts, len(columns))
	}
	x, err := storage.FromRows(d, starts, columns, values)
	if err != nil {
		panic(err)
	}
	return labeled(fmt.Sprintf("%d×%d", n, d), x, y, c)
}

func labeled(name string, x storage.Matrix, y []int, c int) *datasets.Dataset {
	text := make([]string, len(y))
	for i, k := range y {
		text[i] = fmt.Sprint(k)
	}
	d, err := datasets.NewStored(name, x, text, nil)
	if err != nil {
		panic(err)
	}
	return d
}
