package chart

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/wording"
)

const (
	shareHead   = 44 // points above the bars: title and names of the methods
	shareFoot   = 20 // points below them, for the ticks
	shareWidest = 170
)

// Shares draws shares between 0 and 1 as bars with intervals: a row for each feature, a column of
// bars for each series.
type Shares struct {
	Title   string
	Rows    []wording.Feature
	Columns []ShareColumn
}

// ShareColumn is a series of bars, one a row.
type ShareColumn struct {
	Name   string
	Shares []Share
}

// Share is a bar with an interval.
type Share struct {
	Value, Low, High float64
	None             bool // draws no bar
}

// Figure draws the bars.
func (s *Shares) Figure(alt string, caption figure.Caption) *figure.Figure {
	names := nameRows(s.Rows)
	left := names.room + vg.Points(16)
	columns := vg.Length(len(s.Columns))
	gap := vg.Points(14) // between two columns
	if len(s.Columns) <= 5 {
		gap = vg.Points(28) // their ticks stand side by side
	}
	bar := min((figure.MaxWidth-left-vg.Points(24))/columns-gap, vg.Points(shareWidest))
	// The title and the note want some width, too.
	width := max(left+columns*(bar+gap)+vg.Points(12), 5.2*vg.Inch)
	all := &barFigure{barRows: names, title: s.Title, head: vg.Points(shareHead),
		foot: vg.Points(shareFoot), left: left, gap: gap, wide: bar, width: width}
	headings := s.headings(bar + gap - vg.Points(5))
	for m, of := range s.Columns {
		column := barColumn{heading: headings[m], to: 1, title: of.Name, format: ".0%",
			ink: figure.Faded(figure.SeriesColor(m), 0.55)}
		for _, at := range []float64{0, 0.5, 1} {
			tick := plot.Tick{Value: at}
			if at == 1 || gap > vg.Points(20) {
				tick.Label = wording.Percent(at)
			}
			column.ticks = append(column.ticks, tick)
		}
		for i, v := range of.Shares {
			if !v.None {
				column.rows = append(column.rows, i)
				column.bars = append(column.bars, Bar{v.Value, v.Low, v.High})
			}
		}
		all.columns = append(all.columns, column)
	}
	return all.figure(alt, caption)
}

// headings are the names of the columns, shortened to the room of one.
func (s *Shares) headings(room vg.Length) []string {
	names := make([]string, len(s.Columns))
	for m, column := range s.Columns {
		names[m] = column.Name
	}
	return figure.FitApart(figure.TextStyle(figure.TextSize), names, room)
}
