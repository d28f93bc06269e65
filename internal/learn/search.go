package learn

import (
	"context"

	"gonum.org/v1/gonum/mat"
)

// search finds the nearest training rows in the first counts[c] columns. Distances are sums over
// the columns in their order, so one pass over a pair of rows has those of all counts, and each is
// the same in any block.
type search struct {
	k      int
	train  *mat.Dense
	counts []int
	kernel kernel
}

// kernel computes distances.
type kernel interface {
	// size is what tie needs of a test row in counts[c].
	size(row []float64, c int) float64
	// tie returns the least and the largest distance that count as equal to v.
	tie(v, size float64) (low, high float64)
	// four offers the training rows i to i+3 below hi to near, which has one for each of the
	// counts.
	four(row []float64, i, hi int, near []ranked)
}

// searchRows test rows share a tile of training rows of about searchValues numbers, which stays in
// the processor's cache.
const searchRows, searchValues = 64, 1 << 12

// run calls use for every test row and count.
func (s *search) run(ctx context.Context, test *mat.Dense, use func(t, c int, near *ranked)) error {
	n, d := s.train.Dims()
	m, _ := test.Dims()
	counts := len(s.counts)
	tile := max(4, searchValues/d/4*4)
	near := make([]ranked, min(searchRows, m)*counts)
	for i := range near {
		near[i].k = s.k
	}
	work := 0
	for lo := 0; lo < m; lo += searchRows {
		hi := min(lo+searchRows, m)
		for t := lo; t < hi; t++ {
			for c := range counts {
				near[(t-lo)*counts+c].reset(s.kernel, s.kernel.size(test.RawRowView(t), c))
			}
		}
		for from := 0; from < n; from += tile {
			to := min(from+tile, n)
			for t := lo; t < hi; t++ {
				if work += (to - from) * d; work > pollWork {
					work = 0
					if err := ctx.Err(); err != nil {
						return err
					}
				}
				row, of := test.RawRowView(t), near[(t-lo)*counts:][:counts]
				for i := from; i < to; i += 4 {
					s.kernel.four(row, i, to, of)
				}
			}
		}
		for t := lo; t < hi; t++ {
			for c := range counts {
				use(t, c, near[(t-lo)*counts+c].nearest())
			}
		}
	}
	return ctx.Err()
}
