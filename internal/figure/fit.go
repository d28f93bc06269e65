package figure

import (
	"sort"
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"fsnb.example/internal/wording"
)

// Fit returns s as drawn in the given width: whole, or with its middle omitted.
func Fit(style text.Style, s string, room vg.Length) string {
	s = Drawable(s)
	if style.Width(s) <= room {
		return s
	}
	r := []rune(s)
	cut := func(keep int) string {
		return string(r[:keep-keep/3]) + "…" + string(r[len(r)-keep/3:])
	}
	tooLong := sort.Search(len(r), func(keep int) bool { return style.Width(cut(keep)) > room })
	return cut(max(0, tooLong-1))
}

// Drawable escapes letters that the font of figures does not have, which would all be equal boxes.
func Drawable(s string) string {
	face := font.DefaultCache.Lookup(TextStyle(TextSize).Font, TextSize)
	var b strings.Builder
	for _, r := range s {
		if i, err := face.Face.GlyphIndex(nil, r); err != nil || i == 0 {
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// FitApart is Fit for the labels of one figure: different labels stay different.
func FitApart(style text.Style, labels []string, room vg.Length) []string {
	var different []string
	place := make(map[string]int)
	for _, l := range labels {
		if _, known := place[l]; !known {
			place[l] = len(different)
			different = append(different, Drawable(l))
		}
	}
	noMark := func(int) string { return "" }
	hasRoom := func(_ int, s string) bool { return style.Width(s) <= room }
	cuts := wording.TellApart(different, noMark, hasRoom)
	out := make([]string, len(labels))
	for i, l := range labels {
		out[i] = cuts[place[l]]
	}
	return out
}

// InFigure reports whether a name fits into a figure.
func InFigure(style text.Style, room vg.Length) func(wording.Feature, string) bool {
	return func(f wording.Feature, s string) bool {
		return wording.InTable(f, s) && style.Width(Drawable(s)) <= room
	}
}
