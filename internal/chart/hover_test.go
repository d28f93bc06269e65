package chart

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

// specOf is what tests read of a specification.
type specOf struct {
	Description string
	Datasets    map[string]string
	Vconcat     []struct {
		Concat []panelOf
		Layer  []layerOf
	}
}

type panelOf struct {
	Width, Height float64
	Title         struct{ Text string }
	Encoding      map[string]json.RawMessage
	Layer         []layerOf
}

type layerOf struct {
	Data struct{ Name string }
	Mark struct {
		Type, Shape, Color string
		Opacity            *float64
	}
	Encoding map[string]json.RawMessage
}

// hovering reads the specification of a figure.
func hovering(t *testing.T, f *figure.Figure) (s specOf) {
	t.Helper()
	raw := must.Get(json.Marshal(f.VegaLite()))(t)
	must.Do(t, json.Unmarshal(raw, &s))
	if s.Description != f.Description() || len(s.Vconcat) == 0 {
		t.Fatalf("the specification says %q of %q", s.Description, f.Description())
	}
	return s
}

// rows are those of a layer without the line of names.
func (s specOf) rows(t *testing.T, l layerOf) [][]string {
	t.Helper()
	all := must.Get(csv.NewReader(strings.NewReader(s.Datasets[l.Data.Name])).ReadAll())(t)
	return all[1:]
}

// of are the layers of a panel with tooltips that begin with a title.
func (p panelOf) of(title string) (found []layerOf) {
	for _, l := range p.Layer {
		var tips []struct{ Title string }
		_ = json.Unmarshal(l.Encoding["tooltip"], &tips)
		if len(tips) > 0 && tips[0].Title == title {
			found = append(found, l)
		}
	}
	return found
}

func TestScatterOnHover(t *testing.T) {
	mark := Scatter{Classes: []string{"red, or so", `"blue"`}, Class: []int{0, 1, 1},
		Panels: []ScatterPanel{{Title: "two", X: []float64{1, 2, math.NaN()},
			Y: []float64{4, 5, math.Inf(1)}, XAxis: Axis{Name: "PC 1"},
			YAxis: Axis{Name: "PC 2"}}}}
	points := mark.marks(&mark.Panels[0], figure.Frame{}, 1)[0].Layers()
	f := vega.Figure{Panels: []vega.Panel{{Layers: points}}}
	raw := must.Get(json.Marshal(f.Spec()))(t)
	var s specOf
	must.Do(t, json.Unmarshal(raw, &s))
	rows := s.rows(t, s.Vconcat[0].Concat[0].Layer[0])
	slices.SortFunc(rows, func(a, b []string) int { return strings.Compare(a[2], b[2]) })
	want := [][]string{{"1", "4", "0", "red, or so"}, {"2", "5", "1", `"blue"`},
		{"", "", "2", `"blue"`}}
	for i := range want {
		must.Items(t, rows[i], want[i], "row %d", i)
	}
	many := make([]float64, vega.MaxMarks+1)
	mark.Panels[0].X, mark.Panels[0].Y, mark.Class = many, many, make([]int, len(many))
	if mark.Figure("many", figure.Caption{}).VegaLite() != nil {
		t.Error("a specification of more points than it has")
	}
}

// A point of a chart has its name on hover, a gap and a point that is not drawn have no row, and
// each piece of a line is one.
func TestChartOnHover(t *testing.T) {
	nan := math.NaN()
	f := must.Get(ChartFigure(&Chart{X: "x", Y: "y", LogY: true, Levels: []Level{{Value: 10}},
		Series: []Series{{Name: "a", X: []float64{1, 2, nan, 3}, Y: []float64{1, 100, nan, 1000},
			Names: []string{"first", "", "", "last"}, Labels: []string{"one", "two"}},
			{Name: "b", Points: true, Y: []float64{1, -1, 10}}}}))(t)
	s := hovering(t, f)
	panel := s.Vconcat[0].Concat[0]
	named := panel.of("name")
	if len(named) != 1 {
		t.Fatalf("%d layers with names", len(named))
	}
	got := s.rows(t, named[0])
	want := [][]string{{"1", "0", "first", "0", "0"}, {"2", "2", "two", "0", "1"},
		{"3", "3", "last", "1", "2"}}
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("rows %q, want %q", got, want)
	}
	others := panel.of("series")
	if len(others) != 1 || len(s.rows(t, others[0])) != 2 {
		t.Errorf("%d layers without names, want one of 2 points", len(others))
	}
	if levels := panel.of("level"); len(levels) != 1 || levels[0].Mark.Type != "rule" {
		t.Errorf("levels %v, want one", levels)
	}
}

func TestNamesOfPoints(t *testing.T) {
	_, err := ChartFigure(&Chart{Series: []Series{{Y: []float64{1}, Names: []string{"a", "b"}}}})
	want := "chart: series 1: there are more names (2) than points (1); give one for each point " +
		"at most"
	must.Error(t, err, want)
}

// The names of the rows of boxes stand in the order of the rows, of which the first is on top.
func TestBoxesOnHover(t *testing.T) {
	box := Box{N: 3, Min: 1, Q1: 1, Median: 2, Q3: 3, Max: 3, Low: 1, High: 3,
		Values: []float64{1, 2, 3}}
	mark := Boxes{Rows: []string{"upper", "lower"}, MostValues: 50,
		Panels: []BoxPanel{{Rank: 1, Feature: wording.Feature{Name: "f"}, Boxes: []Box{box, box}}}}
	panel := hovering(t, mark.Figure("boxes", figure.Caption{})).Vconcat[0].Concat[0]
	var y struct {
		Axis struct {
			Values    []float64
			LabelExpr string
		}
	}
	must.Do(t, json.Unmarshal(panel.Encoding["y"], &y))
	if !slices.Equal(y.Axis.Values, []float64{.5, 1.5}) ||
		!strings.HasPrefix(y.Axis.LabelExpr, `["lower","upper"]`) {
		t.Errorf("rows at %v are %s", y.Axis.Values, y.Axis.LabelExpr)
	}
	if panel.Title.Text != "1. f" || len(panel.of("class")) != 2 {
		t.Errorf("title %q, %d layers of samples", panel.Title.Text, len(panel.of("class")))
	}
}

// Cells hold their values, up to as many as a specification has.
func TestHeatMapOnHover(t *testing.T) {
	square := func(k int) *figure.Figure {
		m := HeatMap{Label: "m", K: k, Features: make([]wording.Feature, k),
			Values: make([]float64, k*k)}
		for i := range m.Features {
			m.Features[i] = wording.Feature{Name: "f" + wording.Itoa(i), Column: i}
			m.Values[i*k+i] = 1
		}
		m.Values[1] = 0.61234567
		return NewHeatMaps("squared correlation", []HeatMap{m}).Figure("heat", figure.Caption{})
	}
	s := hovering(t, square(2))
	panel := s.Vconcat[0].Concat[0]
	cells := panel.of("feature")
	if len(cells) != 2 { // and the printed value
		t.Fatalf("%d layers with features", len(cells))
	}
	want := [][]string{{"0", "0", "1"}, {"0", "1", "0.612"}, {"1", "0", "0"}, {"1", "1", "1"}}
	if got := s.rows(t, cells[0]); !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("cells %q, want %q", got, want)
	}
	if got := s.rows(t, cells[1]); len(got) != 1 || got[0][2] != ".61" || got[0][3] != "f0" ||
		got[0][4] != "f1" {
		t.Errorf("printed %q, want .61 of f0 and f1", got)
	}
	if square(71).VegaLite() != nil {
		t.Error("a specification of 5,041 cells")
	}
}

func TestCriticalDifferenceOnHover(t *testing.T) {
	mark := CriticalDifference{Names: []string{"a", "b", "c"}, Average: []float64{2, 1, 3},
		Order: []int{1, 0, 2}, Groups: [][2]int{{0, 1}}, Difference: 1.5}
	s := hovering(t, mark.Figure("ranks", figure.Caption{}))
	var got []string
	for _, l := range s.Vconcat[0].Concat[0].of("method") {
		for _, row := range s.rows(t, l) {
			got = append(got, row[2]+" "+row[3]+" "+row[4])
		}
	}
	want := []string{"1.00 b 1", "2.00 a 2", "b b 1", "a a 2", "3.00 c 3", "c c 3"}
	must.Items(t, got, want, "methods")
}

// A long curve of scores keeps its ends, its knee and every step that can be seen.
func TestSpectrumOnHover(t *testing.T) {
	scores, names := make([]float64, 3000), make([]string, 3000)
	for i := range scores {
		scores[i], names[i] = 1/float64(i+1), "f"+wording.Itoa(i)
	}
	mark := Spectra{{Title: "s", Scores: scores, Names: names, Knee: 37}}
	s := hovering(t, mark.Figure("spectrum", figure.Caption{}))
	layers := s.Vconcat[0].Concat[0].of("feature")
	if len(layers) != 1 || *layers[0].Mark.Opacity != 0 {
		t.Fatalf("layers of scores: %v", layers)
	}
	rows := s.rows(t, layers[0])
	if len(rows) < hoverRanks/2 || len(rows) > 2*hoverRanks+2 {
		t.Errorf("%d points", len(rows))
	}
	if rows[0][2] != "f0" || rows[len(rows)-1][2] != "f2999" ||
		!slices.ContainsFunc(rows, func(r []string) bool { return r[0] == "37" }) {
		t.Errorf("from %q to %q, or without the knee", rows[0], rows[len(rows)-1])
	}
}
