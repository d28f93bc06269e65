package wording

import (
	"strings"
	"unicode"
)

// SnakeCase converts a Go name to a parameter name: EarlyStop to early_stop.
func SnakeCase(s string) string {
	var b strings.Builder
	runes := []rune(s)
	for i, r := range runes {
		if unicode.IsUpper(r) {
			startsWord := i > 0 && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) &&
				unicode.IsLower(runes[i+1]))
			if startsWord {
				b.WriteByte('_')
			}
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}
