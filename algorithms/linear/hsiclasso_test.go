package linear

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/realdata"
)

func hsicLasso(t *testing.T, m HSICLasso, d *datasets.Dataset,
	opt algorithms.Options) *algorithms.Ranking {
	t.Helper()
	return must.Get(m.Select(t.Context(), d, opt))(t)
}

// scaledKernel is HKH divided by its norm, for an n×n kernel; zero if that is constant.
func scaledKernel(k *mat.Dense) *mat.Dense {
	n, _ := k.Dims()
	h := mat.NewDense(n, n, nil)
	h.Apply(func(i, j int, _ float64) float64 {
		if i == j {
			return 1 - 1/float64(n)
		}
		return -1 / float64(n)
	}, h)
	var out mat.Dense
	out.Product(h, k, h)
	if norm := mat.Norm(&out, 2); norm > 1e-12 {
		out.Scale(1/norm, &out)
	} else {
		out.Zero()
	}
	return &out
}

// gaussianOf is the kernel of a column over a block, of the column standardized as a whole.
func gaussianOf(values []float64, block []int) *mat.Dense {
	var mean, square float64
	for _, v := range values {
		mean += v / float64(len(values))
	}
	for _, v := range values {
		square += (v - mean) * (v - mean) / float64(len(values))
	}
	k := mat.NewDense(len(block), len(block), nil)
	k.Apply(func(i, j int, _ float64) float64 {
		a := (values[block[i]] - values[block[j]])
		return math.Exp(-a * a / square / 2)
	}, k)
	return scaledKernel(k)
}

// classesOf is the kernel of the classes over a block.
func classesOf(y, block []int) *mat.Dense {
	k := mat.NewDense(len(block), len(block), nil)
	k.Apply(func(i, j int, _ float64) float64 {
		if y[block[i]] != y[block[j]] {
			return 0
		}
		count := 0.0
		for _, sample := range block {
			if y[sample] == y[block[i]] {
				count++
			}
		}
		return 1 / count
	}, k)
	return scaledKernel(k)
}

// forms are the objective ½a'Ga - c'a of all columns of d over blocks, as the definition has it.
func forms(d *datasets.Dataset, blocks [][]int) (g *mat.SymDense, c []float64) {
	g, c = mat.NewSymDense(d.D(), nil), make([]float64, d.D())
	var columns [][]float64
	for j := range d.D() {
		columns = append(columns, mat.Col(nil, j, d.X))
	}
	share := 1 / float64(len(blocks))
	for _, block := range blocks {
		var l *mat.Dense
		if d.Continuous() {
			l = gaussianOf(d.Target, block)
		} else {
			l = classesOf(d.Y, block)
		}
		var ks []*mat.Dense
		for j := range columns {
			ks = append(ks, gaussianOf(columns[j], block))
			c[j] += share * floats.Dot(ks[j].RawMatrix().Data, l.RawMatrix().Data)
			for i := range j + 1 {
				g.SetSym(i, j, g.At(i, j)+share*floats.Dot(ks[i].RawMatrix().Data,
					ks[j].RawMatrix().Data))
			}
		}
	}
	return g, c
}

// knot is a point of the literal path at which column joins is about to join; -1 at the end.
type knot struct {
	lambda float64
	joins  int
	a      []float64
}

// literalPath is non-negative least angle regression with the whole matrix G: every direction
// solves its equations, and every column is looked at in every step.
func literalPath(g *mat.SymDense, c []float64) (knots []knot) {
	d := len(c)
	a := make([]float64, d)
	lambda, next := floats.Max(c), floats.MaxIdx(c)
	var active []int
	correlation := func(j int) float64 {
		return c[j] - floats.Dot(mat.Row(nil, j, g), a)
	}
	for {
		if next >= 0 {
			knots = append(knots, knot{lambda, next, slices.Clone(a)})
			active = append(active, next)
		}
		k := len(active)
		part, one := mat.NewDense(k, k, nil), mat.NewVecDense(k, nil)
		for i, p := range active {
			one.SetVec(i, 1)
			for l, q := range active {
				part.Set(i, l, g.At(p, q))
			}
		}
		var w mat.VecDense
		if err := w.SolveVec(part, one); err != nil {
			panic(err)
		}
		step, out := lambda, -1
		next = -1
		for j := range d {
			slope := 0.0
			for i, p := range active {
				slope += g.At(j, p) * w.AtVec(i)
			}
			at := (lambda - correlation(j)) / (1 - slope)
			if !slices.Contains(active, j) && slope < 1-1e-10 && at < step {
				step, next = at, j
			}
		}
		for i, p := range active {
			if w.AtVec(i) < 0 && a[p]/-w.AtVec(i) < step {
				step, next, out = a[p]/-w.AtVec(i), -1, i
			}
		}
		for i, p := range active {
			a[p] += step * w.AtVec(i)
		}
		lambda -= step
		if out >= 0 {
			a[active[out]] = 0
			active = slices.Delete(active, out, out+1)
		} else if next < 0 {
			return append(knots, knot{0, -1, a})
		}
	}
}

// hsicEntries are the columns in the order of their first joining, and λ at each.
func hsicEntries(knots []knot) (order []int, levels []float64) {
	for _, k := range knots {
		if k.joins >= 0 && !slices.Contains(order, k.joins) {
			order, levels = append(order, k.joins), append(levels, k.lambda)
		}
	}
	return order, levels
}

// smallProblem has columns that follow the target by a line, a bend or not at all.
func smallProblem(t *testing.T, seed uint64) *datasets.Dataset {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 11))
	n, d := 9+rng.IntN(4), 2+rng.IntN(5)
	x, y, classes := mat.NewDense(n, d, nil), make([]float64, n), make([]string, n)
	for i := range n {
		y[i] = rng.NormFloat64()
		classes[i] = fmt.Sprint(i % 3)
		for j := range d {
			v := .8 * rng.NormFloat64()
			switch j % 3 {
			case 0:
				v += y[i] + float64(i%3)
			case 1:
				v += math.Abs(y[i]) - float64(i%3*(i%3))
			}
			x.Set(i, j, 100+v)
		}
	}
	if seed%2 == 0 {
		return must.Get(datasets.New("", x, y, nil))(t)
	}
	return must.Get(datasets.New("", x, classes, nil))(t)
}

// On small problems the order, the levels, what follows the path, and the weights of Peer are those
// of the literal path on kernels that are computed as they are defined.
func TestHSICLassoIsTheLiteralPath(t *testing.T) {
	never := 0
	for seed := range uint64(longtest.Or(50, 500)) {
		d := smallProblem(t, seed)
		m := HSICLasso{AllSamples: seed%3 == 0, Block: 4 + int(seed%3), Permutations: 2}
		opt := algorithms.Options{Seed: seed}
		k := must.Get(newBlockKernels(t.Context(), m, d, opt))(t)
		g, c := forms(d, k.blocks)
		knots := literalPath(g, c)
		order, levels := hsicEntries(knots)
		never += d.D() - len(order)
		end := knots[len(knots)-1].a
		rest := slices.DeleteFunc(slices.Collect(seq(d.D())),
			func(j int) bool { return slices.Contains(order, j) })
		at := func(j int) float64 { return c[j] - floats.Dot(mat.Row(nil, j, g), end) }
		slices.SortFunc(rest, func(i, j int) int {
			if at(i) > at(j) {
				return -1
			}
			return 1
		})
		for _, j := range rest {
			levels = append(levels, at(j))
		}
		r := hsicLasso(t, m, d, opt)
		if want := append(order, rest...); !slices.Equal(r.Features, want) ||
			!floats.EqualApprox(r.Scores, levels, 1e-10) {
			t.Fatalf("seed %d, %s: %v, %v, want %v, %v", seed, r.Label, r.Features, r.Scores, want,
				levels)
		}
		objective := (1-zeros(d, k.blocks))/2 - floats.Dot(c, end)
		for i, v := range end {
			objective += v * floats.Dot(mat.Row(nil, i, g), end) / 2
		}
		if got := float64(*r.Diagnostics.Objective); math.Abs(got-objective) > 1e-10 {
			t.Errorf("seed %d: objective %v, want %v", seed, got, objective)
		}
		if c := r.Diagnostics.Certificate; !(c.Value <= 1e-12) || !r.Diagnostics.Converged {
			t.Errorf("seed %d: %+v", seed, r.Diagnostics)
		}
		m.Peer = true
		comparePeer(t, m, d, opt, knots)
	}
	if never < 10 {
		t.Errorf("only %d columns never entered", never)
	}
}

// zeros is the share of blocks in which the target does not vary.
func zeros(d *datasets.Dataset, blocks [][]int) (share float64) {
	for _, block := range blocks {
		if !d.Continuous() && mat.Norm(classesOf(d.Y, block), 2) == 0 {
			share += 1 / float64(len(blocks))
		}
	}
	return share
}

func seq(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

// comparePeer holds the ranking of Peer against the weights at the first knot with K of them.
func comparePeer(t *testing.T, m HSICLasso, d *datasets.Dataset, opt algorithms.Options,
	knots []knot) {
	t.Helper()
	for opt.K = 1; opt.K <= d.D(); opt.K++ {
		point := knots[len(knots)-1]
		for _, k := range knots {
			if floats.Count(func(v float64) bool { return v > 0 }, k.a) == opt.K {
				point = k
				break
			}
		}
		r := hsicLasso(t, m, d, opt)
		for i, j := range r.Features {
			if v := point.a[j]; v > 0 && math.Abs(r.Scores[i]-v) > 1e-9 || v == 0 &&
				r.Scores[i] > 1e-9 {
				t.Errorf("K = %d: column %d scores %v, want %v", opt.K, j, r.Scores[i], v)
			}
		}
		if got := r.Diagnostics.Get("lambda"); opt.K < d.D() &&
			math.Abs(got-point.lambda) > 1e-10 {
			t.Errorf("K = %d: λ = %v, want %v", opt.K, got, point.lambda)
		}
	}
}

// Each permutation splits all samples but n mod B, and seeds and permutations differ.
func TestHSICLassoBlocks(t *testing.T) {
	d := genes(t, 3, 67, 45, false)
	live := []int{0, 1, 2, 3, 4}
	var first [][]int
	for seed := range uint64(2) {
		m := algorithms.WithDefaults(HSICLasso{})
		blocks, err := m.draw(t.Context(), d, live, algorithms.Options{Seed: seed})
		if err != nil || len(blocks) != 9 {
			t.Fatalf("%d blocks, %v", len(blocks), err)
		}
		for p := range 3 {
			var all []int
			for _, b := range blocks[3*p : 3*p+3] {
				if len(b) != 20 {
					t.Errorf("a block of %d", len(b))
				}
				all = append(all, b...)
			}
			slices.Sort(all)
			if len(slices.Compact(all)) != 60 {
				t.Errorf("a sample is in two blocks of a permutation")
			}
			if slices.ContainsFunc(first, func(b []int) bool {
				return slices.Equal(b, blocks[3*p])
			}) {
				t.Errorf("two permutations are equal")
			}
			first = append(first, blocks[3*p])
		}
	}
	few := genes(t, 3, 19, 45, false)
	small := hsicLasso(t, HSICLasso{}, few, algorithms.Options{})
	whole := hsicLasso(t, HSICLasso{AllSamples: true}, few, algorithms.Options{Seed: 8})
	if !slices.Equal(small.Scores, whole.Scores) || small.Diagnostics.Get("blocks") != 1 {
		t.Errorf("19 samples: %v, want one block, %v", small.Scores, whole.Scores)
	}
}

func TestHSICLassoErrors(t *testing.T) {
	d := genes(t, 1, 30, 45, false)
	for _, test := range []struct {
		m    HSICLasso
		want string
	}{
		{HSICLasso{Block: 2}, "block = 2"}, {HSICLasso{Block: -1}, "block = -1"},
		{HSICLasso{Permutations: -3}, "permutations = -3"},
		{HSICLasso{Peer: true}, "k is missing"},
	} {
		r, err := test.m.Select(t.Context(), d, algorithms.Options{})
		if r != nil || err == nil || !strings.HasPrefix(err.Error(), "hsic-lasso: "+test.want) {
			t.Errorf("%+v: %v, %v", test.m, r, err)
		}
	}
}

// On data with many features the conditions of optimality hold at the end of the path and before.
func TestHSICLassoCertificates(t *testing.T) {
	dir := realdata.Need(t, "ALLAML.mat")
	sets := []string{filepath.Join(dir, "ALLAML.mat")}
	for _, name := range longtest.And(sets, "wdbc", "digits") {
		d := must.Get(datasets.Load(name, datasets.Options{}))(t)
		for _, k := range longtest.And([]int{0}, 20) {
			r := hsicLasso(t, HSICLasso{}, d, algorithms.Options{K: k})
			if c := r.Diagnostics.Certificate; !(c.Value <= 1e-10) || !r.Diagnostics.Converged {
				t.Errorf("%s, K = %d: %+v", name, k, r.Diagnostics)
			}
		}
	}
}
