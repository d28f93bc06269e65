package information

import (
	"context"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// MIFS adds one feature at a time, to the features S selected so far: the one that tells most of
// the classes less what it shares with each of S,
//
//	J(f) = I(f; y) − β Σ_{s in S} I(f; s)
//
// I is the mutual information in bits of coded columns of X (n×d) and classes y; the first feature
// has the largest I(f; y). Raw is that, then J at the step of choice; scores are 1/place. Columns
// of one code rank last; ties go to the lower column.
//
// Select returns an error for fewer than two classes, Beta or Bins out of range, a column whose
// range overflows, and more than 256 values with Values.
//
// The cost is that of Code and, at each of K steps, one joint count of f and s for each other
// feature: O(ndK), and up to 2nd bytes; of sparse values, in their entries.
//
// Source: Battiti, IEEE Transactions on Neural Networks 5, 1994. See docs/methods-information.md.
type MIFS struct {
	// Beta is the weight β of redundancy, a number above 0; 0 means 1. Battiti suggests 0.5 to 1.
	Beta float64 `default:"1" range:"[1e-100,1e+100]"`
	// Coding is Levels, Width, Frequency, MDL or Values, for a continuous target too; "" means
	// Levels. MDL needs classes.
	Coding Coding
	// Bins is the number of bins of Width and Frequency, 2 to 256; 0 means 10.
	Bins int `default:"10" range:"[2,256]"`
}

// Facts returns what is known of the method.
func (m MIFS) Facts() algorithms.Facts { return searchFacts("mifs", m.Coding) }

// Select returns the best features in the order in which they are added.
func (m MIFS) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return selectJointly(ctx, m, d, opt)
}

func (m MIFS) search() (jointSearch, Coding, int) {
	return linear(m.Beta, 0).search(), m.Coding, m.Bins
}

// Search is a forward search of coded columns by a criterion of theirs, the chosen features and the
// classes, such as JMI.
type Search[C interface{ search() (string, jointSearch) }] struct {
	// Coding is Levels, Width, Frequency, MDL or Values, for a continuous target too; "" means
	// Levels. MDL needs classes.
	Coding Coding
	// Bins is the number of bins of Width and Frequency, 2 to 256; 0 means 10.
	Bins int `default:"10" range:"[2,256]"`
}

// Facts returns what is known of the method.
func (m Search[C]) Facts() algorithms.Facts {
	var c C
	name, _ := c.search()
	return searchFacts(name, m.Coding)
}

// Select returns the best features in the order in which they are added.
func (m Search[C]) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return selectJointly(ctx, m, d, opt)
}

func (m Search[C]) search() (jointSearch, Coding, int) {
	var c C
	_, s := c.search()
	return s, m.Coding, m.Bins
}

// CIFE adds one feature at a time, to the features S selected so far: the one with the largest
// conditional infomax criterion,
//
//	J(f) = I(f; y) − Σ_{s in S} I(f; s) + Σ_{s in S} I(f; s | y)
//
// which for one s is I(f; y | s). It is LCSI with β = γ = 1. Both sums grow with S, so with many
// features they outweigh the relevance.
//
// I, Raw, scores, ties, errors and cost are those of MIFS, with y in each joint count.
//
// Source: Lin, Tang, ECCV 2006, as written by Brown et al., JMLR 13, 2012. See docs/methods-
// information.md.
type CIFE = Search[ofCIFE]

// CondRed adds one feature at a time, to the features S selected so far: the one with the largest
// relevance and conditional redundancy,
//
//	J(f) = I(f; y) + Σ_{s in S} I(f; s | y)
//
// which is LCSI with β = 0, γ = 1. Nothing weighs against features that repeat chosen ones, so it
// shows the part of the second sum rather than a set to keep.
//
// I, Raw, scores, ties, errors and cost are those of MIFS, with y in each joint count.
//
// Source: Brown, Pocock, Zhao, Luján, JMLR 13, 2012. See docs/methods-information.md.
type CondRed = Search[ofCondRed]

// LCSI adds one feature at a time, to the features S selected so far: the one with the largest
// linear combination of Shannon informations,
//
//	J(f) = I(f; y) − β Σ_{s in S} I(f; s) + γ Σ_{s in S} I(f; s | y)
//
// β = γ = 0, the default, is the order of I(f; y); γ = 0 is MIFS, β = γ = 1 CIFE.
//
// I, Raw, scores, ties, errors and cost are those of MIFS, with y in each joint count.
//
// Source: Brown, Pocock, Zhao, Luján, JMLR 13, 2012. See docs/methods-information.md.
type LCSI struct {
	// Beta is the weight β of redundancy.
	Beta float64 `range:"[0,1e+100]"`
	// Gamma is the weight γ of redundancy within the classes.
	Gamma float64 `range:"[0,1e+100]"`
	// Coding is Levels, Width, Frequency, MDL or Values, for a continuous target too; "" means
	// Levels. MDL needs classes.
	Coding Coding
	// Bins is the number of bins of Width and Frequency, 2 to 256; 0 means 10.
	Bins int `default:"10" range:"[2,256]"`
}

// Facts returns what is known of the method.
func (m LCSI) Facts() algorithms.Facts { return searchFacts("lcsi", m.Coding) }

// Select returns the best features in the order in which they are added.
func (m LCSI) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return selectJointly(ctx, m, d, opt)
}

func (m LCSI) search() (jointSearch, Coding, int) {
	return linear(m.Beta, m.Gamma).search(), m.Coding, m.Bins
}

// JMI adds one feature at a time, to the features S selected so far: the one that together with
// each of S tells most of the classes,
//
//	J(f) = Σ_{s in S} I(f, s; y) = Σ_{s in S} (I(s; y) + I(f; y | s))
//
// Its order is that of I(f; y) − 1/|S| Σ I(f; s) + 1/|S| Σ I(f; s | y).
//
// I, Raw, scores, ties, errors and cost are those of MIFS, with y in each joint count.
//
// Source: Yang, Moody, NIPS 1999, as written by Brown et al., JMLR 13, 2012. See docs/methods-
// information.md.
type JMI = Search[ofJMI]

// CMIM adds one feature at a time, to the features S selected so far: the one that tells most of
// the classes whichever chosen feature is known,
//
//	J(f) = min(I(f; y), min_{s in S} I(f; y | s))
//
// as in Fleuret's algorithm. A copy of a chosen feature has J = 0.
//
// I, Raw, scores, ties, errors and cost are those of MIFS, with y in each joint count.
//
// Source: Fleuret, JMLR 5, 2004. See docs/methods-information.md.
type CMIM = Search[ofCMIM]

// DISR adds one feature at a time, to the features S selected so far: the one with the largest sum
// of symmetrical relevances,
//
//	J(f) = Σ_{s in S} I(f, s; y) / H(f, s, y),   0/0 = 0
//
// The division keeps features of many codes from winning by their number.
//
// I, Raw, scores, ties, errors and cost are those of MIFS, with y in each joint count.
//
// Source: Meyer, Bontempi, EvoWorkshops 2006. See docs/methods-information.md.
type DISR = Search[ofDISR]

// ICAP adds one feature at a time, to the features S selected so far: the one with the largest
// relevance less the interactions that cost it information,
//
//	J(f) = I(f; y) − Σ_{s in S} max(0, I(f; s) − I(f; s | y))
//
// Features that tell more together than alone are not rewarded (interaction capping). With one s
// it is CMIM.
//
// I, Raw, scores, ties, errors and cost are those of MIFS, with y in each joint count.
//
// Source: Jakulin, thesis, Ljubljana 2005, as written by Brown et al., JMLR 13, 2012. See
// docs/methods-information.md.
type ICAP = Search[ofICAP]

// JIM adds one feature at a time, to the features S selected so far: the one that together with
// each of S takes most of the Gini impurity of the classes,
//
//	J(f) = Σ_{s in S} G(f, s; y),   G(x; y) = Σ p_xy²/p_x − Σ p_y²
//
// It is JMI with impurity in place of entropy; G has no unit.
//
// I, Raw, scores, ties, errors and cost are those of MIFS, with y in each joint count.
//
// Source: the package praznik, which takes the largest G(f; y) first. See docs/methods-
// information.md.
type JIM = Search[ofJIM]

// JMIM adds one feature at a time, to the features S selected so far: the one that tells most of
// the classes with the chosen feature that helps it least,
//
//	J(f) = min_{s in S} I(f, s; y)
//
// For each s it adds I(s; y) to the conditional information that CMIM compares.
//
// I, Raw, scores, ties, errors and cost are those of MIFS, with y in each joint count.
//
// Source: Bennasar, Hicks, Setchi, Expert Systems with Applications 42, 2015. See docs/methods-
// information.md.
type JMIM = Search[ofJMIM]

// NJMIM adds one feature at a time, to the features S selected so far: the one that tells most of
// the classes, as a share of the joint entropy, with the chosen feature that helps it least,
//
//	J(f) = min_{s in S} I(f, s; y) / H(f, s, y),   0/0 = 0
//
// I, Raw, scores, ties, errors and cost are those of MIFS, with y in each joint count.
//
// Source: Bennasar, Hicks, Setchi, Expert Systems with Applications 42, 2015. See docs/methods-
// information.md.
type NJMIM = Search[ofNJMIM]

// CMI adds one feature at a time, to the features S selected so far: the one that tells most of the
// classes when all of S are known,
//
//	J(f) = I(f; y | S)
//
// with one level for each combination of codes of S that occurs. Combinations soon have one sample
// each; then J is 0 for all, and the other features follow in the order of the columns.
//
// I, Raw, scores, ties and errors are those of MIFS.
//
// The cost is that of Code and, at each of K steps, one joint count of f, S and y for each other
// feature, of the samples whose level of S does not tell their class: O(ndK), and up to 2nd bytes.
//
// Source: Brown et al., JMLR 13, 2012; the package praznik. See docs/methods-information.md.
type CMI = Search[ofCMI]

// JMI3 adds one feature at a time, to the features S selected so far: the one that together with
// each pair of S tells most of the classes,
//
//	J(f) = Σ_{s<t in S} I(f, s, t; y)
//
// and as the second feature the one with the largest I(f, s; y), as JMI.
//
// I, Raw, scores, ties and errors are those of MIFS.
//
// Step i takes a joint count of f, s, t and y for the newest t and each of the i−2 others s, for
// each remaining feature, since no smaller table has it: O(ndK²), up to 2nd bytes. Set K: all of
// 1,000 features take 1.7e8 joint counts. More than 1e14 samples to count, days, are an error.
//
// Source: Sechidis et al., Machine Learning 108, 2019, with plug-in estimates as in praznik. See
// docs/methods-information.md.
type JMI3 = Search[ofJMI3]

// The criteria of Search.
type (
	ofCIFE    struct{}
	ofCondRed struct{}
	ofJMI     struct{}
	ofCMIM    struct{}
	ofDISR    struct{}
	ofICAP    struct{}
	ofJIM     struct{}
	ofJMIM    struct{}
	ofNJMIM   struct{}
	ofCMI     struct{}
	ofJMI3    struct{}
)

func (ofCIFE) search() (string, jointSearch)    { return "cife", linear(1, 1).search() }
func (ofCondRed) search() (string, jointSearch) { return "condred", linear(0, 1).search() }
func (ofJMI) search() (string, jointSearch)     { return "jmi", sumOfJoint.search() }
func (ofCMIM) search() (string, jointSearch)    { return "cmim", leastConditional.search() }
func (ofDISR) search() (string, jointSearch)    { return "disr", sumOfShares.search() }
func (ofICAP) search() (string, jointSearch)    { return "icap", capped.search() }
func (ofJIM) search() (string, jointSearch)     { return "jim", sumOfGains.search() }
func (ofJMIM) search() (string, jointSearch)    { return "jmim", leastJoint.search() }
func (ofNJMIM) search() (string, jointSearch)   { return "njmim", leastShare.search() }
func (ofCMI) search() (string, jointSearch)     { return "cmi", jointSearch{criterion: newJointly} }
func (ofJMI3) search() (string, jointSearch) {
	return "jmi3", jointSearch{criterion: newTriples, check: tooManyTriples}
}
