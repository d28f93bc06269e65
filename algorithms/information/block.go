package information

import (
	"context"
	"fmt"
	"math"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
)

// Block is a forward search over some of the columns of a data set, for searches whose columns are
// in several places: at each step every block names its Candidates, Pick chooses one of all of
// them, and Add tells every block. The answer is that of Select of all columns, to the last bit.
type Block struct {
	m         algorithms.Selector
	d         *datasets.Dataset
	coding    Coding
	bins      int
	criterion interface {
		criterion
		addCodes(ctx context.Context, rest []int, codes []uint8, count int) error
	}
	relevance []float64
	rest      []int
	chosen    int
	values    []float64
	other     []int // columns of one code, but several values
	constant  []int
}

// Candidate is a feature that may be the best of a step.
type Candidate struct {
	Column    int
	Value     algorithms.Number // of the criterion
	Relevance algorithms.Number
}

// NewBlock prepares the search of m for the columns of d. It returns an error for a method that is
// not MRMR by mutual information, MIFS, CIFE, CondRed, LCSI, JMI, CMIM, DISR, ICAP, JIM, JMIM or
// NJMIM, and those of Select.
func NewBlock(ctx context.Context, m algorithms.Selector, d *datasets.Dataset,
	opt algorithms.Options) (*Block, error) {
	opt.K = 0
	m = algorithms.WithDefaults(m)
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	b := &Block{m: m, d: d}
	var err error
	if mrmr, ok := m.(MRMR); ok {
		err = b.prepare(ctx, mrmr, opt)
	} else {
		err = b.prepareJoint(ctx, opt)
	}
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	b.values = make([]float64, len(b.rest))
	return b, nil
}

func (b *Block) prepare(ctx context.Context, m MRMR, opt algorithms.Options) (err error) {
	if m.correlates() || m.Relevance != nil || m.Redundancy != nil {
		return fmt.Errorf("blocks of columns need measure=%s without precomputed values",
			MutualInformation)
	}
	b.coding, b.bins = m.Coding, m.Bins
	if b.d, err = codedTarget(ctx, b.d, m.Coding, m.Bins); err != nil {
		return err
	}
	s := &search{m: m, d: b.d, opt: opt, limits: onDiskLimits}
	if b.relevance, err = s.prepare(ctx); err != nil {
		return err
	}
	s.relevant, s.redundant = b.relevance, make([]float64, b.d.D())
	b.criterion, b.constant = s, s.constant
	for j := range b.d.D() {
		if _, same := slices.BinarySearch(b.constant, j); !same {
			b.rest = append(b.rest, j)
		}
	}
	return nil
}

func (b *Block) prepareJoint(ctx context.Context, opt algorithms.Options) (err error) {
	var pairs jointSearch
	if m, ok := b.m.(joined); ok {
		pairs, b.coding, b.bins = m.search()
	}
	if !pairs.paired {
		return fmt.Errorf("%s is no forward search by pairs of features", algorithms.Name(b.m))
	}
	if b.d, err = codedTarget(ctx, b.d, b.coding, b.bins); err != nil {
		return err
	}
	s, rest, err := newJoint(ctx, b.d, b.coding, b.bins, opt.Workers, onDiskLimits)
	if err != nil {
		return err
	}
	b.criterion = pairs.criterion(s).(*pairwise)
	b.relevance, b.rest, b.other, b.constant = s.relevant, rest, s.other, s.constant
	return nil
}

// Left is the number of features that can be chosen.
func (b *Block) Left() int { return len(b.rest) }

// Last returns the columns that rank after all others, ascending: those of one code, but several
// values, and the constant ones.
func (b *Block) Last() (other, constant []int) { return b.other, b.constant }

// Candidates returns the features of the block among which is its best one of this step, whatever
// the other blocks have: by column, each of a larger value than those before. It is empty if no
// feature is left.
func (b *Block) Candidates() (out []Candidate) {
	if len(b.rest) == 0 {
		return nil
	}
	values := b.values[:len(b.rest)]
	most := valuesOf(b.criterion, b.rest, b.chosen, values)
	limit := most
	if !math.IsInf(most, 0) {
		limit = tied(most)
	}
	for at, v := range values {
		if v < limit {
			continue
		}
		j := b.rest[at]
		c := Candidate{j, algorithms.Number(v), algorithms.Number(b.relevance[j])}
		if len(out) > 0 && !c.above(out[len(out)-1]) {
			continue
		}
		out = append(out, c)
	}
	return out
}

// above reports whether c is chosen before a candidate of a lower column that no third one
// outdoes.
func (c Candidate) above(o Candidate) bool {
	return c.Value > o.Value || c.Value == o.Value && math.IsInf(float64(c.Value), 0) &&
		c.Relevance > o.Relevance
}

// Pick returns the feature that a step chooses among the candidates of all blocks, by column, and
// false if there are none.
func Pick(all []Candidate) (Candidate, bool) {
	if len(all) == 0 {
		return Candidate{}, false
	}
	most := math.Inf(-1)
	for _, c := range all {
		most = max(most, float64(c.Value))
	}
	var best *Candidate
	for i, c := range all {
		switch {
		case math.IsInf(most, 0):
			if float64(c.Value) == most && (best == nil || c.Relevance > best.Relevance) {
				best = &all[i]
			}
		case float64(c.Value) >= tied(most):
			return c, true
		}
	}
	return *best, true
}

// Add accounts for the feature that was chosen: one is a data set of its column alone, and own its
// column in this block, or -1.
func (b *Block) Add(ctx context.Context, one *datasets.Dataset, own int) error {
	if at, is := slices.BinarySearch(b.rest, own); is {
		b.rest = slices.Delete(b.rest, at, at+1)
	}
	b.chosen++
	column := *b.d
	column.X, column.Stored, column.Features = one.X, one.Stored, one.Features
	column.Codes = one.Codes
	c, err := Code(ctx, &column, b.coding, b.bins, 1)
	if err == nil {
		err = b.criterion.addCodes(ctx, b.rest, c.Column(0), c.Count[0])
	}
	return algorithms.Wrap(ctx, b.m, err)
}

// Passes is the number of passes of joint counts so far, 0 for MRMR.
func (b *Block) Passes() int {
	if p, ok := b.criterion.(*pairwise); ok {
		return p.passes
	}
	return 0
}

// Steps is what a forward search found.
type Steps struct {
	Chosen []Candidate
	// Other and Constant rank last (Block.Last).
	Other, Constant []int
	Passes          int // of joint counts (Block.Passes)
}

// FromSteps is the answer of m on d for what was found.
func FromSteps(ctx context.Context, m algorithms.Selector, d *datasets.Dataset,
	opt algorithms.Options, s Steps) (*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		f := &algorithms.Found{OrderOnly: true, Last: slices.Concat(s.Other, s.Constant)}
		f.Raw = algorithms.Numbers{}
		for _, c := range s.Chosen {
			f.Features, f.Raw = append(f.Features, c.Column), append(f.Raw, float64(c.Value))
		}
		f.Diagnostics.Converged = true
		f.Warnings = caution.Constant(d, s.Constant)
		if s.Passes > 0 {
			f.Diagnostics.Extra = countPasses(s.Passes)
		}
		f.Warnings = append(f.Warnings, oneCodeWarning(d, s.Other)...)
		return f, nil
	})
}
