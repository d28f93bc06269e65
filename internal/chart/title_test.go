package chart

import (
	"encoding/json"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// A title that is wider than a chart takes two lines, in the picture and in Vega-Lite, and the
// description has no name that it cuts; the plot is as large as below a short title.
func TestLongTitlesTakeLines(t *testing.T) {
	lines := []string{"a-2015, Table 8: how often two features of a group come", "closer in rank"}
	c := Chart{Title: strings.Join(lines, " "), Diagonal: true,
		Series: []Series{{Points: true, X: nums{1, 2, 3}, Y: nums{2, 1, 3}}}}
	f := draws(t, c)
	texts(t, f, lines...)
	if d := f.Description(); strings.Contains(d, "Names in full") || !strings.Contains(d, c.Title) {
		t.Errorf("the description is %q", d)
	}
	raw := must.Get(json.Marshal(f.VegaLite()))(t)
	want := must.Get(json.Marshal(lines))(t)
	if !strings.Contains(string(raw), `"text":`+string(want)) {
		t.Errorf("no title %s in %s", want, raw)
	}
	c.Title = "short"
	short := draws(t, c)
	if more := (f.Height - short.Height).Points(); more < 15.9 || more > 16.1 {
		t.Errorf("a second line takes %g points, want 16", more)
	}
	size := hovering(t, short).Vconcat[0].Concat
	var long specOf
	must.Do(t, json.Unmarshal([]byte(strings.ReplaceAll(string(raw), `"text":`+string(want),
		`"text":""`)), &long))
	if got := long.Vconcat[0].Concat; len(got) != 1 || len(size) != 1 ||
		got[0].Width != size[0].Width || got[0].Height != size[0].Height {
		t.Errorf("plots %+v, want the size of %+v", got, size)
	}
}
