package learn

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/krylov"
	"fsnb.example/internal/must"
)

// spectrum is a matrix with the given singular values between random axes.
func withSpectrum(n, d int, singular func(k int) float64) *mat.Dense {
	rng := rand.New(rand.NewPCG(3, 4))
	axes := func(size, k int) *mat.Dense {
		q := mat.NewDense(k, size, nil)
		for i := range k {
			row := q.RawRowView(i)
			for j := range row {
				row[j] = rng.NormFloat64()
			}
			krylov.Orthonormal(row, q, i)
		}
		return q
	}
	k := min(n, d)
	left, right := axes(n, k), axes(d, k)
	for i := range k {
		row := right.RawRowView(i)
		for j := range row {
			row[j] *= singular(i)
		}
	}
	out := mat.NewDense(n, d, nil)
	out.Mul(left.T(), right)
	return out
}

// The largest eigenvalues are known, and the full decomposition finds the same
// axes, up to a turn among equal ones.
func TestLeading(t *testing.T) {
	for what, singular := range map[string]func(k int) float64{
		"gap": func(k int) float64 { return math.Pow(0.5, float64(min(k, 20))) },
		"repeated": func(k int) float64 {
			return []float64{3, 3, 3, 1}[min(k, 3)] / float64(1+k/4)
		},
		"copies":     func(k int) float64 { return []float64{3, 3, 2, 0.01}[min(k, 3)] },
		"all equal":  func(int) float64 { return 2 },
		"slow":       func(k int) float64 { return 1 - 0.01*float64(k) },
		"rank one":   func(k int) float64 { return math.Max(0, float64(1-k)) },
		"rank three": func(k int) float64 { return math.Max(0, float64(3-k)) },
		"flat tail":  func(k int) float64 { return 1 + 1e-7*float64(max(0, 2-k)) },
	} {
		for _, dims := range [][2]int{{80, 60}, {60, 80}, {70, 70}} {
			c := withSpectrum(dims[0], dims[1], singular)
			const m = 2
			values, vectors, err := leading(t.Context(), c, m, krylovMax)
			if err != nil {
				t.Errorf("%s, %v: %v", what, dims, err)
				continue
			}
			exact, axes, err := whole(t.Context(), c, m)
			must.Do(t, err)
			first := singular(0) * singular(0)
			for k, v := range values {
				if want := singular(k) * singular(k); math.Abs(v-want) > 1e-9*first ||
					math.Abs(exact[k]-want) > 1e-9*first {
					t.Errorf("%s, %v: eigenvalue %d is %.12g and %.12g, want %.12g", what, dims, k,
						v, exact[k], want)
				}
			}
			var gram mat.Dense
			gram.Mul(vectors, vectors.T())
			if !mat.EqualApprox(&gram, mat.NewDiagDense(m, []float64{1, 1}), 1e-12) {
				t.Errorf("%s, %v: the vectors are not orthonormal:\n%v", what, dims,
					mat.Formatted(&gram))
			}
			if what == "gap" {
				for k := range m {
					if dot := mat.Dot(vectors.RowView(k), axes.RowView(k)); math.Abs(
						math.Abs(dot)-1) > 1e-12 {
						t.Errorf("%s, %v: axis %d and that of the full decomposition have the "+
							"cosine %g", what, dims, k, dot)
					}
				}
			}
		}
	}
	single := mat.NewDense(70, 60, nil) // the image of most directions is exactly 0
	single.Set(0, 0, 5)
	if values, vectors, err := leading(t.Context(), single, 2, krylovMax); err != nil ||
		math.Abs(values[0]-25) > 1e-12 || math.Abs(values[1]) > 1e-12 ||
		math.Abs(math.Abs(vectors.At(0, 0))-1) > 1e-12 {
		t.Errorf("one entry: eigenvalues %v, %v", values, err)
	}
	if _, _, err := leading(t.Context(), withSpectrum(80, 80,
		func(k int) float64 { return 1 - 0.01*float64(k) }), 2, 12); err == nil {
		t.Error("twelve dimensions were enough for a slow spectrum")
	}
}

// The few components that leading finds are the first of the many that the whole
// decomposition finds.
func TestPCAFewOrMany(t *testing.T) {
	for _, dims := range [][2]int{{270, 258}, {258, 270}} {
		c := withSpectrum(dims[0], dims[1],
			func(k int) float64 { return math.Pow(0.9, float64(k)) })
		few := must.Get(PCA(t.Context(), c, 3))(t)
		many := must.Get(PCA(t.Context(), c, mostAxes+1))(t)
		if !mat.EqualApprox(few.Axes, many.Axes.Slice(0, dims[1], 0, 3), 1e-8) ||
			!mat.EqualApprox(few.Scores, many.Scores.Slice(0, dims[0], 0, 3), 1e-8) {
			t.Errorf("%v: axes or scores differ", dims)
		}
		for k, v := range few.Explained {
			if math.Abs(v-many.Explained[k]) > 1e-12 {
				t.Errorf("%v: shares %v and %v", dims, few.Explained, many.Explained[:3])
			}
		}
	}
}

func TestPCASameBitsOnAnyNumberOfProcessors(t *testing.T) {
	c := withSpectrum(258, 300, func(k int) float64 { return 1 / float64(1+k) })
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, m := range []int{2, mostAxes + 1} { // leading, whole
		runtime.GOMAXPROCS(1)
		one := must.Get(PCA(t.Context(), c, m))(t)
		runtime.GOMAXPROCS(7)
		seven := must.Get(PCA(t.Context(), c, m))(t)
		if !mat.Equal(one.Axes, seven.Axes) || !mat.Equal(one.Scores, seven.Scores) {
			t.Errorf("%d components depend on the number of processors", m)
		}
	}
}

// The context is looked at in the Krylov space, in the products and beside the
// decomposition.
func TestPCAStops(t *testing.T) {
	c := withSpectrum(300, 280, func(k int) float64 { return 1 / float64(1+k) })
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := leading(stopped, c, 2, krylovMax); err != context.Canceled {
		t.Errorf("leading: %v", err)
	}
	if _, err := outer(stopped, c); err != context.Canceled {
		t.Errorf("outer: %v", err)
	}
	if _, err := PCA(stopped, c, 2); err != context.Canceled {
		t.Errorf("PCA: %v", err)
	}
	// The decomposition of 600 takes long enough to be left behind.
	late, stop := context.WithCancel(t.Context())
	large := mat.NewSymDense(600, nil)
	for i := range 600 {
		for j := i; j < 600; j++ {
			large.SetSym(i, j, 1/float64(1+i+j))
		}
	}
	done := make(chan error)
	go func() {
		_, _, err := largest(late, large, 2)
		done <- err
	}()
	stop()
	if err := <-done; err != context.Canceled {
		t.Errorf("largest: %v", err)
	}
}

// Products in blocks are those in one piece.
func TestOuter(t *testing.T) {
	for _, dims := range [][2]int{{1, 3}, {256, 5}, {300, 40}, {513, 2}} {
		a := mat.NewDense(dims[0], dims[1], nil)
		for i := range dims[0] {
			for j := range dims[1] {
				a.Set(i, j, float64((7*i+3*j)%11)-5)
			}
		}
		got := must.Get(outer(t.Context(), a))(t)
		var want mat.Dense
		want.Mul(a, a.T())
		if !mat.Equal(got, &want) { // whole numbers: exactly
			t.Errorf("%v: the products differ", dims)
		}
	}
}
