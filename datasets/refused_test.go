package datasets

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// Who follows the error about columns of one name to the letter leaves out the second of
// them, or the first where the second is the label.
func TestDuplicateAdviceWorks(t *testing.T) {
	dropped := regexp.MustCompile(`set Drop to "(\d+)"`)
	for name, c := range map[string]struct {
		text string
		read func(text string, opt Options) (*Dataset, error)
		want [][]float64
	}{
		"table": {"a,b,a,class\n1,2,3,x\n4,5,6,y\n", readCSVText,
			[][]float64{{1, 2}, {4, 5}}},
		"table, label": {"a,b,b\n1,2,x\n4,5,y\n", readCSVText, [][]float64{{1}, {4}}},
		"a name is the index": {"a,2,a,class\n1,2,3,x\n4,5,6,y\n", readCSVText,
			[][]float64{{2, 3}, {5, 6}}},
		"attributes": {
			"@attribute a real\n@attribute b real\n@attribute a real\n@attribute c " +
				"{x,y}\n@data\n1,2,3,x\n4,5,6,y\n", readARFFText, [][]float64{{1, 2}, {4, 5}}},
		"transposed": {"id,s,t\nclass,x,y\ng,1,4\nh,2,5\ng,3,6\n", readTransposedText,
			[][]float64{{1, 2}, {4, 5}}},
		"transposed, no header": {"class,x,x,y,y\ng,1,4,7,0\nh,2,5,8,0\ng,3,6,9,0\n",
			readTransposedText, [][]float64{{1, 2}, {4, 5}, {7, 8}, {0, 0}}},
	} {
		_, err := c.read(c.text, Options{})
		if err == nil || !strings.Contains(err.Error(), "(counted from 0) are both named") {
			t.Errorf("%s: %v", name, err)
			continue
		}
		found := dropped.FindStringSubmatch(err.Error())
		if found == nil {
			t.Errorf("%s: %q names no column to drop", name, err)
			continue
		}
		d, err := c.read(c.text, Options{Drop: []string{found[1]}})
		if err != nil {
			t.Errorf("%s without %s: %v", name, found[1], err)
			continue
		}
		must.Equal(t, matrixOf(d), c.want, "%s without %s", name, found[1])
	}
	_, err := readCSVText("a,1,a,0,2,class\n1,2,3,4,5,x\n", Options{Header: HeaderYes})
	wantError(t, err,
		`t: row 1: columns 0 and 2 (counted from 0) are both named "a"; rename one, or set `+
			`RenameDuplicates to keep both`)
}

func readCSVText(text string, opt Options) (*Dataset, error) {
	return ReadCSV(strings.NewReader(text), "t", opt)
}

func readARFFText(text string, opt Options) (*Dataset, error) {
	return ReadARFF(strings.NewReader(text), "t", opt)
}

func readTransposedText(text string, opt Options) (*Dataset, error) {
	opt.Transposed = true
	return ReadCSV(strings.NewReader(text), "t", opt)
}

// Drop takes the number that an error names for a column.
func TestErrorsCountAsDropDoes(t *testing.T) {
	const text = "a,b,c,class\n1,2,3,x\n4,cold,6,y\n"
	_, err := readCSVText(text, Options{})
	wantError(t, err,
		`t: row 3, column 1 (b): "cold" is not a number; mend the cell, name this column as the `+
			`label, set ID: "b" or Group: "b" (-id, -group) if it says which sample or group `+
			`it is, or set Drop or Code (ordinal or one-hot)`)
	d := must.Get(readCSVText(text, Options{Drop: []string{"1"}}))(t)
	must.Equal(t, d.Features, []string{"a", "c"}, "d.Features")
}

// The error on missing values counts them and their columns.
func TestMissingValuesAreCounted(t *testing.T) {
	const fill = "; fill them in, or set Missing (drop-rows, drop-columns, median or a number)"
	var text strings.Builder
	text.WriteString("a,b,c,d,e,f,g,class\n")
	for i := range 21 {
		text.WriteString("1,?,,NA,null,NaN,N/A," + fmt.Sprint(i%2) + "\n")
	}
	_, err := readCSVText(text.String(), Options{})
	wantError(t, err,
		`t: row 2, column 1 (b): the value is missing ("?"), the first of 126 in 6 columns: b, `+
			`c, d, e, f, …`+fill)
	_, err = readCSVText("1,2,x\n3,?,y\n5,?,y\n", Options{})
	wantError(t, err,
		`t: row 2, column 1 (no name, counted from 0): the value is missing ("?"), the first of `+
			`2 in column 1`+fill)
	_, err = readCSVText("a,b,class\n1,2,x\n3,?,y\n", Options{})
	wantError(t, err,
		`t: row 3, column 1 (b): the value is missing ("?"); fill it in, or set Missing `+
			`(drop-rows, drop-columns, median or a number)`)
	_, err = readCSVText("a,b,class\n1,?,x\n3,wrong,y\n", Options{}) // both are to be mended
	if err == nil || !strings.Contains(err.Error(), `"wrong" is not a number`) {
		t.Errorf("a gap and a word: %v", err)
	}
	_, err = readARFFText(
		"@attribute a real\n@attribute b real\n@attribute c {x,y}\n@data\n?,2,x\n?,?,y\n",
		Options{})
	wantError(t, err,
		`t: row 5, column 0 (a): the value is missing ("?"), the first of 3 in 2 columns: a, b`+
			fill)
	_, err = readTransposedText("id,s,t\nclass,x,y\ng,1,?\nh,?,?\n", Options{})
	wantError(t, err,
		`t: row 3, column 2 (g): the value is missing ("?"), the first of 3 in 2 rows: g, h`+fill)
}

// So does the error of values that are given.
func TestNonFiniteValuesAreCounted(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for want, rows := range map[string][][]float64{
		"row 0, column 1 (b) is NaN, the first of 3 NaN or infinite values in 2 columns: b, c; " +
			"fill in numbers, or drop the rows or the columns (rows and columns counted from 0)": {
			{1, nan, 3}, {4, inf, 6}, {7, 8, nan}},
		"row 1, column 2 (c) is infinite; fill in a number, or drop the row or the column (rows " +
			"and columns counted from 0)": {{1, 2, 3}, {4, 5, -inf}},
		"row 0, column 0 (a) is infinite, the first of 2 NaN or infinite values in column a; " +
			"fill in numbers, or drop the rows or the columns (rows and columns counted from 0)": {
			{inf, 2, 3}, {nan, 5, 6}},
	} {
		_, err := FromRows[string]("", rows, nil, []string{"a", "b", "c"})
		wantError(t, err, want)
	}
}

// The error of an unknown name helps in a notebook and on the command line.
func TestUnknownNameSaysWhereTheNamesAre(t *testing.T) {
	_, err := Load("mushrooms", Options{})
	wantError(t, err,
		`no data set "mushrooms"; fsnb.Datasets() lists the names (fsnb datasets list on the `+
			`command line); for a file give its path`)
}
