package tabular

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

func TestDrop(t *testing.T) {
	const text = "id,a,2,note,class\np1,1,2,cold,x\np2,3,?,warm,y\n"
	for name, c := range map[string]struct {
		opt  Options
		want content
	}{
		"by name": {Options{Drop: []string{"id", "note", "2"}},
			content{Features: []string{"a"}, Rows: [][]float64{{1}, {3}},
				Labels:  []string{"x", "y"},
				History: []string{"left out 3 columns: id, 2, note"}}},
		"a name wins over an index": {Options{Drop: []string{"2", "0", "3"}},
			content{Features: []string{"a"}, Rows: [][]float64{{1}, {3}},
				Labels:  []string{"x", "y"},
				History: []string{"left out 3 columns: id, 2, note"}}},
		"twice": {Options{Drop: []string{"id", "id", "0", "note", "2"}},
			content{Features: []string{"a"}, Rows: [][]float64{{1}, {3}},
				Labels:  []string{"x", "y"},
				History: []string{"left out 3 columns: id, 2, note"}}},
		"the last column, and the one before is the label": {
			Options{Drop: []string{"class", "2", "id"}}, content{Features: []string{"a"},
				Rows: [][]float64{{1}, {3}}, Labels: []string{"cold", "warm"},
				History: []string{"left out 3 columns: id, 2, class"}}},
		"beside a label in front": {Options{Label: "id", Drop: []string{"note", "2", "class"}},
			content{Features: []string{"a"}, Rows: [][]float64{{1}, {3}},
				Labels:  []string{"p1", "p2"},
				History: []string{"left out 3 columns: 2, note, class"}}},
		"without labels": {Options{Label: NoLabel, Drop: []string{"id", "note", "2", "class"}},
			content{Features: []string{"a"}, Rows: [][]float64{{1}, {3}},
				History: []string{"left out 4 columns: id, 2, note, class"}}},
	} {
		got := contentOf(must.Get(readCSV(strings.NewReader(text), "t.csv", c.opt))(t))
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	for want, opt := range map[string]Options{
		`no column "i"; did you mean "id"?`:                         {Drop: []string{"i"}},
		"no column 5: the file has 5 columns, numbered from 0 to 4": {Drop: []string{"5"}},
		`the label column "class" is to be dropped too; take it from Drop, or name another ` +
			`label (none for none)`: {Label: "class", Drop: []string{"4"}},
		"all features of the 5 columns are to be dropped; leave one": {
			Drop: []string{"id", "a", "2", "note"}},
		"all features of the 5 columns are to be dropped; leave one ": {Label: NoLabel,
			Drop: []string{"id", "a", "2", "note", "class"}},
	} {
		_, err := readCSV(strings.NewReader(text), "t.csv", opt)
		wantError(t, err, "t.csv: "+strings.TrimSpace(want))
	}
	_, err := readCSV(strings.NewReader("1,2,x\n"), "t.csv", Options{Drop: []string{"id"}})
	wantError(t, err,
		`t.csv: no column "id": the file has no header; give the column's index from 0 to 2`)
}

// A column that is left out may be anything, and its name another's.
func TestDropAnything(t *testing.T) {
	d := must.Get(readCSV(strings.NewReader("a,a,b,class\n1,\xff,2,x\n3,?,4,y\n"), "t.csv",
		Options{Drop: []string{"1"}, Header: HeaderYes}))(t)
	if diff := cmp.Diff(content{Features: []string{"a", "b"}, Rows: [][]float64{{1, 2}, {3, 4}},
		Labels: []string{"x", "y"}, History: []string{"left out column a"}},
		contentOf(d)); diff != "" {
		t.Error(diff)
	}
	d = must.Get(readCSV(strings.NewReader("1,P,2,x\n3,Q,4,y\n"), "t.csv",
		Options{Drop: []string{"1"}}))(t)
	if diff := cmp.Diff(content{Features: []string{"f0", "f1"}, Rows: [][]float64{{1, 2}, {3, 4}},
		Labels: []string{"x", "y"}, History: []string{"left out column 1"}},
		contentOf(d)); diff != "" {
		t.Error(diff)
	}
	d = must.Get(readCSV(strings.NewReader("a,b,c,d,e,f,g,class\n1,2,3,4,5,6,7,x\n"), "t.csv",
		Options{Drop: []string{"a", "b", "c", "d", "e", "f"}}))(t)
	if d.History[0] != "left out 6 columns: a, b, c, d, e, …" {
		t.Errorf("%q", d.History)
	}
}
