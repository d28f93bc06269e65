package datasets

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"fsnb.example/internal/parallel"
	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

const (
	leastCoded  = 5   // fewest rows with a code
	sharedCoded = .01 // smallest share of such rows
	otherValues = 3   // fewest different values beside a code
	maxCoded    = 3   // columns with one code that are named individually
)

// looksLikeCode is part of the warning about a column with a code of missing values.
const looksLikeCode = ": it looks like a code of missing values"

// isCode reports whether a number is a common code of missing values: -1, 9, 99, 999, … up to nine
// digits with either sign, and the ends of the integers of 16 and 32 bits.
func isCode(v float64) bool {
	switch v {
	case -1, math.MinInt16, math.MaxInt16, math.MinInt32, math.MaxInt32:
		return true
	}
	for nines := 9.; nines < 1e9; nines = 10*nines + 9 {
		if math.Abs(v) == nines {
			return true
		}
	}
	return false
}

// suspicious warns of columns that have a code of missing values among their numbers: their least
// or greatest value is a common code, stands in at least five rows and 1% of the rows, and is
// farther from the nearest of the other values, of which there are three or more, than these are
// from each other. A code in filled, which the user chose, is none. The cost is one pass, O(nd).
func (d *Dataset) suspicious(filled []float64) []string {
	if d.N() < leastRows {
		return nil
	}
	var codes []float64
	texts, columns := make(map[float64][]string), make(map[float64][]string)
	for _, j := range d.endsInCode() {
		code, text := d.coded(j)
		if text == "" || slices.Contains(filled, code) {
			continue
		}
		if texts[code] == nil {
			codes = append(codes, code)
		}
		columns[code] = append(columns[code], d.Features[j])
		texts[code] = append(texts[code], text)
	}
	var out []string
	for _, code := range codes {
		advice := fmt.Sprintf("%s; if so, set MissingCodes to %s when a file is read",
			looksLikeCode, tabular.CanonicalNumber(code))
		if count := len(texts[code]); count > maxCoded {
			out = append(out, fmt.Sprintf("%s have %s in 1%% of the rows or more, far from their "+
				"other values%s", visible.Counted("column", columns[code]),
				tabular.CanonicalNumber(code), advice))
			continue
		}
		for _, text := range texts[code] {
			out = append(out, text+advice)
		}
	}
	return out
}

// endsInCode returns the columns whose least or greatest value is a common code.
func (d *Dataset) endsInCode() []int {
	n, p := d.X.Dims()
	const block = 1 << 9
	found := make([][]int, (p+block-1)/block)
	// Without a deadline there is no error.
	_ = parallel.For(context.Background(), 0, p, block, func(lo, hi int) {
		least := slices.Clone(d.X.RawRowView(0)[lo:hi])
		most := slices.Clone(least)
		for i := 1; i < n; i++ {
			for k, v := range d.X.RawRowView(i)[lo:hi] {
				if v < least[k] {
					least[k] = v
				}
				if v > most[k] {
					most[k] = v
				}
			}
		}
		for k := range least {
			if isCode(least[k]) || isCode(most[k]) {
				found[lo/block] = append(found[lo/block], lo+k)
			}
		}
	})
	return slices.Concat(found...)
}

// coded describes the code that column j has, "" for none.
func (d *Dataset) coded(j int) (code float64, text string) {
	n := d.N()
	values := make([]float64, n)
	for i := range values {
		values[i] = d.X.At(i, j)
	}
	slices.Sort(values)
	for _, code := range []float64{values[0], values[n-1]} {
		if !isCode(code) {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(values), func(v float64) bool { return v == code })
		count := n - len(others)
		others = slices.Compact(others)
		if count < leastCoded || float64(count) < sharedCoded*float64(n) ||
			len(others) < otherValues {
			continue
		}
		least, most := others[0], others[len(others)-1]
		if max(least-code, code-most) > most-least {
			return code, fmt.Sprintf(
				"column %s has %s in %d of %d rows, and %s to %s in the others",
				visible.Name(d.Features[j]), tabular.CanonicalNumber(code), count, n,
				tabular.CanonicalNumber(least), tabular.CanonicalNumber(most))
		}
	}
	return 0, ""
}

// aboutColumn reports whether a warning is about one column, whose name begins it.
func aboutColumn(w string) bool {
	return strings.HasPrefix(w, "column ") && (strings.Contains(w, looksLikeIdentifier) ||
		strings.Contains(w, tabular.BeyondExact) || strings.Contains(w, tabular.LeadingZeros) ||
		strings.Contains(w, looksLikeTarget) ||
		strings.Contains(w, looksLikeCode))
}
