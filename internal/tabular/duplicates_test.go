package tabular

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestRenameDuplicates(t *testing.T) {
	const head = "@attribute a real\n@attribute a real\n@attribute a_2 real\n@attribute a real\n" +
		"@attribute c {x,y}\n@data\n"
	for name, c := range map[string]struct {
		text string
		opt  Options
		read func(*Source, Options) (*Table, error)
		want string
	}{
		"table": {"a,a,a_2,a,c\n1,2,3,4,x\n", Options{}, ReadTable, "a a_3 a_2 a_4"},
		"drop": {"a,a,a_2,a,c\n1,2,3,4,x\n", Options{Drop: []string{"a_3", "3"}}, ReadTable,
			"a a_2"},
		"labels": {"c,a,c\n1,2,x\n", Options{Label: "c_2"}, ReadTable, "c a"},
		"no name": {",column_0,,c\n1,2,3,x\n", Options{}, ReadTable,
			"column_0_ column_0 column_2"},
		"one-hot": {"a=u,a,c\n1,u,x\n2,v,y\n3,w,x\n", Options{Code: oneHot}, ReadTable,
			"a=u a=u_2 a=v a=w"},
		"arff": {head + "1,2,3,4,x\n", Options{}, ReadARFF, "a a_3 a_2 a_4"},
		"turned": {"gene,s,t\na,1,2\na,3,4\nc,x,y\na,5,6\n", Options{Transposed: true}, ReadTable,
			"a a_2 a_3"},
		"turned, drop": {"gene,s,t\na,1,2\na,3,4\nc,x,y\na,5,6\n", Options{Transposed: true,
			Drop: []string{"a"}}, ReadTable, "a_2 a_3"},
	} {
		c.opt.RenameDuplicates = true
		d := must(reading(strings.NewReader(c.text), name, c.opt, c.read))(t)
		if got := strings.Join(d.Names, " "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	d := must(readCSV(strings.NewReader("a,a,c\n1,2,x\n"), "t", Options{RenameDuplicates: true}))(t)
	if !slices.Equal(d.History, []string{"renamed column a_2 (a name repeats)"}) {
		t.Errorf("history %q", d.History)
	}
	d = must(readCSV(strings.NewReader("gene,s,t\na,1,2\na,3,4\nc,x,y\n"), "t",
		Options{RenameDuplicates: true, Transposed: true, Drop: []string{"a"}}))(t)
	if !slices.Equal(d.Values, []float64{3, 4}) {
		t.Errorf("the row that stays has %v", d.Values)
	}
}

// Names become distinct, those that are first keep theirs, and no name changes that is alone.
func TestRenamedNamesAreDistinct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		some := rapid.SampledFrom([]string{"a", "b", "a_2", "a_2_2", "a_3", "b_2", "c"})
		names := rapid.SliceOf(some).Draw(t, "names")
		got := renameDuplicates(names, func(string) {})
		if i, j, found := FirstDuplicate(got); found || len(got) != len(names) {
			t.Fatalf("%q: columns %d and %d of %q", names, i, j, got)
		}
		for j, name := range names {
			if slices.Index(names, name) == j && got[j] != name ||
				slices.Index(names, name) < j && !strings.HasPrefix(got[j], name+"_") {
				t.Fatalf("%q became %q", names, got)
			}
		}
	})
}
