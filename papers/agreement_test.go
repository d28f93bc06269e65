package papers

import (
	"math"
	"testing"
)

// Two data sets of three methods, a mean over both, and a number that cannot be
// compared.
func TestAgreement(t *testing.T) {
	row := func(dataset, method, printed string, ours float64) Compared {
		e := Entry{Dataset: dataset, Method: method, Printed: printed}
		v, _ := e.Value()
		return Compared{Entry: e, Found: true, Ours: ours, Comparable: true, Difference: ours - v}
	}
	c := &Comparison{Better: "higher", Rows: []Compared{
		// y and z are both the paper's best
		row("a", "x", "0.5", 0.5), row("a", "y", "0.6", 0.7), row("a", "z", "0.6", 0.65),
		// ours has y
		row("b", "x", "0.9", 0.6), row("b", "y", "0.8", 0.8), row("b", "z", "0.7", 0.7),
		row("c", "x", "0.1", 0.1), row("c", "y", "0.2", 0.2), // too few for a contest
		{Entry: Entry{Dataset: "c", Method: "z", Printed: "0.3"}, Found: true, Ours: 9},
		{Entry: Entry{Summary: "mean", Method: "x", Printed: "0.5"}, Found: true, Ours: 5,
			Comparable: true, Difference: 4.5},
	}}
	a := c.Agreement()
	if a.N != 8 || math.Abs(a.Mean-(0.1+0.05-0.3)/8) > 1e-15 || a.Least != 3 || a.Most != 1 ||
		a.Contests != 2 || a.SameBest != 1 {
		t.Errorf("%+v", a)
	}
	c.Better = "lower" // the smallest is best: x on a in both, z on b in the paper and x here
	if a := c.Agreement(); a.Contests != 2 || a.SameBest != 1 {
		t.Errorf("%+v", a)
	}
	c.Better = ""
	if a := c.Agreement(); a.Contests != 0 || a.SameBest != 0 || a.N != 8 {
		t.Errorf("%+v", a)
	}
	c = &Comparison{Rows: []Compared{{Entry: Entry{Printed: "1"}}}}
	if a := c.Agreement(); a != (Agreement{}) {
		t.Errorf("%+v", a)
	}
}
