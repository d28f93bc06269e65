package figure

import (
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"fsnb.example/internal/vega"
	"fsnb.example/internal/wording"
)

// Caption is the text below a figure.
type Caption struct{ Text string }

const (
	titleSize = 1.3 // of the text
	titleRow  = 32  // pixels of a page
)

// Titled is the figure with a title above it all, shortened to its width, for figures of several
// panels or without axes. The description is to say the same.
func (f *Figure) Titled(title string) *Figure {
	style := TextStyle(TextSize * titleSize)
	left := vg.Points(10)
	shown := Fit(style, wording.CleanSentence(title), f.Width-2*left)
	const row = titleRow * vg.Inch / Dpi
	out := *f
	out.Height += row
	out.Draw = func(c draw.Canvas) {
		c.FillText(style, vg.Point{X: c.Min.X + left, Y: c.Max.Y - vg.Points(16)}, shown)
		f.Draw(draw.Crop(c, 0, 0, 0, -row))
	}
	if f.Hover != nil {
		out.Hover = func() *vega.Figure {
			spec := f.Hover()
			if spec != nil {
				spec.Title = shown
			}
			return spec
		}
	}
	return &out
}

// TitleOf is a title with the name of the data set, if it has one.
func TitleOf(what, dataset string) string {
	if dataset == "" {
		return what
	}
	return what + ", " + wording.Clean(dataset)
}

// Description says in words what the figure shows, on one line, and which names it cuts.
func (f *Figure) Description() string {
	out := f.Alt
	var more []string
	if f.Caption.Text != "" {
		more = append(more, f.Caption.Text)
	}
	if len(f.Whole) > 0 {
		more = append(more, "Names in full: "+strings.Join(f.Whole, "; ")+".")
	}
	for _, sentence := range more {
		if strings.TrimRight(out, ".!?") == out {
			out += "."
		}
		out += " " + sentence
	}
	return out
}

// mostWhole is how many names in full a description has at most.
const mostWhole = 50

// Naming adds to Whole the names whose shown form differs from them, each once, and returns f.
func (f *Figure) Naming(shown, whole []string) *Figure {
	for i, name := range whole {
		if name != "" && shown[i] != Drawable(name) && len(f.Whole) < mostWhole &&
			!slices.Contains(f.Whole, name) {
			f.Whole = append(f.Whole, name)
		}
	}
	return f
}

// NamingFeatures is Naming for features.
func (f *Figure) NamingFeatures(
	features []wording.Feature, shown wording.FeatureNames,
) *Figure {
	for _, one := range features {
		if whole := shown.WholeOf(one.Name, one.Column); whole != "" {
			f.Naming([]string{""}, []string{whole})
		}
	}
	return f
}

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
