package learn

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// spectrum is a matrix with the given singular values between random axes.
func spectrum(n, d int, singular func(k int) float64) *mat.Dense {
	rng := rand.New(rand.NewPCG(3, 4))
	axes := func(size, k int) *mat.Dense {
		q := mat.NewDense(k, size, nil)
		for i := range k {
			row := q.RawRowView(i)
			for j := range row {
				row[j] = rng.NormFloat64()
			}
			orthogonalise(row, q, i)
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
		"gap":        func(k int) float64 { return math.Pow(0.5, float64(min(k, 20))) },
		"repeated":   func(k int) float64 { return []float64{3, 3, 3, 1}[min(k, 3)] / float64(1+k/4) },
		"copies":     func(k int) float64 { return []float64{3, 3, 2, 0.01}[min(k, 3)] },
		"all equal":  func(int) float64 { return 2 },
		"slow":       func(k int) float64 { return 1 - 0.01*float64(k) },
		"rank one":   func(k int) float64 { return math.Max(0, float64(1-k)) },
		"rank three": func(k int) float64 { return math.Max(0, float64(3-k)) },
		"flat tail":  func(k int) float64 { return 1 + 1e-7*float64(max(0, 2-k)) },
	} {
		for _, dims := range [][2]int{{80, 60}, {60, 80}, {70, 70}} {
			c := spectrum(dims[0], dims[1], singular)
			const m = 2
			values, vectors, ok := leading(c, m, krylovMax)
			if !ok {
				t.Errorf("%s, %v: not converged", what, dims)
				continue
			}
			exact, axes, _ := whole(c, m)
			first := singular(0) * singular(0)
			for k, v := range values {
				if want := singular(k) * singular(k); math.Abs(v-want) > 1e-9*first || math.Abs(exact[k]-want) > 1e-9*first {
					t.Errorf("%s, %v: eigenvalue %d is %.12g and %.12g, want %.12g", what, dims, k, v, exact[k], want)
				}
			}
			var gram mat.Dense
			gram.Mul(vectors, vectors.T())
			if !mat.EqualApprox(&gram, mat.NewDiagDense(m, []float64{1, 1}), 1e-12) {
				t.Errorf("%s, %v: the vectors are not orthonormal:\n%v", what, dims, mat.Formatted(&gram))
			}
			if what == "gap" {
				for k := range m {
					if dot := mat.Dot(vectors.RowView(k), axes.RowView(k)); math.Abs(math.Abs(dot)-1) > 1e-12 {
						t.Errorf("%s, %v: axis %d and that of the full decomposition have the cosine %g", what, dims, k, dot)
					}
				}
			}
		}
	}
	single := mat.NewDense(70, 60, nil) // the image of most directions is exactly 0
	single.Set(0, 0, 5)
	if values, vectors, ok := leading(single, 2, krylovMax); !ok || math.Abs(values[0]-25) > 1e-12 || math.Abs(values[1]) > 1e-12 || math.Abs(math.Abs(vectors.At(0, 0))-1) > 1e-12 {
		t.Errorf("one entry: eigenvalues %v, %v", values, ok)
	}
	if _, _, ok := leading(spectrum(80, 80, func(k int) float64 { return 1 - 0.01*float64(k) }), 2, 12); ok {
		t.Error("twelve dimensions were enough for a slow spectrum")
	}
}

// The few components that leading finds are the first of the many that the whole
// decomposition finds.
func TestPCAFewOrMany(t *testing.T) {
	for _, dims := range [][2]int{{270, 258}, {258, 270}} {
		c := spectrum(dims[0], dims[1], func(k int) float64 { return math.Pow(0.9, float64(k)) })
		few, err := PCA(c, 3)
		if err != nil {
			t.Fatal(err)
		}
		many, err := PCA(c, mostAxes+1)
		if err != nil {
			t.Fatal(err)
		}
		if !mat.EqualApprox(few.Axes, many.Axes.Slice(0, dims[1], 0, 3), 1e-8) || !mat.EqualApprox(few.Scores, many.Scores.Slice(0, dims[0], 0, 3), 1e-8) {
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
	c := spectrum(258, 300, func(k int) float64 { return 1 / float64(1+k) })
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one, err := PCA(c, 2)
	if err != nil {
		t.Fatal(err)
	}
	runtime.GOMAXPROCS(7)
	seven, err := PCA(c, 2)
	if err != nil {
		t.Fatal(err)
	}
	if !mat.Equal(one.Axes, seven.Axes) || !mat.Equal(one.Scores, seven.Scores) {
		t.Error("the components depend on the number of processors")
	}
}
