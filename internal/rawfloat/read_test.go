package rawfloat

import (
	"testing"

	"fsnb.example/internal/must"
)

// A matrix above a block in both directions: the value in row i, column j is i·d + j.
func TestTransposed(t *testing.T) {
	for _, shape := range [][2]int{{3, block}, {block + 5, 3}, {700, 701}, {1, 9}, {9, 1}} {
		n, d := shape[0], shape[1]
		next := 0
		out := make([]float64, n*d)
		must.Do(t, Transposed(out, n, d, func(dst []float64) error {
			for k := range dst {
				dst[k] = float64(next%n*d + next/n)
				next++
			}
			return nil
		}))
		for k, v := range out {
			if v != float64(k) {
				t.Fatalf("%d×%d: value %d is %v", n, d, k, v)
			}
		}
	}
}
