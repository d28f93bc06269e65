package information

import (
	"encoding/binary"
	"math/bits"
)

// partner is a variable that many columns are counted with.
type partner struct {
	count int      // of its codes
	code  []uint32 // of each sample; count of the samples that are left out, if any
	order []int32  // the others by code; it is read where samples are left out
	sizes []uint32 // samples of each code
	left  bool     // samples are left out
	// The same in one byte, and as planes, where that serves.
	bytes  []uint8
	planes []uint64
}

const (
	// narrowCells is the largest number of cells of a table whose indices fit into a byte.
	narrowCells = 256
	// mostPlanes is the largest number of codes of a column that has planes, and partnerPlanes
	// that of a partner. More take longer to count than the codes one by one.
	mostPlanes, partnerPlanes = 6, 32
)

// width is the number of places of the partner's codes in a row of a table.
func (p *partner) width() int {
	if p.left {
		return p.count + 1
	}
	return p.count
}

// prepare sets what is made of the other fields.
func (p *partner) prepare() {
	if p.width() >= narrowCells {
		return
	}
	p.bytes = make([]uint8, len(p.code))
	for i, c := range p.code {
		p.bytes[i] = uint8(c)
	}
	if p.count <= partnerPlanes {
		p.planes = make([]uint64, p.count*planeSize(len(p.code)))
		lift(p.planes, p.bytes, p.count)
	}
}

// planeSize is the number of words of a plane of n samples: a bit for each, which is set if the
// sample has a code, then the number of these samples.
func planeSize(n int) int { return (n+63)/64 + 1 }

// lift sets planes to those of the codes below count, which is at most 127; they are 0 before.
func lift(planes []uint64, codes []uint8, count int) {
	const (
		ones   = 0x0101010101010101
		high   = 0x8080808080808080
		gather = 0x0102040810204080 // takes bit 8i to bit 56 + i
	)
	size := planeSize(len(codes))
	for c := range count {
		plane := planes[c*size:][:size]
		rest, total := codes, 0
		for word := range plane[:size-1] {
			var plain uint64
			at := 0
			for ; at < 64 && len(rest) >= 8; at += 8 {
				// The high bit of a byte is set if the code is another one.
				other := (binary.LittleEndian.Uint64(rest) ^ uint64(c)*ones) + (high - ones)
				plain |= (^other & high) >> 7 * gather >> 56 << at
				rest = rest[8:]
			}
			for ; at < 64 && len(rest) > 0; at++ {
				if int(rest[0]) == c {
					plain |= 1 << at
				}
				rest = rest[1:]
			}
			plane[word] = plain
			total += bits.OnesCount64(plain)
		}
		plane[size-1] = uint64(total)
	}
}

// counter counts columns jointly with partners. It is for one goroutine at a time.
type counter struct {
	e *exact
	// Samples next to each other are counted apart, so that an increment does not wait for the
	// previous one.
	narrow [4][narrowCells]uint32
	table  []uint32
}

func newCounter(e *exact) *counter { return &counter{e: e} }

// cells returns the numbers of samples by code of c, then by code of p: c.count rows of p.width()
// places, of which those above p.count-1 say nothing. They are valid until the next call.
func (k *counter) cells(p *partner, c *codedColumn) []uint32 {
	width := p.width()
	cells := c.count * width
	few := p.left && 4*len(p.order) < len(p.code) // reading them out of order takes less
	switch {
	case p.faster(c, few, cells):
		return k.byPlanes(p, c, width)
	case c.all == nil:
		table := k.zeros(cells)
		entries(p, c, table, width)
		return table
	case few:
		table := k.zeros(cells)
		for _, i := range p.order {
			table[int(c.all[i])*width+int(p.code[i])]++
		}
		return table
	case cells <= narrowCells && p.bytes != nil:
		return k.byBytes(p.bytes, c.all, width, cells)
	}
	table := k.zeros(cells)
	code := p.code[:len(c.all)]
	for i, f := range c.all {
		table[int(f)*width+int(code[i])]++
	}
	return table
}

// faster reports whether planes are counted in less time than codes.
func (p *partner) faster(c *codedColumn, few bool, cells int) bool {
	if c.planes == nil || p.planes == nil {
		return false
	}
	samples := len(c.all)
	if few {
		samples = 4 * len(p.order)
	}
	return 2*(c.count-1)*p.count*(planeSize(len(c.all))-1) <= samples+cells
}

func (k *counter) zeros(cells int) []uint32 {
	table := room(&k.table, cells)
	clear(table)
	return table
}

// entries counts a sparse column.
func entries(p *partner, c *codedColumn, table []uint32, width int) {
	codes := c.codes[:len(c.rows)]
	for at, i := range c.rows {
		table[int(codes[at])*width+int(p.code[i])]++
	}
	rest := table[int(c.rest)*width:][:width]
	for a, left := range p.sizes {
		for f := range c.count {
			left -= table[f*width+a]
		}
		rest[a] += left
	}
}

// byBytes counts eight samples at a time, whose indices in a table are bytes of a word.
func (k *counter) byBytes(codes, column []uint8, width, cells int) []uint32 {
	t0, t1, t2, t3 := &k.narrow[0], &k.narrow[1], &k.narrow[2], &k.narrow[3]
	one := len(codes) < 2*cells // four tables take longer to read than one to wait for
	if one {
		t1, t2, t3 = t0, t0, t0
	} else {
		clear(t1[:cells])
		clear(t2[:cells])
		clear(t3[:cells])
	}
	table := t0[:cells]
	clear(table)
	column = column[:len(codes)]
	for len(codes) >= 8 && len(column) >= 8 {
		w := binary.LittleEndian.Uint64(column)*uint64(width) + binary.LittleEndian.Uint64(codes)
		t0[uint8(w)]++
		t1[uint8(w>>8)]++
		t2[uint8(w>>16)]++
		t3[uint8(w>>24)]++
		t0[uint8(w>>32)]++
		t1[uint8(w>>40)]++
		t2[uint8(w>>48)]++
		t3[uint8(w>>56)]++
		codes, column = codes[8:], column[8:]
	}
	for i, f := range column {
		t0[f*uint8(width)+codes[i]]++
	}
	if !one {
		for i := range table {
			table[i] += t1[i] + t2[i] + t3[i]
		}
	}
	return table
}

// byPlanes counts the samples of pairs of planes. Those of the last code of the column are the
// others of the partner's code, and those of the last code of the partner the others of the
// column's, unless samples are left out.
func (k *counter) byPlanes(p *partner, c *codedColumn, width int) []uint32 {
	size := planeSize(len(c.all))
	words, some := size-1, p.count
	if !p.left {
		some--
	}
	table := room(&k.table, c.count*width)
	last := table[(c.count-1)*width:]
	copy(last, p.sizes)
	for f := 0; f < c.count-1; f += 2 {
		g := min(f+1, c.count-2) // the same at the end of an odd number
		at, next := c.planes[f*size:][:size], c.planes[g*size:][:size]
		row, below := table[f*width:][:width], table[g*width:][:width]
		for a := 0; a < some; a += 2 {
			if f == g {
				row[a] = uint32(common(at[:words], p.planes[a*size:]))
				if a+1 < some {
					row[a+1] = uint32(common(at[:words], p.planes[(a+1)*size:]))
				}
				continue
			}
			b := min(a+1, some-1)
			row[a], row[b], below[a], below[b] = four(at[:words], next, p.planes[a*size:],
				p.planes[b*size:])
		}
		others(row, last, some, p.count, at[words])
		if f < g {
			others(below, last, some, p.count, next[words])
		}
	}
	return table
}

// others sets the place of a row from some to count-1, if there is one, so that the counts add up
// to total, and takes the row from the last one.
func others(row, last []uint32, some, count int, total uint64) {
	left := uint32(total)
	last = last[:len(row)]
	for a := range some {
		left -= row[a]
		last[a] -= row[a]
	}
	if some < count {
		row[some] = left
		last[some] -= left
	}
}

// common is the number of bits that are set in both.
func common(a, b []uint64) int {
	b = b[:len(a)]
	var even, odd int
	for len(a) >= 2 && len(b) >= 2 {
		even += bits.OnesCount64(a[0] & b[0])
		odd += bits.OnesCount64(a[1] & b[1])
		a, b = a[2:], b[2:]
	}
	if len(a) > 0 && len(b) > 0 {
		even += bits.OnesCount64(a[0] & b[0])
	}
	return even + odd
}

// four returns common of a and c, a and d, b and c, and b and d.
func four(a, b, c, d []uint64) (ac, ad, bc, bd uint32) {
	b, c, d = b[:len(a)], c[:len(a)], d[:len(a)]
	for i, v := range a {
		w, x, y := b[i], c[i], d[i]
		ac += uint32(bits.OnesCount64(v & x))
		ad += uint32(bits.OnesCount64(v & y))
		bc += uint32(bits.OnesCount64(w & x))
		bd += uint32(bits.OnesCount64(w & y))
	}
	return ac, ad, bc, bd
}

// total is the sum of the terms of the counts of c and p.
func (k *counter) total(p *partner, c *codedColumn) int64 {
	if c.planes == nil || p.planes == nil || c.count != 3 || p.count != 3 || p.left {
		return k.e.sum(k.cells(p, c))
	}
	size := planeSize(len(c.all))
	words, second := size-1, c.planes[size:2*size]
	n00, n01, n10, n11 := four(c.planes[:words], second, p.planes, p.planes[size:])
	n02, n12 := uint32(c.planes[words])-n00-n01, uint32(second[words])-n10-n11
	n20, n21, n22 := p.sizes[0]-n00-n10, p.sizes[1]-n01-n11, p.sizes[2]-n02-n12
	t := k.e.terms
	return t[n00] + t[n01] + t[n02] + t[n10] + t[n11] + t[n12] + t[n20] + t[n21] + t[n22]
}
