// Package wording writes names and numbers as tables and figures show them: names are safe to
// print, short, and differ where what they name differs; numbers that stand under one another
// have the same decimals.
package wording

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	text "fsnb.example/internal/visible"
)

const (
	MaxName = 48  // runes that are shown of a name
	maxNote = 600 // runes that are shown of a sentence with names in it
)

// Clean makes a name from a user's file safe to show: what would move the
// cursor, break the line or turn the writing direction is spelled out, the middle
// of a very long name is left out, and a blank name is quoted.
func Clean(s string) string {
	return quotedBlank(Shorten(s, MaxName))
}

// CleanSentence is clean for a sentence with names in it.
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

// Shorten leaves out the middle of what is longer than limit runes when it is
// spelled out.
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

// Visible spells out what has no shape: see visible.Text.
func Visible(s string) string { return text.Text(s) }

// FormatColumn writes numbers that stand under one another with the same number
// of decimals, so that about four digits of the largest are seen. When that would
// hide the smallest each has four digits of its own.
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

// Fixed writes v with the given number of decimals; what rounds to zero has no
// sign.
func Fixed(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return Minus(text)
}

// Minus writes signs as a minus, which is as wide as a digit.
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

// WarningNotes makes a note of each of the first warnings.
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

func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func Percent(share float64) string {
	p := 100 * share
	switch {
	case p > 0 && p < 0.05:
		return "<0.1%"
	case p > 0 && p < 0.95:
		return fmt.Sprintf("%.1f%%", p)
	case p > 99 && p < 100-1e-6:
		return "99%" // not all of it
	}
	return fmt.Sprintf("%.0f%%", p)
}

func Itoa(n int) string { return strconv.Itoa(n) }
