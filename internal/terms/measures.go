package terms

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/internal/learn"
)

// ClassMeasure says how predictions of classes are rated.
type ClassMeasure string

const (
	// ShareRight is the accuracy: the share of the samples that are predicted correctly.
	ShareRight ClassMeasure = "accuracy"
	// BalancedAccuracy is the mean of that share over the classes: learn.BalancedAccuracy.
	BalancedAccuracy ClassMeasure = "balanced-accuracy"
	// MacroF1 is the mean of F1 over the classes: learn.MacroF1.
	MacroF1 ClassMeasure = "macro-f1"
	// AUC is the area under the ROC curve of the scores, that of each class against the others
	// averaged if there are several: learn.MeanAUC.
	AUC ClassMeasure = "auc"
)

// Choices returns the measures, the default first.
func (ClassMeasure) Choices() []string {
	return words(ShareRight, BalancedAccuracy, MacroF1, AUC)
}

// Text is the measure in words: "accuracy", "balanced accuracy", "macro F1" or "AUC".
func (m ClassMeasure) Text() string {
	switch m {
	case "", ShareRight:
		return "accuracy"
	case BalancedAccuracy:
		return "balanced accuracy"
	case MacroF1:
		return "macro F1"
	case AUC:
		return "AUC"
	}
	return string(m)
}

// Check returns an error unless m is a measure; "" is accuracy.
func (m ClassMeasure) Check() error {
	if m != "" && !slices.Contains(m.Choices(), string(m)) {
		return fmt.Errorf("no measure %q; give %s", string(m), strings.Join(m.Choices(), ", "))
	}
	return nil
}

// Rate is the measure of predicted classes, for AUC of scores with a column for each class, which
// is 0.5 where the truth has one class. Of predictions and scores the other one may be nil.
func (m ClassMeasure) Rate(predicted []int, scores *mat.Dense, truth []int) float64 {
	switch m {
	case BalancedAccuracy:
		return learn.BalancedAccuracy(predicted, truth)
	case MacroF1:
		return learn.MacroF1(predicted, truth)
	case AUC:
		if v := learn.MeanAUC(scores, truth); !math.IsNaN(v) {
			return v
		}
		return 0.5
	}
	return learn.Accuracy(predicted, truth)
}
