package graphs

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/must"
)

func classForms(t testing.TB, x *mat.Dense, y []int, c int) *Forms {
	t.Helper()
	_, d := x.Dims()
	return must.Get(ClassForms(context.Background(), x, y, c, names(d), 0))(t)
}

func TestClassFormsAgainstLiteralMatrices(t *testing.T) {
	for _, n := range []int{2, 3, 8, 15} {
		for c := 2; c <= 5; c++ { // n < c leaves classes empty or with one sample
			y := randomClasses(uint64(n), n, c)
			within, between := classMatrices(y)
			for _, x := range []*mat.Dense{gaussian(uint64(c), n, 3), grid(uint64(c), n, 3, 3)} {
				compareForms(t, classForms(t, x, y, c), x, within, between, 1e-12)
			}
		}
	}
}

func TestClassFormsExactZeros(t *testing.T) {
	awkward := []float64{0.1, -1.0 / 3, 1e17 + 16, math.Pi, -1e300, 5e-324, 1e-160,
		math.MaxFloat64, 0}
	d := len(awkward)
	for _, n := range []int{3, 7, 10, 101} {
		x := mat.NewDense(n, 2*d+1, nil)
		y := make([]int, n)
		for i := range n {
			y[i] = 2 * (i % 2) // class 1 of 3 is empty
			for j, v := range awkward {
				x.Set(i, j, v)
				// Constant within each class, such as 0.1 and 0.3.
				x.Set(i, d+j, float64(1+y[i])*min(max(v, -1e150), 1e150))
			}
			x.Set(i, 2*d, float64(i))
		}
		for j := range awkward {
			if math.Abs(awkward[j]) < 1e-145 && awkward[j] != 0 {
				for i := range n { // so that the difference of the classes does not underflow
					x.Set(i, d+j, float64(y[i]))
				}
			}
		}
		f := classForms(t, x, y, 3)
		for j := range 2 * d {
			constant := j < d || awkward[j-d] == 0
			if f.Within[j] != 0 || (f.Between[j] == 0) != constant || f.Between[j] < 0 {
				t.Errorf("n %d, column %d of %v: Between %v, Within %v; constant: %v", n, j,
					x.At(0, j), f.Between[j], f.Within[j], constant)
			}
		}
		want := &Forms{Constant: []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 2*d - 1}}
		if diff := cmp.Diff(want.Constant, f.Constant); diff != "" || f.Flat != nil {
			t.Errorf("n %d: flat %v, constant columns (-want +got):\n%s", n, f.Flat, diff)
		}

		scatter, constant, err := Scatter(t.Context(), x, names(2*d+1), 0)
		must.Do(t, err)
		if diff := cmp.Diff(want.Constant, constant); diff != "" {
			t.Errorf("n %d: constant columns of Scatter (-want +got):\n%s", n, diff)
		}
		total := float64(n) * (float64(n*n) - 1) / 12
		if got := scatter[2*d]; math.Abs(got-total) > 1e-12*total {
			t.Errorf("n %d: scatter of 0, 1, … is %v, want %v", n, got, total)
		}
	}
}

// With a mean of 1e9, Σ x² - n mean² would have no correct digit.
func TestClassFormsWithLargeOffsets(t *testing.T) {
	const n = 12
	x := gaussian(3, n, 4)
	for j, offset := range []float64{1e9, -1e9, 1e12, 0} {
		for i := range n {
			x.Set(i, j, offset+x.At(i, j)/10)
		}
	}
	y := randomClasses(3, n, 2)
	within, between := classMatrices(y)
	compareForms(t, classForms(t, x, y, 2), x, within, between, 1e-9)
}

func TestClassFormsOverflowAndUnderflow(t *testing.T) {
	const over, under = "column 1 (f1): the squares of its values overflow; divide the column " +
		"by a constant",
		"column 1 (f1): the squares of its differences underflow; multiply the column by a constant"
	for _, test := range []struct {
		a, b, c float64 // of column 1, in classes 0, 0, 1
		want    string
	}{
		{0, 1e155, 0, over},
		{0, 0, 1e200, over},
		{math.MaxFloat64, -math.MaxFloat64, 0, over},
		{0, 1e150, -1e150, ""},
		{0, 1e-140, 0, ""},
		{0, 1e-150, 0, under},
		{0, 0, 1e-200, under},
		{0, 5e-324, 0, under},
		{1, math.Nextafter(1, 2), 1, ""},
		{5e-324, 5e-324, 5e-324, ""},
	} {
		x := mat.NewDense(3, 3, []float64{1, test.a, 1, 2, test.b, 2, 3, test.c, 3})
		_, err := ClassForms(t.Context(), x, []int{0, 0, 1}, 2, names(3), 0)
		if got := fmt.Sprint(err); test.want == "" && err != nil || test.want != "" &&
			got != test.want {
			t.Errorf("%v: error %v, want %q", test, err, test.want)
		}
	}
}

func TestClassFormsWorkersAndViews(t *testing.T) {
	const n, d = 37, 3*columnBlock + 5
	wide := gaussian(4, n, d+9)
	x := wide.Slice(0, n, 4, 4+d).(*mat.Dense)
	y := randomClasses(4, n, 4)
	want := must.Get(ClassForms(t.Context(), mat.DenseCopyOf(x), y, 4, names(d), 1))(t)
	for _, workers := range []int{1, 2, 7} {
		got := must.Get(ClassForms(t.Context(), x, y, 4, names(d), workers))(t)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d workers on a view (-want +got):\n%s", workers, diff)
		}
	}
}
