package information

// grouping puts samples into groups, and groups into blocks: with a chosen feature s, a group has
// the samples of one code of s and one class, and a block those of one code.
type grouping struct {
	partner          // its codes are the groups
	block   []uint32 // the block of each sample of the groups
	starts  []int32  // of the groups in order, then its length
	blocks  []int32  // the first group of each block, then the number of groups
	mixed   bool     // blocks of one group are left out
	// Each block has one group, or two.
	ones, twos bool

	groupTerms, blockTerms int64 // Σ c log c over their sizes
}

// labels are the classes of the samples, or one class for all.
type labels struct {
	class []int   // nil for one class
	order []int32 // samples by class
}

// newLabels sorts the samples by class; nil classes are one.
func newLabels(n int, classes []int, count int) *labels {
	l := &labels{class: classes, order: make([]int32, n)}
	if classes == nil {
		for i := range l.order {
			l.order[i] = int32(i)
		}
		return l
	}
	next := make([]int32, count+1)
	for _, c := range classes {
		next[c+1]++
	}
	for c := range count {
		next[c+1] += next[c]
	}
	for i, c := range classes {
		l.order[next[c]] = int32(i)
		next[c]++
	}
	return l
}

// same reports whether two samples have one class.
func (l *labels) same(a, b int32) bool { return l.class == nil || l.class[a] == l.class[b] }

// group makes a group of each outer code and class that occur together, and a block of each outer
// code, below count. mixed leaves out the blocks of one group: they add the same to the terms of
// groups and of blocks beside any feature, so that differences of the two need no others.
func group[T uint8 | uint32](e *exact, l *labels, outer []T, count int, mixed bool) *grouping {
	g := &grouping{mixed: mixed, block: make([]uint32, e.n)}
	g.code = make([]uint32, e.n)
	next := make([]int32, count+1)
	for _, o := range outer {
		next[int(o)+1]++
	}
	for o := range count {
		next[o+1] += next[o]
	}
	sorted := make([]int32, e.n)
	for _, i := range l.order {
		o := outer[i]
		sorted[next[o]] = i
		next[o]++
	}
	g.order = sorted[:0] // blocks that are left out move the others forward
	for lo := 0; lo < len(sorted); {
		hi := int(next[outer[sorted[lo]]])
		if !mixed || !l.same(sorted[lo], sorted[hi-1]) {
			g.addBlock(e, l, sorted[lo:hi])
		}
		lo = hi
	}
	g.blocks = append(g.blocks, int32(len(g.starts)))
	g.starts = append(g.starts, int32(len(g.order)))
	g.number()
	return g
}

// addBlock adds the samples of a block, which are sorted by class.
func (g *grouping) addBlock(e *exact, l *labels, samples []int32) {
	g.blocks = append(g.blocks, int32(len(g.starts)))
	g.blockTerms += e.terms[len(samples)]
	begin := 0
	for at := 1; at <= len(samples); at++ {
		if at == len(samples) || !l.same(samples[begin], samples[at]) {
			g.starts = append(g.starts, int32(len(g.order)+begin))
			g.groupTerms += e.terms[at-begin]
			begin = at
		}
	}
	g.order = append(g.order, samples...)
}

// number sets what is made of the order.
func (g *grouping) number() {
	g.count, g.left = len(g.starts)-1, len(g.order) < len(g.code)
	if g.left {
		for i := range g.code {
			g.code[i] = uint32(g.count)
		}
	}
	g.sizes = make([]uint32, g.count)
	for a := range g.sizes {
		g.sizes[a] = uint32(g.starts[a+1] - g.starts[a])
	}
	g.ones, g.twos = true, true
	for b, first := range g.blocks[:len(g.blocks)-1] {
		g.ones, g.twos = g.ones && g.blocks[b+1]-first == 1, g.twos && g.blocks[b+1]-first == 2
		for a := first; a < g.blocks[b+1]; a++ {
			for _, i := range g.order[g.starts[a]:g.starts[a+1]] {
				g.code[i], g.block[i] = uint32(a), uint32(b)
			}
		}
	}
	g.prepare()
}
