package graph

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// fourSamples are 0, 1, 3 and 3 on a line, in classes of three and of one.
func fourSamples(t *testing.T) *datasets.Dataset {
	t.Helper()
	d := must.Get(datasets.New("four", mat.NewDense(4, 1, []float64{0, 1, 3, 3}),
		[]int{0, 0, 1, 0}, nil))(t)
	return d
}

// Every form agrees with values computed by hand. Built lists no pairs of classes unless asked.
func TestMakeByHand(t *testing.T) {
	const third = 1.0 / 3
	e := func(square, width float64) float64 { return math.Exp(-square / width) }
	given := mat.NewSymDense(4, []float64{2, -1, 0, 0, -1, 0, 0, 0, 0, 0, 0, 4, 0, 0, 4, 0})
	for _, test := range []struct {
		s    Similarity
		want []float64
	}{
		{SameClass{}, []float64{third, third, 0, third, third, third, 0, third, 0, 0, 1, 0, third,
			third, 0, third}},
		{RBF{Width: 2}, []float64{1, e(1, 4), e(9, 4), e(9, 4), e(1, 4), 1, e(4, 4), e(4, 4),
			e(9, 4), e(4, 4), 1, 1, e(9, 4), e(4, 4), 1, 1}},
		{RBF{Percentile: 50}, []float64{1, e(1, 5), e(9, 5), e(9, 5), e(1, 5), 1, e(4, 5), e(4, 5),
			e(9, 5), e(4, 5), 1, 1, e(9, 5), e(4, 5), 1, 1}},
		{RBF{}, []float64{ // the mean of the 16 squared distances is 54/16
			1, e(1, 6.75), e(9, 6.75), e(9, 6.75), e(1, 6.75), 1, e(4, 6.75), e(4, 6.75),
			e(9, 6.75), e(4, 6.75), 1, 1, e(9, 6.75), e(4, 6.75), 1, 1,
		}},
		{Neighbors{K: 1, Heat: 5}, []float64{0, e(1, 5), 0, 0, e(1, 5), 0, 0, 0, 0, 0, 0, 1, 0,
			0, 1, 0}},
		{Complete{}, []float64{0, .25, .25, .25, .25, 0, .25, .25, .25, .25, 0, .25, .25, .25,
			.25, 0}},
		{Precomputed{given}, mat.DenseCopyOf(given).RawMatrix().Data},
		{&Precomputed{Matrix: given}, mat.DenseCopyOf(given).RawMatrix().Data},
	} {
		b, err := Make(t.Context(), fourSamples(t), test.s, algorithms.Options{})
		must.Do(t, err)
		_, class := test.s.(SameClass)
		if (b.Classes != nil) != class || class && b.Sparse() != nil {
			t.Errorf("%#v: classes %v, listed %v", test.s, b.Classes, b.Sparse())
		}
		want := mat.NewSymDense(4, test.want)
		k, err := b.Dense()
		if err != nil || !mat.EqualApprox(k, want, 1e-15) {
			t.Errorf("%#v: dense %v, %v; want %v", test.s, mat.Formatted(k), err,
				mat.Formatted(want))
		}
		if again, _ := b.Dense(); again == k || !mat.Equal(again, k) {
			t.Errorf("%#v: not a copy", test.s)
		}
		if k == given {
			t.Errorf("a matrix of the user's is handed out")
		}
		weights := must.Get(b.Weights())(t)
		a, err := b.Affinity()
		if err != nil || !mat.EqualApprox(a, want, 1e-15) {
			t.Errorf("%#v: listed %v, %v", test.s, mat.Formatted(a), err)
		}
		for i, degree := range weights.Degrees() {
			if math.Abs(degree-floats.Sum(mat.Row(nil, i, want))) > 1e-14 ||
				math.Abs(weights.Diagonal()[i]-want.At(i, i)) > 1e-15 {
				t.Errorf("%#v: sample %d has degree %v, itself %v", test.s, i, degree,
					weights.Diagonal()[i])
			}
		}
	}
}

func TestMakeMeasures(t *testing.T) {
	for _, test := range []struct {
		s    Similarity
		want []algorithms.Value
	}{
		{SameClass{}, nil},
		{RBF{}, []algorithms.Value{{Name: "width", Value: 54. / 16}}},
		{RBF{Percentile: 50}, []algorithms.Value{{Name: "width", Value: 2.5}}},
		{Neighbors{K: 1}, []algorithms.Value{{Name: "heat", Value: .5}, {Name: "edges", Value: 2}}},
	} {
		b, err := Make(t.Context(), fourSamples(t), test.s, algorithms.Options{})
		if err != nil || !slices.Equal(b.Extra, test.want) {
			t.Errorf("%#v: %v, %v; want %v", test.s, b.Extra, err, test.want)
		}
	}
}

func TestMakeMistakes(t *testing.T) {
	d := fourSamples(t)
	bare := *d
	bare.Y, bare.Classes = nil, nil
	var none *mat.SymDense
	for want, s := range map[string]Similarity{
		"no similarity is set; give one, such as SameClass{}":           nil,
		"percentile = 20 and width = 1; give one of them":               RBF{20, 1},
		"percentile = 101; give a number above 0, up to 100":            RBF{Percentile: 101},
		"width = +Inf; give a number above 0":                           RBF{Width: math.Inf(1)},
		"the precomputed similarity has no matrix; set Matrix, from Go": Precomputed{},
		"the precomputed similarity is 3×3, and the data set has 4 samples; give one row and " +
			"column for each sample": Precomputed{mat.NewSymDense(3, nil)},
		"similarity by class: the data set has no class labels; name the label " +
			"column": SameClass{},
		"neighbors = 4; give 1 to n − 1 = 3": Neighbors{K: 4},
	} {
		if b, err := Make(t.Context(), &bare, s, algorithms.Options{}); err == nil ||
			err.Error() != want || b != nil {
			t.Errorf("%#v: %v, want %s", s, err, want)
		}
	}
	if _, err := Make(t.Context(), d, Precomputed{none}, algorithms.Options{}); err == nil {
		t.Error("a nil matrix is no error")
	}
	two := mat.NewSymDense(4, []float64{1, 2, 0, 0, 2, 0, 3, 0, 0, 3, 0, 0, 0, 0, 0, 0})
	if b, err := MakeNonNegative(t.Context(), d, Precomputed{two},
		algorithms.Options{}); err != nil || len(b.Extra) != 1 ||
		b.Extra[0] != (algorithms.Value{Name: "edges", Value: 2}) {
		t.Errorf("two edges: %+v, %v", b, err)
	}
	broken := mat.NewSymDense(4, nil)
	broken.SetSym(1, 2, math.NaN())
	negative := mat.NewSymDense(4, nil)
	negative.SetSym(1, 2, -3)
	if _, err := MakeNonNegative(t.Context(), d, Precomputed{negative},
		algorithms.Options{}); err == nil ||
		err.Error() != "the precomputed similarity of samples 1 and 2 is -3; the method needs "+
			"numbers of 0 or more" {
		t.Errorf("negative: %v", err)
	}
	b := must.Get(Make(t.Context(), d, Precomputed{broken}, algorithms.Options{}))(t)
	_, dense := b.Dense()
	_, listed := b.Weights()
	for _, err := range []error{dense, listed} {
		if err == nil ||
			err.Error() !=
				"the precomputed similarity of samples 1 and 2 is NaN; give finite numbers" {
			t.Errorf("not finite: %v", err)
		}
	}
}
