package evaluation

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/splits"
)

// taken returns the given columns of d, in memory.
func taken(d *datasets.Dataset, columns []int) (*datasets.Dataset, error) {
	part, err := d.Take(columns)
	if err != nil {
		return nil, err
	}
	return part, part.NeedDense()
}

// inMemory returns d and the columns, or data in memory that have only these, and their places
// there.
func inMemory(d *datasets.Dataset, columns []int) (part *datasets.Dataset, at []int, err error) {
	if d.Stored == nil {
		return d, columns, nil
	}
	if part, err = taken(d, columns); err != nil {
		return nil, nil, err
	}
	return part, every(len(columns)), nil
}

// every returns 0 to n-1.
func every(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// wholeValues is the number of values of a file, 2²⁴ (128 MiB), up to which all features are put in
// memory to measure with all of them.
const wholeValues = 1 << 24

// omitted says why nothing is predicted from all features of d; "" if they are.
func omitted(d *datasets.Dataset, by Protocol) string {
	if d.Stored == nil {
		return ""
	}
	if _, sparse := d.Stored.(*storage.Sparse); sparse && by.takesSparse() {
		return ""
	}
	n, p := d.Stored.Dims()
	if n <= wholeValues/p {
		return ""
	}
	return fmt.Sprintf("the %d×%d values are %s", n, p, d.Stored.Kind())
}

// parts are the training and the test part of a split.
type parts struct {
	train, test *datasets.Dataset
	protocol    Protocol // defaults written out
	seed        uint64   // of the split
	all         bool     // predict from all features, too
}

func splitParts(d *datasets.Dataset, s learn.Split, p Protocol, number int, all bool) (
	*parts, error) {
	train, test, err := splits.Parts(d, s)
	if err != nil {
		return nil, err
	}
	return &parts{train, test, p, p.Seed + uint64(number), all}, nil
}

// columns returns the given features of both parts in memory, scaled by the training part.
func (s *parts) columns(features []int) (x, held *mat.Dense, err error) {
	train, err := taken(s.train, features)
	if err != nil {
		return nil, nil, err
	}
	test, err := taken(s.test, features)
	if err != nil {
		return nil, nil, err
	}
	x, held = s.scaled(train.X, test.X)
	return x, held, nil
}

// whole returns all features of both parts in memory, scaled by the training part.
func (s *parts) whole() (x, held *mat.Dense, err error) {
	train, err := s.train.Dense()
	if err != nil {
		return nil, nil, err
	}
	test, err := s.test.Dense()
	if err != nil {
		return nil, nil, err
	}
	x, held = s.scaled(train.X, test.X)
	return x, held, nil
}

func (s *parts) scaled(train, test *mat.Dense) (x, held *mat.Dense) {
	if s.protocol.Raw {
		return train, test
	}
	scaling := learn.FitScaling(train)
	return scaling.Apply(train), scaling.Apply(test)
}

// sparse returns both parts if they are sparse, and their scaling.
func (s *parts) sparse(ctx context.Context) (train, test *storage.Sparse, scaling *learn.Scaling,
	err error) {
	train, _ = s.train.Stored.(*storage.Sparse)
	test, _ = s.test.Stored.(*storage.Sparse)
	if train == nil || test == nil || s.protocol.Raw {
		return train, test, nil, nil
	}
	scaling, err = learn.FitStoredScaling(ctx, train, 1)
	return train, test, scaling, err
}

// nearest is the k-NN of the protocol.
func (s *parts) nearest() learn.Nearest {
	return learn.Nearest{K: s.protocol.Neighbors, Metric: s.protocol.Metric}
}

// svm is the linear machine of the protocol.
func (s *parts) svm() learn.LinearSVM {
	return learn.LinearSVM{C: s.protocol.C, Seed: s.seed, Workers: 1}
}

// forest is the random forest of the protocol.
func (s *parts) forest() learn.Forest {
	return learn.Forest{Trees: s.protocol.Trees, Seed: s.seed, Workers: 1}
}
