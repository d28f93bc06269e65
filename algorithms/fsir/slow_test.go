package fsir

import (
	"context"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// A slow search, of few features that are hidden factors, ends at an optimum, with the same bits
// for any number of workers; also in the hard case, which copies of the most relevant feature make.
func TestSlowSearch(t *testing.T) {
	const n, d, k = 24, 2400, 2
	ctx := context.Background()
	solve := func(data *datasets.Dataset, workers int) (*Optimum, *setting) {
		m, opt := algorithms.WithDefaults(FSIR2{}), algorithms.Options{Workers: workers}
		s := must.Get(m.prepare(ctx, data, opt))(t)
		o, err := m.solve(ctx, s, k, opt)
		if err != nil || !o.Converged {
			t.Fatal(err, o)
		}
		return o, s
	}
	plain := factors(n, d)
	_, s := solve(plain, 2)
	best := s.live[floats.MinIdx(s.m.rel)]
	x := mat.DenseCopyOf(plain.X)
	for i := range n {
		for j := range 3 {
			x.Set(i, d-1-j, x.At(i, best))
		}
	}
	copies := must.Get(datasets.New("copies", x, plain.Y, nil))(t)
	for _, data := range []*datasets.Dataset{plain, copies} {
		o, _ := solve(data, 2)
		t.Logf("%s: %d iterations, hard %v", data.Name, o.Iterations, o.Hard)
		if again, _ := solve(data, 1); !slices.Equal(again.Z, o.Z) {
			t.Errorf("%s: another z with one worker", data.Name)
		}
	}
}
