package display

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxName is the number of runes that a table shows of a name.
const maxName = 48

// clean makes a name from a user's file safe to show: what would move the
// cursor, break the line or turn the writing direction is spelt out, and the
// middle of a very long name is left out.
func clean(s string) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	var b strings.Builder
	for _, r := range s {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029' {
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		} else {
			b.WriteRune(r)
		}
		if b.Len() > 16*maxName { // enough to fill both ends below
			break
		}
	}
	return shorten(b.String(), s)
}

func shorten(cleaned, original string) string {
	r := []rune(cleaned)
	if len(r) <= maxName && utf8.RuneCountInString(original) <= maxName {
		return cleaned
	}
	if len(r) <= maxName {
		return cleaned + "…"
	}
	return string(r[:maxName*2/3]) + "…" + string(r[len(r)-maxName/3:])
}

var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", `*`, `\*`, `_`, `\_`, `[`, `\[`, `]`, `\]`, `<`, `&lt;`, `>`, `&gt;`,
	`&`, `&amp;`, `|`, `\|`, `~`, `\~`, `#`, `\#`, `$`, `\$`, "\n", " ")

func escapeMarkdown(s string) string { return markdownEscapes.Replace(s) }

func escapeHTML(s string) string { return html.EscapeString(s) }

// formatColumn writes numbers that stand under one another with the same number
// of decimals, so that about four digits of the largest are seen.
func formatColumn(values []float64) []string {
	largest, smallest := 0.0, math.Inf(1)
	for _, v := range values {
		if a := math.Abs(v); !math.IsInf(v, 0) && !math.IsNaN(v) {
			largest = max(largest, a)
			if a > 0 {
				smallest = min(smallest, a)
			}
		}
	}
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = formatNumber(v, largest)
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
	case largest >= 1e7 || largest > 0 && largest < 1e-3:
		return minus(strconv.FormatFloat(v, 'e', 3, 64))
	}
	decimals := 3
	if largest >= 1 {
		decimals = max(0, 3-int(math.Floor(math.Log10(largest))))
	}
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return minus(text)
}

// minus writes the sign as a minus, which is as wide as a digit.
func minus(s string) string { return strings.Replace(s, "-", "−", 1) }

// bar draws v as a row of blocks, full for largest; a negative value has none.
func bar(v, largest float64, width int) string {
	share := v / largest
	switch {
	case math.IsInf(v, 1):
		share = 1
	case !(share > 0) || math.IsInf(largest, 0):
		return ""
	}
	eighths := int(math.Round(min(share, 1) * float64(8*width)))
	if eighths == 0 {
		return "▏" // there is something
	}
	text := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		text += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return text
}

// largestFinite returns the largest finite value, 0 when there is none.
func largestFinite(values []float64) float64 {
	largest := 0.0
	for _, v := range values {
		if !math.IsInf(v, 0) {
			largest = max(largest, v)
		}
	}
	return largest
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func percent(share float64) string {
	p := 100 * share
	if p > 0 && p < 1 {
		return fmt.Sprintf("%.1f%%", p)
	}
	return fmt.Sprintf("%.0f%%", p)
}

func itoa(n int) string { return strconv.Itoa(n) }
