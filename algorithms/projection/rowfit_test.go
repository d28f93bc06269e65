package projection

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/internal/elimination"
	"fsnb.example/internal/must"
)

// Sizes of rows satisfy the conditions of the convex problem, from any start, and are the norms of
// the rows of W.
func TestFit(t *testing.T) {
	for _, dims := range []int{5, 40, 200} {
		d := learnedProblem(uint64(dims), 12, dims)
		f := mat.NewDense(12, 2, nil)
		for i := range 12 {
			f.Set(i, d.Y[i]%2, 1)
		}
		var first []float64
		for start := range 3 {
			k := must.Get(newShrink(d.X, 1.5))(t)
			s := must.Get(k.fit(t.Context(), f, startSizes(dims, 1, start), 0))(t)
			must.Do(t, k.set(s))
			v := must.Get(k.solve(f))(t)
			w := k.weights(nil, s, v)
			for j, r := range k.ratios(v, s, true) {
				if s[j] > 0 && math.Abs(r-1) > 1e-10 || s[j] == 0 && r > 1+1e-10 {
					t.Errorf("%d features: row %d of size %v has ratio %v", dims, j, s[j], r)
				}
				if norm := mat.Norm(w.RowView(j), 2); math.Abs(norm-s[j]) > 1e-10 {
					t.Errorf("%d features: row %d of size %v has norm %v", dims, j, s[j], norm)
				}
			}
			if start == 0 {
				first = s
			}
			for j, v := range s {
				if math.Abs(v-first[j]) > 1e-9 {
					t.Errorf("%d features: row %d is %v from start %d, %v from the first", dims, j,
						v, start, first[j])
				}
			}
		}
	}
}

// More rows than are kept are taken some at a time: V solves its equations, and BV is right.
func TestManyRows(t *testing.T) {
	n, dims := 12, 700
	k, err := newShrink(learnedProblem(3, n, dims).X, 1.5)
	must.Do(t, err)
	s := startSizes(dims, 1, 1)
	must.Do(t, k.set(s))
	if k.b != nil || cap(k.scratch) >= dims*n {
		t.Fatalf("%d rows of %d are kept", cap(k.scratch)/n, dims)
	}
	f := mat.NewDense(n, 2, nil)
	f.Apply(func(i, c int, _ float64) float64 { return float64(i*(c+1)%5) - 2 }, f)
	v, low, err := k.solveBoth(f)
	must.Do(t, err)
	b := mat.NewDense(dims, n, nil)
	for j := range dims {
		floats.ScaleTo(b.RawRowView(j), math.Sqrt(2*s[j]), k.rows.RawRowView(j))
	}
	var image, back mat.Dense
	image.Mul(b, v)
	back.Mul(b.T(), &image)
	for i := range n {
		floats.AddScaled(back.RawRowView(i), k.lambda, v.RawRowView(i))
	}
	if !mat.EqualApprox(low, &image, 1e-12) || !mat.EqualApprox(&back, f, 1e-9) {
		t.Errorf("V = %v", mat.Formatted(v))
	}
	ratio, w := k.ratios(v, s, false), k.weights(nil, s, v)
	for j := range dims {
		if norm := floats.Norm(w.RawRowView(j), 2); math.Abs(norm-s[j]*ratio[j]) > 1e-12 {
			t.Errorf("row %d has norm %v, and ratio %v of size %v", j, norm, ratio[j], s[j])
		}
	}
}

// With a weak regression the eigenvalues are far above 0: the search moves its shift, and finds the
// eigenvectors of the whole matrix as before, for a graph of few edges and for one of all.
func TestBottomMoves(t *testing.T) {
	const n, dims, m, alpha, beta = 160, 8, 3, 4000., 2.
	d := learnedProblem(2, n, dims)
	var p plan
	few := must.Get(p.laplacian(t.Context(), d.X, 5, false, algorithms.Options{}))(t)
	degree := slices.Clone(few.Diagonal())
	floats.AddConst(.001*(n-1), degree)
	all := elimination.New(degree, func(add func(i, j int, v float64)) {
		for i := range n {
			for j := i + 1; j < n; j++ {
				add(i, j, few.At(i, j)-.001)
			}
		}
	})
	for name, l := range map[string]*elimination.Matrix{"few": few, "all": all} {
		k := must.Get(newShrink(d.X, alpha))(t)
		e := &embedder{shrink: k, l: l, m: m, beta: beta}
		for start := range 3 {
			s := startSizes(dims, 5, start)
			must.Do(t, e.set(s))
			if e.bottom != nil {
				e.bottom.rest = 0
			}
			values, y, err := e.lowest(t.Context(), s)
			must.Do(t, err)
			if start == 0 {
				continue // the first search is rough
			}
			whole := must.Get(e.inverse())(t)
			for i := range n {
				for j := i; j < n; j++ {
					whole.SetSym(i, j, l.At(i, j)+alpha*beta*whole.At(i, j)+100./n)
				}
			}
			var eigen mat.EigenSym
			if !eigen.Factorize(whole, true) {
				t.Fatal("no decomposition")
			}
			if !floats.EqualApprox(values, eigen.Values(nil)[:m], 1e-11) {
				t.Errorf("%s edges: %v, want %v", name, values, eigen.Values(nil)[:m])
			}
			var rest, down mat.Dense
			rest.Mul(whole, y)
			down.Mul(y, mat.NewDiagDense(m, values))
			rest.Sub(&rest, &down)
			if v := mat.Norm(&rest, 2); v > 1e-10 {
				t.Errorf("%s edges: residual %v", name, v)
			}
		}
		if !(e.bottom.shift > 0) {
			t.Errorf("%s edges: the shift is still %v", name, e.bottom.shift)
		}
	}
}

// embedderOf finds m eigenvectors of n samples of dims features.
func embedderOf(t *testing.T, seed uint64, n, dims, m int) *embedder {
	t.Helper()
	d := learnedProblem(seed, n, dims)
	var p plan
	l := must.Get(p.laplacian(t.Context(), d.X, 5, false, algorithms.Options{}))(t)
	k := must.Get(newShrink(d.X, 1.5))(t)
	return &embedder{shrink: k, l: l, m: m, beta: 2}
}

// The search for few rows and many samples finds the eigenvectors of the whole matrix, also from
// those of other sizes.
func TestBottom(t *testing.T) {
	n, dims, m := 90, 8, 4
	e := embedderOf(t, 2, n, dims, m)
	for start := range 3 {
		s := startSizes(dims, 5, start)
		s[start] = 0
		must.Do(t, e.set(s))
		if e.bottom != nil {
			e.bottom.rest = 0
		}
		values, y, err := e.lowest(t.Context(), s)
		must.Do(t, err)
		if e.bottom == nil {
			t.Fatal("the whole matrix was decomposed")
		}
		whole := formOf(t, e)
		var eigen mat.EigenSym
		if !eigen.Factorize(whole, true) {
			t.Fatal("no decomposition")
		}
		var vectors, cross, product mat.Dense
		eigen.VectorsTo(&vectors)
		cross.Mul(vectors.Slice(0, n, 0, m).T(), y)
		product.Mul(&cross, cross.T())
		tolerance := 1e-10
		if start == 0 {
			tolerance = 1e-6 // the first search is rough
		}
		for c := range m {
			if want := eigen.Values(nil)[c]; math.Abs(values[c]-want) > tolerance*tolerance+1e-12 {
				t.Errorf("start %d: value %d is %v, want %v", start, c, values[c], want)
			}
			if math.Abs(product.At(c, c)-1) > tolerance {
				t.Errorf("start %d: vector %d is outside by %v", start, c, 1-product.At(c, c))
			}
		}
	}
}

// formOf is L + 1.5β times what the regression leaves, whose eigenvectors e finds, with the
// constant vector moved away from the smallest values.
func formOf(t *testing.T, e *embedder) *mat.SymDense {
	t.Helper()
	form := must.Get(e.inverse())(t)
	n := form.SymmetricDim()
	for i := range n {
		for j := i; j < n; j++ {
			form.SetSym(i, j, e.l.At(i, j)+1.5*e.beta*form.At(i, j)+100/float64(n))
		}
	}
	return form
}

// The search for many rows finds the eigenvectors of the whole matrix: its residuals are those
// asked for, and its values those of the decomposition.
func TestBottomOfManyRows(t *testing.T) {
	n, m := veryMany+140, 3
	for _, dims := range []int{n/2 + 5, n + 10} { // with the factor of either size
		e := embedderOf(t, 3, n, dims, m)
		s := startSizes(dims, 5, 1)
		must.Do(t, e.set(s))
		form := formOf(t, e)
		var eigen mat.EigenSym
		if !eigen.Factorize(form, false) {
			t.Fatal("no decomposition")
		}
		for _, rest := range []float64{bottomRough, 0} {
			if e.bottom != nil {
				e.bottom.rest = rest
			}
			values, y, err := e.lowest(t.Context(), s)
			must.Do(t, err)
			if e.bottom == nil || e.bottom.vain || e.bottom.few(e.shrink) {
				t.Fatalf("%d features: the whole matrix was decomposed", dims)
			}
			var r mat.Dense
			r.Mul(form, y)
			for c := range m {
				if want := eigen.Values(nil)[c]; math.Abs(values[c]-want) > 1e-11 {
					t.Errorf("%d features: value %d is %v, want %v", dims, c, values[c], want)
				}
				var square float64
				for i := range n {
					v := r.At(i, c) - values[c]*y.At(i, c)
					square += v * v
				}
				if limit := 2 * max(rest, bottomRest) * e.bottom.unit; math.Sqrt(square) > limit {
					t.Errorf("%d features: residual %d is %v, more than %v", dims, c,
						math.Sqrt(square), limit)
				}
			}
		}
	}
}

// Copies of a column share its row equally, and change no other.
func TestCopiesShareARow(t *testing.T) {
	d := learnedProblem(4, 24, 6)
	twice := *d
	twice.X = mat.NewDense(24, 8, nil)
	twice.Features = append(slices.Clone(d.Features), "copy of 2", "copy of 2 again")
	for i := range 24 {
		row := append(slices.Clone(d.X.RawRowView(i)), d.X.At(i, 2), d.X.At(i, 2))
		twice.X.SetRow(i, row)
	}
	a := must.Get(graph.HeatKernel(t.Context(), d.X, 5, 0, 1, nil))(t)
	m := JELSR{Similarity: graph.Precomputed{Matrix: a}, Beta: 2} // the sizes of the start differ
	one := must.Get(m.Score(t.Context(), d, algorithms.Options{}))(t)
	two := must.Get(m.Score(t.Context(), &twice, algorithms.Options{}))(t)
	for j, v := range one.Values {
		if j == 2 {
			v /= 3
		}
		if math.Abs(two.Values[j]-v) > 1e-9 {
			t.Errorf("row %d is %v, want %v", j, two.Values[j], v)
		}
	}
	if two.Values[6] != two.Values[2] || two.Values[7] != two.Values[2] {
		t.Errorf("copies score %v, %v and %v", two.Values[2], two.Values[6], two.Values[7])
	}
}

// The matrix of which NDFS takes clusters is the same in any order of columns and samples, also
// where columns have the same values in other samples.
func TestCanonical(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	n, dims := 16, 60
	x := mat.NewDense(n, dims, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return .1 * float64(rng.IntN(3)-1) }, x)
	arranged := func(x *mat.Dense) *mat.Dense {
		out, _, err := canonical(t.Context(), x, 1)
		must.Do(t, err)
		return out
	}
	want := arranged(x)
	for range 5 {
		rows, columns := rng.Perm(n), rng.Perm(dims)
		other := mat.NewDense(n, dims, nil)
		for i, from := range rows {
			for j, of := range columns {
				other.Set(i, j, x.At(from, of))
			}
		}
		if !mat.Equal(arranged(other), want) {
			t.Error("another order gives another matrix")
		}
	}
}
