package evaluation

import (
	"runtime/debug"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
	"fsnb.example/internal/terms"
)

// What takes hundreds of gigabytes for data of megabytes is refused in one line, before it is
// taken.
func TestMemoryIsRefused(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(4e9))
	const many = 200_000
	x, each := mat.NewDense(many, 1, nil), make([]int, many)
	for i := range each {
		x.Set(i, 0, float64(i))
		each[i] = i
	}
	own := must.Get(datasets.New("own", x, each, nil))(t)
	for name, test := range map[string]struct {
		call func() error
		want string
	}{
		"ClusteringAccuracy": {func() error {
			_, err := ClusteringAccuracy(each, each)
			return err
		}, "the counts of 200000 clusters and 200000 labels take about 960 GB"},
		"NMI": {func() error {
			_, err := NMI(each, each, ByMax)
			return err
		}, "the counts of 200000 clusters and 200000 labels take about 960 GB"},
		"similarityOf": {func() error {
			_, err := similarityOf(t.Context(), own, graph.RBF{Width: 1}, 1)
			return err
		}, "the similarities of 200000 samples take about 560 GB"},
		"neighbors": {func() error {
			_, err := similarityOf(t.Context(), own, graph.Neighbors{K: many / 2}, 1)
			return err
		}, "the similarities of 200000 samples take about 1800 GB"},
		"classifier": {func() error {
			_, err := (&parts{train: own, test: own, protocol: Protocol{Measure: terms.AUC,
				Classifier: terms.LinearMachine}}).classifier(t.Context(), x)
			return err
		}, "the scores of 200000 samples for 200000 classes take about 640 GB"},
		"scores": {func() error {
			_, err := (&parts{train: own, test: own,
				protocol: Protocol{Measure: terms.AUC}}).scores()
			return err
		}, "the scores of 200000 samples for 200000 classes take about 640 GB"},
	} {
		err := test.call()
		if err == nil || !strings.Contains(err.Error(), test.want) ||
			!strings.Contains(err.Error(), "this process may take") ||
			strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want one line with %q", name, err, test.want)
		}
	}
	if scores, err := (&parts{train: own, test: own}).scores(); scores != nil || err != nil {
		t.Errorf("%v and %v for accuracy, which uses no scores", scores, err)
	}
}

// The mean over blocks of columns is that over all pairs.
func TestMeanCorrelation(t *testing.T) {
	const n, k = 3, 600
	x := mat.NewDense(n, k, nil)
	for j := range k {
		x.Set(j%n, j, 1) // 200 columns each that are equal, orthogonal to all others
	}
	must.Is(t, meanCorrelation(x), 3*200*199./(k*(k-1)), "meanCorrelation(x)")
}
