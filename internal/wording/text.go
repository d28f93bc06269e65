// Package wording formats names and numbers for tables and figures: names are safe to print, short,
// and distinct; the numbers of a column have the same decimals.
package wording

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	text "fsnb.example/internal/visible"
)

const (
	MaxName = 48  // largest number of runes shown of a name
	maxNote = 600 // largest number of runes shown of a sentence with names in it
)

// Clean makes a name from a user's file safe to show: control characters and marks of writing
// direction are escaped, the middle of a very long name is omitted, and a blank name is quoted.
func Clean(s string) string {
	return quotedBlank(Shorten(s, MaxName))
}

// CleanSentence is Clean for a sentence with names in it.
func CleanSentence(s string) string {
	words := strings.Split(s, " ")
	for i, w := range words {
		words[i] = Shorten(w, MaxName)
	}
	out := []rune(strings.Join(words, " "))
	if len(out) > maxNote {
		return string(out[:maxNote]) + "…"
	}
	return string(out)
}

// Shorten omits the middle of an escaped text longer than limit runes.
func Shorten(s string, limit int) string {
	r := []rune(s)
	if len(r) <= limit {
		if v := []rune(Visible(s)); len(v) <= limit {
			return string(v)
		}
	}
	head := []rune(Visible(string(r[:min(len(r), limit*2/3)])))
	tail := []rune(Visible(string(r[max(0, len(r)-limit/3):])))
	return string(head[:min(len(head), limit*2/3)]) + "…" + string(tail[max(0, len(tail)-limit/3):])
}

// Visible escapes invisible characters: see visible.Text.
func Visible(s string) string { return text.Text(s) }

// FormatColumn formats the numbers of a column with the same number of decimals, about four digits
// of the largest. When that would hide the smallest, each number has four digits of its own.
func FormatColumn(values []float64) []string {
	largest, smallest := 0.0, math.Inf(1)
	for _, v := range values {
		if a := math.Abs(v); a > 0 && !math.IsInf(v, 0) && !math.IsNaN(v) {
			largest, smallest = max(largest, a), min(smallest, a)
		}
	}
	out := make([]string, len(values))
	for i, v := range values {
		if largest/smallest > 1e5 && !math.IsInf(v, 0) && !math.IsNaN(v) {
			out[i] = Minus(strconv.FormatFloat(v, 'g', 4, 64))
		} else {
			out[i] = FormatNumber(v, largest)
		}
	}
	return out
}

// FormatNumber is a number with as many digits as suit numbers up to largest.
func FormatNumber(v, largest float64) string {
	switch {
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return "−∞"
	case math.IsNaN(v):
		return "–"
	case v != 0 && (largest >= 1e7 || largest < 1e-3):
		return Minus(strconv.FormatFloat(v, 'e', 3, 64))
	case largest < 1e-3:
		return "0"
	}
	decimals := 3
	if largest >= 1 {
		decimals = max(0, 3-int(math.Floor(math.Log10(largest))))
	}
	return Fixed(v, decimals)
}

// Signed is Fixed with a sign before what is above zero.
func Signed(v float64, decimals int) string {
	text := Fixed(v, decimals)
	if v > 0 && strings.Trim(text, "0.") != "" {
		return "+" + text
	}
	return text
}

// SignedShort is Signed without the zero before the point, for cells.
func SignedShort(v float64, decimals int) string {
	text := Signed(v, decimals)
	if decimals > 0 {
		for _, sign := range []string{"+", "−", ""} {
			if len(text) > len(sign)+1 && text[:len(sign)+2] == sign+"0." {
				return sign + text[len(sign)+1:]
			}
		}
	}
	return text
}

// PValue writes a p-value with three decimals.
func PValue(p float64) string {
	if p < 0.0005 {
		return "<0.001"
	}
	return Fixed(p, 3)
}

// Fixed formats v with the given number of decimals; a value that rounds to zero has no sign.
func Fixed(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return Minus(text)
}

// Minus replaces hyphens by minus signs, which are as wide as a digit.
func Minus(s string) string { return strings.ReplaceAll(s, "-", "−") }

// LargestFinite returns the largest finite value, 0 when there is none.
func LargestFinite(values []float64) float64 {
	largest := 0.0
	for _, v := range values {
		if !math.IsInf(v, 0) && !math.IsNaN(v) {
			largest = max(largest, v)
		}
	}
	return largest
}

// WarningNotes makes a note of each of the first few warnings.
func WarningNotes(warnings []string) []string {
	const most = 3
	var notes []string
	for i, w := range warnings {
		if i == most && len(warnings) > most+1 {
			notes = append(notes, fmt.Sprintf("And %d warnings more.", len(warnings)-most))
			break
		}
		w = strings.TrimRight(CleanSentence(w), ".")
		notes = append(notes, "Warning: "+w+".")
	}
	return notes
}

// Plural is a count with its noun: "1 row", "2 rows".
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Percent is a share, from 0 to 1, in percent; tiny ones are "<0.1%".
func Percent(share float64) string {
	p := 100 * share
	switch {
	case p > 0 && p < 0.05:
		return "<0.1%"
	case p > 0 && p < 0.95:
		return fmt.Sprintf("%.1f%%", p)
	case p > 99 && p < 100-1e-6:
		return "99%" // rounded down: 100% would be wrong
	}
	return fmt.Sprintf("%.0f%%", p)
}

// Itoa is a whole number in decimal digits.
func Itoa(n int) string { return strconv.Itoa(n) }

// Sentence gives a phrase a capital and a full stop.
func Sentence(s string) string {
	r := []rune(strings.TrimSuffix(s, "."))
	if len(r) == 0 {
		return ""
	}
	return strings.ToUpper(string(r[:1])) + string(r[1:]) + "."
}

// FilledNote says in a result where missing values are filled from.
func FilledNote(filled, from string) string {
	return "Filled from " + from + ": " + CleanSentence(filled) + "."
}

// GroupNote says in a result how samples in groups are split; "" without groups.
func GroupNote(groups string) string {
	if groups == "" {
		return ""
	}
	return "The samples are in " + CleanSentence(groups) + ": no split parts a group."
}
