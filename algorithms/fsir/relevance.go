package fsir

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/redundancy"
)

// setting is the problem without k.
type setting struct {
	live     []int // columns of R~, ascending
	last     []int // the other columns, in the order of their places
	warnings []string
	extra    []algorithms.Value
	m        *matrix
	of       []int // first duplicate of each live column, from Duplicates
}

// weights is the graph of the samples.
func (m FSIR2) weights(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*graph.Built, graphs.Weights, error) {
	built, err := graph.MakeNonNegative(ctx, d, m.Similarity, opt)
	if err != nil {
		return nil, nil, err
	}
	w, err := built.Weights()
	return built, w, err
}

// meanEigenvalue is trace(D^-½LD^-½)/n. The row of a sample without any similarity is 0.
func meanEigenvalue(w graphs.Weights) float64 {
	loops := w.Diagonal()
	var trace float64
	for i, degree := range w.Degrees() {
		if degree > 0 {
			trace += 1 - loops[i]/degree
		}
	}
	return trace / float64(len(loops))
}

// prepare computes Rel and sets up R~ on the columns that vary.
func (m FSIR2) prepare(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*setting, error) {
	_, constant, err := graphs.Scatter(ctx, d.Matrix(), d.Features, opt.Workers)
	if err != nil {
		return nil, err
	}
	built, w, err := m.weights(ctx, d, opt)
	if err != nil {
		return nil, err
	}
	smooth, err := w.Smoothness(ctx, d.Matrix(), opt.Workers)
	if err != nil {
		return nil, err
	}
	level, flat, err := levels(ctx, d, w.Degrees(), opt.Workers)
	if err != nil {
		return nil, err
	}
	s := &setting{extra: built.Extra}
	var rel []float64
	var idle []int
	varies := slices.Repeat([]bool{true}, d.D())
	for _, j := range constant {
		varies[j] = false
	}
	for j := range smooth {
		switch {
		case !varies[j]:
		case math.IsInf(smooth[j]+level[j], 0) || math.IsNaN(smooth[j]+level[j]):
			return nil, fmt.Errorf(
				"column %d (%s): the squares of its values overflow; divide the column by a "+
					"constant", j, d.Features[j])
		case flat[j] || level[j] == 0:
			idle = append(idle, j)
		default:
			s.live = append(s.live, j)
			rel = append(rel, smooth[j]/level[j])
		}
	}
	s.last = append(idle, constant...)
	s.warnings = slices.Concat(caution.Constant(d, constant),
		caution.Flat(d, idle), built.Warnings)
	if len(s.live) == 0 {
		return s, nil
	}
	root := slices.Clone(w.Degrees())
	for i, v := range root {
		root[i] = math.Sqrt(v)
	}
	squares, err := redundancy.NewWeightedSquares(ctx, d.X, s.live, root, opt.Workers)
	if err != nil {
		return nil, err
	}
	if s.of, err = squares.Duplicates(ctx, opt.Workers); err != nil {
		return nil, err
	}
	s.m, err = newMatrix(ctx, squares, rel, meanEigenvalue(w), opt.Workers)
	return s, err
}

// levels returns f'Df for every column, and whether the column varies only where D is 0 (flat).
func levels(ctx context.Context, d *datasets.Dataset, degrees []float64, workers int) (
	level []float64, flat []bool, err error) {
	level, flat = make([]float64, d.D()), make([]bool, d.D())
	first := slices.IndexFunc(degrees, func(v float64) bool { return v > 0 })
	err = parallel.For(ctx, workers, d.D(), 128, func(lo, hi int) {
		for j := lo; j < hi; j++ {
			flat[j] = true
		}
		origin := d.X.RawRowView(first)
		for i, degree := range degrees {
			if degree == 0 {
				continue
			}
			row := d.X.RawRowView(i)
			for j := lo; j < hi; j++ {
				level[j] += degree * row[j] * row[j]
				flat[j] = flat[j] && row[j] == origin[j]
			}
		}
	})
	return level, flat, err
}

// formFeatures bounds the memory of Form: two matrices of 3.2 GB.
const formFeatures = 20000

// Form computes R~, which Select does not form. K, Solver and Eta have no effect. It returns the
// errors of Select, and an error if no column varies or more than 20,000 do. The cost is O(np²)
// time and 16p² bytes.
func (m FSIR2) Form(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*Form, error) {
	m = algorithms.WithDefaults(m)
	opt.K = 1
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	f, err := m.form(ctx, d, opt)
	return f, algorithms.Wrap(ctx, m, err)
}

func (m FSIR2) form(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*Form, error) {
	s, err := m.prepare(ctx, d, opt)
	if err != nil {
		return nil, err
	}
	p := len(s.live)
	if p == 0 {
		return nil, errors.New("no column varies; give data with two different values in a column")
	}
	if p > formFeatures {
		return nil, fmt.Errorf(
			"%d columns vary, and the form has at most %d; use fewer columns", p, formFeatures)
	}
	whole, err := s.m.whole(ctx)
	if err != nil {
		return nil, err
	}
	f := &Form{R: mat.NewSymDense(p, nil), Scale: s.m.scale, Features: s.live}
	for i := range p {
		for j := i; j < p; j++ {
			f.R.SetSym(i, j, whole.At(i, j))
		}
	}
	return f, nil
}
