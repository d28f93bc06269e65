package evaluation

// The cautions of a result are its own warnings that its table does not show, and the warnings of
// its data set.

// Cautions returns the warnings about rankings of other data, and those of the data.
func (c *Comparison) Cautions() (own, data []string) { return c.Warnings, c.DataWarnings }

// Cautions returns the warnings about rankings of other data, and those of the data.
func (r *RedundancyReport) Cautions() (own, data []string) { return r.Warnings, r.DataWarnings }

// Cautions returns the warnings about rankings of other data, and those of the data.
func (r *SimilarityReport) Cautions() (own, data []string) { return r.Warnings, r.DataWarnings }

// Cautions returns the warnings about rankings of other data, and those of the data.
func (c *FeatureClusters) Cautions() (own, data []string) { return c.Warnings, c.DataWarnings }

// Cautions returns the warnings about rankings of other data, and those of the data.
func (s *ScatterPlot) Cautions() (own, data []string) { return s.Warnings, s.DataWarnings }

// Cautions returns the warnings about rankings of other data, and those of the data.
func (d *ClassDistributions) Cautions() (own, data []string) { return d.Warnings, d.DataWarnings }

// Cautions returns the warnings about rankings of other data, and those of the data.
func (m *PixelMaps) Cautions() (own, data []string) { return m.Warnings, m.DataWarnings }

// Cautions returns the warnings about rankings of other data, and those of the data.
func (v *VolcanoPlot) Cautions() (own, data []string) { return v.Warnings, v.DataWarnings }

// Cautions returns the warnings of the data of the ranking.
func (h *PValueHistogram) Cautions() (own, data []string) { return h.Warnings, h.DataWarnings }

// Cautions returns the warnings of the data.
func (g *ImageGrid) Cautions() (own, data []string) { return nil, g.DataWarnings }

// Cautions returns the warnings of the data of the rankings.
func (s *ScoreSpectrum) Cautions() (own, data []string) { return nil, s.DataWarnings }

// Cautions returns the warnings of the data; those of the methods are in the table.
func (c *RedundancyCurves) Cautions() (own, data []string) { return nil, c.DataWarnings }

// Cautions returns the warnings of the data; those of the folds are in the table.
func (p *CoefficientPath) Cautions() (own, data []string) { return nil, p.DataWarnings }

// Cautions returns the warnings of the data; those of the methods are in the table.
func (c *AccuracyCurves) Cautions() (own, data []string) { return nil, c.DataWarnings }

// Cautions returns the warnings of the data; those of the methods are in the table.
func (r *StabilityReport) Cautions() (own, data []string) { return nil, r.DataWarnings }

// Cautions returns the warnings of the data; those of the methods are in the table.
func (c *RegressionErrors) Cautions() (own, data []string) { return nil, c.DataWarnings }
