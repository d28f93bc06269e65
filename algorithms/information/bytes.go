package information

import (
	"context"
	"encoding/binary"
	"math"
	"slices"

	"fsnb.example/datasets/storage"
)

// rawWork is what a goroutine needs to count numbers of one byte without converting them.
type rawWork struct {
	weighted
	tally
	codes  []uint8  // of the values of the tally
	table  []uint32 // counts by code and byte
	gather []byte   // columns of a file by row
	least  []float64
	counts []int
	rows   [8][]byte
	few    fewWork
}

// tally is a column as its distinct values, ascending, with joint counts of their samples.
type tally struct {
	distinct []float64
	joint    []uint32 // by code of a variable, then by value
}

// byteVariable is a variable for comparison with numbers of one byte.
type byteVariable struct {
	variable
	offset []uint32 // of each sample: 256 times its code
	order  []int32  // samples by code, those of code a at starts[a] to starts[a+1]-1
	starts []int
	masks  [][]uint64 // by code, of few codes: bitOf the samples of the code is 1
}

// fewCodes is the number of codes of a variable up to which counting bits of a column is faster
// than a table.
const fewCodes = 16

func newByteVariable(v variable, stride int) *byteVariable {
	n := len(v.offset)
	out := &byteVariable{variable: v, offset: make([]uint32, n), order: make([]int32, n),
		starts: make([]int, v.count+1)}
	for a, count := range v.counts {
		out.starts[a+1] = out.starts[a] + int(count)
	}
	if v.count <= fewCodes {
		words := make([]uint64, v.count*((n+63)/64))
		for part := range slices.Chunk(words, (n+63)/64) {
			out.masks = append(out.masks, part)
		}
	}
	next := slices.Clone(out.starts)
	for i, o := range v.offset {
		a := int(o) / stride
		out.offset[i] = uint32(a * mostCodes)
		out.order[next[a]] = int32(i)
		next[a]++
		if out.masks != nil {
			word, bit := bitOf(i)
			out.masks[a][word] |= 1 << bit
		}
	}
	return out
}

// againstBytes is against for numbers of one byte. What decides is the table of counts of each
// column, by code of v and value: columns of up to four values, as of genotypes, are counted eight
// numbers at a time.
func (s *onDisk) againstBytes(ctx context.Context, v variable, columns []int,
	use func(j int, bits float64)) error {
	b := newByteVariable(v, s.most)
	block := min(max(s.limits.table/(12*v.count), 1<<9), 1<<13) &^ 7
	fortran := s.x.Layout().Fortran
	return s.x.EachBytes(ctx, s.workers, block, func(lo, hi int) {
		w := s.work()
		defer s.pool.Put(w)
		if fortran {
			each(columns, lo, hi, func(j int) { use(j, s.rawColumn(w, b, j)) })
			return
		}
		counted := lo
		if end := lo + (hi-lo)&^7; s.countRows(w, b, lo, end) {
			counted = end
			each(columns, lo, end, func(j int) {
				w.raw.tallyOfRows(s.x, b, end-lo, j-lo)
				use(j, s.tallied(w, b, j))
			})
		}
		if counted == lo {
			s.many.Store(true)
		}
		for ; counted < hi; counted += gathered {
			s.gatherColumns(w, b, columns, counted, min(counted+gathered, hi), use)
		}
	})
}

// gathered is the number of columns that gatherColumns takes at a time.
const gathered = 512

// gatherColumns counts columns of a file by row.
func (s *onDisk) gatherColumns(w *diskWork, b *byteVariable, columns []int, lo, hi int,
	use func(j int, bits float64)) {
	n := len(w.f)
	r := &w.raw
	stride := (n + 7) &^ 7
	room(&r.gather, stride*gathered)
	var rows [8][]byte
	for i := 0; i < n; i += 8 {
		for k := range rows {
			rows[k] = s.x.RawRow(min(i+k, n-1), lo, hi, room(&r.rows[k], gathered))
		}
		transpose(r.gather[i:], stride, &rows, hi-lo)
	}
	each(columns, lo, hi, func(j int) {
		r.tallyOfTable(s.x, b, r.gather[(j-lo)*stride:][:n])
		use(j, s.tallied(w, b, j))
	})
}

// transpose writes eight rows of a number of columns to places k*stride to k*stride+7 of out, for
// each column k.
func transpose(out []byte, stride int, rows *[8][]byte, columns int) {
	k := 0
	for ; k+8 <= columns; k += 8 {
		var x [8]uint64
		for i, row := range rows {
			x[i] = binary.LittleEndian.Uint64(row[k:])
		}
		transposeWords(&x)
		for c, v := range x {
			binary.LittleEndian.PutUint64(out[(k+c)*stride:], v)
		}
	}
	for ; k < columns; k++ {
		for i, row := range rows {
			out[k*stride+i] = row[k]
		}
	}
}

// transposeWords transposes the 8×8 bytes of eight words, by swaps of blocks of 4, 2 and 1.
func transposeWords(x *[8]uint64) {
	for i := range 4 {
		a, b := x[i], x[i+4]
		x[i], x[i+4] = a&0xffffffff|b<<32, a>>32|b&^0xffffffff
	}
	for _, i := range [4]int{0, 1, 4, 5} {
		const half = 0x0000ffff0000ffff
		a, b := x[i], x[i+2]
		x[i], x[i+2] = a&half|b&half<<16, a>>16&half|b&^half
	}
	for i := 0; i < 8; i += 2 {
		const half = 0x00ff00ff00ff00ff
		a, b := x[i], x[i+1]
		x[i], x[i+1] = a&half|b&half<<8, a>>8&half|b&^half
	}
}

// rawColumn returns the information of column j of a file by column.
func (s *onDisk) rawColumn(w *diskWork, b *byteVariable, j int) float64 {
	raw := s.x.RawColumn(j, room(&w.raw.gather, len(w.f)))
	if !w.raw.tallyOfBits(s, b, raw) {
		s.many.Store(true)
		w.raw.tallyOfTable(s.x, b, raw)
	}
	return s.tallied(w, b, j)
}

// tallyOfTable counts the bytes of a column.
func (r *rawWork) tallyOfTable(x *storage.Mapped, b *byteVariable, raw []byte) {
	cells := b.count * mostCodes
	clear(room(&r.table, 2*cells))
	// Two tables, so that an increment does not wait for the previous one.
	table, odd := r.table[:cells], r.table[cells:]
	offset := b.offset
	for len(raw) >= 2 && len(offset) >= 2 {
		table[offset[0]+uint32(raw[0])]++
		odd[offset[1]+uint32(raw[1])]++
		raw, offset = raw[2:], offset[2:]
	}
	for i, v := range raw {
		table[offset[i]+uint32(v)]++
	}
	r.distinct = r.distinct[:0]
	var present [mostCodes]uint32
	for at, count := range odd {
		table[at] += count
		present[at%mostCodes] |= table[at]
	}
	flip := 0 // in the order of numbers, those of int8 begin with byte 128, which is -128
	if x.Value(0x80) < 0 {
		flip = 0x80
	}
	var places [mostCodes]uint8
	for k := range mostCodes {
		if at := k ^ flip; present[at] != 0 {
			places[len(r.distinct)] = uint8(at)
			r.distinct = append(r.distinct, x.Value(byte(at)))
		}
	}
	found := len(r.distinct)
	room(&r.joint, b.count*found)
	for a := range b.count {
		for t, at := range places[:found] {
			r.joint[a*found+t] = table[a*mostCodes+int(at)]
		}
	}
}

// tallied returns the mutual information of b and column j, which w holds as a tally.
func (s *onDisk) tallied(w *diskWork, b *byteVariable, j int) float64 {
	r := &w.raw
	codes := room(&r.codes, len(r.distinct))
	cuts := s.cutsOf(j)
	switch {
	case s.state[j] == same:
		return 0
	case s.state[j] == unknown || cuts == nil:
		if !s.tallyCodes(w, b, j, codes) {
			return 0
		}
	default:
		for t, v := range r.distinct {
			codes[t] = codeAbove(v, cuts)
		}
	}
	table, odd := w.k.cells(b.variable)
	for a := range b.count {
		row := table[a*s.most:]
		for t, count := range r.joint[a*len(codes):][:len(codes)] {
			row[codes[t]] += count
		}
	}
	return w.k.bits(b.variable, table, odd, s.sums[j])
}

// tallyCodes sets the codes of the values of the tally, and keeps what is known of the column after
// the first time. It reports whether the column has codes.
func (s *onDisk) tallyCodes(w *diskWork, b *byteVariable, j int, codes []uint8) bool {
	r := &w.raw
	r.reset(len(w.f))
	for t, v := range r.distinct {
		size := 0
		for a := range b.count {
			count := int(r.joint[a*len(codes)+t])
			size += count
			if s.coding == MDL { // b is the classes
				r.runs.add(v, a, count)
			}
		}
		r.add(v, size)
	}
	constant, count := r.prepare(&s.coder, func() []float64 { return s.rawValues(w, j) })
	if s.state[j] == unknown && !s.begin(j, constant, count) {
		return false
	}
	least, counts := room(&r.least, count), room(&r.counts, count)
	clear(counts)
	for c := range least {
		least[c] = math.Inf(1)
	}
	for t, v := range r.distinct {
		c := r.rule.code(v)
		codes[t] = c
		least[c], counts[c] = min(least[c], v), counts[c]+r.sizes[t]
	}
	s.sums[j] = 0
	for _, count := range counts {
		s.sums[j] += s.terms[count]
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
