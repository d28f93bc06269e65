package table

import (
	"regexp"
	"strconv"
	"strings"
)

// part is one of the CSV columns of a table's column.
type part struct {
	name  string // added to the heading
	cells []string
}

const cellNumber = `[-−+]?(?:\d+\.?\d*(?:[eE][-−+]?\d+)?|∞)`

var (
	// A mean with its deviation, and the marks beside it: † before, and after it a unit, a number
	// of features, numbers of notes.
	spreadPattern = regexp.MustCompile(`^(†?) ?(` + cellNumber + `)(?: ± (` + cellNumber + `))?` +
		`((?: (?:µs|ms|s))?(?: \(\d+\))?(?: \[\d+\])*)$`)
	// The ends of an interval.
	rangePattern = regexp.MustCompile(`^(` + cellNumber + `) to (` + cellNumber + `)$`)
	// A share with its interval, in percent.
	sharePattern = regexp.MustCompile(`^<?(\d+(?:\.\d+)?)%` +
		`(?: \(<?(\d+(?:\.\d+)?)% to <?(\d+(?:\.\d+)?)%\))?$`)
)

// parts are the CSV columns for one column of a table: cells with several numbers have a column for
// each number.
func parts(cells []string) []part {
	has := func(sign string, pattern *regexp.Regexp) bool {
		for _, c := range cells {
			if strings.Contains(c, sign) && pattern.MatchString(c) {
				return true
			}
		}
		return false
	}
	switch {
	case has(" ± ", spreadPattern):
		out := split(cells, spreadPattern, []string{"", " sd", " note"}, func(m []string) []string {
			return []string{m[2], m[3], strings.TrimSpace(m[1] + m[4])}
		})
		if strings.Join(out[2].cells, "") == "" {
			out = out[:2]
		}
		return out
	case has(" to ", rangePattern):
		return split(cells, rangePattern, []string{" low", " high"},
			func(m []string) []string { return m[1:] })
	case has("% to ", sharePattern):
		return split(cells, sharePattern, []string{"", " low", " high"}, func(m []string) []string {
			return []string{fraction(m[1]), fraction(m[2]), fraction(m[3])}
		})
	}
	return []part{{"", cells}}
}

// split splits the cells. Unknown text stays in the first column; a dash, which marks a missing
// number, becomes empty.
func split(cells []string, pattern *regexp.Regexp, names []string,
	numbers func(match []string) []string) []part {
	out := make([]part, len(names))
	for k, name := range names {
		out[k] = part{name, make([]string, len(cells))}
	}
	for i, c := range cells {
		m := pattern.FindStringSubmatch(c)
		if m == nil {
			if c != "–" {
				out[0].cells[i] = c
			}
			continue
		}
		for k, text := range numbers(m) {
			out[k].cells[i] = text
		}
	}
	return out
}

// fraction converts 12 percent to .12.
func fraction(percent string) string {
	v, err := strconv.ParseFloat(percent, 64)
	if err != nil {
		return ""
	}
	return strconv.FormatFloat(v/100, 'g', 6, 64)
}

// Records returns the table as rows of comma-separated values, the headings first, without bars and
// in a machine-readable form: mean and deviation, and the ends of an interval, are separate columns
// (NAME, NAME sd; NAME low, NAME high), shares in percent are fractions, and names are not
// shortened.
func (t *Table) Records() [][]string {
	rows := make([][]string, len(t.Rows)+1)
	for j, c := range t.Columns {
		if c.Bar {
			continue
		}
		cells := make([]string, len(t.Rows))
		for i := range t.Rows {
			cells[i] = t.whole(i, j)
		}
		columns := []part{{"", cells}}
		if c.Align == Right {
			columns = parts(cells)
		}
		for _, p := range columns {
			rows[0] = append(rows[0], c.Name+p.name)
			for i, cell := range p.cells {
				if c.Align == Right {
					cell = strings.NewReplacer("−", "-", "∞", "inf").Replace(cell)
				}
				rows[i+1] = append(rows[i+1], cell)
			}
		}
	}
	return rows
}
