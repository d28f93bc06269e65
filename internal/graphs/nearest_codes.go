package graphs

import (
	"context"
	"math"

	"fsnb.example/internal/parallel"
)

// Codes are whole numbers of codeBits bits, four to a word.
const (
	codeBits = 14 // so that four numbers have a sum below 2¹⁶
	mostCode = 1<<codeBits - 1
	signs    = 0x8000800080008000
	evens    = 0x0000ffff0000ffff
)

// codes are Manhattan distances of values that are rounded to whole multiples of a step above the
// least of their column,
//
//	Σ_j |a_j - b_j| = 2 Σ_j max(a_j - b_j, 0) - Σ_j a_j + Σ_j b_j
//
// in steps, four columns at a time, or nil if ranges overflow or all are 0. They take a quarter of
// the memory of x. What rounding to a step leaves is added for each row; that of sums of d terms,
// here and in those with which they are compared, is below (2d + 64)u Σ_j a_j.
func (s *search) codes(ctx context.Context, workers int) (*rough, error) {
	n, d := s.x.Dims()
	least, step := s.steps()
	if step == 0 || math.IsInf(step, 0) || math.IsNaN(step) {
		return nil, nil
	}
	words := (d + 3) / 4
	codes := make([]uint64, n*words)
	total, loss := make([]float64, n), make([]float64, n)
	err := parallel.For(ctx, workers, n, tileRows, func(from, to int) {
		for i := from; i < to; i++ {
			row, out := s.x.RawRowView(i), codes[i*words:(i+1)*words]
			var size, rest float64
			for j, v := range row {
				a := v - least[j]
				code := min(math.Round(a/step), mostCode)
				out[j/4] |= uint64(code) << (j % 4 * 16)
				total[i] += code
				size += a
				rest += math.Abs(a - float64(step*code))
			}
			loss[i] = rest + float64(2*d+64)*unit*size + float64(d)*0x1p-1070
		}
	})
	add := func(rows []int, blo, bhi, lo, hi int, dist *tile) {
		var room [tileColumns / 4]uint64
		from, to := lo/4, (hi+3)/4
		for at, i := range rows {
			a := room[:to-from]
			for w, v := range codes[i*words+from : i*words+to] {
				a[w] = v | signs
			}
			for j := blo; j < bhi; j++ {
				dist[at][j-blo] += excess(a, codes[j*words+from:j*words+to])
			}
		}
	}
	finish := func(i, lo int, sums []float64) {
		total, own := total[lo:][:len(sums)], total[i]
		for at, sum := range sums {
			sums[at] = step * (2*sum - own + total[at])
		}
	}
	return &rough{add: add, finish: finish, loss: loss}, err
}

// steps returns the least value of each column, and the largest range in parts of mostCode.
func (s *search) steps() (least []float64, step float64) {
	n, d := s.x.Dims()
	least, most := make([]float64, d), make([]float64, d)
	copy(least, s.x.RawRowView(0))
	copy(most, least)
	for i := 1; i < n; i++ {
		for j, v := range s.x.RawRowView(i) {
			if v < least[j] {
				least[j] = v
			} else if v > most[j] {
				most[j] = v
			}
		}
	}
	for j, v := range most {
		step = max(step, (v-least[j])/mostCode)
	}
	return least, step
}

// excess is Σ max(a - b, 0) over the numbers in the words of a, which have their signs set, and b.
func excess(a, b []uint64) float64 {
	b = b[:len(a)]
	var even, odd uint64
	for len(a) >= 4 && len(b) >= 4 {
		sum := positive(a[0]-b[0]) + positive(a[1]-b[1]) + positive(a[2]-b[2]) + positive(a[3]-b[3])
		even += sum & evens
		odd += sum >> 16 & evens
		a, b = a[4:], b[4:]
	}
	for w, v := range a {
		p := positive(v - b[w])
		even += p & evens
		odd += p >> 16 & evens
	}
	even += odd
	return float64(even>>32 + even&(1<<32-1))
}

// positive clears the numbers without a sign, which are those below 0, and all signs.
func positive(v uint64) uint64 {
	set := v & signs
	return v & (set - set>>15)
}
