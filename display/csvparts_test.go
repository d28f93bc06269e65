package display

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"testing"

	"fsnb.example/evaluation/study"
	"fsnb.example/internal/wording"
)

// saved is the CSV of a result, by heading.
func saved(t *testing.T, result any) map[string][]string {
	t.Helper()
	write, err := CSV(result)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string][]string)
	for j, head := range rows[0] {
		if _, twice := out[head]; twice {
			t.Errorf("two columns are called %q", head)
		}
		for _, row := range rows[1:] {
			out[head] = append(out[head], row[j])
		}
	}
	return out
}

// Every table with a deviation or an interval is saved with a number a column.
func TestSavedTablesHaveANumberAColumn(t *testing.T) {
	numbers := func(what string, columns map[string][]string, heads ...string) {
		t.Helper()
		for _, head := range heads {
			cells, ok := columns[head]
			if !ok {
				t.Errorf("%s: no column %q among %v", what, head, columns)
			}
			for _, c := range cells {
				if _, err := strconv.ParseFloat(c, 64); err != nil && c != "" {
					t.Errorf("%s: %q holds %q", what, head, c)
				}
			}
		}
	}
	curves := makeCurves(2, []int{1, 2}, 10, 10, numbered("m"))
	accuracy := saved(t, curves)
	numbers("accuracy", accuracy, "features", "m1", "m1 sd", "m2", "m2 sd")
	want := curves.Curves[1].Points[0]
	if accuracy["m2"][0] != wording.Fixed(want.Mean, 3) ||
		accuracy["m2 sd"][0] != wording.Fixed(want.SD, 3) {
		t.Errorf("%v ± %v is saved as %s and %s", want.Mean, want.SD, accuracy["m2"][0],
			accuracy["m2 sd"][0])
	}
	stability := makeStability(2, []int{5}, 13, numbered("m"), numbered("f"))
	numbers("stability", saved(t, stability), "stability", "95% interval low", "95% interval high")
	numbers("frequencies", saved(t, FrequencyTable(stability)), "m1", "m1 low", "m1 high", "m2",
		"m2 low", "m2 high")
	numbers("study",
		saved(t, StudyTable(makeStudy(2, 2, []int{2, 4}, 3, numbered("s"), numbered("m")), 0,
			study.View{K: 2})), "m1 sd", "m2 sd")
	one := makeStability(1, []int{5}, 1, numbered("m"), numbered("f"))
	if columns := saved(t, one); len(columns["95% interval"]) != 1 {
		t.Errorf("one subsample is saved as %v", columns)
	}
}
