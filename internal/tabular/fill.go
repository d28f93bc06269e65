package tabular

import (
	"math"
	"slices"
)

// The ways to fill in missing values that depend on the other values.
const (
	FillMedian   = "median"
	FillMean     = "mean"
	FillFrequent = "most-frequent"
)

// Gap is the missing cells of one column, or of the columns that code one column of words: a row
// has a gap in all of them or in none.
type Gap struct {
	Columns []int   // those of words in the order of the levels
	Rows    []int32 // ascending
	Words   bool    // filled by the most frequent word
}

// fillOf are the ways to fill by their policies.
var fillOf = map[policyKind]string{
	useMedian: FillMedian, useMean: FillMean, useFrequent: FillFrequent,
}

// FillValue is the number that fills in missing values of a column beside the given ones, of which
// there is at least one: their median, their mean, or the most frequent of them, the least of
// several. It sorts values.
func FillValue(how string, values []float64) float64 {
	slices.Sort(values)
	switch n := len(values); how {
	case FillMean:
		return meanOf(values)
	case FillFrequent:
		return mostFrequent(values)
	default:
		if half := n / 2; n%2 == 0 {
			return values[half-1]/2 + values[half]/2
		}
		return values[n/2]
	}
}

// meanOf is the mean of sorted values, by a sum that keeps what rounding takes (Neumaier 1974),
// over a power of two so that it does not overflow. It lies between the values.
func meanOf(sorted []float64) float64 {
	least, most := sorted[0], sorted[len(sorted)-1]
	_, exp := math.Frexp(max(math.Abs(least), math.Abs(most)))
	scale := math.Ldexp(1, -max(exp, -1000))
	var sum, lost float64
	for _, v := range sorted {
		v = float64(v * scale)
		t := sum + v
		if math.Abs(sum) >= math.Abs(v) {
			lost += (sum - t) + v
		} else {
			lost += (v - t) + sum
		}
		sum = t
	}
	return min(max((sum+lost)/float64(len(sorted))/scale, least), most)
}

// mostFrequent is the most frequent of sorted values, the least of several.
func mostFrequent(sorted []float64) float64 {
	best, count := sorted[0], 0
	for from := 0; from < len(sorted); {
		to := from + 1
		for to < len(sorted) && sorted[to] == sorted[from] {
			to++
		}
		if to-from > count {
			best, count = sorted[from], to-from
		}
		from = to
	}
	return best + 0 // not -0
}

// fillGaps puts what the policy takes from the other values of a column into its missing cells.
func (g *grid) fillGaps(m *gaps) (words int, err error) {
	how := fillOf[g.policy.kind]
	values := make([]float64, 0, g.n)
	for j, gone := range m.columns {
		if gone == 0 {
			continue
		}
		gap := Gap{Columns: []int{j}, Rows: make([]int32, 0, gone)}
		gap.Words = g.levels != nil && g.levels[j] != nil
		values = values[:0]
		for i := range g.n {
			if v := g.cells[i*g.p()+j]; isMissingCell(v) {
				gap.Rows = append(gap.Rows, int32(i))
			} else {
				values = append(values, v)
			}
		}
		if len(values) == 0 {
			return 0, g.noValue(j)
		}
		with := 0.
		if gap.Words {
			words++
			with = FillValue(FillFrequent, values) // the levels are numbered in their order
		} else {
			with = FillValue(how, values)
		}
		for _, i := range gap.Rows {
			g.cells[int(i)*g.p()+j] = with
		}
		g.gaps = append(g.gaps, gap)
	}
	return words, nil
}

// moveGaps gives the gaps the columns that one-hot coding makes of theirs.
func (g *grid) moveGaps() {
	at, next := 0, 0
	for j := range g.p() {
		if next == len(g.gaps) {
			return
		}
		width := 1
		if g.many(j) {
			width = len(g.levels[j])
		}
		if gap := &g.gaps[next]; gap.Columns[0] == j {
			gap.Columns = make([]int, width)
			for k := range width {
				gap.Columns[k] = at + k
			}
			next++
		}
		at += width
	}
}
