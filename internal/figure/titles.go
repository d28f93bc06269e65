package figure

import (
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

const (
	// titleAside is about what the room for a title is narrower than its panel.
	titleAside = 60
	// titleStep is the height in points of a further line of a title, of which there are at most
	// mostTitleLines lines.
	titleStep, mostTitleLines = 16, 3
)

// TitleStyle is that of the titles of panels.
func TitleStyle() text.Style { return TextStyle(TextSize * 1.15) }

// titleHeight is what a title takes above a plot.
var titleHeight = vg.Points(20)

// titleLines breaks the title of a single panel that is wider than the panel. It returns nil for
// several panels, whose titles are shortened, and for a title of one line.
func (p Panels) titleLines(titles []string) []string {
	if len(titles) != 1 {
		return nil
	}
	style, room := TitleStyle(), p.Width-vg.Points(titleAside)
	if style.Width(Drawable(titles[0])) <= room {
		return nil
	}
	lines := breakLines(style, titles[0], room)
	if len(lines) < 2 || len(lines) > mostTitleLines {
		return nil
	}
	for _, line := range lines {
		if style.Width(Drawable(line)) > room {
			return nil
		}
	}
	return lines
}

// moreTitle is the height of the lines of a title after the first.
func (p Panels) moreTitle(titles []string) vg.Length {
	return vg.Points(titleStep * float64(max(len(p.titleLines(titles))-1, 0)))
}
