package learn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/parallel"
	"fsnb.example/internal/processor"
)

// Forest is a random forest: decision trees, each of samples drawn with replacement, whose splits
// are the best among randomly drawn columns (Breiman 2001). With Extra it is a forest of extremely
// randomized trees: all samples, and a random threshold for each candidate (Geurts, Ernst,
// Wehenkel 2006). The zero value has the defaults of scikit-learn.
type Forest struct {
	Trees int // 0 means 100
	// Features is the number of columns drawn for a split, of those that vary; 0 means √d for
	// classes, rounded down, and all for numbers. If none of them varies in a node, more are drawn.
	Features int
	MinLeaf  int  // different samples that a leaf has at least; 0 means 1
	Extra    bool // extremely randomized trees
	// Bootstrap draws the samples of each tree of an Extra forest with replacement.
	Bootstrap bool
	AllRows   bool // train each tree of a random forest with all samples
	// Group is the group of each row, nil without groups: whole groups are drawn, as many as there
	// are, so that the samples out of a bag have none of their group in it.
	Group []int
	// Permutation measures OutOfBag.Loss and Z, which needs samples that are drawn.
	Permutation bool
	Seed        uint64
	Workers     int // 0 means GOMAXPROCS
	// Progress, if it is not nil, is called with a number of trees that are done, by several
	// goroutines.
	Progress func(trees int)
}

// ForestModel is a trained forest.
type ForestModel struct {
	Classes []int // those with training samples, ascending; nil for numbers
	// Importance has, for each column, the decrease of impurity in its splits, as a share of that
	// of each tree, averaged: numbers of sum 1, or 0 if no tree has a split. Columns with the same
	// codes share theirs equally.
	Importance []float64
	Constant   []int     // columns of one value, in which no tree splits
	OutOfBag   *OutOfBag // nil if each tree has all samples

	Columns int // of x
	Trees   []Tree
}

// Tree is a decision tree. Node 0 is its root.
type Tree struct {
	Nodes []TreeNode
	Leaves
}

// Leaves are what the leaves of a tree predict.
type Leaves struct {
	// Values has the mean of each leaf, or, one leaf after another, the shares of the classes that
	// have samples in it: leaf l has those from Starts[l] to Starts[l+1], of the classes at Places
	// in ForestModel.Classes, ascending.
	Values []float64
	Places []int32
	Starts []int32
}

// TreeNode is a split of a tree, or a leaf.
type TreeNode struct {
	Column int32 // of x; -1 for a leaf
	// Left is the node of the samples whose value is at most Cut, and Left + 1 that of the others;
	// of a leaf it is the number of the leaf.
	Left int32
	Cut  float64
	Gain float64 // decrease of the sum of the impurities of the samples drawn
}

// DefaultTrees is the default number of trees.
const DefaultTrees = 100

// bootstraps reports whether the samples of a tree are drawn.
func (p *Forest) bootstraps() bool { return p.Bootstrap || !p.Extra && !p.AllRows }

// Train grows a forest for the classes y (indices below classes) of x (n×d), dense or of
// datasets/storage. A split maximizes the decrease of the Gini impurity; a leaf has the shares of
// the classes. Trees are grown until their leaves are pure. A column of more than 255 different
// values is cut into 255 bins of nearly equal numbers of samples.
//
// Answers depend on Seed, but not on Workers, the unit of a column or constant columns, nor on the
// order of the rows, columns and classes, unless the data have symmetries (docs/methods-trees.md).
// It returns an error when a parameter is out of range, a label is not below classes, fewer than
// two classes have samples, a value is not finite, or the trees, at the size of the first one,
// would take more memory than there is; and ctx.Err(). A tree costs O(n·Features·depth) time; the
// memory is 2nd bytes, and about 80 for each node of the trees, of which each has at most two for a
// sample, however many classes there are.
func (p Forest) Train(ctx context.Context, x mat.Matrix, y []int, classes int) (
	*ForestModel, error) {
	n, d := x.Dims()
	if len(y) != n {
		panic(fmt.Sprintf("learn: Forest of %d×%d with %d labels", n, d, len(y)))
	}
	t, err := classTarget(y, classes)
	if err != nil {
		return nil, err
	}
	return p.train(ctx, &ForestModel{Classes: t.present, Columns: d}, x, t)
}

// TrainMeans grows a forest for the numbers y of x (n×d). A split maximizes the decrease of the sum
// of squares about the means; a leaf has the mean of its samples. It returns an error when a number
// is not finite or above 1e140. The rest is as in Train.
func (p Forest) TrainMeans(ctx context.Context, x mat.Matrix, y []float64) (*ForestModel, error) {
	n, d := x.Dims()
	if len(y) != n {
		panic(fmt.Sprintf("learn: Forest of %d×%d with %d numbers", n, d, len(y)))
	}
	t, err := meanTarget(y)
	if err != nil {
		return nil, err
	}
	return p.train(ctx, &ForestModel{Columns: d}, x, t)
}

// train grows the trees of m.
func (p Forest) train(ctx context.Context, m *ForestModel, x mat.Matrix, y *rowTarget) (
	*ForestModel, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	b, rows, err := y.bins(ctx, x, p.Workers)
	if err != nil {
		return nil, err
	}
	p.resolve(len(b.cols), y.classes != nil)
	m.Constant = b.constant(m.Columns)
	t := y.in(rows)
	trees, o, err := p.plant(ctx, b, t, rows, true)
	if err != nil {
		return nil, err
	}
	if o != nil {
		if m.OutOfBag, err = o.measure(ctx, trees, m.Columns); err != nil {
			return nil, err
		}
	}
	m.Importance = b.importance(trees, m.Columns)
	m.Trees = b.named(trees, t.step)
	return m, nil
}

// nodeBytes is what a node takes, with its copy in the model and its part of a leaf.
const nodeBytes = 80

// plant grows the trees of p, whose defaults are written out, and collects what is measured out of
// the bag, nil if no sample is. Without keep it returns no trees, and they take no memory.
func (p *Forest) plant(ctx context.Context, b *bins, t *treeTarget, rows []int, keep bool) (
	[]tree, *outOfBag, error) {
	groups := p.groups(rows)
	if len(groups) == 1 && p.Permutation {
		return nil, nil, errors.New("Forest: all rows are of one group, so that none is out of " +
			"the bag; leave the groups out")
	}
	growers := sync.Pool{New: func() any { return newGrower(p, b, t, groups) }}
	first := growers.Get().(*grower)
	one := first.grow(0)
	need := nodeBytes * float64(p.Trees) * float64(len(one.nodes))
	if !keep {
		need = 0
	}
	if p.bootstraps() {
		need += float64(p.Trees) * float64(b.n) / 8 // which samples each was grown from
	}
	if err := processor.CheckMemory(need, fmt.Sprintf("Forest: %d trees of %d nodes", p.Trees,
		len(one.nodes)), "take fewer trees, larger leaves or fewer samples"); err != nil {
		return nil, nil, err
	}
	var trees []tree
	if keep {
		trees = make([]tree, p.Trees)
	}
	var o *outOfBag
	if p.bootstraps() {
		o = newOutOfBag(p, b, t, rows)
	}
	add := func(i int, grown tree, g *grower) {
		if keep {
			trees[i] = grown
		}
		if o != nil {
			o.add(i, &grown, g)
		}
		growers.Put(g)
		if p.Progress != nil {
			p.Progress(1)
		}
	}
	add(0, one, first)
	err := parallel.For(ctx, p.Workers, p.Trees-1, 1, func(i, _ int) {
		g := growers.Get().(*grower)
		add(i+1, g.grow(i+1), g)
	})
	return trees, o, err
}

// groups are the places in rows of each group, by their first place; nil without groups.
func (p *Forest) groups(rows []int) (out [][]int32) {
	if p.Group == nil {
		return nil
	}
	if len(p.Group) != len(rows) {
		panic(fmt.Sprintf("learn: Forest of %d rows with %d groups", len(rows), len(p.Group)))
	}
	number := make(map[int]int)
	for k, i := range rows {
		at, seen := number[p.Group[i]]
		if !seen {
			at = len(out)
			number[p.Group[i]], out = at, append(out, nil)
		}
		out[at] = append(out[at], int32(k))
	}
	return out
}

// check returns an error for parameters out of range.
func (p *Forest) check() error {
	switch {
	case p.Trees < 0:
		return fmt.Errorf("Forest: %d trees; give a positive number, or 0 for %d", p.Trees,
			DefaultTrees)
	case p.Features < 0:
		return fmt.Errorf("Forest: %d features for a split; give a positive number, or 0 for the "+
			"default", p.Features)
	case p.MinLeaf < 0:
		return fmt.Errorf("Forest: leaves of at least %d samples; give a positive number, or 0 "+
			"for 1", p.MinLeaf)
	case p.Extra && p.AllRows:
		return fmt.Errorf("Forest: Extra and AllRows; leave AllRows out, since extremely " +
			"randomized trees have all samples")
	case p.Bootstrap && p.AllRows:
		return fmt.Errorf("Forest: Bootstrap and AllRows; give one of them")
	case p.Permutation && !p.bootstraps():
		return fmt.Errorf("Forest: Permutation needs samples that a tree is not trained with; " +
			"set Bootstrap for extremely randomized trees, or leave AllRows out")
	}
	return nil
}

// resolve writes out the defaults for d columns that vary.
func (p *Forest) resolve(d int, classes bool) {
	p.Trees, p.MinLeaf = cmp.Or(p.Trees, DefaultTrees), cmp.Or(p.MinLeaf, 1)
	if p.Features == 0 {
		p.Features = d
		if classes {
			p.Features = int(math.Sqrt(float64(d)))
		}
	}
	p.Features = max(1, min(p.Features, d))
}

// importance is the decrease of impurity by column of the data.
func (b *bins) importance(trees []tree, d int) []float64 {
	sums, one := make([]float64, len(b.cols)), make([]float64, len(b.cols))
	for i := range trees {
		var all float64
		for _, v := range trees[i].nodes {
			if v.column >= 0 {
				one[v.column] += v.gain
				all += v.gain
			}
		}
		for _, v := range trees[i].nodes {
			if v.column >= 0 && all > 0 {
				sums[v.column] += one[v.column] / all
				one[v.column] = 0
			}
		}
	}
	return b.spread(d, sums, true)
}

// spread gives the values of b.cols to the d columns of the data. Columns with the same codes have
// the mean of theirs. With share the sum becomes 1.
func (b *bins) spread(d int, values []float64, share bool) []float64 {
	means, all := make([]float64, len(values)), 0.0
	for j, v := range values {
		means[b.cols[j].of] += v / float64(b.cols[j].copies)
		all += v
	}
	if !share || all == 0 {
		all = 1
	}
	out := make([]float64, d)
	for j, c := range b.cols {
		out[c.column] = means[b.cols[j].of] / all
	}
	return out
}

// constant are the columns of the data that do not vary.
func (b *bins) constant(d int) []int {
	varies := make([]bool, d)
	for _, c := range b.cols {
		varies[c.column] = true
	}
	var out []int
	for j, v := range varies {
		if !v {
			out = append(out, j)
		}
	}
	return out
}

// named are the trees with the columns of the data instead of those of bins, and numbers in steps
// of the given size.
func (b *bins) named(trees []tree, step float64) []Tree {
	out := make([]Tree, len(trees))
	for i, t := range trees {
		out[i] = Tree{make([]TreeNode, len(t.nodes)), t.Leaves}
		for k, v := range t.nodes {
			column := v.column
			if column >= 0 {
				column = int32(b.cols[column].column)
			}
			out[i].Nodes[k] = TreeNode{column, v.left, v.cut, v.gain * step * step}
		}
	}
	return out
}
