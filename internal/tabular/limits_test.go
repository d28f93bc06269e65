package tabular

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// What never ends is refused, before it has taken more memory than the limits
// allow.
func TestReadCSVEndless(t *testing.T) {
	for name, c := range map[string]struct {
		r    io.Reader
		want string
		mib  int64
	}{
		"first row": {&repeated{"", "1,", 0},
			"row 1 is longer than 33554432 bytes; look at the line ends", 224},
		"names": {&repeated{"", strings.Repeat("gene_of_some_length", 50) + ",", 0},
			"row 1 is longer than 33554432 bytes; look at the line ends", 96},
		"second row": {&repeated{"a,b,c\n", "1,", 0},
			"row 2 has more than the 3 cells of row 1; give every row the same number", 1},
		"quoted second": {&repeated{"\"1\",2,c\n", "1,", 0},
			"row 2 has more than the 3 cells of row 1; give every row the same number", 1},
		"cell": {&repeated{"a,b,c\n1,", "1", 0},
			"row 2, column 1 (counted from 0): the cell is longer than 1048576 bytes; look at " +
				"the separator, the line ends and the quotes", 8},
		"first cell": {&repeated{"", "1", 0},
			"row 1, column 0 (counted from 0): the cell is longer than 1048576 bytes; look at " +
				"the separator, the line ends and the quotes", 8},
		"quoted cell": {&repeated{"a,b,c\n1,\"", "x,\n", 0},
			"row 2, column 1 (counted from 0): the cell is longer than 1048576 bytes; look at " +
				"the separator, the line ends and the quotes", 12},
	} {
		var err error
		took := allocated(func() { _, err = readCSV(c.r, "t.csv", Options{}) })
		wantError(t, err, "t.csv: "+c.want)
		if took > c.mib<<20 {
			t.Errorf("%s: %d MiB taken, want at most %d", name, took>>20, c.mib)
		}
	}
}

// A cell of exactly the limit is one, with quotes and without.
func TestReadCSVLongestCell(t *testing.T) {
	name := strings.Repeat("x", maxCell)
	for _, text := range []string{name + ",class\n1,a\n", `"` + name + `",class` + "\n1,a\n"} {
		d := must(readCSV(strings.NewReader(text), "t.csv", Options{}))(t)
		if d.Features[0] != name {
			t.Error("the name changed")
		}
		_, err := readCSV(strings.NewReader(strings.Replace(text, "x", "xx", 1)), "t.csv",
			Options{})
		wantError(t, err,
			"t.csv: row 1, column 0 (counted from 0): the cell is longer than 1048576 bytes; "+
				"look at the separator, the line ends and the quotes")
	}
}

// bomb returns gzip data that unpack to so many MiB of text, which repeats a
// text of a length that divides 1 MiB. A file may have several parts.
func bomb(t *testing.T, text string, mib int) *bytes.Reader {
	t.Helper()
	part := gzipped(t, strings.Repeat(text, 1<<20/len(text)))
	return bytes.NewReader(bytes.Repeat(part, mib))
}

func TestReadCSVBomb(t *testing.T) {
	const want = "t.csv.gz: the gzip data unpack to more than 250 times their size; if that is " +
		"right, unpack the file yourself and load the result"
	for name, text := range map[string]string{"cells": "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,a\n",
		"lines": "\n"} {
		data := bomb(t, text, 16+1)
		var err error
		took := allocated(func() { _, err = readCSV(data, "t.csv.gz", Options{}) })
		wantError(t, err, want)
		// 16 MiB of text are read before the ratio counts: 8 Mi numbers.
		if took > 96<<20 {
			t.Errorf("%s: %d MiB taken", name, took>>20)
		}
	}
	// Below that a table may be as empty as it likes.
	d := must(readCSV(bomb(t, "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,a\n", 1), "t.csv.gz",
		Options{Header: HeaderNo}))(t)
	if d.N() != 1<<20/32 || d.D() != 15 {
		t.Errorf("%d×%d", d.N(), d.D())
	}
}

// Loading n×d numbers takes at most 4·8nd bytes + 64 MiB from the heap, counted
// over the whole call; tables that are longer than wide take little more than
// twice 8nd.
func TestReadCSVMemory(t *testing.T) {
	for _, c := range []struct {
		n, d  int
		limit float64 // in units of 8nd
	}{{300, 300, 2.1}, {10_000, 3, 3.5}, {20, 4_000, 3}} {
		text := csvOf(c.n, c.d)
		size := float64(8 * c.n * c.d)
		for kind, data := range map[string][]byte{"text": text, "gzip": gzipped(t, string(text))} {
			var err error
			took := allocated(func() {
				_, err = readCSV(bytes.NewReader(data), "t.csv", Options{})
			})
			if err != nil {
				t.Fatal(err)
			}
			if float64(took) > c.limit*size+512<<10 {
				t.Errorf("%d×%d, %s: %.2f times the size of the numbers, want at most %v", c.n, c.d,
					kind, float64(took)/size, c.limit)
			}
		}
	}
	// A wide table takes up to 100 bytes a column beside that, for its first row
	// and its names: within the bound at MaxColumns from 5 samples on.
	const n, d = 2, 50_000
	text := csvOf(n, d)
	// with and without a header
	for _, data := range [][]byte{text, text[bytes.IndexByte(text, '\n')+1:]} {
		var err error
		took := allocated(func() { _, err = readCSV(bytes.NewReader(data), "t.csv", Options{}) })
		if err != nil {
			t.Fatal(err)
		}
		if beside := float64(took-512<<10)/d - 2*8*n; beside > 100 {
			t.Errorf("a wide table takes %.1f bytes a column", beside)
		}
	}
}
