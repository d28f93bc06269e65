package replay

import (
	"slices"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/internal/terms"
	"fsnb.example/papers/study"
)

// Benchmark is the name of the benchmark of all methods among the replays.
const Benchmark = "benchmark"

// benchmark compares all methods of the catalogue. It is of no paper, so that nothing printed is
// compared with it.
var benchmark = Replay{
	Paper: Benchmark,
	About: "every method on every data set of at most 2,000 samples: accuracy, redundancy, " +
		"stability, time, and what is found of a known answer",
	make: func(quick bool) []Experiment {
		all := []Experiment{
			benchmarkClasses(benchmarkTables), benchmarkClasses(benchmarkGenes),
			benchmarkClasses(benchmarkImages), benchmarkClasses(benchmarkWords),
			benchmarkTruth(), benchmarkTargets(),
			benchmarkClusters("clusters-tables", "clusters of tables", benchmarkTables),
			benchmarkClusters("clusters", "clusters of genes and images", benchmarkGenes,
				benchmarkImages),
			benchmarkTuned(),
		}
		for i := range all {
			all[i].Digits = 6
		}
		if !quick {
			return all
		}
		all = quickened(all, quickBenchmark, "wine", "wdbc", "ionosphere", "SRBCT", "warpPIE10P",
			"planted", "pairs", "friedman1", "target-blocks")
		return slices.DeleteFunc(all, func(e Experiment) bool { return len(e.Study.Data) == 0 })
	},
}

// benchmarkLimit is the longest time in which a method may choose.
const benchmarkLimit = time.Minute

// quickBenchmark keeps a part that takes minutes, also of the measures.
func quickBenchmark(s *study.Study) string {
	if len(s.Counts) > 1 {
		s.Counts = []int{5, 20}
	}
	s.Splits.Repeats = 2
	s.Limit = 2 * time.Second
	s.Measures = slices.DeleteFunc(slices.Clone(s.Measures), func(m study.Measure) bool {
		a, ok := m.(study.Accuracy)
		_, forest := a.Classifier.(study.Forest)
		_, logistic := a.Classifier.(study.Logistic)
		return ok && (forest || logistic)
	})
	return "a part of the data sets and of the classifiers, at most two numbers of features, " +
		"2 of 10 splits, and 2 seconds to choose"
}

// benchmarkSets are data sets of one kind.
type benchmarkSets struct {
	suffix, title string
	names         []string
	standardize   bool // the columns have units of their own
	remarks       []string
}

var (
	benchmarkTables = benchmarkSets{
		suffix: "tables", title: "tables",
		names: []string{"wine", "wdbc", "australian", "german_numeric", "heart_statlog",
			"Hill_Valley", "Hill_Valley_noise", "ionosphere", "Musk_v1", "Vehicle", "vote",
			"ecoli_7"},
		standardize: true,
		remarks: []string{"Columns have units of their own, so they are standardized by the " +
			"training samples for all methods; chi2, which takes no values below 0, has no " +
			"answers then, and to variance all columns are equal.",
			"Other encodings of the same samples are left out (crx, credit_g, german_data, " +
				"vehicle_arff, Wine_mat), and so are iris, which has four features, Segment, which has " +
				"2,310 samples, and Ecoli_343, 336 of whose columns are the numbers of the rows."},
	}
	benchmarkGenes = benchmarkSets{
		suffix: "genes", title: "gene expression",
		names: []string{"SRBCT", "LUNG_1543_substitute", "GLIOMA", "Breast2", "TOX_171", "ALLAML"},
		remarks: []string{"Leukemia_Golub38 and LEU_3571 are left out: their patients are those " +
			"of ALLAML. CLL_SUB_111, GLI_85, LUNG, ProCancer and SMK_CAN_187 are left out: their " +
			"files were not at hand."},
	}
	benchmarkImages = benchmarkSets{
		suffix: "images", title: "images",
		names: []string{"warpPIE10P", "warpAR10P", "pixraw10P", "UMIST", "ORL", "digits",
			"MFEAT", "COIL20", "BINALPHA", "PalmData25"},
		remarks: []string{"ORL_28x23 and orlraws10P are left out: their pictures are those of " +
			"ORL. CALTECH-7 is left out: its file was not at hand."},
	}
	benchmarkWords = benchmarkSets{
		suffix: "text", title: "text", names: []string{"RELATHE", "PCMAC"},
	}
)

func benchmarkCounts() []int { return []int{5, 10, 20, 50, 100} }

// benchmarkClassifiers are the judges of a choice of features, by balanced accuracy.
func benchmarkClassifiers(classifiers ...study.Classifier) (measures []study.Measure) {
	for _, c := range classifiers {
		measures = append(measures, study.Accuracy{Classifier: c,
			Measure: terms.BalancedAccuracy, Sets: true})
	}
	return measures
}

// forCategories is the test of categories; the features here are measurements.
const forCategories = "contingency"

// methodsWith are the methods of the catalogue, with their defaults, that use a target of one of
// these kinds or none, and all features.
func methodsWith(target algorithms.Targets) (out []algorithms.Selector) {
	for _, e := range catalogue.All() {
		if e.Name == forCategories {
			continue
		}
		if e.Targets == algorithms.NoTarget || e.Targets&target != 0 {
			out = append(out, e.Method)
		}
	}
	return append(out, study.AllFeatures{})
}

const defaultsRemark = "Every method has its defaults, and chooses from the training half alone. " +
	"Where it chooses fewer features by itself, these are measured. Methods of two classes " +
	"(t-score, correlations, lasso, elastic-net, stability-selection) have no answer for more."

// benchmarkClasses compares the methods by classifiers.
func benchmarkClasses(sets benchmarkSets) Experiment {
	return Experiment{Study: study.Study{
		Name: "benchmark-" + sets.suffix, Title: "Benchmark, " + sets.title,
		Data:    study.Named(sets.names...),
		Methods: methodsWith(algorithms.Classes | algorithms.TwoClasses),
		Counts:  benchmarkCounts(), Standardize: sets.standardize, Limit: benchmarkLimit,
		Measures: append(benchmarkClassifiers(study.KNN{}, study.LinearSVM{}, study.Logistic{},
			study.Forest{}), study.Redundancy{}, study.Stability{}, study.Seconds{}),
		Remarks: append([]string{defaultsRemark}, sets.remarks...),
	}}
}

// benchmarkTruth compares the methods on generated classes, of which the features that decide are
// known.
func benchmarkTruth() Experiment {
	return Experiment{Study: study.Study{
		Name: "benchmark-truth", Title: "Benchmark, classes with a known answer",
		Data:    study.Named("grm-blocks", "lap-d1", "lap-d2", "planted", "pairs"),
		Methods: methodsWith(algorithms.Classes | algorithms.TwoClasses), Counts: benchmarkCounts(),
		Limit: benchmarkLimit,
		Measures: append([]study.Measure{study.Truth{Kind: "precision"},
			study.Truth{Kind: "recall"}, study.Truth{Kind: "distinct"}},
			append(benchmarkClassifiers(study.KNN{}, study.Forest{}), study.Redundancy{},
				study.Stability{}, study.Seconds{})...),
		Remarks: []string{defaultsRemark},
	}}
}

// benchmarkTargets compares the methods that take a continuous target, or none.
func benchmarkTargets() Experiment {
	return Experiment{Study: study.Study{
		Name: "benchmark-targets", Title: "Benchmark, continuous targets",
		Data: study.Named("friedman1", "friedman2", "friedman3", "target-blocks",
			"target-pairs"),
		Methods: methodsWith(algorithms.Continuous), Counts: benchmarkCounts(),
		Limit: benchmarkLimit, Standardize: true,
		Measures: []study.Measure{study.R2{Regressor: study.KNNRegressor{}},
			study.R2{Regressor: study.RidgeRegressor{}},
			study.R2{Regressor: study.ForestRegressor{}}, study.Truth{Kind: "precision"},
			study.Truth{Kind: "recall"}, study.Truth{Kind: "distinct"}, study.Redundancy{},
			study.Stability{}, study.Seconds{}},
		Remarks: []string{defaultsRemark, "Columns are standardized by the training samples."},
	}}
}

// benchmarkClusters compares the methods that use no labels by the clusters that k-means finds.
func benchmarkClusters(suffix, title string, sets ...benchmarkSets) Experiment {
	e := Experiment{Study: study.Study{
		Name: "benchmark-" + suffix, Title: "Benchmark, " + title, Methods: methodsWith(0),
		Counts: benchmarkCounts(), Limit: benchmarkLimit, Standardize: sets[0].standardize,
		Measures: []study.Measure{study.Clustering{NMI: true}, study.Clustering{},
			study.Redundancy{}, study.Stability{}, study.Seconds{}},
		Remarks: []string{defaultsRemark, "k-means clusters standardized columns of the training " +
			"half, from ten starts; the classes are used only to judge the clusters."},
	}}
	for _, s := range sets {
		e.Study.Data = append(e.Study.Data, study.Named(s.names...)...)
	}
	if e.Study.Standardize {
		e.Study.Remarks = append(e.Study.Remarks, "Columns are standardized by the training "+
			"samples for all methods.")
	}
	return e
}

// benchmarkTuned compares defaults with parameters that are chosen inside the training half.
func benchmarkTuned() Experiment {
	grids := []struct {
		name, parameter string
		values          []string
	}{
		{"relieff", "neighbors", []string{"5", "10", "20"}},
		{"laplacian", "neighbors", []string{"5", "10", "20"}},
		{"spec", "criterion", []string{"phi1", "phi2", "phi3"}},
		{"infogain", "coding", []string{"levels", "frequency", "mdl"}},
		{"mrmr", "coding", []string{"levels", "frequency", "mdl"}},
		{"mifs", "beta", []string{"0.1", "0.5", "1"}},
		{"grm", "scorer", []string{"fisher", "relieff", "infogain"}},
		{"rfs", "gamma", []string{"0.1", "1", "10"}},
		{"fssl", "gamma", []string{"0.1", "1", "10"}},
		{"slap", "dimensions", []string{"1", "2", "5"}},
		{"mcfs", "eigenvectors", []string{"2", "5", "10"}},
	}
	var methods []algorithms.Selector
	for _, g := range grids {
		var among []algorithms.Selector
		for _, v := range g.values {
			among = append(among, methodOf(g.name+", "+g.parameter+"="+v))
		}
		methods = append(methods, methodOf(g.name),
			study.TunedSelector{Among: among, Folds: 3})
	}
	return Experiment{Study: study.Study{
		Name: "benchmark-tuned", Title: "Benchmark, defaults and tuned parameters",
		Data: study.Named("wine", "wdbc", "heart_statlog", "ionosphere", "Musk_v1", "Vehicle",
			"vote", "SRBCT", "GLIOMA", "warpPIE10P"),
		Methods: methods, Counts: []int{10}, Limit: benchmarkLimit, Standardize: true,
		Measures: append(benchmarkClassifiers(study.KNN{}, study.LinearSVM{}), study.Seconds{}),
		Remarks: []string{"A tuned method has the parameter, one of three, whose ten features " +
			"predict best by 1-NN in three folds of the training half."},
	}}
}
