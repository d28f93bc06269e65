package learn

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// problem is a small table with many ties, and weights as a bootstrap draws them.
type problem struct {
	x       *mat.Dense
	classes int // 0 for numbers
	class   []int
	y       []float64
}

func randomProblem(rng *rand.Rand) problem {
	n, d := 2+rng.IntN(11), 1+rng.IntN(6)
	p := problem{x: mat.NewDense(n, d, nil), classes: []int{0, 2, 3, 4}[rng.IntN(4)],
		class: make([]int, n), y: make([]float64, n)}
	levels := 2 + rng.IntN(8)
	for i := range n {
		for j := range d {
			p.x.Set(i, j, float64(rng.IntN(levels))*.1)
		}
		p.class[i] = rng.IntN(max(p.classes, 1))
		p.y[i] = math.Round(10*rng.NormFloat64()) / 4
	}
	p.class[0], p.class[1] = 0, min(1, max(0, p.classes-1))
	return p
}

// target is the target of rows in the order of the bins.
func (p problem) target(rows []int) *treeTarget {
	t := &treeTarget{classes: p.classes, step: 1}
	whole, step := wholeNumbers(p.y)
	for _, i := range rows {
		if p.classes > 0 {
			t.class = append(t.class, int32(p.class[i]))
			continue
		}
		t.y, t.whole, t.step = append(t.y, p.y[i]), append(t.whole, whole[i]), step
	}
	return t
}

// planted is a tree of a forest, with what it was grown from.
type planted struct {
	bins   *bins
	rows   []int // in the order of the bins
	target *treeTarget
	drawn  []int32
	grown  tree
}

// plant grows a tree of f on p.
func (p problem) plant(t *testing.T, f *Forest, number int) *planted {
	t.Helper()
	b := must.Get(newBins(t.Context(), p.x, 1))(t)
	rows := must.Get(b.reorder(t.Context(), make([]uint64, len(p.y)), nil, 1))(t)
	f.resolve(len(b.cols), p.classes > 0)
	target := p.target(rows)
	g := newGrower(f, b, target, nil)
	grown := g.grow(number)
	return &planted{bins: b, rows: rows, target: target, drawn: g.drawn, grown: grown}
}

func (p *planted) named() Tree { return p.bins.named([]tree{p.grown}, p.target.step)[0] }

// impurity is the weight of rows times their Gini impurity or variance, by definition.
func (p problem) impurity(rows []int, weights []float64) float64 {
	var all, sum float64
	counts := make([]float64, max(p.classes, 1))
	for _, i := range rows {
		all += weights[i]
		sum += weights[i] * p.y[i]
		counts[p.class[i]] += weights[i]
	}
	out := 0.0
	if p.classes > 0 {
		for _, c := range counts {
			out += c * (1 - c/all)
		}
		return out
	}
	for _, i := range rows {
		out += weights[i] * (p.y[i] - sum/all) * (p.y[i] - sum/all)
	}
	return out
}

// parts are the rows with values up to cut, and the others.
func (p problem) parts(rows []int, column int, cut float64) (left, right []int) {
	for _, i := range rows {
		if p.x.At(i, column) <= cut {
			left = append(left, i)
		} else {
			right = append(right, i)
		}
	}
	return left, right
}

// best is the largest decrease of impurity of any split, -1 if there is none.
func (p problem) best(rows []int, weights []float64, minLeaf int) float64 {
	best := -1.0
	_, d := p.x.Dims()
	for j := range d {
		for _, i := range rows {
			left, right := p.parts(rows, j, p.x.At(i, j))
			if len(left) >= minLeaf && len(right) >= max(minLeaf, 1) {
				best = max(best, p.impurity(rows, weights)-p.impurity(left, weights)-
					p.impurity(right, weights))
			}
		}
	}
	return best
}

// Every split of a tree with all columns decreases the impurity as much as the best of all splits,
// and every leaf is pure or cannot be split, on samples with and without weights.
func TestTreeAgainstAllSplits(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	splits := 0
	for trial := range 400 {
		p := randomProblem(rng)
		n, d := p.x.Dims()
		f := Forest{MinLeaf: 1 + trial%3, AllRows: trial%2 == 0, Extra: trial%5 == 4,
			Seed: uint64(trial)}
		f.Bootstrap, f.AllRows = f.Extra && !f.AllRows, f.AllRows && !f.Extra
		f.Features = d
		tree := p.plant(t, &f, trial)
		weights := make([]float64, n)
		var drawn []int
		for k, i := range tree.rows {
			weights[i] = float64(tree.drawn[k])
			if tree.drawn[k] > 0 {
				drawn = append(drawn, i)
			}
		}
		var follow func(tr Tree, at int32, rows []int)
		follow = func(tr Tree, at int32, rows []int) {
			v := tr.Nodes[at]
			best := p.best(rows, weights, f.MinLeaf)
			if v.Column < 0 {
				if pure := p.impurity(rows, weights) < 1e-12; !pure && best >= 0 && !f.Extra {
					t.Errorf("trial %d: a leaf of %v could be split by %g", trial, rows, best)
				}
				values := make([]float64, max(p.classes, 1))
				tr.addTo(values, v.Left)
				p.holdLeaf(t, values, rows, weights)
				return
			}
			splits++
			left, right := p.parts(rows, int(v.Column), v.Cut)
			if len(left) < f.MinLeaf || len(right) < f.MinLeaf {
				t.Fatalf("trial %d: a split of %v into %v and %v", trial, rows, left, right)
			}
			gain := p.impurity(rows, weights) - p.impurity(left, weights) -
				p.impurity(right, weights)
			if math.Abs(gain-v.Gain) > 1e-9 || !f.Extra && math.Abs(best-gain) > 1e-9 {
				t.Errorf("trial %d: the split of %v at column %d, %g gains %g, says %g, best %g",
					trial, rows, v.Column, v.Cut, gain, v.Gain, best)
			}
			follow(tr, v.Left, left)
			follow(tr, v.Left+1, right)
		}
		follow(tree.named(), 0, drawn)
	}
	if splits < 500 {
		t.Errorf("%d splits", splits)
	}
}

// holdLeaf compares the values of a leaf with the shares or the mean of rows.
func (p problem) holdLeaf(t *testing.T, values []float64, rows []int, weights []float64) {
	t.Helper()
	var all, sum float64
	counts := make([]float64, max(p.classes, 1))
	for _, i := range rows {
		all += weights[i]
		sum += weights[i] * p.y[i]
		counts[p.class[i]] += weights[i]
	}
	if p.classes == 0 {
		counts[0] = sum
	}
	for c, v := range counts {
		must.Near(t, values[c], v/all, 1e-12, "value %d of a leaf of %v", c, rows)
	}
}

// Columns of few values have one bin for each; others 255 of nearly equal numbers of samples.
func TestBins(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const n = 2000
	x := mat.NewDense(n, 4, nil)
	for i := range n {
		x.Set(i, 0, float64(i*7%255)-100)
		x.Set(i, 1, rng.NormFloat64())
		x.Set(i, 2, math.Floor(300*rng.Float64()*rng.Float64()))
		x.Set(i, 3, 5)
	}
	b := must.Get(newBins(t.Context(), x, 2))(t)
	if len(b.cols) != 3 {
		t.Fatalf("%d columns vary, want 3", len(b.cols))
	}
	for j, c := range b.cols {
		counts := make([]int, len(c.lo))
		for i, code := range b.column(j) {
			if v := x.At(i, j); v < c.lo[code] || v > c.hi[code] {
				t.Fatalf("column %d: %g is in the bin from %g to %g", j, v, c.lo[code], c.hi[code])
			}
			counts[code]++
		}
		for k := 1; k < len(c.lo); k++ {
			if !(c.hi[k-1] < c.lo[k]) {
				t.Errorf("column %d: bins %d and %d overlap", j, k-1, k)
			}
		}
		if slices.Min(counts) == 0 {
			t.Errorf("column %d: an empty bin in %v", j, counts)
		}
		switch j {
		case 0:
			if len(counts) != 255 || !slices.Equal(c.lo, c.hi) {
				t.Errorf("255 values have %d bins", len(counts))
			}
		case 1:
			if len(counts) != 255 || slices.Min(counts) < 7 || slices.Max(counts) > 8 {
				t.Errorf("2,000 values have bins of %v", counts)
			}
		case 2:
			if len(counts) > 255 || len(counts) < 150 {
				t.Errorf("about 280 values have %d bins", len(counts))
			}
		}
	}
}

// A threshold drawn uniformly between 0 and 10 parts 0, 1, 3 and 10 after 0 in a tenth of the
// cases, after 1 in a fifth, after 3 else.
func TestDrawnThreshold(t *testing.T) {
	values := []float64{0, 1, 3, 10}
	c := binsColumn{lo: values, hi: values, middle: middles(values, values)}
	counts := make([]int, 4)
	for k := range 1000 {
		f := (float64(k) + .5) / 1000
		after, cut := c.drawn(0, 3, f)
		counts[after]++
		if cut != 10*f {
			t.Fatalf("the threshold at %g is %g", f, cut)
		}
	}
	must.Items(t, counts, []int{100, 200, 700, 0}, "1,000 thresholds are after the values in")
	if after, _ := c.drawn(1, 2, .999); after != 1 {
		t.Errorf("a threshold between 1 and 3 is after bin %d", after)
	}
	// Of bins, it lies between the values of two of them.
	c = binsColumn{lo: []float64{0, 5}, hi: []float64{4, 9}, middle: []float64{2, 7}}
	for k := range 11 {
		if _, cut := c.drawn(0, 1, float64(k)/10); cut < 4 || cut >= 5 {
			t.Errorf("the threshold %g is not between 4 and 5", cut)
		}
	}
}

// The losses of a tree are those of predictions for the samples out of the bag with a column
// permuted, sample by sample.
func TestPermutationAgainstPredictions(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	measured := 0
	for trial := range 200 {
		p := randomProblem(rng)
		f := Forest{Features: 2, Seed: uint64(trial)}
		tree := p.plant(t, &f, 0)
		rows := tree.rows
		o := newOutOfBag(&f, tree.bins, tree.target, rows)
		s := &shuffled{o: o, t: &tree.grown, rng: rand.New(rand.NewPCG(7, uint64(trial)))}
		got := s.run(tree.drawn)
		again := rand.New(rand.NewPCG(7, uint64(trial)))
		whole := tree.named()
		for _, l := range got {
			measured++
			var order []int
			for k := range s.out {
				order = append(order, k)
			}
			again.Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
			var loss float64
			for k, r := range s.out {
				row := mat.Row(nil, rows[r], p.x)
				before := p.right(whole, row, rows[r])
				column := tree.bins.cols[l.column].column
				row[column] = p.x.At(rows[s.out[order[k]]], column)
				loss += before - p.right(whole, row, rows[r])
			}
			must.Near(t, loss/s.scale, l.loss, 1e-12, "trial %d: column %d loses", trial, l.column)
		}
	}
	if measured < 200 {
		t.Errorf("%d losses", measured)
	}
}

// right is the credit of predicted values for a row.
func (p problem) right(t Tree, at []float64, row int) float64 {
	values := make([]float64, max(p.classes, 1))
	t.addTo(values, t.leafOf(at))
	if p.classes == 0 {
		return -(values[0] - p.y[row]) * (values[0] - p.y[row])
	}
	values = values[:p.classes]
	most := slices.Max(values)
	equal := 0
	for _, v := range values {
		if v == most {
			equal++
		}
	}
	if values[p.class[row]] < most {
		return 0
	}
	return 1 / float64(equal)
}
