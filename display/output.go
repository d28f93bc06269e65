// Package display turns results into tables and figures: text, Markdown, HTML,
// PNG, SVG and PDF. It never talks to a notebook; the front door does.
//
// Tables say everything in text, because GitHub and untrusted notebooks strip
// styles and scripts. Figures are drawn by gonum/plot with the fonts that come
// with it, on white, in colours that colour-blind readers can tell apart.
package display

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/evaluation/papers"
	"fsnb.example/evaluation/replay"
	"fsnb.example/evaluation/study"
)

// Output is one thing to show: a table or a figure. Text is always there;
// Markdown and HTML are empty for a figure, Figure is nil for a table.
type Output struct {
	Text     string
	Markdown string
	HTML     string
	Figure   *Figure
}

// Render returns what shows a result, table before figure. It knows
// *datasets.Dataset, *algorithms.Ranking, *algorithms.Scores,
// *evaluation.Comparison, *evaluation.RedundancyReport,
// *evaluation.SimilarityReport, *evaluation.RedundancyCurves, *evaluation.FeatureClusters,
// *evaluation.ScatterPlot, *evaluation.AccuracyCurves,
// *evaluation.StabilityReport, *evaluation.RankComparison,
// *evaluation.ClassDistributions, *evaluation.ScoreSpectrum,
// *evaluation.ImageGrid, *evaluation.PixelMaps, *study.Result, *papers.Table,
// *papers.Comparison, *replay.Comparison, slices of these, Chart, Matrices
// and pointers to these, *Table, *Figure and Output; anything else is an error that names its type.
func Render(v any) ([]Output, error) { return RenderOnce(v, nil) }

func render(v any, wanted func(warning string) bool) ([]Output, error) {
	var out []Output
	if nothing(v) {
		return nil, errors.New(showsNothing(v))
	}
	if d, ok := v.(*datasets.Dataset); ok {
		s, err := d.Summarise()
		if err != nil {
			return nil, err
		}
		v = s
	}
	if c, ok := chartOf(v); ok {
		f, err := ChartFigure(c)
		if err != nil {
			return nil, err
		}
		v = f
	}
	if m, ok := matricesOf(v); ok {
		f, err := MatricesFigure(m)
		if err != nil {
			return nil, err
		}
		v = f
	}
	notes := cautions(v, wanted)
	for i, t := range tables(v) {
		if i == 0 {
			t, notes = withNotes(t, notes), nil
		}
		out = append(out, t.Output())
	}
	if len(notes) > 0 {
		out = append(out, notesOutput(notes))
	}
	for _, f := range figures(v) {
		out = append(out, f.Output())
	}
	switch v := v.(type) {
	case Output:
		out = append(out, v)
	case []Output:
		out = append(out, v...)
	}
	if out == nil {
		return nil, fmt.Errorf("cannot show a %T; show a data set, a ranking, scores, a comparison, redundancy, clusters, a scatter plot, accuracy curves, values by class, a score spectrum, a study, a table, a chart or matrices", v)
	}
	return out, nil
}

// withNotes is a table with more notes.
func withNotes(t *Table, notes []string) *Table {
	if len(notes) == 0 {
		return t
	}
	out := *t
	out.Notes = slices.Concat(t.Notes, notes)
	return &out
}

// nothing reports whether v is nil, or a nil pointer.
func nothing(v any) bool {
	r := reflect.ValueOf(v)
	return !r.IsValid() || r.Kind() == reflect.Pointer && r.IsNil()
}

func showsNothing(v any) string {
	if v == nil {
		return "cannot show nil: there is no result; give what a function such as Select or Load returned"
	}
	return fmt.Sprintf("cannot show a %T that is nil: it holds no result; give what a function "+
		"such as Select or Load returned",
		v)
}

// tables returns the tables of a result, which may have several.
func tables(v any) (out []*Table) {
	if t, ok := table(v); ok {
		out = append(out, t)
	}
	switch v := v.(type) {
	case *evaluation.StabilityReport:
		if t, ok := unlessNil(v, Frequencies); ok {
			out = append(out, t)
		}
	case *study.Result:
		if v != nil {
			out = append(out, studyTables(v)...)
		}
	case []*replay.Comparison:
		for _, c := range v {
			out = append(out, ReplayComparison(c))
		}
	}
	return out
}

// figures returns the figures of a result, which may have several.
func figures(v any) (out []*Figure) {
	if f, ok := figure(v); ok {
		out = append(out, f)
	}
	switch v := v.(type) {
	case *evaluation.StabilityReport:
		if f, ok := unlessNil(v, FrequencyFigure); ok {
			out = append(out, f)
		}
	case *study.Result:
		if v != nil {
			out = append(out, studyFigures(v)...)
		}
	}
	return out
}

// table returns the table of a result that has one.
func table(v any) (*Table, bool) {
	switch v := v.(type) {
	case *datasets.Summary:
		return unlessNil(v, Summary)
	case *algorithms.Ranking:
		return unlessNil(v, Ranking)
	case *algorithms.Scores:
		return unlessNil(v, Scores)
	case *evaluation.Comparison:
		return unlessNil(v, Comparison)
	case *evaluation.RedundancyReport:
		return unlessNil(v, Redundancy)
	case *evaluation.SimilarityReport:
		return unlessNil(v, Similarities)
	case *evaluation.RedundancyCurves:
		return unlessNil(v, RedundancyCurves)
	case *evaluation.FeatureClusters:
		return unlessNil(v, Clusters)
	case *evaluation.AccuracyCurves:
		return unlessNil(v, Accuracy)
	case *evaluation.StabilityReport:
		return unlessNil(v, Stability)
	case *evaluation.RankComparison:
		return unlessNil(v, Ranks)
	case *evaluation.ClassDistributions:
		return unlessNil(v, ByClass)
	case *evaluation.ScoreSpectrum:
		return unlessNil(v, Spectrum)
	case *papers.Table:
		return unlessNil(v, PaperTable)
	case *papers.Comparison:
		return unlessNil(v, PaperComparison)
	case *replay.Comparison:
		return unlessNil(v, ReplayComparison)
	case *Table:
		return v, v != nil
	}
	return nil, false
}

// figure returns the figure of a result that has one.
func figure(v any) (*Figure, bool) {
	switch v := v.(type) {
	case *evaluation.RedundancyReport:
		return unlessNil(v, HeatMap)
	case *evaluation.SimilarityReport:
		return unlessNil(v, SimilarityFigure)
	case *evaluation.RedundancyCurves:
		return unlessNil(v, RedundancyFigure)
	case *evaluation.FeatureClusters:
		return unlessNil(v, ClusterMap)
	case *evaluation.ScatterPlot:
		return unlessNil(v, Scatter)
	case *evaluation.AccuracyCurves:
		return unlessNil(v, AccuracyFigure)
	case *evaluation.StabilityReport:
		return unlessNil(v, StabilityFigure)
	case *evaluation.RankComparison:
		return unlessNil(v, CriticalDifference)
	case *evaluation.ClassDistributions:
		return unlessNil(v, ByClassFigure)
	case *evaluation.ScoreSpectrum:
		return unlessNil(v, SpectrumFigure)
	case *evaluation.ImageGrid:
		return unlessNil(v, ImageGrid)
	case *evaluation.PixelMaps:
		return unlessNil(v, ChosenPixels)
	case *Figure:
		return v, v != nil
	}
	return nil, false
}

// unlessNil applies draw, whose own nil says that there is nothing to draw.
func unlessNil[T, R any](v *T, draw func(*T) *R) (*R, bool) {
	if v == nil {
		return nil, false
	}
	out := draw(v)
	return out, out != nil
}
