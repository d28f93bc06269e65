package learn

import (
	"runtime/debug"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/must"
)

// zeros is a matrix of that many rows and columns, all 0, that takes no memory.
type zeros int

func (z zeros) Dims() (r, c int)    { return int(z), int(z) }
func (z zeros) At(int, int) float64 { return 0 }
func (z zeros) T() mat.Matrix       { return z }
func (z zeros) SymmetricDim() int   { return int(z) }

// What takes hundreds of gigabytes for data of megabytes is refused in one line, before it is
// taken.
func TestMemoryIsRefused(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(4e9))
	const many = 200_000
	x, y := mat.NewDense(many, 1, nil), make([]int, many)
	for i := range y {
		x.Set(i, 0, float64(i))
		y[i] = i
	}
	ctx, halves := t.Context(), make([]int, many)
	for i := range halves {
		halves[i] = i % 2
	}
	small := mat.NewDense(4, 1, []float64{1, 2, 3, 4})
	stored := storage.Compress(x)
	linear := newLinearModel(y, many, 1)
	wide := must.Get(storage.NewSparse(many, make([]int, many+1), nil, nil))(t)
	for name, test := range map[string]struct {
		call func() error
		want string
	}{
		"AverageLinkage": {func() error {
			_, err := AverageLinkage(zeros(many))
			return err
		}, "the dissimilarities of 200000 items take about 320 GB"},
		"Assignment": {func() error {
			_, _, err := Assignment(zeros(many))
			return err
		}, "the costs of 200000 rows and 200000 columns take about 320 GB"},
		"Decision": {func() error {
			_, err := linear.Decision(x)
			return err
		}, "the scores of 200000 samples for 200000 classes take about 640 GB"},
		"DecisionSparse": {func() error {
			_, err := linear.DecisionSparse(stored, nil)
			return err
		}, "the scores of 200000 samples for 200000 classes take about 640 GB"},
		"Shares": {func() error {
			_, err := Nearest{}.Shares(ctx, small, y[:4], many, x, []int{1})
			return err
		}, "the scores of 200000 samples for 200000 classes take about 320 GB"},
		"SparseShares": {func() error {
			_, err := Nearest{}.SparseShares(ctx, stored, y, many, stored, nil)
			return err
		}, "the scores of 200000 samples for 200000 classes take about 320 GB"},
		"Probabilities": {func() error {
			_, err := (&ForestModel{Classes: y}).Probabilities(ctx, x, 1)
			return err
		}, "the scores of 200000 samples for 200000 classes take about 640 GB"},
		"Forest": {func() error {
			_, err := Forest{Trees: 5e6, MinLeaf: many}.Train(ctx, x, halves, 2)
			return err
		}, "Forest: 5000000 trees of 1 nodes take about 130 GB"},
		"Logistic": {func() error {
			_, err := Logistic{}.Train(ctx, x, y, many)
			return err
		}, "the scores of 200000 samples for 200000 classes take about 1300 GB"},
		"SVC": {func() error {
			_, err := SVC{}.Train(ctx, x, y, many)
			return err
		}, "SVC: machines for 19999900000 pairs of classes take about 4000 GB"},
		"SVC Decision": {func() error {
			_, err := (&SVCModel{Pairs: make([]SVCPair, 100_000), Origin: []float64{0},
				Support: small}).Decision(ctx, x)
			return err
		}, "SVC: decisions on 200000 samples by 100000 pairs of classes take about 160 GB"},
		"LinearSVM": {func() error {
			_, err := LinearSVM{}.TrainSparse(ctx, wide, y, many, nil)
			return err
		}, "the weights of 200000 features for 200000 classes take about 320 GB"},
	} {
		err := test.call()
		if err == nil || !strings.HasPrefix(err.Error(), test.want) ||
			!strings.Contains(err.Error(), "this process may take") ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want one line that begins with %q", name, err, test.want)
		}
	}
}
