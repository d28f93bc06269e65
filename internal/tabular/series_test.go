package tabular

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

// A series of two genes and four samples, with the characteristics of one sample moved as GEO does
// where an earlier one is missing.
const seriesText = "!Series_title\t\"A \"\"small\"\" series\"\n" +
	"!Series_summary\t\"\"\n" +
	"\n" +
	"!Sample_title\t\"a\"\t\"b\"\t\"c\"\t\"d\"\n" +
	"!Sample_geo_accession\t\"GSM1\"\t\"GSM2\"\t\"GSM3\"\t\"GSM4\"\n" +
	"!Sample_source_name_ch1\t\"lung\"\t\"lung\"\t\"skin\"\t\"skin\"\n" +
	"!Sample_organism_ch1\t\"Homo sapiens\"\t\"Homo sapiens\"\t\"Homo sapiens\"\t\"Homo " +
	"sapiens\"\n" +
	"!Sample_characteristics_ch1\t\"tissue: tumor\"\t\"tissue: normal\"\t\"age: 61.5\"\t" +
	"\"tissue: tumor\"\n" +
	"!Sample_characteristics_ch1\t\"age: 52\"\t\"age: 47\"\t\"tissue: normal\"\t\"age: 33\"\n" +
	"!Sample_characteristics_ch1\t\"patient: 7\"\t\"patient: 7\"\t\"patient: 8\"\t\"patient: " +
	"8\"\n" +
	"!series_matrix_table_begin\n" +
	"\"ID_REF\"\t\"GSM1\"\t\"GSM2\"\t\"GSM3\"\t\"GSM4\"\n" +
	"\"1007_s_at\"\t8.5\t7.25\t-1e-3\t4\n" +
	"\"1053_at\"\t1\t2\t3\t4\n" +
	"!series_matrix_table_end\n"

func series(text string, opt Options) (*Table, error) {
	source, err := Open(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	return ReadText(source, opt)
}

func TestReadSeries(t *testing.T) {
	const turned = "turned the table: its samples are columns of the file"
	values := []float64{8.5, 1, 7.25, 2, -1e-3, 3, 4, 4}
	names := []string{"1007_s_at", "1053_at"}
	for what, c := range map[string]struct {
		opt  Options
		want Table
	}{
		"source": {Options{Label: "Sample_source_name_ch1"}, Table{Y: []int{0, 0, 1, 1},
			Classes: []string{"lung", "skin"}, LabelName: "Sample_source_name_ch1"}},
		"characteristic": {Options{Label: "characteristics: tissue"}, Table{
			Y: []int{1, 0, 0, 1}, Classes: []string{"normal", "tumor"},
			LabelName: "characteristics: tissue"}},
		"letter case": {Options{Label: "!sample_Source_Name_ch1"}, Table{Y: []int{0, 0, 1, 1},
			Classes: []string{"lung", "skin"}, LabelName: "Sample_source_name_ch1"}},
		"none": {Options{Label: NoLabel}, Table{}},
		"continuous": {Options{Label: "characteristics: age", Continuous: true}, Table{
			Target: []float64{52, 47, 61.5, 33}, TargetName: "characteristics: age",
			LabelName: "characteristics: age"}},
		"group": {Options{Label: "characteristics: tissue", Group: "characteristics: patient"},
			Table{Y: []int{1, 0, 0, 1}, Classes: []string{"normal", "tumor"},
				LabelName: "characteristics: tissue", Group: []int{0, 0, 1, 1},
				Groups: []string{"7", "8"}, GroupedBy: "characteristics: patient"}},
	} {
		want := c.want
		want.Names, want.Values, want.Rows = names, values, 4
		want.History = []string{turned}
		want.IDs, want.IDName = []string{"GSM1", "GSM2", "GSM3", "GSM4"}, "Sample_geo_accession"
		got, err := series(seriesText, c.opt)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if diff := cmp.Diff(&want, got); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
	got := must.Get(series(seriesText, Options{Label: NoLabel, ID: "Sample_title", Drop: []string{
		"GSM2", "1053_at"}}))(t)
	if diff := cmp.Diff([]string{"a", "c", "d"}, got.IDs); diff != "" || got.IDName !=
		"Sample_title" {
		t.Errorf("%s %s", got.IDName, diff)
	}
	if diff := cmp.Diff([]float64{8.5, -1e-3, 4}, got.Values); diff != "" {
		t.Error(diff)
	}
}

// Missing values are null, empty or a word of the tables, and follow the options.
func TestSeriesMissing(t *testing.T) {
	text := strings.Replace(seriesText, "\t8.5\t7.25", "\tnull\t", 1)
	opt := Options{Label: "Sample_source_name_ch1"}
	_, err := series(text, opt)
	wantError(t, err, `row 13, column 1 (1007_s_at): the value is missing ("null"), the first of `+
		`2 in row 1007_s_at; fill them in, or set Missing (drop-rows, drop-columns, median or a `+
		`number)`)
	for missing, want := range map[string][]float64{
		"drop-rows":    {-1e-3, 3, 4, 4},
		"drop-columns": {1, 2, 3, 4},
		"-7":           {-7, 1, -7, 2, -1e-3, 3, 4, 4},
	} {
		opt.Missing = missing
		got := must.Get(series(text, opt))(t)
		if diff := cmp.Diff(want, got.Values); diff != "" {
			t.Errorf("%s: %s", missing, diff)
		}
	}
	// A sample without the characteristic has no label.
	text = strings.Replace(seriesText, "tissue: tumor", "site: left", 1)
	opt = Options{Label: "characteristics: tissue"}
	_, err = series(text, opt)
	wantError(t, err, `row characteristics: tissue: a class label is missing; name the class, or `+
		`set Missing to drop-rows`)
	opt.Missing = "drop-rows"
	got := must.Get(series(text, opt))(t)
	if diff := cmp.Diff([]string{"GSM2", "GSM3", "GSM4"}, got.IDs); diff != "" {
		t.Error(diff)
	}
}

func TestSeriesRefused(t *testing.T) {
	tissue := Options{Label: "characteristics: tissue"}
	begin, _, _ := strings.Cut(seriesText, seriesBegin)
	cut := strings.TrimSuffix(seriesText, seriesEnd+"\n")
	replaced := func(old, new string) string { return strings.Replace(seriesText, old, new, 1) }
	for want, c := range map[string]struct {
		text string
		opt  Options
	}{
		"set Label to the line about the samples that has their classes, or to none; those that " +
			"differ are Sample_title (4 values), Sample_geo_accession (4 values), " +
			"Sample_source_name_ch1 (2 values), characteristics: tissue (2 values), " +
			"characteristics: age (4 values), characteristics: patient (2 values)": {seriesText,
			Options{}},
		"no line about the samples differs among them, and so none can be the label; set Label " +
			"to " +
			"none": {"!Sample_x\t1\t1\n" + seriesBegin + "\n", Options{}},
		`no label line "characteristics: tisue"; did you mean "characteristics: tissue"?`: {
			seriesText, Options{Label: "characteristics: tisue"}},
		`the label row "Sample_title" is the group row too; name another label (none for none), ` +
			`or leave Group out`: {seriesText, Options{Label: "Sample_title",
			Group: "Sample_title"}},
		"the series matrix has no table (no line !series_matrix_table_begin); fetch the file " +
			"again": {begin, tissue},
		"the table of the series matrix is cut short (no line !series_matrix_table_end); fetch " +
			"the file again": {cut, tissue},
		"the table of the series matrix has no values: those of this series are in its " +
			"supplementary files; load one of them as a table, with Transposed": {
			begin + seriesBegin + "\n\"ID_REF\"\t\"GSM1\"\t\"GSM2\"\t\"GSM3\"\t\"GSM4\"\n" +
				seriesEnd, tissue},
		"row 4: Sample_title has 5 samples, and the table has 4; fetch the file again": {
			replaced("\"d\"\n", "\"d\"\t\"e\"\n"), Options{Label: "Sample_title"}},
		`row 12: sample 1 (counted from 0) is "GSM9" in the table, and "GSM2" in the lines about ` +
			`samples; fetch the file again`: {replaced("\"ID_REF\"\t\"GSM1\"\t\"GSM2\"",
			"\"ID_REF\"\t\"GSM1\"\t\"GSM9\""), tissue},
		`row 2: "a,b" is no line of a series matrix, which begins with !; give a series matrix ` +
			`of ` +
			`GEO, or rename the file if it is another table`: {"!Series_title\t1\na,b\n", tissue},
		"row 14 has 4 cells, row 12 has 5; give every row the same number": {
			replaced("\t1\t2\t3\t4\n", "\t1\t2\t3\n"), tissue},
		`row 14, column 2 (1053_at): "high" is not a number; mend the cell, name this row as the ` +
			`label, set Group: "1053_at" (-group) if it says which sample or group it is, or set ` +
			`Drop or Code (ordinal or one-hot)`: {replaced("\t1\t2\t3", "\t1\thigh\t3"), tissue},
		`rows 2 and 3 (counted from 0) are both named "1007_s_at"; rename one, or set Drop to ` +
			`"3" ` +
			`to leave out that row, or RenameDuplicates to keep both`: {
			replaced("1053_at", "1007_s_at"), tissue},
	} {
		_, err := series(c.text, c.opt)
		wantError(t, err, want)
	}
	source, err := Open(strings.NewReader("a,b\n1,2\n"))
	must.Do(t, err)
	_, err = ReadSeries(source, tissue)
	wantError(t, err, `row 1: "a,b" is no line of a series matrix, which begins with !; give a `+
		`series matrix of GEO, or rename the file if it is another table`)
	source = must.Get(Open(strings.NewReader("\n")))(t)
	_, err = ReadSeries(source, tissue)
	wantError(t, err, "the file is empty; give a series matrix of GEO")
}

// Second lines of a name are called as R calls them, and cells of a line of characteristics may be
// plain.
func TestSeriesNames(t *testing.T) {
	text := "!Sample_note\tx\ty\n!Sample_note\tu\tv\n!Sample_characteristics_ch1\tmale\tfemale\n" +
		"!Sample_characteristics_ch2\tdye: red\tdye: green\n" + seriesBegin +
		"\nID_REF\tGSM1\tGSM2\ng\t1\t2\n" + seriesEnd
	for label, classes := range map[string][]string{
		"Sample_note.1":               {"u", "v"},
		"Sample_characteristics_ch1":  {"female", "male"},
		"characteristics_ch2: dye":    {"green", "red"},
		"!SAMPLE_CHARACTERISTICS_CH1": {"female", "male"},
	} {
		got := must.Get(series(text, Options{Label: label}))(t)
		if diff := cmp.Diff(classes, got.Classes); diff != "" {
			t.Errorf("%s: %s", label, diff)
		}
	}
}

// A table longer than every buffer, read in small pieces, has all its values; the line of its end
// counts only where a line begins.
func TestSeriesLong(t *testing.T) {
	var text strings.Builder
	const genes, samples = 40, 7000
	text.WriteString("!Sample_x\ta\tb\n" + seriesBegin + "\nID_REF")
	for i := range samples {
		fmt.Fprintf(&text, "\tGSM%d", i)
	}
	for g := range genes {
		fmt.Fprintf(&text, "\n\"%s %d\"", seriesEnd, g)
		for i := range samples {
			fmt.Fprintf(&text, "\t%d", g*samples+i)
		}
	}
	text.WriteString("\n" + seriesEnd + "\n")
	source := must.Get(Open(iotest.HalfReader(strings.NewReader(text.String()))))(t)
	got := must.Get(ReadSeries(source, Options{Label: NoLabel}))(t)
	if got.Rows != samples || len(got.Names) != genes {
		t.Fatalf("%d×%d", got.Rows, len(got.Names))
	}
	for k, v := range got.Values {
		if want := k%genes*samples + k/genes; v != float64(want) {
			t.Fatalf("value %d is %v, want %d", k, v, want)
		}
	}
}

// FuzzReadSeries reads anything with any label.
func FuzzReadSeries(f *testing.F) {
	for _, label := range []string{"", NoLabel, "characteristics: tissue", "Sample_title"} {
		f.Add(seriesText, label, "", "")
		f.Add(seriesText, label, "characteristics: patient", "Sample_title")
	}
	f.Add(seriesBegin+"\nID_REF\ta\ng\t1\n"+seriesEnd, NoLabel, "", "median")
	f.Fuzz(func(t *testing.T, text, label, group, missing string) {
		source, err := Open(strings.NewReader(text))
		if err != nil {
			return
		}
		got, err := ReadSeries(source, Options{Label: label, Group: group, Missing: missing})
		if err != nil {
			if len(err.Error()) > 4000 {
				t.Errorf("%d characters: %v", len(err.Error()), err)
			}
			return
		}
		if len(got.Values) != got.Rows*len(got.Names) || len(got.IDs) != got.Rows {
			t.Fatalf("%d values, %d×%d, %d IDs", len(got.Values), got.Rows, len(got.Names),
				len(got.IDs))
		}
		for _, v := range got.Values {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("the value %v", v)
			}
		}
	})
}
