package fsnb

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/janpfeifer/gonb/gonbui/protocol"

	"fsnb.example/display"
	"fsnb.example/internal/must"
	"fsnb.example/internal/vega"
)

// lineChart is a figure with a title that HTML has to escape, and a caption.
var lineChart = Chart{
	Title: `Rounds <of> "gradient" & descent`, X: "round", Y: "error", Note: "By hand.",
	Series: []Series{{Y: []float64{3, 2, 1}}},
}

const lineChartAlt = `Rounds <of> "gradient" & descent: error against round: ` +
	"3 points from (1, 3) to (3, 1). By hand."

// A figure goes out as PNG, Vega-Lite and text, with the text as the alternative of the PNG; a
// table has no metadata. The bundle passes gob.
func TestMessageDescribesFigures(t *testing.T) {
	outputs := must.Get(display.Render(lineChart))(t)
	m := message(outputs[0])
	want := map[string]any{"image/png": map[string]any{"alt": lineChartAlt, "width": 696},
		vega.MIMEType: map[string]any{"embed_options": vega.EmbedOptions()}}
	must.Equal(t, m.Metadata, want, "metadata")
	if len(m.Data) != 3 || m.Data[protocol.MIMETextPlain] != lineChartAlt+"\n" ||
		m.Data[protocol.MIMEImagePNG] == nil || m.Data[vega.MIMEType] == nil {
		t.Errorf("the bundle has %d kinds, and the text %q", len(m.Data),
			m.Data[protocol.MIMETextPlain])
	}
	var sent bytes.Buffer
	var arrived protocol.DisplayData
	if err := gob.NewEncoder(&sent).Encode(m); err != nil {
		t.Errorf("gonbui cannot send it: %v", err)
	} else if err := gob.NewDecoder(&sent).Decode(&arrived); err != nil {
		t.Errorf("the kernel cannot read it: %v", err)
	}
	must.Equal(t, arrived.Data, m.Data, "what arrives (-sent +arrived)")
	spec, _ := m.Data[vega.MIMEType].(map[string]any)
	must.Is(t, spec["description"], lineChartAlt, "the specification is described as")
	outputs = must.Get(display.Render(&display.Table{
		Columns: []display.Column{{Name: "x"}}, Rows: [][]string{{"1"}},
	}))(t)
	if m := message(outputs[0]); m.Metadata != nil || len(m.Data) != 3 {
		t.Errorf("a table is sent as %v with %v", m.Data, m.Metadata)
	}
}

const described = `%%
iris := fsnb.Load("iris")
fsnb.Show(fsnb.Chart{
	Title: "Rounds <of> \"gradient\" & descent", X: "round", Y: "error", Note: "By hand.",
	Series: []fsnb.Series{{Y: []float64{3, 2, 1}}},
}, fsnb.Scatter(iris, fsnb.Select(iris, fsnb.Fisher{}, 2)), iris)
`

// The description of a figure is in the notebook, and in the page that nbconvert makes of it.
// What the cell shows after the figure arrives as well.
func checkDescribed(t *testing.T, outputs []output, book string) {
	alts := []string{
		lineChartAlt,
		"PCA scatter plot of iris, 150 samples in 3 classes; fisher, 2 features: " +
			"PC 1 98%, PC 2 2% of variance. Standardized features.",
	}
	if len(outputs) != 3 || outputs[2].Data["text/html"] == "" {
		t.Fatalf("the cell shows %v", outputs)
	}
	widths := []float64{696, 676}
	for i, want := range alts {
		o := outputs[i]
		metadata := map[string]any{"image/png": map[string]any{"alt": want, "width": widths[i]},
			vega.MIMEType: map[string]any{"embed_options": vega.EmbedOptions()}}
		must.Equal(t, o.Metadata, metadata, "metadata of figure %d", i+1)
		var spec struct{ Description string }
		err := json.Unmarshal([]byte(o.Data[vega.MIMEType]), &spec)
		if err != nil || spec.Description != want {
			t.Errorf("the specification of figure %d is described as %q, %v", i+1,
				spec.Description, err)
		}
		must.Is(t, string(o.Data["text/plain"]), want+"\n", "figure %d says", i+1)
	}
	// The template lab takes the text from version 7 on.
	for _, template := range []string{"classic", "lab"} {
		page := convert(t, book, template)
		if strings.Contains(page, "No description has been provided") {
			t.Errorf("template %s: a figure has no description", template)
		}
		for _, want := range alts {
			attribute := `alt="` + html.EscapeString(want) + `"`
			same := strings.ReplaceAll(page, "&quot;", "&#34;")
			if template == "classic" && !strings.Contains(same, attribute) {
				t.Errorf("template %s: no image has %s", template, attribute)
			}
		}
	}
}

// convert makes a page of a notebook.
func convert(t *testing.T, book, template string) string {
	t.Helper()
	nbconvert := filepath.Join(os.Getenv("FSNB_JUPYTER"), "jupyter-nbconvert")
	cmd := exec.Command(nbconvert, "--to", "html", "--template", template, "--output",
		template, book)
	cmd.Dir = filepath.Dir(book)
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("nbconvert --template %s: %v\n%s", template, err, said)
	}
	page := must.Get(os.ReadFile(filepath.Join(cmd.Dir, template+".html")))(t)
	return string(page)
}

// A figure of more marks than a specification has goes out as the picture alone.
func TestMessageOfManyMarks(t *testing.T) {
	for n, want := range map[int]bool{1000: true, vega.MaxMarks + 1: false} {
		outputs := must.Get(display.Render(Chart{Series: []Series{{Y: make([]float64, n),
			Points: true}}}))(t)
		m := message(outputs[0])
		if _, got := m.Data[vega.MIMEType]; got != want || m.Data[protocol.MIMEImagePNG] == nil {
			t.Errorf("%d points: specification %v, want %v, and a picture", n, got, want)
		}
	}
}
