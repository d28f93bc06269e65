package display

import (
	"fmt"
	"reflect"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/evaluation/advice"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
)

// Every result finds its method on the screen, which refuses a nil one with an error that names
// its type; and every method of the screen is asked for by a result.
func TestEveryResultShowsItself(t *testing.T) {
	results := []Showable{
		(*datasets.Dataset)(nil), (*datasets.Summary)(nil), (*algorithms.Ranking)(nil),
		(*algorithms.Scores)(nil), (*evaluation.Comparison)(nil), (*evaluation.RedundancyReport)(
			nil),
		(*evaluation.SimilarityReport)(nil), (*evaluation.RedundancyCurves)(nil),
		(*evaluation.FeatureClusters)(nil), (*evaluation.ScatterPlot)(nil),
		(*evaluation.AccuracyCurves)(nil), (*evaluation.StabilityReport)(nil),
		(*evaluation.RegressionErrors)(nil),
		(*evaluation.RankComparison)(nil), (*evaluation.ClassDistributions)(nil),
		(*evaluation.ScoreSpectrum)(nil), (*evaluation.ImageGrid)(nil),
		(*evaluation.VolcanoPlot)(nil), (*evaluation.PValueHistogram)(nil),
		(*evaluation.PixelMaps)(nil),
		(*evaluation.Choice)(nil), (*evaluation.PermutedImportance)(nil),
		(*evaluation.CoefficientPath)(nil),
		(*advice.Advice)(nil),
		(*Table)(nil), (*figure.Figure)(nil),
	}
	for _, r := range results {
		t.Run(fmt.Sprintf("%T", r), func(t *testing.T) {
			s := new(screen)
			r.ShowOn(s)
			if s.err == nil || s.err.Error() != showsNothing(r) || len(s.items) > 0 {
				t.Errorf("shows %d items, %v", len(s.items), s.err)
			}
		})
	}
	values := []Showable{Chart{}, Matrices{}} // are never nil
	for _, v := range values {
		s := new(screen)
		v.ShowOn(s)
		if s.err == nil || len(s.items) > 0 {
			t.Errorf("an empty %T shows %d items, %v", v, len(s.items), s.err)
		}
	}
	must.Is(t, reflect.TypeFor[*screen]().NumMethod(), len(results)+len(values),
		"the screen has methods for results")
}

// A screen that lacks the method of a result says which.
func TestScreenWithoutTheMethod(t *testing.T) {
	defer func() {
		want := "interface conversion: *int is not interface { " +
			"ShowScatter(*evaluation.ScatterPlot) }: missing method ShowScatter"
		must.Is(t, fmt.Sprint(recover()), want, "panics with")
	}()
	new(evaluation.ScatterPlot).ShowOn(new(int))
}
