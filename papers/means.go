package papers

import "slices"

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
