package project

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// headings are those of docs/gallery.md, by the name of the golden file without its extension.
var headings = map[string]string{
	"accuracy":          "Accuracy against the number of features",
	"accuracy_auc":      "AUC against the number of features",
	"byclass":           "Values in each class",
	"byclass_large":     "Values in each class, many samples",
	"byclass_target":    "Values by quartile of a continuous target",
	"chart":             "Your own chart: curves and points",
	"chart_diagonal":    "Your own chart: points against the diagonal",
	"chart_equal":       "Your own chart: equal scales",
	"chart_log":         "Your own chart: a logarithmic axis",
	"choice":            "Choice of the number of features by cross-validation",
	"choice_elbow":      "Choice of the number of features by scores",
	"chosen_pixels":     "Chosen pixels of pictures",
	"clustermap":        "Clustered heat map of correlations",
	"clustermap_large":  "Clustered heat map of correlations, many features",
	"clusters":          "Groups of correlated features",
	"coefficient_path":  "Coefficients against the penalty λ",
	"comparison":        "Two rankings side by side",
	"comparison_3":      "Three rankings side by side",
	"comparison_order":  "Two rankings, one without scores",
	"datasets":          "Data sets by name",
	"entry":             "Facts about one data set",
	"frequencies":       "How often features are chosen from subsamples",
	"overview":          "Many methods over many data sets",
	"head_to_head":      "Two methods compared at each number of features",
	"head_to_head_sets": "Two methods compared over data sets",
	"heatmap":           "Heat map of correlations",
	"heatmap_large":     "Heat map of correlations, many features",
	"images":            "Pictures of each class",
	"matrices":          "Your own matrices",
	"method":            "Facts about one method",
	"method_names":      "Names of the methods",
	"method_plain":      "Facts about a method without parameters",
	"methods":           "List of methods",
	"names":             "Rankings with long names",
	"order":             "A ranking without scores",
	"p_values":          "Histogram of p-values",
	"paper_agreement":   "Numbers of a paper: recomputed against printed",
	"paper_bold":        "Numbers of a paper, as printed",
	"paper_comparison":  "Numbers of a paper beside ours",
	"paper_differences": "Numbers of a paper: differences by method and data set",
	"paper_parts":       "Numbers of a paper in two parts, as printed",
	"paper_stars":       "Numbers of a paper with stars of significance, as printed",
	"papers":            "Tables of the papers",
	"permuted":          "Permutation importance",
	"ranking":           "A ranking",
	"ranking_all":       "A ranking of all features",
	"ranking_test":      "A ranking with p-values",
	"ranks":             "Average ranks of methods over data sets",
	"redundancy":        "Redundancy of rankings",
	"redundancy_curves": "Redundancy against the number of features",
	"regression":        "Error of regression against the number of features",
	"scatter":           "Samples on their principal components",
	"scatter_target":    "Samples on their principal components, continuous target",
	"scatter_ten":       "Samples on their principal components, ten classes",
	"scores":            "Scores of all features",
	"significant":       "Significant features",
	"spectrum":          "Score spectrum and its knee",
	"spectrum_order":    "Score spectrum of a method without scores",
	"stability":         "Stability against the number of features",
	"strip":             "Samples on one principal component",
	"study":             "Results of a study, mean over the numbers of features",
	"study_5":           "Results of a study at 5 features",
	"study_best":        "Results of a study at the best number of features",
	"study_stability":   "Stability in a study",
	"studycurves":       "Curves of a study",
	"subset":            "A subset with a global optimum",
	"summary_digits":    "Summary of a data set of pictures",
	"summary_iris":      "Summary of a data set",
	"summary_wdbc":      "Summary of a data set with many features",
	"verdicts":          "Verdicts on the claims of a paper",
	"volcano":           "Effect and significance of features",
	"volcano_target":    "Effect and significance for a continuous target",
}

// golden is the name of a golden file without its folder and extension.
func golden(file string) string {
	return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
}

// heading is the heading of a golden file.
func heading(file string) string { return headings[golden(file)] }

func TestEveryGoldenFileHasAHeading(t *testing.T) {
	unused := maps.Clone(headings)
	for _, file := range slices.Concat(testdata(t, "*.png"), testdata(t, "*.txt")) {
		if heading(file) == "" {
			t.Errorf("headings has no %q: add what %s shows", golden(file), file)
		}
		delete(unused, golden(file))
	}
	for name := range unused {
		t.Errorf("headings has %q, but no testdata has such a file", name)
	}
}
