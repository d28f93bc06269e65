package information

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// Dependence is the measure of the dependence of two features, or of a feature and the target, in
// QPFS and MRMR.
type Dependence string

const (
	// MutualInformation is the mutual information of coded features, in bits. A continuous target
	// is coded as the features are; MDL needs classes.
	MutualInformation Dependence = "mi"
	// AbsCorrelation is |ρ|; for a feature and the classes it is Σ_c p_c |ρ(f, 1_c)|, with 1_c = 1
	// for samples of class c, else 0, and p_c their share. For two classes the two correlations
	// are equal. The sum for more classes is our reading of the paper. For a feature and a
	// continuous target it is |ρ|.
	AbsCorrelation Dependence = "correlation"
	// SquaredCorrelation is ρ² in place of |ρ|. It needs no d×d matrix for any number of
	// features.
	SquaredCorrelation Dependence = "squared"
)

// Choices returns the measures, the default first.
func (Dependence) Choices() []string {
	return []string{string(MutualInformation), string(AbsCorrelation), string(SquaredCorrelation)}
}

const (
	// wholeMatrix is the number of features up to which Q is computed whole. With more
	// features, nystromRows of them are compared with all others.
	wholeMatrix, nystromRows = 4096, 512
	// nystromBlock is the number of rows that are computed at a time.
	nystromBlock = 64
)

// QPFS is quadratic programming feature selection: weights x of all features at once, large for a
// feature that depends much on the classes and little on the other features with weight,
//
//	minimize ½(1-α) x'Qx - α F'x  over x >= 0, Σ x_j = 1
//
// Q_ij (d×d) is the dependence of features i and j, F_j that of feature j and the classes. By
// default α = q̄/(q̄ + f̄), the means of Q and F. Features rank by x; those of weight 0 follow by
// their reduced cost. Duplicate columns, features of one code and constant columns score -Inf and
// rank last. With more than 4096 features the Nyström method approximates Q, except for
// SquaredCorrelation. The certificate is the relative residual of the optimality conditions.
//
// Select returns an error when labels are needed and missing, when Alpha, Rate or Bins is out of
// range, when the range of a column overflows, and when Relevance or Redundancy does not fit. The
// cost is O(nd²) and d² numbers, with Nyström O(512·nd) and 512·d, with SquaredCorrelation
// O(nd·min(n, w)) a round for w features with weight.
//
// Source: Rodriguez-Lujan, Huerta, Elkan, Santa Cruz 2010. See docs/methods.md.
type QPFS struct {
	// Measure is MutualInformation, AbsCorrelation or SquaredCorrelation; "" means
	// MutualInformation. The paper has the first two.
	Measure Dependence
	// Coding and Bins are those of MRMR, for MutualInformation; "" means Levels, 0 means 10. The
	// coding of the paper is unknown.
	Coding Coding
	Bins   int `default:"10" range:"[2,256]"`
	// Alpha is the weight α of relevance, up to 1; 0 means q̄/(q̄ + f̄). For redundancy alone
	// set it to a number as small as 1e-300.
	Alpha float64 `range:"[1e-300,1]"`
	// Rate is the share of the features that the Nyström method samples; 1 means Q is computed
	// whole. 0 means 1 up to 4096 features, and 512 features of more.
	Rate float64 `range:"(0,1]"`
	// Plain keeps the diagonal of the Nyström approximation as printed, which is too small.
	Plain bool
	// Relevance is a precomputed F of d numbers; nil means that of Measure.
	Relevance mat.Vector
	// Redundancy is a precomputed Q (d×d); nil means that of Measure.
	Redundancy mat.Symmetric
}

// Facts returns what is known of the method.
func (m QPFS) Facts() algorithms.Facts {
	m = algorithms.WithDefaults(m)
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "qpfs",
			Family: algorithms.Sets,
			Summary: "weights of all features at once, for high relevance and low redundancy: a " +
				"certified optimum",
			Source: "Rodriguez-Lujan, Huerta, Elkan, Santa Cruz 2010", Revision: 2,
			Params: map[string]string{
				"measure": "mi is mutual information, correlation |ρ|, squared ρ², which suits " +
					"any number of features",
				"coding": codingDoc + " (measure=mi)",
				"bins":   binsDoc,
				"alpha":  "weight of relevance against redundancy; 0 balances their means",
				"rate": "share of the features that the Nyström method samples, 1 for the whole " +
					"matrix; 0 means 1 up to 4096 features, and 512 features of more",
				"plain": "take the Nyström approximation as printed, whose diagonal is too " +
					"small",
				"relevance":  relevanceDoc,
				"redundancy": redundancyDoc,
			},
		},
		Promises: algorithms.Promises{
			Redundancy: true, Nested: true, Targets: m.targets(),
			Seeded:  m.Rate > 0 && m.Rate < 1,
			ByValue: m.Measure == MutualInformation || m.precomputed(),
			ColumnOrder: m.Measure == MutualInformation &&
				(m.Coding == MDL || m.Coding == Values),
			FewValues:       m.Measure == MutualInformation && m.Coding == Values,
			PerfectMayTrail: m.Measure != MutualInformation,
		},
		Costs: algorithms.Costs{
			Cost: "nd² up to 4096 features, then nd; nd for measure=squared",
			Wide: m.wide(), Memory: m.memory,
			Storage: algorithms.StorageIf(m.Measure == MutualInformation || m.precomputed(),
				algorithms.AnyStorage),
		},
	}
}

// wide is the growth of the defaults.
func (m QPFS) wide() algorithms.Wide {
	if m.Measure == SquaredCorrelation || m.Rate > 0 || m.Redundancy != nil {
		return algorithms.Wide{}
	}
	return algorithms.Wide{
		Why: "512 rows of the redundancy of all features are in memory, whatever the number of " +
			"samples is",
		Instead: "take the best 4000 by infogain first, a smaller rate, or mrmr",
	}
}

// memory is that of Q, or of the rows of it that the Nyström method takes.
func (m QPFS) memory(s algorithms.Shape) float64 {
	n, d, _ := s.Floats()
	switch {
	case m.Measure == SquaredCorrelation && m.Redundancy == nil:
		return 11*n*d + 8*min(d*d, n*d)
	case m.Rate > 0 && m.Rate < 1:
		return 8 * d * (m.Rate*d + nystromBlock)
	case m.Rate == 0 && s.D > wholeMatrix:
		return 8 * d * (nystromRows + nystromBlock)
	}
	return 10*d*d + 8*n*d
}

// Select returns the features ranked by their weights. The objective excludes the number added to
// the diagonal. The diagnostics hold α, q̄, f̄, and the number of features with weight as
// "support".
func (m QPFS) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		if err := checkPrecomputed(d, m.Relevance, m.Redundancy); err != nil {
			return nil, err
		}
		q := &quadratic{m: m, d: d, opt: opt}
		if m.Measure == MutualInformation {
			var err error
			if q.d, err = codedTarget(ctx, d, m.Coding, m.Bins); err != nil {
				return nil, err
			}
		}
		f, err := q.run(ctx)
		if f != nil {
			crowded, failed := codingWarnings(ctx, q.coded, d, q.d, m.Coding, opt.Workers)
			f.Warnings, err = append(f.Warnings, crowded...), cmp.Or(err, failed)
		}
		return f, err
	})
}

// needsClasses reports whether the resolved method uses the classes.
func (m QPFS) needsClasses() bool {
	coded := m.Redundancy == nil && m.Measure == MutualInformation && m.Coding == MDL
	return m.Relevance == nil || coded
}

// precomputed reports whether X is used for constant columns only.
func (m QPFS) precomputed() bool { return m.Relevance != nil && m.Redundancy != nil }

// targets are those of the resolved method.
func (m QPFS) targets() algorithms.Targets {
	coding := m.Coding
	if m.Measure != MutualInformation {
		coding = Levels
	}
	return targets(m.needsClasses(), coding)
}

// checkPrecomputed returns an error if a precomputed relevance or redundancy does not fit the data.
func checkPrecomputed(d *datasets.Dataset, relevance mat.Vector, redundancy mat.Symmetric) error {
	if v := relevance; v != nil {
		if v.Len() != d.D() {
			return fmt.Errorf(
				"the precomputed relevance has %d numbers, and the data set has %d features; give "+
					"one for each", v.Len(), d.D())
		}
		for j := range d.D() {
			if x := v.AtVec(j); math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf(
					"the precomputed relevance of feature %d (%s) is %g; give finite numbers", j,
					d.Features[j], x)
			}
		}
	}
	if r := redundancy; r != nil {
		if r.SymmetricDim() != d.D() {
			return fmt.Errorf(
				"the precomputed redundancy is %d×%d, and the data set has %d features; give one "+
					"row and column for each", r.SymmetricDim(), r.SymmetricDim(), d.D())
		}
		for i := range d.D() {
			for j := range i + 1 {
				if x := r.At(i, j); math.IsNaN(x) || math.IsInf(x, 0) {
					return fmt.Errorf(
						"the precomputed redundancy of features %d and %d is %g; give finite "+
							"numbers", j, i, x)
				}
			}
		}
	}
	return nil
}
