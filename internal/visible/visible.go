// Package visible makes text from files, paths and servers safe to print.
package visible

import (
	"strconv"
	"strings"
	"unicode"
)

// Text escapes every rune that is not a letter, mark, number, punctuation, symbol or blank, such as
// terminal control characters and marks that turn the writing direction. Bytes that are not UTF-8
// become U+FFFD.
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

// Line is Text in one line, with single blanks between words.
func Line(s string) string { return Text(strings.Join(strings.Fields(s), " ")) }
