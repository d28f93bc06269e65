package information

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/integrate/quad"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

func mutualInfo(t *testing.T, m MutualInfo, d *datasets.Dataset, seed uint64) algorithms.Numbers {
	t.Helper()
	s := must.Get(algorithms.RunScore(t.Context(), m, d, algorithms.Options{Seed: seed}))(t)
	return s.Values
}

// psi is the digamma function of a whole number, -γ + 1 + 1/2 + … + 1/(m-1), the least terms first.
func psi(m float64) float64 {
	var sum float64
	for i := m - 1; i >= 1; i-- {
		sum += 1 / i
	}
	return sum - 0.57721566490153286
}

// literalClasses is Ross's estimate by its definition, in nats, in time n²; x has its noise.
func literalClasses(x []float64, y []int, k int) float64 {
	size := make(map[int]int)
	for _, c := range y {
		size[c]++
	}
	n := 0.
	for _, c := range y {
		if size[c] > 1 {
			n++
		}
	}
	if n == 0 {
		return 0
	}
	var own, class, inside float64
	for i, c := range y {
		if size[c] < 2 {
			continue
		}
		ki := min(k, size[c]-1)
		var far []float64
		for j := range x {
			if j != i && y[j] == c {
				far = append(far, math.Abs(x[j]-x[i]))
			}
		}
		slices.Sort(far)
		m := 0
		for j := range x {
			if size[y[j]] > 1 && math.Abs(x[j]-x[i]) < far[ki-1] {
				m++
			}
		}
		own += psi(float64(ki))
		class += psi(float64(size[c]))
		inside += psi(float64(m))
	}
	return psi(n) + (own-class-inside)/n
}

// literalNumbers is the first estimate of Kraskov and others by its definition, in nats.
func literalNumbers(x, y []float64, k int) float64 {
	n := float64(len(x))
	var sum float64
	for i := range x {
		var far []float64
		for j := range x {
			if j != i {
				far = append(far, max(math.Abs(x[j]-x[i]), math.Abs(y[j]-y[i])))
			}
		}
		slices.Sort(far)
		var a, b float64
		for j := range x {
			if j != i && math.Abs(x[j]-x[i]) < far[k-1] {
				a++
			}
			if j != i && math.Abs(y[j]-y[i]) < far[k-1] {
				b++
			}
		}
		sum += psi(a+1) + psi(b+1)
	}
	return psi(n) + psi(float64(k)) - sum/n
}

// literalLevels are the values that more than √n samples and more than k share, from 0, -1 of the
// others.
func literalLevels(x []float64, k int) []int {
	count, name := make(map[float64]int), make(map[float64]int)
	for _, v := range x {
		count[v]++
	}
	out := make([]int, len(x))
	for i, v := range x {
		if c := count[v]; c <= k || c*c <= len(x) {
			out[i] = -1
			continue
		}
		if _, known := name[v]; !known {
			name[v] = len(name)
		}
		out[i] = name[v]
	}
	return out
}

// literalEntropy is that of codes, in nats.
func literalEntropy(codes []int) float64 { return math.Ln2 * bitsOf(codes, codes) }

// literalMixed is the estimate in nats of two variables that are levels l and m where these are at
// least 0, and numbers x and y elsewhere: I(l; m) + P(x) I(x; m) + P(y) I(l; y) + P(x, y) I(x; y).
func literalMixed(x []float64, l []int, y []float64, m []int, k int) float64 {
	pairs := make([]int, len(l))
	for i := range l {
		pairs[i] = l[i] + 1 + 1000*(m[i]+1)
	}
	sum := literalEntropy(l) + literalEntropy(m) - literalEntropy(pairs)
	part := func(in func(i int) bool, estimate func(a, b []float64, c, e []int) float64) {
		var a, b []float64
		var c, e []int
		for i := range x {
			if !in(i) {
				continue
			}
			a, c, e = append(a, x[i]), append(c, l[i]), append(e, m[i])
			if y != nil {
				b = append(b, y[i])
			}
		}
		if len(a) > 0 {
			sum += float64(len(a)) / float64(len(x)) * estimate(a, b, c, e)
		}
	}
	part(func(i int) bool { return l[i] < 0 }, func(a, _ []float64, _, e []int) float64 {
		return literalClasses(a, e, k)
	})
	part(func(i int) bool { return m[i] < 0 }, func(_, b []float64, c, _ []int) float64 {
		return literalClasses(b, c, k)
	})
	both := func(i int) bool { return l[i] < 0 && m[i] < 0 }
	part(both, func(a, b []float64, _, _ []int) float64 {
		if len(a) <= k {
			return 0
		}
		return literalNumbers(a, b, k)
	})
	return sum
}

// unit is a column less its mean over its standard deviation, in another order of steps.
func unit(x []float64) []float64 {
	mean, sd := stat.PopMeanStdDev(x, nil)
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = (v - mean) / sd
	}
	return out
}

// Without equal values the scores are those of the definitions, without noise; with equal values
// those of the definitions with the noise of the method.
func TestMutualInfoAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 11))
	for _, n := range []int{5, 17, 60, 250} {
		for _, levels := range []float64{0, 3} { // of the columns, 0 for numbers
			x, y, labels := mat.NewDense(n, 5, nil), make([]float64, n), make([]string, n)
			classes := make([]int, n)
			for i := range n {
				y[i] = 10 + rng.NormFloat64()
				classes[i] = rng.IntN(3)
				if i == 0 {
					classes[i] = 3 // alone
				}
				labels[i] = fmt.Sprint("c", classes[i])
				for j := range 5 {
					v := 7 + .7*float64(j)*y[i] + float64(classes[i]) + rng.NormFloat64()
					if levels > 0 {
						v, y[i] = math.Round(levels*v/4), math.Round(2*y[i])
					}
					x.Set(i, j, v)
				}
			}
			labeled := must.Get(datasets.New("", x, labels, nil))(t)
			continuous := must.Get(datasets.New("", x, y, nil))(t)
			for _, k := range []int{1, 3, 4} {
				for _, d := range []*datasets.Dataset{labeled, continuous} {
					m := MutualInfo{Neighbors: k}
					got := mutualInfo(t, m, d, 9)
					e := newEstimator(m, d, 9)
					for j := range 5 {
						column, target := unit(mat.Col(nil, j, x)), unit(y)
						l, g := literalLevels(mat.Col(nil, j, x), k), classes
						if d.Continuous() {
							g = literalLevels(y, k)
						}
						if levels > 0 { // with the noise of the method
							w := e.newWorker()
							if w.take(j); w.split.rest >= 0 {
								column = w.x
							}
							target = w.own.numbers
						}
						want := literalMixed(column, l, target, g, k)
						if d.Labeled() {
							want = min(want, literalEntropy(classes))
						}
						if want = max(0, want/math.Ln2); math.Abs(got[j]-want) > 1e-9 {
							t.Errorf("n = %d, %g levels, k = %d, continuous %v, column %d: %v, "+
								"want %v", n, levels, k, d.Continuous(), j, got[j], want)
						}
					}
				}
			}
		}
	}
}

// Of two normal numbers with correlation ρ the information is -½ log₂(1 - ρ²), of a normal number
// and a sign of it, or of two normal classes, an integral; what does not depend has none.
func TestMutualInfoOfDistributions(t *testing.T) {
	const n = 4000
	rng := rand.New(rand.NewPCG(1, 8))
	rhos := []float64{0, .3, -.6, .9, .99}
	x, y, labels := mat.NewDense(n, len(rhos)+1, nil), make([]float64, n), make([]string, n)
	for i := range n {
		y[i] = rng.NormFloat64()
		for j, r := range rhos {
			x.Set(i, j, 1e6+5*(r*y[i]+math.Sqrt(1-r*r)*rng.NormFloat64()))
		}
		class := rng.IntN(2)
		labels[i] = fmt.Sprint(class)
		x.Set(i, len(rhos), 2*float64(class)+rng.NormFloat64())
	}
	d := must.Get(datasets.New("", x, y, nil))(t)
	got := mutualInfo(t, MutualInfo{}, d, 0)
	for j, r := range rhos {
		if want := -math.Log2(1-r*r) / 2; math.Abs(got[j]-want) > .05 {
			t.Errorf("ρ = %g: %.3f bits, want %.3f", r, got[j], want)
		}
	}
	labeled := must.Get(datasets.New("", x, labels, nil))(t)
	got = mutualInfo(t, MutualInfo{}, labeled, 0)
	// 1 - H(class | x), by the density of the mixture.
	density := func(v, mean float64) float64 {
		return math.Exp(-(v-mean)*(v-mean)/2) / math.Sqrt(2*math.Pi)
	}
	uncertain := quad.Fixed(func(v float64) float64 {
		a, b := density(v, 0)/2, density(v, 2)/2
		return -(a*math.Log2(a/(a+b)) + b*math.Log2(b/(a+b)))
	}, -10, 12, 400, nil, 0)
	if want := 1 - uncertain; math.Abs(got[len(rhos)]-want) > .05 {
		t.Errorf("two normal classes: %.3f bits, want %.3f", got[len(rhos)], want)
	}
	if got[0] > .05 {
		t.Errorf("a column that does not depend on the classes has %.3f bits", got[0])
	}
}

// What mutual_info_regression and mutual_info_classif of scikit-learn 1.2.1 give for the same 120
// samples without equal values, divided by ln 2.
func TestMutualInfoAgainstScikitLearn(t *testing.T) {
	read := func(o datasets.Options) *datasets.Dataset {
		return must.Get(datasets.Load("testdata/mutualinfo.csv", o))(t)
	}
	y := read(datasets.Options{Label: "y", Target: "continuous", Drop: []string{"class"}})
	classes := read(datasets.Options{Label: "class", Drop: []string{"y"}})
	for _, c := range []struct {
		d    *datasets.Dataset
		k    int
		want []float64
	}{
		{y, 3, []float64{0.41416880128456873, 0, 1.3010422641022563, 0.05190833315305311,
			3.7296435260370187}},
		{classes, 3, []float64{0, 0, 0, 0.2471710660555377, 0.038318201723624795}},
		{y, 5, []float64{0.5090936499218002, 0, 1.1347530876487337, 0.0695967887538794,
			3.149348068226832}},
		{classes, 5, []float64{0.04852175495074902, 0, 0, 0.2711165354146188,
			0.040858273817021125}},
	} {
		for j, got := range mutualInfo(t, MutualInfo{Neighbors: c.k}, c.d, 0) {
			if math.Abs(got-c.want[j]) > 1e-11 {
				t.Errorf("k = %d, continuous %v, column %d: %v, want %v", c.k, c.d.Continuous(), j,
					got, c.want[j])
			}
		}
	}
}

// A column of levels has the information of its counts with classes; with a continuous target it
// has that of the target as a feature and its levels as classes.
func TestMutualInfoOfLevels(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	const n = 80
	x, y, labels := mat.NewDense(n, 2, nil), make([]float64, n), make([]string, n)
	levels := make([]string, n)
	joint := make(map[[2]int]float64)
	for i := range n {
		level, class := rng.IntN(12), rng.IntN(2)
		if rng.IntN(3) > 0 {
			class = level % 2
		}
		y[i] = float64(level)/3 + rng.NormFloat64()
		labels[i], levels[i] = fmt.Sprint(class), fmt.Sprint(level)
		x.Set(i, 0, float64(level)*.1)
		x.Set(i, 1, rng.Float64())
		joint[[2]int{level, class}]++
	}
	labeled := must.Get(datasets.New("", x, labels, nil))(t)
	var want float64
	row, column := make(map[int]float64), make(map[int]float64)
	for at, c := range joint {
		row[at[0]] += c
		column[at[1]] += c
	}
	for at, c := range joint {
		want += c / n * math.Log2(c*n/row[at[0]]/column[at[1]])
	}
	got := mutualInfo(t, MutualInfo{Discrete: 12}, labeled, 0)
	if math.Abs(got[0]-want) > 1e-12 {
		t.Errorf("%v bits of counts, want %v", got[0], want)
	}
	whole := mutualInfo(t, MutualInfo{}, labeled, 0)
	if eleven := mutualInfo(t, MutualInfo{Discrete: 11}, labeled, 0); eleven[0] != whole[0] ||
		got[1] != whole[1] || whole[0] == got[0] {
		t.Errorf("at most 11 levels: %v, 12: %v, none: %v", eleven, got, whole)
	}
	continuous := must.Get(datasets.New("", x, y, nil))(t)
	swapped := must.Get(datasets.New("", mat.NewDense(n, 1, y), levels, nil))(t)
	a := mutualInfo(t, MutualInfo{Discrete: 12}, continuous, 0)[0]
	if b := mutualInfo(t, MutualInfo{}, swapped, 0)[0]; math.Abs(a-b) > 1e-9 || a < .3 {
		t.Errorf("%v bits, the other way round %v", a, b)
	}
}

func TestMutualInfoMistakes(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{1, 5, 2, 4})
	labeled := func(labels ...string) *datasets.Dataset {
		return must.Get(datasets.New("", x, labels, []string{"f"}))(t)
	}
	two := labeled("a", "b", "a", "b")
	numbers := must.Get(datasets.New("", x, []float64{1, 2, 3, 4}, nil))(t)
	for _, c := range []struct {
		m    MutualInfo
		d    *datasets.Dataset
		want string
	}{
		{MutualInfo{Neighbors: -1}, two, "neighbors = -1; give 1 or more"},
		{MutualInfo{Discrete: 257}, two, "discrete = 257; give 1 to 256"},
		{MutualInfo{Neighbors: 4}, numbers, "4 neighbors of 4 samples; give at most 3 neighbors"},
		{MutualInfo{}, labeled("a", "b", "c", "d"), "every class has a single sample; the method " +
			"needs a class of two"},
	} {
		_, err := c.m.Score(t.Context(), c.d, algorithms.Options{})
		if want := "mutual-info: " + c.want; err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	s, err := MutualInfo{}.Score(t.Context(), labeled("a", "b", "a", "c"), algorithms.Options{})
	if err != nil || len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0],
		"2 samples are alone in their class, and take no part") {
		t.Errorf("warnings %q, %v", s.Warnings, err)
	}
}

// The tree finds the distances that a search of all points does, for equal points too.
func TestPlaneTree(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	for n := 2; n < 300; n += 1 + n/4 {
		for _, grid := range []float64{0, 1, 6} {
			x, y := make([]float64, n), make([]float64, n)
			for i := range x {
				x[i], y[i] = rng.NormFloat64(), rng.NormFloat64()
				if grid > 0 {
					x[i], y[i] = math.Round(grid*x[i]), math.Round(grid*y[i])
				}
			}
			var tree planeTree
			tree.build(x, y)
			for i, p := range tree.points { // the points in the order of the tree
				x[i], y[i] = p[0], p[1]
			}
			for k := 1; k < min(n, 6); k++ {
				for i := range n {
					var want []float64
					for j := range n {
						if j != i {
							want = append(want, max(math.Abs(x[j]-x[i]), math.Abs(y[j]-y[i])))
						}
					}
					slices.Sort(want)
					if got := tree.nearest(i, k, nil); !slices.Equal(got, want[:k]) {
						t.Fatalf("n = %d, grid %g, point %d: %v, want %v", n, grid, i, got,
							want[:k])
					}
				}
			}
		}
	}
}

// Noise is standard normal times its size, differs between the samples of a value, and is the same
// for the same seed.
func TestTieNoise(t *testing.T) {
	const n = 3000
	order, x, a, b := make([]int, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = float64(i % 4)
	}
	sortBy(order, x)
	newTieNoise(5).add(a, make([]float64, n), runsOf(order, x), ofColumn)
	newTieNoise(5).add(b, make([]float64, n), runsOf(order, x), ofColumn)
	mean, sd := stat.PopMeanStdDev(a, nil)
	if math.Abs(mean) > .1e-10 || math.Abs(sd-1e-10) > .05e-10 || !slices.Equal(a, b) {
		t.Errorf("noise of mean %g and standard deviation %g", mean, sd)
	}
	if all := slices.Sorted(slices.Values(a)); len(slices.Compact(all)) != n {
		t.Error("samples share their noise")
	}
}

// A score depends on its column, the target and the seed alone: not on other columns, the order of
// the rows, the unit, or the names of classes.
func TestMutualInfoOfOneColumn(t *testing.T) {
	const n = 300
	rows, classes, target := tiedTable(n)
	order := rand.New(rand.NewPCG(4, 4)).Perm(n)
	for _, continuous := range []bool{false, true} {
		scores := func(order []int, column int, unit float64, names ...string) algorithms.Numbers {
			x, y, z := make([][]float64, n), make([]string, n), make([]float64, n)
			for to, from := range order {
				own := rows[from]
				if column >= 0 {
					own = []float64{7, own[column]} // beside a constant
				}
				for _, v := range own {
					x[to] = append(x[to], v*unit)
				}
				y[to], z[to] = names[strings.Index("ab", classes[from])], target[from]
			}
			d, err := datasets.FromRows("", x, y, nil)
			if continuous {
				d, err = datasets.FromRows("", x, z, nil)
			}
			must.Do(t, err)
			s, err := MutualInfo{Permutations: 9}.Score(t.Context(), d, algorithms.Options{Seed: 5})
			must.Do(t, err)
			return append(s.Values, s.PValues...)
		}
		as := make([]int, n)
		for i := range as {
			as[i] = i
		}
		want := scores(as, -1, 1, "a", "b")
		if got := scores(order, -1, 4, "z", "q"); !slices.Equal(got, want) {
			t.Errorf("continuous %v: in another order, unit and names %v, want %v", continuous,
				got, want)
		}
		for j := range rows[0] {
			got := scores(order, j, 1, "a", "b")
			if got[1] != want[j] || got[3] != want[len(rows[0])+j] {
				t.Errorf("continuous %v, column %d alone: %v, want %v", continuous, j, got, want)
			}
		}
	}
}

// Of 10,000 samples, 30 of a rare class, no score is above the entropy of the classes: a coin has
// the information of its counts, and a column that tells the class has all.
func TestMutualInfoOfRareClass(t *testing.T) {
	const n, rare = 10000, 30
	rng := rand.New(rand.NewPCG(2, 6))
	x, y := mat.NewDense(n, 4, nil), make([]string, n)
	coin, class := make([]int, n), make([]int, n)
	for i := range n {
		coin[i], y[i] = rng.IntN(2), "often"
		if i < rare {
			class[i], y[i] = 1, "rare"
		}
		x.SetRow(i, []float64{float64(coin[i]), rng.NormFloat64(),
			float64(coin[i]) * rng.NormFloat64(), float64(class[i]) + rng.Float64()/2})
	}
	d := must.Get(datasets.New("", x, y, nil))(t)
	got := mutualInfo(t, MutualInfo{}, d, 0)
	pairs := make([]int, n)
	for i := range pairs {
		pairs[i] = 2*coin[i] + class[i]
	}
	h := literalEntropy(class) / math.Ln2
	want := literalEntropy(coin)/math.Ln2 + h - literalEntropy(pairs)/math.Ln2
	if math.Abs(got[0]-want) > 1e-11 {
		t.Errorf("a coin has %v bits, want %v", got[0], want)
	}
	for j, v := range got {
		if v > h {
			t.Errorf("column %d has %v bits of %v", j, v, h)
		}
	}
	if got[3] < .9*h || got[1] > .2*h || got[2] > .2*h {
		t.Errorf("scores %v of %v", got, h)
	}
}

// Codes in another order have the same score and p-value, beside classes and beside numbers that
// tie.
func TestMutualInfoOfCodes(t *testing.T) {
	const n, levels = 90, 6
	rng := rand.New(rand.NewPCG(3, 3))
	rename := rng.Perm(levels)
	one, other := mat.NewDense(n, 1, nil), mat.NewDense(n, 1, nil)
	classes, target := make([]string, n), make([]float64, n)
	for i := range n {
		c := i % levels // equally often
		one.Set(i, 0, float64(c))
		other.Set(i, 0, float64(rename[c]))
		target[i] = math.Round(8*rng.NormFloat64()) + float64(c%3)
		classes[i] = fmt.Sprint((c + rng.IntN(4)) % 3)
	}
	for _, continuous := range []bool{false, true} {
		var want algorithms.Numbers
		for _, x := range []*mat.Dense{one, other} {
			d, err := datasets.New("", x, classes, nil)
			if continuous {
				d, err = datasets.New("", x, target, nil)
			}
			must.Do(t, err)
			d.Codes = []datasets.CodedColumn{{Levels: strings.Split("abcdef", "")}}
			s, err := MutualInfo{Permutations: 19}.Score(t.Context(), d, algorithms.Options{})
			must.Do(t, err)
			got := append(s.Values, s.PValues...)
			if want == nil {
				want = got
			}
			if got[0] == 0 || !slices.Equal(got, want) {
				t.Errorf("continuous %v: score and p %v, want %v", continuous, got, want)
			}
		}
	}
}

// Classes far apart: all nearer samples are of the class, so that m_i = k and the estimate is
// ψ(n) - ⟨ψ(n_c)⟩ whatever the values, and the score the entropy of the classes, which is less.
func TestMutualInfoOfClassesApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	const n = 90
	x, labels := mat.NewDense(n, 1, nil), make([]string, n)
	var want float64
	for i := range n {
		c := []int{0, 1, 1, 2, 2, 2}[i%6]
		labels[i] = fmt.Sprint(c)
		x.Set(i, 0, 100*float64(c)+rng.Float64())
		want += psi(float64(15*(c+1))) / n
	}
	d := must.Get(datasets.New("", x, labels, nil))(t)
	want = (psi(n) - want) / math.Ln2
	const entropy = 1.4591479170272448 // of 1/6, 1/3, 1/2
	for _, k := range []int{1, 3, 7} {
		s := must.Get(MutualInfo{Neighbors: k}.Score(t.Context(), d, algorithms.Options{}))(t)
		if math.Abs(s.Tie[0]-want) > 1e-11 || math.Abs(s.Values[0]-entropy) > 1e-11 ||
			s.Values[0] > entropy {
			t.Errorf("k = %d: %v, score %v bits, want %v and %v", k, s.Tie[0], s.Values[0], want,
				entropy)
		}
	}
}

// Columns of zeros and numbers: the information is that of being 0 plus that of the numbers times
// their share, here 1 - H(.2) + 0 bits of one, and .5 bits of another whose numbers tell the class.
func TestMutualInfoOfZerosAndNumbers(t *testing.T) {
	const n = 6000
	rng := rand.New(rand.NewPCG(7, 1))
	x, y, z := mat.NewDense(n, 2, nil), make([]string, n), make([]float64, n)
	for i := range n {
		class := rng.IntN(2)
		if (class == 1) == (rng.IntN(5) > 0) {
			x.Set(i, 0, rng.NormFloat64())
		}
		if rng.IntN(2) == 0 {
			x.Set(i, 1, 10*float64(class)+1+rng.Float64())
		}
		y[i], z[i] = fmt.Sprint(class), float64(class)
	}
	d, err := datasets.New("", x, y, nil)
	must.Do(t, err)
	numbers, err := datasets.New("", x, z, nil) // a target of two values
	must.Do(t, err)
	for _, d := range []*datasets.Dataset{d, numbers} {
		got := mutualInfo(t, MutualInfo{}, d, 0)
		want := []float64{1 + .2*math.Log2(.2) + .8*math.Log2(.8), .5}
		for j, v := range got {
			if math.Abs(v-want[j]) > .03 {
				t.Errorf("column %d: %v bits, want %v", j, v, want[j])
			}
		}
	}
}

// The seed changes the scores of columns with equal values only.
func TestMutualInfoSeed(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	x, y := mat.NewDense(60, 2, nil), make([]float64, 60)
	for i := range y {
		y[i] = rng.NormFloat64()
		x.Set(i, 0, y[i]+rng.NormFloat64())
		x.Set(i, 1, math.Round(2*y[i]))
	}
	d := must.Get(datasets.New("", x, y, nil))(t)
	a, b := mutualInfo(t, MutualInfo{}, d, 1), mutualInfo(t, MutualInfo{}, d, 2)
	if a[0] != b[0] || a[1] == b[1] || math.Abs(a[1]-b[1]) > .3 {
		t.Errorf("seeds 1 and 2 give %v and %v", a, b)
	}
}

// tiedTable is n samples of columns in which values tie in every way: levels, halves of zeros, few
// equal values, none.
func tiedTable(n int) (rows [][]float64, classes []string, target []float64) {
	rng := rand.New(rand.NewPCG(9, 9))
	for range n {
		class, zero := rng.IntN(2), float64(rng.IntN(2))
		v := rng.NormFloat64() + float64(class)
		rows = append(rows, []float64{float64(rng.IntN(4)), zero * v, math.Round(40 * v), v,
			float64(rng.IntN(2)), math.Round(v)})
		classes = append(classes, []string{"a", "b"}[class])
		target = append(target, math.Round(10*v*float64(rng.IntN(2))))
	}
	return rows, classes, target
}
