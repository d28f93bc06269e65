package terms

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The first word of each kind is its default, and all measures rate.
func TestWords(t *testing.T) {
	for want, got := range map[string][]string{
		"knn linear-svm logistic ridge forest":      Classifier("").Choices(),
		"knn ridge forest":                          Regressor("").Choices(),
		"one-error best percentile threshold elbow": CountRule("").Choices(),
		"accuracy balanced-accuracy macro-f1 auc":   ClassMeasure("").Choices(),
	} {
		if !slices.Equal(got, strings.Fields(want)) {
			t.Errorf("%q, want %q", got, want)
		}
	}
	predicted, truth := []int{0, 0, 0, 1}, []int{0, 0, 1, 1}
	scores := mat.NewDense(4, 2, []float64{3, 0, 2, 0, 1, 1, 0, 2})
	for m, want := range map[ClassMeasure]struct {
		text string
		rate float64
	}{
		"": {"accuracy", .75}, ShareRight: {"accuracy", .75},
		BalancedAccuracy: {"balanced accuracy", .75}, MacroF1: {"macro F1", (.8 + 2./3) / 2},
		AUC: {"AUC", 1},
	} {
		rate := m.Rate(predicted, scores, truth)
		if err := m.Check(); err != nil || m.Text() != want.text ||
			rate < want.rate-1e-15 || rate > want.rate+1e-15 {
			t.Errorf("%q: %v, %s, %v; want %+v", m, err, m.Text(), rate, want)
		}
	}
	if v := AUC.Rate(nil, scores, []int{1, 1, 1, 1}); v != .5 {
		t.Errorf("AUC of one class is %v", v)
	}
	unknown := ClassMeasure("kappa")
	if err := unknown.Check(); unknown.Text() != "kappa" || err == nil || err.Error() !=
		`no measure "kappa"; give accuracy, balanced-accuracy, macro-f1, auc` {
		t.Error(err)
	}
}
