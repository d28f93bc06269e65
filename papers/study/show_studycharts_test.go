package study

import (
	"fmt"
	"strings"
	"testing"

	"fsnb.example/evaluation"
	"fsnb.example/internal/must"
)

// tuned is a study whose methods differ in a parameter, the first in another one, too.
func tuned() *Result {
	r := &Result{Name: "tuned", Splits: 1, Sets: []Set{{Name: "s", Counts: []int{2}},
		{Name: "empty", Counts: []int{2}}}, Measures: []MeasureInfo{{Label: "accuracy",
		Better: 1}}}
	for m, key := range []string{"lgd(neighbors=3,x=2)", "lgd(neighbors=100,x=1)",
		"lgd(neighbors=0.5,x=1)", "fisher", "mcfs(neighbors=7,x=1)", "lgd(neighbors=all,x=1)"} {
		r.Methods = append(r.Methods, Method{Label: fmt.Sprint(m), Key: key})
		r.Cells = append(r.Cells, Cell{Method: m, K: 2, Splits: []int{0},
			Spread: evaluation.NewSpread([]float64{float64(m)})})
	}
	return r
}

func TestParameterChart(t *testing.T) {
	c := must.Get(tuned().ParameterChart(0, "neighbors"))(t)
	if len(c.Series) != 1 || !strings.HasSuffix(c.Title, ", by neighbors") ||
		c.X != "neighbors of lgd" || c.Y != "accuracy" || !c.LogX ||
		fmt.Sprint(c.Series[0].X, c.Series[0].Y) != "[0.5 100] [2 1]" {
		t.Errorf("%+v", c)
	}
	must.Fail(tuned().ParameterChart(0, "gamma"))(t,
		"tuned has no two methods that differ in gamma alone")
	none := tuned()
	none.Cells = nil
	must.Fail(none.ParameterChart(0, "neighbors"))(t, "tuned has no values of these methods")
}
