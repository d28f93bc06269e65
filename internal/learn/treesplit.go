package learn

import (
	"math"
	"math/bits"
	"math/rand/v2"
)

// treeTarget is what trees predict, in the order of the rows of bins.
type treeTarget struct {
	classes int       // 0 for numbers
	class   []int32   // of each row
	y       []float64 // the numbers
	whole   []int64   // the numbers minus the least, in steps
	step    float64   // 1 for classes
}

// of is sample.y of row i, drawn w times.
func (t *treeTarget) of(i int, w int32) int64 {
	switch {
	case t.classes == 0:
		return t.whole[i] * int64(w)
	case t.classes == 2:
		return int64(w) + int64(t.class[i])*int64(w)<<32
	}
	return int64(t.class[i])
}

// wholeNumbers are y minus its least in steps of range/2^b, with b as large as sums of all drawn
// numbers allow, at most 52: steps are at most as coarse as the rounding of y itself unless there
// are more than 512 samples. Sums are then exact in any order.
func wholeNumbers(y []float64) (whole []int64, step float64) {
	least, most := math.Inf(1), math.Inf(-1)
	for _, v := range y {
		least, most = min(least, v), max(most, v)
	}
	steps := math.Ldexp(1, min(52, 61-bits.Len(uint(len(y)))))
	whole = make([]int64, len(y))
	if most > least {
		for i, v := range y {
			whole[i] = int64(math.Round((v - least) / (most - least) * steps))
		}
	}
	return whole, (most - least) / steps
}

// split is a split of a node, between two codes that occur, or, of random, after the first of them
// at cut. A larger score is better.
type split struct {
	column int32
	after  uint8
	before uint8
	cut    float64
	score  float64
}

// searcher searches the splits of one node. With W the weights and L, R the two sides, the score
// of a split is
//
//	Σ_c L_c²/W_L + Σ_c R_c²/W_R    L_c: weight of class c on the left
//	S_L²/W_L + S_R²/W_R            S: sum of the numbers, minus the mean of the node
//
// which minus the same of the whole node, base, is the decrease of the sum of the Gini impurities,
// or of the squares about the means.
type searcher struct {
	b      *bins
	target *treeTarget

	weight int64   // of the node
	total  int64   // Σ y of the node: of both classes, or of the numbers
	mean   int64   // of the numbers, rounded down
	counts []int64 // by class, of the node
	base   float64
	best   split

	occupied [4]uint64 // the codes that occur
	number   [mostBins + 1]int32
	weights  [mostBins + 1]int64
	sums     [mostBins + 1]int64
	codes    []uint8 // of the samples
	left     []int64 // weight by class
	// Of more than two classes:
	squares       int64    // Σ counts²
	packed        []uint64 // weight·2³² + class of each sample of the node
	keys, ordered []uint64 // code·2⁵⁶ + packed, in the order of the samples and of the codes
	// Samples of even and of odd place by code, so that one count need not wait for the other.
	even, odd [mostBins + 1]int32
}

func (s *searcher) init(b *bins, target *treeTarget) {
	s.b, s.target = b, target
	s.codes = make([]uint8, b.n)
	s.counts = make([]int64, target.classes)
	s.left = make([]int64, target.classes)
	if target.classes > 2 {
		s.packed, s.keys, s.ordered = make([]uint64, b.n), make([]uint64, b.n),
			make([]uint64, b.n)
	}
}

// begin sums up a node and reports whether it is pure.
func (s *searcher) begin(samples []sample) (pure bool) {
	s.weight, s.total = 0, 0
	switch {
	case s.target.classes == 0:
		return s.beginNumbers(samples)
	case s.target.classes == 2:
		for i := range samples {
			s.total += samples[i].y
		}
		s.counts[1] = s.total >> 32
		s.weight = s.total & math.MaxUint32
		s.counts[0] = s.weight - s.counts[1]
	default:
		clear(s.counts)
		for i := range samples {
			s.weight += int64(samples[i].weight)
			s.counts[samples[i].y] += int64(samples[i].weight)
			s.packed[i] = uint64(samples[i].weight)<<32 | uint64(samples[i].y)
		}
	}
	var squares int64
	for _, c := range s.counts {
		squares += c * c
		pure = pure || c == s.weight
	}
	s.squares, s.base = squares, float64(squares)/float64(s.weight)
	return pure
}

func (s *searcher) beginNumbers(samples []sample) (pure bool) {
	first, pure := s.target.whole[samples[0].row], true
	for i := range samples {
		s.weight += int64(samples[i].weight)
		s.total += samples[i].y
		pure = pure && s.target.whole[samples[i].row] == first
	}
	s.mean = s.total / s.weight
	rest := float64(s.total - s.weight*s.mean)
	s.base = rest * rest / float64(s.weight)
	return pure
}

// leaf appends a leaf of the samples of the node and returns its number.
func (s *searcher) leaf(to *Leaves, samples []sample) int32 {
	if s.target.classes > 0 {
		for c, n := range s.counts {
			if n > 0 {
				to.Values = append(to.Values, float64(n)/float64(s.weight))
				to.Places = append(to.Places, int32(c))
			}
		}
		to.Starts = append(to.Starts, int32(len(to.Values)))
		return int32(len(to.Starts) - 2)
	}
	// About the first, so that the mean of equal numbers is that number.
	first, sum := s.target.y[samples[0].row], 0.0
	for i := range samples {
		sum += float64(float64(samples[i].weight) * (s.target.y[samples[i].row] - first))
	}
	to.Values = append(to.Values, first+sum/float64(s.weight))
	return int32(len(to.Values) - 1)
}

// column tries all splits of column j.
func (s *searcher) column(j int32, samples []sample, minLeaf int) {
	codes := s.b.column(int(j))
	switch {
	case s.target.classes == 0:
		s.tallyNumbers(codes, samples)
		s.scanNumbers(j, len(samples), minLeaf)
	case s.target.classes == 2:
		s.tallyTwo(codes, samples)
		s.scanTwo(j, len(samples), minLeaf)
	default:
		s.scanClasses(j, s.tally(codes, samples), minLeaf)
	}
}

// perfect reports whether no split is better than the best of the node of n samples.
func (s *searcher) perfect(n int) bool {
	return n == 2 || s.target.classes > 0 && s.best.score >= float64(s.weight)
}

// better reports whether a score exceeds the best by more than rounding.
func (s *searcher) better(score float64) bool {
	return s.best.column < 0 || score > s.best.score*(1+1e-12)
}

// offer takes a split after code a, before the next code b that occurs, if it is better.
func (s *searcher) offer(j int32, a, b uint8, score float64) {
	if s.better(score) {
		s.best = split{column: j, after: a, before: b, score: score}
	}
}

// next returns the least code that occurs and forgets it; word is 0 at first.
func (s *searcher) next(word *int) (code uint8, ok bool) {
	for *word < len(s.occupied) {
		if w := s.occupied[*word]; w != 0 {
			s.occupied[*word] = w & (w - 1)
			return uint8(*word<<6 + bits.TrailingZeros64(w)), true
		}
		*word++
	}
	return 0, false
}

func (s *searcher) tallyTwo(codes []uint8, samples []sample) {
	for i := range samples {
		c := codes[samples[i].row]
		s.occupied[c>>6] |= 1 << (c & 63)
		s.number[c]++
		s.sums[c] += samples[i].y
	}
}

func (s *searcher) scanTwo(j int32, n, minLeaf int) {
	var word, number int
	var sum int64
	last, ok := s.next(&word)
	for ok {
		number += int(s.number[last])
		sum += s.sums[last]
		s.number[last], s.sums[last] = 0, 0
		var code uint8
		if code, ok = s.next(&word); !ok {
			return
		}
		if number >= minLeaf && n-number >= minLeaf {
			s.offer(j, last, code, s.scoreTwo(sum))
		}
		last = code
	}
}

// scoreTwo is the score of a split with the given sum of y to the left.
func (s *searcher) scoreTwo(left int64) float64 {
	right := s.total - left
	wl, wr := left&math.MaxUint32, right&math.MaxUint32
	l1, r1 := left>>32, right>>32
	l0, r0 := wl-l1, wr-r1
	return gini(l0*l0+l1*l1, wl, r0*r0+r1*r1, wr)
}

// exactWeight is the weight of a node below which gini is one division of whole numbers.
const exactWeight = 1 << 20

// gini is l/wl + r/wr: equal fractions are equal numbers up to 200,000 samples, so that splits of
// the same worth tie.
func gini(l, wl, r, wr int64) float64 {
	if wl+wr < exactWeight {
		return float64(l*wr+r*wl) / float64(wl*wr)
	}
	return float64(l)/float64(wl) + float64(r)/float64(wr)
}

func (s *searcher) tallyNumbers(codes []uint8, samples []sample) {
	for i := range samples {
		c := codes[samples[i].row]
		s.occupied[c>>6] |= 1 << (c & 63)
		s.number[c]++
		s.weights[c] += int64(samples[i].weight)
		s.sums[c] += samples[i].y
	}
}

func (s *searcher) scanNumbers(j int32, n, minLeaf int) {
	var word, number int
	var sum, weight int64
	last, ok := s.next(&word)
	for ok {
		number += int(s.number[last])
		sum += s.sums[last]
		weight += s.weights[last]
		s.number[last], s.sums[last], s.weights[last] = 0, 0, 0
		var code uint8
		if code, ok = s.next(&word); !ok {
			return
		}
		if number >= minLeaf && n-number >= minLeaf {
			s.offer(j, last, code, s.scoreNumbers(sum, weight))
		}
		last = code
	}
}

// scoreNumbers is the score of a split with the given sum and weight to the left.
func (s *searcher) scoreNumbers(sum, weight int64) float64 {
	left := float64(sum - weight*s.mean)
	right := float64(s.total - sum - (s.weight-weight)*s.mean)
	return left*left/float64(weight) + right*right/float64(s.weight-weight)
}

// fewSamples is the number of samples up to which insertion orders them faster than counting.
const fewSamples = 12

// tally orders the samples by their codes: code·2⁵⁶ + weight·2³² + class of each.
func (s *searcher) tally(codes []uint8, samples []sample) []uint64 {
	keys, sorted := s.keys[:len(samples)], s.ordered[:len(samples)]
	if len(samples) <= fewSamples {
		for i := range samples {
			key := uint64(codes[samples[i].row])<<56 | s.packed[i]
			at := i
			for ; at > 0 && sorted[at-1] > key; at-- {
				sorted[at] = sorted[at-1]
			}
			sorted[at] = key
		}
		return sorted
	}
	packed := s.packed[:len(samples)]
	least, most := uint8(255), uint8(0)
	odd := len(samples) & 1
	for i := 0; i < len(samples)-1; i += 2 {
		a, b := codes[samples[i].row], codes[samples[i+1].row]
		keys[i], keys[i+1] = uint64(a)<<56|packed[i], uint64(b)<<56|packed[i+1]
		s.even[a]++
		s.odd[b]++
		least, most = min(least, a, b), max(most, a, b)
	}
	if odd == 1 {
		i := len(samples) - 1
		c := codes[samples[i].row]
		keys[i] = uint64(c)<<56 | packed[i]
		s.even[c]++
		least, most = min(least, c), max(most, c)
	}
	if least == most {
		s.even[least], s.odd[least] = 0, 0
		return keys // of one code
	}
	from := int32(0)
	for c := int(least); c <= int(most); c++ {
		a, b := s.even[c], s.odd[c]
		s.even[c], s.odd[c] = from, from+a
		from += a + b
	}
	for i := 0; i < len(keys)-1; i += 2 {
		a, b := keys[i], keys[i+1]
		at, behind := &s.even[a>>56], &s.odd[b>>56]
		sorted[*at], sorted[*behind] = a, b
		*at++
		*behind++
	}
	if odd == 1 {
		key := keys[len(keys)-1]
		sorted[s.even[key>>56]] = key
	}
	clear(s.even[least : int(most)+1])
	clear(s.odd[least : int(most)+1])
	return sorted
}

// scanClasses tries the splits between the codes of ordered samples. With m the sum over the
// classes of the weight to the left times that of the node, the sum of the squares to the right is
// that of the node minus 2m plus that to the left.
func (s *searcher) scanClasses(j int32, sorted []uint64, minLeaf int) {
	n := len(sorted)
	last := sorted[0] >> 56
	if last == sorted[n-1]>>56 {
		return
	}
	clear(s.left)
	left, counts := s.left, s.counts[:len(s.left)]
	var l, m, weight int64
	for i, v := range sorted {
		if code := v >> 56; code != last {
			if i >= minLeaf && n-i >= minLeaf {
				s.offerClasses(j, uint8(last), uint8(code), l, weight, s.squares-2*m+l)
			}
			last = code
		}
		w, c := int64(v>>32&0xffffff), uint32(v)
		l += w * (2*left[c] + w)
		m += w * counts[c]
		left[c] += w
		weight += w
	}
}

// offerClasses is offer for sums of squares l and r, without a division where the score is not
// better.
func (s *searcher) offerClasses(j int32, a, b uint8, l, weight, r int64) {
	rest := s.weight - weight
	if s.weight < exactWeight && s.best.column >= 0 &&
		float64(l*rest+r*weight) <= s.best.score*float64(weight*rest) {
		return
	}
	s.offer(j, a, b, gini(l, weight, r, rest))
}

// random tries one split of column j at a random place between the least and the largest value.
func (s *searcher) random(j int32, samples []sample, minLeaf int, rng *rand.Rand) {
	codes := s.b.column(int(j))
	least := codes[samples[0].row]
	most := least
	for i := range samples {
		c := codes[samples[i].row]
		s.codes[i] = c
		least, most = min(least, c), max(most, c)
	}
	if least == most {
		return
	}
	after, cut := s.b.cols[j].drawn(least, most, rng.Float64())
	number, score := s.scoreAfter(samples, after)
	if number < minLeaf || len(samples)-number < minLeaf {
		return
	}
	if s.better(score) {
		s.best = split{column: j, after: after, cut: cut, score: score}
	}
}

// scoreAfter is the score of a split after a code of codes, and the number of samples on the left.
func (s *searcher) scoreAfter(samples []sample, after uint8) (number int, score float64) {
	var sum, weight int64
	clear(s.left)
	for i, c := range s.codes[:len(samples)] {
		if c > after {
			continue
		}
		number++
		weight += int64(samples[i].weight)
		if s.target.classes > 2 {
			s.left[samples[i].y] += int64(samples[i].weight)
		} else {
			sum += samples[i].y
		}
	}
	switch s.target.classes {
	case 0:
		return number, s.scoreNumbers(sum, weight)
	case 2:
		return number, s.scoreTwo(sum)
	}
	var l, r int64
	for c, v := range s.left {
		l += v * v
		r += (s.counts[c] - v) * (s.counts[c] - v)
	}
	return number, gini(l, weight, r, s.weight-weight)
}
