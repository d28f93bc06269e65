package display_test

import (
	"testing"

	"fsnb.example/internal/displaytest"
)

// The pictures that the examples make.
func TestPictures(t *testing.T) {
	displaytest.Pictures(t, map[string]func(){
		"scatter.png": ExampleScatterFigure, "scatter_ten.png": ExampleScatterFigure_ten,
		"chart_equal.png":   ExampleChartFigure_equalScale,
		"strip.png":         ExampleScatterFigure_strip,
		"heatmap.png":       ExampleRedundancyFigure,
		"heatmap_large.png": ExampleRedundancyFigure_large, "accuracy.png": ExampleAccuracyFigure,
		"stability.png": ExampleStabilityFigure, "frequencies.png": ExampleFrequencyFigure,
		"ranks.png":             ExampleRanksFigure,
		"regression.png":        ExampleRegressionFigure,
		"scatter_target.png":    ExampleScatterFigure_target,
		"byclass_target.png":    ExampleByClassFigure_target,
		"clustermap.png":        ExampleClustersFigure,
		"clustermap_large.png":  ExampleClustersFigure_large,
		"redundancy_curves.png": ExampleRedundancyCurvesFigure,
		"byclass.png":           ExampleByClassFigure,
		"byclass_large.png":     ExampleByClassFigure_large,
		"spectrum.png":          ExampleSpectrumFigure,
		"coefficient_path.png":  ExampleCoefficientPathFigure,
		"images.png":            ExampleImagesFigure,
		"chosen_pixels.png":     ExampleChosenPixelsFigure,
		"chart.png":             ExampleChartFigure,
		"chart_log.png":         ExampleChartFigure_logarithmic,
		"chart_diagonal.png":    ExampleChartFigure_diagonal,
		"matrices.png":          ExampleMatricesFigure,
		"volcano.png":           ExampleVolcanoFigure,
		"choice.png":            ExampleChoiceFigure,
		"permuted.png":          ExamplePermutedFigure,
		"choice_elbow.png":      ExampleChoiceFigure_elbow,
		"volcano_target.png":    ExampleVolcanoFigure_target, "p_values.png": ExamplePValuesFigure,
	})
}
