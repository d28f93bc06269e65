package papers

import (
	"fmt"
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

// compared is two methods on three data sets, with methods in rows or in columns.
func compared(inRows bool) *Comparison {
	c := &Comparison{Better: "higher"}
	for m, method := range []string{"x", "y"} {
		for s, set := range []string{"a", "b", "c"} {
			e := Entry{Row: set, Column: method, Dataset: set, Method: method,
				Printed: fmt.Sprintf("0.%d", 2+3*m+s)}
			if inRows {
				e.Row, e.Column = method, set
			}
			v, _ := e.Value()
			d := []float64{0, .1, -.3, .04, -.04, 0}[3*m+s]
			c.Rows = append(c.Rows, Compared{Entry: e, Found: true, Comparable: true, Ours: v + d,
				Difference: d})
		}
	}
	c.Rows = append(c.Rows, Compared{Entry: Entry{Row: "mean", Column: "x", Summary: "mean",
		Method: "x", Printed: "0.3"}, Found: true, Comparable: true, Ours: .3},
		Compared{Entry: Entry{Row: "d", Column: "x", Dataset: "d", Method: "x", Printed: "0.4"},
			Found: true, Ours: .9, Why: "k = 20, ours 7"})
	return c
}

func TestPoints(t *testing.T) {
	for _, inRows := range []bool{false, true} {
		points := compared(inRows).points()
		if len(points) != 6 || points[4].Method != "y" || points[4].Set != "b" ||
			points[4].Printed != .6 {
			t.Errorf("methods in rows: %v: %+v", inRows, points)
		}
		var worst []string
		for _, p := range furthest(points, 3) {
			worst = append(worst, p.Method+p.Set)
		}
		if fmt.Sprint(worst) != "[xc xb ya]" {
			t.Errorf("the worst are %v", worst)
		}
		if n := len(furthest(points, 9)); n != 4 {
			t.Errorf("%d points have a difference, want 4", n)
		}
	}
}

func TestCloseness(t *testing.T) {
	a := compared(true).Agreement()
	// The printed are .2 to .7, ours .2 .4 .1 .54 .56 .7; by Python's statistics.correlation.
	if math.Abs(a.MeanAbsolute-.08) > 1e-15 || math.Abs(a.Correlation-.7962681) > 1e-6 {
		t.Errorf("%+v", a)
	}
	two := &Comparison{Rows: compared(true).Rows[:2]}
	if a := two.Agreement(); !math.IsNaN(a.Correlation) || a.MeanAbsolute != .05 {
		t.Errorf("of two: %+v", a)
	}
	for i := range two.Rows {
		two.Rows[i].Entry.Printed = "0.5"
	}
	two.Rows = append(two.Rows, two.Rows[0])
	if a := two.Agreement(); !math.IsNaN(a.Correlation) {
		t.Errorf("of constants: %+v", a)
	}
}

// Of the comparable numbers y is the best on all three sets in print, and x equals it nowhere; of
// ours, as of 0.04 that rounds away.
func TestMethodMeans(t *testing.T) {
	means := compared(false).MethodMeans()
	if len(means) != 2 {
		t.Fatalf("%+v", means)
	}
	x, y := means[0], means[1]
	if x.Method != "x" || x.N != 3 || math.Abs(x.Printed-.3) > 1e-15 ||
		math.Abs(x.Ours-.7/3) > 1e-15 || x.BestPrinted != 0 || x.BestOurs != 0 ||
		y.BestPrinted != 3 || y.BestOurs != 3 {
		t.Errorf("%+v", means)
	}
	lower := compared(false)
	lower.Better = "lower"
	if m := lower.MethodMeans(); m[0].BestPrinted != 3 || m[1].BestOurs != 0 {
		t.Errorf("lower is better: %+v", m)
	}
	tied := compared(false)
	for i := range tied.Rows[:6] { // to one digit both have 0.5
		tied.Rows[i].Ours = .5 + .01*float64(i)*float64(i%2)/2
	}
	if m := tied.MethodMeans(); m[0].BestOurs != 3 || m[1].BestOurs != 3 {
		t.Errorf("equal to the digits printed: %+v", m)
	}
	if m := (&Comparison{Units: counts, Rows: compared(false).Rows}).MethodMeans(); m != nil {
		t.Errorf("of counts: %+v", m)
	}
}
