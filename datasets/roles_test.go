package datasets

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

const rolesCSV = "visit,patient,age,weight,diagnosis\n" +
	"v1,007,52,71.5,ill\nv2,007,53,70,ill\nv1,12,47,80,well\nv3,9,41,?,well\nv4,9,42,66,ill\n"

// rolesOf is what a table says beside the features.
type rolesOf struct {
	Features, Groups, IDs        []string
	Group                        []int
	By, ID, Label, Last, Classes string
}

func rolesIn(d *Dataset) rolesOf {
	return rolesOf{d.Features, d.Groups, d.IDs, d.Group, d.GroupedBy, d.IDName, d.LabelName,
		d.History[len(d.History)-1], strings.Join(d.Classes, " ")}
}

// The columns of groups and IDs are no features, and stay with their samples when rows are dropped;
// groups that are numbers are compared by value, IDs are text.
func TestRolesOfTables(t *testing.T) {
	const arff = "@relation r\n@attribute visit {v1,v2,v3,v4}\n@attribute patient string\n" +
		"@attribute age real\n@attribute weight real\n@attribute diagnosis {ill,well}\n@data\n"
	turned := "visit,v1,v2,v1,v3,v4\npatient,007,007,12,9,9\nage,52,53,47,41,42\n" +
		"weight,71.5,70,80,?,66\ndiagnosis,ill,ill,well,well,ill\n"
	want := rolesOf{
		Features: []string{"age", "weight"}, Groups: []string{"7", "9", "12"},
		IDs: []string{"v1", "v2", "v1", "v4"}, Group: []int{0, 0, 2, 1}, By: "patient",
		ID: "visit", Label: "diagnosis", Last: "3 groups by patient", Classes: "ill well",
	}
	values := [][]float64{{52, 71.5}, {53, 70}, {47, 80}, {42, 66}}
	opt := Options{Group: "patient", ID: "visit", Missing: "drop-rows"}
	byIndex := Options{Group: "1", ID: "0", Missing: "drop-rows"}
	for name, c := range map[string]struct {
		text string
		opt  Options
		more func(*Options)
	}{
		"r.csv":  {rolesCSV, opt, nil},
		"i.csv":  {rolesCSV, byIndex, nil},
		"q.csv":  {strings.ReplaceAll(rolesCSV, "v1", `"v1"`), opt, nil},
		"r.arff": {arff + rolesCSV[strings.Index(rolesCSV, "\n")+1:], opt, nil},
		"i.arff": {arff + rolesCSV[strings.Index(rolesCSV, "\n")+1:], byIndex, nil},
		"s.arff": {arff + "{1 007,2 52,3 71.5}\n{0 v2,1 007,2 53,3 70}\n{1 12,2 47,3 80,4 well}\n" +
			"{0 v3,1 9,2 41,3 ?,4 well}\n{0 v4,1 9,2 42,3 66}\n", opt, nil},
		"t.csv": {turned, opt, func(o *Options) { o.Transposed, o.Label = true, "diagnosis" }},
		"u.csv": {turned, byIndex, func(o *Options) { o.Transposed, o.Label = true, "4" }},
	} {
		if c.more != nil {
			c.more(&c.opt)
		}
		d, err := Load(writeFile(t, name, []byte(c.text)), c.opt)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if diff := cmp.Diff(want, rolesIn(d)); diff != "" {
			t.Errorf("%s (-want +got): %s", name, diff)
		}
		if diff := cmp.Diff(values, matrixOf(d)); diff != "" {
			t.Errorf("%s: values (-want +got): %s", name, diff)
		}
	}
}

// In a transposed table the names of the samples, its first row, may be the IDs.
func TestNamesOfSamplesAreIDs(t *testing.T) {
	const text = "gene,s1,s2,s3,s4\nsite,u,u,w,w\ng1,1,2,3,4\nclass,AD,NL,AD,NL\n"
	for _, id := range []string{"gene", "0"} {
		d := must.Get(ReadCSV(strings.NewReader(text), "t", Options{Transposed: true, ID: id,
			Group: "site", Label: "class", Drop: []string{"s2"}}))(t)
		if !slices.Equal(d.IDs, []string{"s1", "s3", "s4"}) || d.IDName != "gene" ||
			!slices.Equal(d.Features, []string{"g1"}) || !slices.Equal(d.Group, []int{0, 1, 1}) {
			t.Errorf("ID %s: %q by %q, features %q, groups %v", id, d.IDs, d.IDName, d.Features,
				d.Group)
		}
	}
}

// One column may be both; without a header it goes by its index.
func TestOneColumnForGroupAndID(t *testing.T) {
	d := must.Get(ReadCSV(strings.NewReader(rolesCSV), "t", Options{Group: "patient", ID: "patient",
		Drop: []string{"visit", "weight"}}))(t)
	if !slices.Equal(d.IDs, []string{"007", "007", "12", "9", "9"}) ||
		!slices.Equal(d.Groups, []string{"7", "9", "12"}) {
		t.Errorf("IDs %q, groups %q", d.IDs, d.Groups)
	}
	var b strings.Builder
	must.Do(t, d.WriteCSV(&b))
	const want = "patient,age,diagnosis\n007,52,ill\n007,53,ill\n12,47,well\n9,41,well\n9,42,ill\n"
	if b.String() != want {
		t.Errorf("wrote %q, want %q", b.String(), want)
	}
	bare := must.Get(ReadCSV(strings.NewReader("a,1,2,x\na,3,4,y\nb,5,6,x\n"), "t",
		Options{Group: "0", ID: "0", Header: HeaderNo}))(t)
	if bare.GroupedBy != "" || bare.IDName != "" || bare.LabelName != "" ||
		!slices.Equal(bare.IDs, []string{"a", "a", "b"}) || bare.D() != 2 {
		t.Errorf("without a header: %+v", bare)
	}
}

// A file has the IDs first, the groups before the labels, and the name of each column.
func TestSavedRoles(t *testing.T) {
	opt := Options{Group: "patient", ID: "visit", Missing: "0"}
	d := must.Get(ReadCSV(strings.NewReader(rolesCSV), "t", opt))(t)
	d = must.Get(d.Rows([]int{4, 0, 2, 1}))(t)
	d = must.Get(d.Take([]int{1}))(t)
	path := filepath.Join(t.TempDir(), "saved.csv")
	must.Do(t, d.SaveCSV(path))
	plain := must.Get(Load(path, Options{Drop: []string{"visit"}}))(t)
	if !slices.Equal(plain.Features, []string{"weight", "patient"}) {
		t.Errorf("columns %q", plain.Features)
	}
	back := must.Get(Load(path, Options{Group: "patient", ID: "visit", Label: "diagnosis"}))(t)
	if !slices.Equal(back.IDs, []string{"v4", "v1", "v1", "v2"}) || back.LabelName != "diagnosis" ||
		!slices.Equal(back.Groups, []string{"7", "9", "12"}) ||
		!slices.Equal(back.Group, []int{1, 0, 2, 0}) {
		t.Errorf("read back %+v", back)
	}
}

// IDs go with samples and are no part of the content.
func TestIDsAreNotContent(t *testing.T) {
	d := must.Get(ReadCSV(strings.NewReader(rolesCSV), "t", Options{ID: "visit", Missing: "0"}))(t)
	without := *d
	without.IDs, without.IDName, without.LabelName = nil, "", ""
	if d.Hash() != without.Hash() {
		t.Error("the hash depends on the IDs")
	}
	drawn := must.Get(d.Subsample(3, 1))(t)
	for i, id := range drawn.IDs {
		if age := drawn.X.At(i, 1); d.X.At(slices.Index(matrixColumn(d, 1), age), 1) != age ||
			d.IDs[slices.Index(matrixColumn(d, 1), age)] != id {
			t.Errorf("sample %d of age %v has ID %s", i, age, id)
		}
	}
	if err := errors.Join(drawn.Check(), d.Check()); err != nil || len(drawn.IDs) != 3 {
		t.Error(err, drawn.IDs)
	}
}

func matrixColumn(d *Dataset, j int) []float64 {
	out := make([]float64, d.N())
	for i := range out {
		out[i] = d.X.At(i, j)
	}
	return out
}

func TestRoleMistakes(t *testing.T) {
	const turned = "gene,s1,s2,s3\nclass,a,b,a\ng1,1,2,3\nsite,u,u,?\n"
	for want, c := range map[string]struct {
		text string
		opt  Options
	}{
		`t: no group column "patiant"; did you mean "patient"?`: {rolesCSV,
			Options{Group: "patiant"}},
		`t: no ID column 9: the file has 5 columns, numbered from 0 to 4`: {rolesCSV,
			Options{ID: "9"}},
		`t: the group column "patient" is to be dropped too; take it from Drop`: {rolesCSV,
			Options{Group: "patient", Drop: []string{"1"}}},
		`t: the label column "patient" is the group column too; name another label (none for ` +
			`none), or leave Group out`: {rolesCSV, Options{Group: "patient", Label: "patient"}},
		`t: the label column "0" is the ID column too; name another label (none for none), or ` +
			`leave ID out`: {rolesCSV, Options{ID: "visit", Label: "0"}},
		`t: row 3, column 0 (p): the group is missing; name the group or drop the row`: {
			"p,a,c\n1,2,x\n,3,y\n", Options{Group: "p"}},
		`t: row 3, column 0 (p): the group is missing ("NA"); name the group, drop the row, or ` +
			`put the word in quotes when it is a group`: {"p,a,c\n1,2,x\nNA,3,y\n",
			Options{Group: "p"}},
		`t: row 3, column 0 (p): the group is missing ("-9"); name the group, drop the row, or ` +
			`put the word in quotes when it is a group`: {"p,a,c\n1,2,x\n-9,3,y\n",
			Options{Group: "p", MissingCodes: "-9"}},
		`t: row 2, column 0 (p): the ID "\xff" is not UTF-8 text; save the file as UTF-8, or set ` +
			`Encoding (latin1 or utf16)`: {"p,a,c\n\xff,2,x\n", Options{ID: "p"}},
		"t: the group column p: all samples are of p 1; groups need at least two": {
			"p,a,c\n1,2,x\n1.0,3,y\n", Options{Group: "p"}},
		"t: the group column 0: each sample is of its own group, which has no effect; leave the " +
			"groups out": {"1,2,x\n2,3,y\n", Options{Group: "0"}},
		"t: none of the 2 columns is a feature; leave one beside the label, the group, the ID " +
			"and what is dropped": {"p,c\n1,x\n2,y\n", Options{Group: "p"}},
		`t: row site, sample 2 (counted from 0): the group is missing ("?"); name the group, ` +
			`drop the row, or put the word in quotes when it is a group`: {turned,
			Options{Transposed: true, Group: "site", Label: "class"}},
		`t: no ID row "sight"; known: class, g1, gene, site`: {turned,
			Options{Transposed: true, ID: "sight", Label: "class"}},
		`t: the label row "class" is the ID row too; name another label (none for none), or ` +
			`leave ID out`: {turned, Options{Transposed: true, ID: "class", Label: "class"}},
	} {
		_, err := ReadCSV(strings.NewReader(c.text), "t", c.opt)
		wantError(t, err, want)
	}
	_, err := ReadLIBSVM(strings.NewReader("1 1:2\n"), "t", Options{ID: "no"})
	wantError(t, err, `t: no ID column "no": LIBSVM text has features and labels only; leave it `+
		`out, or write the data as a .csv`)
	_, err = ReadMAT(strings.NewReader(""), "t", Options{Group: "no"})
	wantError(t, err, `t: no group column "no": a MATLAB file has features and labels only; leave `+
		`it out, or write the data as a .csv`)
	_, err = Load("lap-d1", Options{ID: "no"})
	wantError(t, err, `no ID column "no": generated data has features and labels only; leave it `+
		`out, or write the data as a .csv`)
}

// A sample without a group is dropped where rows with missing values are.
func TestNoGroupDropsTheRow(t *testing.T) {
	d := must.Get(ReadCSV(strings.NewReader("p,a,c\n1,2,x\nNA,3,y\n1,4,?\n2,5,x\n1,6,y\n"), "t",
		Options{Group: "p", Missing: "drop-rows"}))(t)
	if !slices.Equal(d.Group, []int{0, 1, 0}) || d.X.At(1, 0) != 5 || d.History[0] !=
		"left out 2 of 5 rows, which have missing values (1 of them no label, 1 no group)" {
		t.Errorf("groups %v, %v, %q", d.Group, matrixOf(d), d.History)
	}
}
