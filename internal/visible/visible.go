// Package visible makes text from files, paths and servers safe to print.
package visible

import (
	"strconv"
	"strings"
	"unicode"
)

// Text spells out every rune that is no letter, mark, number, punctuation, symbol or
// blank: control characters, which move the cursor of a terminal or change its colors,
// marks that turn the writing direction, and others that have no shape. Bytes that are
// not UTF-8 become U+FFFD.
func Text(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsGraphic(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		}
	}
	return b.String()
}

// Line is Text in one line, with single blanks between its words.
func Line(s string) string { return Text(strings.Join(strings.Fields(s), " ")) }
