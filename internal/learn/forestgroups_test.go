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

// shadowTable is n×d noise of which column 1 tells the class, column 3 equals column 1, and column
// 4 is constant.
func shadowTable(n, d int) (*mat.Dense, []int) {
	rng := rand.New(rand.NewPCG(35, 1))
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	for i := range n {
		y[i] = i % 3
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
		x.Set(i, 1, x.At(i, 1)+2*float64(y[i]))
		x.Set(i, 3, x.At(i, 1))
		x.Set(i, 4, 7)
	}
	return x, y
}

func shadowsOfTable(t *testing.T, x *mat.Dense, y []int) *Shadows {
	t.Helper()
	return must.Get(NewShadows(t.Context(), x, y, 3, 1))(t)
}

// Shadows are permuted copies: each has the codes of its column, as often, in another order, and at
// least the wanted number of them stand behind the columns that are kept.
func TestShadowsArePermuted(t *testing.T) {
	x, y := shadowTable(40, 7)
	s := shadowsOfTable(t, x, y)
	must.Items(t, s.Constant(), []int{4}, "constant columns")
	for _, test := range []struct {
		keep []bool
		want int
	}{
		{[]bool{true, true, true, true, true, true, true}, 6},
		{[]bool{false, true, true, true, false, false, false}, 6},
		{[]bool{false, true, false, true, false, false, false}, 8},
		{[]bool{false, false, true, false, true, false, false}, 8},
	} {
		b := must.Get(s.beside(t.Context(), &Forest{Seed: 2, Workers: 1}, test.keep, 5))(t)
		kept := len(b.cols) - test.want
		for at, c := range b.cols {
			if at < kept {
				if !test.keep[c.column] || c.copies < 1 || b.cols[c.of].copies != c.copies {
					t.Errorf("keep %v: column %d: %+v", test.keep, at, c)
				}
				continue
			}
			from, to := b.column((at-kept)%kept), b.column(at)
			if slices.Equal(from, to) || c.column != 7+at-kept || c.copies != 1 || c.of != at {
				t.Errorf("keep %v: shadow %d: %+v", test.keep, at, c)
			}
			if one, two := slices.Clone(from), slices.Clone(to); true {
				slices.Sort(one)
				slices.Sort(two)
				must.Items(t, one, two, "keep %v: shadow %d has other codes", test.keep, at)
			}
		}
		if z, shadow, err := s.Z(t.Context(), Forest{Trees: 5}, test.keep, 5); err != nil ||
			len(shadow) != test.want || len(z) != 7 {
			t.Errorf("keep %v: %d shadows, want %d: %v", test.keep, len(shadow), test.want, err)
		}
	}
}

// A column that tells the class is above all shadows, equal columns share their z, and those left
// out have none. Neither the workers nor the order of rows, columns and classes matter.
func TestShadowsZ(t *testing.T) {
	x, y := shadowTable(60, 8)
	keep := []bool{true, true, true, true, true, true, false, true}
	f := Forest{Trees: 60, Seed: 4, Workers: 1}
	z, shadow, err := shadowsOfTable(t, x, y).Z(t.Context(), f, keep, 5)
	must.Do(t, err)
	if z[1] != z[3] || z[1] <= slices.Max(shadow) || z[4] != 0 || z[6] != 0 {
		t.Errorf("z %v, shadows %v", z, shadow)
	}
	rows, columns := rand.New(rand.NewPCG(1, 1)).Perm(60), rand.New(rand.NewPCG(2, 1)).Perm(8)
	moved, classes, kept := mat.NewDense(60, 8, nil), make([]int, 60), make([]bool, 8)
	for i, r := range rows {
		classes[i] = (y[r] + 1) % 3
		for j, c := range columns {
			moved.Set(i, j, x.At(r, c))
			kept[j] = keep[c]
		}
	}
	f.Workers = 3
	again, others, err := shadowsOfTable(t, moved, classes).Z(t.Context(), f, kept, 5)
	must.Do(t, err)
	for j, c := range columns {
		must.Near(t, again[j], z[c], 1e-12, "column %d, in another order", c)
	}
	must.Near(t, slices.Max(others), slices.Max(shadow), 1e-12, "largest shadow, in another order")
}

// Of numbers, too; without columns there is nothing; wrong parameters are errors.
func TestShadowsOfNumbers(t *testing.T) {
	x, _ := shadowTable(50, 6)
	y := mat.Col(nil, 2, x)
	s := must.Get(NewMeanShadows(t.Context(), x, y, 1))(t)
	all := []bool{true, true, true, true, true, true}
	z, shadow, err := s.Z(t.Context(), Forest{Trees: 40}, all, 5)
	if err != nil || z[2] <= slices.Max(shadow) || slices.Max(z) != z[2] {
		t.Errorf("z %v, shadows %v, %v", z, shadow, err)
	}
	z, shadow, err = s.Z(t.Context(), Forest{}, make([]bool, 6), 5)
	if err != nil || shadow != nil || slices.Max(z) != 0 {
		t.Errorf("of no column: %v, %v, %v", z, shadow, err)
	}
	if _, _, err := s.Z(t.Context(), Forest{AllRows: true}, all, 5); err == nil ||
		!strings.Contains(err.Error(), "Permutation needs samples") {
		t.Errorf("trees of all samples: %v", err)
	}
	y[3] = math.Inf(1)
	if _, err := NewMeanShadows(t.Context(), x, y, 1); err == nil ||
		!strings.HasPrefix(err.Error(), "the target of row 3") {
		t.Errorf("an infinite target: %v", err)
	}
}
