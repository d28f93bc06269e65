package display_test

import (
	"context"
	"fmt"
	"log"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/display"
	"fsnb.example/evaluation"
	"fsnb.example/internal/displaytest"
)

// figures are the figures of a result.
func figures(result display.Showable) (out []*display.Figure) {
	all, err := display.Render(result)
	if err != nil {
		log.Fatal(err)
	}
	for _, o := range all {
		if f, ok := o.Figure.(*display.Figure); ok {
			out = append(out, f)
		}
	}
	return out
}

// save writes the first figure of a result as a bitmap.
func save(name string, result display.Showable) { displaytest.Save(name, figures(result)[0]) }

// best returns a data set and its k best features by the Fisher score and by
// variance.
func best(name string, k int) (d *datasets.Dataset, fisher, variance *algorithms.Ranking) {
	d, err := datasets.Load(name, datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	ctx, opt := context.Background(), algorithms.Options{K: k}
	if fisher, err = (filter.Fisher{}).Select(ctx, d, opt); err != nil {
		log.Fatal(err)
	}
	if variance, err = (filter.Variance{}).Select(ctx, d, opt); err != nil {
		log.Fatal(err)
	}
	return d, fisher, variance
}

func ExampleTables() {
	_, fisher, _ := best("iris", 0)
	tables, err := display.Tables(fisher)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(tables[0].Text())
	// Output:
	// fisher: 4 of 4, iris
	// rank  feature          score
	// ──────────────────────────────────────────
	//    1  petal_length_cm  16.06  ████████████
	//    2  petal_width_cm   13.06  █████████▊
	//    3  sepal_length_cm   1.62  █▎
	//    4  sepal_width_cm    0.67  ▌
}

// Two rankings of wine's features, each seen through its own two components.
func Example_scatter() {
	wine, fisher, variance := best("wine", 4)
	s, err := evaluation.Scatter(context.Background(), wine, false, fisher,
		variance)
	if err != nil {
		log.Fatal(err)
	}
	save("scatter.png", s)
}

// A single feature has no second component: each class has a row.
func Example_scatterStrip() {
	iris, fisher, variance := best("iris", 1)
	s, err := evaluation.Scatter(context.Background(), iris, false, fisher,
		variance)
	if err != nil {
		log.Fatal(err)
	}
	save("strip.png", s)
}

// Fisher's features repeat each other.
func Example_redundancy() {
	wdbc, fisher, variance := best("wdbc", 7)
	r, err := evaluation.Redundancy(context.Background(), wdbc, 0,
		fisher, variance)
	if err != nil {
		log.Fatal(err)
	}
	save("heatmap.png", r)
}

// Up to forty features are named, more are a bitmap.
func Example_redundancyLarge() {
	digits, fisher, variance := best("digits", 60)
	r, err := evaluation.Redundancy(context.Background(), digits, 0,
		fisher, variance)
	if err != nil {
		log.Fatal(err)
	}
	save("heatmap_large.png", r)
}

func Example_accuracy() {
	wine, _, _ := best("wine", 1)
	a, err := evaluation.Accuracy(context.Background(), wine, evaluation.Protocol{},
		algorithms.Options{}, filter.Fisher{}, filter.Variance{}, filter.Random{})
	if err != nil {
		log.Fatal(err)
	}
	save("accuracy.png", a)
}

func ExampleTable_Markdown() {
	t := &display.Table{
		Columns: []display.Column{{Name: "gene"}, {Name: "score", Align: display.Right}},
		Rows:    [][]string{{"3'-UTR|a", "1.50"}},
	}
	fmt.Print(t.Markdown())
	// Output:
	// | gene | score |
	// |:--|--:|
	// | 3'-UTR\|a | 1.50 |
}

// Ten classes differ in color and in glyph.
func Example_scatterTen() {
	digits, fisher, _ := best("digits", 20)
	s, err := evaluation.Scatter(context.Background(), digits, false, fisher)
	if err != nil {
		log.Fatal(err)
	}
	save("scatter_ten.png", s)
}

func ExampleTable_LaTeX() {
	t := &display.Table{
		Title: "Accuracy in %", Columns: []display.Column{{Name: "method"},
			{Name: "wine_1", Align: display.Right}},
		Rows:   [][]string{{"fisher", "95.1 ± 0.4"}, {"variance", "90.2 ± 0.9"}},
		Strong: [][]bool{{false, true}}, Notes: []string{"p < 0.05"},
	}
	fmt.Print(t.LaTeX())
	// Output:
	// % \usepackage{booktabs}
	// \begin{table}
	// \centering
	// \caption{Accuracy in \%}
	// \begin{tabular}{lr}
	// \toprule
	// method & wine\_1 \\
	// \midrule
	// fisher & \textbf{95.1 $\pm$ 0.4} \\
	// variance & 90.2 $\pm$ 0.9 \\
	// \bottomrule
	// \end{tabular}
	//
	// \medskip
	// \begin{minipage}{\linewidth}
	// \footnotesize\raggedright
	// p \textless{} 0.05\par
	// \end{minipage}
	// \end{table}
}
