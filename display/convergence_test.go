package display

import (
	"fmt"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/internal/must"
)

func TestConvergenceChart(t *testing.T) {
	r := &algorithms.Ranking{Label: "grm", Dataset: "d",
		Diagnostics: algorithms.Diagnostics{Trace: algorithms.Numbers{3, 1, 2, 2}}}
	zero := &algorithms.Ranking{Label: "slap", Dataset: "d",
		Diagnostics: algorithms.Diagnostics{Trace: algorithms.Numbers{4, 0}}}
	c := must.Get(ConvergenceChart(r, zero, &algorithms.Ranking{Label: "fisher", Dataset: "d"}))(t)
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
