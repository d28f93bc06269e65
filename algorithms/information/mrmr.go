package information

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
)

// Scheme is the way MRMR combines relevance and redundancy.
type Scheme string

const (
	MID Scheme = "mid" // difference
	MIQ Scheme = "miq" // quotient
)

// Choices returns the schemes, the default first.
func (Scheme) Choices() []string { return []string{string(MID), string(MIQ)} }

// MRMR adds one feature at a time: the one with the largest relevance to the classes y and the
// smallest redundancy with the features F selected so far,
//
//	MID: argmax_j  I(f_j; y) - 1/|F| sum_{s in F} I(f_j; f_s)
//	MIQ: argmax_j  I(f_j; y) / (1/|F| sum_{s in F} I(f_j; f_s)),   x/0 = +Inf, 0/0 = 0
//
// beginning with the largest I(f_j; y), where I is the mutual information in bits of the coded
// columns of X (n×d), or, by Measure, |ρ| or ρ² of the columns. Raw is the criterion of a feature
// when it is added; scores are 1/place. Constant columns score 0 and rank last.
//
// Select returns an error when labels are needed and missing, when Bins is out of range, when the
// range of a column overflows, and when Relevance or Redundancy does not fit. The cost is that of
// Code and a joint count of n samples for each of d features in each of K steps, O(ndK), and up to
// 2nd bytes; 8nd for correlations. Sparse values take time and memory of their entries. If the
// codes of values on disk exceed 256 MiB, each step reads the file.
//
// Source: Ding, Peng 2005. See docs/methods.md.
type MRMR struct {
	// Scheme is MID or MIQ; "" means MID.
	Scheme Scheme
	// Coding is Levels, Width, Frequency, MDL or Values, for a continuous target too; "" means
	// Levels, as in the paper. MDL needs classes.
	Coding Coding
	// Bins is the number of bins of Width and Frequency, 2 to 256; 0 means 10.
	Bins int `default:"10" range:"[2,256]"`
	// Measure is MutualInformation, AbsCorrelation or SquaredCorrelation; "" means
	// MutualInformation. Correlations need neither coding nor bins.
	Measure Dependence
	// Relevance is a precomputed relevance of each of the d features; nil means I(f; y).
	Relevance mat.Vector
	// Redundancy is a precomputed redundancy of all pairs of features (d×d); nil means I(f; g).
	Redundancy mat.Symmetric
}

// Facts returns what is known of the method.
func (m MRMR) Facts() algorithms.Facts {
	criterion := "relevance − redundancy"
	if m.Scheme == MIQ {
		criterion = "relevance / redundancy"
	}
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "mrmr",
			Family: algorithms.Information,
			Summary: "forward search for high mutual information with the classes and low among " +
				"the features, in bits",
			Source: "Ding, Peng 2005", Revision: 2,
			Criterion: criterion,
			Params: map[string]string{
				"scheme": "mid takes the difference of relevance and redundancy, miq the " +
					"quotient",
				"measure":    "mi is mutual information, correlation |ρ|, squared ρ²",
				"coding":     codingDoc + " (measure=mi)",
				"bins":       binsDoc,
				"relevance":  relevanceDoc,
				"redundancy": redundancyDoc,
			},
		},
		Promises: algorithms.Promises{
			Redundancy: true, Nested: true, Targets: m.targets(),
			ByValue:         !m.correlates(),
			ColumnOrder:     !m.correlates() && m.Coding.manyTie(),
			PerfectMayTrail: m.correlates(), FewValues: !m.correlates() && m.Coding == Values,
		},
		Costs: algorithms.Costs{
			Cost:     "ndk",
			Storage:  algorithms.StorageIf(!m.correlates(), algorithms.AnyStorage),
			StoredIf: "measure=mi",
		},
	}
}

// Select returns the best features in the order in which they are added.
func (m MRMR) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		coded := d
		if !m.correlates() {
			var err error
			if coded, err = codedTarget(ctx, d, m.Coding, m.Bins); err != nil {
				return nil, err
			}
		}
		s := &search{m: m, d: coded, opt: opt, limits: onDiskLimits}
		order, raw, err := s.run(ctx)
		f := &algorithms.Found{Features: order, OrderOnly: true, Raw: raw}
		f.Diagnostics.Converged = err == nil
		f.Last, f.Warnings = s.constant, caution.Constant(d, s.constant)
		if err == nil {
			var crowded []string
			crowded, err = codingWarnings(ctx, s.features, d, coded, m.Coding, opt.Workers)
			f.Warnings = append(f.Warnings, crowded...)
		}
		return f, err
	})
}

// correlates reports whether the measure is a correlation.
func (m MRMR) correlates() bool { return m.Measure != "" && m.Measure != MutualInformation }

// targets are those of the method as it is configured.
func (m MRMR) targets() algorithms.Targets {
	if m.correlates() {
		return targets(m.Relevance == nil, Levels)
	}
	return targets(m.Relevance == nil || m.Redundancy == nil && m.Coding == MDL, m.Coding)
}

// search is the state of one MRMR.
type search struct {
	m         MRMR
	d         *datasets.Dataset
	opt       algorithms.Options
	limits    limits
	constant  []int // ascending
	features  features
	exact     *exact
	relevant  []float64 // relevance of each feature
	redundant []float64 // sums of redundancy over the chosen features

	correlations *byCorrelation // in place of features
	place        []int          // of each column among those that vary
}

// prepare codes the columns, or standardizes them, and returns the relevance of all features. It
// finds the constant ones.
func (s *search) prepare(ctx context.Context) (relevance []float64, err error) {
	if s.m.correlates() {
		if err := s.correlate(ctx); err != nil {
			return nil, err
		}
		return s.relevance(ctx)
	}
	s.exact = newExact(s.d.N())
	s.features, err = newFeatures(ctx, s.d, s.m.Coding, s.m.Bins, s.opt.Workers, false, s.limits)
	if err != nil {
		return nil, err
	}
	if relevance, err = s.relevance(ctx); err != nil {
		return nil, err
	}
	s.constant, err = s.features.constant()
	return relevance, err
}

// correlate prepares the correlations.
func (s *search) correlate(ctx context.Context) error {
	varies, err := varying(ctx, s.d, s.opt.Workers)
	if err != nil {
		return err
	}
	var columns []int
	s.place = make([]int, s.d.D())
	for j, is := range varies {
		if s.place[j] = len(columns); is {
			columns = append(columns, j)
		} else {
			s.constant = append(s.constant, j)
			s.place[j] = -1
		}
	}
	if len(columns) == 0 {
		return nil
	}
	s.correlations, err = newByCorrelation(ctx, s.d, columns, s.m.Measure == SquaredCorrelation,
		s.opt.Workers)
	return err
}

func (s *search) run(ctx context.Context) (order []int, raw algorithms.Numbers, err error) {
	if err := checkPrecomputed(s.d, s.m.Relevance, s.m.Redundancy); err != nil {
		return nil, nil, err
	}
	relevance, err := s.prepare(ctx)
	if err != nil {
		return nil, nil, err
	}
	rest := make([]int, 0, s.d.D())
	constant := s.constant
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
	s.relevant, s.redundant = relevance, make([]float64, s.d.D())
	return forward(ctx, s, relevance, rest, k, s.opt.Meter("features", k))
}

// value is the difference or the quotient of relevance and mean redundancy.
func (s *search) value(j, chosen int) float64 {
	if chosen == 0 {
		return s.relevant[j]
	}
	mean := s.redundant[j] / float64(chosen)
	switch {
	case s.m.Scheme == MID:
		return s.relevant[j] - mean
	case mean != 0:
		return s.relevant[j] / mean
	case s.relevant[j] == 0:
		return 0
	}
	return math.Copysign(math.Inf(1), s.relevant[j])
}

// relevance returns that of all features. It sees all columns, so that the constant ones are known.
func (s *search) relevance(ctx context.Context) ([]float64, error) {
	out := make([]float64, s.d.D())
	if v := s.m.Relevance; v != nil {
		for j := range out {
			out[j] = v.AtVec(j)
		}
		if s.features == nil {
			return out, nil
		}
		return out, s.features.look(ctx)
	}
	switch {
	case s.m.correlates() && s.correlations == nil:
		return out, nil // no column varies
	case s.correlations != nil:
		f := make([]float64, len(s.correlations.columns))
		err := s.correlations.relevance(ctx, f)
		for j, at := range s.place {
			if at >= 0 {
				out[j] = f[at]
			}
		}
		return out, err
	}
	return out, s.features.against(ctx, s.features.target(), nil,
		func(j int, bits float64) { out[j] = bits })
}

// add adds the redundancy with the feature last.
func (s *search) add(ctx context.Context, rest []int, last int) error {
	sums := s.redundant
	if s.m.Redundancy != nil {
		for _, j := range rest {
			sums[j] += s.m.Redundancy.At(j, last)
		}
		return ctx.Err()
	}
	if s.correlations != nil {
		column, err := s.correlations.with(ctx, s.place[last])
		for _, j := range rest {
			sums[j] += column.At(s.place[j], 0)
		}
		return err
	}
	codes, count, err := s.features.chosen(ctx, last)
	if err != nil {
		return err
	}
	return s.addCodes(ctx, rest, codes, count)
}

func (s *search) addCodes(ctx context.Context, rest []int, codes []uint8, count int) error {
	v := newVariable(s.exact, codes, count)
	return s.features.against(ctx, v, rest, func(j int, bits float64) { s.redundant[j] += bits })
}
