package display

import (
	"testing"

	"fsnb.example/internal/must"
	"fsnb.example/internal/wording"
)

// Labels that repeat say what else tells them apart.
func TestLabelsToldApart(t *testing.T) {
	for _, test := range []struct {
		labels   []string
		features []int
		want     []string
	}{
		{[]string{"a", "b"}, []int{1, 1}, []string{"a", "b"}},
		{[]string{"a", "b", "a"}, []int{3, 3, 20}, []string{"a (3)", "b", "a (20)"}},
		{[]string{"a", "a"}, []int{5, 5}, []string{"a #1", "a #2"}},
		{[]string{"a", "a", "a"}, []int{5, 7, 5}, []string{"a (5) #1", "a (7)", "a (5) #2"}},
		{[]string{"a", "a"}, nil, []string{"a #1", "a #2"}},
		{[]string{long(1), long(2)}, nil, []string{
			"a very long name,… parameter=1, and… nothing",
			"a very long name,… parameter=2, and… nothing"}},
		{[]string{"", " "}, nil, []string{`""`, `" "`}},
		{nil, nil, []string{}},
	} {
		must.Equal(t, wording.Distinct(test.labels, test.features), test.want, "%q", test.labels)
	}
	s := makeScatter(2, 2, 20, func(int) string { return "fisher" }, numbered("c"), 1)
	s.Panels[1].K = 20
	texts(t, scatterFigure(s), "fisher (10)", "fisher (20)")
	five, seven := makeRow("fisher", 5, numbered("f")), makeRow("fisher", 7, numbered("f"))
	five.SqCosCentered, seven.SqCosCentered = 0.5, 0.25
	texts(t, redundancyFigure(makeReport(five, seven)), "fisher (5): mean 0.50",
		"fisher (7): mean 0.25")
	texts(t, accuracyFigure(makeCurves(2, []int{1, 2}, 2, 2, func(int) string {
		return "fisher"
	})), "fisher #1", "fisher #2")
}
