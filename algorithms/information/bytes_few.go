package information

import (
	"encoding/binary"
	wordbits "math/bits"

	"fsnb.example/datasets/storage"
)

// Columns of the four values 0, 1, 2 and one whose lower two bits are 1, such as 3, -1 or -9, are
// counted by these bits: eight numbers of a row in a word of 64 bits, or 64 numbers of a column.
const (
	lowBits  = 0x0101010101010101 // the lowest bit of each byte
	highBits = 0xfcfcfcfcfcfcfcfc // all but the lower two
	// The product of the lowest bits of eight bytes and collect has them in its highest byte.
	collect = 0x0102040810204080
)

const (
	rowsAtOnce = 4
	// fullRows is the number of rows after which a byte that counts could overflow, a multiple of
	// rowsAtOnce.
	fullRows = 252
)

// fewWork is what a goroutine needs to count columns of four values.
type fewWork struct {
	upper byte // of the fourth value, without the lower two bits
	// three words for eight columns: counts of the lowest bit, the next one and both
	lanes  []uint64
	counts []uint32 // by code, by these three, by column
	rows   [rowsAtOnce][]byte
	zero   []byte
	bits   [2][]uint64 // of the samples of a column
	joint  []uint32
}

// countRows counts columns lo to hi-1 of a file by row, by code of b. It reports whether they have
// no other than the four values.
func (s *onDisk) countRows(w *diskWork, b *byteVariable, lo, hi int) bool {
	f := &w.raw.few
	if hi == lo || s.tryRows(f, b, lo, hi) {
		return true
	}
	for i := range s.d.N() {
		for _, v := range s.x.RawRow(i, lo, hi, f.rows[0]) {
			if v&3 == 3 && v&^3 != f.upper {
				f.upper = v &^ 3
				return s.tryRows(f, b, lo, hi)
			}
		}
	}
	return false
}

func (s *onDisk) tryRows(f *fewWork, b *byteVariable, lo, hi int) bool {
	width := hi - lo
	clear(room(&f.zero, width))
	for k := range f.rows {
		room(&f.rows[k], width)
	}
	lanes := room(&f.lanes, 3*width/8)
	clear(lanes)
	clear(room(&f.counts, 3*width*b.count))
	for a := range b.count {
		counts := f.counts[3*width*a:][:3*width]
		samples := b.order[b.starts[a]:b.starts[a+1]]
		for len(samples) > 0 {
			part := samples[:min(len(samples), fullRows)]
			samples = samples[len(part):]
			if !s.addRows(f, part, lo, hi) {
				return false
			}
			flush(counts, lanes)
		}
	}
	return true
}

// addRows adds the rows of some samples to the lanes.
func (s *onDisk) addRows(f *fewWork, samples []int32, lo, hi int) bool {
	for at := 0; at < len(samples); at += rowsAtOnce {
		var rows [rowsAtOnce][]byte
		for k := range rows {
			rows[k] = f.zero // counts for nothing
			if at+k < len(samples) {
				rows[k] = s.x.RawRow(int(samples[at+k]), lo, hi, f.rows[k])
			}
		}
		if !addLanes(f.lanes, &rows, uint64(f.upper)) {
			return false
		}
	}
	return true
}

// addLanes adds four rows to the lanes, and reports whether they have no other than the four
// values.
func addLanes(lanes []uint64, rows *[rowsAtOnce][]byte, upper uint64) bool {
	var other uint64
	r0, r1, r2, r3 := rows[0], rows[1], rows[2], rows[3]
	for len(lanes) >= 3 && len(r0) >= 8 && len(r1) >= 8 && len(r2) >= 8 && len(r3) >= 8 {
		x := binary.LittleEndian.Uint64(r0)
		low, next := x&lowBits, x>>1&lowBits
		both := low & next
		other |= x&highBits ^ both*upper
		a, b, c := low, next, both

		x = binary.LittleEndian.Uint64(r1)
		low, next = x&lowBits, x>>1&lowBits
		both = low & next
		other |= x&highBits ^ both*upper
		a, b, c = a+low, b+next, c+both

		x = binary.LittleEndian.Uint64(r2)
		low, next = x&lowBits, x>>1&lowBits
		both = low & next
		other |= x&highBits ^ both*upper
		a, b, c = a+low, b+next, c+both

		x = binary.LittleEndian.Uint64(r3)
		low, next = x&lowBits, x>>1&lowBits
		both = low & next
		other |= x&highBits ^ both*upper
		lanes[0], lanes[1], lanes[2] = lanes[0]+a+low, lanes[1]+b+next, lanes[2]+c+both
		lanes, r0, r1, r2, r3 = lanes[3:], r0[8:], r1[8:], r2[8:], r3[8:]
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
func (r *rawWork) tallyOfRows(x *storage.Mapped, b *byteVariable, width, column int) {
	joint := room(&r.few.joint, 4*b.count)
	for a, size := range b.counts {
		at := r.few.counts[3*width*a+column:]
		low, next, both := at[0], at[width], at[2*width]
		setFour(joint[4*a:][:4], size, low, next, both)
	}
	r.tallyOfFour(x, b)
}

// setFour sets the counts of 0, 1, 2 and the fourth value.
func setFour(to []uint32, size, low, next, both uint32) {
	to[0], to[1], to[2], to[3] = size-low-next+both, low-both, next-both, both
}

// tallyOfBits counts a column, and reports whether it has no other than the four values.
func (r *rawWork) tallyOfBits(s *onDisk, b *byteVariable, raw []byte) bool {
	if b.masks == nil {
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
	joint := room(&r.few.joint, 4*b.count)
	ones, twos := r.few.bits[0], r.few.bits[1]
	for a, size := range b.counts {
		var low, next, both int
		mask := b.masks[a][:len(ones)]
		for w, x := range ones {
			x, y := x&mask[w], twos[w]&mask[w]
			low += wordbits.OnesCount64(x)
			next += wordbits.OnesCount64(y)
			both += wordbits.OnesCount64(x & y)
		}
		setFour(joint[4*a:][:4], size, uint32(low), uint32(next), uint32(both))
	}
	r.tallyOfFour(s.x, b)
	return true
}

// collectBits sets the lower two bits of the samples of a column, and reports whether it has no
// other than the four values.
func (f *fewWork) collectBits(raw []byte) bool {
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
		var one, two uint64
		for k := range 8 {
			x := binary.LittleEndian.Uint64(part[8*k:])
			low, next := x&lowBits, x>>1&lowBits
			other |= x&highBits ^ low&next*upper
			one |= low * collect >> 56 << (8 * k)
			two |= next * collect >> 56 << (8 * k)
		}
		ones[w], twos[w] = one, two
	}
	return other == 0
}

// tallyOfFour leaves the values out that do not occur.
func (r *rawWork) tallyOfFour(x *storage.Mapped, b *byteVariable) {
	values := [4]float64{0, 1, 2, x.Value(r.few.upper | 3)}
	order := [4]int{0, 1, 2, 3}
	if values[3] < 0 {
		order = [4]int{3, 0, 1, 2}
	}
	var total [4]uint32
	for at, count := range r.few.joint {
		total[at%4] += count
	}
	r.distinct = r.distinct[:0]
	for _, t := range order {
		if total[t] > 0 {
			r.distinct = append(r.distinct, values[t])
		}
	}
	joint, at := room(&r.joint, len(r.distinct)*b.count), 0
	for a := range b.count {
		for _, t := range order {
			if total[t] > 0 {
				joint[at] = r.few.joint[4*a+t]
				at++
			}
		}
	}
}
