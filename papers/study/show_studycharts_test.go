package study

import (
	"fmt"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
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
	c, err := tuned().ParameterChart(0, "neighbors")
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Series) != 1 || !strings.HasSuffix(c.Title, ", by neighbors") ||
		c.X != "neighbors of lgd" || c.Y != "accuracy" || !c.LogX ||
		fmt.Sprint(c.Series[0].X, c.Series[0].Y) != "[0.5 100] [2 1]" {
		t.Errorf("%+v", c)
	}
	if _, err := tuned().ParameterChart(0, "gamma"); err == nil || err.Error() !=
		"tuned has no two methods that differ in gamma alone" {
		t.Error(err)
	}
	none := tuned()
	none.Cells = nil
	if _, err := none.ParameterChart(0, "neighbors"); err == nil || err.Error() !=
		"tuned has no values of these methods" {
		t.Error(err)
	}
}

func TestConvergenceChart(t *testing.T) {
	r := &algorithms.Ranking{Label: "grm", Dataset: "d",
		Diagnostics: algorithms.Diagnostics{Trace: algorithms.Numbers{3, 1, 2, 2}}}
	zero := &algorithms.Ranking{Label: "slap", Dataset: "d",
		Diagnostics: algorithms.Diagnostics{Trace: algorithms.Numbers{4, 0}}}
	c, err := ConvergenceChart(r, zero, &algorithms.Ranking{Label: "fisher", Dataset: "d"})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Series) != 2 || fmt.Sprint(c.Series[0].X, c.Series[0].Y, c.Series[1].Y) !=
		"[1 2] [0.5 0.5] [4]" || c.Series[1].Name != "slap, d" {
		t.Errorf("%+v", c.Series)
	}
	for want, given := range map[string]*algorithms.Ranking{
		"none of the rankings has an objective that changes": {Label: "fisher"},
		"one of the rankings is nil":                         nil,
	} {
		if _, err := ConvergenceChart(given); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
