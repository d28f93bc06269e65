package display

import (
	"bytes"
	"encoding/csv"
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
	"fsnb.example/internal/wording"
	"fsnb.example/papers"
	"fsnb.example/papers/replay"
	"fsnb.example/papers/study"
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
		write, err := CSV(test.v)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(test.want, b.String()); diff != "" {
			t.Errorf("%T (-want +got):\n%s", test.v, diff)
		}
		if err := write(broken{}); !errors.Is(err, errDisk) {
			t.Errorf("%T on a full disk: %v", test.v, err)
		}
	}
	if _, err := CSV(&evaluation.ImageGrid{}); err == nil ||
		!strings.Contains(err.Error(), "ImageGrid has no table to save as .csv") {
		t.Errorf("pictures: %v", err)
	}
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
	want := RankingTable(r).Records()
	for _, v := range []Showable{mine{r}, embedded{Ranking: r}, &embedded{Ranking: r},
		mine{ScatterFigure(makeScatter(1, 2, 9, numbered("m"), numbered("c"), 1)), r},
		mine{Chart{Series: []Series{{Y: nums{1, 2}}}}, r}} {
		write, err := CSV(v)
		if err != nil {
			t.Errorf("%T: %v", v, err)
			continue
		}
		var b strings.Builder
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		got, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%T: %q, %v; want %q", v, got, err, want)
		}
	}
	comparison := &replay.Comparison{Comparison: &papers.Comparison{}}
	for _, several := range []replay.Comparisons{{comparison}, {comparison, comparison}} {
		if _, err := CSV(several); err == nil ||
			!strings.HasPrefix(err.Error(), "several comparisons are no one table to save") {
			t.Errorf("%d comparisons: %v", len(several), err)
		}
	}
	for _, nothing := range []any{(*algorithms.Ranking)(nil), (*study.Result)(nil),
		mine{Chart{Series: []Series{{Y: nums{1, 2}}}}}, nil, 3} {
		if _, err := CSV(nothing); err == nil {
			t.Errorf("a %T was saved", nothing)
		}
	}
}

var errDisk = errors.New("disk full")

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errDisk }
