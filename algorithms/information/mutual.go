package information

// variable is a feature, or the classes, to be compared with many features.
type variable struct {
	partner
	sum int64 // Σ c log₂ c over the counts of its codes
}

func newVariable[T uint8 | int](e *exact, codes []T, count int) *variable {
	v := &variable{partner: partner{count: count, code: make([]uint32, len(codes)),
		sizes: make([]uint32, count)}}
	for i, c := range codes {
		v.code[i] = uint32(c)
		v.sizes[c]++
	}
	v.sum = e.sum(v.sizes)
	v.prepare()
	return v
}

// with returns the mutual information in bits of v and a column whose counts have the given sum of
// terms, by
//
//	n·MI = Σ c_ab log₂ c_ab - Σ c_a log₂ c_a - Σ c_b log₂ c_b + n log₂ n
func (k *counter) with(v *variable, c *codedColumn, sum int64) float64 {
	return k.bits(v, k.total(&v.partner, c), sum)
}

// bits is with for a known sum of the terms of the joint counts.
func (k *counter) bits(v *variable, total, sum int64) float64 {
	return k.e.bits(total - v.sum - sum + k.e.all())
}
