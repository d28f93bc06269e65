package display

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/png"
	"io"
	"testing"

	"fsnb.example/internal/figure"
	"fsnb.example/internal/must"
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
