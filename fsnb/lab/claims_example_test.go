package lab_test

import (
	"fmt"
	"path/filepath"

	"fsnb.example/fsnb"
	"fsnb.example/fsnb/lab"
)

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
