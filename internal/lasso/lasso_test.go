package lasso

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// unit centers columns and brings them to unit length; those that are constant are
// left out.
func unit(columns [][]float64) [][]float64 {
	var out [][]float64
	for _, f := range columns {
		f = slices.Clone(f)
		floats.AddConst(-floats.Sum(f)/float64(len(f)), f)
		if norm := floats.Norm(f, 2); norm > 1e-9 {
			floats.Scale(1/norm, f)
			out = append(out, f)
		}
	}
	return out
}

func gaussian(seed uint64, d, n int, mixed float64) (x [][]float64, y []float64) {
	rng := rand.New(rand.NewPCG(seed, 77))
	common := make([]float64, n)
	draw := func(f []float64) {
		for i := range f {
			f[i] = rng.NormFloat64() + mixed*common[i]
		}
	}
	draw(common)
	for range d {
		f := make([]float64, n)
		draw(f)
		x = append(x, f)
	}
	y = make([]float64, n)
	draw(y)
	return unit(x), unit([][]float64{y})[0]
}

func fitted1(t interface {
	Fatal(...any)
	Context() context.Context
}, x [][]float64, y []float64, count int) *Fit {
	f, err := Path(t.Context(), x, y, count, 1)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// descend minimizes ½‖y - Xa‖² + λ‖a‖₁ one coordinate after the other.
func descend(x [][]float64, y []float64, lambda float64) []float64 {
	a, r := make([]float64, len(x)), slices.Clone(y)
	for range 200000 {
		var change float64
		for j, f := range x {
			c := floats.Dot(f, r) + a[j]
			next := math.Copysign(max(0, math.Abs(c)-lambda), c)
			floats.AddScaled(r, a[j]-next, f)
			change = max(change, math.Abs(a[j]-next))
			a[j] = next
		}
		if change < 1e-15 {
			break
		}
	}
	return a
}

func TestPathEqualsCoordinateDescent(t *testing.T) {
	dropped := 0
	for seed := range uint64(60) {
		n, d := 8+int(seed%23), 3+int(seed*7%40)
		x, y := gaussian(seed, d, n, float64(seed%4))
		for _, count := range []int{1, 2, min(n, d) / 2, min(n-2, d)} {
			f := fitted1(t, x, y, count)
			if !f.Converged || f.Residual > 1e-12 {
				t.Errorf("%d×%d, %d features: residual %.1e, converged %v", n, d, count, f.Residual,
					f.Converged)
			}
			if !f.Ended && len(f.Features) != count {
				t.Errorf("%d×%d: %d features, want %d", n, d, len(f.Features), count)
			}
			dropped += f.Dropped
			if f.Lambda < .01*f.Start {
				continue // descent would take for ever
			}
			a := descend(x, y, f.Lambda)
			for i, j := range f.Features {
				if math.Abs(a[j]-f.Coefficients[i]) > 1e-8 {
					t.Errorf("%d×%d, %d features: coefficient %d is %v, by descent %v", n, d, count,
						j, f.Coefficients[i], a[j])
				}
				a[j] = 0
			}
			if rest := floats.Norm(a, math.Inf(1)); rest > 1e-8 {
				t.Errorf("%d×%d, %d features: descent has another coefficient of %v", n, d,
					count, rest)
			}
		}
	}
	if dropped < 20 {
		t.Errorf("%d columns left a path again: too few to test that", dropped)
	}
}

// With orthonormal columns the lasso is soft thresholding, and λ with k features the
// k+1-largest correlation.
func TestPathOrthonormal(t *testing.T) {
	x := [][]float64{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}
	y := []float64{-3, 10, 0, 7}
	for count, want := range map[int]*Fit{
		1: {Features: []int{1}, Coefficients: []float64{3}, Lambda: 7},
		2: {Features: []int{1, 3}, Coefficients: []float64{7, 4}, Lambda: 3},
		3: {Features: []int{1, 3, 0}, Coefficients: []float64{10, 7, -3}, Ended: true},
		4: {Features: []int{1, 3, 0}, Coefficients: []float64{10, 7, -3}, Ended: true},
	} {
		got := fitted1(t, x, y, count)
		want.Start, want.Converged, want.Steps = 10, true, got.Steps
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d features (-want +got):\n%s", count, diff)
		}
	}
	// Of equal correlations the lower column joins first, and the other at no distance:
	// no point of the path has one of them alone.
	for count := 1; count <= 2; count++ {
		if got := fitted1(t, x, []float64{2, -5, 5, 1}, count); !slices.Equal(got.Features,
			[]int{1, 2}) || got.Lambda != 2 {
			t.Errorf("a tie, %d features: %+v", count, got)
		}
	}
	for _, y := range [][]float64{{0, 0, 0, 0}} {
		if got := fitted1(t, x, y, 2); len(got.Features) > 0 || !got.Ended || !got.Converged ||
			got.Residual != 0 {
			t.Errorf("nothing to predict: %+v", got)
		}
	}
	if got := fitted1(t, x[:1], []float64{0, 3, 0, 0}, 1); len(got.Features) > 0 || !got.Ended {
		t.Errorf("nothing that predicts: %+v", got)
	}
}

// The end of the path is the least squares fit, or with more columns than samples an
// exact one, of which no other has a smaller sum of absolute coefficients: λ near 0
// still certifies it.
func TestPathEnds(t *testing.T) {
	for _, shape := range [][2]int{{30, 8}, {9, 40}, {20, 19}, {20, 20}} {
		n, d := shape[0], shape[1]
		x, y := gaussian(uint64(d), d, n, 1)
		f := fitted1(t, x, y, d)
		r := slices.Clone(y)
		for i, j := range f.Features {
			floats.AddScaled(r, -f.Coefficients[i], x[j])
		}
		for j, column := range x {
			if c := floats.Dot(column, r); math.Abs(c) > 1e-9 {
				t.Errorf("%d×%d: correlation %v of column %d with what is left", n, d, c, j)
			}
		}
		if !f.Ended || f.Residual > 1e-9 || len(f.Features) != min(n-1, d) {
			t.Errorf("%d×%d: %d features, residual %.1e, ended %v", n, d, len(f.Features),
				f.Residual, f.Ended)
		}
	}
}

// Copies, negatives, sums and differences of columns, and values that tie everywhere:
// the conditions of the optimum hold, and no column joins that lies in the span.
func TestPathDegenerate(t *testing.T) {
	unfinished, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(3, 10).Draw(t, "n"), rapid.IntRange(1, 6).Draw(t, "d")
		var columns [][]float64
		for range d + 1 {
			f := make([]float64, n)
			for i := range f {
				f[i] = float64(rapid.IntRange(-1, 1).Draw(t, "x"))
			}
			columns = append(columns, f)
		}
		y := columns[d]
		columns = columns[:d]
		sum, negative := slices.Clone(columns[0]), slices.Clone(columns[0])
		floats.Add(sum, columns[d-1])
		floats.Scale(-3, negative)
		columns = append(columns, sum, negative, columns[0], columns[d/2])
		x, target := unit(columns), unit([][]float64{y})
		if len(x) == 0 || len(target) == 0 {
			return
		}
		for count := 1; count <= len(x); count++ {
			f := fitted1(t, x, target[0], count)
			if all++; !f.Converged {
				unfinished++
			}
			if f.Residual > 1e-10 || !f.Ended && len(f.Features) < count {
				t.Fatalf("%d of %d columns: %+v", count, len(x), f)
			}
			gram := mat.NewSymDense(max(1, len(f.Features)), nil)
			for a, i := range f.Features {
				for b := a; b < len(f.Features); b++ {
					gram.SetSym(a, b, floats.Dot(x[i], x[f.Features[b]]))
				}
			}
			if len(f.Features) > 0 && mat.Det(gram) < 1e-9 {
				t.Fatalf("features %v are dependent", f.Features)
			}
		}
	})
	if unfinished > 0 {
		t.Errorf("%d of %d paths were given up", unfinished, all)
	}
}

func TestPathWorkersAndCancellation(t *testing.T) {
	x, y := gaussian(9, 500, 60, 1)
	want := fitted1(t, x, y, 20)
	for _, workers := range []int{2, 7, 0} {
		got, err := Path(t.Context(), x, y, 20, workers)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%d workers: %v\n%s", workers, err, diff)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if f, err := Path(ctx, x, y, 20, 1); f != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v, %v", f, err)
	}
}

// A factor that has grown and shrunk is that of the columns which are left.
func TestFactor(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	x, _ := gaussian(3, 12, 30, 1)
	var f factor
	var in []int
	gram := func(j int) []float64 {
		g := make([]float64, len(in))
		for i, k := range in {
			g[i] = floats.Dot(x[j], x[k])
		}
		return g
	}
	for step := range 300 {
		if j := rng.IntN(len(x)); slices.Contains(in, j) {
			at := slices.Index(in, j)
			f.remove(at)
			in = slices.Delete(in, at, at+1)
		} else {
			f.add(f.project(gram(j)))
			in = append(in, j)
		}
		for i, j := range in {
			for k, b := range in {
				var got float64
				for c := range min(i, k) + 1 {
					got += f.rows[i][c] * f.rows[k][c]
				}
				if math.Abs(got-floats.Dot(x[j], x[b])) > 1e-12 {
					t.Fatalf("step %d: product %d, %d is %v", step, i, k, got)
				}
			}
		}
	}
}
