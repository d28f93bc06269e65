package datasets

import (
	"fmt"

	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
	"fsnb.example/internal/tabular"
)

// readBoth reads a text whole and byte by byte.
func readBoth(t *testing.T, text string, opt Options) (content, error) {
	t.Helper()
	d, err := ReadCSV(strings.NewReader(text), "t", opt)
	again, againErr := ReadCSV(iotest.OneByteReader(strings.NewReader(text)), "t", opt)
	if err != nil || againErr != nil {
		if fmt.Sprint(err) != fmt.Sprint(againErr) {
			t.Errorf("whole: %v, byte by byte: %v", err, againErr)
		}
		return content{}, err
	}
	if diff := cmp.Diff(contentOf(d), contentOf(again)); diff != "" {
		t.Errorf("byte by byte: %s", diff)
	}
	return contentOf(d), nil
}

// Three labels that one or two float64 are nearest to are three classes in every format.
func TestLongLabelsStayApart(t *testing.T) {
	labels := []string{"20231105123456780", "20231105123456781", "20231105123456782"}
	var csv, svm, arff strings.Builder
	arff.WriteString("@attribute a real\n@attribute c numeric\n@data\n")
	wide := []string{"id", "c", "a"}
	for i := range 60 {
		l := labels[i%3]
		if i%2 == 1 {
			l += ".0"
		}
		fmt.Fprintf(&csv, "%d,%s\n", i%7, l)
		fmt.Fprintf(&arff, "%d,%s\n", i%7, l)
		fmt.Fprintf(&svm, "%s 1:%d\n", l, i%7+1)
		wide[0] += fmt.Sprintf(",s%d", i)
		wide[1] += "," + l
		wide[2] += fmt.Sprintf(",%d", i%7)
	}
	for name, c := range map[string]struct {
		text string
		opt  Options
		read reader
	}{
		"CSV":       {csv.String(), Options{}, ReadCSV},
		"ARFF":      {arff.String(), Options{}, ReadARFF},
		"LIBSVM":    {svm.String(), Options{}, ReadLIBSVM},
		"turned":    {strings.Join(wide, "\n"), Options{Transposed: true, Label: "c"}, ReadCSV},
		"turned, 1": {strings.Join(wide, "\n"), Options{Transposed: true, Label: "1"}, ReadCSV},
		"turned, ;,": {strings.NewReplacer(",", ";", ".0", ",0").Replace(strings.Join(wide, "\n")),
			Options{Transposed: true, Label: "c", Decimal: ','}, ReadCSV},
	} {
		d := must.Get(c.read(strings.NewReader(c.text), "t", c.opt))(t)
		if !slices.Equal(d.Classes, labels) || !slices.Equal(d.ClassCounts(), []int{20, 20, 20}) {
			t.Errorf("%s: %q %d", name, d.Classes, d.ClassCounts())
		}
	}
	// In a row of words and numbers, which is found to be the classes.
	d := must.Get(ReadCSV(
		strings.NewReader("id,s1,s2,s3\nc,20231105123456780,20231105123456781,b\na,1,2,3\n"), "t",
		Options{Transposed: true}))(t)
	if !slices.Equal(d.Classes, []string{"20231105123456780", "20231105123456781", "b"}) {
		t.Errorf("words and numbers: %q", d.Classes)
	}
	// Integers of 64 bits are rounded where they are read.
	y := matColumn("Y", 1<<53, 1<<53+2)
	y.class = 14
	_, err := ReadMAT(strings.NewReader(string(matFile(false, matColumn("X", 1, 2), y))), "t",
		Options{})
	wantError(t, err,
		"t: variable Y, element 1: the class label is beyond 2^53, where labels of 64 bits are "+
			"rounded; save the labels as text: cellstr(num2str(Y))")
}

// Columns of repeated measurements are no samples: the names are an error, whose advice
// both ways works.
func TestRepeatedNamesTurnNothing(t *testing.T) {
	for name, c := range map[string]struct {
		head string
		rows int
		drop []string
	}{
		"temp":     {"sample,temp,temp,temp", 6, nil},
		"mean, sd": {"sample,mean,mean,sd,sd", 20, []string{"0", "2", "3"}},
		"class":    {"class,mean,mean,sd,sd", 2, nil},
	} {
		text := c.head + "\n"
		for i := range c.rows {
			text += fmt.Sprintf("s%d%s\n", i,
				strings.Repeat(fmt.Sprintf(",%d", i%2), strings.Count(c.head, ",")))
		}
		_, err := readBoth(t, text, Options{})
		if err == nil || !strings.HasSuffix(err.Error(),
			`set Drop to "2" to leave out that column, or RenameDuplicates to keep both, or set `+
				`Transposed if the columns are the samples`) {
			t.Errorf("%s: %v", name, err)
		}
		turned, err := readBoth(t, text, Options{Transposed: true})
		if err != nil || len(turned.Rows) != strings.Count(c.head, ",") ||
			len(turned.Features) != c.rows {
			t.Errorf("%s turned: %v, %d×%d", name, err, len(turned.Rows), len(turned.Features))
		}
		if c.drop != nil {
			if d, err := readBoth(t, text, Options{Drop: c.drop}); err != nil ||
				len(d.Rows) != c.rows {
				t.Errorf("%s without columns: %v, %d rows", name, err, len(d.Rows))
			}
		}
	}
}

// Rows that begin with # or % are rows where they can be: errors of a spreadsheet are
// missing values, a header keeps its sign, and labels may have one.
func TestRowsWithASign(t *testing.T) {
	sheet := "a,b,c\n1,2,x\n#N/A,2,y\n3,4,x\n#DIV/0!,4,y\n5,6,x\n7,#VALUE!,y\n"
	_, err := readBoth(t, sheet, Options{})
	wantError(t, err,
		`t: row 3, column 0 (a): the value is missing ("#N/A"), the first of 3 in 2 columns: a, `+
			`b; fill them in, or set Missing (drop-rows, drop-columns, median or a number)`)
	for name, c := range map[string]struct {
		text string
		opt  Options
		want content
	}{
		"errors of a spreadsheet": {sheet, Options{Missing: "0"}, content{[]string{"a", "b"},
			[][]float64{{1, 2}, {0, 2}, {3, 4}, {0, 4}, {5, 6}, {7, 0}}, []string{"x", "y", "x",
				"y", "x", "y"},
			[]string{"put 0 for 3 missing values in 2 columns"}, nil}},
		"header": {"%fat,weight,class\n1,2,x\n3,4,y\n", Options{},
			content{[]string{"%fat", "weight"}, [][]float64{{1, 2}, {3, 4}}, []string{"x", "y"},
				nil, nil}},
		"header, said": {"# by hand\n#id;b;class\n1;2;x\n3;4;y\n", Options{Header: HeaderYes},
			content{[]string{"#id", "b"}, [][]float64{{1, 2}, {3, 4}}, []string{"x", "y"},
				[]string{"passed over 1 line of comment (# or %)"}, nil}},
		"header between blanks": {"%fat weight class\n1 2 x\n3 4 y\n", Options{},
			content{[]string{"%fat", "weight"}, [][]float64{{1, 2}, {3, 4}}, []string{"x", "y"},
				nil, nil}},
		"labels": {"class,a,b\n#1,2,3\n#2,\"4\",5\n#1,6,7\n",
			Options{Label: "class"}, content{[]string{"a", "b"},
				[][]float64{{2, 3}, {4, 5}, {6, 7}}, []string{"#1", "#2", "#1"}, nil, nil}},
		"labels, CRLF": {"class,a,b\r\n#1,2,3\r\n%2,4,5", Options{Label: "class"},
			content{[]string{"a", "b"}, [][]float64{{2, 3}, {4, 5}}, []string{"#1", "%2"},
				nil, nil}},
		"dropped names": {"id,a,c\n#7,2,x\np,4,y\n", Options{Drop: []string{"id"}},
			content{[]string{"a"}, [][]float64{{2}, {4}}, []string{"x", "y"},
				[]string{"left out column id"}, nil}},
		"levels": {"color,c\n#fff,x\n#000,y\nred,x\n", Options{Code: "ordinal"},
			content{[]string{"color"}, [][]float64{{1}, {0}, {2}}, []string{"x", "y", "x"},
				[]string{"coded the words of 1 column as 0, 1, 2, … in the order of their text " +
					"(ordinal)"}, nil}},
		"turned": {"id,s1,s2\n#g,1,2\nclass,x,y\n", Options{Transposed: true},
			content{[]string{"#g"}, [][]float64{{1}, {2}}, []string{"x", "y"},
				[]string{"turned the table: its samples are columns of the file",
					"passed over row 1, the names of the samples"}, nil}},
		// Comments as before: in front, of another width, and padded by a spreadsheet.
		"comments": {"# a, b, c\n#no,header\na,b,c\n1,2,x\n# \"open, 2\n3,4,y\n# end,,\n#\n",
			Options{}, content{[]string{"a", "b"}, [][]float64{{1, 2}, {3, 4}}, []string{"x", "y"},
				[]string{"passed over 5 lines of comment (# or %)"},
				[]string{`row 5 ("# \"open, 2"), which begins with # or %, was passed over as ` +
					`comment; put its first cell in quotes if it is a sample`}}},
		"rows that are none": {"a,b,c\n1,2,x\n#3,4,x\n5,6,y\n#7,8,y\n#9,0,y\n", Options{},
			content{[]string{"a", "b"}, [][]float64{{1, 2}, {5, 6}}, []string{"x", "y"},
				[]string{"passed over 3 lines of comment (# or %)"},
				[]string{`3 lines that begin with # or %, the first row 3 ("#3,4,x"), were ` +
					`passed ` +
					`over as comment; put their first cells in quotes if they are samples`}}},
		"in quotes": {"a,b,c\n1,2,x\n\"#3\",4,y\n", Options{Label: "a"},
			content{[]string{"b", "c"}, nil, nil, nil, nil}},
		"a first row that is none": {"#1,2,3\n#2,4,5\n1,6,7\n", Options{Label: "0"},
			content{[]string{"f0", "f1"}, [][]float64{{6, 7}}, []string{"1"},
				[]string{"passed over 2 lines of comment (# or %)"},
				[]string{`row 2 ("#2,4,5"), which begins with # or %, was passed over as ` +
					`comment; ` +
					`put its first cell in quotes if it is a sample`}}},
	} {
		got, err := readBoth(t, c.text, c.opt)
		if name == "in quotes" { // a word in c
			wantError(t, err,
				`t: row 2, column 2 (c): "x" is not a number; mend the cell, name this column `+
					`as the label, set ID: "c" or Group: "c" (-id, -group) if it says which `+
					`sample or group it is, or set Drop or Code (ordinal or one-hot)`)
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// What may mean something else is read with a warning, and the option that it names
// settles it.
func TestDoubtsAboutTables(t *testing.T) {
	class := func(line int, class string) string {
		return fmt.Sprintf(
			"row %d is taken for a sample, and no other is of its class %q: it may be a header; "+
				"set Header to yes, or to no", line, class)
	}
	name := func(line int, cell string) string {
		return fmt.Sprintf(
			"row 1 is taken for the names of the columns, and row %d has %q in the column of "+
				"that name: row 1 may be a sample; set Header to no, or to yes", line, cell)
	}
	const last = "column grade, the last one, is taken for the classes, although another is " +
		"called %s; set Label to one of the two"
	words := "red,big,yes\nblue,small,no\ngreen,big,yes\nred,small,no\n"
	numbers := "1,2,3,0\n2,3,4,1\n4,5,6,0\n5,6,7,1\n"
	for what, c := range map[string]struct {
		text string
		opt  Options
		want string // "" for none
		how  Options
		n, d int // with that option
	}{
		"sample as names": {words, Options{Code: "ordinal"}, name(3, "big"),
			Options{Code: "ordinal", Header: HeaderNo}, 4, 2},
		"names as names": {"color,size,class\n" + words, Options{Code: "ordinal"}, "",
			Options{Code: "ordinal"}, 4, 2},
		"sample as names, dropped": {"red,1,yes\nblue,2,no\ngreen,3,yes\n",
			Options{Drop: []string{"0"}}, name(3, "yes"), Options{Drop: []string{"0"},
				Header: HeaderNo}, 3, 1},
		"years, words": {"1990,1991,1992,1993\n" + strings.NewReplacer(",0\n", ",x\n",
			",1\n", ",y\n").Replace(numbers), Options{}, class(1, "1993"),
			Options{Header: HeaderYes}, 4, 3},
		"years, numbers": {"1990,1991,1992,1993\n" + numbers, Options{}, class(1, "1993"),
			Options{Header: HeaderYes}, 4, 3},
		"years, no labels": {"1990,1991,1992,1993\n" + numbers, Options{Label: NoLabel},
			"row 1 is taken for a sample, and it is far from all others: it may be a header; " +
				"set Header to yes, or to no", Options{Label: NoLabel, Header: HeaderYes}, 4, 4},
		"years, class among them": {"1990,1991,1992\n1,2,0\n2,4,1\n3,4,0\n4,6,1\n", Options{},
			"row 1 is taken for a sample, and no other is of its class \"1992\": it may be a " +
				"header; set Header to yes, or to no", Options{Header: HeaderYes}, 4, 2},
		"years, none of a class": {"1990,1991,1992\n.1,.5,.25\n.2,.4,.5\n.3,.4,.75\n.5,.25,.125\n",
			Options{},
			"row 1 is taken for a sample, and it is far from all others: it may be a header; " +
				"set Header to yes, or to no", Options{Header: HeaderYes}, 4, 2},
		"a first sample that counts": {"3,4,5,2\n" + numbers, Options{}, "",
			Options{Header: HeaderNo}, 5, 3},
		"a rare first class": {"3,4,6,7\n" + numbers, Options{}, "",
			Options{Header: HeaderNo}, 5, 3},
		"class in front": {"class,age,grade\n0,1,2\n1,3,4\n0,4,2\n", Options{},
			fmt.Sprintf(last, "class"), Options{Label: "class"}, 3, 2},
		"Class_Label": {"age,Class_Label,grade\n0,1,2\n1,3,4\n0,4,2\n", Options{},
			fmt.Sprintf(last, "Class_Label"), Options{Label: "grade"}, 3, 2},
		"class in front, dropped": {"class,age,grade\n0,1,2\n1,3,4\n0,4,2\n",
			Options{Drop: []string{"class"}}, "", Options{Drop: []string{"class"}}, 3, 1},
		"two classes": {"class,age,target\n0,1,2\n1,3,4\n0,4,2\n", Options{}, "",
			Options{}, 3, 2},
		"points and commas": {"a;b;c\n1.500;2;0,5\n2.250;3;1,5\n3.125;4;0,5\n", Options{},
			`"1.500" is read with a decimal point, and "0,5" has a decimal comma; set Decimal ` +
				`to '.', or to ','`, Options{Decimal: '.'}, 3, 2},
		"blanks and commas": {"1,5 2\n2,5 3\n3,5 2\n", Options{},
			`cells are cut at blanks and commas are decimal signs, as "1,5 2" looks; set Comma ` +
				`to ' ', or to ','`, Options{Comma: ' '}, 3, 1},
		"blanks and commas, words": {"1,5 x\n2,5 y\n3,5 x\n", Options{},
			`cells are cut at commas, and "1,5 x" may be cells between blanks with decimal ` +
				`commas; set Comma to ',', or to ' '`, Options{Comma: ' '}, 3, 1},
		"commas and blanks": {"1, 2, 3\n2, 3, 4\n", Options{}, "", Options{Comma: ','}, 2, 2},
	} {
		got, err := readBoth(t, c.text, c.opt)
		var want []string
		if c.want != "" {
			want = []string{c.want}
		}
		if diff := cmp.Diff(want, got.Warnings); diff != "" || err != nil {
			t.Errorf("%s: %v, %s", what, err, diff)
		}
		settled, err := readBoth(t, c.text, c.how)
		if err != nil || len(settled.Warnings) > 0 || len(settled.Rows) != c.n ||
			len(settled.Features) != c.d {
			t.Errorf("%s, settled: %v, %d×%d, %q", what, err, len(settled.Rows),
				len(settled.Features), settled.Warnings)
		}
	}
	arff := "@attribute class numeric\n@attribute grade {2,4}\n@data\n0,2\n1,4\n"
	d := must.Get(ReadARFF(strings.NewReader(arff), "t", Options{}))(t)
	if diff := cmp.Diff([]string{fmt.Sprintf(last, "class")}, d.Warnings); diff != "" {
		t.Errorf("ARFF: %s", diff)
	}
}

// Tables between blanks with decimal commas and without names are cut at the blanks,
// also where a row has no comma.
func TestBlanksAndDecimalCommas(t *testing.T) {
	want := [][]float64{{1.5, 2, 0.25}, {1000, 2.125, 3}, {-4.5, 0, 7}, {1, 2, 3}}
	for _, text := range []string{
		"1,5 2 0,25 0\n1000 2,125 3 1\n-4,5 0 7,0 0\n1 2 3 1\n",
		"  1,5 2,0   0,25 0\n1000,0  2,125 3 1 \n-4,5 0,0 7,0 0\r\n1 2 3 1",
	} {
		d, err := readBoth(t, text, Options{})
		if diff := cmp.Diff(want, d.Rows); diff != "" || err != nil {
			t.Errorf("%q: %v %s", text, err, diff)
		}
	}
}

// The paths of pictures count as words do.
func TestLongPathsOfPictures(t *testing.T) {
	long := strings.Repeat("d", 4000)
	var files []tarFile
	for i := range tabular.MaxWordBytes/len(long) + 1 {
		files = append(files, tarFile{fmt.Sprintf("%s/%d.pgm", long, i), pictureA, 0})
	}
	_, err := ReadImages(strings.NewReader(string(tarOf(t, files...))), "t.tar", Options{})
	if err == nil || !strings.HasSuffix(err.Error(),
		"the paths of the pictures are longer than 16777216 bytes; shorten them") {
		t.Error(err)
	}
}
