package storage

import (
	"encoding/binary"
	wordbits "math/bits"
)

// Columns of the four values 0, 1, 2 and one whose lower two bits are 1, such as 3, -1 or -9, are
// counted by these bits: eight numbers of a row in a word of 64 bits, or 64 numbers of a column.
const (
	lowBits = 0x0101010101010101 // the lowest bit of each byte
	twoBits = 0x0303030303030303 // the lower two
	even    = 0x5555555555555555 // every other bit
)

const (
	rowsAtOnce = 4
	// fullRows is the number of rows after which the sum of numbers up to 3 could exceed a byte, a
	// multiple of rowsAtOnce.
	fullRows = 84
)

// few is what a goroutine needs to count columns of four values.
type few struct {
	upper  byte     // of the fourth value, without the lower two bits
	lanes  []uint64 // three words for eight columns: sums of twoBits, of the upper one and of both
	counts []uint32 // by code, by these three, by column
	rows   [rowsAtOnce][]byte
	zero   []byte
	bits   [2][]uint64 // of the samples of a column
	joint  []uint32
}

// countRows counts columns lo to hi-1 of a file by row, by code of b. It reports whether they have
// no other than the four values.
func (r *counter) countRows(c *Codes, lo, hi int) bool {
	f := &r.few
	if hi == lo || r.tryRows(c, lo, hi) {
		return true
	}
	for i := range r.n {
		for _, v := range r.x.RawRow(i, lo, hi, f.rows[0]) {
			if v&3 == 3 && v&^3 != f.upper {
				f.upper = v &^ 3
				return r.tryRows(c, lo, hi)
			}
		}
	}
	return false
}

func (r *counter) tryRows(c *Codes, lo, hi int) bool {
	f := &r.few
	width := hi - lo
	clear(room(&f.zero, width))
	for k := range f.rows {
		room(&f.rows[k], width)
	}
	lanes := room(&f.lanes, 3*width/8)
	clear(lanes)
	clear(room(&f.counts, 3*width*c.count))
	for a := range c.count {
		counts := f.counts[3*width*a:][:3*width]
		samples := c.order[c.starts[a]:c.starts[a+1]]
		for len(samples) > 0 {
			part := samples[:min(len(samples), fullRows)]
			samples = samples[len(part):]
			if !r.addRows(part, lo, hi) {
				return false
			}
			flush(counts, lanes)
		}
	}
	return true
}

// addRows adds the rows of some samples to the lanes.
func (r *counter) addRows(samples []int32, lo, hi int) bool {
	f := &r.few
	for at := 0; at < len(samples); at += rowsAtOnce {
		var rows [rowsAtOnce][]byte
		for k := range rows {
			rows[k] = f.zero // counts for nothing
			if at+k < len(samples) {
				rows[k] = r.x.RawRow(int(samples[at+k]), lo, hi, f.rows[k])
			}
		}
		ok := false
		if f.upper == 0 {
			ok = addLanes(f.lanes, &rows)
		} else {
			ok = addUpperLanes(f.lanes, &rows, uint64(f.upper))
		}
		if !ok {
			return false
		}
	}
	return true
}

// addLanes adds four rows to the lanes, and reports whether they have no other values than 0 to 3.
func addLanes(lanes []uint64, rows *[rowsAtOnce][]byte) bool {
	var all uint64
	r0, r1, r2, r3 := rows[0], rows[1], rows[2], rows[3]
	for len(lanes) >= 3 && len(r0) >= 8 && len(r1) >= 8 && len(r2) >= 8 && len(r3) >= 8 {
		x := binary.LittleEndian.Uint64(r0)
		y := x >> 1 & lowBits
		a, b, c := x, y, x&y
		all |= x

		x = binary.LittleEndian.Uint64(r1)
		y = x >> 1 & lowBits
		a, b, c = a+x, b+y, c+x&y
		all |= x

		x = binary.LittleEndian.Uint64(r2)
		y = x >> 1 & lowBits
		a, b, c = a+x, b+y, c+x&y
		all |= x

		x = binary.LittleEndian.Uint64(r3)
		y = x >> 1 & lowBits
		all |= x
		lanes[0], lanes[1], lanes[2] = lanes[0]+a+x, lanes[1]+b+y, lanes[2]+c+x&y
		lanes, r0, r1, r2, r3 = lanes[3:], r0[8:], r1[8:], r2[8:], r3[8:]
	}
	return all&^twoBits == 0
}

// addUpperLanes is addLanes for a fourth value with upper bits.
func addUpperLanes(lanes []uint64, rows *[rowsAtOnce][]byte, upper uint64) bool {
	var other uint64
	for _, row := range rows {
		for w := 0; w+3 <= len(lanes) && len(row) >= 8; w += 3 {
			x := binary.LittleEndian.Uint64(row)
			low := x & twoBits
			next := x >> 1 & lowBits
			both := low & next
			other |= x ^ low ^ both*upper
			lanes[w], lanes[w+1], lanes[w+2] = lanes[w]+low, lanes[w+1]+next, lanes[w+2]+both
			row = row[8:]
		}
	}
	return other == 0
}

// flush adds the lanes to the counts, and sets them to 0.
func flush(counts []uint32, lanes []uint64) {
	width := len(counts) / 3
	for k := range 3 {
		to := counts[k*width:][:width]
		for w := k; w < len(lanes); w += 3 {
			x := lanes[w]
			lanes[w] = 0
			part := to[:8]
			to = to[8:]
			for l := range part {
				part[l] += uint32(byte(x))
				x >>= 8
			}
		}
	}
}

// tallyOfRows makes the tally of a column of a block of the given width.
func (r *counter) tallyOfRows(c *Codes, width, column int) {
	joint := room(&r.few.joint, 4*c.count)
	for a, size := range c.sizes {
		at := r.few.counts[3*width*a+column:]
		sum, next, both := at[0], at[width], at[2*width]
		setFour(joint[4*a:][:4], size, sum-2*next-both, next-both, both)
	}
	r.tallyOfFour(c)
}

// setFour sets the counts of 0, 1, 2 and the fourth value, of so many samples.
func setFour(to []uint32, size, one, two, four uint32) {
	to[0], to[1], to[2], to[3] = size-one-two-four, one, two, four
}

// tallyOfBits counts a column, and reports whether it has no other than the four values.
func (r *counter) tallyOfBits(c *Codes, raw []byte) bool {
	if c.masks == nil {
		return false
	}
	if !r.few.collectBits(raw) {
		at := 0
		for at < len(raw) && (raw[at]&3 != 3 || raw[at]&^3 == r.few.upper) {
			at++
		}
		if at == len(raw) {
			return false
		}
		r.few.upper = raw[at] &^ 3
		if !r.few.collectBits(raw) {
			return false
		}
	}
	joint := room(&r.few.joint, 4*c.count)
	ones, twos := r.few.bits[0], r.few.bits[1]
	for a, size := range c.sizes {
		var low, next, both int
		mask := c.masks[a][:len(ones)]
		for w, x := range ones {
			x, y := x&mask[w], twos[w]&mask[w]
			low += wordbits.OnesCount64(x)
			next += wordbits.OnesCount64(y)
			both += wordbits.OnesCount64(x & y)
		}
		setFour(joint[4*a:][:4], size, uint32(low-both), uint32(next-both), uint32(both))
	}
	r.tallyOfFour(c)
	return true
}

// collectBits sets the lower two bits of the samples of a column, and reports whether it has no
// other than the four values.
func (f *few) collectBits(raw []byte) bool {
	words := (len(raw) + 63) / 64
	ones, twos := room(&f.bits[0], words), room(&f.bits[1], words)
	upper, other := uint64(f.upper), uint64(0)
	var last [64]byte
	for w := range ones {
		part := raw
		if len(part) < 64 {
			copy(last[:], part)
			part = last[:]
		} else {
			raw = raw[64:]
		}
		x, o := twoBitsOf(part, upper)
		y, p := twoBitsOf(part[32:], upper)
		other |= o | p
		ones[w] = x&even | y&even<<1
		twos[w] = x>>1&even | y&^even
	}
	return other == 0
}

// bitOf is the place of a sample in the words of collectBits.
func bitOf(i int) (word, bit int) {
	return i / 64, i%8*8 + i/8%4*2 + i/32%2
}

// twoBitsOf packs the lower two bits of 32 bytes: those of byte 8k + l are bits 8l + 2k and the
// next. other is 0 if the bytes have no other than the four values.
func twoBitsOf(part []byte, upper uint64) (bits, other uint64) {
	x0 := binary.LittleEndian.Uint64(part)
	x1 := binary.LittleEndian.Uint64(part[8:])
	x2 := binary.LittleEndian.Uint64(part[16:])
	x3 := binary.LittleEndian.Uint64(part[24:])
	bits = x0&twoBits | x1&twoBits<<2 | x2&twoBits<<4 | x3&twoBits<<6
	if upper == 0 {
		return bits, (x0 | x1 | x2 | x3) &^ twoBits
	}
	for _, x := range [4]uint64{x0, x1, x2, x3} {
		other |= x&^twoBits ^ x&(x>>1)&lowBits*upper
	}
	return bits, other
}

// tallyOfFour leaves the values out that do not occur.
func (r *counter) tallyOfFour(c *Codes) {
	values := [4]float64{0, 1, 2, r.x.Value(r.few.upper | 3)}
	order := [4]int{0, 1, 2, 3}
	if values[3] < 0 {
		order = [4]int{3, 0, 1, 2}
	}
	var total [4]uint32
	for at, count := range r.few.joint {
		total[at%4] += count
	}
	r.Distinct = r.Distinct[:0]
	for _, t := range order {
		if total[t] > 0 {
			r.Distinct = append(r.Distinct, values[t])
		}
	}
	joint, at := room(&r.Joint, len(r.Distinct)*c.count), 0
	for a := range c.count {
		for _, t := range order {
			if total[t] > 0 {
				joint[at] = r.few.joint[4*a+t]
				at++
			}
		}
	}
}
