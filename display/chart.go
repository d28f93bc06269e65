package display

import (
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
)

// Figures of a user's own: see package chart.
type (
	Chart       = chart.Chart
	Series      = chart.Series
	Level       = chart.Level
	Matrices    = chart.Matrices
	MatrixPanel = chart.MatrixPanel
)

// ChartFigure draws a chart: see chart.ChartFigure.
func ChartFigure(c *Chart) (*figure.Figure, error) { return chart.ChartFigure(c) }

// ShowChart shows a chart.
func (s *Screen) ShowChart(c *Chart) {
	if s.begin(c) {
		s.figureOf(ChartFigure(c))
	}
}

// ChartCSV returns the points of a chart as lines of a file: see chart.ChartCSV.
func ChartCSV(c *Chart) ([][]string, error) { return chart.ChartCSV(c) }

// ShowChart keeps the CSV form of a chart.
func (s *sheet) ShowChart(c *Chart) {
	if whole[Chart](s) {
		s.records(ChartCSV(c))
	} else {
		s.Screen.ShowChart(c)
	}
}

// MatricesFigure draws matrices: see chart.MatricesFigure.
func MatricesFigure(m *Matrices) (*figure.Figure, error) { return chart.MatricesFigure(m) }

// ShowMatrices shows matrices.
func (s *Screen) ShowMatrices(m *Matrices) {
	if s.begin(m) {
		s.figureOf(MatricesFigure(m))
	}
}

// MatricesCSV returns the values of matrices as lines of a file: see chart.MatricesCSV.
func MatricesCSV(m *Matrices) ([][]string, error) { return chart.MatricesCSV(m) }

// ShowMatrices keeps the CSV form of matrices.
func (s *sheet) ShowMatrices(m *Matrices) {
	if whole[Matrices](s) {
		s.records(MatricesCSV(m))
	} else {
		s.Screen.ShowMatrices(m)
	}
}
