package datasets

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/internal/visible"
)

const (
	// leakCorrelation is the absolute correlation with a continuous target, of values or of ranks,
	// from which a column nearly equals it.
	leakCorrelation = .999
	// leakInside is what the correlation has to be at least without the tenth of the samples of the
	// smallest target and that of the largest, so that a few extreme samples do not decide it.
	leakInside = .9
	// leakScreen is the number of samples, from the smallest target to the largest, in which such a
	// column has a correlation of leakScreened at least.
	leakScreen, leakScreened = 64, .9
)

// targetLeaks warns of columns that nearly equal the continuous target, other than those that
// identifiers names, up to a unit and an origin (the absolute correlation is .999 at least, and .9
// without the tenths of the smallest and the largest target), or up to a monotone function (that of
// the ranks is .999 at least). Generated data have none.
//
// Of columns of normal noise one in 10¹¹ has that correlation with 10 samples. Ranks of 10 agree in
// 2 of 10! orders, so they count where that is rare among d columns. More than three such columns
// are measurements of one thing, and cause no warning.
//
// At most 64 samples, spread evenly from the smallest target to the largest, exclude most columns:
// the cost is O(n log n + 64d), and O(n log n) for each column that is left.
func (d *Dataset) targetLeaks(identifiers []string) []string {
	n := d.N()
	if d.Target == nil || d.Truth != nil || n < leastLabels {
		return nil
	}
	few := d.alongTarget()
	if few == nil {
		return nil
	}
	order := d.byTarget()
	var out []string
	for _, j := range d.monotone(few) {
		if r, s := d.agreement(j, few); max(r, s) < leakScreened {
			continue
		}
		name := "column " + visible.Name(d.Features[j])
		if beginsWith(identifiers, name) {
			continue
		}
		what := "correlation"
		r, s := d.agreement(j, order)
		if inside, _ := d.agreement(j, order[n/10:n-n/10]); r < leakCorrelation ||
			inside < leakInside {
			if what, r = "rank correlation", s; s < leakCorrelation || !d.ranksAreEvidence() {
				continue
			}
		}
		out = append(out,
			fmt.Sprintf("%s has an absolute %s of %s with the target%s; if so, leave "+
				"it out (Drop when a file is read)", name, what, fourDecimals(r), looksLikeTarget))
	}
	if len(out) > maxLeaks {
		return nil
	}
	return out
}

// byTarget are the samples in the order of the target.
func (d *Dataset) byTarget() []int {
	order := upTo(d.N())
	slices.SortStableFunc(order,
		func(a, b int) int { return cmp.Compare(d.Target[a], d.Target[b]) })
	return order
}

// alongTarget are at most leakScreen samples, evenly from the smallest target to the largest; nil
// if these are equal.
func (d *Dataset) alongTarget() []int {
	order, n := d.byTarget(), d.N()
	if d.Target[order[0]] == d.Target[order[n-1]] {
		return nil
	}
	if n <= leakScreen {
		return order
	}
	few := make([]int, leakScreen)
	for k := range few {
		few[k] = order[k*(n-1)/(leakScreen-1)]
	}
	return few
}

// monotone returns the columns that may rise or fall with the target in rows that are ascending by
// it: of the pairs of a row and the one half of the rows further on, at most a quarter contradicts
// one of both.
func (d *Dataset) monotone(rows []int) []int {
	type column struct{ index, rises, falls int } // the pairs that contradict it
	live := make([]column, d.D())
	for j := range live {
		live[j].index = j
	}
	half := len(rows) / 2
	pairs := 0
	for k, i := range rows[:half] {
		if d.Target[i] < d.Target[rows[k+half]] {
			pairs++
		}
	}
	for k, i := range rows[:half] {
		l := rows[k+half]
		if d.Target[i] == d.Target[l] {
			continue
		}
		low, high := d.X.RawRowView(i), d.X.RawRowView(l)
		kept := live[:0]
		for _, c := range live {
			if low[c.index] >= high[c.index] {
				c.rises++
			}
			if low[c.index] <= high[c.index] {
				c.falls++
			}
			if min(c.rises, c.falls) <= pairs/4 {
				kept = append(kept, c)
			}
		}
		live = kept
	}
	out := make([]int, len(live))
	for k, c := range live {
		out[k] = c.index
	}
	return out
}

// ranksAreEvidence reports whether ranks in the order of the target, or in the reverse, are
// unlikely by chance in one of d columns.
func (d *Dataset) ranksAreEvidence() bool {
	orders, _ := math.Lgamma(float64(d.N()) + 1)
	return math.Log(2*float64(d.D()))-orders < math.Log(rare)
}

// agreement is the absolute correlation of column j and the target in some rows, of values and of
// ranks; 0 where either is constant.
func (d *Dataset) agreement(j int, rows []int) (values, ranks float64) {
	x, y := make([]float64, len(rows)), make([]float64, len(rows))
	for k, i := range rows {
		x[k], y[k] = d.X.At(i, j), d.Target[i]
	}
	values = absoluteCorrelation(x, y)
	return values, absoluteCorrelation(midRanks(x), midRanks(y))
}

// absoluteCorrelation is 0 where either is constant.
func absoluteCorrelation(x, y []float64) float64 {
	x, y = centeredUnit(x), centeredUnit(y)
	var products, xs, ys float64
	for i, v := range x {
		products += float64(v * y[i])
		xs += float64(v * v)
		ys += float64(y[i] * y[i])
	}
	if xs == 0 || ys == 0 {
		return 0
	}
	return min(math.Abs(products)/math.Sqrt(xs)/math.Sqrt(ys), 1)
}

// centeredUnit is values of range 1, so that no square overflows or underflows, less their mean;
// all 0 where they are equal.
func centeredUnit(values []float64) []float64 {
	lo, hi := slices.Min(values), slices.Max(values)
	out := make([]float64, len(values))
	if lo == hi {
		return out
	}
	var sum float64
	for i, v := range values {
		out[i] = (v/2 - lo/2) / (hi/2 - lo/2)
		sum += out[i]
	}
	mean := sum / float64(len(values))
	for i := range out {
		out[i] -= mean
	}
	return out
}

// midRanks are the ranks of values from 0, equal ones sharing their mean.
func midRanks(values []float64) []float64 {
	order := upTo(len(values))
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	out := make([]float64, len(values))
	for lo := 0; lo < len(order); {
		hi := lo + 1
		for hi < len(order) && values[order[hi]] == values[order[lo]] {
			hi++
		}
		for _, i := range order[lo:hi] {
			out[i] = float64(lo+hi-1) / 2
		}
		lo = hi
	}
	return out
}

// fourDecimals rounds down, so that 1 is 1.
func fourDecimals(r float64) string {
	if r >= 1-1e-12 {
		return "1"
	}
	return strconv.FormatFloat(math.Floor(1e4*r)/1e4, 'f', -1, 64)
}

// retargeted are the warnings of d with another target: without those about the labels or the
// target that it had, with those of its columns that nearly equal the new one.
func (d *Dataset) retargeted() []string {
	kept := slices.DeleteFunc(slices.Clone(d.Warnings), func(w string) bool {
		return strings.Contains(w, sayTarget) || strings.Contains(w, looksLikeTarget) ||
			strings.HasSuffix(w, sayUnit)
	})
	kept = append(kept, d.targetOutliers()...)
	if d.Stored != nil {
		return append(kept, d.storedLeaks()...)
	}
	return append(kept, d.targetLeaks(slices.DeleteFunc(slices.Clone(kept), func(w string) bool {
		return !strings.Contains(w, looksLikeIdentifier)
	}))...)
}
