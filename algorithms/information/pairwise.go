package information

import (
	"context"
	"math"
)

// pair is what the joint counts of a feature f, a chosen feature s and the classes y say, in bits.
type pair struct {
	relevance   float64 // I(f; y)
	redundancy  float64 // I(f; s)
	given       float64 // I(f; s | y)
	joint       float64 // I(f, s; y)
	conditional float64 // I(f; y | s)
	entropy     float64 // H(f, s, y)
	gain        float64 // of Gini impurity of y by (f, s), no bits
}

// need says what a formula reads of a pair, which decides what is counted.
type need uint8

const (
	needAll        need = iota // everything in bits
	needRedundancy             // redundancy: no classes are counted
	// joint and conditional: samples whose code of s tells y are left out
	needMixed
	needGain // gain
	needNothing
)

// formula is a criterion that is a sum over the chosen features, or a minimum.
type formula struct {
	need  need
	start func(relevance float64) float64
	add   func(sum float64, p pair) float64
	// value is the criterion; nil for the sum.
	value func(relevance, sum float64) float64
}

// pairwise is the criterion of a formula.
type pairwise struct {
	*joint
	formula
	sums   []float64
	purity int64 // of the classes, for needGain
}

// search is the search for the largest values of a formula.
func (f formula) search() jointSearch {
	return jointSearch{paired: true, criterion: func(s *joint) criterion {
		p := &pairwise{joint: s, formula: f, sums: make([]float64, len(s.relevant))}
		if s.gini = f.need == needGain; s.gini {
			var squares uint64
			for _, size := range s.target.sizes {
				squares += uint64(size) * uint64(size)
			}
			p.purity = s.exact.purity(uint32(s.exact.n), squares)
		}
		if f.start != nil {
			for j, relevance := range s.relevant {
				p.sums[j] = f.start(relevance)
			}
		}
		return p
	}}
}

func (p *pairwise) value(j, chosen int) float64 {
	switch {
	case chosen == 0:
		return p.relevant[j]
	case p.formula.value == nil:
		return p.sums[j]
	}
	return p.formula.value(p.relevant[j], p.sums[j])
}

func (p *pairwise) add(ctx context.Context, rest []int, last int) error {
	if p.need == needNothing {
		return ctx.Err()
	}
	codes, count, err := p.features.chosen(ctx, last)
	if err != nil {
		return err
	}
	return p.addCodes(ctx, rest, codes, count)
}

func (p *pairwise) addCodes(ctx context.Context, rest []int, codes []uint8, count int) error {
	if p.need == needNothing {
		return ctx.Err()
	}
	classes := p.classes
	if p.need == needRedundancy {
		classes = p.single
	}
	g := group(p.exact, classes, codes, count, p.need == needMixed)
	return p.pass(ctx, []*grouping{g}, rest, func(j, _ int, groups, blocks int64) {
		p.sums[j] = p.formula.add(p.sums[j], p.pair(g, j, groups, blocks))
	})
}

// pair is that of feature j and the feature of the blocks of g.
func (p *pairwise) pair(g *grouping, j int, groups, blocks int64) pair {
	e, all := p.exact, p.exact.all()
	out := pair{relevance: p.relevant[j]}
	switch p.need {
	case needRedundancy:
		out.redundancy = e.bits(groups - p.alone[j] - g.groupTerms + all)
	case needGain:
		out.gain = e.gain(blocks, p.purity)
	case needAll:
		out.redundancy = e.bits(blocks - p.alone[j] - g.blockTerms + all)
		out.given = e.bits(groups - p.paired[j] - g.groupTerms + p.target.groupTerms)
		out.entropy = e.bits(all - groups)
		fallthrough
	case needMixed:
		out.joint = e.bits(groups - blocks - p.target.groupTerms + all)
		out.conditional = e.bits(groups - blocks - g.groupTerms + g.blockTerms)
	}
	return out
}

// linear is Σ γ·I(f; s | y) − β·I(f; s) beside the relevance.
func linear(beta, gamma float64) formula {
	f := formula{
		add: func(sum float64, p pair) float64 {
			return sum + (float64(gamma*p.given) - float64(beta*p.redundancy))
		},
		value: func(relevance, sum float64) float64 { return relevance + sum },
	}
	switch {
	case gamma == 0 && beta == 0:
		f.need = needNothing
	case gamma == 0:
		f.need = needRedundancy
	}
	return f
}

// normalized is I(f, s; y)/H(f, s, y), 0/0 = 0.
func (p pair) normalized() float64 {
	if p.entropy == 0 {
		return 0
	}
	return p.joint / p.entropy
}

// none is the minimum over no chosen features.
func none(float64) float64 { return math.Inf(1) }
