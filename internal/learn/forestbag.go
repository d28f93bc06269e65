package learn

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"fsnb.example/internal/parallel"
)

// OutOfBag measures a forest on samples that its trees were not trained with.
type OutOfBag struct {
	// Trees is, for each sample, the number of trees that it was not drawn for: about 1/e of them.
	Trees []int
	// Score is the accuracy, or R², of predictions by those trees, on the samples with such a tree;
	// NaN if there is none, or R² of samples of one target.
	Score float64
	// Loss is, for each column, the mean over the trees of what permuting its values among the
	// samples out of the bag costs in accuracy or R² on them, and Z the mean over its standard
	// error, sd/√trees; 0 if no tree loses, infinite if all lose the same. Columns with the same
	// codes have the means of theirs. They are nil without Forest.Permutation.
	Loss, Z []float64
}

// outOfBag collects what is measured out of the bag.
type outOfBag struct {
	p      *Forest
	b      *bins
	target *treeTarget
	rows   []int // of the data
	words  int   // of a set of rows
	in     []uint64
	losses [][]columnLoss // of each tree, nil if none of its samples is out of the bag
}

// columnLoss is the loss of a tree without a column of bins.
type columnLoss struct {
	column int32
	loss   float64
}

func newOutOfBag(p *Forest, b *bins, target *treeTarget, rows []int) *outOfBag {
	words := (b.n + 63) / 64
	return &outOfBag{p: p, b: b, target: target, rows: rows, words: words,
		in: make([]uint64, words*p.Trees), losses: make([][]columnLoss, p.Trees)}
}

// add takes in tree i, which g has grown.
func (o *outOfBag) add(i int, t *tree, g *grower) {
	in, out := o.in[i*o.words:(i+1)*o.words], 0
	for r, w := range g.drawn {
		if w > 0 {
			in[r/64] |= 1 << (r % 64)
		} else {
			out++
		}
	}
	if o.p.Permutation && out > 0 {
		rng := rand.New(rand.NewPCG(scrambled(o.p.Seed, uint64(i)), ^uint64(i)))
		s := &shuffled{o: o, t: t, rng: rng}
		o.losses[i] = s.run(g.drawn)
	}
}

// measure sums up all trees.
func (o *outOfBag) measure(ctx context.Context, trees []tree, d int) (*OutOfBag, error) {
	n, width := o.b.n, max(1, o.target.classes)
	out := &OutOfBag{Trees: make([]int, n)}
	right := make([]float64, n) // credits, or errors
	err := parallel.For(ctx, o.p.Workers, n, rowBlock, func(lo, hi int) {
		sums := make([]float64, (hi-lo)*width)
		for i := range trees {
			in := o.in[i*o.words : (i+1)*o.words]
			for r := lo; r < hi; r++ {
				if in[r/64]>>(r%64)&1 == 0 {
					out.Trees[o.rows[r]]++
					leaf := trees[i].leafOfCodes(o.b, r)
					trees[i].addTo(sums[(r-lo)*width:(r-lo+1)*width], leaf.left)
				}
			}
		}
		for r := lo; r < hi; r++ {
			own := sums[(r-lo)*width : (r-lo+1)*width]
			if o.target.classes > 0 {
				right[r] = credit(own, o.target.class[r])
			} else {
				right[r] = own[0]/float64(out.Trees[o.rows[r]]) - o.target.y[r]
			}
		}
	})
	if err != nil {
		return nil, err
	}
	out.Score = o.score(out.Trees, right)
	if o.p.Permutation {
		out.Loss, out.Z = o.average(d)
	}
	return out, nil
}

// score is the accuracy or R² of predictions: their credits or errors.
func (o *outOfBag) score(trees []int, of []float64) float64 {
	var right, number float64
	var y, errors []float64
	for r := range o.b.n {
		count := trees[o.rows[r]]
		if count == 0 {
			continue
		}
		number++
		if o.target.classes > 0 {
			right += of[r]
			continue
		}
		y = append(y, o.target.y[r])
		errors = append(errors, of[r])
	}
	if o.target.classes > 0 {
		return right / number
	}
	squares := squaresAbout(y)
	if squares == 0 {
		return math.NaN()
	}
	return 1 - sumOfSquares(errors)/squares
}

// credit is 1 if the class has the largest share, and its part if several have.
func credit(shares []float64, class int32) float64 {
	own, equal := shares[class], 0
	for _, v := range shares {
		if v > own {
			return 0
		}
		if v == own {
			equal++
		}
	}
	return 1 / float64(equal)
}

// credit is that of leaf l for a class.
func (t *Leaves) credit(l int32, class int32) float64 {
	values, places := t.of(l)
	if at, ok := slices.BinarySearch(places, class); ok {
		return credit(values, int32(at))
	}
	return 0
}

// squaresAbout is the sum of the squares about the mean.
func squaresAbout(y []float64) float64 {
	var sum float64
	for _, v := range y {
		sum += v
	}
	apart := make([]float64, len(y))
	for i, v := range y {
		apart[i] = v - sum/float64(len(y))
	}
	return sumOfSquares(apart)
}

func sumOfSquares(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += float64(v * v)
	}
	return sum
}

// equalLosses bounds the squared deviation, relative, of losses that differ by rounding only.
const equalLosses = 1e-24

// average returns the mean loss and its z by column of the data.
func (o *outOfBag) average(d int) (loss, z []float64) {
	columns := len(o.b.cols)
	sums, squares, count := make([]float64, columns), make([]float64, columns), 0
	each := func(use func(column int32, loss float64)) {
		for _, losses := range o.losses {
			for _, l := range losses {
				use(l.column, l.loss)
			}
		}
	}
	trees := make([]int, columns) // with a loss
	each(func(j int32, l float64) { sums[j] += l; trees[j]++ })
	for _, losses := range o.losses {
		if losses != nil {
			count++
		}
	}
	if count == 0 {
		return make([]float64, d), make([]float64, d)
	}
	means := make([]float64, columns)
	for j := range means {
		means[j] = sums[j] / float64(count)
	}
	each(func(j int32, l float64) { squares[j] += float64((l - means[j]) * (l - means[j])) })
	scores := make([]float64, columns)
	for j, m := range means {
		all := squares[j] + float64(float64(count-trees[j])*m*m)
		switch {
		case m == 0 || count == 1:
		case all <= equalLosses*float64(count)*float64(m*m):
			scores[j] = math.Inf(1)
			if m < 0 {
				scores[j] = math.Inf(-1)
			}
		default:
			scores[j] = m / math.Sqrt(all/float64(count-1)/float64(count))
		}
	}
	return o.b.spread(d, means, false), o.b.spread(d, scores, false)
}

// shuffled measures what a tree loses when a column is permuted.
type shuffled struct {
	o       *outOfBag
	t       *tree
	rng     *rand.Rand
	out     []int32   // rows out of the bag
	right   []float64 // of each: how right the tree is
	scale   float64   // of a loss
	passing [][]int32 // by column: places in out whose paths ask for it
}

// run returns the losses by column, of columns with splits on the path of a sample.
func (s *shuffled) run(drawn []int32) []columnLoss {
	o := s.o
	var y []float64
	for r, w := range drawn {
		if w == 0 {
			s.out = append(s.out, int32(r))
			if o.target.classes == 0 {
				y = append(y, o.target.y[r])
			}
		}
	}
	s.scale = float64(len(s.out))
	if o.target.classes == 0 {
		if s.scale = squaresAbout(y); s.scale == 0 {
			return nil
		}
	}
	s.walk()
	losses := make([]columnLoss, 0, 16)
	order := make([]int32, len(s.out))
	for j, places := range s.passing {
		if places == nil {
			continue
		}
		for k := range order {
			order[k] = int32(k)
		}
		s.rng.Shuffle(len(order), func(a, b int) { order[a], order[b] = order[b], order[a] })
		codes, loss := o.b.column(j), 0.0
		for _, k := range places {
			leaf := s.leafWith(int(s.out[k]), int32(j), codes[s.out[order[k]]])
			loss += s.right[k] - s.rightness(leaf, s.out[k])
		}
		losses = append(losses, columnLoss{int32(j), loss / s.scale})
	}
	return losses
}

// walk follows each sample out of the bag to its leaf.
func (s *shuffled) walk() {
	s.right = make([]float64, len(s.out))
	s.passing = make([][]int32, len(s.o.b.cols))
	for k, r := range s.out {
		at := &s.t.nodes[0]
		for at.column >= 0 {
			j := at.column
			if p := s.passing[j]; len(p) == 0 || p[len(p)-1] != int32(k) {
				s.passing[j] = append(p, int32(k))
			}
			next := at.left
			if s.o.b.codes[int(j)*s.o.b.n+int(r)] > at.after {
				next++
			}
			at = &s.t.nodes[next]
		}
		s.right[k] = s.rightness(at, r)
	}
}

// leafWith is the leaf of a row with another code in one column.
func (s *shuffled) leafWith(row int, column int32, code uint8) *node {
	at := &s.t.nodes[0]
	for at.column >= 0 {
		c := code
		if at.column != column {
			c = s.o.b.codes[int(at.column)*s.o.b.n+row]
		}
		next := at.left
		if c > at.after {
			next++
		}
		at = &s.t.nodes[next]
	}
	return at
}

// rightness is how right a leaf is about a row: the credit for its class, or minus the squared
// error.
func (s *shuffled) rightness(leaf *node, row int32) float64 {
	t := s.o.target
	if t.classes > 0 {
		return s.t.credit(leaf.left, t.class[row])
	}
	e := s.t.Values[leaf.left] - t.y[row]
	return -float64(e * e)
}
