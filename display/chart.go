package display

import (
	"fsnb.example/internal/chart"
)

// Figures of a user's own: see package chart.
type (
	Chart       = chart.Chart
	Series      = chart.Series
	Level       = chart.Level
	Matrices    = chart.Matrices
	MatrixPanel = chart.MatrixPanel
)

// ShowChart shows a chart.
func (s *screen) ShowChart(c *Chart) {
	if s.begin(c) {
		s.figureOf(chart.ChartFigure(c))
	}
}

// ShowChart keeps the CSV form of a chart.
func (s *sheet) ShowChart(c *Chart) {
	if whole[Chart](s) {
		s.records(chart.ChartCSV(c))
	} else {
		s.screen.ShowChart(c)
	}
}

// ShowMatrices shows matrices.
func (s *screen) ShowMatrices(m *Matrices) {
	if s.begin(m) {
		s.figureOf(chart.MatricesFigure(m))
	}
}

// ShowMatrices keeps the CSV form of matrices.
func (s *sheet) ShowMatrices(m *Matrices) {
	if whole[Matrices](s) {
		s.records(chart.MatricesCSV(m))
	} else {
		s.screen.ShowMatrices(m)
	}
}
