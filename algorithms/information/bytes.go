package information

import (
	"context"
	"math"

	"fsnb.example/datasets/storage"
)

// rawWork is what a goroutine needs to code numbers of one byte without converting them.
type rawWork struct {
	weighted
	codes  []uint8 // of the values of a tally
	least  []float64
	counts []int
}

// againstBytes is against for numbers of one byte. What decides is the table of counts of each
// column, by code of v and value.
func (s *onDisk) againstBytes(ctx context.Context, v *variable, columns []int,
	use func(j int, bits float64)) error {
	codes := storage.NewCodes(len(v.code), v.count, func(i int) int { return int(v.code[i]) })
	many, err := storage.EachTally(ctx, s.x, codes, s.workers, s.limits.table, columns,
		func(t *storage.Tally, j int) {
			w := s.work()
			use(j, s.tallied(w, t, v, j))
			s.pool.Put(w)
		})
	if many {
		s.many.Store(true)
	}
	return err
}

// tallied returns the mutual information of v and column j, whose tally is t.
func (s *onDisk) tallied(w *diskWork, t *storage.Tally, v *variable, j int) float64 {
	r := &w.raw
	codes := room(&r.codes, len(t.Distinct))
	cuts := s.cutsOf(j)
	switch {
	case s.state[j] == same:
		return 0
	case s.state[j] == unknown || cuts == nil:
		if !s.tallyCodes(w, t, v, j, codes) {
			return 0
		}
	default:
		for k, value := range t.Distinct {
			codes[k] = codeAbove(value, cuts)
		}
	}
	table := w.k.zeros(v.count * s.most)
	for a := range v.count {
		row := table[a*s.most:]
		for k, count := range t.Joint[a*len(codes):][:len(codes)] {
			row[codes[k]] += count
		}
	}
	return w.k.bits(v, s.exact.sum(table), s.sums[j])
}

// tallyCodes sets the codes of the values of the tally, and keeps what is known of the column after
// the first time. It reports whether the column has codes.
func (s *onDisk) tallyCodes(w *diskWork, t *storage.Tally, v *variable, j int,
	codes []uint8) bool {
	r := &w.raw
	r.reset(len(w.f))
	for k, value := range t.Distinct {
		size := 0
		for a := range v.count {
			count := int(t.Joint[a*len(codes)+k])
			size += count
			if s.coding == MDL { // v is the classes
				r.runs.add(value, a, count)
			}
		}
		r.add(value, size)
	}
	constant, count := r.prepare(&s.coder, j, func() []float64 { return s.rawValues(w, j) })
	if s.state[j] == unknown && !s.begin(j, constant, count) {
		return false
	}
	least, counts := room(&r.least, count), room(&r.counts, count)
	clear(counts)
	for c := range least {
		least[c] = math.Inf(1)
	}
	for k, value := range t.Distinct {
		c := r.rule.code(value)
		codes[k] = c
		least[c], counts[c] = min(least[c], value), counts[c]+r.sizes[k]
	}
	s.sums[j] = 0
	for _, count := range counts {
		s.sums[j] += s.exact.terms[count]
	}
	s.keepCuts(j, least)
	return true
}

// rawValues returns the values of column j.
func (s *onDisk) rawValues(w *diskWork, j int) []float64 {
	for i, v := range s.x.RawColumn(j, w.codes) {
		w.f[i] = s.x.Value(v)
	}
	return w.f
}

// grown returns a slice of n elements in the memory of buf if they fit.
func grown[T any](buf []T, n int) []T {
	if cap(buf) < n {
		return make([]T, n)
	}
	return buf[:n]
}

// room is grown in place.
func room[T any](buf *[]T, n int) []T {
	*buf = grown(*buf, n)
	return *buf
}
