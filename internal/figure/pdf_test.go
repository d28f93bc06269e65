package figure

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"image"
	"image/color"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgpdf"

	"fsnb.example/internal/must"
)

// streams unpacks the compressed parts of a document.
func streams(t *testing.T, pdf []byte) [][]byte {
	t.Helper()
	var out [][]byte
	for _, part := range bytes.Split(pdf, []byte("stream\n"))[1:] {
		r, err := zlib.NewReader(bytes.NewReader(part))
		if err != nil {
			continue // what stands after an endstream
		}
		if b, err := io.ReadAll(r); err == nil {
			out = append(out, b)
		}
	}
	if len(out) == 0 {
		t.Fatal("the document has no readable stream")
	}
	return out
}

// content is the page's drawing.
func content(t *testing.T, pdf []byte) string {
	t.Helper()
	for _, s := range streams(t, pdf) {
		if bytes.Contains(s, []byte(" cm\n")) {
			return string(s)
		}
	}
	t.Fatal("the document has no drawing")
	return ""
}

func TestPDFText(t *testing.T) {
	words := []string{"µ-1", "class – 1", "PC 1 (50%)", `a\b`, "−2"}
	f := &Figure{Width: 3 * vg.Inch, Height: vg.Inch, Draw: func(c draw.Canvas) {
		for i, w := range words {
			c.FillText(TextStyle(TextSize), vg.Point{X: 10, Y: vg.Length(12 * i)}, w)
		}
	}}
	raw := must.Get(f.PDF())(t)
	if !bytes.HasPrefix(raw, []byte("%PDF-")) {
		t.Fatalf("it begins with %q", raw[:8])
	}
	page := content(t, raw)
	escape := strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`)
	for _, w := range words {
		coded, ok := windows1252(w)
		if !ok || !strings.Contains(page, "("+escape.Replace(coded)+")Tj") {
			t.Errorf("%q is not on the page", w)
		}
	}
	ground := regexp.MustCompile(
		`1\.000 g\n(?:[^f]*\n)?0\.00 \S+ m\n(\S+) \S+ l\n`).FindStringSubmatch(page)
	if want := fmt.Sprintf("%.2f", f.Width.Points()); ground == nil || ground[1] != want {
		t.Errorf("the white ground is %q, want it %s wide", ground, want)
	}
}

func TestWindows1252(t *testing.T) {
	for _, test := range []struct {
		in, want string
		ok       bool
	}{
		{"plain (1)", "plain (1)", true},
		{"−1 … ±2 – 3'", "\x961 \x85 \xb12 \x96 3'", true},
		{"µ é ÿ €", "\xb5 \xe9 \xff \x80", true},
		{"TGF-β", "", false},
		{"a\u0085b", "", false}, // a control character, not the ellipsis
		{"", "", true},
	} {
		if got, ok := windows1252(test.in); got != test.want || ok != test.ok {
			t.Errorf("%q became %q, %v; want %q, %v", test.in, got, ok, test.want, test.ok)
		}
	}
}

// Letters beyond the code page are drawn by their outlines.
func TestPDFOutlines(t *testing.T) {
	page := func(name string) string {
		f := &Figure{Width: 2 * vg.Inch, Height: vg.Inch, Draw: func(c draw.Canvas) {
			c.FillText(TextStyle(TextSize), vg.Point{X: 10, Y: 20}, name)
		}}
		raw := must.Get(f.PDF())(t)
		return content(t, raw)
	}
	latin, greek := page("a"), page("α")
	if n := strings.Count(latin, "Tj"); n != 1 {
		t.Errorf("a Latin letter has %d pieces of text", n)
	}
	if strings.Contains(greek, "Tj") {
		t.Error("a Greek letter is text, which the code page does not have")
	}
	// The outline stands where the letter should, in its size.
	var minX, maxX, minY, maxY float64 = 1e9, -1e9, 1e9, -1e9
	for _, m := range regexp.MustCompile(`([-\d.]+) ([-\d.]+) (?:l|c|m|v)\b`).FindAllStringSubmatch(
		greek[strings.LastIndex(greek, " gs\n"):], -1) {
		var x, y float64
		fmt.Sscan(m[1], &x)
		fmt.Sscan(m[2], &y)
		minX, maxX, minY, maxY = min(minX, x), max(maxX, x), min(minY, y), max(maxY, y)
	}
	// The page counts from the top; the line that the letter stands on is near 20
	// points from the bottom.
	if below := float64(vg.Inch) - maxY; below < 19 || below > 22 {
		t.Errorf("the α stands %.1f points from the bottom", below)
	}
	if w, h := maxX-minX, maxY-minY; w < 3 || w > 7 || h < 3 || h > 8 {
		t.Errorf("the outline of an α of 10 points is %.1f × %.1f", w, h)
	}
}

// A translucent color keeps its red, green and blue.
func TestPDFColors(t *testing.T) {
	f := &Figure{Width: vg.Inch, Height: vg.Inch, Draw: func(c draw.Canvas) {
		FillRect(c, color.NRGBA{0x00, 0xFF, 0x33, 0x80},
			vg.Rectangle{Max: vg.Point{X: 10, Y: 10}})
	}}
	raw := must.Get(f.PDF())(t)
	if page := content(t, raw); !strings.Contains(page, "0.000 1.000 0.200 rg") {
		t.Errorf("the page lacks the color 0, 1, .2:\n%s", page)
	}
	if !bytes.Contains(raw, []byte("/ca 0.502")) {
		t.Error("the document lacks the opacity .502")
	}
}

// Images come out upright: the canvas turns the page upside down twice for paths
// and text, but once for images, so that their rows have to be stored in reverse.
func TestPDFImages(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 1, 2))
	img.SetNRGBA(0, 0, color.NRGBA{0xFF, 0, 0, 0xFF})
	img.SetNRGBA(0, 1, color.NRGBA{0, 0, 0xFF, 0xFF})
	c := &pdfCanvas{Canvas: vgpdf.New(vg.Inch, vg.Inch)}
	c.DrawImage(vg.Rectangle{Max: vg.Point{X: vg.Inch, Y: vg.Inch}}, img)
	raw := must.Get(written(c))(t)
	// The sign of the vertical scale at the image: that of the product of all
	// transformations before it.
	up := 1.0
	var saved []float64
	found := false
	for line := range strings.Lines(content(t, raw)) {
		for _, m := range regexp.MustCompile(
			`(\bq\b)|(\bQ\b)|([-\d.]+) [-\d.]+ [-\d.]+ cm|/(I\S+) Do`).FindAllStringSubmatch(
			line, -1) {
			switch {
			case m[1] != "":
				saved = append(saved, up)
			case m[2] != "":
				up, saved = saved[len(saved)-1], saved[:len(saved)-1]
			case m[3] != "":
				var d float64
				fmt.Sscan(m[3], &d)
				up *= d
			case m[4] != "":
				found = true
			}
			if found {
				break
			}
		}
		if found {
			break
		}
	}
	if !found {
		t.Fatal("there is no image on the page")
	}
	// Two rows of a filter byte and three of color; the first is at the top unless
	// the scale is negative.
	top := slices.ContainsFunc(streams(t, raw), func(s []byte) bool {
		return len(s) == 8 && s[1] == 0xFF && s[3] == 0
	})
	if top != (up > 0) {
		t.Errorf("the scale is %g and the red row first: %v", up, top)
	}
}
