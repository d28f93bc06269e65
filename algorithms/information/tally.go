package information

// tally counts the codes of features within groups. It is for one goroutine at a time.
type tally struct {
	e    *exact
	gini bool // blocks have purities in place of c·log c

	table []uint32 // by code and group
	all   []uint8  // codes of a sparse column
	// The tables of walk are 0 between two calls.
	cells   []uint32 // by code and group
	sums    []uint32 // by code and block
	squares []uint64
}

// of returns the sums of terms over the joint counts of a column with the groups and with the
// blocks, or, as the second alone, over the purities of the cells of codes and blocks.
func (t *tally) of(g *grouping, c codedColumn) (groups, blocks int64) {
	if len(g.order) == 0 {
		return 0, 0
	}
	// A table of more cells than samples takes longer to read than to fill.
	if c.count*len(g.starts) > 2*len(g.order) {
		return t.walked(g, t.dense(g, c), c.count)
	}
	width := len(g.starts) // a place for the samples that are left out
	table := room(&t.table, c.count*width)
	clear(table)
	switch {
	case c.all == nil:
		t.entries(g, c, table)
	case len(g.order) < len(g.code):
		for _, i := range g.order {
			table[int(c.all[i])*width+int(g.code[i])]++
		}
	default:
		code := g.code[:len(c.all)]
		for i, f := range c.all {
			table[int(f)*width+int(code[i])]++
		}
	}
	for f := range c.count {
		a, b := t.row(g, table[f*width:][:width])
		groups, blocks = groups+a, blocks+b
	}
	return groups, blocks
}

// entries counts a sparse column.
func (t *tally) entries(g *grouping, c codedColumn, table []uint32) {
	width := len(g.starts)
	codes := c.codes[:len(c.rows)]
	for p, i := range c.rows {
		table[int(codes[p])*width+int(g.code[i])]++
	}
	rest := table[int(c.rest)*width:][:width]
	for a := range g.groups() {
		left := uint32(g.starts[a+1] - g.starts[a])
		for f := range c.count {
			left -= table[f*width+a]
		}
		rest[a] += left
	}
}

// row returns the sums over the counts of one code.
func (t *tally) row(g *grouping, row []uint32) (groups, blocks int64) {
	terms := t.e.terms
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
func (t *tally) dense(g *grouping, c codedColumn) []uint8 {
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

// walk counts the samples of blocks lo to hi-1 in tables of zeros, then takes each count where it
// meets it first and leaves a zero.
func (t *tally) walk(g *grouping, all []uint8, count, lo, hi int) (groups, blocks int64) {
	first, terms := g.blocks[lo], t.e.terms
	width, blockWidth := int(g.blocks[hi]-first), hi-lo
	samples := g.order[g.starts[first]:g.starts[g.blocks[hi]]]
	cells, sums := room(&t.cells, count*width), room(&t.sums, count*blockWidth)
	for _, i := range samples {
		f := int(all[i])
		cells[f*width+int(g.code[i])-int(first)]++
		sums[f*blockWidth+int(g.block[i])-lo]++
	}
	if t.gini {
		return 0, t.walkPurities(g, all, samples, cells, sums, lo, hi)
	}
	for _, i := range samples { // terms[0] = 0: no branches
		f := int(all[i])
		cell, sum := f*width+int(g.code[i])-int(first), f*blockWidth+int(g.block[i])-lo
		groups += terms[cells[cell]]
		blocks += terms[sums[sum]]
		cells[cell], sums[sum] = 0, 0
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
