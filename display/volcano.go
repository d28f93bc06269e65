package display

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"fsnb.example/algorithms/adjust"
	"fsnb.example/evaluation"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/number"
	"fsnb.example/internal/terms"
	"fsnb.example/internal/wording"
)

// volcanoNames is the number of significant features that a volcano plot names.
const volcanoNames = 8

// ShowVolcano shows a volcano plot: the table of its best features, and the figure.
func (s *screen) ShowVolcano(v *evaluation.VolcanoPlot) {
	if s.begin(v) {
		s.table(volcanoTable(v))
		s.figure(volcanoFigure(v))
	}
}

// ShowVolcano keeps the CSV form of a volcano plot.
func (s *sheet) ShowVolcano(v *evaluation.VolcanoPlot) {
	if whole[evaluation.VolcanoPlot](s) {
		s.records(volcanoCSV(v), nil)
	} else {
		s.screen.ShowVolcano(v)
	}
}

// volcanoTable is the table of a volcano plot: effect and p-values of the best features, and which
// are significant.
func volcanoTable(v *evaluation.VolcanoPlot) *Table {
	t := &Table{Title: volcanoTitle(v), Columns: []Column{{Name: "rank", Align: Right},
		{Name: "feature"}, {Name: string(v.Effect), Align: Right}, {Name: "p", Align: Right}}}
	adjusted := v.Adjustment != adjust.KindNone
	if adjusted {
		t.Columns = append(t.Columns, Column{Name: adjustedHead(v.Adjustment), Align: Right})
	}
	t.Columns = append(t.Columns, Column{Name: "significant"})
	shown := v.Features[:min(len(v.Features), maxRows)]
	listed, effects := make([]wording.Feature, len(shown)), make([]float64, len(shown))
	for i, f := range shown {
		listed[i] = wording.Feature{Name: f.Name, Column: f.Feature}
		effects[i] = float64(f.Effect)
	}
	names, written := wording.NameFeatures(listed, wording.InTable), wording.FormatColumn(effects)
	for i, f := range shown {
		t.SetWhole(i, 1, names.WholeOf(f.Name, f.Feature))
		row := []string{wording.Itoa(i + 1), names.Of(f.Name, f.Feature), written[i], smallP(f.P)}
		if adjusted {
			row = append(row, smallP(f.Adjusted))
		}
		significant := "no"
		if f.Adjusted <= v.Level {
			significant = "yes"
		}
		t.Rows = append(t.Rows, append(row, significant))
	}
	if len(shown) < len(v.Features) {
		t.Notes = append(t.Notes, fmt.Sprintf("The first %d of %d are listed.", len(shown),
			len(v.Features)))
	}
	t.Notes = append(t.Notes, wording.Sentence(volcanoFinding(v)), effectNote(v))
	return t
}

// volcanoCSV returns all features of a volcano plot as lines of a file, in the order of the
// ranking.
func volcanoCSV(v *evaluation.VolcanoPlot) [][]string {
	rows := [][]string{{"rank", "feature", "name", string(v.Effect), "p_value", "adjusted_p_value",
		"adjustment", "significant"}}
	for i, f := range v.Features {
		rows = append(rows, []string{wording.Itoa(i + 1), wording.Itoa(f.Feature), f.Name,
			number.Text(float64(f.Effect)), number.Text(f.P), number.Text(f.Adjusted),
			string(v.Adjustment), strconv.FormatBool(f.Adjusted <= v.Level)})
	}
	return rows
}

func volcanoTitle(v *evaluation.VolcanoPlot) string {
	return ofData("Effect and significance by "+wording.Clean(v.Label), v.Dataset)
}

// volcanoFinding says how many features are significant, and up to which p.
func volcanoFinding(v *evaluation.VolcanoPlot) string {
	verb := "are"
	if v.Significant == 1 {
		verb = "is"
	}
	text := fmt.Sprintf("%d of %s %s significant at %g (%s)", v.Significant,
		wording.Plural(len(v.Features), "feature", "features"), verb, v.Level,
		wording.CleanSentence(v.Adjustment.Title()))
	if v.Significant > 0 {
		return text + ": p up to " + smallP(v.Threshold)
	}
	return text + ": p would have to be at most " + smallP(v.Threshold)
}

// effectNote says what the effect is.
func effectNote(v *evaluation.VolcanoPlot) string {
	switch v.Effect {
	case terms.CohensD:
		a, b := volcanoClasses(v)
		return fmt.Sprintf("Cohen's d: mean of %s less mean of %s, in pooled standard deviations.",
			b, a)
	case terms.RootEtaSquared:
		return "√η²: root of the share of a feature's scatter that lies between the classes."
	}
	return fmt.Sprintf("Correlation: with %s.", wording.Clean(v.Target))
}

// volcanoClasses are the names of the two classes.
func volcanoClasses(v *evaluation.VolcanoPlot) (a, b string) {
	names := append(wording.Distinct(v.Classes, nil), "the first class", "the second")
	if len(v.Classes) < 2 {
		names = names[len(v.Classes):]
	}
	return names[0], names[1]
}

// effectAxis is the label of the axis of effects.
func effectAxis(v *evaluation.VolcanoPlot) string {
	switch v.Effect {
	case terms.CohensD:
		a, b := volcanoClasses(v)
		return fmt.Sprintf("Cohen's d (mean of %s − mean of %s, in standard deviations)", b, a)
	case terms.RootEtaSquared:
		return "√η² (root of the share of scatter between classes)"
	}
	return "correlation with " + wording.Clean(v.Target)
}

// volcanoFigure draws the effect of each feature against -log10 p, with a line at the p-value up to
// which features are significant. Those are colored, and the best few of the ranking named.
// p-values below 1e-300 stand at the upper edge, and infinite effects at the side. It returns nil
// where there is no feature.
func volcanoFigure(v *evaluation.VolcanoPlot) *figure.Figure {
	edges := volcanoEdges(v)
	rest := Series{Name: "not significant", Points: true, Muted: true}
	found := Series{Name: "significant", Points: true}
	tiny := Series{Name: "p < 1e-300, at the upper edge", Points: true}
	listed := make([]wording.Feature, 0, volcanoNames)
	for _, f := range v.Features {
		if f.Adjusted <= v.Level && len(listed) < volcanoNames {
			listed = append(listed, wording.Feature{Name: f.Name, Column: f.Feature})
		}
	}
	names, named := chart.LabelNames(listed), 0
	for _, f := range v.Features {
		s := &rest
		if f.Adjusted <= v.Level {
			if s = &found; f.P < leastP {
				s = &tiny
			}
			if named < len(listed) {
				named++
				s.Labels = append(s.Labels, names.Of(f.Name, f.Feature))
			}
		}
		s.Names = append(s.Names, f.Name)
		x, y := edges.at(f)
		s.X, s.Y = append(s.X, x), append(s.Y, y)
	}
	c := Chart{Title: volcanoTitle(v), X: effectAxis(v), Y: "−log10 p", Note: volcanoNote(v, edges),
		Levels: []Level{{Name: fmt.Sprintf("%s at %g", v.Adjustment.Title(), v.Level),
			Value: minusLog10(v.Threshold)}}}
	for _, s := range []Series{rest, found, tiny} {
		if len(s.Y) > 0 {
			s.Name = fmt.Sprintf("%s (%d)", s.Name, len(s.Y))
			c.Series = append(c.Series, s)
		}
	}
	f, err := chart.LabeledFigure(&c, volcanoAlt(v))
	if err != nil {
		return nil
	}
	return f
}

// edges are where what lies beyond the axes stands, and how much of it there is.
type edges struct {
	top, side float64
	separated int // features with an infinite effect
}

func volcanoEdges(v *evaluation.VolcanoPlot) edges {
	e := edges{top: minusLog10(v.Threshold)}
	for _, f := range v.Features {
		if f.P >= leastP {
			e.top = max(e.top, minusLog10(f.P))
		}
		if math.IsInf(float64(f.Effect), 0) {
			e.separated++
		} else {
			e.side = max(e.side, math.Abs(float64(f.Effect)))
		}
	}
	e.top *= 1.12
	if e.side *= 1.12; e.side == 0 {
		e.side = 1
	}
	return e
}

// at is where a feature stands.
func (e edges) at(f evaluation.VolcanoFeature) (x, y float64) {
	x, y = float64(f.Effect), e.top
	if math.IsInf(x, 0) {
		x = math.Copysign(e.side, x)
	}
	if f.P >= leastP {
		y = minusLog10(f.P)
	}
	return x, y
}

// minusLog10 is -log10 p of a p-value of leastP at least, without a negative zero.
func minusLog10(p float64) float64 { return math.Abs(math.Log10(max(p, leastP))) }

func volcanoNote(v *evaluation.VolcanoPlot, e edges) string {
	var parts []string
	if v.Significant > 0 {
		named := min(v.Significant, volcanoNames)
		parts = append(parts, fmt.Sprintf("Named: the best %d by %s.", named,
			wording.CleanSentence(v.Label)))
		if named == 1 {
			parts[0] = fmt.Sprintf("Named: the best by %s.", wording.CleanSentence(v.Label))
		}
	}
	if e.separated > 0 {
		parts = append(parts, wording.Plural(e.separated, "feature", "features")+
			" with an infinite effect at the side.")
	}
	return strings.Join(parts, " ")
}

func volcanoAlt(v *evaluation.VolcanoPlot) string {
	text := "Volcano plot, " + wording.Clean(v.Label)
	text = ofData(text, v.Dataset)
	text += ": " + effectAxis(v) + " against −log10 p; " + volcanoFinding(v)
	for i, f := range v.Features[:min(len(v.Features), 3)] {
		if f.Adjusted > v.Level {
			break
		}
		if i == 0 {
			text += "; best"
		} else {
			text += ","
		}
		text += fmt.Sprintf(" %s (%s, p %s)", wording.Shorten(f.Name, wording.MaxName),
			wording.FormatNumber(float64(f.Effect), math.Abs(float64(f.Effect))), smallP(f.P))
	}
	return text
}
