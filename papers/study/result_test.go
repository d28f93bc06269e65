package study

import (
	"fmt"
	"testing"
)

func TestMeasureNamed(t *testing.T) {
	r := &Result{Name: "s", Measures: []MeasureInfo{{Label: "accuracy, 1-NN"},
		{Label: "accuracy, SVC"}, {Label: "mean |correlation|"}}}
	const all = `name one of "accuracy, 1-NN", "accuracy, SVC", "mean |correlation|"`
	for _, test := range []struct {
		name  string
		place int
		err   string
	}{
		{"", 0, ""}, {"accuracy, SVC", 1, ""}, {"mean", 2, ""},
		{"accuracy", 0, `2 measures of s begin with "accuracy"; ` + all},
		{"speed", 0, `no measure "speed" of s; ` + all},
	} {
		place, err := r.MeasureNamed(test.name)
		if said := fmt.Sprint(err); place != test.place || err != nil && said != test.err ||
			err == nil && test.err != "" {
			t.Errorf("%q: %d, %v, want %d, %s", test.name, place, err, test.place, test.err)
		}
	}
}
