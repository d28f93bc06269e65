package similarity_test

import (
	"context"
	"errors"
	"math"
	"runtime/debug"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/similarity"
)

// residueByHand forms the n×n matrices.
func residueByHand(x mat.Matrix, k mat.Symmetric) float64 {
	var diff mat.Dense
	diff.Mul(x, x.T())
	diff.Sub(&diff, k)
	return mat.Norm(&diff, 2)
}

// unit centers the columns and brings them to unit length, one by one.
func unit(d *datasets.Dataset, features []int) *mat.Dense {
	out := mat.NewDense(d.N(), len(features), nil)
	for k, j := range features {
		f := mat.Col(nil, j, d.X)
		var mean, norm float64
		for _, v := range f {
			mean += v / float64(len(f))
		}
		for _, v := range f {
			norm += (v - mean) * (v - mean)
		}
		for i, v := range f {
			if norm > 0 {
				out.Set(i, k, (v-mean)/math.Sqrt(norm))
			}
		}
	}
	return out
}

func TestResidue(t *testing.T) {
	d := methodtest.Load(t, "wine")
	dense := must.Get(
		similarity.Gaussian(t.Context(), d, 0, 0))(t)
	classes := must.Get(similarity.Classes(d))(t)
	for _, features := range [][]int{{3}, {12, 0, 6}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}} {
		x := must.Get(d.Take(features))(t)
		for name, k := range map[string]mat.Symmetric{"gaussian": dense, "classes": classes,
			"classes, dense": mat.NewSymDense(d.N(), mat.DenseCopyOf(classes).RawMatrix().Data)} {
			for _, raw := range []bool{false, true} {
				var columns mat.Matrix = x.X
				if !raw {
					columns = unit(d, features)
				}
				want := residueByHand(columns, k)
				got, err := similarity.Residue(t.Context(), d, k, features, raw, 1)
				if err != nil || math.Abs(got-want) > 1e-9*want {
					t.Errorf("%s, %v, raw %v: %v, %v; want %v", name, features, raw, got, err, want)
				}
				if again, _ := similarity.Residue(t.Context(), d, k, features, raw,
					3); again != got {
					t.Errorf("%s: %v with three workers, %v with one", name, again, got)
				}
			}
		}
	}
	// The labels leave nothing of themselves: their columns are the features.
	own := &datasets.Dataset{Name: "own", Features: []string{"a", "b", "c"}, X: classes.Y}
	if got, err := similarity.Residue(t.Context(), own, classes, []int{0, 1, 2}, true,
		0); err != nil || got > 1e-7 {
		t.Errorf("the residue of K = YY' in Y is %g, %v", got, err)
	}
}

func TestResidueErrors(t *testing.T) {
	d := methodtest.Noise(6, 3, 1)
	k := must.Get(similarity.Classes(d))(t)
	small, bad := mat.NewSymDense(5, nil), mat.NewSymDense(6, nil)
	bad.SetSym(1, 2, math.NaN())
	unlabeled, infinite := methodtest.Noise(6, 3, 1), methodtest.Noise(6, 3, 1)
	unlabeled.Y, unlabeled.Classes = nil, nil
	infinite.X.Set(1, 1, math.Inf(1))
	_, labels := similarity.Classes(unlabeled)
	_, percentile := similarity.Gaussian(t.Context(), d, 101, 1)
	_, gaussian := similarity.Gaussian(t.Context(), infinite, 0, 0)
	residue := func(d *datasets.Dataset, features []int, k mat.Symmetric) error {
		_, err := similarity.Residue(t.Context(), d, k, features, false, 1)
		return err
	}
	for want, err := range map[string]error{
		"other samples than the 6 of noise": residue(d, []int{0}, small),
		"a similarity matrix for":           residue(d, []int{0}, nil),
		"elements that are not finite":      residue(d, []int{0}, bad),
		"no features chosen":                residue(d, nil, k),
		"feature 3 is out of range":         residue(d, []int{3}, k),
		"is infinite":                       residue(infinite, []int{1}, k),
		"similarity by class":               labels,
		"percentile 101; give one":          percentile,
		"row 1, column 1 (noise 1)":         gaussian,
		"no data":                           residue(nil, []int{0}, k),
		"feature 1 is listed twice":         residue(d, []int{1, 1}, k),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if err := residue(infinite, []int{0}, k); err != nil {
		t.Errorf("an infinite value in a column that was not chosen: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, byColumns := similarity.Residue(ctx, d, k, []int{0}, false, 1)
	_, byRows := similarity.Residue(ctx, d, mat.NewSymDense(6, nil), []int{0}, false, 1)
	_, kernel := similarity.Gaussian(ctx, d, 0, 0)
	_, jaccard := similarity.Jaccard(ctx, k, k, []int{1}, 0)
	_, near := similarity.NewNeighborhoods(ctx, d, 2, false, 0)
	for i, err := range []error{byColumns, byRows, kernel, jaccard, near} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("canceled, function %d: %v", i, err)
		}
	}
}

// The scale is a percentile over all n² distances, as NumPy interpolates it.
func TestGaussianSimilarity(t *testing.T) {
	d := &datasets.Dataset{Name: "line", Features: []string{"x"},
		X: mat.NewDense(4, 1, []float64{0, 1, 3, 7})}
	// 0 four times, 1, 4, 9, 16, 36, 49 twice each. numpy.percentile(…, 20) is at
	// place 3 of 15: 0, so that the smallest distance above 0 stands in; the 50th is
	// at 7.5, between 4 (places 6, 7) and 9.
	for _, test := range []struct{ percentile, scale float64 }{{0, 1}, {50, 6.5}, {100, 49}} {
		k := must.Get(similarity.Gaussian(t.Context(), d, test.percentile, 1))(t)
		for i := range 4 {
			for j := range 4 {
				r := d.X.At(i, 0) - d.X.At(j, 0)
				if want := math.Exp(-r * r / (2 * test.scale)); math.Abs(k.At(i, j)-want) > 1e-15 {
					t.Errorf("percentile %g: K(%d, %d) = %g, want %g", test.percentile, i, j,
						k.At(i, j), want)
				}
			}
		}
	}
	copies := &datasets.Dataset{Name: "copies", Features: []string{"x"},
		X: mat.NewDense(3, 1, []float64{2, 2, 2})}
	if k, err := similarity.Gaussian(t.Context(), copies, 0, 0); err != nil ||
		k.At(0, 2) != 1 || k.At(1, 1) != 1 {
		t.Errorf("copies: %v, %v", k, err)
	}
}

func TestMemoryIsRefused(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(4e9))
	const many = 200_000
	x, each := mat.NewDense(many, 1, nil), make([]int, many)
	for i := range each {
		x.Set(i, 0, float64(i))
		each[i] = i
	}
	own := must.Get(datasets.New("own", x, each, nil))(t)
	_, classes := similarity.Classes(own)
	_, gaussian := similarity.Gaussian(t.Context(), own, 0, 0)
	_, near := similarity.NewNeighborhoods(t.Context(), own, many-1, false, 0)
	for want, err := range map[string]error{
		"similarity by class: the scores of 200000 samples for 200000 classes take": classes,
		"the numbers of all pairs of 200000 samples take about 320 GB":              gaussian,
		"199999 neighbors of 200000 samples take about 1300 GB":                     near,
	} {
		if err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "this process may take") ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want one line with %q", err, want)
		}
	}
}
