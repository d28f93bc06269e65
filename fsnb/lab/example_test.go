package lab_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"fsnb.example/fsnb"
	"fsnb.example/fsnb/lab"
)

// small is a study of two methods on two data sets.
func small() *lab.Result {
	return lab.Run(lab.Study{
		Name: "small", Data: lab.Named("iris", "wine"), Methods: []fsnb.Selector{fsnb.Fisher{},
			fsnb.Random{}},
		Counts: []int{2}, Splits: lab.Splits{Repeats: 10},
		Measures: []lab.Measure{lab.Accuracy{Classifier: lab.KNN{}}},
	})
}

func ExampleRun() {
	r := small()
	for s, set := range r.Sets {
		for m, method := range r.Methods {
			fmt.Printf("%s, %s: %.2f\n", set.Name, method.Label, r.Cell(s, m, 2, 0).Mean)
		}
	}
	// Output:
	// iris, fisher: 0.96
	// iris, random: 0.90
	// wine, fisher: 0.81
	// wine, random: 0.69
}

func ExampleTable() {
	fmt.Println(lab.Table(small(), "accuracy", lab.View{K: 2}).Rows[0])
	// Output:
	// [iris 0.956 ± 0.019 0.904 ± 0.100]
}

func ExampleGrid() {
	r := lab.Run(lab.Study{
		Name: "grid", Data: lab.Named("iris"), Grids: true, Counts: []int{2},
		Splits: lab.Splits{Repeats: 4},
		Methods: []fsnb.Selector{
			fsnb.Laplacian{Similarity: fsnb.Neighbors{K: 5}},
			fsnb.Laplacian{Similarity: fsnb.Neighbors{K: 20}},
		},
		Measures: []lab.Measure{lab.Accuracy{Classifier: lab.KNN{}}},
	})
	fsnb.Show(lab.Grid(r, "accuracy"))
	// Output:
	// grid: accuracy, 1-NN: the best of each grid
	// data set  method     tried   best  with      at each  median  worst
	// ───────────────────────────────────────────────────────────────────
	// iris      laplacian      2  0.947  defaults    0.947   0.947  0.947
	// Each value is the mean over the numbers of features and the splits; at each: with the best configuration at each number of features.
	// The best is chosen after the fact, on the values that are shown: it is too good for new data. What the choice is worth is how far it lies above the median of the same grid.
}

func ExampleNamed() {
	for _, d := range lab.Named("iris", "digits") {
		fmt.Println(d.Name)
	}
	// Output:
	// iris
	// digits
}

func ExampleOf() {
	few := fsnb.Subsample(fsnb.Load("digits"), 100, 1)
	fmt.Println(len(lab.Of(few)))
	// Output:
	// 1
}

func ExampleRanks() {
	scores := [][]float64{{.95, .90}, {.92, .85}, {.97, .96}} // a row a data set, a column a method
	r := lab.Ranks([]string{"iris", "wine", "wdbc"}, []string{"fisher", "random"}, scores)
	for _, m := range r.Order {
		fmt.Printf("%s: average rank %.1f\n", r.Methods[m], r.Friedman.Average[m])
	}
	// Output:
	// fisher: average rank 1.0
	// random: average rank 2.0
}

func ExamplePaperTables() {
	for _, row := range lab.PaperTables().Rows[:3] {
		fmt.Println(row[0], row[1], row[2])
	}
	// Output:
	// trace-ratio-2008 3 the data sets
	// spfs-2013 1 the data sets
	// spfs-2013 2 accuracy with supervised selection
}

func ExamplePaperTable() {
	t := lab.PaperTable("grm-2015", 2)
	fmt.Println(t.Caption)
	// Output:
	// accuracy of a linear SVM with unsupervised selection
}

func ExampleAgainstPaper() {
	ours := lab.PaperResult{Dataset: "COIL20", Method: "fisher", K: "20", Value: .4444}
	c := lab.AgainstPaper(lab.PaperTable("grm-2015", 5), ours)
	for _, row := range c.Rows {
		if row.Found {
			fmt.Printf("%.2f, the paper less that: %.2f\n", row.Ours, -row.Difference)
		}
	}
	// Output:
	// 44.44, the paper less that: 1.01
}

func ExamplePaperStudy() {
	s := lab.PaperStudy("lap-2018-tables-2-3")
	fmt.Println(len(s.Data), "data sets,", len(s.Methods), "methods")
	// Output:
	// 3 data sets, 178 methods
}

func ExampleQuickPaperStudy() {
	s := lab.QuickPaperStudy("lap-2018-tables-2-3")
	fmt.Println(len(s.Data), "data sets,", len(s.Methods), "methods")
	// Output:
	// 2 data sets, 28 methods
}

func ExampleRead() {
	file := filepath.Join(fsnb.Must(os.MkdirTemp("", "example")), "small.csv")
	defer os.RemoveAll(filepath.Dir(file))
	fsnb.Save(file, small())
	back := lab.Read(file)
	fmt.Println(back.Name, len(back.Sets), "data sets")
	// Output:
	// small 2 data sets
}

func ExampleAgainstPapers() {
	r := lab.Read(filepath.Join("..", "..", "notebooks", "results", "grm-2015-tables-4-7.csv"))
	for _, c := range lab.AgainstPapers(r) {
		fmt.Println(c.Paper, c.Table)
	}
	// Output:
	// grm-2015 1
	// grm-2015 4
	// grm-2015 7
}

// The relaxed problem of three features, of which two are to be chosen.
func ExampleForm() {
	three := fsnb.New([][]float64{{1, 1, 2}, {2, 3, 1}, {5, 4, 6}, {6, 7, 4}},
		[]string{"a", "a", "b", "b"}, []string{"first", "second", "third"})
	var form *lab.Form = fsnb.Must(fsnb.FSIR2{}.Form(context.Background(), three, fsnb.Options{}))
	best := fsnb.Must(form.Relaxed(2).Maximize(context.Background(), nil))
	fmt.Printf("first and second %.3f, first and third %.3f, no two below %.3f\n",
		form.Cost(0, 1), form.Cost(0, 2), form.Value(best.Z))
	// Output:
	// first and second 1.064, first and third 0.953, no two below 0.885
}

func ExampleALM() {
	wdbc := fsnb.Load("wdbc")
	exact := fsnb.Select(wdbc, fsnb.GRM{}, 10)
	printed := fsnb.Select(wdbc, fsnb.GRM{Solver: lab.ALM, Rho: 1.5}, 10)
	fmt.Printf("ALM ends %.2f%% above the optimum\n",
		100*float64(*printed.Diagnostics.Objective / *exact.Diagnostics.Objective - 1))
	// Output:
	// ALM ends 1.11% above the optimum
}

// What a logistic regression needs of two features of iris.
func ExamplePermutationImportance() {
	d := fsnb.Load("iris")
	c := lab.PermutationImportance(d, fsnb.Protocol{Classifier: "logistic"},
		fsnb.Select(d, fsnb.Fisher{}, 2), 0)
	for f, name := range c.Names {
		fmt.Printf("%s: %.2f ± %.2f\n", name, c.Falls[f].Mean, c.Falls[f].SD)
	}
	// Output:
	// petal_length_cm: 0.44 ± 0.06
	// petal_width_cm: 0.36 ± 0.06
}

// stored reads a study of a paper that "fsnb replay -results" wrote.
func stored(name string) *lab.Result {
	return lab.Read(filepath.Join("..", "..", "notebooks", "results", name+".csv"))
}

func ExampleVerdicts() {
	fsnb.Show(lab.Verdicts{
		{Claim: "the set is globally optimal", Ours: "certified; equal to brute force",
			Verdict: lab.Holds, Why: "the problem is fractional and separable"},
		{Claim: "more accurate on faces", Printed: "curves only", Ours: "−.001",
			Verdict: lab.Not, Why: "pixels share one unit"},
	})
	// Output:
	// Claims of the paper, and what we find
	// claim                        printed      ours                             verdict  why
	// ───────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
	// the set is globally optimal               certified; equal to brute force  holds    the problem is fractional and separable
	// more accurate on faces       curves only  −.001                            not      pixels share one unit
	// Holds: 1, in part: 0, not: 1.
}

func ExampleHeadToHead() {
	h := lab.HeadToHead(stored("trace-ratio-2008-figure-3"), "accuracy", lab.View{},
		lab.Pair{A: "trace-ratio", B: "fisher"})
	for _, d := range h.Duels {
		fmt.Printf("%s: %s higher for %d numbers of features, lower for %d; mean %+.4f\n", d.Set,
			d.A, d.Higher, d.Lower, d.Difference)
	}
	// Output:
	// ORL_28x23: trace-ratio higher for 8 numbers of features, lower for 24; mean -0.0010
	// UMIST: trace-ratio higher for 13 numbers of features, lower for 19; mean -0.0010
}

// Without B each method is compared with the best of those that are no A.
func ExampleOverSets() {
	h := lab.HeadToHead(stored("spfs-2013-table-2"), "", lab.View{}, lab.Pair{A: "spfs-sfs"},
		lab.Pair{A: "spfs-nes"}, lab.Pair{A: "spfs-lar"})
	for _, row := range lab.OverSets(h).Rows {
		fmt.Println(row)
	}
	// Output:
	// [spfs-sfs best of the others 7 1 0 6 0.843 0.877 0 higher, 2 lower]
	// [spfs-nes best of the others 7 5 0 2 0.891 0.877 0 higher, 0 lower]
	// [spfs-lar best of the others 7 4 0 3 0.883 0.877 0 higher, 0 lower]
}

func ExamplePick() {
	r := lab.Pick(stored("trace-ratio-2008-figure-2"), lab.Choice{
		Sets: []string{"australian", "crx"}, Methods: []string{"trace-ratio", "fisher"},
		Counts: []int{1, 2, 3}})
	for _, row := range lab.Table(r, "", lab.View{}).Rows[:2] {
		fmt.Println(row)
	}
	// Output:
	// [australian 0.804 ± 0.077 0.790 ± 0.064]
	// [crx 0.667 ± 0.164 0.648 ± 0.169]
}

func ExampleRename() {
	r := lab.Rename(stored("trace-ratio-2008-figure-3"), map[string]string{"fisher": "F-FS",
		"trace-ratio": "S-FS", "ORL_28x23": "AT&T"})
	for _, m := range r.Methods {
		fmt.Println(m.Label)
	}
	fmt.Println(r.Sets[0].Name)
	// Output:
	// F-FS
	// S-FS
	// laplacian
	// trace-ratio, graph=neighbors
	// AT&T
}

func ExampleMeanOverSets() {
	r := lab.MeanOverSets(stored("spfs-2013-table-2"))
	at, _ := r.MethodNamed("spfs-nes")
	fmt.Printf("%s, 100 features: %.3f\n", r.Sets[0].Name, r.Cell(0, at, 100, 0).Mean)
	// Output:
	// mean over 7 data sets, 100 features: 0.904
}

func ExampleCurves() {
	f := lab.Curves(lab.Pick(stored("trace-ratio-2008-figure-3"), lab.Choice{
		Sets: []string{"UMIST"}, Methods: []string{"fisher", "trace-ratio"}}), "accuracy")
	fmt.Println(f.Alt)
	// Output:
	// Trace ratio 2008, Figure 3: accuracy, 1-NN, raw features against the number of features: UMIST: fisher best 0.900 at 240, trace-ratio best 0.897 at 340
}

func ExampleByParameter() {
	c := lab.ByParameter(stored("lap-2018-figure-5"), "accuracy", "dimensions")
	fmt.Printf("%s: %.0f, accuracy %.3f\n", c.X, c.Series[0].X[1], c.Series[0].Y[1])
	// Output:
	// dimensions of slap: 2, accuracy 0.597
}

func ExampleAgainstTable() {
	c := lab.AgainstTable(7, stored("grm-2015-tables-4-7"))
	fmt.Println(c.Caption, c.Agreement().N)
	// Output:
	// redundancy with supervised selection 56
}

func ExampleAgreement() {
	c := lab.Agreement(lab.AgainstTable(2, stored("spfs-2013-table-2")))
	fmt.Println(c.Note)
	// Output:
	// 63 numbers: mean absolute difference 0.063, mean difference +0.031, correlation 0.66. The paper's best method is the best here, too, in 3 of 7 comparisons on a data set. Accuracy, share; mean over the best 10, 20, …, 200 features; higher is better. Furthest from the diagonal: ReliefF on ORL10P (−0.24), AROM-SVM on AR10P (+0.21), mRMR on AR10P (+0.18), mRMR on ORL10P (+0.16), AROM-SVM on TOX (+0.13).
}

func ExampleDifferences() {
	f := lab.Differences(lab.AgainstTable(2, stored("spfs-2013-table-2")))
	fmt.Println(f.Alt)
	// Output:
	// spfs-2013, Table 2: accuracy with supervised selection: heat map of ours less the printed numbers; largest −0.24 (ReliefF, ORL10P)
}

func ExampleMethodMeans() {
	t := lab.MethodMeans(lab.AgainstTable(2, stored("spfs-2013-table-2")))
	for _, row := range t.Rows[4:] {
		fmt.Println(row)
	}
	// Output:
	// [mRMR 7 0.779 0.875 +0.096 1 1]
	// [AROM-SVM 7 0.759 0.843 +0.085 0 1]
	// [SPSF-SFS 7 0.840 0.843 +0.003 3 0]
	// [SPSF-NES 7 0.847 0.891 +0.044 4 6]
	// [SPSF-LAR 7 0.841 0.883 +0.042 2 3]
}

func ExampleConvergence() {
	c := lab.Convergence(fsnb.Select(fsnb.Load("digits"), fsnb.SLAP{Dimensions: 5}, 5))
	fmt.Println(c.Title, len(c.Series))
	// Output:
	// Objective, relative to its last value 1
}

func ExampleScatters() {
	iris := fsnb.Load("iris")
	between, within := lab.Scatters(iris)
	for j, name := range iris.Features {
		fmt.Printf("%s: %.1f / %.1f\n", name, between[j], within[j])
	}
	// Output:
	// sepal_length_cm: 63.2 / 39.0
	// sepal_width_cm: 11.3 / 17.0
	// petal_length_cm: 437.1 / 27.2
	// petal_width_cm: 80.4 / 6.2
}

// Two features that correlate by .8 with each other, by .6 and .5 with the class.
func ExampleCorrelated() {
	d := lab.Correlated([][]float64{{1, .6, .5}, {.6, 1, .8}, {.5, .8, 1}}, "first", "second")
	fmt.Println(d.N(), d.Classes)
	fmt.Printf("%.2f\n", fsnb.Score(d, fsnb.Fisher{}).Values)
	// Output:
	// 8 [no yes]
	// [0.56 0.33]
}

func ExampleSquaredCorrelations() {
	d := lab.Correlated([][]float64{{1, .7}, {.7, 1}}, "first", "second")
	fmt.Printf("%.2f\n", lab.SquaredCorrelations(d))
	// Output:
	// [[1.00 0.49] [0.49 1.00]]
}

func ExampleCorrelationMap() {
	m := lab.CorrelationMap(fsnb.Load("iris"))
	fmt.Printf("%s: %.2f\n", m.Title, m.Panels[0].Rows[2])
	// Output:
	// Squared correlations of the features of iris: [0.76 0.18 1.00 0.93]
}

// Two studies of one paper together; both kinds of columns, standardized and raw, count.
func ExampleOver() {
	o := lab.Over("accuracy", lab.View{}, stored("fsir2-2016-tables-4-5"),
		stored("fsir2-2016-tables-4-5-wide"))
	fmt.Println(len(o.Methods), "methods,", len(o.Sets), "data sets")
	best := fsnb.Must(fsnb.Must(o.Without("all features")).Best(3))
	means := fsnb.Must(o.Relative().Keep(best.Methods...)).Means()
	for m, name := range best.Methods {
		fmt.Printf("%s %+.3f\n", name, means[m])
	}
	for _, v := range fsnb.Must(best.Against(best.Methods[0])) {
		fmt.Printf("%s is better on %d and worse on %d, p = %.2f\n", v.Method, v.Won, v.Lost,
			v.Adjusted)
	}
	// Output:
	// 8 methods, 7 data sets
	// mrsf +0.016
	// qpfs +0.007
	// fsir2 -0.025
	// qpfs is better on 1 and worse on 6, p = 0.16
	// fsir2 is better on 1 and worse on 6, p = 0.16
}

func ExampleFront() {
	r := stored("fsir2-2016-tables-4-5")
	c := lab.Front(lab.Over("mean squared cosine", lab.View{}, r),
		lab.Over("accuracy, linear SVM, tuned", lab.View{}, r))
	fmt.Printf("%s: %s against %s\n", c.Title, c.Y, c.X)
	front := c.Series[1]
	for i, name := range front.Labels {
		fmt.Printf("%s %.3f %.3f\n", name, front.X[i], front.Y[i])
	}
	// Output:
	// 8 methods over 5 data sets: accuracy, linear SVM, tuned against mean squared cosine
	// fsir2 0.222 0.842
	// qpfs 0.345 0.880
	// mrsf 0.361 0.885
	// all features 0.397 0.896
}

func ExampleLeads() {
	for _, l := range lab.Leads(stored("fsir2-2016-figure-1"), "", "fsir2, similarity=rbf") {
		fmt.Printf("%s: the best at %d of %d numbers: %d\n", l.Set, len(l.Best), len(l.Counts),
			l.Best)
	}
	// Output:
	// vote: the best at 6 of 15 numbers: [8 9 11 12 13 14]
	// warpPIE10P: the best at 10 of 14 numbers: [60 80 100 120 140 160 180 200 220 240]
}

func ExampleAheadOfAll() {
	r := []*lab.Result{stored("lap-2018-tables-2-3"), stored("lap-2018-tables-2-3-genes")}
	fmt.Println(lab.AheadOfAll(r, "", "ulap", "laplacian", "mcfs"), "of 5 sets")
	fmt.Println(lab.AheadOfAll(r, "", "ulap", "laplacian", "mcfs", "sogfs"), "of 5 sets")
	// Output:
	// 3 of 5 sets
	// 0 of 5 sets
}

func ExampleStepsWithin() {
	r := fsnb.Select(fsnb.Load("digits"), fsnb.SLAP{Dimensions: 5}, 5)
	fmt.Println(lab.StepsWithin(r, .1), lab.StepsWithin(r, .001), len(r.Diagnostics.Trace))
	// Output:
	// 2 5 17
}

func ExampleMeanOf() {
	m := lab.MeanOf(lab.AgainstTable(2, stored("spfs-2013-table-2")), "mRMR")
	fmt.Printf("%.3f for %.3f, the best on %d of %d sets\n", m.Ours, m.Printed, m.BestOurs, m.N)
	// Output:
	// 0.875 for 0.779, the best on 1 of 7 sets
}

func ExampleNearestOfClass() {
	iris := fsnb.Load("iris")
	plot := fsnb.Scatter(iris, fsnb.Select(iris, fsnb.Fisher{}, 2), fsnb.Select(iris,
		fsnb.Random{}, 2))
	fmt.Printf("%.3f\n", lab.NearestOfClass(plot))
	// Output:
	// [0.967 0.913]
}
