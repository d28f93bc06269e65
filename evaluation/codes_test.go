package evaluation_test

import (
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/information"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/methodtest"
)

// Classifiers and regressions use codes of categories as numbers, also where the method does not,
// and warn.
func TestClassifiersWarnOfCodes(t *testing.T) {
	d := methodtest.Noise(40, 3, 1)
	for i := range d.N() {
		d.X.Set(i, 1, float64(i%4))
	}
	d.Codes = []datasets.CodedColumn{{Column: 1, Levels: strings.Split("abcd", "")}}
	const want = "1 column has codes of categories, whose order and distances may mean nothing, " +
		"but the classifier uses them as numbers; read the words with Code \"one-hot\": "
	protocol := evaluation.Protocol{Counts: []int{2}, Repeats: 2}
	got, err := evaluation.Accuracy(t.Context(), d,
		protocol, algorithms.Options{}, information.InfoGain{})
	if err != nil || !slices.Equal(got.Warnings, []string{want + d.Features[1]}) {
		t.Errorf("warnings %q, %v", got.Warnings, err)
	}
	numbers := *d
	numbers.Y, numbers.Classes, numbers.Target = nil, nil, make([]float64, d.N())
	for i := range numbers.Target {
		numbers.Target[i] = d.X.At(i, 0)
	}
	errors, err := evaluation.Regression(t.Context(), &numbers,
		protocol, algorithms.Options{}, information.InfoGain{})
	if err != nil || !slices.Equal(errors.Warnings,
		[]string{strings.Replace(want, "classifier", "regression", 1) + d.Features[1]}) {
		t.Errorf("warnings %q, %v", errors.Warnings, err)
	}
}
