package visible

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxName is the largest number of runes of a name in an error, and maxNames that of names.
const (
	MaxName  = 40
	maxNames = 5
)

// Short cuts a name to MaxName runes.
func Short(s string) string {
	if utf8.RuneCountInString(s) <= MaxName {
		return s
	}
	cut := 0
	for range MaxName {
		_, size := utf8.DecodeRuneInString(s[cut:])
		cut += size
	}
	return s[:cut] + "…"
}

// Name formats a name for an error: shortened, and in quotes where it would be ambiguous, break the
// line or turn the writing direction.
func Name(name string) string {
	name = Short(name)
	plain := name != "" && name == strings.TrimSpace(name)
	for _, r := range name {
		plain = plain && r != utf8.RuneError && strconv.IsPrint(r)
	}
	if plain {
		return name
	}
	return strconv.Quote(name)
}

// Counted formats a count and the first names: column a, 7 columns: a, b, c, d, e, …
func Counted(thing string, names []string) string {
	if len(names) == 1 {
		return thing + " " + First(names)
	}
	return fmt.Sprintf("%d %ss: %s", len(names), thing, First(names))
}

// First names the first of several things.
func First(names []string) string {
	var out []string
	for _, name := range names[:min(len(names), maxNames)] {
		out = append(out, Name(name))
	}
	if len(names) > maxNames {
		out = append(out, "…")
	}
	return strings.Join(out, ", ")
}
