package papers

import (
	"cmp"
	"math"
	"slices"
	"strconv"
)

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
