package information

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// Dependence says how QPFS measures what two features, or a feature and the classes, have
// in common.
type Dependence string

const (
	// MutualInformation is that of coded features, in bits. A continuous target is coded as they
	// are; MDL needs classes.
	MutualInformation Dependence = "mi"
	// AbsCorrelation is |ρ|; of a feature and classes Σ_c p_c |ρ(f, 1_c)|, 1_c being 1 for
	// samples of class c, 0 for others, and p_c their share. Of two classes both terms are
	// one. The sum for more is our reading, which we cannot check. Of a feature and a continuous
	// target it is |ρ|.
	AbsCorrelation Dependence = "correlation"
	// SquaredCorrelation is ρ² in the same places. It needs no matrix of all pairs of
	// features, however many they are.
	SquaredCorrelation Dependence = "squared"
)

// Choices returns the measures, the default first.
func (Dependence) Choices() []string {
	return []string{string(MutualInformation), string(AbsCorrelation), string(SquaredCorrelation)}
}

const (
	// wholeMatrix is the number of features up to which all pairs are looked at, and
	// nystromRows how many features are compared with all others where there are more.
	wholeMatrix, nystromRows = 4096, 512
)

// QPFS is quadratic programming feature selection: weights x of the features that are
// large where a feature has much in common with the classes and little with the
// other features that have weight, all at once,
//
//	minimize ½(1-α) x'Qx - α F'x  over x >= 0, Σ x_j = 1
//
// Q_ij being the dependence of features i and j, F_j that of feature j and the classes
// (Rodriguez-Lujan, Huerta, Elkan, Santa Cruz 2010). α = q̄/(q̄ + f̄), the means of all entries of
// Q, its diagonal included, and of F, weighs both parts alike. Where F is 0 for all features
// nothing is left but redundancy, and α is 0.
//
// Features are ranked by x. Those of weight 0 follow in the order in which they would enter:
// with the gradient g = (1-α)Qx - αF and μ = x'g their score is -(g_j - μ), which is 0 or less,
// relative to (1-α)x'Qx + αF'x; Raw is x. As in GRM a feature that has little in common with
// any other can rank high without telling anything of the classes.
//
// The problem is convex when Q is positive semidefinite. Squared correlations always are; |ρ| and
// mutual information need not be. The least eigenvalue's size is then added to the diagonal of Q,
// after α is found, and a warning says how much: the paper says nothing of it, but without it there
// are local optima.
//
// Of up to 4096 features Q is computed whole, of more the paper's Nyström method takes
// its place, unless Measure is SquaredCorrelation: with C the rows of Q at some features, drawn by
// Options.Seed and their names, and A the block of C at these, Q ≈ C'A⁺C, with the positive
// eigenvalues of A. q̄ is then the mean of C. Printed so, the diagonal comes out far too small for
// all features that were not drawn, which then take nearly all weight; here it is that of Q, which
// costs nothing. Plain asks for the printed form. The diagnostics have the rate of the features
// that were drawn, and how much of the sum of the diagonal the printed form leaves out.
//
// Copies share their weight in any way, so the first of them takes all; a warning says how many
// there are. Equal up to unit, sign and offset are copies for correlations, and equal up to names
// of the codes for mutual information. They come after all others, features of one code next,
// constant columns last, all with score -Inf.
//
// The certificate is the residual of the optimality conditions, relative to (1-α)x'Qx + αF'x.
// Iterations are rounds of a working set with some steps of O(w³) each, w being the number of
// features with weight and a few more. Before them d²/2 joint counts of n samples are made
// (O(nd²)), or 512·d for more than 4096 features, with memory for d², or 512·d numbers;
// SquaredCorrelation costs a product with Q a round, O(nd·min(n, w)), and the memory is a copy of X
// and O(n² + w²).
//
// Select returns an error when a needed target is missing, when Alpha is not between 0 and 1,
// nor Rate, when Bins is out of range, when the range of a column overflows, and when Relevance or
// Redundancy has another size or holds what is not finite.
type QPFS struct {
	// Measure is MutualInformation, AbsCorrelation or SquaredCorrelation; "" means
	// MutualInformation. The paper has the first two.
	Measure Dependence
	// Coding and Bins are those of MRMR, for MutualInformation; "" means Levels, and 0 10. We do
	// not have the paper to see its own coding.
	Coding Coding
	Bins   int
	// Alpha is the weight α of relevance, up to 1; 0 means q̄/(q̄ + f̄). For redundancy alone
	// give a number as small as 1e-300.
	Alpha float64
	// Rate is the share of the features that the Nyström method draws, 1 for all pairs of
	// them; 0 means 1 up to 4096 features, and 512 of them where there are more.
	Rate float64
	// Plain takes the approximation of the Nyström method as it is printed, diagonal and all.
	Plain bool
	// Relevance of each of the d features in place of F; nil for none.
	Relevance mat.Vector
	// Redundancy of all pairs of features (d×d) in place of Q; nil for none.
	Redundancy mat.Symmetric
}

// Name returns "qpfs".
func (QPFS) Name() string { return "qpfs" }

// Facts returns what is known of the method.
func (m QPFS) Facts() algorithms.Facts {
	m = m.Resolve().(QPFS)
	return algorithms.Facts{
		Summary: "weights of all features at once, large for those that tell of the classes and " +
			"share little with each other: a certified optimum",
		Source:   "Rodriguez-Lujan, Huerta, Elkan, Santa Cruz 2010",
		Cost:     "nd² up to 4096 features, then nd; nd for measure=squared",
		Revision: 2, Nested: true, Targets: m.targets(),
		Seeded:          m.Rate > 0 && m.Rate < 1,
		ColumnOrder:     m.Measure == MutualInformation && m.Coding == MDL,
		PerfectMayTrail: m.Measure != MutualInformation,
		Params: map[string]string{
			"measure": "mi is mutual information, correlation its size, squared its square, for " +
				"any number of features",
			"coding": codingDoc + " (measure=mi)",
			"bins":   binsDoc,
			"alpha":  "weight of relevance against redundancy, up to 1; 0 balances their means",
			"rate": "share of the features that all others are compared with (Nyström), 1 for " +
				"all; 0 means 1 up to 4096 features, and 512 of more",
			"plain": "take the Nyström approximation as printed, whose diagonal is too small",
			"relevance": "relevance of the features in place of what they tell of the classes; " +
				"from Go only",
			"redundancy": "redundancy of all pairs of features, d×d; from Go only",
		},
	}
}

// Resolve writes out the defaults.
func (m QPFS) Resolve() algorithms.Selector {
	if m.Measure == "" {
		m.Measure = MutualInformation
	}
	if m.Coding == "" {
		m.Coding = Levels
	}
	if m.Bins == 0 {
		m.Bins = DefaultBins
	}
	return m
}

// Select returns the features ranked by their weights. The objective is that of the problem,
// without what was added to the diagonal; the diagnostics have α, q̄, f̄, and the number of
// features with weight as "support".
func (m QPFS) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = m.Resolve().(QPFS)
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		if err := m.check(d); err != nil {
			return nil, err
		}
		q := &quadratic{m: m, d: d, opt: opt}
		if m.Measure == MutualInformation {
			var err error
			if q.d, err = codedTarget(ctx, d, m.Coding, m.Bins); err != nil {
				return nil, err
			}
		}
		return q.run(ctx)
	})
}

// needsClasses reports whether the resolved method looks at the classes.
func (m QPFS) needsClasses() bool {
	coded := m.Redundancy == nil && m.Measure == MutualInformation && m.Coding == MDL
	return m.Relevance == nil || coded
}

// targets are those of the resolved method.
func (m QPFS) targets() algorithms.Targets {
	coding := m.Coding
	if m.Measure != MutualInformation {
		coding = Levels
	}
	return targets(m.needsClasses(), coding)
}

func (m QPFS) check(d *datasets.Dataset) error {
	switch {
	case !(m.Alpha >= 0 && m.Alpha <= 1):
		return fmt.Errorf(
			"alpha = %g; give a number up to 1, or 0 for q/(q + f), the means of redundancy and "+
				"relevance", m.Alpha)
	case !(m.Rate >= 0 && m.Rate <= 1):
		return fmt.Errorf(
			"rate = %g; give a number up to 1, or 0 for all of up to %d features and %d of more",
			m.Rate, wholeMatrix, nystromRows)
	}
	return checkGiven(d, m.Relevance, m.Redundancy)
}

// checkGiven makes sure that what is given in place of dependences fits the data.
func checkGiven(d *datasets.Dataset, relevance mat.Vector, redundancy mat.Symmetric) error {
	if v := relevance; v != nil {
		if v.Len() != d.D() {
			return fmt.Errorf(
				"the given relevance has %d numbers, and the data set has %d features; give one "+
					"for each", v.Len(), d.D())
		}
		for j := range d.D() {
			if x := v.AtVec(j); math.IsNaN(x) || math.IsInf(x, 0) {
				return fmt.Errorf(
					"the given relevance of feature %d (%s) is %g; give finite numbers", j,
					d.Features[j], x)
			}
		}
	}
	if r := redundancy; r != nil {
		if r.SymmetricDim() != d.D() {
			return fmt.Errorf(
				"the given redundancy is %d×%d, and the data set has %d features; give one row "+
					"and column for each", r.SymmetricDim(), r.SymmetricDim(), d.D())
		}
		for i := range d.D() {
			for j := range i + 1 {
				if x := r.At(i, j); math.IsNaN(x) || math.IsInf(x, 0) {
					return fmt.Errorf(
						"the given redundancy of features %d and %d is %g; give finite numbers", j,
						i, x)
				}
			}
		}
	}
	return nil
}
