package datasets_test

import (
	"slices"
	"strings"
	"testing"

	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

const visits = "patient,a,b,class\np2,1,,x\np1,5,2,y\np2,3,,x\np2,8,,x\np1,7,,y\np3,0,6,x\n"

// A group is the mean or the median of what it has measured; a cell that no sample measured is
// missing, and filled from the other groups.
func TestAggregate(t *testing.T) {
	for by, want := range map[string][][]float64{
		"mean":   {{6, 2}, {4, 4}, {0, 6}},
		"median": {{6, 2}, {3, 4}, {0, 6}},
	} {
		d := must.Get(datasets.Read(strings.NewReader(visits), "visits", "csv",
			datasets.Options{Group: "patient", Missing: "mean",
				Aggregate: datasets.Aggregation(by)}))(t)
		for i, row := range want {
			must.Items(t, d.X.RawRowView(i), row, "%s, row %d", by, i)
		}
		if !slices.Equal(d.IDs, []string{"p1", "p2", "p3"}) || d.IDName != "patient" ||
			!slices.Equal(d.Y, []int{1, 0, 0}) || d.Grouped() {
			t.Errorf("%s: IDs %q of %s, classes %v, groups %v", by, d.IDs, d.IDName, d.Y, d.Groups)
		}
		if d.Missing.Cells() != 1 || d.Missing.Gaps[0].Rows[0] != 1 {
			t.Errorf("%s: missing cells %+v", by, d.Missing)
		}
		must.Contain(t, d.History[len(d.History)-1], "6 samples became 3 by p", d.History)
	}
}

func TestAggregateTarget(t *testing.T) {
	d, err := datasets.FromRows("t", [][]float64{{1}, {2}, {4}}, []float64{1, 3, 9}, nil)
	must.Do(t, err)
	if d, err = d.WithGroups("site", []string{"s", "s", "r"}); err != nil {
		t.Fatal(err)
	}
	if d, err = d.Aggregate("mean"); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(d.Target, []float64{9, 2}) || d.X.At(1, 0) != 1.5 {
		t.Errorf("target %v, values %v", d.Target, d.X.RawMatrix().Data)
	}
}

// A column of codes takes the most frequent code: a mean of codes is no category.
func TestAggregateCodes(t *testing.T) {
	const text = "p,site,y\na,k,0\na,c,0\na,c,0\nb,m,1\nb,m,1\nb,k,1\n"
	d := must.Get(datasets.Read(strings.NewReader(text),
		"sites", "csv", datasets.Options{Group: "p", Code: "ordinal", Aggregate: "mean"}))(t)
	if got := d.X.RawMatrix().Data; !slices.Equal(got, []float64{0, 2}) || !d.Coded(0) {
		t.Errorf("codes %v, want 0 (c) and 2 (m)", got)
	}
}

func TestAggregateMistakes(t *testing.T) {
	for _, c := range []struct {
		text, want string
		o          datasets.Options
	}{
		{"g,a,y\nu,1,0\nu,2,1\nv,3,1\n", "g u has samples of the classes 0 and 1",
			datasets.Options{Group: "g", Aggregate: "mean"}},
		{"g,a,y\nu,1,0\nu,2,0\nv,3,1\n", "the mean of which groups?",
			datasets.Options{Drop: []string{"g"}, Aggregate: "mean"}},
		{"g,a,y\nu,1,0\nu,2,0\nv,3,1\n", `groups cannot be aggregated by "sum"; give mean or med`,
			datasets.Options{Group: "g", Aggregate: "sum"}},
	} {
		_, err := datasets.Read(strings.NewReader(c.text), "visits", "csv", c.o)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}
