package papers

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

// Agreement summarizes how closely our numbers and the printed ones agree.
type Agreement struct {
	N            int     // comparable numbers
	Mean         float64 // of ours less the paper's, in the paper's units
	MeanAbsolute float64 // of the absolute differences
	// Correlation is Pearson's, of the printed numbers and ours; NaN for fewer than three, and
	// where one side is constant.
	Correlation float64
	Least, Most int // places in Rows of the smallest and the largest difference
	// Contests are the data sets, times the measures of the table, with at least three methods to
	// compare; SameBest counts those on which our best method is the paper's, or one of several
	// that the paper prints as equal. Both are 0 where neither larger nor smaller is better.
	Contests, SameBest int
}

// Agreement sums up the comparable numbers of single data sets; means over data
// sets are left out, as they follow from the others. N is 0 when there is none.
func (c *Comparison) Agreement() Agreement {
	var a Agreement
	type contest struct{ section, dataset, measure, k string }
	var order []contest
	rows := map[contest][]int{}
	for i, r := range c.Rows {
		if !r.single() {
			continue
		}
		if a.N == 0 || r.Difference < c.Rows[a.Least].Difference {
			a.Least = i
		}
		if a.N == 0 || r.Difference > c.Rows[a.Most].Difference {
			a.Most = i
		}
		a.N++
		a.Mean += r.Difference
		a.MeanAbsolute += math.Abs(r.Difference)
		at := contest{r.Entry.Section, r.Entry.Dataset, r.Entry.Measure, r.Entry.K}
		if rows[at] == nil {
			order = append(order, at)
		}
		rows[at] = append(rows[at], i)
	}
	if a.N == 0 {
		return a
	}
	a.Mean /= float64(a.N)
	a.MeanAbsolute /= float64(a.N)
	a.Correlation = correlation(c.points())
	sign := c.sign()
	for _, at := range order {
		places := rows[at]
		if len(places) < 3 || sign == 0 || slices.ContainsFunc(places,
			func(i int) bool { return c.Rows[i].Entry.Method == "" }) {
			continue
		}
		printed := func(i int) float64 {
			v, _ := c.Rows[i].Entry.Value() // comparable ones have one
			return sign * v
		}
		ours := slices.MaxFunc(places,
			func(i, j int) int { return cmp.Compare(sign*c.Rows[i].Ours, sign*c.Rows[j].Ours) })
		theirs := slices.MaxFunc(places,
			func(i, j int) int { return cmp.Compare(printed(i), printed(j)) })
		a.Contests++
		if printed(ours) == printed(theirs) {
			a.SameBest++
		}
	}
	return a
}

// point is a printed number of a single data set with a comparable one of ours.
type point struct {
	Row     Compared
	Printed float64
	Method  string // as printed
	Set     string // the data set, as printed
}

// rounded is our number with the digits of the printed one.
func (p point) rounded() float64 {
	v, err := strconv.ParseFloat(strconv.FormatFloat(p.Row.Ours, 'f', p.Row.Entry.Decimals(), 64),
		64)
	if err != nil {
		return p.Row.Ours // it is finite: Compare takes no other
	}
	return v
}

// single reports whether a number is comparable, and no mean or count over the data sets.
func (r Compared) single() bool { return r.Comparable && r.Entry.Summary == "" }

// points are the comparable numbers in the order of the table, without means and counts over the
// data sets.
func (c *Comparison) points() []point {
	var out []point
	for _, r := range c.Rows {
		if !r.single() {
			continue
		}
		v, _ := r.Entry.Value() // comparable ones have one
		p := point{Row: r, Printed: v, Method: r.Entry.Column, Set: r.Entry.Row}
		if c.methodsInRows(r.Entry) {
			p.Method, p.Set = p.Set, p.Method
		}
		out = append(out, p)
	}
	return out
}

// methodsInRows reports whether the row of e is a method: several data sets are in it.
func (c *Comparison) methodsInRows(e Entry) bool {
	return slices.ContainsFunc(c.Rows, func(r Compared) bool {
		o := r.Entry
		return o.Section == e.Section && o.Row == e.Row && o.Summary == "" &&
			o.Dataset != e.Dataset
	})
}

// sign is that of better numbers: 0 where neither more nor less is better.
func (c *Comparison) sign() float64 {
	return map[string]float64{"higher": 1, "lower": -1}[c.Better]
}

// describes reports whether the table describes the data sets by counts.
func (c *Comparison) describes() bool { return c.Units == counts }

// furthest are the points of the largest absolute differences, the largest first, at most n. Of
// equal ones those of the first rows come first. Points without a difference are left out.
func furthest(points []point, n int) []point {
	out := slices.DeleteFunc(slices.Clone(points),
		func(p point) bool { return p.Row.Difference == 0 })
	slices.SortStableFunc(out, func(a, b point) int {
		return cmp.Compare(math.Abs(b.Row.Difference), math.Abs(a.Row.Difference))
	})
	return out[:min(n, len(out))]
}

// correlation is that of the printed numbers and ours; NaN for fewer than three points, and where
// one side is constant.
func correlation(points []point) float64 {
	if len(points) < 3 {
		return math.NaN()
	}
	var x, y float64
	for _, p := range points {
		x += p.Printed / float64(len(points))
		y += p.Row.Ours / float64(len(points))
	}
	var xx, yy, xy float64
	for _, p := range points {
		a, b := p.Printed-x, p.Row.Ours-y
		xx, yy, xy = xx+a*a, yy+b*b, xy+a*b
	}
	if xx == 0 || yy == 0 {
		return math.NaN()
	}
	return xy / math.Sqrt(xx) / math.Sqrt(yy)
}

// MethodMean is the means of a method over the data sets for which both the paper and we have a
// comparable number, by one measure of a table.
type MethodMean struct {
	Method        string // as printed
	Measure       string // as in Entry
	N             int    // data sets
	Printed, Ours float64
	// BestPrinted and BestOurs count the data sets on which the method is the best, or equal to it
	// to the printed digits, among the methods with comparable numbers. Both are 0 where neither
	// more nor less is better.
	BestPrinted, BestOurs int
}

// MethodMeans are the means of each method in the order of the printed table. A table that
// describes the data sets has none.
func (c *Comparison) MethodMeans() []MethodMean {
	if c.describes() {
		return nil
	}
	var out []MethodMean
	at := map[[2]string]int{}
	rows := c.points()
	for _, p := range rows {
		key := [2]string{p.Method, p.Row.Entry.Measure}
		i, ok := at[key]
		if !ok {
			i = len(out)
			at[key] = i
			out = append(out, MethodMean{Method: p.Method, Measure: p.Row.Entry.Measure})
		}
		m := &out[i]
		m.N++
		m.Printed += p.Printed
		m.Ours += p.Row.Ours
		if c.isBest(rows, p, func(q point) float64 { return q.Printed }) {
			m.BestPrinted++
		}
		if c.isBest(rows, p, point.rounded) {
			m.BestOurs++
		}
	}
	for i := range out {
		out[i].Printed /= float64(out[i].N)
		out[i].Ours /= float64(out[i].N)
	}
	return out
}

// isBest reports whether no method has a better value than that of p on its data set.
func (c *Comparison) isBest(all []point, p point, value func(point) float64) bool {
	sign := c.sign()
	return sign != 0 && !slices.ContainsFunc(all, func(q point) bool {
		a, b := q.Row.Entry, p.Row.Entry
		return a.Section == b.Section && a.Measure == b.Measure && a.Dataset == b.Dataset &&
			a.Method != "all" && sign*(value(q)-value(p)) > 0
	})
}
