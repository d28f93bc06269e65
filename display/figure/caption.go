package figure

import (
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

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
	return &out
}

// TitleOf is a title with the name of the data set, if it has one.
func TitleOf(what, dataset string) string {
	if dataset == "" {
		return what
	}
	return what + ", " + wording.Clean(dataset)
}

// Description says in words what the figure shows, on one line.
func (f *Figure) Description() string {
	if f.Caption.Text == "" {
		return f.Alt
	}
	if strings.TrimRight(f.Alt, ".!?") == f.Alt {
		return f.Alt + ". " + f.Caption.Text
	}
	return f.Alt + " " + f.Caption.Text
}
