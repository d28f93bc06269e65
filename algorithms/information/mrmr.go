package information

import (
	"context"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/parallel"
)

// Scheme says how MRMR weighs relevance against redundancy.
type Scheme string

const (
	MID Scheme = "mid" // difference
	MIQ Scheme = "miq" // quotient
)

// Choices returns the schemes, the default first.
func (Scheme) Choices() []string { return []string{string(MID), string(MIQ)} }

// DefaultBins is the number of bins when none is given.
const DefaultBins = 10

// MRMR adds one feature at a time, the one that tells most of the classes and least of
// the features F that are chosen already:
//
//	MID: argmax_j  I(f_j; y) - 1/|F| sum_{s in F} I(f_j; f_s)
//	MIQ: argmax_j  I(f_j; y) / (1/|F| sum_{s in F} I(f_j; f_s)),   x/0 = +Inf, 0/0 = 0
//
// beginning with the largest I(f_j; y), where I is the mutual information in bits of
// coded features (Ding, Peng 2005). Relevance and Redundancy may be
// given instead of computed.
//
// Raw is the criterion of a feature when it was added, the relevance for the first; it
// may rise. The scores, 1/place, say the order only. Criteria that differ by less
// than 1e-12 are equal and go to the lower index; infinite ones go by relevance.
// Constant columns are taken out first and rank last with score 0.
//
// The cost is coding (see Code), then one joint count of n samples for each of d
// features in each of K steps, O(ndK) (K = 0 means d), and nd bytes of
// memory. Select returns an error when a needed target is missing, when
// Bins is out of range, when the range of a column overflows, and when Relevance or
// Redundancy has another size or holds what is not finite.
type MRMR struct {
	// Scheme is MID or MIQ; "" means MID.
	Scheme Scheme
	// Coding is Levels, Width, Frequency or MDL, for a continuous target too; "" means Levels, as
	// in the paper. MDL needs classes.
	Coding Coding
	// Bins is the number of bins of Width and Frequency, 2 to 256; 0 means 10.
	Bins int
	// Relevance of each of the d features in place of I(f; y); nil for none.
	Relevance mat.Vector
	// Redundancy of all pairs of features (d×d) in place of I(f; g); nil for none.
	Redundancy mat.Symmetric
}

// Name returns "mrmr".
func (MRMR) Name() string { return "mrmr" }

// Facts returns what is known of the method.
func (m MRMR) Facts() algorithms.Facts {
	return algorithms.Facts{
		Summary: "forward search for features that tell most of the classes and least of each " +
			"other, in bits",
		Source:   "Ding, Peng 2005",
		Cost:     "ndk",
		Revision: 2, Nested: true, Targets: targets(m.needsClasses(), m.Coding),
		ColumnOrder: m.Coding == MDL || m.Coding == Frequency,
		Params: map[string]string{
			"scheme":    "mid takes the difference of relevance and redundancy, miq the quotient",
			"coding":    codingDoc,
			"bins":      binsDoc,
			"relevance": "relevance of each feature in place of the computed one; from Go only",
			"redundancy": "redundancy of all pairs of features, d×d, in place of the computed " +
				"one; from Go only",
		},
	}
}

// Criterion says that Raw is relevance less redundancy, or the quotient of the two.
func (m MRMR) Criterion() string {
	if m.Scheme == MIQ {
		return "relevance / redundancy"
	}
	return "relevance − redundancy"
}

// Resolve writes out the defaults.
func (m MRMR) Resolve() algorithms.Selector {
	if m.Scheme == "" {
		m.Scheme = MID
	}
	if m.Coding == "" {
		m.Coding = Levels
	}
	if m.Bins == 0 {
		m.Bins = DefaultBins
	}
	return m
}

// Select returns the best features in the order in which they were added.
func (m MRMR) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = m.Resolve().(MRMR)
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		coded, err := codedTarget(ctx, d, m.Coding, m.Bins)
		if err != nil {
			return nil, err
		}
		s := &search{m: m, d: coded, opt: opt}
		order, raw, err := s.run(ctx)
		f := &algorithms.Found{Features: order, OrderOnly: true, Raw: raw}
		f.Diagnostics.Converged = err == nil
		if s.codes != nil {
			f.Last, f.Warnings = s.codes.Constant, algorithms.ConstantWarning(d, s.codes.Constant)
		}
		return f, err
	})
}

// needsClasses reports whether the method looks at the classes.
func (m MRMR) needsClasses() bool {
	return m.Relevance == nil || m.Redundancy == nil && m.Coding == MDL
}

// search is the state of one MRMR.
type search struct {
	m     MRMR
	d     *datasets.Dataset
	opt   algorithms.Options
	codes *Codes
	sums  []float64 // marginals of the features
	pool  sync.Pool // of *counter
}

func (s *search) run(ctx context.Context) (order []int, raw algorithms.Numbers, err error) {
	if err := checkGiven(s.d, s.m.Relevance, s.m.Redundancy); err != nil {
		return nil, nil, err
	}
	if s.codes, err = Code(ctx, s.d, s.m.Coding, s.m.Bins, s.opt.Workers); err != nil {
		return nil, nil, err
	}
	terms := countTerms(s.d.N())
	s.pool.New = func() any { return newCounter(s.d.N(), slices.Max(s.codes.Count), terms) }
	s.sums = make([]float64, s.d.D())
	err = parallel.For(ctx, s.opt.Workers, s.d.D(), 64, func(lo, hi int) {
		for j := lo; j < hi; j++ {
			s.sums[j] = marginal(s.codes.Column(j), s.codes.Count[j], terms)
		}
	})
	if err != nil {
		return nil, nil, err
	}
	rest := make([]int, 0, s.d.D())
	constant := s.codes.Constant // ascending
	for j := range s.d.D() {
		if len(constant) > 0 && constant[0] == j {
			constant = constant[1:]
			continue
		}
		rest = append(rest, j)
	}
	k := len(rest)
	if s.opt.K > 0 {
		k = min(k, s.opt.K)
	}
	if k == 0 {
		return nil, nil, nil
	}
	relevance, err := s.relevance(ctx, rest)
	if err != nil {
		return nil, nil, err
	}
	tick := s.opt.Meter("features", k)
	redundancy := make([]float64, s.d.D()) // sums over the chosen
	for {
		best, value := s.best(rest, relevance, redundancy, len(order))
		order, raw = append(order, rest[best]), append(raw, value)
		last := rest[best]
		rest = slices.Delete(rest, best, best+1)
		tick(1)
		if len(order) == k {
			return order, raw, nil
		}
		if err := s.addRedundancy(ctx, redundancy, rest, last); err != nil {
			return order, raw, err
		}
	}
}

// best returns the place in rest of the best criterion, and that.
func (s *search) best(rest []int, relevance, redundancy []float64, chosen int) (
	place int, value float64) {
	criterion := func(j int) float64 {
		if chosen == 0 {
			return relevance[j]
		}
		mean := redundancy[j] / float64(chosen)
		switch {
		case s.m.Scheme == MID:
			return relevance[j] - mean
		case mean != 0:
			return relevance[j] / mean
		case relevance[j] == 0:
			return 0
		}
		return math.Copysign(math.Inf(1), relevance[j])
	}
	value = math.Inf(-1)
	for _, j := range rest {
		value = max(value, criterion(j))
	}
	if math.IsInf(value, 0) {
		place = -1
		for c, j := range rest {
			if criterion(j) == value && (place < 0 || relevance[j] > relevance[rest[place]]) {
				place = c
			}
		}
		return place, value
	}
	limit := value - 1e-12*max(1, math.Abs(value))
	for c, j := range rest {
		if v := criterion(j); v >= limit {
			return c, v
		}
	}
	panic("information: no criterion is the largest")
}

func (s *search) relevance(ctx context.Context, rest []int) ([]float64, error) {
	out := make([]float64, s.d.D())
	if s.m.Relevance != nil {
		for j := range out {
			out[j] = s.m.Relevance.AtVec(j)
		}
		return out, nil
	}
	return out, s.each(ctx, rest, newVariable(s.counter(), s.d.Y, len(s.d.Classes)),
		func(j int, bits float64) { out[j] = bits })
}

func (s *search) addRedundancy(ctx context.Context, sums []float64, rest []int, last int) error {
	if s.m.Redundancy != nil {
		for _, j := range rest {
			sums[j] += s.m.Redundancy.At(j, last)
		}
		return ctx.Err()
	}
	v := newVariable(s.counter(), s.codes.Column(last), s.codes.Count[last])
	return s.each(ctx, rest, v, func(j int, bits float64) { sums[j] += bits })
}

// each calls use with the mutual information of v and each feature of rest.
func (s *search) each(ctx context.Context, rest []int, v variable,
	use func(j int, bits float64)) error {
	return parallel.For(ctx, s.opt.Workers, len(rest), 64, func(lo, hi int) {
		k := s.counter()
		for _, j := range rest[lo:hi] {
			use(j, k.with(v, s.codes.Column(j), s.sums[j]))
		}
		s.pool.Put(k)
	})
}

func (s *search) counter() *counter { return s.pool.Get().(*counter) }
