package evaluation_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
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
		evaluation.GaussianSimilarity(t.Context(), d, evaluation.GaussianOptions{}))(t)
	classes := must.Get(evaluation.ClassSimilarity(d))(t)
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
				got, err := evaluation.Residue(t.Context(), d,
					evaluation.ResidueOptions{From: k, Raw: raw, Workers: 1}, features)
				if err != nil || math.Abs(got-want) > 1e-9*want {
					t.Errorf("%s, %v, raw %v: %v, %v; want %v", name, features, raw, got, err, want)
				}
				if again, _ := evaluation.Residue(t.Context(), d, evaluation.ResidueOptions{From: k,
					Raw: raw, Workers: 3}, features); again != got {
					t.Errorf("%s: %v with three workers, %v with one", name, again, got)
				}
			}
		}
	}
	// The labels leave nothing of themselves: their columns are the features.
	own := &datasets.Dataset{Name: "own", Features: []string{"a", "b", "c"}, X: classes.Y}
	if got, err := evaluation.Residue(t.Context(), own, evaluation.ResidueOptions{From: classes,
		Raw: true}, []int{0, 1, 2}); err != nil || got > 1e-7 {
		t.Errorf("the residue of K = YY' in Y is %g, %v", got, err)
	}
}

func TestResidueErrors(t *testing.T) {
	d := noise(6, 3, 1)
	k := must.Get(evaluation.ClassSimilarity(d))(t)
	small, bad := mat.NewSymDense(5, nil), mat.NewSymDense(6, nil)
	bad.SetSym(1, 2, math.NaN())
	unlabeled, infinite := noise(6, 3, 1), noise(6, 3, 1)
	unlabeled.Y, unlabeled.Classes = nil, nil
	infinite.X.Set(1, 1, math.Inf(1))
	_, labels := evaluation.ClassSimilarity(unlabeled)
	_, percentile := evaluation.GaussianSimilarity(t.Context(), d,
		evaluation.GaussianOptions{Percentile: 101})
	_, gaussian := evaluation.GaussianSimilarity(t.Context(), infinite,
		evaluation.GaussianOptions{})
	residue := func(d *datasets.Dataset, features []int, k mat.Symmetric) error {
		_, err := evaluation.Residue(t.Context(), d, evaluation.ResidueOptions{From: k}, features)
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
		must.ErrorWith(t, err, want)
	}
	if err := residue(infinite, []int{0}, k); err != nil {
		t.Errorf("an infinite value in a column that was not chosen: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, byColumns := evaluation.Residue(ctx, d, evaluation.ResidueOptions{From: k}, []int{0})
	_, byRows := evaluation.Residue(ctx, d,
		evaluation.ResidueOptions{From: mat.NewSymDense(6, nil)}, []int{0})
	_, kernel := evaluation.GaussianSimilarity(ctx, d, evaluation.GaussianOptions{})
	_, jaccard := evaluation.SimilarityJaccard(ctx, k, k, []int{1}, 0)
	_, near := evaluation.NewNeighborhoods(ctx, d, evaluation.NeighborhoodOptions{Neighbors: 2})
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
		k := must.Get(evaluation.GaussianSimilarity(t.Context(), d,
			evaluation.GaussianOptions{Percentile: test.percentile}))(t)
		for i := range 4 {
			for j := range 4 {
				r := d.X.At(i, 0) - d.X.At(j, 0)
				must.Near(t, k.At(i, j), math.Exp(-r*r/(2*test.scale)), 1e-15,
					"percentile %g: K(%d, %d) =", test.percentile, i, j)
			}
		}
	}
	copies := &datasets.Dataset{Name: "copies", Features: []string{"x"},
		X: mat.NewDense(3, 1, []float64{2, 2, 2})}
	if k, err := evaluation.GaussianSimilarity(t.Context(), copies,
		evaluation.GaussianOptions{}); err != nil ||
		k.At(0, 2) != 1 || k.At(1, 1) != 1 {
		t.Errorf("copies: %v, %v", k, err)
	}
}
