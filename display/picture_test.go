package display_test

import (
	"testing"

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
