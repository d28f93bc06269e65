package display

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
)

// fit returns s as it is drawn in a room of the given width: whole, or with its
// middle left out.
func fit(style text.Style, s string, room vg.Length) string {
	s = drawable(s)
	if style.Width(s) <= room {
		return s
	}
	r := []rune(s)
	cut := func(keep int) string { return string(r[:keep-keep/3]) + "…" + string(r[len(r)-keep/3:]) }
	tooLong := sort.Search(len(r), func(keep int) bool { return style.Width(cut(keep)) > room })
	return cut(max(0, tooLong-1))
}

// drawable spells out the letters that the face of the figures does not have:
// names in another script would all be rows of equal boxes.
func drawable(s string) string {
	face := font.DefaultCache.Lookup(textStyle(textSize).Font, textSize)
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

// distinct returns the labels, cleaned, so that no two look alike: those that do
// get their number of features, where it tells them apart, and then a number.
func distinct(labels []string, features []int) []string {
	out := make([]string, len(labels))
	for i, l := range labels {
		out[i] = clean(l)
	}
	for _, alike := range repeated(out) {
		whole := make([][]rune, len(alike))
		for k, i := range alike {
			whole[k] = []rune(visible(labels[i]))
		}
		for k, s := range cutApart(whole, short) {
			out[alike[k]] = quotedBlank(s)
		}
	}
	if features != nil {
		for _, alike := range repeated(out) {
			if slices.ContainsFunc(alike, func(i int) bool { return features[i] != features[alike[0]] }) {
				for _, i := range alike {
					out[i] = fmt.Sprintf("%s (%d)", out[i], features[i])
				}
			}
		}
	}
	plain := slices.Clone(out)
	number(out, func(i, n int) string { return fmt.Sprintf("%s #%d", plain[i], n) })
	return out
}

// repeated returns the positions of each label that is there more than once.
func repeated(labels []string) map[string][]int {
	at := make(map[string][]int)
	for i, l := range labels {
		at[l] = append(at[l], i)
	}
	maps.DeleteFunc(at, func(_ string, where []int) bool { return len(where) == 1 })
	return at
}
