package pgm

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"fsnb.example/internal/must"
)

// read returns the picture in text, its pixels row by row.
func read(r io.Reader) (width, height, most int, pixels []float64, err error) {
	p, err := NewReader(bufio.NewReader(r))
	if err != nil {
		return 0, 0, 0, nil, err
	}
	row := make([]float64, p.Width)
	for {
		switch err := p.Row(row); {
		case errors.Is(err, io.EOF):
			return p.Width, p.Height, p.Max, pixels, nil
		case err != nil:
			return 0, 0, 0, nil, err
		}
		pixels = append(pixels, row...)
	}
}

func TestRead(t *testing.T) {
	want := []float64{0, 1, 35, 10, 9, 200}
	for name, c := range map[string]struct {
		text string
		max  int
		want []float64
	}{
		"binary": {"P5\n3 2\n255\n\x00\x01#\n\t\xc8", 255, want},
		"comments": {"P5\n# CREATOR: xv\n3 # width\n#a\n#b\n2\n255\n\x00\x01#\n\t\xc8",
			255, want},
		"comment after max": {"P2\n3 2\n255#end\n0 1 35 10 9 200", 255, want},
		"blanks":            {"P5 3\t2\r\n255 \x00\x01#\n\t\xc8", 255, want},
		"blanks at the end": {"P5\n3 2\n255\n\x00\x01#\n\t\xc8\n\r\n ", 255, want},
		"two bytes": {"P5\n3 2\n256\n\x00\x00\x00\x01\x00#\x00\n\x00\t\x01\x00", 256,
			[]float64{0, 1, 35, 10, 9, 256}},
		"largest":           {"P5 1 1 65535\n\xff\xff", 65535, []float64{65535}},
		"text":              {"P2\n3 2\n255\n0 1 35\n10 9 200\n", 255, want},
		"text in one line":  {"P2 3 2 255 0 1 35 10 9 200", 255, want},
		"text and comments": {"P2\n3 2\n255\n0 1#one\n35 #two\n#three\n10 9 200 ", 255, want},
		"leading zeros":     {"P2 003 2 0255 000 01 35 10 9 0200", 255, want},
	} {
		t.Run(name, func(t *testing.T) {
			for _, r := range []io.Reader{strings.NewReader(c.text),
				iotest.OneByteReader(strings.NewReader(c.text))} {
				w, h, most, got, err := read(r)
				must.Do(t, err)
				if w*h != len(c.want) || len(c.want) == 6 && h != 2 || most != c.max ||
					!slices.Equal(got, c.want) {
					t.Errorf("%d×%d pixels to %d: %v, want %v", h, w, most, got, c.want)
				}
			}
		})
	}
}

func TestReadRefuses(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"empty":    {"", "the picture is cut short: it is empty"},
		"one byte": {"P", "the picture is cut short: it ends in its header"},
		"png": {"\x89PNG\r\n",
			`it begins with "\x89P", not with P5 or P2 as a gray map; convert it to .pgm`},
		"colors": {"P6 1 1 255\n\x00\x00\x00",
			"it is a P6 picture, not a gray map (P5 or P2); convert it to .pgm"},
		"no width":          {"P5\n", "the picture is cut short: it ends in its header"},
		"word":              {"P5\nwide 2 255\n", "its width is no number"},
		"negative":          {"P5\n2 -2 255\n", "its height is no number"},
		"number and letter": {"P5\n2x 2 255\n", "its width is no number"},
		"zero":              {"P5\n0 2 255\n", "its width is not between 1 and 2097152"},
		"wide":              {"P5\n2097153 2 255\n", "its width is not between 1 and 2097152"},
		"wider than int": {"P5\n9999999999999999999 2 255\n",
			"its width is not between 1 and 2097152"},
		"endless number": {"P5\n" + strings.Repeat("0", 100), "its width is no number"},
		"absurd": {"P5\n2097152 2097152 255\n",
			"it has 2097152×2097152 pixels, more than 2097152"},
		"white is 0":     {"P5\n2 2 0\n", "its largest value is not between 1 and 65535"},
		"white is 65536": {"P5\n2 2 65536\n", "its largest value is not between 1 and 65535"},
		"no blank":       {"P5\n2 2 255#\n0000", "no blank follows its largest value"},
		"no pixels":      {"P5\n2 2 255\n", "the picture is cut short: it ends in row 1 of 2"},
		"cut": {"P5\n2 2 255\n\x01\x02\x03",
			"the picture is cut short: it ends in row 2 of 2"},
		"text cut": {"P2\n2 2 255\n1 2 3",
			"the picture is cut short: it ends in row 2 of 2"},
		"too bright": {"P5\n2 2 100\n\x01\x02\x03\x65",
			"the pixel in row 2, column 2 is 101, above the largest value 100"},
		"text too bright": {"P2\n2 2 100\n1 101 3 4",
			"the pixel in row 1, column 2 is 101, above the largest value 100"},
		"text": {"P2\n2 2 100\n1 x 3 4", "the pixel in row 1, column 2 is no number"},
		"another picture": {"P5\n1 1 255\n\x01P5\n1 1 255\n\x01",
			"it goes on after its last pixel; give one picture a file"},
		"endless comment": {"P5\n#" + strings.Repeat("x", maxComment+10),
			"65536 bytes of blanks and comments before a number"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, _, _, err := read(strings.NewReader(c.text))
			if err == nil || err.Error() != c.want {
				t.Errorf("error %v\nwant  %s", err, c.want)
			}
			if strings.HasPrefix(c.want, "the picture is cut short") != errors.Is(err,
				ErrTruncated) {
				t.Errorf("%v: is it ErrTruncated?", err)
			}
		})
	}
	broken := errors.New("broken")
	if _, _, _, _, err := read(io.MultiReader(strings.NewReader("P5\n2 2 255\n\x01"),
		iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("error %v of a broken reader", err)
	}
}

// FuzzRead reads anything. What is read has the size it says and no pixel beyond
// white.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"P5\n3 2\n255\n\x00\x01#\n\t\xc8",
		"P2\n# c\n3 2\n300\n0 1#x\n35 10 9 200", "P5 1 1 65535\n\xff\xff", "P5\n2097152 1 255\n",
		"P6 1 1 1\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		w, h, most, pixels, err := read(bytes.NewReader(data))
		if err != nil {
			if pixels != nil || strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("%d pixels with error %q", len(pixels), err)
			}
			return
		}
		if len(pixels) != w*h || w*h > len(data) {
			t.Errorf("%d bytes gave %d pixels of %d×%d", len(data), len(pixels), h, w)
		}
		for _, v := range pixels {
			if v < 0 || v > float64(most) {
				t.Fatalf("pixel %v of at most %d", v, most)
			}
		}
	})
}
