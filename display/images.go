package display

import (
	"fmt"
	"strconv"
	"strings"

	"fsnb.example/evaluation"
	"fsnb.example/internal/chart"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/wording"
)

// ShowImages shows pictures.
func (s *screen) ShowImages(g *evaluation.ImageGrid) {
	if s.begin(g) {
		s.figure(imagesFigure(g))
	}
}

// imagesFigure draws the pictures in gray, each pixel as a square: a row for every class, or, where
// the pictures are of samples in all, row by row with the class below. Pictures too large for their
// place are scaled down by averaging.
func imagesFigure(g *evaluation.ImageGrid) *figure.Figure {
	if len(g.Images) == 0 {
		return nil
	}
	t := tiles(g)
	return t.Figure(gridAlt(g, t.ClassNames()), gridNote(g, t)).Titled(
		figure.TitleOf("Pictures", g.Dataset))
}

// tiles is the mark of a grid.
func tiles(g *evaluation.ImageGrid) *chart.Tiles {
	pictures := chart.Pictures{Height: g.Height, Width: g.Width, ByClass: g.PerClass,
		Named: g.Classes > 0, Black: g.Min, White: g.Max}
	for _, img := range g.Images {
		pictures.Pictures = append(pictures.Pictures,
			chart.Picture{Class: img.Class, Pixels: img.Pixels})
	}
	return chart.NewTiles(pictures)
}

func gridNote(g *evaluation.ImageGrid, t *chart.Tiles) figure.Caption {
	var note string
	switch {
	case g.PerClass:
		note += atMost(g) + fmt.Sprintf("%s of each class, evenly spread over its samples.",
			wording.Plural(g.K, "picture", "pictures"))
	case g.Classes >= len(g.Images) && g.Classes > 0:
		note += fmt.Sprintf("One picture of each of %d classes of %d.", len(g.Images), g.Classes)
	default:
		note += fmt.Sprintf("%d of %d samples, evenly spread.", len(g.Images), g.N)
	}
	note += fmt.Sprintf(" %d×%d pixels, black %s to white %s.", g.Height, g.Width, value(g.Min),
		value(g.Max))
	if height, width := t.Shown(); width < g.Width || height < g.Height {
		note += fmt.Sprintf(" Shown smaller, %d×%d.", height, width)
	}
	return figure.Caption{Text: note + historyNote(g.History)}
}

// atMost notes that some classes have fewer pictures than requested.
func atMost(g *evaluation.ImageGrid) string {
	if len(g.Images) < g.K*g.Classes {
		return "Up to "
	}
	return ""
}

// historyNote describes the preprocessing of the pictures, as far as it fits.
func historyNote(history []string) string {
	if len(history) == 0 {
		return ""
	}
	return " Data: " + wording.CleanSentence(strings.Join(history, "; ")) + "."
}

// value formats a number with four digits.
func value(v float64) string { return wording.Minus(strconv.FormatFloat(v, 'g', 4, 64)) }

// gridAlt describes the pictures in words; shown are the names of their classes.
func gridAlt(g *evaluation.ImageGrid, shown map[string]string) string {
	alt := wording.Plural(len(g.Images), "picture", "pictures")
	if g.Dataset != "" {
		alt += " of " + wording.Clean(g.Dataset)
	}
	if g.PerClass {
		alt += fmt.Sprintf(", %s%d of each of %s", strings.ToLower(atMost(g)), g.K,
			wording.Plural(g.Classes, "class", "classes"))
	}
	var classes []string
	for _, img := range g.Images {
		if name := shown[img.Class]; name != "" {
			classes = append(classes, name)
			delete(shown, img.Class)
		}
	}
	if classes != nil {
		alt += ": " + listNames(classes, 20)
	}
	return alt
}
