package tabular

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

const weather = "outlook,wind,temp,play\nsunny,weak,30,no\nrain,strong,20,yes\novercast,weak,25,yes\nrain,weak,18,yes\n"

func TestCode(t *testing.T) {
	labels := []string{"no", "yes", "yes", "yes"}
	for code, want := range map[string]content{
		// In the order of their text: overcast, rain, sunny; strong, weak.
		"ordinal": {Features: []string{"outlook", "wind", "temp"},
			Rows: [][]float64{{2, 1, 30}, {1, 0, 20}, {0, 1, 25}, {1, 1, 18}}, Labels: labels,
			History: []string{
				"coded the words of 2 columns as 0, 1, 2, … in the order of their text (ordinal)"}},
		"one-hot": {Features: []string{"outlook=overcast", "outlook=rain", "outlook=sunny",
			"wind=weak", "temp"},
			Rows: [][]float64{{0, 0, 1, 1, 30}, {0, 1, 0, 0, 20}, {1, 0, 0, 1, 25},
				{0, 1, 0, 1, 18}}, Labels: labels,
			History: []string{
				"coded the words of 2 columns as 4 columns of 0 and 1 called name=level " +
					"(one-hot)"}},
	} {
		got := contentOf(must.Get(
			readCSV(strings.NewReader(weather), "t.csv", Options{Code: code}))(t))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", code, diff)
		}
	}
	_, err := readCSV(strings.NewReader(weather), "t.csv", Options{})
	wantError(t, err,
		`t.csv: row 2, column 0 (outlook): "sunny" is not a number; mend the cell, name this `+
			`column as the label, set ID: "outlook" or Group: "outlook" (-id, -group) if it says `+
			`which sample or group it is, or set Drop or Code (ordinal or one-hot)`)
}

// What is missing among words: the most frequent word, the first of several; a
// number in place of a code, or in each column that the word has.
func TestCodeMissing(t *testing.T) {
	const text = "a,b,c,class\nu,p,1,x\nv,?,2,x\n?,q,?,y\nw,q,4,y\nv,p,6,y\n"
	labels := []string{"x", "x", "y", "y", "y"}
	const ordinalDone = "coded the words of 2 columns as 0, 1, 2, … in the order of their text " +
		"(ordinal)"
	const oneHotDone = "coded the words of 2 columns as 4 columns of 0 and 1 called name=level " +
		"(one-hot)"
	hot := []string{"a=u", "a=v", "a=w", "b=q", "c"}
	for _, c := range []struct {
		code, policy string
		want         content
	}{
		{"ordinal", "median", content{Features: []string{"a", "b", "c"},
			Rows:   [][]float64{{0, 0, 1}, {1, 0, 2}, {1, 1, 3}, {2, 1, 4}, {1, 0, 6}},
			Labels: labels,
			History: []string{
				"put the median of the column, or its most frequent word, for 3 missing values " +
					"in 3 columns", ordinalDone}}},
		{"ordinal", "0.5", content{Features: []string{"a", "b", "c"},
			Rows:    [][]float64{{0, 0, 1}, {1, .5, 2}, {.5, 1, .5}, {2, 1, 4}, {1, 0, 6}},
			Labels:  labels,
			History: []string{"put 0.5 for 3 missing values in 3 columns", ordinalDone}}},
		{"one-hot", "0.5",
			content{Features: hot, Rows: [][]float64{{1, 0, 0, 0, 1}, {0, 1, 0, .5, 2},
				{.5, .5, .5, 1, .5}, {0, 0, 1, 1, 4}, {0, 1, 0, 0, 6}}, Labels: labels,
				History: []string{"put 0.5 for 3 missing values in 3 columns", oneHotDone}}},
		{"one-hot", "median", content{Features: hot, Rows: [][]float64{{1, 0, 0, 0, 1},
			{0, 1, 0, 0, 2}, {0, 1, 0, 1, 3}, {0, 0, 1, 1, 4}, {0, 1, 0, 0, 6}}, Labels: labels,
			History: []string{
				"put the median of the column, or its most frequent word, for 3 missing values " +
					"in 3 columns", oneHotDone}}},
		// The levels are those of the rows that stay.
		{"one-hot", "drop-rows", content{Features: hot, Rows: [][]float64{{1, 0, 0, 0, 1},
			{0, 0, 1, 1, 4}, {0, 1, 0, 0, 6}}, Labels: []string{"x", "y", "y"},
			History: []string{"left out 2 of 5 rows, which have missing values", oneHotDone}}},
	} {
		got := contentOf(must.Get(readCSV(strings.NewReader(text), "t.csv",
			Options{Code: c.code, Missing: c.policy}))(t))
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s, %s: %s", c.code, c.policy, diff)
		}
	}
	got := contentOf(must.Get(readCSV(strings.NewReader("a,b,class\nu,1,x\nu,,x\nv,3,y\n"), "t.csv",
		Options{Code: "one-hot", Missing: "drop-columns"}))(t))
	want := content{Features: []string{"a=v"}, Rows: [][]float64{{0}, {0}, {1}},
		Labels: []string{"x", "x", "y"}, History: []string{
			"left out 1 of 2 columns, which have missing values: b",
			"coded the words of 1 column as 1 column of 0 and 1 called name=level (one-hot)"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A column of one level becomes one column of ones, also where a number stands
// for what is missing.
func TestCodeOneLevel(t *testing.T) {
	d := must.Get(readCSV(strings.NewReader("a,b,class\nu,1,x\n?,2,y\n"), "t.csv",
		Options{Code: "one-hot", Missing: "0"}))(t)
	if diff := cmp.Diff(content{Features: []string{"a=u", "b"}, Rows: [][]float64{{1, 1}, {0, 2}},
		Labels: []string{"x", "y"}, History: d.History}, contentOf(d)); diff != "" {
		t.Error(diff)
	}
}

// A number among words is a level of its shortest text, and a warning says that
// a column of numbers became one of words.
func TestCodeNumbersAmongWords(t *testing.T) {
	const text = "a,b,class\n1,1,x\n1.0,2,x\n-0,3,y\n0,4,y\n1e0,5,y\n7,12O,y\n"
	d := must.Get(readCSV(strings.NewReader(text), "t.csv", Options{Code: "one-hot"}))(t)
	if diff := cmp.Diff([]string{"a", "b=1", "b=12O", "b=2", "b=3", "b=4", "b=5"},
		d.Features); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(
		[]string{`column b: 1 of 6 cells are words, the first "12O" in row 7, and the numbers ` +
			`among them became levels too`}, d.Warnings); diff != "" {
		t.Error(diff)
	}
	d = must.Get(
		readCSV(strings.NewReader("a,class\nu,x\nv,x\n1.0,y\n1,y\n-0,y\n0,y\nu,y\n"), "t.csv",
			Options{Code: "one-hot", Header: HeaderYes}))(t)
	if diff := cmp.Diff([]string{"a=0", "a=1", "a=u", "a=v"}, d.Features); diff != "" {
		t.Error(diff)
	}
	// As many words as numbers are no slip.
	if d = must.Get(readCSV(strings.NewReader("a,b,class\nu,1,x\n2,2,y\n"), "t.csv",
		Options{Code: "ordinal", Header: HeaderYes}))(t); d.Warnings != nil {
		t.Errorf("warnings %q", d.Warnings)
	}
	// The one word is in a row that is left out: numbers stay numbers.
	d = must.Get(readCSV(strings.NewReader("a,b,class\n1,1,x\nbad,?,x\n3,3,y\n"), "t.csv",
		Options{Code: "one-hot", Missing: "drop-rows"}))(t)
	if diff := cmp.Diff(content{Features: []string{"a", "b"}, Rows: [][]float64{{1, 1}, {3, 3}},
		Labels: []string{"x", "y"}, History: []string{
			"left out 1 of 3 rows, which have missing values"}}, contentOf(d)); diff != "" {
		t.Error(diff)
	}
}

// In quotes NA is a word among words and a missing value among numbers.
func TestCodeQuotedMissing(t *testing.T) {
	const text = "a,b,class\n\"u\",1,x\n\"NA\",\"NA\",x\n\"v\",3,y\n"
	d := must.Get(
		readCSV(strings.NewReader(text), "t.csv", Options{Code: "ordinal", Missing: "9"}))(t)
	if diff := cmp.Diff([][]float64{{1, 1}, {0, 9}, {2, 3}}, matrixOf(d)); diff != "" {
		t.Error(diff)
	}
	_, err := readCSV(strings.NewReader(text), "t.csv", Options{Code: "ordinal"})
	wantError(t, err,
		`t.csv: row 3, column 1 (b): the value is missing ("NA"); fill it in, or set Missing `+
			`(drop-rows, drop-columns, median or a number)`)
}

func TestCodeWarnsOfNames(t *testing.T) {
	var text strings.Builder
	text.WriteString("id,a,class\n")
	for i := range 12 {
		fmt.Fprintf(&text, "p%d,%d,c%d\n", i, i*(12-i), i%2)
	}
	d := must.Get(readCSV(strings.NewReader(text.String()), "t.csv", Options{Code: "ordinal"}))(t)
	if diff := cmp.Diff(
		[]string{"column id has 12 different words in 12 rows: it looks like an identifier; " +
			"set Drop, or ID if it names the samples"}, d.Warnings); diff != "" {
		t.Error(diff)
	}
	d = must.Get(
		readCSV(strings.NewReader(text.String()), "t.csv", Options{Drop: []string{"id"}}))(t)
	if d.Warnings != nil || d.D() != 1 || d.History[0] != "left out column id" {
		t.Errorf("%q, %q, %q", d.Features, d.History, d.Warnings)
	}
}

func TestCodeRefuses(t *testing.T) {
	long := strings.Repeat("x", 50)
	for want, text := range map[string]string{
		`row 2, column 0 (a): "1e999" is beyond the range of numbers (±1.8e308); mend the cell`: "a,b,class\n1e999,u,x\n",
		`row 2, column 0 (a): "-inf" is infinite; give a finite number, or drop the row or the ` +
			`column`: "a,b,class\n-inf,u,x\n",
		`row 2, column 0 (a): "k\xf6rper" is not UTF-8 text; save the file as UTF-8, or set ` +
			`Encoding (latin1 or utf16)`: "a,b,class\nk\xf6rper,1,x\n",
		`row 3, column 0 (` + long[:40] +
			`…): the value is missing (""); fill it in, or set Missing (drop-rows, ` +
			`drop-columns, median or a number)`: long + ",b,class\n1,2,x\n,u,x\n",
	} {
		_, err := readCSV(strings.NewReader(text), "t.csv", Options{Code: "one-hot"})
		wantError(t, err, "t.csv: "+want)
	}
}
