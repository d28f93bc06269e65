// Package catalogue lists every selection method in one explicit slice. The
// command line, the documentation, the conformance tests and the sweeps of the
// front door all range over it.
package catalogue

import (
	"fmt"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/embedded"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/fsir"
	"fsnb.example/algorithms/grm"
	"fsnb.example/algorithms/information"
	"fsnb.example/algorithms/lap"
	"fsnb.example/algorithms/projection"
	"fsnb.example/algorithms/spfs"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/internal/suggest"
)

// Entry describes one method.
type Entry struct {
	Name     string              // as the command line and Key spell it
	Type     string              // as the front door spells it
	Method   algorithms.Selector // zero value: the paper's defaults
	Summary  string              // one line for a reader who does not know it
	Source   string              // where it was published
	Labels   string              // "required", "unused", or when which
	Nested   bool                // the best k are the first k of the best k+1
	Cost     string              // time in n samples, d features
	Params   map[string]string   // what each parameter means
	Revision int                 // raised whenever results change
}

const (
	neighborsDoc  = "nearest samples that each sample is joined to; 0 means 5"
	heatDoc       = "width t of the kernel exp(-‖x-y‖²/t); 0 means the mean squared distance between joined samples"
	similarityDoc = "what samples are alike by: class their classes, rbf their distances over all columns, neighbors the distances to the nearest samples, precomputed a matrix, from Go only"
	percentileDoc = "percentile of all squared distances that is the squared width σ² of the kernel exp(-‖x-y‖²/(2σ²)), above 0 and up to 100"
	widthDoc      = "σ² itself, in place of percentile; 0 means the percentile"
	meanWidthDoc  = "σ² itself, in place of percentile; 0, with percentile 0, means the mean of all squared distances"
	matrixDoc     = "the similarity of the samples, n×n; from Go only"
	codingDoc     = "levels at mean ± sd/2, width or frequency of equal bins, mdl of Fayyad and Irani"
	binsDoc       = "bins of coding=width and coding=frequency, 2 to 256; 0 means 10"
	dimensionsDoc = "axes of the projection; 0 means 1"
	ridgeDoc      = "what is added to the diagonal of the scatter within the classes, relative to its mean; 0 means none"
	uncenteredDoc = "take the features as they are, as printed, instead of without their weighted mean"
	restartsDoc   = "starts drawn by the seed that are tried beside the method's own, the lowest objective kept; 0 means none"
	radiusDoc     = "bound of the sum of the norms of the rows; 0 means the least found that leaves k of them"
	targetsDoc    = "eigenvectors of the similarity that are predicted, the largest first; 0 means all with positive eigenvalues"
)

// entries makes the list anew: a variable would be linked, with every method in it, by
// whatever imports this package.
func entries() []Entry {
	return []Entry{
		{
			Name: "arom-svm", Type: "AROM", Method: embedded.AROM{},
			Summary: "the features that a linear support vector machine keeps when it is trained again and again on what it used",
			Source:  "Weston et al. 2003", Labels: "required", Nested: true, Cost: "nd a round and epoch", Revision: 2,
			Params: map[string]string{"c": "weight of the machine's errors; 0 means 1"},
		},
		{
			Name: "bahsic", Type: "BAHSIC", Method: filter.BAHSIC{},
			Summary: "backward elimination by dependence on the classes, which sees features that act together",
			Source:  "Song et al. 2007", Labels: "similarity=class", Nested: true, Cost: "n²d", Revision: 3,
			Params: similarityParams("similarity", similarityDoc, widthDoc, "linear", "take the linear kernel, with which the order is that of hsic"),
		},
		{
			Name: "evsc", Type: "EVSC", Method: filter.EVSC{},
			Summary: "by how much the leading eigenvalues of the graph of the samples move when the feature counts for more",
			Source:  "Jiang, Ren 2011", Labels: "unused", Nested: true, Cost: "n²d + n³", Revision: 1,
			Params: map[string]string{
				"eigenvalues": "eigenvalues that count, the smallest first; 0 means 5",
				"percentile":  percentileDoc, "width": meanWidthDoc,
			},
		},
		{
			Name: "fisher", Type: "Fisher", Method: filter.Fisher{},
			Summary: "scatter between classes over scatter within classes",
			Source:  "Duda, Hart, Stork 2001", Labels: "required", Nested: true, Cost: "nd", Revision: 1,
		},
		{
			Name: "fohsic", Type: "FOHSIC", Method: filter.FOHSIC{},
			Summary: "forward search by dependence on the classes, measured by a Gaussian kernel of all chosen features",
			Source:  "Song et al. 2007", Labels: "similarity=class", Nested: true, Cost: "n²dk", Revision: 3,
			Params: similarityParams("similarity", similarityDoc, widthDoc, "linear", "take the linear kernel, with which the order is that of hsic"),
		},
		{
			Name: "fsir2", Type: "FSIR2", Method: fsir.FSIR2{},
			Summary: "the subset that is relevant and unlike each other at once: a relaxed problem, certified, and rounded with a bound",
			Source:  "Xu, Zhou, Huang, Ouyang, Chen", Labels: "similarity=class", Nested: false, Cost: "n²d an iteration", Revision: 3,
			Params: similarityParams("similarity", similarityDoc, meanWidthDoc,
				"solver", "subspace takes tens to hundreds of iterations, power is the paper's Algorithm 1, which takes hundreds to thousands",
				"eta", "what solver=power adds to the diagonal, without effect on the answer; 0 means just above the largest eigenvalue",
				"polish", "exchange features of the rounded subset until no exchange lowers its objective, which the paper does not"),
		},
		{
			Name: "fssl", Type: "FSSL", Method: projection.FSSL{},
			Summary: "a projection of few features that keeps near what a graph of the samples joins, by reweighting",
			Source:  "Gu, Li, Han 2011", Labels: "graph=class", Nested: true, Cost: "nd min(n,d) an iteration; n²d + nd min(n,d) an iteration for graph=neighbors", Revision: 2,
			Params: similarityParams("graph", similarityDoc+", complete nothing: all are", widthDoc,
				"dimensions", dimensionsDoc, "gamma", "weight of the graph against the norms of the rows; 0 means 1",
				"uncentered", uncenteredDoc, "restarts", restartsDoc),
		},
		{
			Name: "grm", Type: "GRM", Method: grm.GRM{},
			Summary: "the scores of another method, refined so that features which repeat each other share them: a certified optimum",
			Source:  "Wang, Nie, Huang 2015", Labels: "scorer=fisher", Nested: true, Cost: "n²d a round, beside the scorer", Revision: 2,
			Params: map[string]string{
				"scorer":     "method whose scores are refined, which may need labels; none means fisher",
				"top":        "features of highest score that take part, as the paper does for speed; 0 means all",
				"scores":     "scores of the features in place of a scorer's; from Go only",
				"redundancy": "redundancy of all pairs of features, d×d, in place of the squared correlation; from Go only",
				"groups":     "features that should rank alike, in groups of names or indices; from Go only",
				"gamma":      "weight of the groups; 0 means 1",
				"solver":     "active-set finds the optimum, alm is the paper's Algorithm 2, which stops short of it",
				"rho":        "growth of the penalty of solver=alm, between 1 and 2; 0 means 1.1",
			},
		},
		{
			Name: "hsic", Type: "HSIC", Method: filter.HSIC{},
			Summary: "dependence on the classes, or on a similarity of the samples, measured by a linear kernel",
			Source:  "Song et al. 2007", Labels: "similarity=class", Nested: true, Cost: "nd; n²d without classes", Revision: 3,
			Params: similarityParams("similarity", similarityDoc, widthDoc, "unscaled", "take features as they are, instead of with unit variance"),
		},
		{
			Name: "infogain", Type: "InfoGain", Method: information.InfoGain{},
			Summary: "by how many bits the coded feature reduces the entropy of the classes",
			Source:  "Raileanu, Stoffel 2000", Labels: "required", Nested: true, Cost: "nd to nd log n", Revision: 2,
			Params: map[string]string{"coding": codingDoc, "bins": binsDoc},
		},
		{
			Name: "laplacian", Type: "Laplacian", Method: filter.Laplacian{},
			Summary: "how smoothly a feature varies over the graph of nearest samples",
			Source:  "He, Cai, Niyogi 2005", Labels: "similarity=class", Nested: true, Cost: "n²d; nd for similarity=class", Revision: 2,
			Params: similarityParams("similarity", similarityDoc, widthDoc),
		},
		{
			Name: "lda", Type: "LDAScore", Method: projection.LDAScore{},
			Summary: "part in the projection that separates the classes best, relative to their scatter",
			Source:  "Hastie, Tibshirani, Friedman 2009", Labels: "required", Nested: true, Cost: "nd min(n,d)", Revision: 2,
			Params: map[string]string{
				"dimensions": "axes of the projection; 0 means one less than there are classes",
				"ridge":      ridgeDoc,
				"equal":      "count every class alike in the scatter between, whatever its size",
			},
		},
		{
			Name: "lfda", Type: "LFDAScore", Method: projection.LFDAScore{},
			Summary: "part in the projection that separates the classes and keeps neighbors of one class together",
			Source:  "Sugiyama 2006", Labels: "required", Nested: true, Cost: "n²d + nd min(n,d)", Revision: 2,
			Params: similarityParams("similarity", "what samples of a class are near each other by: neighbors the distances to the nearest samples, rbf all distances, precomputed a matrix of numbers from 0 to 1, from Go only", widthDoc,
				"dimensions", "axes of the projection; 0 means one less than there are classes", "ridge", ridgeDoc),
		},
		{
			Name: "lgd", Type: "LGD", Method: grm.LGD{},
			Summary: "how much a feature varies at all, relative to how much it varies among neighboring values",
			Source:  "Wang, Nie, Huang 2015", Labels: "unused", Nested: true, Cost: "nd log n", Revision: 2,
			Params: map[string]string{"neighbors": "values of a neighborhood, the value itself included; 0 means 5"},
		},
		{
			Name: "lpp", Type: "LPPScore", Method: projection.LPPScore{},
			Summary: "part in the projection on which neighboring samples stay nearest to each other",
			Source:  "He, Niyogi 2004", Labels: "similarity=class", Nested: true, Cost: "n²d + nd min(n,d)", Revision: 2,
			Params: similarityParams("similarity", similarityDoc, widthDoc, "dimensions", dimensionsDoc, "uncentered", uncenteredDoc),
		},
		{
			Name: "mcfs", Type: "MCFS", Method: embedded.MCFS{},
			Summary: "features from which few at a time predict, by a lasso, how the samples fall into clusters",
			Source:  "Cai, Zhang, He 2010", Labels: "similarity=class", Nested: true, Cost: "n²d + n³ + nd", Revision: 2,
			Params: similarityParams("similarity", similarityDoc, widthDoc,
				"eigenvectors", "smoothest functions of the samples that are predicted, at best as many as clusters; 0 means 5",
				"cardinality", "features that predict each of them, in the paper as many as are wanted; 0 means 20"),
		},
		{
			Name: "mrmr", Type: "MRMR", Method: information.MRMR{},
			Summary: "forward search for features that tell most of the classes and least of each other, in bits",
			Source:  "Ding, Peng 2005", Labels: "required", Nested: true, Cost: "ndk", Revision: 2,
			Params: map[string]string{
				"scheme":     "mid takes the difference of relevance and redundancy, miq the quotient",
				"coding":     codingDoc,
				"bins":       binsDoc,
				"relevance":  "relevance of each feature in place of the computed one; from Go only",
				"redundancy": "redundancy of all pairs of features, d×d, in place of the computed one; from Go only",
			},
		},
		{
			Name: "mrsf", Type: "MRSF", Method: embedded.MRSF{},
			Summary: "features from which a linear map best predicts the spectrum of a graph of the samples, a certified optimum",
			Source:  "Zhao, Wang, Liu 2010", Labels: "similarity=class", Nested: false, Cost: "ndc + k³ a radius; n²d + n³ + n²d a radius without classes", Revision: 2,
			Params: similarityParams("similarity", similarityDoc, meanWidthDoc, "targets", targetsDoc, "radius", radiusDoc),
		},
		{
			Name: "pca", Type: "PCAScore", Method: projection.PCAScore{},
			Summary: "part in the axes of largest variance",
			Source:  "Jolliffe 2002", Labels: "unused", Nested: true, Cost: "nd an axis of a Krylov space; nd min(n,d) for small data", Revision: 1,
			Params: map[string]string{"dimensions": dimensionsDoc},
		},
		{
			Name: "qpfs", Type: "QPFS", Method: information.QPFS{},
			Summary: "weights of all features at once, large for those that tell of the classes and share little with each other: a certified optimum",
			Source:  "Rodriguez-Lujan, Huerta, Elkan, Santa Cruz 2010", Labels: "required", Nested: true, Cost: "nd² up to 4096 features, then nd; nd for measure=squared", Revision: 2,
			Params: map[string]string{
				"measure":    "mi is mutual information, correlation its size, squared its square, for any number of features",
				"coding":     codingDoc + " (measure=mi)",
				"bins":       binsDoc,
				"alpha":      "weight of relevance against redundancy, up to 1; 0 balances their means",
				"rate":       "share of the features that all others are compared with (Nyström), 1 for all; 0 means 1 up to 4096 features, and 512 of more",
				"plain":      "take the Nyström approximation as printed, whose diagonal is too small",
				"relevance":  "relevance of the features in place of what they tell of the classes; from Go only",
				"redundancy": "redundancy of all pairs of features, d×d; from Go only",
			},
		},
		{
			Name: "random", Type: "Random", Method: filter.Random{},
			Summary: "a random order, the baseline to beat",
			Source:  "", Labels: "unused", Nested: true, Cost: "nd", Revision: 1,
		},
		{
			Name: "relieff", Type: "ReliefF", Method: filter.ReliefF{},
			Summary: "how much more a feature differs between near samples of different classes than of one class",
			Source:  "Robnik-Šikonja, Kononenko 2003", Labels: "required", Nested: true, Cost: "n²d", Revision: 2,
			Params: map[string]string{
				"neighbors":  "nearest samples of the same class, and of each other class; 0 means 10",
				"difference": "absolute, or squared",
			},
		},
		{
			Name: "rfs", Type: "RFS", Method: embedded.RFS{},
			Summary: "few features from which a linear map tells the classes, errors of samples and weights of features counted by their norm: a certified optimum",
			Source:  "Nie, Huang, Cai, Ding 2010", Labels: "required", Nested: true, Cost: "ndc + (n+a)³ a step, a features taking part", Revision: 1,
			Params: map[string]string{
				"gamma": "weight of the features' rows against the errors; 0 means 1",
				"bias":  "add a column of ones, whose row counts like that of a feature",
			},
		},
		{
			Name: "slap", Type: "SLAP", Method: lap.SLAP{},
			Summary: "a projection of few features that brings near samples of a class together, and learns how near with it",
			Source:  "Chen et al. 2018", Labels: "required", Nested: true, Cost: "n²d + n³ a step", Revision: 2,
			Params: map[string]string{
				"dimensions": dimensionsDoc,
				"neighbors":  "nearest samples of the class that each sample is paired with; 0 means 5",
				"gamma":      "weight of the norms of the rows against the distances; 0 means 1",
				"epsilon":    "what keeps distances and norms from 0; 0 means 1e-10",
				"join":       "or pairs samples of which one is near the other, and those of which each is",
				"tolerance":  "norm of the gradient, relative to the objective, at which the steps end; 0 means 1e-8",
				"restarts":   restartsDoc,
			},
		},
		{
			Name: "sogfs", Type: "SOGFS", Method: embedded.SOGFS{},
			Summary: "features of a projection that is learned together with a graph of the samples, which falls into clusters",
			Source:  "Nie, Zhu, Li 2016", Labels: "unused", Nested: true, Cost: "n²d + n³ a step", Revision: 3,
			Params: map[string]string{
				"dimensions": dimensionsDoc,
				"clusters":   "components that the graph is to have; 0 means 5",
				"neighbors":  "nearest samples of each by which alpha is chosen; 0 means 5",
				"alpha":      "weight that makes the similarities of a sample even; 0 means that which leaves neighbors of them at the start",
				"gamma":      "weight of the norms of the rows against what the projection loses; 0 means 1",
				"lambda":     "weight of the clusters at the start, doubled and halved until there are as many; 0 means alpha",
				"epsilon":    "what keeps norms from 0; 0 means 1e-10",
				"restarts":   restartsDoc,
			},
		},
		{
			Name: "spec", Type: "SPEC", Method: filter.SPEC{},
			Summary: "how smoothly a feature varies, in the spectrum of a similarity of the samples",
			Source:  "Zhao, Liu 2007", Labels: "similarity=class", Nested: true, Cost: "n²d; n³ + n²d for other powers or fewer eigenvectors", Revision: 3,
			Params: similarityParams("similarity", similarityDoc, widthDoc,
				"criterion", "phi2 is smoothness relative to the variance, phi1 relative to the norm, phi3 nearness to the smoothest eigenvectors",
				"power", "the eigenvalues λ of the Laplacian count as λ^power; 0 means 1",
				"eigenvectors", "how many of the smoothest eigenvectors criterion=phi3 looks at; 0 means all"),
		},
		{
			Name: "spfs-lar", Type: "LAR", Method: spfs.LAR{},
			Summary: "features from which a linear map predicts the similarity of the samples, by group least angle regression",
			Source:  "Zhao, Wang, Liu, Ye 2013", Labels: "similarity=class", Nested: true, Cost: "ndck; n²d + n³ + n²dk without classes", Revision: 3,
			Params: similarityParams("similarity", similarityDoc, widthDoc, "uncentered", "bring features to unit length without centering them", "targets", targetsDoc),
		},
		{
			Name: "spfs-nes", Type: "NES", Method: spfs.NES{},
			Summary: "features from which a linear map of bounded row norms best predicts the similarity of the samples, a certified optimum",
			Source:  "Zhao, Wang, Liu, Ye 2013", Labels: "similarity=class", Nested: false, Cost: "ndc + k³ a radius; n²d + n³ + n²d a radius without classes", Revision: 4,
			Params: similarityParams("similarity", similarityDoc, widthDoc, "uncentered", "bring features to unit length without centering them", "targets", targetsDoc, "radius", radiusDoc),
		},
		{
			Name: "spfs-sfs", Type: "SFS", Method: spfs.SFS{},
			Summary: "forward search for features that together preserve the similarity of the samples, without repeating each other",
			Source:  "Zhao, Wang, Liu, Ye 2013", Labels: "similarity=class", Nested: true, Cost: "ndk; n²d + ndk without classes", Revision: 3,
			Params: similarityParams("similarity", similarityDoc, widthDoc, "uncentered", "bring features to unit length without centering them", "scale", "what the similarity is multiplied with: larger for more relevance, smaller for less redundancy", "early_stop", "stop, as Algorithm 1 is printed, when no feature lowers the residue: fewer than k features may come back"),
		},
		{
			Name: "trace-ratio", Type: "TraceRatio", Method: traceratio.TraceRatio{},
			Summary: "the subset with the globally largest ratio of traces, not a ranking of single features",
			Source:  "Nie et al. 2008", Labels: "graph=class", Nested: false, Cost: "nd; n²d for graph=neighbors", Revision: 2,
			Params: similarityParams("graph", similarityDoc, widthDoc,
				"prefilter", "share of the features, the worst one by one, that are dropped first; 0 drops none, the authors' code 0.1"),
		},
		{
			Name: "udfs", Type: "UDFS", Method: embedded.UDFS{},
			Summary: "features of a projection in which every sample and its nearest lie apart, as classes would",
			Source:  "Yang, Shen, Ma, Huang, Zhou 2011", Labels: "unused", Nested: true, Cost: "n²d + n³ a step", Revision: 2,
			Params: map[string]string{
				"dimensions": dimensionsDoc,
				"neighbors":  "nearest samples that are told from each; 0 means 5",
				"gamma":      "weight of the norms of the rows against what the projection loses; 0 means 1",
				"lambda":     "what is added to the local products of samples; 0 means 1",
				"epsilon":    "what keeps norms from 0; 0 means 1e-10",
				"restarts":   restartsDoc,
			},
		},
		{
			Name: "ulap", Type: "ULAP", Method: lap.ULAP{},
			Summary: "a projection of few features that brings near samples together, and learns how near with it",
			Source:  "Chen et al. 2018", Labels: "unused", Nested: true, Cost: "n²d + n³ a step", Revision: 2,
			Params: map[string]string{
				"dimensions": dimensionsDoc,
				"neighbors":  "nearest samples that each sample is paired with; 0 means 5",
				"gamma":      "weight of the norms of the rows against the distances; 0 means 1",
				"epsilon":    "what keeps distances and norms from 0; 0 means 1e-10",
				"join":       "or pairs samples of which one is near the other, and those of which each is",
				"tolerance":  "norm of the gradient, relative to the objective, at which the steps end; 0 means 1e-8",
				"restarts":   restartsDoc,
			},
		},
		{
			Name: "variance", Type: "Variance", Method: filter.Variance{},
			Summary: "variance of the feature",
			Source:  "He, Cai, Niyogi 2005", Labels: "unused", Nested: true, Cost: "nd", Revision: 1,
		},
	}
}

// similarityParams describes a parameter that is a similarity of samples, those of its kinds,
// and others: name, text, name, text.
func similarityParams(name, about, width string, others ...string) map[string]string {
	out := map[string]string{
		name: about, "percentile": percentileDoc, "width": width, "neighbors": neighborsDoc, "heat": heatDoc, "matrix": matrixDoc,
	}
	for i := 0; i+1 < len(others); i += 2 {
		out[others[i]] = others[i+1]
	}
	return out
}

// All returns the methods, sorted by name.
func All() []Entry { return entries() }

// Find returns the method of that name. An unknown name is an error with the nearest, or all.
func Find(name string) (Entry, error) {
	all := entries()
	known := make([]string, len(all))
	for i, e := range all {
		if e.Name == name {
			return e, nil
		}
		known[i] = e.Name
	}
	if _, ok := suggest.Nearest(name, known); !ok {
		return Entry{}, fmt.Errorf("no method %q; known: %s", name, strings.Join(known, ", "))
	}
	return Entry{}, fmt.Errorf("%s", suggest.Unknown("method", name, known))
}

// New returns the method of that name with parameters set from text, each
// "key=value" with the key in snake_case, in any order (algorithms.SetParams). A parameter
// that takes a method (scorer=fisher) takes its name.
func New(name string, params ...string) (algorithms.Selector, error) {
	e, err := Find(name)
	if err != nil {
		return nil, err
	}
	nested := func(name string) (algorithms.Selector, error) {
		e, err := Find(name)
		return e.Method, err
	}
	set := make([]algorithms.Param, len(params))
	for i, p := range params {
		key, value, ok := strings.Cut(p, "=")
		if !ok {
			return nil, fmt.Errorf("parameter %q has no value; write it as key=value", p)
		}
		set[i] = algorithms.Param{Name: strings.TrimSpace(key), Value: strings.TrimSpace(value)}
	}
	return algorithms.SetParams(e.Method, set, nested)
}
