package redundancy

import (
	"runtime/debug"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// The matrix of 100,000 features is refused in one line, before it is taken.
func TestMemoryIsRefused(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(4e9))
	const many = 100_000
	x, columns := mat.NewDense(3, many, nil), make([]int, many)
	for j := range columns {
		columns[j] = j
		x.Set(j%3, j, 1)
	}
	d, err := datasets.New("wide", x, []int{0, 1, 1}, nil)
	must.Do(t, err)
	const want = "the correlations of 100000 features take about 160 GB of memory, and this " +
		"process may take "
	if _, err = Correlations(t.Context(), d, columns, 1); err == nil ||
		!strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v, want one line that begins with %q", err, want)
	}
}
