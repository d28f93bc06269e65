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
	sums   []float64
}

func newTriples(s *joint) criterion {
	return &triples{joint: s, sums: make([]float64, len(s.relevant))}
}

func (s *triples) value(j, chosen int) float64 {
	if chosen == 0 {
		return s.relevant[j]
	}
	return s.sums[j]
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
		clear(s.sums) // the second step has a sum of its own
	}
	if before == 0 {
		g := group(s.exact, s.classes, codes, count, true)
		return s.addPairs(ctx, rest, []*grouping{g})
	}
	both := make([]uint32, len(codes))
	var by []*grouping
	for at, other := range s.chosen[:before] {
		for i, c := range codes {
			both[i] = uint32(int(other[i])*count + int(c))
		}
		by = append(by, group(s.exact, s.classes, both, s.counts[at]*count, true))
		if len(by)*8*len(codes) >= groupingRoom || at == before-1 {
			if err := s.addPairs(ctx, rest, by); err != nil {
				return err
			}
			by = by[:0]
		}
	}
	return nil
}

// addPairs adds the information of each feature and the blocks of each grouping about the classes.
func (s *triples) addPairs(ctx context.Context, rest []int, by []*grouping) error {
	return s.pass(ctx, by, rest, func(j, _ int, groups, blocks int64) {
		s.sums[j] += s.exact.bits(groups - blocks - s.target.groupTerms + s.exact.all())
	})
}
