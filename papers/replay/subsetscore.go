package replay

import (
	"context"
	"errors"

	"fsnb.example/internal/graphs"
	"fsnb.example/internal/similarities"
	"fsnb.example/papers/study"
)

// subsetScore is the trace ratio of the chosen features on the training part (Nie
// et al. 2008, eq. 8): Σ f'L_b f / Σ f'L_w f. Larger is better.
type subsetScore struct{ laplacian bool }

// graph is the paper's name of the graph.
func (s subsetScore) graph() string {
	if s.laplacian {
		return "laplacian"
	}
	return "fisher"
}

// Key implements study.Measure.
func (s subsetScore) Key() string { return "subset score 1 " + s.graph() }

// Label implements study.Measure.
func (s subsetScore) Label() string { return "subset-level score, " + s.graph() + " graph" }

// Better implements study.Measure.
func (subsetScore) Better() int { return +1 }

// Value implements study.Measure. Features that do not vary inside the graph have
// an infinite score, which is an error.
func (s subsetScore) Value(ctx context.Context, t *study.Trial) (float64, error) {
	made, err := t.Once(s.Key(), func() (any, error) {
		d := t.Train
		if err := d.NeedDense(); err != nil {
			return nil, err
		}
		if !s.laplacian {
			return graphs.ClassForms(ctx, d.X, d.Y, len(d.Classes), d.Features, 1)
		}
		a, err := graphs.HeatKernel(ctx, d.X, similarities.DefaultNeighbors, 0, 1,
			func(string, int) func(int) { return func(int) {} })
		if err != nil {
			return nil, err
		}
		return a.Forms(ctx, d.X, d.Features, 1)
	})
	if err != nil {
		return 0, err
	}
	forms := made.(*graphs.Forms)
	var between, within float64
	for _, j := range t.Features {
		between += forms.Between[j]
		within += forms.Within[j]
	}
	if within == 0 {
		return 0, errors.New("the score is infinite: no chosen feature varies inside the graph")
	}
	return between / within, nil
}
