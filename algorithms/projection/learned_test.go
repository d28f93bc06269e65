package projection

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
	"fsnb.example/internal/optimize"
)

// learnedProblem is noise of three classes with different means.
func learnedProblem(seed uint64, n, d int) *datasets.Dataset {
	rng := rand.New(rand.NewPCG(seed, 7))
	out := cells(n, d)
	for i := range n {
		for j := range d {
			out.X.Set(i, j, rng.NormFloat64()+float64((out.Y[i]*(j+2))%3)*.8)
		}
	}
	return out
}

// The trace of no method rises, and every answer is certified.
func TestLearnedDescends(t *testing.T) {
	for seed := range uint64(3) {
		d := learnedProblem(seed, 24, []int{6, 12, 40}[seed])
		for _, m := range []algorithms.Scorer{NDFS{Gamma: 10}, NDFS{}, JELSR{}, JELSR{Alpha: 4},
			LDFS{Lambda: .3}, HSFS{}} {
			s := must.Get(m.Score(t.Context(), d, algorithms.Options{}))(t)
			g := s.Diagnostics
			if !g.Certificate.Holds() && d.D() < d.N() {
				t.Errorf("%s, %d features: %+v", algorithms.Label(m), d.D(), *g.Certificate)
			}
			for i := 1; i < len(g.Trace); i++ {
				if g.Trace[i] > g.Trace[i-1]+1e-12*math.Abs(g.Trace[i-1]) {
					t.Errorf("%s: step %d rises from %v to %v", algorithms.Label(m), i,
						g.Trace[i-1], g.Trace[i])
				}
			}
		}
	}
}

// The published iteration of JELSR with d×d matrices ends at the same W.
func TestJELSRAgainstLiteral(t *testing.T) {
	for seed := range uint64(4) {
		n, dims := 20, []int{5, 30}[seed%2]
		d := learnedProblem(seed, n, dims)
		alpha, beta := []float64{1, 3}[seed/2], 2.
		m := JELSR{Clusters: 3, Alpha: alpha, Beta: beta}
		s := must.Get(m.Score(t.Context(), d, algorithms.Options{}))(t)
		var p plan
		l := must.Get(p.laplacian(t.Context(), d.X, 5, false, algorithms.Options{}))(t)
		x := centeredCopy(d.X)
		norms := make([]float64, dims)
		for j := range norms {
			norms[j] = .5
		}
		var value float64
		for range 4000 {
			value = literalJELSR(t, x, l, norms, alpha, beta, 3)
		}
		if got := float64(*s.Diagnostics.Objective); math.Abs(got-value) > 1e-7*value {
			t.Errorf("%d features: objective %v, literally %v", dims, got, value)
		}
		for j, v := range norms {
			if math.Abs(v-s.Values[j]) > 1e-4*floats.Max(norms) {
				t.Errorf("%d features: row %d is %v, literally %v", dims, j, s.Values[j], v)
			}
		}
	}
}

func centeredCopy(x *mat.Dense) *mat.Dense {
	out := mat.DenseCopyOf(x)
	n, d := x.Dims()
	for j := range d {
		col := mat.Col(nil, j, x)
		floats.AddConst(-floats.Sum(col)/float64(n), col)
		out.SetCol(j, col)
	}
	return out
}

// literalJELSR is a step with U = diag(1/2‖w_j‖) and (X'X + αU)⁻¹; it replaces the norms and
// returns the objective of the new W and its Y.
func literalJELSR(t *testing.T, x *mat.Dense, l mat.Symmetric, norms []float64,
	alpha, beta float64, m int) float64 {
	n, d := x.Dims()
	var a, inverse, image, form mat.Dense
	a.Mul(x.T(), x)
	for j, v := range norms {
		a.Set(j, j, a.At(j, j)+alpha/(2*max(v, 1e-13)))
	}
	must.Do(t, solved(inverse.Inverse(&a)))
	image.Mul(&inverse, x.T())
	form.Mul(x, &image)
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for k := i; k < n; k++ {
			v := l.At(i, k) - beta*(form.At(i, k)+form.At(k, i))/2 + 50./float64(n)
			if i == k {
				v += beta
			}
			s.SetSym(i, k, v)
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(s, true) {
		t.Fatal("no decomposition")
	}
	var vectors, w, r, ly mat.Dense
	eigen.VectorsTo(&vectors)
	y := vectors.Slice(0, n, 0, m).(*mat.Dense)
	w.Mul(&image, y)
	r.Mul(x, &w)
	r.Sub(&r, y)
	ly.Mul(l, y)
	value := beta * math.Pow(mat.Norm(&r, 2), 2)
	for i := range n {
		value += floats.Dot(y.RawRowView(i), ly.RawRowView(i))
	}
	for j := range d {
		norms[j] = floats.Norm(w.RawRowView(j), 2)
		value += beta * alpha * norms[j]
	}
	return value
}

// At γ = 1e8 the labels of k-means stay on iris, and W satisfies the conditions of its convex
// problem; at γ = 10 labels move, and the answer is a stationary point.
func TestNDFSGamma(t *testing.T) {
	d, err := datasets.Load("iris", datasets.Options{})
	must.Do(t, err)
	if d, err = d.Standardize(); err != nil {
		t.Fatal(err)
	}
	for _, gamma := range []float64{1e8, 10} {
		s, err := NDFS{Gamma: gamma, Clusters: 3}.Score(t.Context(), d, algorithms.Options{})
		must.Do(t, err)
		g := s.Diagnostics
		kept := float64(g.Get("labels kept from k-means"))
		if !g.Certificate.Holds() || (kept == 1) != (gamma > 10) || (len(g.Notes) == 1) !=
			(gamma > 10) {
			t.Errorf("γ = %g: labels kept %v, certificate %+v, notes %v", gamma, kept,
				*g.Certificate, g.Notes)
		}
		moving := g.Get("violated conditions of F")
		data := g.Get("share of the data in the force on F")
		if gamma > 10 && moving > rested*data {
			t.Errorf("F is %v from rest, the data's force is %v", moving, data)
		}
	}
}

// The first update is the paper's, literally, and its F has the objective of the definition.
func TestNDFSUpdate(t *testing.T) {
	d := learnedProblem(5, 12, 5)
	x := centeredCopy(d.X)
	k := must.Get(newShrink(d.X, 2))(t)
	var p plan
	l := must.Get(p.laplacian(t.Context(), d.X, 4, true, algorithms.Options{}))(t)
	c := &clusterer{shrink: k, l: l, alpha: 3, gamma: 40, labels: d.Y, c: 3}
	got := must.Get(c.begin(startSizes(5, 0, 0)))(t)
	// M = L + α(I - X(X'X + βU)⁻¹X') with U = I
	var a, inverse, image, form, mf, ff, fff mat.Dense
	a.Mul(x.T(), x)
	for j := range 5 {
		a.Set(j, j, a.At(j, j)+2)
	}
	must.Do(t, inverse.Inverse(&a))
	image.Mul(&inverse, x.T())
	form.Mul(x, &image)
	form.Scale(-3, &form)
	form.Add(&form, l)
	f := mat.NewDense(12, 3, nil)
	for i := range 12 {
		form.Set(i, i, form.At(i, i)+3)
		for j := range 3 {
			f.Set(i, j, .2)
		}
		f.Set(i, d.Y[i], 1.2)
	}
	mf.Mul(&form, f)
	ff.Mul(f.T(), f)
	fff.Mul(f, &ff)
	f.Apply(func(i, j int, v float64) float64 {
		return v * 40 * v / (mf.At(i, j) + 40*fff.At(i, j))
	}, f)
	unit(f)
	if !mat.EqualApprox(f, got.f, 1e-12) {
		t.Errorf("F is\n%v, literally\n%v", mat.Formatted(got.f), mat.Formatted(f))
	}
	var w, r, lf, overlap mat.Dense
	w.Mul(&image, f)
	r.Mul(x, &w)
	r.Sub(&r, f)
	lf.Mul(l, f)
	overlap.Mul(f.T(), f)
	value := optimize.Dot(f, &lf) + 3*optimize.Dot(&r, &r) + 3*2*optimize.Dot(&w, &w) + 3*2*5*.5/2
	for i := range 3 {
		overlap.Set(i, i, overlap.At(i, i)-1)
	}
	value += 20 * optimize.Dot(&overlap, &overlap)
	if math.Abs(value-got.value) > 1e-10*value {
		t.Errorf("objective %v, literally %v", got.value, value)
	}
}
