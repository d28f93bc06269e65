package learn

import (
	"math/rand/v2"
)

// node is a split of a tree, or a leaf.
type node struct {
	column int32   // of bins.cols; -1 for a leaf
	left   int32   // the node of values up to cut, the next is the other; of a leaf: its number
	after  uint8   // the last code to the left
	cut    float64 // the largest value to the left
	gain   float64 // the decrease of the sum of the impurities of the samples
}

// tree is a decision tree.
type tree struct {
	nodes []node
	Leaves
}

// of are the values of leaf l, and their places.
func (t *Leaves) of(l int32) (values []float64, places []int32) {
	lo, hi := t.Starts[l], t.Starts[l+1]
	return t.Values[lo:hi], t.Places[lo:hi]
}

// addTo adds what leaf l predicts to sums by class, or to the sum of numbers.
func (t *Leaves) addTo(sums []float64, l int32) {
	if t.Starts == nil {
		sums[0] += t.Values[l]
		return
	}
	values, places := t.of(l)
	for k, c := range places {
		sums[c] += values[k]
	}
}

// leafOfCodes returns the leaf of row i.
func (t *tree) leafOfCodes(b *bins, i int) *node {
	at := &t.nodes[0]
	for at.column >= 0 {
		next := at.left
		if b.codes[int(at.column)*b.n+i] > at.after {
			next++
		}
		at = &t.nodes[next]
	}
	return at
}

// sample is a sample of a node.
type sample struct {
	row    int32
	weight int32 // how often it was drawn
	// y is the class, for two classes weight + class·weight·2³², or weight times the target as a
	// whole number. Sums of whole numbers do not depend on the order of the samples.
	y int64
}

// grower grows trees, one after another, with memory of its own.
type grower struct {
	p       *Forest
	b       *bins
	target  *treeTarget
	samples []sample
	drawn   []int32 // how often each row was drawn
	groups  [][]int32
	columns []int32 // in an order that the draws of candidates change
	pending []span
	rng     *rand.Rand
	source  *rand.PCG
	search  searcher
}

// span are the samples of a node that is not grown yet.
type span struct{ node, from, to int }

func newGrower(p *Forest, b *bins, target *treeTarget, groups [][]int32) *grower {
	g := &grower{p: p, b: b, target: target, groups: groups, drawn: make([]int32, b.n),
		columns: make([]int32, len(b.cols)), source: rand.NewPCG(0, 0)}
	g.rng = rand.New(g.source)
	g.search.init(b, target)
	return g
}

// grow grows tree number i, which depends on the seed and i only.
func (g *grower) grow(i int) tree {
	g.source.Seed(scrambled(g.p.Seed, uint64(i)), uint64(i))
	g.draw()
	for j := range g.columns {
		g.columns[j] = int32(j)
	}
	t := tree{nodes: make([]node, 1, 2*len(g.samples))}
	if g.target.classes > 0 {
		t.Starts = []int32{0}
	}
	g.pending = append(g.pending[:0], span{0, 0, len(g.samples)})
	for len(g.pending) > 0 {
		s := g.pending[len(g.pending)-1]
		g.pending = g.pending[:len(g.pending)-1]
		g.split(&t, s)
	}
	return t
}

// draw sets samples to those of a tree: all, or as many as there are, or as many groups, drawn with
// replacement.
func (g *grower) draw() {
	n := g.b.n
	switch {
	case g.p.bootstraps() && g.groups != nil:
		for g.drawGroups() > mostDrawn*n {
		}
	case g.p.bootstraps():
		clear(g.drawn)
		for range n {
			g.drawn[g.rng.IntN(n)]++
		}
	default:
		for i := range g.drawn {
			g.drawn[i] = 1
		}
	}
	g.samples = g.samples[:0]
	for i, w := range g.drawn {
		if w > 0 {
			g.samples = append(g.samples, sample{int32(i), w, g.target.of(i, w)})
		}
	}
}

// mostDrawn bounds the samples of a tree of whole groups, in those that there are, so that sums of
// their targets do not overflow; few bags of groups of very different sizes have more.
const mostDrawn = 3

// drawGroups draws groups and returns how many samples they have.
func (g *grower) drawGroups() (samples int) {
	clear(g.drawn)
	for range g.groups {
		members := g.groups[g.rng.IntN(len(g.groups))]
		for _, i := range members {
			g.drawn[i]++
		}
		samples += len(members)
	}
	return samples
}

// split makes a node a split with two pending nodes, or a leaf.
func (g *grower) split(t *tree, s span) {
	samples := g.samples[s.from:s.to]
	pure := g.search.begin(samples)
	if pure || len(samples) < 2*g.p.MinLeaf || !g.findSplit(samples) {
		t.nodes[s.node] = node{column: -1, left: g.search.leaf(&t.Leaves, samples)}
		return
	}
	best := &g.search.best
	if !g.p.Extra {
		best.after, best.cut = g.b.cols[best.column].halfway(best.after, best.before)
	}
	left := int32(len(t.nodes))
	t.nodes = append(t.nodes, node{}, node{})
	t.nodes[s.node] = node{column: best.column, left: left, after: best.after, cut: best.cut,
		gain: max(0, best.score-g.search.base)}
	middle := s.from + partition(samples, g.b.column(int(best.column)), best.after)
	g.pending = append(g.pending, span{int(left) + 1, middle, s.to},
		span{int(left), s.from, middle})
}

// findSplit searches the candidates for the best split. Of the columns, drawn one after another
// without replacement, the first p.Features are candidates, and more until one can be split. None
// is drawn after a split that no other can exceed, since the first of equal ones stays.
func (g *grower) findSplit(samples []sample) bool {
	g.search.best = split{column: -1}
	for k := range g.columns {
		if g.search.best.column >= 0 && (k >= g.p.Features || g.search.perfect(len(samples))) {
			break
		}
		at := k + g.rng.IntN(len(g.columns)-k)
		g.columns[k], g.columns[at] = g.columns[at], g.columns[k]
		if g.p.Extra {
			g.search.random(g.columns[k], samples, g.p.MinLeaf, g.rng)
		} else {
			g.search.column(g.columns[k], samples, g.p.MinLeaf)
		}
	}
	return g.search.best.column >= 0
}

// partition puts the samples with codes up to after first and returns their number.
func partition(samples []sample, codes []uint8, after uint8) int {
	from, to := 0, len(samples)
	for {
		for from < to && codes[samples[from].row] <= after {
			from++
		}
		for from < to && codes[samples[to-1].row] > after {
			to--
		}
		if from == to {
			return from
		}
		samples[from], samples[to-1] = samples[to-1], samples[from]
	}
}
