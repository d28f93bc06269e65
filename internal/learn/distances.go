package learn

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/ties"
)

// squares is the kernel of squared Euclidean distances.
type squares struct {
	train   *mat.Dense
	counts  []int
	varying []bool
}

func newSquares(train *mat.Dense, counts []int) *squares {
	return &squares{train, counts, ties.Varying(train)}
}

func (s *squares) size(row []float64, c int) float64 {
	to := s.counts[c]
	return ties.Norm(row[:to], s.varying[:to])
}

func (s *squares) tie(v, size float64) (low, high float64) { return ties.SquaredRange(v, size) }

// far is the number of columns after which rows that are too far away are given up.
const far = 32

// four sums four rows at a time, since a sum waits for its last term.
func (s *squares) four(row []float64, i, hi int, near []ranked) {
	last := hi - 1
	b0, b1 := s.train.RawRowView(i), s.train.RawRowView(min(i+1, last))
	b2, b3 := s.train.RawRowView(min(i+2, last)), s.train.RawRowView(min(i+3, last))
	limit := near[len(near)-1].kth
	var s0, s1, s2, s3 float64
	from := 0
	for c, to := range s.counts {
		for from < to {
			end := min(from+far, to)
			a := row[from:end]
			x0, x1 := b0[from:end][:len(a)], b1[from:end][:len(a)]
			x2, x3 := b2[from:end][:len(a)], b3[from:end][:len(a)]
			for j, v := range a {
				r0, r1, r2, r3 := v-x0[j], v-x1[j], v-x2[j], v-x3[j]
				s0 += r0 * r0
				s1 += r1 * r1
				s2 += r2 * r2
				s3 += r3 * r3
			}
			from = end
			// Distances rise with the count, and so does the k-th.
			if s0 >= limit && s1 >= limit && s2 >= limit && s3 >= limit {
				return
			}
		}
		kth := near[c].kth
		if !(s0 >= kth && s1 >= kth && s2 >= kth && s3 >= kth) {
			offerFour(&near[c], i, hi, s0, s1, s2, s3)
		}
	}
}

// offerFour offers four rows, of which those from hi on are none.
func offerFour(near *ranked, i, hi int, v0, v1, v2, v3 float64) {
	for q, v := range [4]float64{v0, v1, v2, v3} {
		if i+q < hi && !(v >= near.kth) {
			near.offer(i+q, v)
		}
	}
}

// cosines is the kernel of 1 - a'b/(‖a‖·‖b‖).
type cosines struct {
	train  *mat.Dense
	counts []int
	sizes  [][]float64 // by count and training row
}

func newCosines(train *mat.Dense, counts []int) *cosines {
	n, _ := train.Dims()
	s := &cosines{train, counts, make([][]float64, len(counts))}
	for c := range counts {
		s.sizes[c] = make([]float64, n)
		for i := range n {
			s.sizes[c][i] = s.size(train.RawRowView(i), c)
		}
	}
	return s
}

// size is 1/‖row‖, since divisions are slow; 0 for a row of zeros.
func (s *cosines) size(row []float64, c int) float64 {
	return reciprocal(floats.Norm(row[:s.counts[c]], 2))
}

func reciprocal(norm float64) float64 {
	if norm == 0 {
		return 0
	}
	return 1 / norm
}

// ofCosine is the difference at which cosines count as equal: their rounding.
const ofCosine = 1e-12

func (s *cosines) tie(v, _ float64) (low, high float64) { return v - ofCosine, v + ofCosine }

func (s *cosines) four(row []float64, i, hi int, near []ranked) {
	last := hi - 1
	b0, b1 := s.train.RawRowView(i), s.train.RawRowView(min(i+1, last))
	b2, b3 := s.train.RawRowView(min(i+2, last)), s.train.RawRowView(min(i+3, last))
	var s0, s1, s2, s3 float64
	from := 0
	for c, to := range s.counts {
		a := row[from:to]
		x0, x1 := b0[from:to][:len(a)], b1[from:to][:len(a)]
		x2, x3 := b2[from:to][:len(a)], b3[from:to][:len(a)]
		for j, v := range a {
			s0 += v * x0[j]
			s1 += v * x1[j]
			s2 += v * x2[j]
			s3 += v * x3[j]
		}
		from = to
		size, sizes := near[c].size, s.sizes[c]
		v0, v1 := apart(s0, size, sizes[i]), apart(s1, size, sizes[min(i+1, last)])
		v2 := apart(s2, size, sizes[min(i+2, last)])
		v3 := apart(s3, size, sizes[min(i+3, last)])
		kth := near[c].kth
		if !(v0 >= kth && v1 >= kth && v2 >= kth && v3 >= kth) {
			offerFour(&near[c], i, hi, v0, v1, v2, v3)
		}
	}
}

// apart is 1 - the cosine of two samples with the given product and reciprocal norms.
func apart(product, a, b float64) float64 {
	if a == 0 && b == 0 {
		return 0
	}
	return max(0, 1-product*a*b)
}

// squaredDistance is the squared Euclidean distance.
func squaredDistance(a, b []float64) (s float64) {
	b = b[:len(a)]
	for i, v := range a {
		r := v - b[i]
		s += r * r
	}
	return s
}
