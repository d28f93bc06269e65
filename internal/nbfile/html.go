package nbfile

import (
	"html"
	"regexp"
	"strings"
)

var (
	picture  = regexp.MustCompile(`(?is)<svg.*?</svg>|<img[^>]*>`)
	unseen   = regexp.MustCompile(`(?is)<(style|script)\b.*?</(style|script)>`)
	cellEnd  = regexp.MustCompile(`(?i)</t[dh]>`)
	blockEnd = regexp.MustCompile(`(?i)</(tr|p|div|table|caption|h\d|li)>|<br */?>`)
	tag      = regexp.MustCompile(`(?s)<[^>]*>`)
)

// HTMLText returns the words of HTML: a line for each row of a table, without styles, and
// [picture] in the place of pictures.
func HTMLText(s string) string {
	// Only tags end lines: those of the source mean nothing.
	s = strings.ReplaceAll(unseen.ReplaceAllString(s, ""), "\n", " ")
	s = picture.ReplaceAllString(s, "[picture]")
	s = cellEnd.ReplaceAllString(s, "  | ")
	s = blockEnd.ReplaceAllString(s, "\n")
	return html.UnescapeString(tag.ReplaceAllString(s, ""))
}
