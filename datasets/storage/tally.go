package storage

import (
	"context"
	"encoding/binary"
	"slices"
	"sync"
	"sync/atomic"
)

// byteValues is the number of values of a byte.
const byteValues = 256

// Tally counts the numbers of one byte in a column, such as genotypes, by their value and by a code
// of their sample: its distinct values, ascending, with the joint counts.
type Tally struct {
	Distinct []float64
	Joint    []uint32 // by code, then by value
}

// Codes are the codes of samples, in the forms that counting needs.
type Codes struct {
	count  int
	sizes  []uint32 // samples of each code
	offset []uint32 // of each sample: 256 times its code
	order  []int32  // samples by code, those of code a at starts[a] to starts[a+1]-1
	starts []int
	masks  [][]uint64 // by code, of few codes: bitOf the samples of the code is 1
}

// Count is the number of codes.
func (c *Codes) Count() int { return c.count }

// fewCodes is the number of codes up to which counting bits of a column is faster than a table.
const fewCodes = 16

// NewCodes prepares the codes of n samples, each below count.
func NewCodes(n, count int, code func(i int) int) *Codes {
	out := &Codes{count: count, sizes: make([]uint32, count), offset: make([]uint32, n),
		order: make([]int32, n), starts: make([]int, count+1)}
	for i := range n {
		out.sizes[code(i)]++
	}
	for a, size := range out.sizes {
		out.starts[a+1] = out.starts[a] + int(size)
	}
	if count <= fewCodes {
		words := make([]uint64, count*((n+63)/64))
		for part := range slices.Chunk(words, (n+63)/64) {
			out.masks = append(out.masks, part)
		}
	}
	next := slices.Clone(out.starts)
	for i := range n {
		a := code(i)
		out.offset[i] = uint32(a * byteValues)
		out.order[next[a]] = int32(i)
		next[a]++
		if out.masks != nil {
			word, bit := bitOf(i)
			out.masks[a][word] |= 1 << bit
		}
	}
	return out
}

// counter is what a goroutine needs.
type counter struct {
	Tally
	x      *Mapped
	n      int
	table  []uint32 // counts by code and byte
	gather []byte   // columns of a file by row
	rows   [8][]byte
	few    few
}

// EachTally calls use with the tally of each of the ascending columns, nil for all, on at most
// workers goroutines; the tally is valid during the call. The numbers of x must be of one byte. Of
// a file by row, memory is bytes for the counts of a block of columns, and room for 512 columns if
// a block has columns of more than four values. many reports whether one has. It returns a
// *ReadError, and ctx.Err(). The cost is one pass over the file.
func EachTally(ctx context.Context, x *Mapped, c *Codes, workers, bytes int, columns []int,
	use func(t *Tally, j int)) (many bool, err error) {
	n, _ := x.Dims()
	pool := sync.Pool{New: func() any { return &counter{x: x, n: n} }}
	var more atomic.Bool
	block := min(max(bytes/(12*c.count), 1<<9), 1<<13) &^ 7
	err = x.EachBytes(ctx, workers, block, func(lo, hi int) {
		r := pool.Get().(*counter)
		defer pool.Put(r)
		if !r.block(c, columns, lo, hi, use) {
			more.Store(true)
		}
	})
	return more.Load(), err
}

// block counts columns lo to hi-1, and reports whether they have up to four values.
func (r *counter) block(c *Codes, columns []int, lo, hi int, use func(t *Tally, j int)) bool {
	fits := true
	if r.x.Layout().Fortran {
		among(columns, lo, hi, func(j int) {
			raw := r.x.RawColumn(j, room(&r.gather, r.n))
			if !r.tallyOfBits(c, raw) {
				fits = false
				r.tallyOfTable(c, raw)
			}
			use(&r.Tally, j)
		})
		return fits
	}
	counted := lo
	if end := lo + (hi-lo)&^7; r.countRows(c, lo, end) {
		counted = end
		among(columns, lo, end, func(j int) {
			r.tallyOfRows(c, end-lo, j-lo)
			use(&r.Tally, j)
		})
	}
	fits = counted > lo
	for ; counted < hi; counted += gathered {
		r.gatherColumns(c, columns, counted, min(counted+gathered, hi), use)
	}
	return fits
}

// among calls use with the columns from lo to hi-1; nil columns are all.
func among(columns []int, lo, hi int, use func(j int)) {
	if columns == nil {
		for j := lo; j < hi; j++ {
			use(j)
		}
		return
	}
	at, _ := slices.BinarySearch(columns, lo)
	for ; at < len(columns) && columns[at] < hi; at++ {
		use(columns[at])
	}
}

// gathered is the number of columns that gatherColumns takes at a time.
const gathered = 512

// gatherColumns counts columns of a file by row.
func (r *counter) gatherColumns(c *Codes, columns []int, lo, hi int,
	use func(t *Tally, j int)) {
	n := r.n
	stride := (n + 7) &^ 7
	room(&r.gather, stride*gathered)
	var rows [8][]byte
	for i := 0; i < n; i += 8 {
		for k := range rows {
			rows[k] = r.x.RawRow(min(i+k, n-1), lo, hi, room(&r.rows[k], gathered))
		}
		transposeBytes(r.gather[i:], stride, &rows, hi-lo)
	}
	among(columns, lo, hi, func(j int) {
		r.tallyOfTable(c, r.gather[(j-lo)*stride:][:n])
		use(&r.Tally, j)
	})
}

// transposeBytes writes eight rows of a number of columns to places k*stride to k*stride+7 of out,
// for each column k.
func transposeBytes(out []byte, stride int, rows *[8][]byte, columns int) {
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

// tallyOfTable counts the bytes of a column.
func (r *counter) tallyOfTable(c *Codes, raw []byte) {
	cells := c.count * byteValues
	clear(room(&r.table, 2*cells))
	// Two tables, so that an increment does not wait for the previous one.
	table, odd := r.table[:cells], r.table[cells:]
	offset := c.offset
	for len(raw) >= 2 && len(offset) >= 2 {
		table[offset[0]+uint32(raw[0])]++
		odd[offset[1]+uint32(raw[1])]++
		raw, offset = raw[2:], offset[2:]
	}
	for i, v := range raw {
		table[offset[i]+uint32(v)]++
	}
	r.Distinct = r.Distinct[:0]
	var present [byteValues]uint32
	for at, count := range odd {
		table[at] += count
		present[at%byteValues] |= table[at]
	}
	flip := 0 // in the order of numbers, those of int8 begin with byte 128, which is -128
	if r.x.Value(0x80) < 0 {
		flip = 0x80
	}
	var places [byteValues]uint8
	for k := range byteValues {
		if at := k ^ flip; present[at] != 0 {
			places[len(r.Distinct)] = uint8(at)
			r.Distinct = append(r.Distinct, r.x.Value(byte(at)))
		}
	}
	found := len(r.Distinct)
	room(&r.Joint, c.count*found)
	for a := range c.count {
		for t, at := range places[:found] {
			r.Joint[a*found+t] = table[a*byteValues+int(at)]
		}
	}
}

// room returns a slice of n elements in the memory of buf if they fit.
func room[T any](buf *[]T, n int) []T {
	if cap(*buf) < n {
		*buf = make([]T, n)
	}
	*buf = (*buf)[:n]
	return *buf
}
