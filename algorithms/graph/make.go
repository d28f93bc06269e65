package graph

import (
	"context"
	"errors"
	"fmt"
	"reflect"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
)

// Built is a computed Similarity of n samples, in the form that takes the least memory. Weights,
// Affinity and Dense convert it.
type Built struct {
	// Classes is K for SameClass, nil for others.
	Classes *graphs.Classes
	// Extra has diagnostics: the width σ² of RBF; the heat and the number of edges of Neighbors;
	// the number of edges of Precomputed, if MakeNonNegative made it.
	Extra    []algorithms.Value
	Warnings []string

	n           int
	affinity    *graphs.Affinity // of Neighbors and Complete
	kernel      *graphs.Kernel   // of RBF
	precomputed mat.Symmetric    // of Precomputed
	target      []float64        // u of Target

	ctx     context.Context // of Make
	workers int
}

// Make computes a similarity (n×n) of the samples of d, from X (n×d), from Y for SameClass, or from
// the target for Target. The defaults must be written out (Kinds.Resolve); RBF{} means the mean
// squared distance.
//
// It returns an error if labels or a target are needed and missing, if both fields of RBF are set
// or one is out of range, if a precomputed matrix is missing or of another size, those of
// HeatKernel, and ctx.Err(). The cost is O(n) for SameClass and Target, O(n²d/2) time and O(n²)
// memory for RBF, O(n²) for Target with a percentile, and that of HeatKernel for Neighbors.
func Make(
	ctx context.Context, d *datasets.Dataset, s Similarity, opt algorithms.Options,
) (*Built, error) {
	b := &Built{n: d.N(), ctx: ctx, workers: opt.Workers}
	err := algorithms.CheckRanges(s, d.N(), d.D())
	if err != nil {
		return nil, err
	}
	switch s := algorithms.FillVariant(s, []Similarity{s}).(type) { // a pointer, too
	case SameClass:
		if !d.Labeled() {
			return nil, fmt.Errorf("similarity by class: %w; name the label column",
				datasets.ErrNoLabels)
		}
		b.Classes = graphs.NewClasses(d.Y, len(d.Classes))
	case RBF:
		if err := d.NeedDense(); err != nil {
			return nil, err
		}
		width, err := b.makeKernel(ctx, d.X, s, opt)
		if err != nil {
			return nil, err
		}
		b.Extra = []algorithms.Value{{Name: "width", Value: algorithms.Number(width)}}
	case Neighbors:
		b.affinity, err = graphs.HeatKernel(ctx, d.Matrix(), s.K, s.Heat, opt.Workers, opt.Meter)
		if err != nil {
			return nil, err
		}
		b.Warnings = b.affinity.Warnings()
		b.Extra = []algorithms.Value{
			{Name: "heat", Value: algorithms.Number(b.affinity.Heat)},
			edgesOf(b.affinity),
		}
	case Target:
		if err := b.makeTarget(ctx, d, s, opt); err != nil {
			return nil, err
		}
	case Precomputed:
		if v := reflect.ValueOf(s.Matrix); s.Matrix == nil || v.Kind() == reflect.Pointer &&
			v.IsNil() {
			return nil, errors.New("the precomputed similarity has no matrix; set Matrix, from Go")
		}
		if err := graphs.CheckSize(s.Matrix, b.n); err != nil {
			return nil, err
		}
		b.precomputed = s.Matrix
		if a, ok := s.Matrix.(*graphs.Affinity); ok {
			b.Warnings = a.Warnings()
		}
	case Complete:
		b.affinity = graphs.CompleteGraph(b.n)
	default:
		return nil, errors.New("no similarity is set; give one, such as SameClass{}")
	}
	return b, nil
}

// makeKernel makes the kernel of x, and returns σ².
func (b *Built) makeKernel(ctx context.Context, x *mat.Dense, s RBF, opt algorithms.Options) (
	width float64, err error) {
	if b.kernel, err = graphs.Gaussian(s).Kernel(ctx, x, opt.Workers, opt.Meter); err != nil {
		return 0, err
	}
	return b.kernel.Width, nil
}

func edgesOf(a *graphs.Affinity) algorithms.Value {
	return algorithms.Value{Name: "edges", Value: algorithms.Number(len(a.Edges))}
}

// MakeNonNegative is Make for criteria that divide by the degrees of K: it also returns an error if
// an entry of K is not finite or below 0, or if all are 0. Only a precomputed K, and that of Target
// without a percentile, can be so.
func MakeNonNegative(
	ctx context.Context, d *datasets.Dataset, s Similarity, opt algorithms.Options,
) (*Built, error) {
	b, err := Make(ctx, d, s, opt)
	if err == nil && b.target != nil {
		return nil, errSigned
	}
	if err != nil || b.precomputed == nil {
		return b, err
	}
	if b.affinity, err = graphs.NonNegative(b.precomputed, b.n); err != nil {
		return nil, err
	}
	b.Extra = []algorithms.Value{edgesOf(b.affinity)}
	return b, nil
}

// Affinity returns K as a list of edges, 24 bytes each. It returns an error if an entry is not
// finite.
func (b *Built) Affinity() (*graphs.Affinity, error) {
	var err error
	switch {
	case b.affinity != nil:
	case b.Classes != nil:
		b.affinity = b.Classes.Affinity()
	case b.kernel != nil:
		b.affinity, err = b.kernel.Affinity(b.ctx, b.workers)
	case b.target != nil:
		b.affinity, err = graphs.FromMatrix(graphs.RankOne(b.target).Matrix(), b.n)
	default:
		b.affinity, err = graphs.FromMatrix(b.precomputed, b.n)
	}
	return b.affinity, err
}

// Weights returns K in the form that criteria use: the classes, the kernel, of which rows are made
// when they are needed, or a list of edges. The errors are those of Affinity.
func (b *Built) Weights() (graphs.Weights, error) {
	if b.Classes != nil {
		return b.Classes, nil
	}
	if b.target != nil {
		return graphs.RankOne(b.target), nil
	}
	if b.kernel != nil {
		return b.kernel, nil
	}
	return b.Affinity()
}

// Sparse returns K as a list of edges if it was made as one, else nil.
func (b *Built) Sparse() *graphs.Affinity {
	if b.precomputed != nil || b.target != nil {
		return nil
	}
	return b.affinity
}

// Dense returns K as a new matrix (n×n), which the caller may modify. It returns an error if an
// entry is not finite, and the error of the context of Make.
func (b *Built) Dense() (*mat.SymDense, error) {
	switch {
	case b.kernel != nil:
		return b.kernel.Matrix(b.ctx, b.workers)
	case b.precomputed != nil:
		return graphs.DenseOf(b.precomputed, b.n)
	case b.target != nil:
		return graphs.RankOne(b.target).Matrix(), nil
	}
	a, err := b.Affinity()
	if err != nil {
		return nil, err
	}
	return graphs.DenseOf(a, b.n)
}
