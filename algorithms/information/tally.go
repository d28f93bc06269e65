package information

import "math/bits"

// tally counts the codes of features within groups. It is for one goroutine at a time.
type tally struct {
	*counter
	gini bool // blocks have purities in place of c·log c

	all []uint8 // codes of a sparse column
	// The tables of walk are 0 between two calls.
	sparse  []uint32 // by code and group
	sums    []uint32 // by code and block
	squares []uint64
}

// of returns the sums of terms over the joint counts of a column with the groups and with the
// blocks, or, as the second alone, over the purities of the cells of codes and blocks. Of mixed
// groups the difference of the two is right, and neither of them need be.
func (t *tally) of(g *grouping, c *codedColumn) (groups, blocks int64) {
	if len(g.order) == 0 {
		return 0, 0
	}
	width := g.width()
	if g.mixed && g.twos && t.e.pairs != nil && !t.gini && g.faster(c, false, c.count*width) {
		return t.twoPlanes(g, c), 0
	}
	// A table of more cells than samples takes longer to read than to fill.
	if c.count*width > 2*len(g.order) {
		return t.walked(g, t.dense(g, c), c.count)
	}
	if g.ones && !g.left && !t.gini {
		groups = t.total(&g.partner, c)
		return groups, groups
	}
	table := t.cells(&g.partner, c)
	if g.twos && !g.left && !t.gini {
		return t.pairs(table)
	}
	for ; len(table) > 0; table = table[width:] {
		a, b := t.row(g, table[:g.count])
		groups, blocks = groups+a, blocks+b
	}
	return groups, blocks
}

// pairs returns the sums over counts of blocks of two groups.
func (t *tally) pairs(table []uint32) (groups, blocks int64) {
	terms := t.e.terms
	for len(table) >= 2 {
		a, b := table[0], table[1]
		groups += terms[a] + terms[b]
		blocks += terms[a+b]
		table = table[2:]
	}
	return groups, blocks
}

// twoPlanes returns the difference of the sums for blocks of two groups, by their planes.
func (t *tally) twoPlanes(g *grouping, c *codedColumn) (sum int64) {
	size, width := planeSize(len(c.all)), t.e.n+1
	groups, pairs := g.planes, t.e.pairs
	if size == 2 && len(c.planes) == 4 { // one word and its count, of each of two codes
		low, high := c.planes[0], c.planes[2]
		for ; len(groups) >= 4; groups = groups[4:] {
			a, b := groups[0], groups[2]
			a0, a1 := bits.OnesCount64(a&low), bits.OnesCount64(a&high)
			b0, b1 := bits.OnesCount64(b&low), bits.OnesCount64(b&high)
			a2, b2 := int(groups[1])-a0-a1, int(groups[3])-b0-b1
			sum += pairs[uint16(a0*width+b0)] + pairs[uint16(a1*width+b1)] +
				pairs[uint16(a2*width+b2)]
		}
		return sum
	}
	if len(c.planes) == 2*size {
		low, high := c.planes[:size-1], c.planes[size:]
		for ; len(groups) >= 2*size; groups = groups[2*size:] {
			second := groups[size:]
			x0, y0, x1, y1 := four(low, high, groups, second)
			a0, b0, a1, b1 := int(x0), int(y0), int(x1), int(y1)
			a2, b2 := int(groups[size-1])-a0-a1, int(second[size-1])-b0-b1
			sum += pairs[uint16(a0*width+b0)] + pairs[uint16(a1*width+b1)] +
				pairs[uint16(a2*width+b2)]
		}
		return sum
	}
	for ; len(groups) >= 2*size; groups = groups[2*size:] {
		first, second := groups[:size], groups[size:2*size]
		restA, restB := int(first[size-1]), int(second[size-1])
		for planes := c.planes; len(planes) >= size; planes = planes[size:] {
			a, b := two(planes[:size-1], first, second)
			restA, restB = restA-a, restB-b
			sum += pairs[uint16(a*width+b)]
		}
		sum += pairs[uint16(restA*width+restB)]
	}
	return sum
}

// two returns common of a and b, and of a and c.
func two(a, b, c []uint64) (ab, ac int) {
	b, c = b[:len(a)], c[:len(a)]
	for i, v := range a {
		ab += bits.OnesCount64(v & b[i])
		ac += bits.OnesCount64(v & c[i])
	}
	return ab, ac
}

// row returns the sums over the counts of one code.
func (t *tally) row(g *grouping, row []uint32) (groups, blocks int64) {
	terms := t.e.terms
	if g.twos && !t.gini {
		return t.pairs(row)
	}
	lo := int(g.blocks[0])
	for _, end := range g.blocks[1:] {
		var sum uint32
		for _, count := range row[lo:end] {
			groups += terms[count]
			sum += count
		}
		switch {
		case !t.gini:
			blocks += terms[sum]
		case sum > 0:
			var squares uint64
			for _, count := range row[lo:end] {
				squares += uint64(count) * uint64(count)
			}
			blocks += t.e.purity(sum, squares)
		}
		lo = int(end)
	}
	return groups, blocks
}

// dense returns the codes of all samples.
func (t *tally) dense(g *grouping, c *codedColumn) []uint8 {
	if c.all != nil {
		return c.all
	}
	all := room(&t.all, len(g.code))
	for i := range all {
		all[i] = c.rest
	}
	for p, i := range c.rows {
		all[i] = c.codes[p]
	}
	return all
}

// walkCells bounds the cells of the groups that are walked at once.
const walkCells = 1 << 16

// walked is of in the time of the samples, however many groups and codes there are.
func (t *tally) walked(g *grouping, all []uint8, count int) (groups, blocks int64) {
	span := int32(max(walkCells/count, 1))
	last := len(g.blocks) - 1
	for lo := 0; lo < last; {
		hi := lo + 1
		if g.blocks[last]-g.blocks[lo] <= span {
			hi = last
		}
		for hi < last && g.blocks[hi+1]-g.blocks[lo] <= span {
			hi++
		}
		a, b := t.walk(g, all, count, lo, hi)
		groups, blocks = groups+a, blocks+b
		lo = hi
	}
	return groups, blocks
}

// walk counts the samples of blocks lo to hi-1 in tables of zeros, sums what each sample adds to
// the terms, and leaves zeros.
func (t *tally) walk(g *grouping, all []uint8, count, lo, hi int) (groups, blocks int64) {
	first, rises := g.blocks[lo], t.e.rises
	width, blockWidth := int(g.blocks[hi]-first), hi-lo
	samples := g.order[g.starts[first]:g.starts[g.blocks[hi]]]
	cells, sums := room(&t.sparse, count*width), room(&t.sums, count*blockWidth)
	for _, i := range samples {
		f := int(all[i])
		cell, sum := f*width+int(g.code[i])-int(first), f*blockWidth+int(g.block[i])-lo
		c, s := cells[cell], sums[sum]
		groups += rises[c]
		blocks += rises[s]
		cells[cell], sums[sum] = c+1, s+1
	}
	if t.gini {
		return 0, t.walkPurities(g, all, samples, cells, sums, lo, hi)
	}
	if len(cells)+len(sums) < 16*len(samples) {
		clear(cells)
		clear(sums)
		return groups, blocks
	}
	for _, i := range samples {
		f := int(all[i])
		cells[f*width+int(g.code[i])-int(first)] = 0
		sums[f*blockWidth+int(g.block[i])-lo] = 0
	}
	return groups, blocks
}

// walkPurities is the second half of walk for purities.
func (t *tally) walkPurities(g *grouping, all []uint8, samples []int32, cells, sums []uint32,
	lo, hi int) (blocks int64) {
	first, blockWidth := int(g.blocks[lo]), hi-lo
	width := int(g.blocks[hi]) - first
	squares := room(&t.squares, len(sums))
	for _, i := range samples {
		f := int(all[i])
		cell := f*width + int(g.code[i]) - first
		c := uint64(cells[cell])
		squares[f*blockWidth+int(g.block[i])-lo] += c * c
		cells[cell] = 0
	}
	for _, i := range samples {
		sum := int(all[i])*blockWidth + int(g.block[i]) - lo
		if s := sums[sum]; s > 0 {
			blocks += t.e.purity(s, squares[sum])
			sums[sum], squares[sum] = 0, 0
		}
	}
	return blocks
}
