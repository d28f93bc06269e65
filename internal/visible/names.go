package visible

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxName is how many runes of a name an error quotes, and maxNames how many names it lists.
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

// Name is a name as an error prints it: short, as it is, or with quotes where it could
// be taken for something else, break the line or turn the writing direction.
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

// Counted counts things and names the first of them: column a, 7 columns: a, b, c, d, e, …
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
