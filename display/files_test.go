package display

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"image"
	"image/png"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/evaluation"
	"fsnb.example/internal/displaytest"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
	"fsnb.example/internal/wording"
)

func TestPNG(t *testing.T) {
	for name, f := range map[string]*figure.Figure{
		"nine panels": scatterFigure(makeScatter(9, 3, 300, numbered("method "),
			numbered("class "), 1)),
		"heat map": redundancyFigure(makeReport(makeRow("fisher", 300, numbered("f")),
			makeRow("variance", 300, numbered("f")))),
	} {
		raw := must.Get(f.PNG())(t)
		img := must.Get(png.Decode(bytes.NewReader(raw)))(t)
		if len(raw) > 300<<10 || img.Bounds().Dx() > 2*950 {
			t.Errorf("%s: %d kB, %d pixels wide", name, len(raw)>>10, img.Bounds().Dx())
		}
		for _, at := range []image.Point{{}, {img.Bounds().Dx() - 1, 0},
			{0, img.Bounds().Dy() - 1}} {
			if r, g, b, a := img.At(at.X, at.Y).RGBA(); r&g&b&a != 0xffff {
				t.Errorf("%s: the corner %v is not white", name, at)
			}
		}
	}
}

// A bitmap inside a drawing keeps its cells sharp.
func TestSVGImage(t *testing.T) {
	raw := must.Get(redundancyFigure(makeReport(makeRow("m", 60, numbered("f")))).SVG())(t)
	if !bytes.Contains(raw, []byte(`<image style="image-rendering:pixelated" `)) ||
		!bytes.Contains(raw, []byte(`"data:image/png;base64,iVBOR`)) {
		t.Error("the image is smoothed, or not said to be what it is")
	}
}

// The drawing has the same text as the bitmap, on white, with a title for those
// who do not see it.
func TestSVG(t *testing.T) {
	f := scatterFigure(makeScatter(2, 3, 30, func(i int) string {
		return "a<b & \"c\""
	}, numbered("3'-UTR "), 1))
	raw := must.Get(f.SVG())(t)
	var words []string
	var title, desc, first string
	d := xml.NewDecoder(bytes.NewReader(raw))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("it is not XML: %v", err)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		var text string
		switch e.Name.Local {
		case "text":
			must.Do(t, d.DecodeElement(&text, &e))
			words = append(words, text)
		case "title":
			must.Do(t, d.DecodeElement(&title, &e))
		case "desc":
			must.Do(t, d.DecodeElement(&desc, &e))
		case "path":
			for _, a := range e.Attr {
				if first == "" && a.Name.Local == "style" {
					first = a.Value
				}
			}
		}
	}
	must.Equal(t, words, record(f).Words(), "text (-bitmap +drawing)")
	must.Is(t, title, f.Alt, "its title")
	must.Is(t, desc, f.Caption.Text, "its description")
	must.Is(t, first, "fill:#FFFFFF", "it begins with, not with a white ground")
	must.Is(t, bytes.Count(raw, []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;")),
		len(words), "texts have a font to fall back on")
}

// saved is the CSV of a result, by heading.
func saved(t *testing.T, result any) map[string][]string {
	t.Helper()
	write, err := CSV(result)
	return displaytest.Saved(t, write, err)
}

// Every table with a deviation or an interval is saved with a number a column.
func TestSavedTablesHaveANumberAColumn(t *testing.T) {
	numbers := func(what string, columns map[string][]string, heads ...string) {
		t.Helper()
		displaytest.CheckNumbers(t, what, columns, heads...)
	}
	curves := makeCurves(2, []int{1, 2}, 10, 10, numbered("m"))
	accuracy := saved(t, curves)
	numbers("accuracy", accuracy, "features", "m1", "m1 sd", "m2", "m2 sd")
	want := curves.Curves[1].Points[0]
	if accuracy["m2"][0] != wording.Fixed(want.Mean, 3) ||
		accuracy["m2 sd"][0] != wording.Fixed(want.SD, 3) {
		t.Errorf("%v ± %v is saved as %s and %s", want.Mean, want.SD, accuracy["m2"][0],
			accuracy["m2 sd"][0])
	}
	stability := makeStability(2, []int{5}, 13, numbered("m"), numbered("f"))
	numbers("stability", saved(t, stability), "stability", "95% interval low", "95% interval high")
	numbers("frequencies", saved(t, FrequencyTable(stability)), "m1", "m1 low", "m1 high", "m2",
		"m2 low", "m2 high")
	one := makeStability(1, []int{5}, 1, numbered("m"), numbered("f"))
	if columns := saved(t, one); len(columns["95% interval"]) != 1 {
		t.Errorf("one subsample is saved as %v", columns)
	}
}

func TestCSV(t *testing.T) {
	inf := math.Inf(1)
	r := ranked("a", inf, -0.1234567890123, -inf)
	r.Names[1] = "a \"b\", c\nd"
	r.Raw = algorithms.Numbers{0, 1.1234567890123}
	for _, test := range []struct {
		v    any
		want string
	}{
		{r, "rank,feature,name,score,raw\n1,0,f0,inf,0\n2,1,\"a \"\"b\"\", " +
			"c\nd\",-0.1234567890123,1.1234567890123\n3,2,f2,-inf,\n"},
		{&algorithms.Ranking{Features: []int{5}}, "rank,feature,name,score\n1,5,,\n"},
		{&algorithms.Scores{Names: []string{"a−b", "c"}, Values: algorithms.Numbers{-0.5, inf}},
			"column,feature,score\n0,a−b,-0.500\n1,c,inf\n"},
		{&Table{Columns: []Column{{Name: "a"}, {Name: "b"}}, Rows: [][]string{{"x"}}}, "a,b\nx,\n"},
	} {
		write := must.Get(CSV(test.v))(t)
		var b strings.Builder
		must.Do(t, write(&b))
		must.Equal(t, b.String(), test.want, "%T", test.v)
		if err := write(displaytest.Broken{}); !errors.Is(err, displaytest.ErrDisk) {
			t.Errorf("%T on a full disk: %v", test.v, err)
		}
	}
	must.FailWith(CSV(&evaluation.ImageGrid{}))(t,
		"ImageGrid has no table to save as .csv")
}

// embedded is a ranking with something of a user's own.
type embedded struct {
	*algorithms.Ranking
	Why string
}

// A result that is a part of another is saved as the table that is shown of it, not in the form
// that it has alone.
func TestCSVOfAPart(t *testing.T) {
	r := ranked("a", 3, 1)
	want := rankingTable(r).Records()
	for _, v := range []Showable{mine{r}, embedded{Ranking: r}, &embedded{Ranking: r},
		mine{scatterFigure(makeScatter(1, 2, 9, numbered("m"), numbered("c"), 1)), r},
		mine{Chart{Series: []Series{{Y: nums{1, 2}}}}, r}} {
		write, err := CSV(v)
		if err != nil {
			t.Errorf("%T: %v", v, err)
			continue
		}
		var b strings.Builder
		must.Do(t, write(&b))
		got, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%T: %q, %v; want %q", v, got, err, want)
		}
	}
	for _, nothing := range []any{(*algorithms.Ranking)(nil),
		mine{Chart{Series: []Series{{Y: nums{1, 2}}}}}, nil, 3} {
		if _, err := CSV(nothing); err == nil {
			t.Errorf("a %T was saved", nothing)
		}
	}
}

// foreign is a result of another package, with a warning.
type foreign struct{ parts Parts }

func (f *foreign) ShowOn(screen any) {
	var p Parts
	if f != nil {
		p = f.parts
	}
	p.ShowOf(f, screen)
}

func (f *foreign) Cautions() (own, data []string) { return []string{"careful"}, nil }

func tablesFrom(err error, tables ...*Table) func() ([]*Table, error) {
	return func() ([]*Table, error) { return tables, err }
}

// A result of another package shows its tables, then its figures, with its warnings below the first
// table; a nil figure is left out.
func TestPartsAreShown(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "a"}}, Rows: [][]string{{"1"}}}
	drawn := scatterFigure(makeScatter(1, 2, 9, numbered("m"), numbered("c"), 1))
	out, err := Render(&foreign{Parts{Tables: tablesFrom(nil, table, table),
		Figures: func() []*figure.Figure { return []*figure.Figure{nil, drawn} }}})
	if err != nil || len(out) != 3 || out[2].Figure != Picture(drawn) ||
		!strings.Contains(out[0].Text, "careful") || strings.Contains(out[1].Text, "careful") {
		t.Errorf("%v, %v", out, err)
	}
	wrong := errors.New("it cannot be ranked")
	if _, err := Render(&foreign{Parts{Tables: tablesFrom(wrong, table)}}); err != wrong {
		t.Errorf("%v, want %v", err, wrong)
	}
	const none = "cannot show a *display.foreign that is nil: "
	if _, err := Render(mine{(*foreign)(nil)}); err == nil ||
		!strings.HasPrefix(err.Error(), none) {
		t.Errorf("nil: %v", err)
	}
}

// The CSV form of the parts is that of the result alone; a part of another result is its table.
func TestPartsAsCSV(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "a"}}, Rows: [][]string{{"1"}}}
	records := func() [][]string { return [][]string{{"own"}, {"2"}} }
	own := &foreign{Parts{Tables: tablesFrom(nil, table), CSV: CSVOf(records)}}
	for _, test := range []struct {
		result any
		want   string
	}{
		{own, "own\n2\n"}, {mine{own}, "a\n1\n"},
		{&foreign{Parts{CSV: CSVOf(records)}}, "own\n2\n"}, // no table is made for it
		{&foreign{Parts{Tables: tablesFrom(nil, table)}}, "a\n1\n"},
		{mine{&foreign{Parts{Tables: tablesFrom(nil, table), NoCSV: io.EOF}}}, "a\n1\n"},
	} {
		write, err := CSV(test.result)
		must.Is(t, displaytest.Written(t, write, err), test.want, "%T is saved as", test.result)
	}
	for want, p := range map[error]Parts{io.EOF: {Tables: tablesFrom(nil, table), NoCSV: io.EOF},
		io.ErrClosedPipe: {Tables: tablesFrom(io.ErrClosedPipe)}} {
		if _, err := CSV(&foreign{p}); err != want {
			t.Errorf("%v, want %v", err, want)
		}
	}
	if _, err := CSV((*foreign)(nil)); err == nil {
		t.Error("nil was saved")
	}
}

// A period separates Alt and the caption, unless Alt ends a sentence. A figure without a
// caption is described by Alt alone.
func TestDescription(t *testing.T) {
	for want, f := range map[string]*figure.Figure{
		"A figure":         {Alt: "A figure"},
		"A figure. Small.": {Alt: "A figure", Caption: figure.Caption{Text: "Small."}},
		"Why? Small.":      {Alt: "Why?", Caption: figure.Caption{Text: "Small."}},
		"It is. Small.":    {Alt: "It is.", Caption: figure.Caption{Text: "Small."}},
	} {
		if o := figureOutput(f); o.Text != want+"\n" {
			t.Errorf("%q, want %q", o.Text, want)
		}
	}
}
