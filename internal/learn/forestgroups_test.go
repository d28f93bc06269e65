package learn

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

// groupTable is noise of some groups, of which each has equal rows and one class.
func groupTable(seed uint64, sizes []int) (x *mat.Dense, y []int, numbers []float64, group []int) {
	rng := rand.New(rand.NewPCG(seed, 77))
	var rows [][]float64
	for g, size := range sizes {
		row := make([]float64, 5)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		target := rng.NormFloat64()
		for range size {
			rows, y, group = append(rows, row), append(y, g%2), append(group, g)
			numbers = append(numbers, target)
		}
	}
	x = mat.NewDense(len(rows), 5, nil)
	at := rng.Perm(len(rows))
	moved := func(values []int) []int {
		out := make([]int, len(values))
		for i, k := range at {
			out[k] = values[i]
		}
		return out
	}
	shuffled := slices.Clone(numbers)
	for i, k := range at {
		x.SetRow(k, rows[i])
		shuffled[k] = numbers[i]
	}
	return x, moved(y), shuffled, moved(group)
}

// A bag has the rows of a group as often each, and as many groups as there are; groups of very
// different sizes never make a bag of more than three times the rows.
func TestBagsOfGroups(t *testing.T) {
	for _, sizes := range [][]int{{1, 2, 3, 4, 5, 6, 7, 8}, slices.Repeat([]int{4}, 9),
		append(slices.Repeat([]int{1}, 20), 500)} {
		x, y, _, group := groupTable(1, sizes)
		p := &Forest{Group: group, Seed: 3}
		target := must.Get(classTarget(y, 2))(t)
		b, rows, err := target.bins(t.Context(), x, 1)
		must.Do(t, err)
		p.resolve(len(b.cols), true)
		g := newGrower(p, b, target.in(rows), p.groups(rows))
		drawn := make([]float64, len(sizes))
		const trees = 300
		for i := range trees {
			g.grow(i)
			times, all, samples := slices.Repeat([]int32{-1}, len(sizes)), 0, 0
			for k, w := range g.drawn {
				switch own := group[rows[k]]; times[own] {
				case -1:
					times[own] = w
					all += int(w)
					drawn[own] += float64(w) / trees
				case w:
				default:
					t.Fatalf("rows of a group are drawn %d and %d times", times[own], w)
				}
				samples += int(w)
			}
			if all != len(sizes) || samples > mostDrawn*len(y) {
				t.Fatalf("%d groups of %d are drawn, %d samples of %d", all, len(sizes), samples,
					len(y))
			}
		}
		for own, v := range drawn {
			if sizes[own] < 100 && math.Abs(v-1) > .25 {
				t.Errorf("a group of %d is drawn %g times a tree", sizes[own], v)
			}
		}
	}
}

// Out of the bag noise is guessed, where without groups copies of a sample tell its class; answers
// depend on neither the numbers of the groups nor the workers.
func TestOutOfBagOfGroups(t *testing.T) {
	var mean, r2, alone float64
	const problems = 12
	for seed := range uint64(problems) {
		x, y, numbers, group := groupTable(seed, slices.Repeat([]int{3, 4, 5, 6}, 10))
		p := Forest{Trees: 60, Group: group, Permutation: true, Seed: seed, Workers: 2}
		m := must.Get(p.Train(t.Context(), x, y, 2))(t)
		other := p
		other.Workers, other.Group = 1, make([]int, len(group))
		for i, g := range group {
			other.Group[i] = 1000 - 3*g
		}
		again := must.Get(other.Train(t.Context(), x, y, 2))(t)
		if again.OutOfBag.Score != m.OutOfBag.Score ||
			!slices.Equal(again.Importance, m.Importance) ||
			!slices.Equal(again.OutOfBag.Loss, m.OutOfBag.Loss) {
			t.Error("groups of other numbers have another forest")
		}
		numeric := must.Get(p.TrainMeans(t.Context(), x, numbers))(t)
		p.Group = nil
		without := must.Get(p.Train(t.Context(), x, y, 2))(t)
		mean += m.OutOfBag.Score / problems
		r2 += numeric.OutOfBag.Score / problems
		alone += without.OutOfBag.Score / problems
	}
	if mean < .3 || mean > .6 || r2 > .1 || alone < .95 {
		t.Errorf("out of the bag: accuracy %g, R² %g, without groups %g", mean, r2, alone)
	}
}

// A forest of one group has no sample out of the bag, and too large a one is refused before it
// grows.
func TestForestRefuses(t *testing.T) {
	x, y, _, group := groupTable(1, slices.Repeat([]int{3}, 10))
	for want, p := range map[string]Forest{
		"Forest: all rows are of one group": {Group: make([]int, 30), Permutation: true},
		"Forest: 1152921504606846976 trees of 7 nodes take about 650000000000 GB of memory, and": {
			Trees: 1 << 60, Group: group},
	} {
		if _, err := p.Train(t.Context(), x, y, 2); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// Shadows of groups of one size are permutations of the columns that keep what is constant in
// groups; of other sizes they take values of one group for each.
func TestShadowsOfGroups(t *testing.T) {
	for _, sizes := range [][]int{slices.Repeat([]int{4}, 9), {1, 2, 3, 4, 5, 6, 7, 8}} {
		x, y, _, group := groupTable(2, sizes)
		s := must.Get(NewShadows(t.Context(), x, y, 2, 1))(t)
		p := &Forest{Seed: 2, Workers: 1, Group: group}
		b := must.Get(s.beside(t.Context(), p, slices.Repeat([]bool{true}, 5), 5))(t)
		moved := 0
		for j := range 5 {
			own, shadow := b.column(j), b.column(5+j)
			for _, members := range p.groups(s.rows) {
				for _, k := range members {
					if shadow[k] != shadow[members[0]] {
						t.Fatalf("column %d: a group has the codes %d and %d", j, shadow[k],
							shadow[members[0]])
					}
				}
				if shadow[members[0]] != own[members[0]] {
					moved++
				}
			}
			if sizes[0] == sizes[1] && !slices.Equal(slices.Sorted(slices.Values(own)),
				slices.Sorted(slices.Values(shadow))) {
				t.Errorf("column %d: the shadow is no permutation", j)
			}
		}
		if moved < 4*len(sizes) {
			t.Errorf("%d of %d groups have other codes", moved, 5*len(sizes))
		}
	}
}

// Leaves have no more shares than samples were drawn, whatever the classes are, and the shares of a
// leaf, and so probabilities, have sum 1.
func TestLeavesOfManyClasses(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	const n, classes = 600, 200
	x, y := mat.NewDense(n, 3, nil), make([]int, n)
	for i := range n {
		y[i] = i % classes
		for j := range 3 {
			x.Set(i, j, rng.NormFloat64()+float64(y[i])/50)
		}
	}
	m := must.Get(Forest{Trees: 5, MinLeaf: 4}.Train(t.Context(), x, y, classes))(t)
	for _, tree := range m.Trees {
		if len(tree.Values) > n || len(tree.Places) != len(tree.Values) {
			t.Errorf("%d shares at %d places for %d samples", len(tree.Values), len(tree.Places), n)
		}
		for l := range len(tree.Starts) - 1 {
			values, places := tree.of(int32(l))
			sum := 0.0
			for _, v := range values {
				sum += v
			}
			if math.Abs(sum-1) > 1e-12 || !slices.IsSorted(places) {
				t.Errorf("a leaf has the shares %v at %v", values, places)
			}
			dense := make([]float64, classes)
			tree.addTo(dense, int32(l))
			for _, c := range []int32{0, 7, places[0]} {
				must.Is(t, tree.credit(int32(l), c), credit(dense, c), "class %d has the credit", c)
			}
		}
	}
	p := must.Get(m.Probabilities(t.Context(), x, 2))(t)
	predicted := must.Get(m.Predict(t.Context(), x, 2))(t)
	for i := range n {
		row := p.RawRowView(i)
		if math.Abs(mat.Sum(p.Slice(i, i+1, 0, classes))-1) > 1e-12 ||
			row[predicted[i]] != slices.Max(row) {
			t.Errorf("row %d: probabilities %v, class %d", i, row, predicted[i])
		}
	}
}
