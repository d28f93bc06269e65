package display

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
)

// Charts and matrices that cannot be drawn are an error, as values and as pointers.
func TestUndrawableIsRefused(t *testing.T) {
	for _, c := range []struct {
		results []Showable
		want    string
		none    Showable
	}{
		{[]Showable{Matrices{}, &Matrices{}},
			"matrices: there are no panels; give one at least, with Rows", (*Matrices)(nil)},
		{[]Showable{Chart{}, &Chart{}},
			"chart: there are no series; give one at least, with Y", (*Chart)(nil)},
	} {
		for _, v := range c.results {
			must.Fail(Render(v))(t, c.want, v)
			must.Fail(CSV(v))(t, c.want, v)
		}
		must.FailWith(Render(c.none))(t,
			fmt.Sprintf("cannot show a %T that is nil: ", c.none))
		if _, err := CSV(c.none); err == nil {
			t.Errorf("no %T has a table", c.none)
		}
	}
}

func TestChartFiles(t *testing.T) {
	c := Chart{Title: "t", LogY: true, Series: []Series{
		{Name: `a "b", c`, Y: nums{0.1, -2, math.NaN()}, Labels: []string{"<first>"}},
		{X: nums{math.Inf(-1), 1.0 / 3}, Y: nums{1e-300, math.Inf(1)}},
	}}
	const want = "series,x,y,label\n\"a \"\"b\"\", c\",1,0.1,<first>\n\"a \"\"b\"\", " +
		"c\",2,-2,\n\"a \"\"b\"\", c\",3,NaN,\n,-inf,1e-300,\n,0.3333333333333333,inf,\n"
	for _, v := range []Showable{c, &c} {
		write := must.Get(CSV(v))(t)
		var b bytes.Buffer
		if err := write(&b); err != nil || b.String() != want {
			t.Errorf("%v, %q, want %q", err, b.String(), want)
		}
	}
	outputs, err := Render(c)
	if err != nil || len(outputs) != 1 || outputs[0].Figure == nil ||
		outputs[0].Text != outputs[0].Figure.(*figure.Figure).Description()+"\n" {
		t.Fatalf("%d outputs, %v", len(outputs), err)
	}
	for _, ext := range []string{".png", ".svg", ".pdf", ".txt"} {
		if raw, err := File(ext, outputs); err != nil || len(raw) == 0 {
			t.Errorf("%s: %d bytes, %v", ext, len(raw), err)
		}
	}

	// It is plain data.
	var raw bytes.Buffer
	var back Chart
	must.Do(t, gob.NewEncoder(&raw).Encode(c))
	must.Do(t, gob.NewDecoder(&raw).Decode(&back))
	if diff := cmp.Diff(c, back, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("by gob (-want +got):\n%s", diff)
	}
	if _, err := json.Marshal(c); err != nil {
		t.Error(err)
	}
}

func TestMatricesAreData(t *testing.T) {
	m := Matrices{Title: "t", Values: "v", Min: -1, Max: 1, Note: "n", Groups: []string{"a", "b"},
		Panels: []MatrixPanel{{Name: "p", Rows: []nums{{1, 0.1}, {math.Inf(-1), 2}}}}}
	var fromJSON, fromGob Matrices
	raw, err := json.Marshal(Matrices{Panels: []MatrixPanel{{Rows: []nums{{1, math.NaN()}}}}})
	if err != nil || !strings.Contains(string(raw), "[1,null]") {
		t.Errorf("JSON: %s, %v", raw, err)
	}
	whole := m
	whole.Panels = []MatrixPanel{{Name: "p", Rows: []nums{{1, 0.1}, {3, 2}}}}
	if raw, err = json.Marshal(whole); err != nil {
		t.Fatal(err)
	}
	must.Do(t, json.Unmarshal(raw, &fromJSON))
	must.Equal(t, fromJSON, whole, "JSON")
	var b bytes.Buffer
	must.Do(t, gob.NewEncoder(&b).Encode(m))
	must.Do(t, gob.NewDecoder(&b).Decode(&fromGob))
	must.Equal(t, fromGob, m, "gob")
	write := must.Get(CSV(m))(t)
	b.Reset()
	must.Do(t, write(&b))
	must.Equal(t, b.String(), "panel,row,column,value\np,1,1,1\np,1,2,0.1\np,2,1,-inf\np,2,2,2\n",
		"CSV")
}
