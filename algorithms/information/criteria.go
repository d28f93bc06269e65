package information

import (
	"cmp"
	"context"
	"fmt"
	"maps"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// searchTable has the facts of each forward search with joint counts that others do not share.
var searchTable = map[string]algorithms.Facts{
	"mifs": {
		About: algorithms.About{
			Summary: "forward search for high mutual information with the classes, less a " +
				"weight times that with each chosen feature",
			Source:    "Battiti 1994",
			Criterion: "I(f; y) − β Σ I(f; s)",
			Params: map[string]string{
				"beta": "weight β of the redundancy with each chosen feature; 0 means 1",
			},
		},
		Promises: algorithms.Promises{Redundancy: true},
	},
	"cife": {
		About: algorithms.About{
			Summary: "forward search for high mutual information with the classes, less " +
				"redundancy, plus redundancy within the classes",
			Source:    "Lin, Tang 2006",
			Criterion: "I(f; y) − Σ I(f; s) + Σ I(f; s | y)",
		},
		Promises: algorithms.Promises{Redundancy: true},
	},
	"condred": {
		About: algorithms.About{
			Summary: "forward search for high mutual information with the classes, and with the " +
				"chosen features within the classes",
			Source:    "Brown, Pocock, Zhao, Luján 2012",
			Criterion: "I(f; y) + Σ I(f; s | y)",
		},
	},
	"lcsi": {
		About: algorithms.About{
			Summary: "forward search for relevance, less β times redundancy, plus γ times " +
				"redundancy within the classes",
			Source:    "Brown, Pocock, Zhao, Luján 2012",
			Criterion: "I(f; y) − β Σ I(f; s) + γ Σ I(f; s | y)",
			Params: map[string]string{
				"beta":  "weight β of the redundancy with each chosen feature",
				"gamma": "weight γ of the redundancy within the classes",
			},
		},
	},
	"jmi": {
		About: algorithms.About{
			Summary: "forward search for features that tell most of the classes together with " +
				"each chosen one",
			Source:    "Yang, Moody 1999",
			Criterion: "Σ I(f, s; y)",
		},
		Promises: algorithms.Promises{Redundancy: true},
	},
	"cmim": {
		About: algorithms.About{
			Summary: "forward search for features that tell of the classes whichever chosen " +
				"feature is known",
			Source:    "Fleuret 2004",
			Criterion: "min(I(f; y), min I(f; y | s))",
		},
		Promises: algorithms.Promises{Redundancy: true, ColumnOrder: true},
	},
	"disr": {
		About: algorithms.About{
			Summary: "forward search for features that tell most of the classes together with " +
				"each chosen one, as a share of the joint entropy",
			Source:    "Meyer, Bontempi 2006",
			Criterion: "Σ I(f, s; y) / H(f, s, y)",
		},
	},
	"icap": {
		About: algorithms.About{
			Summary: "forward search for high mutual information with the classes, less the " +
				"redundancy that the classes do not explain",
			Source:    "Jakulin 2005",
			Criterion: "I(f; y) − Σ max(0, I(f; s) − I(f; s | y))",
		},
		Promises: algorithms.Promises{Redundancy: true},
	},
	"jim": {
		About: algorithms.About{
			Summary: "forward search for features that take most Gini impurity of the classes " +
				"together with each chosen one",
			Source:    "Kursa 2021",
			Criterion: "Σ G(f, s; y)",
		},
		Promises: algorithms.Promises{Redundancy: true},
	},
	"jmim": {
		About: algorithms.About{
			Summary: "forward search for features that tell much of the classes with each " +
				"chosen one",
			Source:    "Bennasar, Hicks, Setchi 2015",
			Criterion: "min I(f, s; y)",
		},
		Promises: algorithms.Promises{Redundancy: true, ColumnOrder: true},
	},
	"njmim": {
		About: algorithms.About{
			Summary: "forward search for features that tell much of the classes with each " +
				"chosen one, as a share of the joint entropy",
			Source:    "Bennasar, Hicks, Setchi 2015",
			Criterion: "min I(f, s; y) / H(f, s, y)",
		},
		Promises: algorithms.Promises{ColumnOrder: true},
	},
	"cmi": {
		About: algorithms.About{
			Summary: "forward search for features that tell most of the classes when all chosen " +
				"ones are known",
			Source:    "Brown, Pocock, Zhao, Luján 2012",
			Criterion: "I(f; y | S)",
		},
		Promises: algorithms.Promises{Redundancy: true, ColumnOrder: true},
	},
	"jmi3": {
		About: algorithms.About{
			Summary: "forward search for features that tell most of the classes together with " +
				"each pair of chosen ones",
			Source:    "Sechidis et al. 2019",
			Criterion: "Σ I(f, s, t; y)",
		},
		Promises: algorithms.Promises{Redundancy: true, ColumnOrder: true},
		Costs: algorithms.Costs{Cost: "ndk²", Wide: algorithms.Wide{
			Why: "each chosen feature is counted with each chosen before and all that are " +
				"left, which are dk²/2 counts of n samples",
			Instead: "choose fewer, such as k = 50, or take jmi",
			Seconds: algorithms.Growth{Factor: .35e-9, N: 1, D: 1, K: 2, Left: true},
		}},
	},
}

// searchFacts are those of the search of a name. Beside chosen features, those of many codes soon
// tell the classes of all samples, and tie.
func searchFacts(name string, coding Coding) algorithms.Facts {
	f := searchTable[name]
	f.Name, f.Revision, f.Cost = name, 1, cmp.Or(f.Cost, "ndk")
	f.ColumnOrder = f.ColumnOrder || coding == Width
	return codedFacts(f, coding)
}

// codedFacts completes the facts of a method of coded columns and their target.
func codedFacts(f algorithms.Facts, coding Coding) algorithms.Facts {
	f.Family, f.Nested, f.Targets = algorithms.Information, true, targets(true, coding)
	f.Storage, f.ByValue = algorithms.AnyStorage, true
	f.ColumnOrder, f.FewValues = f.ColumnOrder || coding.manyTie(), coding == Values
	params := map[string]string{"coding": codingDoc, "bins": binsDoc}
	maps.Copy(params, f.Params)
	f.Params = params
	return f
}

// joined is a forward search with joint counts.
type joined interface {
	algorithms.Selector
	search() (jointSearch, Coding, int)
}

// selectJointly is the Select of such a search.
func selectJointly[M joined](ctx context.Context, m M, d *datasets.Dataset,
	opt algorithms.Options) (*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		s, coding, bins := m.search()
		return s.found(ctx, d, opt, coding, bins, onDiskLimits)
	})
}

var (
	sumOfJoint = formula{need: needMixed, // of JMI
		add: func(sum float64, p pair) float64 { return sum + p.joint }}
	leastConditional = formula{need: needMixed, // of CMIM
		start: func(relevance float64) float64 { return relevance },
		add:   func(least float64, p pair) float64 { return min(least, p.conditional) }}
	sumOfShares = formula{ // of DISR
		add: func(sum float64, p pair) float64 { return sum + p.normalized() }}
	capped = formula{ // of ICAP
		add:   func(sum float64, p pair) float64 { return sum + max(0, p.redundancy-p.given) },
		value: func(relevance, sum float64) float64 { return relevance - sum }}
	sumOfGains = formula{need: needGain, // of JIM
		add: func(sum float64, p pair) float64 { return sum + p.gain }}
	leastJoint = formula{need: needMixed, start: none, // of JMIM
		add: func(least float64, p pair) float64 { return min(least, p.joint) }}
	leastShare = formula{start: none, // of NJMIM
		add: func(least float64, p pair) float64 { return min(least, p.normalized()) }}
)

// mostTriples is the number of samples that JMI3 counts at most, which takes days.
const mostTriples = 1e14

// tooManyTriples returns an error if the best k features of d, or all, take longer.
func tooManyTriples(d *datasets.Dataset, k int) error {
	if k <= 0 || k > d.D() {
		k = d.D()
	}
	n, p, steps := float64(d.N()), float64(d.D()), float64(k)
	// Σ t(p − t) over the steps t up to k.
	if counts := steps * steps * (p/2 - steps/3); n*counts > mostTriples {
		return fmt.Errorf("%d of %d features take %.1g joint counts of %d samples, days; choose "+
			"fewer, such as k = 50, or take jmi", k, d.D(), counts, d.N())
	}
	return nil
}
