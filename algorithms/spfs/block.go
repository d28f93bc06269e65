package spfs

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/graph"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
)

// Block is the search of SFS over some of the columns of a data set, for searches whose columns are
// in several places: at each step every block names its Best, the largest gain, and of equal ones
// the lowest column, is chosen, and Add tells every block.
type Block struct {
	m      SFS
	c      *columns
	g      *greedy
	most   float64
	chosen [][]float64 // features
	sums   []float64   // of each
}

// NewBlock prepares the columns of d. It returns an error for a similarity other than that of the
// classes or of the target, and those of Select.
func NewBlock(ctx context.Context, m SFS, d *datasets.Dataset, opt algorithms.Options) (*Block,
	error) {
	opt.K = 0
	m = algorithms.WithDefaults(m)
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	b, err := newBlock(ctx, m, d, opt)
	return b, algorithms.Wrap(ctx, m, err)
}

func newBlock(ctx context.Context, m SFS, d *datasets.Dataset, opt algorithms.Options) (*Block,
	error) {
	if err := m.byLabels(); err != nil {
		return nil, err
	}
	k, err := m.similarity(ctx, d, opt)
	if err != nil {
		return nil, err
	}
	c, forms, err := m.forms(ctx, d, k, opt)
	if err != nil {
		return nil, err
	}
	b := &Block{m: m, c: c}
	for _, j := range c.live {
		b.most = max(b.most, math.Abs(forms[j]))
	}
	b.g = newGreedy(c, forms, nil, append([]int(nil), c.live...), opt.Workers)
	b.g.products = b.products
	return b, nil
}

// byLabels returns an error unless blocks of columns know K.
func (m SFS) byLabels() error {
	switch m.Similarity.(type) {
	case graph.SameClass, graph.Target:
		return nil
	}
	return fmt.Errorf("similarity=%s needs all columns at once; take similarity=class",
		m.Similarity.Kind())
}

// Most is the largest size of f'Kf in the block, which Begin needs of all blocks.
func (b *Block) Most() float64 { return b.most }

// Begin sets the largest Most of all blocks, below whose rounding error gains are 0.
func (b *Block) Begin(most float64) {
	b.g.tiny = max(rounding*most, rounding)
	for _, j := range b.g.queue {
		b.g.snap(j)
	}
	heap.Init(b.g)
}

// Constant lists the constant columns, ascending, which rank last.
func (b *Block) Constant() []int { return b.c.constant }

// Best returns the best feature of the block and its gain; false if none is left.
func (b *Block) Best(ctx context.Context) (j int, gain float64, ok bool, err error) {
	if b.g.Len() == 0 {
		return 0, 0, false, nil
	}
	if err := b.g.renew(ctx); err != nil {
		return 0, 0, false, algorithms.Wrap(ctx, b.m, err)
	}
	j = b.g.queue[0]
	return j, b.g.gain[j], true, nil
}

// Add accounts for the feature that was chosen: one is a data set of its column alone, and own says
// that it is the best one of this block.
func (b *Block) Add(one *datasets.Dataset, own bool) error {
	if own {
		heap.Pop(b.g)
	}
	var f []float64
	if err := storage.Guard(func() {
		f = mat.Col(nil, 0, one.Matrix().Columns(0, 1, new(storage.Buffer)))
	}); err != nil {
		return err
	}
	normalize(f, b.m.Uncentered)
	b.chosen, b.sums = append(b.chosen, f), append(b.sums, floats.Sum(f))
	b.g.taken = append(b.g.taken, -1)
	return nil
}

// products calls use with the products of features[a] and the chosen ones from from[a] on.
func (b *Block) products(ctx context.Context, features, from []int,
	use func(a int, v float64)) error {
	if b.c.file != nil {
		vectors, err := b.c.file.vectors(features)
		if err != nil {
			return err
		}
		for a, f := range vectors {
			for _, g := range b.chosen[from[a]:] {
				use(a, floats.Dot(f, g))
			}
		}
		return ctx.Err()
	}
	return b.c.each(ctx, features, b.g.workers, func(a int, f *column) {
		for t := from[a]; t < len(b.chosen); t++ {
			if f.full != nil {
				use(a, floats.Dot(f.full, b.chosen[t]))
			} else {
				use(a, f.offsets.dot(b.chosen[t], b.sums[t]))
			}
		}
	})
}

// Pick is a feature that was chosen, and its gain.
type Pick struct {
	Column int
	Gain   algorithms.Number
}

// FromPicks is the answer of m on d for the features that were chosen, all that vary if those are
// fewer than K, and the constant columns of d, ascending.
func FromPicks(ctx context.Context, m SFS, d *datasets.Dataset, opt algorithms.Options,
	picks []Pick, constant []int) (*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		if err := m.byLabels(); err != nil {
			return nil, err
		}
		k, err := m.similarity(ctx, d, opt)
		if err != nil {
			return nil, err
		}
		return m.collect(ctx, d, opt, k, constant, func(context.Context) (int, float64, error) {
			if len(picks) == 0 {
				return 0, 0, errors.New("a feature is missing: its block was left out")
			}
			p := picks[0]
			picks = picks[1:]
			return p.Column, float64(p.Gain), nil
		})
	})
}
