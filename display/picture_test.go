package display_test

import (
	"testing"

	"fsnb.example/display"
	"fsnb.example/internal/displaytest"
)

// The pictures that the examples make.
func TestPictures(t *testing.T) {
	displaytest.Pictures(t, map[string]func(){
		"scatter.png": Example_scatter, "scatter_ten.png": Example_scatterTen,
		"chart_equal.png":   Example_chartEqualScale,
		"strip.png":         Example_scatterStrip,
		"heatmap.png":       Example_redundancy,
		"heatmap_large.png": Example_redundancyLarge, "accuracy.png": Example_accuracy,
		"stability.png": Example_stability, "frequencies.png": Example_frequency,
		"ranks.png":             ExampleRanksFigure,
		"regression.png":        Example_regression,
		"scatter_target.png":    Example_scatterTarget,
		"byclass_target.png":    Example_byClassTarget,
		"clustermap.png":        Example_clusters,
		"clustermap_large.png":  Example_clustersLarge,
		"redundancy_curves.png": Example_redundancyCurves,
		"byclass.png":           Example_byClass,
		"byclass_large.png":     Example_byClassLarge,
		"spectrum.png":          ExampleSpectrumFigure,
		"coefficient_path.png":  Example_coefficientPath,
		"images.png":            Example_images,
		"chosen_pixels.png":     ExampleChosenPixelsFigure,
		"chart.png":             Example_chart,
		"chart_log.png":         Example_chartLogarithmic,
		"chart_diagonal.png":    Example_chartDiagonal,
		"matrices.png":          Example_matrices,
		"volcano.png":           Example_volcano,
		"choice.png":            Example_choice,
		"permuted.png":          Example_permuted,
		"choice_elbow.png":      Example_choiceElbow,
		"volcano_target.png":    Example_volcanoTarget, "p_values.png": Example_pValues,
	}, "byclass_target", "chart_equal", "choice", "clustermap_large", "heatmap", "heatmap_large",
		"p_values", "permuted", "ranks", "scatter_target", "scatter_ten")
}

// Names of points that look like something else, below an axis that tooltips would take for the
// address of a picture. internal/browser shows them.
func TestHostileNamesOnHover(t *testing.T) {
	f := figures(display.Chart{Title: `<b>"Points"</b>`, X: "image", Y: "title",
		Series: []display.Series{{Name: "</script>", Points: true, X: []float64{1, 2, 3, 4, 5},
			Y: []float64{1, 3, 2, 5, 4}, Names: []string{"<img src=https://example.com/x.png>",
				`a "b", c`, "back\\slash ${1+1}", "1e5", "https://example.com/y.png"}}}})[0]
	displaytest.Golden(t, "hostile.vl.json", displaytest.SpecJSON(f))
}
