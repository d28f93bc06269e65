package vega

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"image/color"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/internal/must"
)

// hostile are names that end a cell, a string or a tag, or look like something else.
var hostile = []string{`a "quoted" name`, "a,b", "line\nbreak", "<img src=x onerror=alert(1)>",
	`back\slash`, "3'-UTR", "datum.x", "2020-01-01", "1e5", "true", "null", "λ\u2028μ", "=1+1"}

// points is a panel of n points.
func points(n int, names ...string) *Figure {
	t := &Table{}
	x, words := make([]float64, n), make([]string, n)
	for i := range x {
		x[i] = float64(i)
		if len(names) > 0 {
			words[i] = names[i%len(names)]
		}
	}
	t.Numbers("x", x...)
	t.Words("n", words...)
	axis := Axis{To: float64(n), At: []float64{0, 1}, Labels: []string{"0", "one"}, Title: "x"}
	return &Figure{Alt: "points", Columns: 1, Panels: []Panel{{Width: 100, Height: 50,
		X: axis.Of("x"), Layers: []Layer{{Table: t, Mark: Object{"type": "point"},
			Encoding: Object{"tooltip": Tips(Tip{Field: "n", Title: "name"})}}}}}}
}

// What is in no JSON, or not registered with gob, ends the output of a cell.
func wellFormed(t *testing.T, path string, v any) {
	t.Helper()
	switch v := v.(type) {
	case nil, string, bool, int:
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			t.Errorf("%s is %v", path, v)
		}
	case []any:
		for i, e := range v {
			wellFormed(t, fmt.Sprint(path, "[", i, "]"), e)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			wellFormed(t, path+"."+key, v[key])
		}
	default:
		t.Errorf("%s is a %T", path, v)
	}
}

func TestSpecIsWellFormed(t *testing.T) {
	f := points(3)
	f.Panels[0].Width = math.Inf(1)
	f.Panels[0].X = (&Axis{From: math.NaN(), To: 1}).Of("x")
	f.Foot = &Panel{Width: 10, Layers: f.Panels[0].Layers}
	spec := f.Spec()
	wellFormed(t, "spec", spec)
	a := must.Get(json.Marshal(spec))(t)
	b, _ := json.Marshal(f.Spec())
	if string(a) != string(b) {
		t.Error("two specifications of one figure differ")
	}
	if n := strings.Count(string(a), `"name":"t0"`); n != 2 {
		t.Errorf("two layers of one table name it %d times", n)
	}
	if len(spec["datasets"].(Object)) != 1 {
		t.Errorf("tables %v, want the one of both layers once", spec["datasets"])
	}
}

func TestMarksAreCounted(t *testing.T) {
	if points(MaxMarks).Spec() == nil {
		t.Errorf("no specification of %d marks", MaxMarks)
	}
	if points(MaxMarks+1).Spec() != nil {
		t.Errorf("a specification of %d marks", MaxMarks+1)
	}
	foot := points(MaxMarks)
	foot.Foot = &points(1).Panels[0]
	if foot.Spec() != nil {
		t.Error("the marks of the foot are not counted")
	}
	if points(1000, strings.Repeat("n", 300)).Spec() != nil {
		t.Error("a specification of more than MaxBytes of names")
	}
}

func TestTableSurvivesHostileNames(t *testing.T) {
	table := &Table{}
	values := make([]float64, len(hostile))
	for i := range values {
		values[i] = []float64{math.NaN(), math.Inf(1), math.Inf(-1), .1, -2.5e-7, 123456789}[i%6]
	}
	table.Words("n", hostile...)
	table.Numbers("v", values...)
	got := must.Get(csv.NewReader(strings.NewReader(table.csv())).ReadAll())(t)
	want := [][]string{{"n", "v"}}
	for i, name := range hostile {
		want = append(want, []string{name, []string{"", "", "", "0.1", "-2.5e-07",
			"123456789"}[i%6]})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	use := (&tables{}).use(table)
	kinds := use["format"].(Object)["parse"].(Object)
	if kinds["n"] != "string" || kinds["v"] != "number" {
		t.Errorf("columns are read as %v", kinds)
	}
}

func TestTableRefusesOtherRows(t *testing.T) {
	defer func() {
		if got, want := fmt.Sprint(recover()),
			"vega: column b has 1 rows, the table has 2"; got != want {
			t.Errorf("panic %q, want %q", got, want)
		}
	}()
	table := &Table{}
	table.Numbers("a", 1, 2)
	table.Words("b", "x")
}

// A literal is also one of JSON, where it means the name.
func TestLiteral(t *testing.T) {
	for _, name := range hostile {
		var got string
		if err := json.Unmarshal([]byte(Literal(name)), &got); err != nil || got != name {
			t.Errorf("Literal(%q) = %s, which is %q, %v", name, Literal(name), got, err)
		}
		if strings.ContainsAny(Literal(name), "\n\u2028") {
			t.Errorf("Literal(%q) has a line break", name)
		}
	}
}

// The tooltips of vega-embed fetch the value of a line whose title is image.
func TestTipsFetchNothing(t *testing.T) {
	for title, want := range map[string]string{"image": "image:", "title": "title:", "": "value",
		"PC 1": "PC 1"} {
		got := Tips(Tip{Field: "x", Title: title})[0].(Object)
		if got["title"] != want || got["type"] != "nominal" {
			t.Errorf("title %q: %v, want the title %q", title, got, want)
		}
	}
	got := Tips(Tip{Field: "x", Title: "n", Format: "d"})[0]
	want := Object{"field": "x", "type": "quantitative", "title": "n", "format": "d"}
	if diff := cmp.Diff(any(want), got); diff != "" {
		t.Error(diff)
	}
}

func TestAxis(t *testing.T) {
	axis := Axis{From: 1, To: 100, Log: true, At: []float64{1, 10, 100}, Title: "n",
		Labels: []string{"1", `"`, "100"}, Offset: 5}
	want := Object{"field": "x", "type": "quantitative", "stack": nil, "title": "n",
		"scale": Object{"domain": []any{1., 100.}, "nice": false, "type": "log"},
		"axis": Object{"values": []any{1., 10., 100.}, "tickCount": 3, "grid": true,
			"domain": true, "offset": 5.,
			"labelExpr": `["1","\"","100"][round(datum.index * 2)]`}}
	if diff := cmp.Diff(want, axis.Of("x")); diff != "" {
		t.Error(diff)
	}
	axis.NoTicks, axis.TickSize, axis.NoLine = true, 14, true
	shown := axis.Of("x")["axis"].(Object)
	if shown["ticks"] != false || shown["labelPadding"] != 14. || shown["domain"] != false ||
		shown["grid"] != false {
		t.Errorf("an axis without ticks, line and grid: %v", shown)
	}
}

func TestColor(t *testing.T) {
	c := color.NRGBA{0x00, 0x72, 0xB2, 140}
	if Color(c) != "#0072B2" || Opacity(c) != .55 {
		t.Errorf("%v is %s with opacity %v, want #0072B2 and 0.55", c, Color(c), Opacity(c))
	}
}
