package algorithms_test

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// plain is a method without parameters; its scores are the first row of X.
type plain struct{}

func (plain) Name() string { return "plain" }

func (m plain) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	s := &algorithms.Scores{Values: mat.Row(nil, 0, d.X), Warnings: []string{"a stub"}}
	s.Raw = make(algorithms.Numbers, len(s.Values))
	for j, v := range s.Values {
		s.Raw[j] = 1 - v
	}
	s.Diagnostics.Converged = true
	return s, nil
}

func (m plain) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// mode is a parameter with choices.
type mode string

func (mode) Choices() []string { return []string{"slow", "fast"} }

// tuned has a parameter of every type that has a text.
type tuned struct {
	plain
	Mode      mode
	EarlyStop bool
	Top       int
	Seed      uint64
	Heat      float64
	Note      string
	Scorer    algorithms.Scorer
	Weights   mat.Matrix
	Redundant *mat.Dense
	Bins      []float64
	hidden    int
}

func (tuned) Name() string { return "tuned" }

// Resolve writes out the defaults.
func (m tuned) Resolve() algorithms.Selector {
	if m.Mode == "" {
		m.Mode = "slow"
	}
	if m.Top == 0 {
		m.Top = 3
	}
	return m
}

func (m tuned) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	return m.plain.Select(ctx, d, opt)
}

// byPointer is a user-defined selector without a name, with methods on the pointer.
type byPointer struct{ Size int }

func (m *byPointer) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.NewRanking(m, d, nil, nil, nil), nil
}

// unkeyable has a parameter without a text.
type unkeyable struct {
	plain
	Distance func(a, b []float64) float64
}

func (unkeyable) Name() string { return "unkeyable" }

// table makes a data set of two classes from rows.
func table(rows ...[]float64) *datasets.Dataset {
	x := mat.NewDense(len(rows), len(rows[0]), nil)
	d := &datasets.Dataset{Name: "table", X: x, Classes: []string{"a", "b"},
		Y: make([]int, len(rows))}
	for i, row := range rows {
		x.SetRow(i, row)
		d.Y[i] = i % 2
	}
	for j := range rows[0] {
		d.Features = append(d.Features, string(rune('p'+j)))
	}
	return d
}

var (
	inf = math.Inf(1)
	nan = math.NaN()
)
