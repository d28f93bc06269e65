package display

import (
	"fmt"
	"slices"
	"strings"

	"fsnb.example/evaluation"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/wording"
)

// ShowChosenPixels shows chosen pixels.
func (s *screen) ShowChosenPixels(m *evaluation.PixelMaps) {
	if s.begin(m) {
		s.figure(ChosenPixelsFigure(m))
	}
}

// ChosenPixelsFigure draws the mean picture in gray for each ranking and the pixels that
// it chose in orange.
func ChosenPixelsFigure(m *evaluation.PixelMaps) *figure.Figure {
	if len(m.Panels) == 0 || len(m.Mean) == 0 {
		return nil
	}
	labels, features := make([]string, len(m.Panels)), make([]int, len(m.Panels))
	for i, p := range m.Panels {
		labels[i], features[i] = p.Label, len(p.Pixels)
	}
	labels = wording.Distinct(labels, features)
	mark := chart.ChosenPixels{Height: m.Height, Width: m.Width, Picture: m.Mean}
	for i, p := range m.Panels {
		mark.Panels = append(mark.Panels, chart.PixelPanel{Name: labels[i],
			Count: fmt.Sprintf(": %d of %d", len(p.Pixels), len(m.Mean)), Pixels: p.Pixels})
	}
	return mark.Figure(mapsAlt(m, labels), mapsNote(m)).Titled(
		figure.TitleOf("Chosen pixels", m.Dataset))
}

func mapsNote(m *evaluation.PixelMaps) figure.Caption {
	note := "Orange: chosen pixels"
	note += fmt.Sprintf(", on the mean of %s of %d×%d pixels, black %s to white %s.",
		wording.Plural(m.N, "picture", "pictures"), m.Height, m.Width, value(slices.Min(m.Mean)),
		value(slices.Max(m.Mean)))
	return figure.Caption{Text: note + historyNote(m.History)}
}

func mapsAlt(m *evaluation.PixelMaps, labels []string) string {
	alt := "Chosen pixels on the mean picture"
	if m.Dataset != "" {
		alt += " of " + wording.Clean(m.Dataset)
	}
	parts := make([]string, len(m.Panels))
	for i, p := range m.Panels {
		parts[i] = fmt.Sprintf("%s, %d of %d", labels[i], len(p.Pixels), len(m.Mean))
		if len(p.Pixels) > 0 {
			rows, cols := make([]int, len(p.Pixels)), make([]int, len(p.Pixels))
			for k, at := range p.Pixels {
				rows[k], cols[k] = at/m.Width, at%m.Width
			}
			parts[i] += fmt.Sprintf(" in rows %d to %d and columns %d to %d", slices.Min(rows),
				slices.Max(rows), slices.Min(cols), slices.Max(cols))
		}
	}
	return alt + fmt.Sprintf(", %d×%d (rows and columns from 0 at the upper left): ", m.Height,
		m.Width) + strings.Join(parts, "; ")
}
