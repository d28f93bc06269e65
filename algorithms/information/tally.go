package information

// tally counts the codes of features within groups. It is for one goroutine at a time.
type tally struct {
	e    *exact
	gini bool // blocks have purities in place of c·log c

	table   []uint32 // by code and group
	all     []uint8  // codes of a sparse column
	counts  []uint32 // by code, of a group
	sums    []uint32 // by code, of a block
	squares []uint64 // by code, of a block
}

// of returns the sums of terms over the joint counts of a column with the groups and with the
// blocks, or over the purities of the cells of codes and blocks.
func (t *tally) of(g *grouping, c codedColumn) (groups, blocks int64) {
	if len(g.order) == 0 {
		return 0, 0
	}
	// A table of many more cells than samples would take longer to read than to fill.
	if c.count*len(g.starts) > 4*len(g.order)+1024 {
		return t.byGroup(g, t.dense(g, c), c.count)
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

// byGroup is of in the time of the samples, however many groups and codes there are.
func (t *tally) byGroup(g *grouping, all []uint8, count int) (groups, blocks int64) {
	if len(t.counts) < count {
		t.counts, t.sums = make([]uint32, count), make([]uint32, count)
		t.squares = make([]uint64, count)
	}
	terms, counts, sums := t.e.terms, t.counts, t.sums
	lo := g.blocks[0]
	for _, end := range g.blocks[1:] {
		for a := lo; a < end; a++ {
			samples := g.order[g.starts[a]:g.starts[a+1]]
			for _, i := range samples {
				counts[all[i]]++
			}
			for _, i := range samples {
				f := all[i]
				if c := counts[f]; c > 0 {
					groups += terms[c]
					sums[f] += c
					t.squares[f] += uint64(c) * uint64(c)
					counts[f] = 0
				}
			}
		}
		for _, i := range g.order[g.starts[lo]:g.starts[end]] {
			f := all[i]
			if c := sums[f]; c > 0 {
				if t.gini {
					blocks += t.e.purity(c, t.squares[f])
				} else {
					blocks += terms[c]
				}
				sums[f], t.squares[f] = 0, 0
			}
		}
		lo = end
	}
	return groups, blocks
}
