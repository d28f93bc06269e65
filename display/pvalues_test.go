package display

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/adjust"
	"fsnb.example/evaluation"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
	"fsnb.example/internal/terms"
)

// makeVolcano has d features whose effects fall, the signs of which alternate, with p = e^(-8·|d|).
func makeVolcano(d int, kind terms.EffectKind, feature, class func(int) string,
) *evaluation.VolcanoPlot {
	v := &evaluation.VolcanoPlot{About: evaluation.About{Dataset: "synthetic", N: 40, D: d},
		Label: "f-test", Effect: kind, Level: .05, Adjustment: "bh"}
	switch kind {
	case terms.CohensD:
		v.Classes = []string{class(0), class(1)}
	case terms.Correlation:
		v.Target = "dose"
	}
	var p []float64
	for j := range d {
		effect := 2 * (1 - float64(j)/float64(d))
		p = append(p, math.Exp(-8*effect))
		if j%2 > 0 && kind != terms.RootEtaSquared {
			effect = -effect
		}
		v.Features = append(v.Features, evaluation.VolcanoFeature{Feature: j, Name: feature(j),
			Effect: algorithms.Number(effect), P: p[j]})
	}
	return setPs(v, p)
}

// setPs gives the features of a plot other p-values.
func setPs(v *evaluation.VolcanoPlot, p []float64) *evaluation.VolcanoPlot {
	adjusted, err := v.Adjustment.Adjust(p)
	if err != nil {
		panic(err)
	}
	if v.Threshold, err = v.Adjustment.Threshold(p, v.Level); err != nil {
		panic(err)
	}
	v.Significant = 0
	for j := range p {
		v.Features[j].P, v.Features[j].Adjusted = p[j], adjusted[j]
		if adjusted[j] <= v.Level {
			v.Significant++
		}
	}
	return v
}

// makePValues has d features, the last ones of which have p = 1.
func makePValues(d, ones int) *evaluation.PValueHistogram {
	r := &algorithms.Ranking{Label: "f-test", Dataset: "synthetic", N: 40, D: d, K: d}
	for j := range d {
		r.Features = append(r.Features, j)
		p := 1.
		if j < d-ones {
			p = math.Pow(float64(j)/float64(d), 2)
		}
		r.PValues = append(r.PValues, p)
	}
	h, err := evaluation.PValues(r)
	if err != nil {
		panic(err)
	}
	return h
}

func pValueSituations() map[string]*figure.Figure {
	out := make(map[string]*figure.Figure)
	kinds := []terms.EffectKind{terms.CohensD, terms.RootEtaSquared,
		terms.Correlation}
	for _, d := range []int{1, 5, 30, 2000} {
		for k, kind := range kinds {
			if d == 2000 && k > 0 {
				break
			}
			name := []func(int) string{numbered("f"), long, uneven}[k]
			for what, p := range map[string]float64{"1": 1, "0": 0, ".5": .5, "1e-299": 1e-299} {
				all := slices.Repeat([]float64{p}, d)
				out[fmt.Sprintf("volcano, %d features by %s, all p %s", d, kind, what)] =
					volcanoFigure(setPs(makeVolcano(d, kind, name, long), all))
			}
			v := makeVolcano(d, kind, name, numbered("class "))
			out[fmt.Sprintf("volcano, %d features by %s", d, kind)] = volcanoFigure(v)
			mixed := makeVolcano(d, kind, name, long)
			p := make([]float64, d)
			for j := range p {
				if p[j] = mixed.Features[j].P; j < 3 {
					p[j] = 0
				}
			}
			mixed.Features[0].Effect = algorithms.Number(math.Inf(1))
			mixed.Features[d-1].Effect = algorithms.Number(math.Inf(-1))
			mixed.Adjustment = adjust.Kinds()[d%5]
			out[fmt.Sprintf("volcano, %d features by %s, beyond the axes", d, kind)] =
				volcanoFigure(setPs(mixed, p))
		}
		for _, ones := range []int{0, d / 2, d} {
			out[fmt.Sprintf("p-values of %d features, %d of them 1", d, ones)] =
				pValuesFigure(makePValues(d, ones))
		}
	}
	h := makePValues(30, 0)
	h.Label, h.Dataset = long(1), long(2)
	out["p-values with long names"] = pValuesFigure(h)
	return out
}

// Points of p-values below 1e-300 stand above all others, those of infinite effects beside all
// others, and what is drawn as significant is.
func TestVolcanoEdges(t *testing.T) {
	v := makeVolcano(4, terms.CohensD, numbered("f"), numbered("class "))
	v.Features[1].Effect = algorithms.Number(math.Inf(-1))
	setPs(v, []float64{0, 1e-301, 1e-20, .9})
	e := volcanoEdges(v)
	var got [][2]float64
	for _, f := range v.Features {
		x, y := e.at(f)
		got = append(got, [2]float64{math.Round(x*1e6) / 1e6, math.Round(y*1e6) / 1e6})
	}
	want := [][2]float64{{2, 22.4}, {-2.24, 22.4}, {1, 20}, {-.5, .045757}}
	if diff := cmp.Diff(want, got); diff != "" || e.separated != 1 {
		t.Errorf("%d separated (-want +got):\n%s", e.separated, diff)
	}
	words := strings.Join(record(volcanoFigure(v)).Words(), "\n")
	must.ContainAll(t, "\n"+words, "not significant (1)", "\nsignificant (1)",
		"p < 1e-300, at the upper edge (2)", "Benjamini–Hochberg at 0.05 (y = 1.426)", "−log10 p",
		"Cohen's d (mean of class 2 − mean of class 1, in standard deviations)",
		"Named: the best 3 by f-test. 1 feature with an infinite effect at the side.")
	if volcanoFigure(&evaluation.VolcanoPlot{}) != nil ||
		pValuesFigure(&evaluation.PValueHistogram{}) != nil {
		t.Error("nothing is drawn")
	}
}

func TestVolcanoTable(t *testing.T) {
	v := makeVolcano(3, terms.CohensD, numbered("f"), numbered("class "))
	v.Features[0].Effect = algorithms.Number(math.Inf(1))
	setPs(v, []float64{0, .04, .9})
	table := volcanoTable(v)
	want := [][]string{{"1", "f1", "∞", "<1e-300", "<1e-300", "yes"},
		{"2", "f2", "−1.333", "0.0400", "0.0600", "no"},
		{"3", "f3", "0.667", "0.9000", "0.9000", "no"}}
	if diff := cmp.Diff(want, table.Rows); diff != "" || table.Columns[4].Name !=
		"adjusted p (BH)" || table.Columns[2].Name != "Cohen's d" {
		t.Errorf("%v (-want +got):\n%s", table.Columns, diff)
	}
	wantNotes := []string{"1 of 3 features is significant at 0.05 (Benjamini–Hochberg): p up to " +
		"0.0167.", "Cohen's d: mean of class 2 less mean of class 1, in pooled standard " +
		"deviations."}
	must.Equal(t, table.Notes, wantNotes, "notes")
	v.Adjustment = "none"
	if table = volcanoTable(setPs(v, []float64{.2, .3, .9})); len(table.Columns) != 5 ||
		table.Notes[0] != "0 of 3 features are significant at 0.05 (unadjusted): p would have to "+
			"be at most 0.0500." {
		t.Errorf("%v, %q", table.Columns, table.Notes)
	}
	for kind, want := range map[terms.EffectKind]string{
		terms.RootEtaSquared: "√η²: root of the share of a feature's scatter that lies " +
			"between the classes.",
		terms.Correlation: "Correlation: with dose.",
	} {
		notes := volcanoTable(makeVolcano(3, kind, numbered("f"), nil)).Notes
		must.Is(t, notes[len(notes)-1], want, "%q", notes)
	}
	many := volcanoTable(makeVolcano(30, terms.CohensD, numbered("f"), numbered("class ")))
	if len(many.Rows) != 20 || many.Notes[0] != "The first 20 of 30 are listed." {
		t.Errorf("%d rows, %q", len(many.Rows), many.Notes)
	}
}

func TestPValueForms(t *testing.T) {
	var b bytes.Buffer
	text := func(result any) string {
		t.Helper()
		b.Reset()
		write, err := CSV(result)
		if err == nil {
			err = write(&b)
		}
		must.Do(t, err)
		return b.String()
	}
	v := makeVolcano(30, terms.CohensD, numbered("f"), numbered("class "))
	p := make([]float64, 30)
	for j := range p {
		p[j] = float64(j) / 32
	}
	setPs(v, p)
	v.Features[0].Effect = algorithms.Number(math.Inf(1))
	got := text(v)
	want := "rank,feature,name,Cohen's d,p_value,adjusted_p_value,adjustment,significant\n" +
		"1,0,f1,inf,0,0,bh,true\n" +
		"2,1,f2,-1.9333333333333333,0.03125,0.46875,bh,false\n"
	if !strings.HasPrefix(got, want) || strings.Count(got, "\n") != 31 {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	h := makePValues(40, 2)
	got = text(h)
	want = "p from,to,features,without any effect\n0.00,0.05,9,2\n0.05,0.10,4,2\n"
	if !strings.HasPrefix(got, want) || strings.Count(got, "\n") != 21 {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if notes := pValuesTable(h).Notes; !slices.Equal(notes, []string{"Estimated share of the 40 " +
		"features without an effect: 55% (twice the share with p > 0.5; Storey 2002). p = 1, as " +
		"constant features have: 2 features."}) {
		t.Errorf("%q", notes)
	}
}

// The table of a ranking has p-values after the bars, and says how they are adjusted.
func TestRankingTableHasPValues(t *testing.T) {
	r := &algorithms.Ranking{Label: "f-test", D: 3, K: 3, Features: []int{2, 0, 1},
		Names: []string{"c", "a", "b"}, Scores: algorithms.Numbers{4, 2, 1},
		PValues: algorithms.Numbers{0, 3.14e-12, 1}, Adjustment: "holm",
		AdjustedPValues: algorithms.Numbers{0, 6.28e-12, 1}}
	for _, c := range []struct {
		by       adjust.Kind
		adjusted algorithms.Numbers
		heads    []string
		rows     []string
		note     string
	}{
		{"holm", r.AdjustedPValues, []string{"p", "adjusted p (Holm)"},
			[]string{"<1e-300 <1e-300", "3.1e-12 6.3e-12", "1.0000 1.0000"},
			"Adjusted p: Holm, for the tests of all 3 features."},
		{"bh", r.AdjustedPValues, []string{"p", "adjusted p (BH)"},
			[]string{"<1e-300 <1e-300", "3.1e-12 6.3e-12", "1.0000 1.0000"},
			"Adjusted p: Benjamini–Hochberg, for the tests of all 3 features."},
		{"", r.AdjustedPValues, []string{"p", "adjusted p"},
			[]string{"<1e-300 <1e-300", "3.1e-12 6.3e-12", "1.0000 1.0000"}, ""},
		{"none", r.PValues, []string{"p"}, []string{"<1e-300", "3.1e-12", "1.0000"}, ""},
		{"", nil, []string{"p"}, []string{"<1e-300", "3.1e-12", "1.0000"}, ""},
	} {
		r.Adjustment, r.AdjustedPValues = c.by, c.adjusted
		table := RankingTableWithColumns(r)
		var heads, rows []string
		for _, column := range table.Columns[5:] {
			heads = append(heads, column.Name)
		}
		for _, row := range table.Rows {
			rows = append(rows, strings.Join(row[5:], " "))
		}
		if !slices.Equal(heads, c.heads) || !slices.Equal(rows, c.rows) ||
			c.note != "" && !slices.Contains(table.Notes, c.note) ||
			c.note == "" && len(table.Notes) > 0 {
			t.Errorf("%q: %q, %q, %q", c.by, heads, rows, table.Notes)
		}
	}
	scores := scoresTable(&algorithms.Scores{Names: []string{"a", "b"},
		Values: algorithms.Numbers{1, 2}, PValues: algorithms.Numbers{.25, 0}})
	if scores.Columns[4].Name != "p" || scores.Rows[0][4] != "0.2500" ||
		scores.Rows[1][4] != "<1e-300" {
		t.Errorf("%v %v", scores.Columns, scores.Rows)
	}
}

func TestSmallP(t *testing.T) {
	for p, want := range map[float64]string{0: "<1e-300", 9.9e-301: "<1e-300", 1e-300: "1.0e-300",
		4.7e-12: "4.7e-12", 2e-5: "2.0e-5", 9.4e-4: "9.4e-4", .001: "0.0010", .03124: "0.0312",
		.5: "0.5000", 1: "1.0000"} {
		must.Is(t, smallP(p), want, "%g", p)
	}
}
