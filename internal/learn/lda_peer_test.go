package learn_test

import (
	"context"
	"fmt"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/must"
)

// Numbers of scikit-learn 1.2.1, made by testdata/lda_iris.py. The eigenvalues 32.19 and .285 of
// iris are in many textbooks.
func TestLDAIris(t *testing.T) {
	for name, want := range map[string]struct{ values, axes []float64 }{
		"iris": {[]float64{32.191929198278004, 0.28539104262307546}, []float64{
			-0.208741821475, 0.044052682652,
			-0.386203686755, 0.6651862772,
			0.554011715553, -0.355892503608,
			0.707350396433, 0.6549252657,
		}},
		"wine": {[]float64{9.081739435042461, 4.12846904563948}, []float64{
			1.436831519452e-01, 3.226876887268e-01,
			-5.886047138423e-02, 7.347428984594e-02,
			1.314574243760e-01, 7.758511650225e-01,
			-5.513599573564e-02, -6.541678608007e-02,
			7.705952671183e-04, 1.355312258140e-04,
			-2.201381197231e-01, -8.975546902333e-02,
			5.916839922584e-01, 6.163453156490e-02,
			5.327814206720e-01, -3.132728827457e-01,
			-4.776118490077e-02, -1.126332768373e-01,
			-1.264639346733e-01, 3.279300786991e-02,
			2.913685309708e-01, -3.649376235258e-01,
			4.123001244253e-01, 1.652646222238e-01,
			9.585553518395e-04, 1.232937508703e-03,
		}},
	} {
		d := must.Get(datasets.Load(name, datasets.Options{}))(t)
		p := must.Get(learn.LDA(t.Context(), d.X, d.Y, 2, learn.LDAOptions{}))(t)
		if !floats.EqualApprox(p.Values, want.values, 1e-10*want.values[0]) ||
			!mat.EqualApprox(p.Axes, mat.NewDense(d.D(), 2, want.axes), 1e-11) {
			t.Errorf("%s: eigenvalues %v, axes\n%.12g", name, p.Values, mat.Formatted(p.Axes))
		}
	}
}

// Two classes that differ along the first feature.
func ExampleLDA() {
	x := mat.NewDense(6, 2, []float64{
		0, 1,
		1, 2,
		0, 3,
		8, 1,
		9, 2,
		8, 3,
	})
	p, err := learn.LDA(context.Background(), x, []int{0, 0, 0, 1, 1, 1}, 1, learn.LDAOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("rows of length %.3f and %.3f\n", p.Norms[0], p.Norms[1])
	fmt.Printf("scatter between over within %.0f\n", p.Values[0])
	// Output:
	// rows of length 1.000 and 0.000
	// scatter between over within 72
}

// Neighbors along the second feature are joined: it changes least along the graph.
func ExampleLPP() {
	x := mat.NewDense(4, 2, []float64{
		1, 0,
		-1, 0,
		1, 3,
		-1, 3,
	})
	g, err := learn.PairGraph(4, []learn.Pair{{I: 0, J: 1, Weight: 1}, {I: 2, J: 3, Weight: 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := learn.LPP(context.Background(), x, g, 1, learn.LPPOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("rows of norm %.3f and %.3f, λ = %.0f\n", p.Norms[0], p.Norms[1], p.Values[0])
	// Output: rows of norm 0.000 and 0.333, λ = 0
}
