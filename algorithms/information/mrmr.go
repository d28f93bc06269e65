package information

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// Scheme is the way MRMR combines relevance and redundancy.
type Scheme string

const (
	MID Scheme = "mid" // difference
	MIQ Scheme = "miq" // quotient
)

// Choices returns the schemes, the default first.
func (Scheme) Choices() []string { return []string{string(MID), string(MIQ)} }

// DefaultBins is the default number of bins.
const DefaultBins = 10

// MRMR adds one feature at a time: the one with the largest relevance to the classes y and the
// smallest redundancy with the features F selected so far,
//
//	MID: argmax_j  I(f_j; y) - 1/|F| sum_{s in F} I(f_j; f_s)
//	MIQ: argmax_j  I(f_j; y) / (1/|F| sum_{s in F} I(f_j; f_s)),   x/0 = +Inf, 0/0 = 0
//
// beginning with the largest I(f_j; y), where I is the mutual information in bits of the coded
// columns of X (n×d). Relevance and Redundancy may be precomputed. Raw is the criterion of a
// feature when it is added, the relevance for the first; scores are 1/place. Constant columns
// score 0 and rank last.
//
// Select returns an error when labels are needed and missing, when Bins is out of range, when the
// range of a column overflows, and when Relevance or Redundancy has the wrong size or entries that
// are not finite. The cost is that of Code and a joint count of n samples for each of d features
// in each of K steps, O(ndK) (K = 0 means d), and nd bytes of memory. Sparse values take time and
// memory of their entries. If the codes of values on disk exceed 256 MiB, each step reads the file.
//
// Source: Ding, Peng 2005. See docs/methods.md.
type MRMR struct {
	// Scheme is MID or MIQ; "" means MID.
	Scheme Scheme
	// Coding is Levels, Width, Frequency or MDL, for a continuous target too; "" means Levels, as
	// in the paper. MDL needs classes.
	Coding Coding
	// Bins is the number of bins of Width and Frequency, 2 to 256; 0 means 10.
	Bins int
	// Relevance is a precomputed relevance of each of the d features; nil means I(f; y).
	Relevance mat.Vector
	// Redundancy is a precomputed redundancy of all pairs of features (d×d); nil means I(f; g).
	Redundancy mat.Symmetric
}

// Name returns "mrmr".
func (MRMR) Name() string { return "mrmr" }

// Facts returns what is known of the method.
func (m MRMR) Facts() algorithms.Facts {
	return algorithms.Facts{
		Summary: "forward search for high mutual information with the classes and low among the " +
			"features, in bits",
		Source:   "Ding, Peng 2005",
		Cost:     "ndk",
		Revision: 2, Nested: true, Targets: targets(m.needsClasses(), m.Coding),
		Storage:     algorithms.AnyStorage,
		ColumnOrder: m.Coding == MDL || m.Coding == Frequency,
		Params: map[string]string{
			"scheme":     "mid takes the difference of relevance and redundancy, miq the quotient",
			"coding":     codingDoc,
			"bins":       binsDoc,
			"relevance":  relevanceDoc,
			"redundancy": redundancyDoc,
		},
	}
}

// Criterion says that Raw is the difference of relevance and redundancy, or their quotient.
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

// Select returns the best features in the order in which they are added.
func (m MRMR) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = m.Resolve().(MRMR)
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		coded, err := codedTarget(ctx, d, m.Coding, m.Bins)
		if err != nil {
			return nil, err
		}
		s := &search{m: m, d: coded, opt: opt, limits: onDiskLimits}
		order, raw, err := s.run(ctx)
		f := &algorithms.Found{Features: order, OrderOnly: true, Raw: raw}
		f.Diagnostics.Converged = err == nil
		f.Last, f.Warnings = s.constant, algorithms.ConstantWarning(d, s.constant)
		return f, err
	})
}

// needsClasses reports whether the method uses the classes.
func (m MRMR) needsClasses() bool {
	return m.Relevance == nil || m.Redundancy == nil && m.Coding == MDL
}

// search is the state of one MRMR.
type search struct {
	m        MRMR
	d        *datasets.Dataset
	opt      algorithms.Options
	limits   limits
	features features
	constant []int
}

func (s *search) run(ctx context.Context) (order []int, raw algorithms.Numbers, err error) {
	if err := checkPrecomputed(s.d, s.m.Relevance, s.m.Redundancy); err != nil {
		return nil, nil, err
	}
	s.features, err = newFeatures(ctx, s.d, s.m.Coding, s.m.Bins, s.opt.Workers, false, s.limits)
	if err != nil {
		return nil, nil, err
	}
	relevance, err := s.relevance(ctx)
	if err != nil {
		return nil, nil, err
	}
	if s.constant, err = s.features.constant(); err != nil {
		return nil, nil, err
	}
	rest := make([]int, 0, s.d.D())
	constant := s.constant // ascending
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
	tick := s.opt.Meter("features", k)
	redundancy := make([]float64, s.d.D()) // sums over the selected features
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

// best returns the place in rest of the best criterion, and its value.
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

// relevance returns that of all features. It sees all columns, so that the constant ones are known.
func (s *search) relevance(ctx context.Context) ([]float64, error) {
	out := make([]float64, s.d.D())
	if v := s.m.Relevance; v != nil {
		for j := range out {
			out[j] = v.AtVec(j)
		}
		return out, s.features.look(ctx)
	}
	return out, s.features.against(ctx, s.features.target(), nil,
		func(j int, bits float64) { out[j] = bits })
}

func (s *search) addRedundancy(ctx context.Context, sums []float64, rest []int, last int) error {
	if s.m.Redundancy != nil {
		for _, j := range rest {
			sums[j] += s.m.Redundancy.At(j, last)
		}
		return ctx.Err()
	}
	v, err := s.features.variable(ctx, last)
	if err != nil {
		return err
	}
	return s.features.against(ctx, v, rest, func(j int, bits float64) { sums[j] += bits })
}
