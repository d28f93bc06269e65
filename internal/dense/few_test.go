package dense

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Project equals AB' and Combine AB, for one piece and several, and for parts of matrices.
func TestProjectAndCombine(t *testing.T) {
	for _, shape := range [][3]int{{1, 1, 1}, {3, tile, width}, {4, 2*tile + 3, width + 5}} {
		m, k, n := shape[0], shape[1], shape[2]
		part := func(seed uint64, rows, cols int) *mat.Dense {
			return drawn(seed, rows+1, cols+2).Slice(1, rows+1, 1, cols+1).(*mat.Dense)
		}
		a, short, b := part(1, m, n), part(2, m, k), part(3, k, n)
		var along, sum mat.Dense
		along.Mul(a, b.T())
		sum.Mul(short, b)
		if !mat.EqualApprox(Project(a, b), &along, 1e-11) {
			t.Errorf("%v: Project is off", shape)
		}
		if !mat.EqualApprox(Combine(short, b), &sum, 1e-12) {
			t.Errorf("%v: Combine is off", shape)
		}
	}
}

// BenchmarkFew is Project and then Combine for rows of 20,000 numbers and 100 rows b: "of-gonum" is
// the time relative to gonum's for the same products in the same run.
func BenchmarkFew(b *testing.B) {
	for _, m := range []int{1, 5, 40} {
		b.Run(fmt.Sprint(m), func(b *testing.B) {
			v, w := drawn(1, m, 20000), drawn(2, 100, 20000)
			var along, sum mat.Dense
			against(b, func() { Combine(Project(v, w), w) }, func() {
				along.Mul(v, w.T())
				sum.Mul(&along, w)
			})
		})
	}
}
