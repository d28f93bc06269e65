package display

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	text "fsnb.example/internal/visible"
)

const (
	maxName = 48  // runes that are shown of a name
	maxNote = 600 // runes that are shown of a sentence with names in it
)

// clean makes a name from a user's file safe to show: what would move the
// cursor, break the line or turn the writing direction is spelt out, the middle
// of a very long name is left out, and a blank name is quoted.
func clean(s string) string {
	return quotedBlank(shorten(s, maxName))
}

// cleanSentence is clean for a sentence with names in it.
func cleanSentence(s string) string {
	words := strings.Split(s, " ")
	for i, w := range words {
		words[i] = shorten(w, maxName)
	}
	out := []rune(strings.Join(words, " "))
	if len(out) > maxNote {
		return string(out[:maxNote]) + "…"
	}
	return string(out)
}

// shorten leaves out the middle of what is longer than limit runes when it is
// spelt out.
func shorten(s string, limit int) string {
	r := []rune(s)
	if len(r) <= limit {
		if v := []rune(visible(s)); len(v) <= limit {
			return string(v)
		}
	}
	head := []rune(visible(string(r[:min(len(r), limit*2/3)])))
	tail := []rune(visible(string(r[max(0, len(r)-limit/3):])))
	return string(head[:min(len(head), limit*2/3)]) + "…" + string(tail[max(0, len(tail)-limit/3):])
}

// visible spells out what has no shape: see visible.Text.
func visible(s string) string { return text.Text(s) }

// formatColumn writes numbers that stand under one another with the same number
// of decimals, so that about four digits of the largest are seen. When that would
// hide the smallest each has four digits of its own.
func formatColumn(values []float64) []string {
	largest, smallest := 0.0, math.Inf(1)
	for _, v := range values {
		if a := math.Abs(v); a > 0 && !math.IsInf(v, 0) && !math.IsNaN(v) {
			largest, smallest = max(largest, a), min(smallest, a)
		}
	}
	out := make([]string, len(values))
	for i, v := range values {
		if largest/smallest > 1e5 && !math.IsInf(v, 0) && !math.IsNaN(v) {
			out[i] = minus(strconv.FormatFloat(v, 'g', 4, 64))
		} else {
			out[i] = formatNumber(v, largest)
		}
	}
	return out
}

func formatNumber(v, largest float64) string {
	switch {
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return "−∞"
	case math.IsNaN(v):
		return "–"
	case v != 0 && (largest >= 1e7 || largest < 1e-3):
		return minus(strconv.FormatFloat(v, 'e', 3, 64))
	case largest < 1e-3:
		return "0"
	}
	decimals := 3
	if largest >= 1 {
		decimals = max(0, 3-int(math.Floor(math.Log10(largest))))
	}
	return fixed(v, decimals)
}

// fixed writes v with the given number of decimals; what rounds to zero has no
// sign.
func fixed(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return minus(text)
}

// minus writes signs as a minus, which is as wide as a digit.
func minus(s string) string { return strings.ReplaceAll(s, "-", "−") }

// largestFinite returns the largest finite value, 0 when there is none.
func largestFinite(values []float64) float64 {
	largest := 0.0
	for _, v := range values {
		if !math.IsInf(v, 0) && !math.IsNaN(v) {
			largest = max(largest, v)
		}
	}
	return largest
}

// warningNotes makes a note of each of the first warnings.
func warningNotes(warnings []string) []string {
	const most = 3
	var notes []string
	for i, w := range warnings {
		if i == most && len(warnings) > most+1 {
			notes = append(notes, fmt.Sprintf("And %d warnings more.", len(warnings)-most))
			break
		}
		w = strings.TrimRight(cleanSentence(w), ".")
		notes = append(notes, "Warning: "+w+".")
	}
	return notes
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func percent(share float64) string {
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

func itoa(n int) string { return strconv.Itoa(n) }
