package display_test

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/information"
	"fsnb.example/algorithms/linear"
	"fsnb.example/algorithms/statistics"
	"fsnb.example/algorithms/traceratio"
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

// The best six features of wine in each of its three cultivars: boxes and all
// samples.
func Example_byClass() {
	wine, fisher, _ := best("wine", 6)
	d, err := evaluation.ByClass(context.Background(), wine, 0, fisher)
	if err != nil {
		log.Fatal(err)
	}
	save("byclass.png", d)
}

// Classes of many samples have boxes, and dots beyond the whiskers only.
func Example_byClassLarge() {
	wdbc, fisher, _ := best("wdbc", 3)
	d, err := evaluation.ByClass(context.Background(), wdbc, 0, fisher)
	if err != nil {
		log.Fatal(err)
	}
	save("byclass_large.png", d)
}

// Three features of wdbc are within a standard error of the best accuracy.
func Example_choice() {
	save("choice.png",
		howMany(evaluation.Choose{Selector: information.MRMR{}}))
}

// The scores of Fisher flatten after eleven features.
func Example_choiceElbow() {
	save("choice_elbow.png",
		howMany(evaluation.Choose{Selector: filter.Fisher{}, Rule: evaluation.Elbow}))
}

func howMany(c evaluation.Choose) *evaluation.Choice {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	choice, err := c.Count(context.Background(), d, algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	return choice
}

// Of the twenty best features of wdbc nine are the size of the nucleus.
func Example_clusters() {
	wdbc, fisher, _ := best("wdbc", 20)
	c, err := evaluation.Clusters(context.Background(), wdbc, 0, 0, fisher)
	if err != nil {
		log.Fatal(err)
	}
	save("clustermap.png", c)
}

// More than forty features are a bitmap, with the groups beside it.
func Example_clustersLarge() {
	digits, fisher, _ := best("digits", 60)
	c, err := evaluation.Clusters(context.Background(), digits,
		0.3, 0, fisher)
	if err != nil {
		log.Fatal(err)
	}
	save("clustermap_large.png", c)
}

// The first features of a ranking may all say the same.
func Example_redundancyCurves() {
	wdbc, _, _ := best("wdbc", 1)
	r, err := evaluation.RedundancyByCount(context.Background(), wdbc,
		nil, algorithms.Options{}, filter.Fisher{}, filter.Variance{},
		traceratio.TraceRatio{}, filter.Random{})
	if err != nil {
		log.Fatal(err)
	}
	save("redundancy_curves.png", r)
}

// wdbcPath is the lasso of wdbc with five folds.
func wdbcPath() (*evaluation.CoefficientPath, error) {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		return nil, err
	}
	return evaluation.Coefficients(context.Background(), d, linear.Lasso{},
		evaluation.CoefficientsOptions{})
}

// Coefficients of the lasso against λ, with the choice of cross-validation.
func Example_coefficientPath() {
	p, err := wdbcPath()
	if err != nil {
		log.Fatal(err)
	}
	save("coefficient_path.png", p)
}

// Six handwritten digits of each class.
func Example_images() {
	digits, _, _ := best("digits", 1)
	g, err := evaluation.Images(digits, 6)
	if err != nil {
		log.Fatal(err)
	}
	save("images.png", g)
}

// Where the digits differ: three methods and their ten pixels.
func ExampleChosenPixelsFigure() {
	digits, fisher, variance := best("digits", 10)
	subset, err := traceratio.TraceRatio{}.Select(context.Background(), digits,
		algorithms.Options{K: 10})
	if err != nil {
		log.Fatal(err)
	}
	m, err := evaluation.ChosenPixels(digits, fisher, subset, variance)
	if err != nil {
		log.Fatal(err)
	}
	save("chosen_pixels.png", display.ChosenPixelsFigure(m))
}

// What a logistic regression needs of the ten features that mRMR chooses of wdbc.
func Example_permuted() {
	c, err := needed()
	if err != nil {
		log.Fatal(err)
	}
	save("permuted.png", c)
}

func needed() (*evaluation.PermutedImportance, error) {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		return nil, err
	}
	r, err := information.MRMR{}.Select(context.Background(), d, algorithms.Options{K: 10})
	if err != nil {
		return nil, err
	}
	return evaluation.PermutationImportance(context.Background(), d, evaluation.PermutationOptions{
		Protocol: evaluation.Protocol{Classifier: "logistic"}}, r)
}

// Four variants of C4.5 on 14 data sets: Demšar 2006, table 6.
func demsar() *evaluation.RankComparison {
	scores := [][]float64{
		{0.763, 0.768, 0.771, 0.798}, {0.599, 0.591, 0.590, 0.569}, {0.954, 0.971, 0.968, 0.967},
		{0.628, 0.661, 0.654, 0.657},
		{0.882, 0.888, 0.886, 0.898}, {0.936, 0.931, 0.916, 0.931}, {0.661, 0.668, 0.609, 0.685},
		{0.583, 0.583, 0.563, 0.625},
		{0.775, 0.838, 0.866, 0.875}, {1.000, 1.000, 1.000, 1.000}, {0.940, 0.962, 0.965, 0.962},
		{0.619, 0.666, 0.614, 0.669},
		{0.972, 0.981, 0.9751, 0.975}, {0.957, 0.978, 0.946, 0.970},
	}
	r, err := evaluation.Ranks(nil, []string{"C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"}, scores,
		evaluation.RankOptions{Alpha: 0.1})
	if err != nil {
		log.Fatal(err)
	}
	return r
}

// At 10% two overlapping groups are left.
func ExampleRanksFigure() {
	save("ranks.png", display.RanksFigure(demsar()))
}

// petalWidth is iris with the width of the petals as the target of the other three columns.
func petalWidth() (*datasets.Dataset, error) {
	iris, err := datasets.Load("iris", datasets.Options{})
	if err != nil {
		return nil, err
	}
	others, err := iris.Take([]int{0, 1, 2})
	if err != nil {
		return nil, err
	}
	return others.WithTarget(iris.Features[3], mat.Col(nil, 3, iris.X))
}

// petals predicts that target by ridge regression.
func petals() (*evaluation.RegressionErrors, error) {
	d, err := petalWidth()
	if err != nil {
		return nil, err
	}
	return evaluation.Regression(context.Background(), d,
		evaluation.Protocol{Regressor: evaluation.RidgeRegression}, algorithms.Options{},
		statistics.FRegression{}, filter.Variance{}, filter.Random{})
}

// R² and the root mean squared error of three methods against the number of features.
func Example_regression() {
	r, err := petals()
	if err != nil {
		log.Fatal(err)
	}
	save("regression.png", r)
}

// petalRankings are that data set and its best two features by two methods.
func petalRankings() (*datasets.Dataset, []*algorithms.Ranking, error) {
	d, err := petalWidth()
	if err != nil {
		return nil, nil, err
	}
	var out []*algorithms.Ranking
	for _, m := range []algorithms.Selector{statistics.FRegression{}, filter.Random{}} {
		r, err := algorithms.Run(context.Background(), m, d, algorithms.Options{K: 2})
		if err != nil {
			return nil, nil, err
		}
		out = append(out, r)
	}
	return d, out, nil
}

// Samples in the color of a continuous target.
func Example_scatterTarget() {
	d, rankings, err := petalRankings()
	if err != nil {
		log.Fatal(err)
	}
	s, err := evaluation.Scatter(context.Background(), d, false, rankings...)
	if err != nil {
		log.Fatal(err)
	}
	save("scatter_target.png", s)
}

// The best features in the quartiles of a continuous target.
func Example_byClassTarget() {
	d, rankings, err := petalRankings()
	if err != nil {
		log.Fatal(err)
	}
	c, err := evaluation.ByClass(context.Background(), d, 0, rankings[0])
	if err != nil {
		log.Fatal(err)
	}
	save("byclass_target.png", c)
}

// Fisher's scores of wdbc turn flat after ten features, variance after two.
func ExampleSpectrumFigure() {
	_, fisher, variance := best("wdbc", 0)
	s, err := evaluation.Spectrum(fisher, variance)
	if err != nil {
		log.Fatal(err)
	}
	save("spectrum.png", display.SpectrumFigure(s))
}

// stable is the stability of three methods on wdbc.
func stable() *evaluation.StabilityReport {
	wdbc, _, _ := best("wdbc", 1)
	p := evaluation.Protocol{Repeats: 20}
	r, err := evaluation.Stability(context.Background(), wdbc,
		p, algorithms.Options{}, filter.Fisher{}, filter.Laplacian{},
		filter.Random{})
	if err != nil {
		log.Fatal(err)
	}
	return r
}

// Fisher's and Laplacian's features hardly depend on the samples; random ones do.
func Example_stability() {
	save("stability.png", stable())
}

// Each method's favorites among the features.
func Example_frequency() {
	save("frequencies.png", figures(stable())[1])
}

// fTest is the F test: of classes (n - C)/(C - 1) times the Fisher score, of a continuous target
// r²(n - 2)/(1 - r²), with their p-values.
type fTest struct{}

func (fTest) Name() string { return "f-test" }

func (fTest) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	s, among, within := new(algorithms.Scores), 1., float64(d.N()-2)
	if d.Continuous() {
		for j := range d.D() {
			r := stat.Correlation(mat.Col(nil, j, d.X), d.Target, nil)
			s.Values = append(s.Values, r*r/(1-r*r))
		}
	} else {
		var err error
		if s, err = (filter.Fisher{}).Score(ctx, d, opt); err != nil {
			return nil, err
		}
		among, within = float64(len(d.Classes)-1), float64(d.N()-len(d.Classes))
	}
	for j, ratio := range s.Values {
		s.Values[j] = ratio * within / among
		s.PValues = append(s.PValues, mathext.RegIncBeta(within/2, among/2, 1/(1+ratio)))
	}
	return s, nil
}

func (m fTest) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// volcanoOf is the volcano plot of all features by the F test.
func volcanoOf(d *datasets.Dataset) (*evaluation.VolcanoPlot, *algorithms.Ranking) {
	r, err := algorithms.Run(context.Background(), fTest{}, d, algorithms.Options{})
	if err != nil {
		log.Fatal(err)
	}
	v, err := evaluation.Volcano(context.Background(), d, 0, "", 0, r)
	if err != nil {
		log.Fatal(err)
	}
	return v, r
}

// The features of wdbc that differ most between the classes, and those that do not.
func Example_volcano() {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	v, _ := volcanoOf(d)
	save("volcano.png", v)
}

// With a continuous target the effect is the correlation.
func Example_volcanoTarget() {
	d, err := datasets.Load("wine", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	proline := mat.Col(nil, 12, d.X)
	rest, err := d.Take([]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
	if err != nil {
		log.Fatal(err)
	}
	numbers, err := rest.WithTarget("proline", proline)
	if err != nil {
		log.Fatal(err)
	}
	v, _ := volcanoOf(numbers)
	save("volcano_target.png", v)
}

// Most features of wdbc have an effect: few p-values are above .05.
func Example_pValues() {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		log.Fatal(err)
	}
	_, r := volcanoOf(d)
	h, err := evaluation.PValues(r)
	if err != nil {
		log.Fatal(err)
	}
	save("p_values.png", h)
}
