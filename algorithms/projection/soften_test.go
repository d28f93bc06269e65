package projection

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/internal/must"
	"fsnb.example/internal/optimize"
)

func randomMatrix(rng *rand.Rand, rows, cols int) *mat.Dense {
	out := mat.NewDense(rows, cols, nil)
	out.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, out)
	return out
}

// The envelope is at most the penalty, near it for a small width, and its gradient agrees with
// central differences, on rows that shrink to 0 as well.
func TestEnvelope(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	w, v := randomMatrix(rng, 12, 4), randomMatrix(rng, 12, 4)
	for _, width := range []float64{.01, .3, 3} {
		e := newEnvelope(.7, w, width)
		value, slope := e.smoothed(w)
		if most := .7 * rowMax(w); !(value <= most && value > most*(1-width)) {
			t.Errorf("width %g: the envelope is %v, the penalty %v", width, value, most)
		}
		const h = 1e-6
		at := func(step float64) float64 {
			to := mat.DenseCopyOf(w)
			floats.AddScaled(to.RawMatrix().Data, step, v.RawMatrix().Data)
			value, _ := e.smoothed(to)
			return value
		}
		got, want := (at(h)-at(-h))/(2*h), optimize.Dot(slope, v)
		if math.Abs(got-want) > 1e-6*math.Abs(want) {
			t.Errorf("width %g: slope %v, gradient %v", width, got, want)
		}
	}
}

// The gradient of a softened problem agrees with central differences.
func TestSoftenedGradient(t *testing.T) {
	d := learnedProblem(1, 15, 6)
	own, most, err := newDependence(d.X, d.Y, 3)
	if err != nil || !(most > 0) {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for name, f := range map[string]smooth{"ldfs": discriminantOf(t, d), "hsfs": own} {
		w, v := polar(f, randomMatrix(rng, 6, 2)), randomMatrix(rng, 6, 2)
		s := newSoftened(f, .1, w, .3)
		const h = 1e-5
		at := func(step float64) float64 {
			to := mat.DenseCopyOf(w)
			floats.AddScaled(to.RawMatrix().Data, step, v.RawMatrix().Data)
			value, _ := s.At(to)
			return value
		}
		slope := (at(h) - at(-h)) / (2 * h)
		_, gradient := s.At(w)
		if want := optimize.Dot(gradient(), v); math.Abs(slope-want) > 1e-6*math.Abs(want) {
			t.Errorf("%s: slope %v, gradient %v", name, slope, want)
		}
	}
}

// The preconditioners solve their equation: exactly for HSFS, and for LDFS where the pull is a
// multiple of I, for fewer and for more features than samples.
func TestPreconditioners(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	check := func(name string, f smooth, d int, pull *mat.SymDense) {
		t.Helper()
		v := randomMatrix(rng, d, 2)
		got := f.inverse(pull, .3)(v)
		var image mat.Dense
		image.Mul(f.metric(got), pull)
		floats.AddScaled(image.RawMatrix().Data, .3, got.RawMatrix().Data)
		image.Scale(mat.Norm(v, 2)/mat.Norm(&image, 2), &image) // a factor does not matter
		if !mat.EqualApprox(&image, v, 1e-9) {
			t.Errorf("%s: %v, want %v", name, mat.Formatted(&image), mat.Formatted(v))
		}
	}
	even := mat.NewSymDense(2, []float64{3, 0, 0, 3})
	check("ldfs, 15×6", discriminantOf(t, learnedProblem(1, 15, 6)), 6, even)
	check("ldfs, 9×12", discriminantOf(t, learnedProblem(4, 9, 12)), 12, even)
	d := learnedProblem(1, 15, 6)
	f, _, err := newDependence(d.X, d.Y, 3)
	must.Do(t, err)
	check("hsfs", f, 6, mat.NewSymDense(2, []float64{3, 1, 1, 2}))
}

// A search ends soon after its limit of work, without a certificate, and more work never raises the
// objective here.
func TestEffort(t *testing.T) {
	d := learnedProblem(5, 40, 30)
	for _, m := range []func(effort float64) algorithms.Scorer{
		func(e float64) algorithms.Scorer { return LDFS{Effort: e} },
		func(e float64) algorithms.Scorer { return HSFS{Effort: e} },
	} {
		last := math.Inf(1)
		for _, effort := range []float64{2e-6, 1} {
			s := must.Get(m(effort).Score(t.Context(), d, algorithms.Options{}))(t)
			g := s.Diagnostics
			if g.Certificate.Holds() != (effort == 1) {
				t.Errorf("%s: certificate %+v", algorithms.Label(m(effort)), *g.Certificate)
			}
			if got := float64(*g.Objective); !(got <= last+1e-9) {
				t.Errorf("%s: objective %v after %v", algorithms.Label(m(effort)), got, last)
			} else {
				last = got
			}
		}
	}
	for _, effort := range []float64{-1, math.NaN(), math.Inf(1)} {
		_, err := LDFS{Effort: effort}.Score(t.Context(), d, algorithms.Options{})
		if err == nil {
			t.Errorf("effort %g is taken", effort)
		}
	}
}
