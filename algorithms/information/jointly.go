package information

import "context"

// jointly is the criterion of CMI: all chosen features are one.
type jointly struct {
	*joint
	levels []uint32 // of each sample, of the chosen features together
	count  int
	values []float64
}

func newJointly(s *joint) criterion {
	return &jointly{joint: s, levels: make([]uint32, s.exact.n), count: 1,
		values: make([]float64, len(s.relevant))}
}

func (s *jointly) value(j, chosen int) float64 {
	if chosen == 0 {
		return s.relevant[j]
	}
	return s.values[j]
}

func (s *jointly) add(ctx context.Context, rest []int, last int) error {
	codes, _, err := s.features.chosen(ctx, last)
	if err != nil {
		return err
	}
	s.refine(codes)
	g := group(s.exact, s.classes, s.levels, s.count, true)
	return s.pass(ctx, []*grouping{g}, rest, func(j, _ int, groups, blocks int64) {
		s.values[j] = s.exact.bits(groups - blocks - g.groupTerms + g.blockTerms)
	})
}

// refine numbers the levels of the samples with a further feature as they occur.
func (s *jointly) refine(codes []uint8) {
	numbers := make(map[uint64]uint32)
	for i, level := range s.levels {
		key := uint64(level)<<8 | uint64(codes[i])
		number, known := numbers[key]
		if !known {
			number = uint32(len(numbers))
			numbers[key] = number
		}
		s.levels[i] = number
	}
	s.count = len(numbers)
}

// triples is the criterion of JMI3: pairs of chosen features.
type triples struct {
	*joint
	chosen [][]uint8 // codes of the chosen features
	counts []int
	// The criterion is a sum over pairs of I(s, t; y) + I(f; y | s, t).
	pairs float64
	sums  []float64
}

func newTriples(s *joint) criterion {
	return &triples{joint: s, sums: make([]float64, len(s.relevant))}
}

func (s *triples) value(j, chosen int) float64 {
	if chosen == 0 {
		return s.relevant[j]
	}
	return s.pairs + s.sums[j]
}

// groupingRoom is the number of bytes of the groupings that columns are counted with at once.
const groupingRoom = 1 << 24

func (s *triples) add(ctx context.Context, rest []int, last int) error {
	codes, count, err := s.features.chosen(ctx, last)
	if err != nil {
		return err
	}
	before := len(s.chosen)
	s.chosen, s.counts = append(s.chosen, codes), append(s.counts, count)
	if before <= 1 {
		s.pairs = 0 // the second step has a sum of its own
		clear(s.sums)
	}
	if before == 0 {
		return s.addPairs(ctx, rest, s.with(nil, group(s.exact, s.classes, codes, count, true)))
	}
	both := make([]uint32, len(codes))
	var by []*grouping
	for at, other := range s.chosen[:before] {
		for i, c := range codes {
			both[i] = uint32(int(other[i])*count + int(c))
		}
		by = s.with(by, group(s.exact, s.classes, both, s.counts[at]*count, true))
		if done := at == before-1; done || len(by)*8*len(codes) >= groupingRoom {
			if err := s.addPairs(ctx, rest, by); err != nil {
				return err
			}
			by = by[:0]
		}
	}
	return nil
}

// with appends a grouping, unless its blocks tell the classes, so that no feature tells more.
func (s *triples) with(by []*grouping, g *grouping) []*grouping {
	s.pairs += s.exact.bits(g.groupTerms - g.blockTerms - s.target.groupTerms + s.exact.all())
	if g.count == 0 {
		return by
	}
	return append(by, g)
}

// addPairs adds the information of each feature about the classes when the blocks are known.
func (s *triples) addPairs(ctx context.Context, rest []int, by []*grouping) error {
	if len(by) == 0 {
		return ctx.Err()
	}
	return s.pass(ctx, by, rest, func(j, at int, groups, blocks int64) {
		g := by[at]
		s.sums[j] += s.exact.bits(groups - blocks - g.groupTerms + g.blockTerms)
	})
}
