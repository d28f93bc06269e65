package display

import (
	"testing"

	"fsnb.example/internal/displaytest"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
	"fsnb.example/internal/terms"
)

// The description of every kind of figure says what the figure shows, with its numbers, then
// what is drawn below it. A screen reader says it in place of the picture.
func TestEveryFigureIsDescribed(t *testing.T) {
	method, class, feature := numbered("method "), numbered("class "), numbered("f")
	stability := makeStability(2, []int{2, 4}, 20, method, feature)
	for kind, c := range map[string]struct {
		result Showable
		want   []string // of each figure, the parts that its description has in order
	}{
		"redundancy": {makeReport(makeRow("fisher", 3, feature)),
			[]string{"Heat map of squared correlations, synthetic: fisher mean …. Squared " +
				"correlation of the chosen features, best first."}},
		"similarities": {makeSimilarities(1, 6, method),
			[]string{"Who is like whom, synthetic: heat maps of similarity; wanted, 6×6, …; in 3 " +
				"groups"}},
		"redundancy curves": {makeRedundancy(2, []int{2, 4}, method),
			[]string{"Redundancy of the best features, synthetic, mean squared correlation " +
				"against " +
				"their number: method 1 … at 4; …. " + pairsNote}},
		"clusters": {makeClusters("fisher", 6, feature, 0),
			[]string{"Clustered heat map of squared correlations, synthetic, fisher: …. Squared " +
				"correlation of the chosen features, alike beside alike."}},
		"scatter": {makeScatter(1, 2, 10, method, class, 1),
			[]string{"PCA scatter plot of synthetic, 10 samples in 2 classes; method 1, 10 " +
				"features: PC 1 50%, PC 2 0.3% of variance. Standardized features."}},
		"accuracy": {makeCurves(2, []int{1, 2}, 4, 4, method),
			[]string{"Accuracy of 1-NN, synthetic against the number of features: method 1 best " +
				"…; " +
				"all … features …. Bands: ± one standard deviation over 4 splits."}},
		"regression": {makeRegression(2, []int{1, 2}, 4, 4, method),
			[]string{"R² and RMSE of 1-NN, synthetic against the number of features: method 1 " +
				"best " +
				"R² …, RMSE … at …; all … features …. Target: dose. Bands: ± one standard " +
				"deviation over 4 splits."}},
		"stability": {stability, []string{
			"Stability of the chosen features, synthetic against their number: method 1 … " +
				"with 2 features, …. Bands: 95% intervals over 20 subsamples. 1: the same " +
				"features from every subsample; 0: as at random.",
			" most often f…, … always, … ever. Share of 20 subsamples with 95% intervals."}},
		"ranks": {makeRanks(3, 12, 1, method),
			[]string{"Critical-difference plot of 3 methods by rank over 12 data sets, average " +
				"ranks: …; critical difference …. Bars join methods that do not differ " +
				"significantly (Nemenyi, 5%). Friedman's test "}},
		"by class": {makeByClass(1, 2, 8, feature, class, shifted),
			[]string{"Best feature by fisher in each class, synthetic: f1 median class 1 …, " +
				"class 2 " +
				"…. Values as they are in the data."}},
		"choice": {makeChoice("fisher", []int{1, 2}, 2),
			[]string{"How many features, fisher, fisher: 2 are chosen, by rule one-error; the " +
				"best " +
				"accuracy (1-NN), 0.650, is with 2. Band: ± one standard error of the mean over " +
				"5 " +
				"folds."}},
		"permuted": {makePermuted("fisher", 3, 2, feature),
			[]string{"Permutation importance of fisher, synthetic, fall of AUC (logistic " +
				"regression): f3 most, 0.1000 ± 0.0500; baseline 0.900. Whiskers: ± one standard " +
				"deviation over 5 permutations of 2 splits."}},
		"spectrum": {makeSpectrum(method, []float64{5, 1, .5, 0}),
			[]string{"Score spectrum, synthetic: method 1 …. Scores, largest first."}},
		"volcano": {makeVolcano(20, terms.CohensD, feature, numbered("class ")), []string{
			"Volcano plot, f-test, synthetic: Cohen's d (mean of class 2 − mean of class 1, in " +
				"standard deviations) against −log10 p; … of 20 features are significant at 0.05 " +
				"(Benjamini–Hochberg): p up to …; best f1 (…, p …), f2 (…. Named: the best …"}},
		"p-values": {makePValues(20, 0), []string{
			"Histogram of p-values by f-test, synthetic; … below 0.05, where 1 would be without " +
				"any effect. Estimated share of the 20 features without an effect: …"}},
		"coefficient path": {makePath(9, method, feature),
			[]string{"Coefficients of method 1, synthetic against λ, 9 features: first f1, f2, " +
				"f3; chosen λ … with …, least error at …. Features with a coefficient, by λ: "}},
		"images": {makeImages(2, 3, 8, 8, true, class),
			[]string{"6 pictures of synthetic, 3 of each of 2 classes: class 1, class 2. 3 " +
				"pictures " +
				"of each class, evenly spread over its samples. 8×8 pixels, black −1 to white " +
				"1."}},
		"chosen pixels": {makeMaps(1, 2, 4, 4, method),
			[]string{"Chosen pixels on the mean picture of synthetic, 4×4 (rows and columns " +
				"from 0 " +
				"at the upper left): method 1, 2 of 16 in rows … Orange: chosen pixels, on the " +
				"mean of 50 pictures of 4×4 pixels, black 0 to white 15."}},
		"chart": {Chart{Title: "Rounds", X: "round", Y: "error", Note: "By hand.",
			Series: []Series{{Y: nums{3, 2, 1}}}},
			[]string{"Rounds: error against round: 3 points from (1, 3) to (3, 1). By hand."}},
		"matrices": {Matrices{Title: "Two?", Note: "By hand.",
			Panels: []MatrixPanel{{Name: "a", Rows: []nums{{0, 1}, {1, 0}}}}},
			[]string{"Two?: heat maps of value; a, 2×2, 0 to 1. By hand."}},
	} {
		t.Run(kind, func(t *testing.T) {
			outputs := must.Get(Render(c.result))(t)
			var figures []*figure.Figure
			var texts []string
			for _, o := range outputs {
				if f, ok := o.Figure.(*figure.Figure); ok {
					figures, texts = append(figures, f), append(texts, o.Text)
				}
			}
			displaytest.CheckDescriptions(t, figures, texts, c.want)
		})
	}
}

// A period separates Alt and the caption, unless Alt ends a sentence. A figure without a
// caption is described by Alt alone.
func TestDescription(t *testing.T) {
	for want, f := range map[string]*figure.Figure{
		"A figure": {Alt: "A figure"},
		"A figure. Small.": {Alt: "A figure",
			Caption: figure.Caption{Text: "Small."}},
		"Why? Small.":   {Alt: "Why?", Caption: figure.Caption{Text: "Small."}},
		"It is. Small.": {Alt: "It is.", Caption: figure.Caption{Text: "Small."}},
	} {
		if o := figureOutput(f); o.Text != want+"\n" {
			t.Errorf("%q, want %q", o.Text, want)
		}
	}
}
