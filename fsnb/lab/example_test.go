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
