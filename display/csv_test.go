package display

import (
	"encoding/csv"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
	"fsnb.example/internal/displaytest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/wording"
)

// saved is the CSV of a result, by heading.
func saved(t *testing.T, result any) map[string][]string {
	t.Helper()
	write, err := CSV(result)
	return displaytest.Saved(t, write, err)
}

// Every table with a deviation or an interval is saved with a number a column.
func TestSavedTablesHaveANumberAColumn(t *testing.T) {
	numbers := func(what string, columns map[string][]string, heads ...string) {
		t.Helper()
		displaytest.CheckNumbers(t, what, columns, heads...)
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
	one := makeStability(1, []int{5}, 1, numbered("m"), numbered("f"))
	if columns := saved(t, one); len(columns["95% interval"]) != 1 {
		t.Errorf("one subsample is saved as %v", columns)
	}
}

func TestCSV(t *testing.T) {
	inf := math.Inf(1)
	r := ranked("a", inf, -0.1234567890123, -inf)
	r.Names[1] = "a \"b\", c\nd"
	r.Raw = algorithms.Numbers{0, 1.1234567890123}
	for _, test := range []struct {
		v    any
		want string
	}{
		{r, "rank,feature,name,score,raw\n1,0,f0,inf,0\n2,1,\"a \"\"b\"\", " +
			"c\nd\",-0.1234567890123,1.1234567890123\n3,2,f2,-inf,\n"},
		{&algorithms.Ranking{Features: []int{5}}, "rank,feature,name,score\n1,5,,\n"},
		{&algorithms.Scores{Names: []string{"a−b", "c"}, Values: algorithms.Numbers{-0.5, inf}},
			"column,feature,score\n0,a−b,-0.500\n1,c,inf\n"},
		{&Table{Columns: []Column{{Name: "a"}, {Name: "b"}}, Rows: [][]string{{"x"}}}, "a,b\nx,\n"},
	} {
		write := must.Get(CSV(test.v))(t)
		var b strings.Builder
		must.Do(t, write(&b))
		must.Equal(t, b.String(), test.want, "%T", test.v)
		if err := write(displaytest.Broken{}); !errors.Is(err, displaytest.ErrDisk) {
			t.Errorf("%T on a full disk: %v", test.v, err)
		}
	}
	must.FailWith(t, must.Err(CSV(&evaluation.ImageGrid{})),
		"ImageGrid has no table to save as .csv")
}

// embedded is a ranking with something of a user's own.
type embedded struct {
	*algorithms.Ranking
	Why string
}

// A result that is a part of another is saved as the table that is shown of it, not in the form
// that it has alone.
func TestCSVOfAPart(t *testing.T) {
	r := ranked("a", 3, 1)
	want := rankingTable(r).Records()
	for _, v := range []Showable{mine{r}, embedded{Ranking: r}, &embedded{Ranking: r},
		mine{scatterFigure(makeScatter(1, 2, 9, numbered("m"), numbered("c"), 1)), r},
		mine{Chart{Series: []Series{{Y: nums{1, 2}}}}, r}} {
		write, err := CSV(v)
		if err != nil {
			t.Errorf("%T: %v", v, err)
			continue
		}
		var b strings.Builder
		must.Do(t, write(&b))
		got, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%T: %q, %v; want %q", v, got, err, want)
		}
	}
	for _, nothing := range []any{(*algorithms.Ranking)(nil),
		mine{Chart{Series: []Series{{Y: nums{1, 2}}}}}, nil, 3} {
		if _, err := CSV(nothing); err == nil {
			t.Errorf("a %T was saved", nothing)
		}
	}
}
