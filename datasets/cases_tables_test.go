package datasets

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

// caseFiles is the folder of files that are not what they seem.
const caseFiles = "testdata/cases"

// Tables that are not what they seem are read as their writers mean, or with a warning.
func TestCasesOfTables(t *testing.T) {
	words := []string{"f0", "f1=Gov", "f1=Priv", "f1=Self", "f2=11th", "f2=BA", "f2=Bach", "f2=HS",
		"f3=M", "f4"}
	for _, c := range []struct {
		file     string
		opt      Options
		n        int
		features []string
		classes  []string
		warning  string // part of the only warning, "" for none
		history  string // part of it
	}{
		{"header_depends.csv", Options{Code: "one-hot"}, 10, words, []string{"high", "low"}, "",
			""},
		{"header_depends.csv", Options{Drop: []string{"1", "2", "3"}}, 10, []string{"f0", "f1"},
			[]string{"high", "low"}, "", ""},
		{"rtable.tsv", Options{}, 12, []string{"a", "b"}, []string{"p", "q"}, "",
			"column 0 names the samples"},
		{"sep.csv", Options{}, 4, []string{"a", "b"}, []string{"p", "q"}, "", "separator ';'"},
		{"orange2.tab", Options{}, 10, []string{"a=y", "b=v"}, []string{"no", "yes"}, "",
			"Orange's header"},
		{"orange2.tab", Options{Code: "ordinal"}, 10, []string{"a", "b"}, []string{"no", "yes"}, "",
			"(ordinal)"},
		{"nl_series_matrix.txt", Options{Label: "characteristics: tissue"}, 6,
			[]string{"p0", "p1", "p2"}, []string{"n", "t"}, "", ""},
		{"nlcell_series_matrix.txt", Options{Label: "characteristics: tissue"}, 6,
			[]string{"p0", "p1", "p2"}, []string{"n", "t"}, "", ""},
		{"double.arff", Options{}, 1, []string{"x", "y"}, []string{"a"}, "",
			"passed over 1 empty value "},
		{"trail.arff", Options{}, 2, []string{"x", "y"}, []string{"a", "b"}, "",
			"passed over 2 empty values "},
		{"lead.arff", Options{}, 1, []string{"x", "y"}, []string{"a"}, "",
			"passed over 1 empty value "},
		{"idnominal.arff", Options{Code: "ordinal"}, 12, []string{"name", "x"}, []string{"a", "b"},
			"column name has 12 different words in 12 rows: it looks like an identifier", ""},
		{"shuffled_index.csv", Options{}, 100, []string{"column_0", "x", "y"},
			[]string{"a", "b"}, "column column_0 has another whole number in every row: it looks " +
				"like an identifier", ""},
		{"id_repeated.csv", Options{}, 100, []string{"Id", "x", "y"}, []string{"a", "b"},
			"column Id has 99 different whole numbers in 100 rows: it looks like an identifier", ""},
		{"label_first.csv", Options{}, 40, []string{"Outcome", "x"}, []string{"0", "1", "2"},
			"column z, the last one, is taken for the classes, although another is called " +
				"Outcome; set Label to one of the two", ""},
		{"label_case.csv", Options{Drop: []string{"dose"}}, 60, []string{"a", "b", "c"},
			[]string{"Ill", "WELL", "ill", "well"}, `the classes "Ill" and "ill", "WELL" and ` +
				`"well" differ in case or blanks only: 4 classes may be 2`, ""},
		{"thou.csv", Options{Thousands: ','}, 4, []string{"a", "b"}, []string{"p", "q"}, "", ""},
		{"thousands.tsv", Options{Thousands: ','}, 12, []string{"x", "y"}, []string{"a", "b"}, "",
			""},
		{"big53.csv", Options{}, 20, []string{"code", "x"}, []string{"p", "q"},
			"column code has 10 whole numbers beyond 2^53, the first 20231105123456781 in row 3", ""},
	} {
		d, err := Load(filepath.Join(caseFiles, c.file), c.opt)
		if err != nil {
			t.Error(err)
			continue
		}
		if d.N() != c.n || !slices.Equal(d.Features, c.features) ||
			!slices.Equal(d.Classes, c.classes) {
			t.Errorf("%s: %d samples, %q, %q", c.file, d.N(), d.Features, d.Classes)
		}
		warnings := strings.Join(d.Warnings, "\n")
		if c.warning == "" && warnings != "" || len(d.Warnings) > 1 ||
			!strings.Contains(warnings, c.warning) {
			t.Errorf("%s: warnings %q", c.file, warnings)
		}
		if !strings.Contains(strings.Join(d.History, "\n"), c.history) {
			t.Errorf("%s: history %q", c.file, d.History)
		}
	}
	for file, want := range map[string]string{
		"thou.csv": `row 3, column 0 (a): "1,200" has a thousands separator; set Thousands to ` +
			`',', or write 1200`,
		"thousands.tsv": `row 2, column 0 (x): "2,340" has a thousands separator; set Thousands ` +
			`to ',', or write 2340`,
	} {
		_, err := Load(filepath.Join(caseFiles, file), Options{})
		wantError(t, err, filepath.Join(caseFiles, file)+": "+want)
	}
	d := must.Get(Load(caseFiles+"/thou.csv", Options{Thousands: ','}))(t)
	if diff := cmp.Diff([][]float64{{950, 1}, {1200, 2}, {2300, 3}, {880, 4}},
		matrixOf(d)); diff != "" {
		t.Error(diff)
	}
	d = must.Get(Load(caseFiles+"/rtable.tsv", Options{}))(t)
	if d.IDName != "row name" || len(d.IDs) != 12 || d.IDs[0] != "s0" || d.IDs[11] != "s11" {
		t.Errorf("identifiers %q of %q", d.IDs, d.IDName)
	}
}

// npyLong is an .npy file of n×d integers of 64 bits, of that type.
func npyLong(kind string, n, d int, values ...uint64) []byte {
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%d, %d), }\n", kind, n, d)
	out := append([]byte("\x93NUMPY\x01\x00"), byte(len(text)), 0)
	out = append(out, text...)
	for _, v := range values {
		out = binary.LittleEndian.AppendUint64(out, v)
	}
	return out
}

// Integers of 64 bits that float64s round are named in every format; those that they hold are not.
func TestRoundedIntegers(t *testing.T) {
	const large = 1<<53 + 1
	table := func(format string) func(uint64) (*Dataset, error) {
		return func(v uint64) (*Dataset, error) {
			text := fmt.Sprintf(format, v)
			return Read(strings.NewReader(text), "t", "csv", Options{})
		}
	}
	for name, c := range map[string]struct {
		read    func(v uint64) (*Dataset, error)
		feature string
	}{
		"csv":      {table("a,b,class\n1,%d,x\n2,3,y\n"), "b"},
		"quoted":   {table("a,b,class\n1,\"%d\",x\n2,3,y\n"), "b"},
		"negative": {table("a,b,class\n1,-%d,x\n2,3,y\n"), "b"},
		"transposed": {func(v uint64) (*Dataset, error) {
			text := fmt.Sprintf("id,s,t\nclass,x,y\nb,3,%d\na,1,2\n", v)
			return Read(strings.NewReader(text), "t", "csv", Options{Transposed: true})
		}, "b"},
		"arff": {func(v uint64) (*Dataset, error) {
			return Read(strings.NewReader(fmt.Sprintf("@attribute a real\n@attribute b integer\n"+
				"@attribute c {x,y}\n@data\n1,%d,x\n2,3,y\n", v)), "t", "arff", Options{})
		}, "b"},
		"libsvm": {func(v uint64) (*Dataset, error) {
			return Read(strings.NewReader(fmt.Sprintf("x 1:1 2:%d\ny 1:2\n", v)), "t", "libsvm",
				Options{})
		}, "f1"},
		"int64": {func(v uint64) (*Dataset, error) {
			return ReadNPY(bytes.NewReader(npyLong("<i8", 2, 2, 1, v, 2, 3)), "t",
				Options{Label: NoLabel})
		}, "f1"},
		"uint64": {func(v uint64) (*Dataset, error) {
			return ReadNPY(bytes.NewReader(npyLong("<u8", 2, 2, 1, v, 2, 3)), "t",
				Options{Label: NoLabel})
		}, "f1"},
		"mat": {func(v uint64) (*Dataset, error) {
			const int64Class = 14
			return ReadMAT(bytes.NewReader(matFile(false, matVar{name: "X", rows: 2, cols: 2,
				values: []float64{1, float64(v), 2, 3}, class: int64Class})), "t",
				Options{Label: NoLabel})
		}, "f1"},
		"mtx": {func(v uint64) (*Dataset, error) {
			return ReadMatrixMarket(strings.NewReader(fmt.Sprintf("%%%%MatrixMarket matrix "+
				"coordinate integer general\n2 2 2\n1 1 1\n1 2 %d\n", v)), "t",
				Options{Label: NoLabel})
		}, "f1"},
	} {
		d := must.Get(c.read(large))(t)
		if len(d.Warnings) != 1 || !strings.HasPrefix(d.Warnings[0], "column "+c.feature+
			" has 1 whole number beyond 2^53") {
			t.Errorf("%s: warnings %q", name, d.Warnings)
		}
		if other := d.warningsOf([]string{d.Features[0], "a"}); c.feature != "b" && other != nil &&
			len(other) > 0 {
			t.Errorf("%s: without the column: %q", name, other)
		}
		if d = must.Get(c.read(1<<53 - 1))(t); d.Warnings != nil {
			t.Errorf("%s: exact, and warnings %q", name, d.Warnings)
		}
	}
	var text strings.Builder
	text.WriteString("a,b,c,d,class\n")
	for i := range 2 {
		fmt.Fprintf(&text, "%d,%d,%d,%d,%c\n", uint64(large), uint64(large), uint64(large),
			uint64(large), 'x'+i)
	}
	d := must.Get(ReadCSV(strings.NewReader(text.String()), "t", Options{}))(t)
	if len(d.Warnings) != 1 || !strings.HasPrefix(d.Warnings[0], "4 columns: a, b, c and d have "+
		"whole numbers beyond 2^53") && !strings.Contains(d.Warnings[0], "4 columns") {
		t.Errorf("four columns: %q", d.Warnings)
	}
}

// Columns named as identifiers may repeat a tenth of their values; measurements of the same values
// are none.
func TestIdentifiersThatRepeat(t *testing.T) {
	const n = 40
	rng := rand.New(rand.NewPCG(3, 4))
	read := func(name string, repeats int) *Dataset {
		var text strings.Builder
		fmt.Fprintf(&text, "%s,a,class\n", name)
		order := rng.Perm(n)
		for i := range n {
			v := order[i]
			if v < repeats {
				v = n - 1
			}
			fmt.Fprintf(&text, "%d,%v,%c\n", 1000+7*v, rng.NormFloat64(), 'x'+rng.IntN(2))
		}
		return must.Get(ReadCSV(strings.NewReader(text.String()), "t", Options{}))(t)
	}
	for _, name := range []string{"Id", "patient_id", "Unnamed: 0", "", "sample no", "barcode"} {
		for repeats, want := range map[int]bool{0: true, 1: true, 4: true, 6: false} {
			d := read(name, repeats)
			got := len(d.Warnings) == 1 && strings.Contains(d.Warnings[0], looksLikeIdentifier)
			if got != want {
				t.Errorf("%q with %d repeats: warnings %q", name, repeats, d.Warnings)
			}
		}
	}
	if d := read("height", 1); d.Warnings != nil {
		t.Errorf("height: %q", d.Warnings)
	}
	// A column of words is known by its one-hot columns too.
	d := must.Get(Load(caseFiles+"/idnominal.arff", Options{}))(t)
	if w := d.warningsOf([]string{"name=p3", "x"}); len(w) != 1 {
		t.Errorf("one-hot: %q", w)
	}
	if w := d.warningsOf([]string{"x"}); len(w) != 0 {
		t.Errorf("without the names: %q", w)
	}
}

// Labels of words that are all different are names, not a target, and classes that differ in case
// or blanks are named.
func TestDoubtfulWordsAsLabels(t *testing.T) {
	read := func(label func(i int) string) *Dataset {
		var text strings.Builder
		text.WriteString("a,who\n")
		for i := range 12 {
			fmt.Fprintf(&text, "%v,%s\n", math.Sin(float64(i)), label(i))
		}
		return must.Get(ReadCSV(strings.NewReader(text.String()), "t", Options{}))(t)
	}
	for want, label := range map[string]func(i int) string{
		"12 different labels of 12 samples, which are words: the label column looks like their " +
			"names; set Label to the column of the classes": func(i int) string {
			return fmt.Sprintf("p%d", i)
		},
		`the label "1,000" has a thousands separator; set Thousands to ',', or write 1000`: func(
			i int) string {
			return fmt.Sprintf(`"%d,%03d"`, i+1, i)
		},
		`the classes "A b" and "a  b" differ in case or blanks only: 3 classes may be 2; write them ` +
			`alike in the file`: func(i int) string {
			return []string{"a  b", "A b", "c"}[i%3]
		},
		"": func(i int) string { return []string{"ill", "well", "will"}[i%3] },
	} {
		if d := read(label); strings.Join(d.Warnings, "\n") != want {
			t.Errorf("warnings\n got %q\nwant %q", d.Warnings, want)
		}
	}
}

// The last column is taken for the label with a warning where another one is more likely.
func TestOtherLabels(t *testing.T) {
	table := func(names string, row func(i int) string) string {
		var text strings.Builder
		text.WriteString(names + "\n")
		for i := range 12 {
			text.WriteString(row(i) + "\n")
		}
		return text.String()
	}
	numbers := func(i int) string { return fmt.Sprintf("%d,%v,%d", i%2, math.Cos(float64(i)), i%3) }
	const last = "column %s, the last one, is taken for the classes, although %s"
	for names, want := range map[string]string{
		"Survived,x,z":  "another is called Survived",
		"species,x,z":   "another is called species",
		"y,x,z":         "another is called y",
		"Type,x,z":      "another is called Type",
		"Group,x,class": "",
		"type,x,group":  "",
		"x,y,z":         "", // coordinates
		"a,b,z":         "",
	} {
		d := must.Get(ReadCSV(strings.NewReader(table(names, numbers)), "t", Options{}))(t)
		if want != "" {
			want = fmt.Sprintf(last, "z", want) + "; set Label to one of the two"
		}
		if got := strings.Join(d.Warnings, "\n"); got != want {
			t.Errorf("%s\n got %q\nwant %q", names, got, want)
		}
	}
	only := table("kind_of,x,z", func(i int) string {
		return fmt.Sprintf("%s,%v,%d", []string{"a", "b"}[i%2], math.Cos(float64(i)), i%3)
	})
	d := must.Get(ReadCSV(strings.NewReader(only), "t", Options{Code: "ordinal"}))(t)
	if want := fmt.Sprintf(last, "z", "kind_of is the only column of words; set Label to one of "+
		"the two"); strings.Join(d.Warnings, "\n") != want {
		t.Errorf("warnings %q, want %q", d.Warnings, want)
	}
	if d = must.Get(ReadCSV(strings.NewReader(only), "t", Options{Code: "ordinal",
		Label: "z"}))(t); d.Warnings != nil {
		t.Errorf("with a label: %q", d.Warnings)
	}
	_, err := ReadCSV(strings.NewReader("a,b,port\n1,2,x\n2,3,\n"), "t", Options{})
	wantError(t, err, "t: row 3, column 2 (port): the class label is missing; name the class or "+
		"drop the row; the last column is taken for the label: set Label for another")
}

// Whether the first row is a header does not depend on what is done with the values.
func TestHeaderDoesNotDependOnOptions(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	cell := func() string {
		return []string{"a", "b", "c", "1", "2.5", "30", "\"7\"", "x y", "?"}[rng.IntN(9)]
	}
	all := []string{"0", "1", "2", "3", "4", "5"}
	for range 3000 {
		words, rows := 1+rng.IntN(5), 2+rng.IntN(4)
		var text strings.Builder
		for range rows {
			for range words {
				text.WriteString(cell() + ",")
			}
			fmt.Fprintf(&text, "%d,%c\n", rng.IntN(9), 'p'+rng.IntN(2))
		}
		n := -1
		for _, opt := range []Options{
			{Drop: all[:words]}, {Code: "ordinal"}, {Code: "one-hot", Drop: all[:1]},
		} {
			opt.RenameDuplicates, opt.Missing, opt.Label = true, "0", fmt.Sprint(words+1)
			d, err := ReadCSV(strings.NewReader(text.String()), "t", opt)
			if err != nil {
				continue
			}
			if n >= 0 && d.N() != n {
				t.Fatalf("%d and %d samples, %+v:\n%s", n, d.N(), opt, text.String())
			}
			n = d.N()
		}
	}
}
