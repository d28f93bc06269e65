package projection

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
	"fsnb.example/internal/optimize"
)

// Gradients and Hessians agree with central differences.
func TestSupervisedDerivatives(t *testing.T) {
	d := learnedProblem(1, 15, 6)
	a := discriminantOf(t, d)
	b, _, err := newDependence(d.X, d.Y, 3)
	must.Do(t, err)
	rng := rand.New(rand.NewPCG(3, 4))
	random := func() *mat.Dense {
		w := mat.NewDense(6, 2, nil)
		w.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, w)
		return w
	}
	for name, f := range map[string]smooth{"ldfs": a, "hsfs": b} {
		w, v := random(), random()
		const h = 1e-5
		at := func(step float64) *mat.Dense {
			out := mat.NewDense(6, 2, nil)
			out.Scale(step, v)
			out.Add(out, w)
			return out
		}
		slope := (f.value(at(h)) - f.value(at(-h))) / (2 * h)
		if want := optimize.Dot(f.gradient(w), v); math.Abs(slope-want) > 1e-7*math.Abs(want) {
			t.Errorf("%s: slope %v, gradient %v", name, slope, want)
		}
		var bend mat.Dense
		bend.Sub(f.gradient(at(h)), f.gradient(at(-h)))
		bend.Scale(1/(2*h), &bend)
		if !mat.EqualApprox(&bend, f.curvature(w, v), 1e-7*mat.Norm(&bend, 2)) {
			t.Errorf("%s: Hessian\n%v, differences\n%v", name,
				mat.Formatted(f.curvature(w, v)), mat.Formatted(&bend))
		}
	}
}

// discriminantOf is the smooth part of LDFS on d, of three classes.
func discriminantOf(t *testing.T, d *datasets.Dataset) *discriminant {
	t.Helper()
	s := must.Get(newClassScatter(d.X, d.Y, 3))(t)
	return must.Get(newDiscriminant(s))(t)
}

// The shrunk row is the minimum: no point of a grid around it is better.
func TestShrinkRow(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	value := func(p, y []float64, t float64) float64 {
		var sum, most float64
		for k := range p {
			sum += (p[k] - y[k]) * (p[k] - y[k]) / 2
			most = max(most, math.Abs(p[k]))
		}
		return sum + t*most
	}
	for range 200 {
		m := 1 + rng.IntN(3)
		y := make([]float64, m)
		for k := range y {
			y[k] = rng.NormFloat64()
		}
		p := append([]float64(nil), y...)
		step := rng.ExpFloat64()
		shrinkRow(p, step, make([]float64, m))
		best := value(p, y, step)
		for range 200 {
			q := append([]float64(nil), p...)
			for k := range q {
				q[k] += .1 * rng.NormFloat64()
			}
			if other := value(q, y, step); other < best-1e-12 {
				t.Fatalf("%v, t = %v: %v has %v, and %v has %v", y, step, p, best, q, other)
			}
		}
	}
}

// With one axis of two or three features no point of a grid on W'AW = 1 is better than the best of
// several starts.
func TestRowMaxAgainstGrid(t *testing.T) {
	for seed := range uint64(4) {
		dims := 2 + int(seed%2)
		d := learnedProblem(seed, 15, dims)
		a := discriminantOf(t, d)
		b, most, err := newDependence(d.X, d.Y, 3)
		must.Do(t, err)
		largest := must.Get(a.largest(1))(t)
		for _, lambda := range []float64{.02, .3} {
			check(t, LDFS{Dimensions: 1, Lambda: lambda, Restarts: 8}, d, a, lambda, largest)
			check(t, HSFS{Dimensions: 1, Lambda: lambda / 10, Restarts: 8}, d, b, lambda/10, most)
		}
	}
}

func check(t *testing.T, m algorithms.Scorer, d *datasets.Dataset, f smooth, lambda,
	shift float64) {
	t.Helper()
	s := must.Get(m.Score(t.Context(), d, algorithms.Options{}))(t)
	got := float64(*s.Diagnostics.Objective)
	best := math.Inf(1)
	const cells = 90
	w := mat.NewDense(d.D(), 1, nil)
	for i := range cells {
		for j := range cells {
			u, v := math.Pi*float64(i)/cells, math.Pi*float64(j)/cells
			w.Set(0, 0, math.Cos(u))
			w.Set(1, 0, math.Sin(u))
			if d.D() == 3 {
				w.Set(1, 0, math.Sin(u)*math.Cos(v))
				w.Set(2, 0, math.Sin(u)*math.Sin(v))
			}
			at := polar(f, w)
			best = min(best, shift+f.value(at)+lambda*rowMax(at))
			if d.D() == 2 {
				break
			}
		}
	}
	if got > best+1e-9 || got < best-.02*math.Abs(best) {
		t.Errorf("%s, %d features: objective %v, on the grid %v", algorithms.Label(m), d.D(), got,
			best)
	}
	if !s.Diagnostics.Certificate.Holds() {
		t.Errorf("%s: %+v", algorithms.Label(m), *s.Diagnostics.Certificate)
	}
}

// The normals of a face are the derivatives of W'AW by its unknowns, to which a projection is
// orthogonal and which it leaves as it is. With eight axes single entries have few of the pairs.
func TestNormals(t *testing.T) {
	for _, m := range []int{3, 8} {
		rng := rand.New(rand.NewPCG(2, 8))
		w, b := mat.NewDense(9, m, nil), mat.NewDense(9, m, nil)
		w.Apply(func(_, _ int, _ float64) float64 { return float64(rng.IntN(5) - 2) }, w)
		b.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, b)
		scale, u := make([]float64, 9), []float64(nil)
		for j := range scale {
			scale[j] = 1 + rng.Float64()
		}
		on := faceOf(w)
		n := on.newNormals(b, scale)
		literal := mat.NewDense(on.unknowns(), on.pairs(), nil)
		for i := range on.unknowns() {
			e := make([]float64, on.unknowns())
			e[i] = 1
			u = append(u, rng.NormFloat64())
			miss := symmetric(b, on.matrix(e, 9))
			var row []float64
			for a := range m {
				row = append(row, miss.RawRowView(a)[a:]...)
			}
			literal.SetRow(i, row)
			if want := 1 / scale[on.rows[i]]; n.weight[i] != want {
				t.Errorf("%d axes: weight %v, want %v", m, n.weight[i], want)
			}
		}
		near := func(what string, got, want []float64) {
			t.Helper()
			if !floats.EqualApprox(got, want, 1e-12) {
				t.Errorf("%d axes: %s is %v, want %v", m, what, got, want)
			}
		}
		y := u[:on.pairs()]
		near("ny", n.times(y), times(literal, y))
		near("n'u", n.product(u), product(literal, u))
		var scaled, gram mat.Dense
		scaled.Mul(mat.NewDiagDense(on.unknowns(), n.weight), literal)
		gram.Mul(literal.T(), &scaled)
		if !mat.EqualApprox(&gram, n.gram(n.weight), 1e-12) {
			t.Errorf("%d axes: n'Dn differs", m)
		}
		project := n.projection(slices.Repeat([]float64{1}, len(u)))
		one := project(u)
		near("a second projection", project(one), one)
		near("its constraint", n.product(one), make([]float64, on.pairs()))
	}
}

// The dependence is that of the formula with all matrices, and kernels that are not stored give the
// bits of stored ones, on any number of processors.
func TestDependenceByRows(t *testing.T) {
	const n = 3*someSamples + 5
	d := learnedProblem(2, n, 7)
	stored, most, err := newDependence(d.X, d.Y, 3)
	must.Do(t, err)
	if !stored.keep {
		t.Fatal("the kernel is not stored")
	}
	rng := rand.New(rand.NewPCG(5, 6))
	w, v := randomMatrix(rng, 7, 3), randomMatrix(rng, 7, 3)

	center, same := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	var distances []float64
	for i := range n {
		for k := range n {
			center.Set(i, k, -1./n)
			if d.Y[i] == d.Y[k] {
				same.Set(i, k, 1)
			}
			if k < i {
				distances = append(distances, floats.Distance(d.X.RawRowView(i),
					d.X.RawRowView(k), 2))
			}
		}
		center.Set(i, i, 1-1./n)
	}
	slices.Sort(distances)
	width := (distances[(len(distances)-1)/2] + distances[len(distances)/2]) / 2
	var z, q, inner mat.Dense
	z.Mul(d.X, w)
	inner.Mul(center, same)
	q.Mul(&inner, center)
	want, bound := 0., 0.
	for i := range n {
		for k := range n {
			r := floats.Distance(z.RawRowView(i), z.RawRowView(k), 2) / width
			entry := q.At(i, k) / (n - 1) / (n - 1)
			want -= math.Exp(-r*r/2) * entry
			bound += max(entry, 0)
		}
	}
	if math.Abs(stored.width-width) > 1e-13*width || math.Abs(most-bound) > 1e-13 ||
		math.Abs(stored.value(w)-want) > 1e-13 {
		t.Fatalf("width %v, bound %v, value %v; want %v, %v, %v", stored.width, most,
			stored.value(w), width, bound, want)
	}
	for _, count := range []int{1, 2, 3} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(count))
		bare := stored.of(stored.x, new(counter))
		bare.keep = false
		if got := bare.value(w); got != stored.value(w) {
			t.Errorf("%d processors: value %v, want %v", count, got, stored.value(w))
		}
		if !mat.Equal(bare.gradient(w), stored.gradient(w)) ||
			!mat.Equal(bare.curvature(w, v), stored.curvature(w, v)) {
			t.Errorf("%d processors: another gradient or Hessian", count)
		}
		if bare.both != nil {
			t.Error("the kernel is stored")
		}
		if got := medianDistance(stored.x, 100); got != stored.width {
			t.Errorf("%d processors: width %v of few that are held, want %v", count, got,
				stored.width)
		}
	}
}

// With two axes of two features no point of a grid on W'AW = I is better than the best of several
// starts.
func TestRowMaxOfTwoAxes(t *testing.T) {
	for seed := range uint64(4) {
		d := learnedProblem(seed, 15, 2)
		f := discriminantOf(t, d)
		shift := must.Get(f.largest(2))(t)
		root := polar(f, mat.NewDense(2, 2, []float64{1, 0, 0, 1}))
		for _, lambda := range []float64{.02, .3, 2} {
			m := LDFS{Dimensions: 2, Lambda: lambda, Restarts: 8}
			got := must.Get(m.Score(t.Context(), d, algorithms.Options{}))(t)
			best := math.Inf(1)
			for i := range 2000 {
				sin, cos := math.Sincos(math.Pi * float64(i) / 2000)
				var w mat.Dense
				w.Mul(root, mat.NewDense(2, 2, []float64{cos, -sin, sin, cos}))
				best = min(best, shift+f.value(&w)+lambda*rowMax(&w))
			}
			g := got.Diagnostics
			if v := float64(*g.Objective); v > best+1e-9 || v < best-1e-3*math.Abs(best) ||
				!g.Certificate.Holds() {
				t.Errorf("λ = %g: objective %v, on the grid %v, certificate %+v", lambda, v, best,
					*g.Certificate)
			}
		}
	}
}

// Along Newton's change of the multipliers the constraint's violation falls at the rate at which it
// would be 0 after a whole step, on faces with rows of 0 and with several largest entries.
func TestMultipliersByNewton(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 5))
	random := func(d, m int) *mat.Dense {
		out := mat.NewDense(d, m, nil)
		out.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, out)
		return out
	}
	for _, m := range []int{1, 3, 5} {
		p := &proximal{w: random(30, m), g: random(30, m), b: random(30, m), t: .3,
			lambda: 1.5 * float64(m), count: func(float64) {}}
		start := mat.NewDense(m, m, nil)
		p.set(start)
		before, on, zeros := mat.DenseCopyOf(p.miss), faceOf(p.moved), 0
		for _, l := range p.largest {
			if l == 0 {
				zeros++
			}
		}
		if zeros == 0 || m > 1 && on.unknowns() == m*(30-zeros) {
			t.Fatalf("%d axes: %d rows of 0, %d unknowns", m, zeros, on.unknowns())
		}
		const h = 1e-7
		var small, rate mat.Dense
		small.Scale(h, p.newton())
		p.set(&small)
		rate.Sub(before, p.miss)
		rate.Scale(1/h, &rate)
		if !mat.EqualApprox(&rate, before, 1e-5*mat.Norm(before, 2)) {
			t.Errorf("%d axes: the violation falls by\n%v, want\n%v", m, mat.Formatted(&rate),
				mat.Formatted(before))
		}
	}
}
