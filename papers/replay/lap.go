package replay

import (
	"fmt"
	"slices"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/papers/study"
)

// lap is Chen, Yuan, Wang, Nie, Chang, Huang 2018.
var lap = Replay{
	Paper: "lap-2018",
	About: "Tables II and III: accuracy of LIBSVM's defaults in 10 folds, the best of a grid, " +
		"with and without labels; standardized; and the fair variant",
	make: func(quick bool) []Experiment {
		all := []Experiment{
			lapTables(lapUCI, false), lapTables(lapWide, false), lapTables(lapGenes, false),
			lapTables(lapUCI, true), lapTables(lapWide, true),
			lapFair(lapUCI), lapFair(lapWide),
			lapParameters("lap-2018-figure-5", "LAP 2018, Figure 5", "Musk_v1", "slap", 20),
			lapParameters("lap-2018-figure-10", "LAP 2018, Figure 10", "Hill_Valley", "ulap", 10),
		}
		if quick {
			all = slices.DeleteFunc(all, func(e Experiment) bool {
				return strings.Contains(e.Study.Name, "genes") ||
					strings.Contains(e.Study.Name, "figure")
			})
			return quickened(all, func(s *study.Study) string {
				if s.Grids {
					s.Data = withCounts(s.Data, lapFew())
				} else {
					s.Measures = s.Measures[:1]
				}
				s.Methods = thinned(untuned(s.Methods))
				return "a part of the data sets, three or four numbers of features each, two " +
					"configurations of a method at most, and neither a tuned machine nor a " +
					"tuned dimension"
			}, "Wine", "Vehicle", "Musk_v1", "Ecoli_343")
		}
		return all
	},
}

// untuned has the first configuration in place of a choice among several.
func untuned(methods []algorithms.Selector) []algorithms.Selector {
	methods = slices.Clone(methods)
	for i, m := range methods {
		if t, ok := m.(study.TunedSelector); ok {
			methods[i] = t.Among[0]
		}
	}
	return methods
}

// lapSets are data sets of the paper that share a grid.
type lapSets struct {
	suffix, about string
	names         []string
	dimensions    []int // m
	neighbors     []int // k
	gammas        []float64
	tuned         []int // m in the fair variant
	// of the set with the fewest samples, when that is less: FSSL has no more dimensions
	rank int
}

var (
	lapUCI = lapSets{
		"", "", []string{"Wine", "Vehicle", "Segment"},
		[]int{2, 5, 8, 11, 14, 17}, []int{5, 20, 40}, []float64{1e-3, 1, 1e3}, []int{2, 8}, 0,
	}
	lapWide = lapSets{
		"-wide", ", Musk, Hill-Valley and Ecoli", []string{"Musk_v1", "Hill_Valley", "Ecoli_343"},
		[]int{10, 50, 80}, []int{5, 20}, []float64{1e-3, 1, 1e3}, []int{50}, 0,
	}
	lapGenes = lapSets{
		"-genes", ", genes", []string{"Leukemia_Golub38", "Breast2"},
		[]int{20}, []int{2, 10}, []float64{1}, nil, 37,
	}
)

// lapCounts are the projected dimensions of Table I. (A function: a package map would be built, and
// this package linked, in every cell of a notebook.)
func lapCounts() map[string][]int {
	return map[string][]int{
		"Wine": steps(2, 13, 1), "Musk_v1": steps(10, 100, 10), "Hill_Valley": steps(5, 50, 5),
		"Leukemia_Golub38": steps(50, 500, 50), "Breast2": steps(50, 500, 50),
		"Vehicle": steps(2, 18, 1), "Ecoli_343": steps(20, 200, 20), "Segment": steps(2, 19, 1),
	}
}

// lapFew are a few of these numbers, spread over them.
func lapFew() map[string][]int {
	return map[string][]int{
		"Wine": {2, 4, 7, 10}, "Musk_v1": {10, 50, 100}, "Hill_Valley": {5, 25, 50},
		"Leukemia_Golub38": {50, 200, 500}, "Breast2": {50, 200, 500},
		"Vehicle": {2, 6, 12}, "Ecoli_343": {20, 100, 200}, "Segment": {2, 6, 12},
	}
}

// lapTables are Tables II and III on some of the data sets, with columns as in the paper or
// standardized.
func lapTables(sets lapSets, standardize bool) Experiment {
	const paper = "lap-2018"
	e := Experiment{
		Study: study.Study{
			Name: "lap-2018-tables-2-3" + sets.suffix, Title: "LAP 2018, Tables II and III" +
				sets.about,
			Data:    withCounts(keep(dataOf(paper, 2), sets.names...), lapCounts()),
			Methods: sets.methods(), Splits: study.Splits{Folds: 10},
			Measures: []study.Measure{study.Accuracy{Classifier: study.SVC{}, Raw: true,
				Sets: true}}, OnAll: true, Once: true, Grids: true,
			Remarks: []string{
				"The paper does not say which numbers of features its means are over: those of " +
					"its projected dimensions in Table I, which fit.",
				fmt.Sprintf("The paper tries parameters from 10⁻³ to 10³ by tens, every "+
					"projected dimension, neighbors by fives to 50 (of genes by twos to 10), "+
					"and prints the best; here γ is of %v, m of %v, k of %v; λ of FSV is of "+
					"[0.001 0.01 0.1], since it is below 1, and the ranking of HSIC-Lasso has "+
					"none; LDFS and HSFS have one axis less than classes; α and λ of UDFS and "+
					"SOGFS are their defaults, and so are the "+
					"clusters of SOGFS.", sets.gammas,
					sets.dimensions, sets.neighbors),
			},
		},
		Against: []against{{Table: 1, Counts: true}, {Table: 2, OverCounts: true, Grids: true},
			{Table: 3, OverCounts: true, Grids: true}},
	}
	if standardize {
		e.Study.Name, e.Study.Title = "lap-2018-standardized"+sets.suffix, "LAP 2018, standardized"+
			withoutEcoli(sets.about)
		e.Study.Standardize, e.Against = true, nil
		e.Study.Data = slices.DeleteFunc(e.Study.Data,
			func(d study.Data) bool { return d.Name == "Segment" || d.Name == "Ecoli_343" })
		e.Study.Remarks =
			append([]string{"The same with every column standardized, for the choice and for " +
				"the machine. No printed table is of this. Segment is not here, as its file is " +
				"standardized, nor Ecoli, 336 of whose columns are the numbers of the rows, nor " +
				"genes, which are in one unit."}, e.Study.Remarks...)
	}
	return e
}

// methods are those of both tables, each with the grid of its parameters.
func (s lapSets) methods() []algorithms.Selector {
	var gammas, lambdas, neighbors, dimensions []string
	for _, g := range s.gammas {
		gammas = append(gammas, fmt.Sprintf("gamma=%g", g))
		lambdas = append(lambdas, fmt.Sprintf("lambda=%g", g))
	}
	for _, k := range s.neighbors {
		neighbors = append(neighbors, fmt.Sprintf("neighbors=%d", k))
	}
	for _, m := range s.dimensions {
		dimensions = append(dimensions, fmt.Sprintf("dimensions=%d", m))
	}
	fewer := dimensions
	if s.rank > 0 {
		fewer = []string{"dimensions=10", fmt.Sprintf("dimensions=%d", s.rank)}
	}
	grids := map[string][][]string{
		"relieff": {neighbors}, "laplacian": {neighbors}, "mcfs": {neighbors}, "rfs": {gammas},
		"fssl":       {fewer, gammas},
		"hsic-lasso": {{"all_samples=true"}},
		"fsv":        {{"lambda=0.001", "lambda=0.01", "lambda=0.1"}},
		"ldfs":       {lambdas}, "hsfs": {lambdas},
		"udfs":  {{"dimensions=2", "dimensions=7"}, neighbors, gammas},
		"sogfs": {everyOther(dimensions), gammas}, "slap": {dimensions, neighbors, gammas},
		"ulap": {dimensions, neighbors, gammas},
	}
	var out []algorithms.Selector
	for _, m := range both(methodsOf("lap-2018", 2), methodsOf("lap-2018", 3)) {
		grid, ok := grids[algorithms.Name(m)]
		if _, absent := m.(missing); absent || !ok {
			out = append(out, m)
			continue
		}
		labels := []string{algorithms.Name(m)}
		for _, values := range grid {
			var longer []string
			for _, label := range labels {
				for _, v := range values {
					longer = append(longer, label+", "+v)
				}
			}
			labels = longer
		}
		for _, label := range labels {
			out = append(out, methodOf(label))
		}
	}
	return out
}

// withoutEcoli is the addition to a title where Ecoli is omitted.
func withoutEcoli(about string) string {
	return strings.Replace(about, ", Hill-Valley and Ecoli", " and Hill-Valley", 1)
}

func everyOther(list []string) []string {
	var out []string
	for i := 0; i < len(list); i += 2 {
		out = append(out, list[i])
	}
	return out
}

// thinned leaves at most two configurations of each method, the first and the last.
func thinned(methods []algorithms.Selector) []algorithms.Selector {
	var out []algorithms.Selector
	for i, m := range methods {
		name := algorithms.Name(m)
		if i == 0 || i == len(methods)-1 || algorithms.Name(methods[i-1]) != name ||
			algorithms.Name(methods[i+1]) != name {
			out = append(out, m)
		}
	}
	return out
}

// lapFair is not in the paper: features are chosen and parameters tuned inside the folds, columns
// are standardized, and a tuned machine is added beside the one with LIBSVM's defaults.
func lapFair(sets lapSets) Experiment {
	tuned := study.Tuned{Folds: 3}
	for _, c := range []float64{1, 32, 1024} {
		for _, gamma := range []float64{1. / 64, 1. / 8} {
			tuned.Among = append(tuned.Among, study.SVC{C: c, Gamma: gamma})
		}
	}
	var methods []algorithms.Selector
	for _, name := range []string{"slap", "ulap"} {
		var among []algorithms.Selector
		for _, m := range sets.tuned {
			among = append(among, methodOf(fmt.Sprintf("%s, dimensions=%d", name, m)))
		}
		if len(among) == 1 {
			methods = append(methods, among[0])
			continue
		}
		methods = append(methods, study.TunedSelector{Among: among, Classifier: study.SVC{},
			Folds: 3})
	}
	for _, name := range []string{"fisher", "relieff", "rfs", "laplacian", "all"} {
		methods = append(methods, methodOf(name))
	}
	return Experiment{Study: study.Study{
		Name: "lap-2018-fair" + sets.suffix, Title: "LAP 2018, the fair variant" +
			withoutEcoli(sets.about),
		Data: withCounts(keep(keep(dataOf("lap-2018", 2), sets.names...), "Wine", "Vehicle",
			"Segment", "Musk_v1", "Hill_Valley"), lapFew()), Methods: methods,
		Splits: study.Splits{Folds: 10}, Standardize: true,
		Measures: []study.Measure{study.Accuracy{Classifier: study.SVC{}, Raw: true, Sets: true},
			study.Accuracy{Classifier: tuned, Raw: true, Sets: true}},
		Remarks: []string{
			"No printed table is of this: features are chosen on the training part of each " +
				"fold, columns standardized by it. The dimension of SLAP and ULAP is 2 or 8, " +
				"tuned in 3 folds of it, which gives ULAP the labels for that, and 50 on Musk " +
				"and Hill-Valley.",
			"The second machine has C of 1, 32, 1024 and γ of 2⁻⁶, 2⁻³ tuned in 3 folds of the " +
				"training part.",
		},
	}}
}

// lapParameters are the accuracies against each parameter, the others as in Figures 4
// and 9: m the largest, γ = 1, and k.
func lapParameters(name, title, data, method string, k int) Experiment {
	counts := lapCounts()[data]
	most := min(80, counts[len(counts)-1])
	var methods []algorithms.Selector
	add := func(m, k int, gamma float64) {
		method := methodOf(fmt.Sprintf("%s, dimensions=%d, neighbors=%d, gamma=%g", method, m,
			k, gamma))
		methods = both(methods, []algorithms.Selector{method})
	}
	for _, m := range append([]int{1, 2, 5}, counts...) {
		if m <= most {
			add(m, k, 1)
		}
	}
	for _, gamma := range []float64{1e-3, 1e-2, 1e-1, 1, 10, 100, 1e3} {
		add(most, k, gamma)
	}
	for _, k := range []int{5, 10, 20, 30, 40, 50} {
		add(most, k, 1)
	}
	return Experiment{Study: study.Study{
		Name: name, Title: title, Data: withCounts(study.Named(data), lapCounts()),
		Methods: methods, Splits: study.Splits{Folds: 10},
		Measures: []study.Measure{study.Accuracy{Classifier: study.SVC{}, Raw: true, Sets: true}},
		OnAll:    true, Once: true,
		Remarks: []string{
			fmt.Sprintf("The parameters that stand still are m = %d, γ = 1 and k = %d, as far "+
				"as the paper says; the figure cannot be read off.", most, k)},
	}}
}
