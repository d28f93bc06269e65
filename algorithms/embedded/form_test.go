package embedded

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/rowsparse"
	"fsnb.example/internal/stationary"
)

// Of so many columns the eigenvectors are searched for.
const formedColumns, formedSamples = 165, 180

// M that is formed equals that of the paper, and is refused where rounding is above the limit.
func TestUDFSForm(t *testing.T) {
	for _, lambda := range []float64{1e-3, 1} {
		d := standardized(t, 2, 40, 12, 2)
		near, _, err := nearest(t.Context(), d, 4, algorithms.Options{})
		must.Do(t, err)
		got := must.Get(localForm(t.Context(), d.X, near, lambda, math.Inf(1), 2))(t)
		if want := literalM(t, d, 4, lambda); !mat.EqualApprox(got, want,
			1e-12*mat.Norm(want, 2)) {
			t.Errorf("λ = %g: the form is not M", lambda)
		}
		if got, err := localForm(t.Context(), d.X, near, lambda, 1, 2); got != nil || err != nil {
			t.Errorf("λ = %g: the form is %v, %v", lambda, got, err)
		}
	}
}

// With M formed UDFS ends where it does with rows of M.
func TestUDFSFormed(t *testing.T) {
	for _, m := range longtest.And([]UDFS{{}, {Dimensions: 3, Gamma: .1}},
		UDFS{Dimensions: 2, Gamma: .01}) {
		m = algorithms.WithDefaults(m)
		d := standardized(t, 3, formedSamples, formedColumns, 3)
		if !formed(d.N(), d.D(), m.Dimensions) {
			t.Fatal("not formed")
		}
		got := scored(t, m, d)
		near, _, err := nearest(t.Context(), d, m.Neighbors, algorithms.Options{})
		must.Do(t, err)
		x := must.Get(centered(t.Context(), d, columnsOf(d.D()), 1))(t)
		b := must.Get(localRows(t.Context(), mat.DenseCopyOf(x), near, m.Lambda, 1))(t)
		f := &rowFit{m: m.Dimensions, gamma: m.Gamma, epsilon: m.Epsilon, tolerance: rowsTolerance}
		must.Do(t, f.begin(t.Context(), b, d.D(), nil))
		must.Do(t, f.lower(t.Context(), b, func(int) {}))
		g := got.Diagnostics
		if off := math.Abs(float64(*g.Objective)/f.objective() - 1); off > 1e-12 ||
			!floats.EqualApprox(got.Values, f.norms, 1e-7) || !g.Certificate.Holds() {
			t.Errorf("%+v: objective off by %.1e, %+v", m, off, g.Certificate)
		}
		falls(t, g.Trace)
		// The same gradient, and the certificate by the rows.
		w := mat.DenseCopyOf(f.w.W.T())
		if r := stationary.Residual(newRowFunction(b, m.Gamma, m.Epsilon), w, nil); r > 1e-8 {
			t.Errorf("%+v: gradient %.1e", m, r)
		}
	}
}

func columnsOf(d int) []int {
	out := make([]int, d)
	for j := range out {
		out[j] = j
	}
	return out
}

// The form of SOGFS is B'B, its loss that of the factor, and its function has the same value,
// gradient and Hessian.
func TestSOGFSForm(t *testing.T) {
	d := standardized(t, 4, formedSamples, formedColumns, 3)
	var states [2]*optimal
	for k := range states {
		o := &optimal{rowFit: rowFit{m: 2, gamma: 2, epsilon: 1e-4}, x: d.X, n: d.N(), c: 2,
			alpha: 20, lambda: 1}
		if k == 1 {
			o.transposed = mat.DenseCopyOf(d.X.T())
		}
		must.Do(t, o.similarities(t.Context(), func(i int, out []float64) {
			for j := range out {
				out[j] = squared(d.X.RawRowView(i), d.X.RawRowView(j))
			}
		}))
		o.join()
		o.take(rowsparse.Basis(stationary.Draw(rowFunction{}, 1, 1, 2, d.D()), nil), o.made())
		states[k] = o
	}
	plain, formed := states[0], states[1]
	var want mat.Dense
	want.Mul(plain.rows.T(), plain.rows)
	if formed.rows != nil || formed.form == nil ||
		!mat.EqualApprox(formed.form, &want, 1e-11*mat.Norm(&want, 2)) {
		t.Error("the form is not B'B")
	}
	if math.Abs(formed.loss-plain.loss) > 1e-11*plain.loss {
		t.Errorf("loss %v, of the factor %v", formed.loss, plain.loss)
	}
	must.Do(t, formed.functions(t.Context()))
	plain.f = formed.f
	w := stationary.Draw(rowFunction{}, 1, 1, 2, d.D())
	v := stationary.Draw(rowFunction{}, 1, 2, 2, d.D())
	one, other := plain.function().At(w), formed.function().At(w)
	if math.Abs(one.Value()-other.Value()) > 1e-12*one.Value() {
		t.Errorf("values %v and %v", one.Value(), other.Value())
	}
	for what, f := range map[string]func(stationary.Point) *mat.Dense{
		"gradient": func(p stationary.Point) *mat.Dense { return p.Times(w) },
		"Hessian":  func(p stationary.Point) *mat.Dense { return p.Curvature(v) },
	} {
		if want := f(one); !mat.EqualApprox(f(other), want, 1e-11*mat.Norm(want, 2)) {
			t.Errorf("the %s differs", what)
		}
	}
	// The inverse is that of the form.
	inverse := must.Get(other.Inverse())(t)
	var image mat.Dense
	image.Mul(v, formed.form)
	image.Scale(2, &image)
	image.Add(&image, rowsparse.Bend(v, nil, rowsparse.Roots(w, formed.epsilon), formed.gamma))
	if !mat.EqualApprox(inverse(&image), v, 1e-9) {
		t.Error("M⁻¹M is not I")
	}
}

// With the form SOGFS ends where it does with the factor.
func TestSOGFSFormed(t *testing.T) {
	d := standardized(t, 4, formedSamples, formedColumns, 3)
	got := scored(t, SOGFS{Clusters: 3, Alpha: 2, Lambda: 2}, d)
	x := must.Get(centered(t.Context(), d, columnsOf(d.D()), 1))(t)
	whole := *d
	whole.X = x
	o := learned(t, &whole, 3, 2, 2, 1, 1)
	g := got.Diagnostics
	if off := math.Abs(float64(*g.Objective)/o.total() - 1); off > 1e-10 ||
		!floats.EqualApprox(got.Values, o.norms, 1e-6) || !g.Certificate.Holds() {
		t.Errorf("objective %.14g off by %.1e, %+v", *g.Objective, off, g.Certificate)
	}
	falls(t, g.Trace)
}
