package embedded

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
)

// standardized returns problem with columns of unit variance.
func standardized(t *testing.T, seed uint64, n, p, classes int) *datasets.Dataset {
	t.Helper()
	return must.Get(problem(t, seed, n, p, classes).Standardize())(t)
}

// literalM returns M of UDFS in the paper's notation, where columns of X are samples.
func literalM(t *testing.T, d *datasets.Dataset, k int, lambda float64) *mat.Dense {
	n, p := d.N(), d.D()
	sum := mat.NewDense(n, n, nil)
	h := mat.NewDense(k+1, k+1, nil)
	h.Apply(func(i, j int, _ float64) float64 {
		if i == j {
			return 1 - 1/float64(k+1)
		}
		return -1 / float64(k+1)
	}, h)
	for i := range n {
		order := make([]int, n)
		for j := range order {
			order[j] = j
		}
		far := func(j int) float64 {
			if j == i {
				return -1
			}
			return squared(d.X.RawRowView(i), d.X.RawRowView(j))
		}
		slices.SortStableFunc(order, func(a, b int) int {
			switch u, v := far(a), far(b); {
			case u < v:
				return -1
			case u > v:
				return 1
			}
			return 0
		})
		s, local := mat.NewDense(n, k+1, nil), mat.NewDense(p, k+1, nil)
		for r, j := range order[:k+1] {
			s.Set(j, r, 1)
			local.SetCol(r, d.X.RawRowView(j))
		}
		var centered, g, inverse, m mat.Dense
		centered.Mul(local, h)
		g.Mul(centered.T(), &centered)
		for r := range k + 1 {
			g.Set(r, r, g.At(r, r)+lambda)
		}
		must.Do(t, inverse.Inverse(&g))
		m.Product(s, h, &inverse, h, s.T())
		sum.Add(sum, &m)
	}
	var out mat.Dense
	out.Product(d.X.T(), sum, d.X)
	return &out
}

// B'B equals M, for few and for many features.
func TestUDFSMatrix(t *testing.T) {
	for seed := range uint64(6) {
		shape := [][2]int{{30, 8}, {14, 40}}[seed%2]
		d := standardized(t, seed, shape[0], shape[1], 2)
		lambda := math.Pow(10, float64(seed)-3)
		near, _, err := nearest(t.Context(), d, 4, algorithms.Options{})
		must.Do(t, err)
		b := must.Get(localRows(t.Context(), mat.DenseCopyOf(d.X), near, lambda, 2))(t)
		if r, _ := b.Dims(); r > min(shape[0], shape[1]) {
			t.Errorf("%d rows for %v", r, shape)
		}
		var got mat.Dense
		got.Mul(b.T(), b)
		if want := literalM(t, d, 4, lambda); !mat.EqualApprox(&got, want,
			1e-10*mat.Norm(want, 2)) {
			t.Errorf("%v, λ = %g: B'B is not M", shape, lambda)
		}
	}
}

// decomposed returns the norms of UDFS's iteration with a d×d matrix from given norms, until stop.
func decomposed(t *testing.T, m *mat.Dense, dims int, gamma, epsilon float64, norms []float64,
	stop func(step int, objective float64) bool) ([]float64, float64) {
	d, _ := m.Dims()
	for step := 0; ; step++ {
		a := mat.NewSymDense(d, nil)
		for i := range d {
			for j := i; j < d; j++ {
				a.SetSym(i, j, (m.At(i, j)+m.At(j, i))/2)
			}
			q := gamma // D = I
			if norms != nil {
				q /= 2 * math.Sqrt(norms[i]*norms[i]+epsilon)
			}
			a.SetSym(i, i, a.At(i, i)+q)
		}
		var eigen mat.EigenSym
		if !eigen.Factorize(a, true) {
			t.Fatal("no eigenvectors")
		}
		var v, mw mat.Dense
		eigen.VectorsTo(&v)
		w := v.Slice(0, d, 0, dims).(*mat.Dense)
		norms = make([]float64, d)
		mw.Mul(m, w)
		var objective float64
		for i := range d {
			norms[i] = floats.Norm(w.RawRowView(i), 2)
			objective += floats.Dot(w.RawRowView(i), mw.RawRowView(i)) +
				gamma*math.Sqrt(norms[i]*norms[i]+epsilon)
		}
		if stop(step, objective) {
			return norms, objective
		}
	}
}

// UDFS equals the paper's Algorithm 1 after the same number of steps, where the paper is complete.
func TestUDFSAgainstPaper(t *testing.T) {
	for seed := range uint64(8) {
		d := standardized(t, seed, 40, 9, 3)
		m := UDFS{Dimensions: 1 + int(seed)%4, Gamma: math.Pow(10, float64(seed)/2-2)}
		f, _ := plainRows(t, m, d, 1e-7, 500)
		want, objective := decomposed(t, literalM(t, d, 5, 1), m.Dimensions, m.Gamma, 1e-10, nil,
			func(step int, _ float64) bool { return step == f.steps })
		if !floats.EqualApprox(f.norms, want, 1e-7) ||
			math.Abs(f.objective()-objective) > 1e-10*objective {
			t.Errorf("%+v: objective %.12g, scores %v; the paper's algorithm %.12g, %v", m,
				f.objective(), f.norms, objective, want)
		}
	}
}

// plainRows runs only the eigenvector steps of UDFS until the relative gain is at most tolerance.
// It also returns B.
func plainRows(t *testing.T, m UDFS, d *datasets.Dataset, tolerance float64, most int) (
	*rowFit, *mat.Dense) {
	t.Helper()
	m = algorithms.WithDefaults(m)
	near, _, err := nearest(t.Context(), d, m.Neighbors, algorithms.Options{})
	must.Do(t, err)
	b := must.Get(localRows(t.Context(), mat.DenseCopyOf(d.X), near, m.Lambda, 1))(t)
	f := &rowFit{m: m.Dimensions, gamma: m.Gamma, epsilon: m.Epsilon}
	must.Do(t, f.begin(t.Context(), b, d.D(), nil))
	for f.steps < most {
		must.Do(t, f.step(t.Context(), b))
		if f.gap <= tolerance {
			break
		}
	}
	return f, b
}

// With more features than samples UDFS equals the d×d iteration from the mean over the null space.
func TestUDFSOfManyFeatures(t *testing.T) {
	for seed := range uint64(4) {
		d := standardized(t, seed, 15, 40, 3)
		m := UDFS{Dimensions: 1 + int(seed), Gamma: .1 + float64(seed)}
		f, _ := plainRows(t, m, d, 1e-7, 500)
		// ‖w_j‖² = m·P_jj/r, by the singular vectors.
		var svd mat.SVD
		svd.Factorize(d.X, mat.SVDThinV)
		var v mat.Dense
		svd.VTo(&v)
		norms := make([]float64, 40)
		for j := range norms {
			p := 1.0
			for c := range 14 { // columns are centered
				p -= v.At(j, c) * v.At(j, c)
			}
			norms[j] = math.Sqrt(float64(m.Dimensions) * p / 26)
		}
		want, objective := decomposed(t, literalM(t, d, 5, 1), m.Dimensions, m.Gamma, 1e-10, norms,
			func(step int, _ float64) bool { return step+1 == f.steps })
		if !floats.EqualApprox(f.norms, want, 1e-6) ||
			math.Abs(f.objective()-objective) > 1e-8*objective {
			t.Errorf("%+v: objective %.12g, d×d %.12g; scores %v and %v", m, f.objective(),
				objective, f.norms, want)
		}
		s := scored(t, m, d)
		if diagnostic(t, s, "null space") != 26 || len(s.Warnings) != 1 {
			t.Errorf("null space of %v, warnings %q", diagnostic(t, s, "null space"), s.Warnings)
		}
	}
}

// The objective never rises, W'W = I, and at the end (M + γD)W = WΛ.
func TestUDFSTraceFalls(t *testing.T) {
	for seed := range longtest.Or(uint64(14), 50) {
		shape := [][2]int{{25, 8}, {12, 30}}[seed%2]
		d := standardized(t, seed, shape[0], shape[1], 2)
		dims, gamma := 1+int(seed)%3, math.Pow(10, float64(seed%7)/2-2)
		falls(t, scored(t, UDFS{Dimensions: dims, Gamma: gamma, Neighbors: 3 + int(seed)%4},
			d).Diagnostics.Trace)

		near, _, err := nearest(t.Context(), d, 4, algorithms.Options{})
		must.Do(t, err)
		b := must.Get(localRows(t.Context(), mat.DenseCopyOf(d.X), near, 1, 1))(t)
		f := &rowFit{m: dims, gamma: gamma, epsilon: 1e-10, tolerance: rowsTolerance}
		must.Do(t, f.begin(t.Context(), b, shape[1], nil))
		for range 2000 {
			must.Do(t, f.step(t.Context(), b))
			if f.gap < 1e-14 {
				break
			}
		}
		falls(t, f.trace)
		var gram, image mat.Dense
		gram.Mul(f.w.W.T(), f.w.W)
		for i := range dims {
			gram.Set(i, i, gram.At(i, i)-1)
		}
		if off := mat.Norm(&gram, 2); off > 1e-10 {
			t.Errorf("W'W is off I by %.1e", off)
		}
		if len(f.w.Share) > dims || f.gap > 1e-14 {
			continue // ties, or too slow to check derivatives
		}
		image.Product(b.T(), b, f.w.W)
		for j, v := range f.norms {
			floats.AddScaled(image.RawRowView(j), gamma/(2*math.Sqrt(v*v+1e-10)),
				f.w.W.RawRowView(j))
		}
		var lambda, back mat.Dense
		lambda.Mul(f.w.W.T(), &image)
		back.Mul(f.w.W, &lambda)
		back.Sub(&back, &image)
		if off := mat.Norm(&back, 2); off > 1e-4*mat.Norm(&image, 2) {
			t.Errorf("%v, γ = %g: the gradient has %.1e of %.1e outside W", shape, gamma, off,
				mat.Norm(&image, 2))
		}
	}
}

func TestRowsRefuse(t *testing.T) {
	d := standardized(t, 2, 14, 4, 2)
	for _, test := range []struct {
		m    algorithms.Scorer
		want string
	}{
		{UDFS{Dimensions: 4}, "udfs: dimensions = 4 with 4 varying columns (duplicates"},
		{SOGFS{Clusters: 8}, "sogfs: clusters = 8; give 1 to n/2 = 7"},
		{SOGFS{Neighbors: 13}, "sogfs: neighbors = 13; give 1 to n − 2 = 12"},
	} {
		if s, err := test.m.Score(t.Context(), d, algorithms.Options{}); s != nil || err == nil ||
			!strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%+v: %v; want %s…", test.m, err, test.want)
		}
	}
}
