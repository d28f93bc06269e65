package graph

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// Built is a Similarity of n samples, computed and kept in the form that needs the least
// memory. Weights, Affinity and Dense convert it.
type Built struct {
	// Classes is K for SameClass, nil for others.
	Classes *Classes
	// Extra has what was measured: the width σ² of RBF; the heat and the edges of Neighbors; the
	// edges of Precomputed, where MakeNonNegative looked at them.
	Extra    []algorithms.Value
	Warnings []string

	n        int
	affinity *Affinity     // of Neighbors and Complete
	dense    *mat.SymDense // of RBF
	given    mat.Symmetric // of Precomputed
	target   []float64     // u of Target
}

// Make computes a similarity of the samples of d, of which it looks at X, and at Y for SameClass,
// or the target for Target. The defaults must be written out (Kinds.Resolve); RBF{} takes the mean
// squared distance. The cost is O(n) for SameClass and Target, O(n²d/2) time and O(n²) memory for
// RBF, O(n²) for Target with a percentile, that of HeatKernel for Neighbors. It returns an error
// when labels or a target are needed and missing, when both fields of RBF are given or one is out
// of range, when a precomputed matrix is missing or of another size, those of HeatKernel, and
// ctx.Err().
func Make(
	ctx context.Context, d *datasets.Dataset, s Similarity, opt algorithms.Options,
) (*Built, error) {
	b := &Built{n: d.N()}
	var err error
	switch s := plain(s).(type) {
	case SameClass:
		if !d.Labeled() {
			return nil, fmt.Errorf("similarity by class: %w; name the label column",
				datasets.ErrNoLabels)
		}
		b.Classes = NewClasses(d.Y, len(d.Classes))
	case RBF:
		var width float64
		if b.dense, width, err = s.Matrix(ctx, d.X, opt.Workers, opt.Meter); err != nil {
			return nil, err
		}
		b.Extra = []algorithms.Value{{Name: "width", Value: algorithms.Number(width)}}
	case Neighbors:
		b.affinity, err = HeatKernel(ctx, d.X, s.K, s.Heat, opt.Workers, opt.Meter)
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
		if err := checkSize(s.Matrix, b.n); err != nil {
			return nil, err
		}
		b.given = s.Matrix
		if a, ok := s.Matrix.(*Affinity); ok {
			b.Warnings = a.Warnings()
		}
	case Complete:
		b.affinity = complete(b.n)
	default:
		return nil, errors.New("no similarity given; give one, such as SameClass{}")
	}
	return b, nil
}

func edgesOf(a *Affinity) algorithms.Value {
	return algorithms.Value{Name: "edges", Value: algorithms.Number(len(a.Edges))}
}

func complete(n int) *Affinity {
	a := &Affinity{N: n, Edges: make([]Edge, 0, n*(n-1)/2)}
	for i := range n {
		for j := i + 1; j < n; j++ {
			a.Edges = append(a.Edges, Edge{i, j, 1 / float64(n)})
		}
	}
	a.addDegrees()
	return a
}

// MakeNonNegative is Make for what divides by the degrees of K: it also returns an error when
// an entry is not finite or below 0, or all are 0. Only a precomputed one, or that of Target
// without a percentile, can be so.
func MakeNonNegative(
	ctx context.Context, d *datasets.Dataset, s Similarity, opt algorithms.Options,
) (*Built, error) {
	b, err := Make(ctx, d, s, opt)
	if err == nil && b.target != nil {
		return nil, errSigned
	}
	if err != nil || b.given == nil {
		return b, err
	}
	if b.affinity, err = NonNegative(b.given, b.n); err != nil {
		return nil, err
	}
	b.Extra = []algorithms.Value{edgesOf(b.affinity)}
	return b, nil
}

// Affinity returns K as a list of edges, 24 bytes each. It returns an error when an entry is
// not finite.
func (b *Built) Affinity() (*Affinity, error) {
	var err error
	switch {
	case b.affinity != nil:
	case b.Classes != nil:
		b.affinity = b.Classes.Affinity()
	case b.dense != nil:
		b.affinity, err = FromMatrix(b.dense, b.n)
		b.dense = nil // twice its memory is enough
	case b.target != nil:
		b.affinity, err = FromMatrix(rankOne(b.target).matrix(), b.n)
	default:
		b.affinity, err = FromMatrix(b.given, b.n)
	}
	return b.affinity, err
}

// Weights returns K as the criteria see it: the classes, or a list of edges. The errors are
// those of Affinity.
func (b *Built) Weights() (Weights, error) {
	if b.Classes != nil {
		return b.Classes, nil
	}
	if b.target != nil {
		return rankOne(b.target), nil
	}
	return b.Affinity()
}

// Sparse returns K as a list of edges where it was made as one, else nil.
func (b *Built) Sparse() *Affinity {
	if b.given != nil || b.target != nil {
		return nil
	}
	return b.affinity
}

// Dense returns K as a matrix, which is the caller's to change: n×n, once for each call, but
// that of RBF, which is handed out as it is. It returns an error when an entry is not finite.
func (b *Built) Dense() (*mat.SymDense, error) {
	switch {
	case b.dense != nil:
		return b.dense, nil
	case b.given != nil:
		return DenseOf(b.given, b.n)
	case b.target != nil:
		return rankOne(b.target).matrix(), nil
	}
	a, err := b.Affinity()
	if err != nil {
		return nil, err
	}
	return DenseOf(a, b.n)
}

// DenseOf copies a symmetric matrix over n samples. It returns an error when there is no
// sample for a row, or an entry is not finite. The cost is O(n²).
func DenseOf(k mat.Symmetric, n int) (*mat.SymDense, error) {
	if err := checkSize(k, n); err != nil {
		return nil, err
	}
	out := mat.NewSymDense(n, nil)
	if a, ok := k.(*Affinity); ok {
		for i, v := range a.Diagonal() {
			out.SetSym(i, i, v)
		}
		for _, e := range a.Edges {
			out.SetSym(e.I, e.J, e.Weight)
		}
		return out, nil
	}
	for i := range n {
		for j := i; j < n; j++ {
			v := k.At(i, j)
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, notFinite(i, j, v)
			}
			out.SetSym(i, j, v)
		}
	}
	return out, nil
}

func notFinite(i, j int, v float64) error {
	const text = "the precomputed similarity of samples %d and %d is %g; give finite numbers"
	return fmt.Errorf(text, i, j, v)
}

func checkSize(k mat.Symmetric, n int) error {
	if m := k.SymmetricDim(); m != n {
		return fmt.Errorf("the precomputed similarity is %d×%d, and the data set has %d samples; "+
			"give one row and column for each sample", m, m, n)
	}
	return nil
}
