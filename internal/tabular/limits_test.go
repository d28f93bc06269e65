package tabular

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"fsnb.example/internal/must"
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
		d := must.Get(readCSV(strings.NewReader(text), "t.csv", Options{}))(t)
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
	d := must.Get(readCSV(bomb(t, "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,a\n", 1), "t.csv.gz",
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
			must.Do(t, err)
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
		must.Do(t, err)
		if beside := float64(took-512<<10)/d - 2*8*n; beside > 100 {
			t.Errorf("a wide table takes %.1f bytes a column", beside)
		}
	}
}

// Loading takes at most 4·8nd bytes + 64 MiB from the heap, whatever a table is
// like; these are far above 64 MiB / 8 cells or held to less.
func TestTablesMemory(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	table := func(head string, n, d int, cell func(j int) string, sep, end string) []byte {
		var b bytes.Buffer
		b.WriteString(head)
		for range n {
			for j := range d {
				b.WriteString(cell(j) + sep)
			}
			b.WriteString(end)
		}
		return b.Bytes()
	}
	const n, d = 20_000, 30
	number := func(int) string {
		if rng.IntN(20) == 0 {
			return "?"
		}
		return fmt.Sprint(rng.IntN(1000))
	}
	word := func(j int) string { return fmt.Sprintf("w%d", rng.IntN(3+j%5)) }
	var attributes, pairs strings.Builder
	for j := range d {
		fmt.Fprintf(&attributes, "@attribute a%d real\n", j)
	}
	attributes.WriteString("@attribute class {x,y}\n@data\n")
	for i := range n {
		fmt.Fprintf(&pairs, "%d", i%2)
		for j := range d {
			fmt.Fprintf(&pairs, " %d:%d", j+1, i*j%1000)
		}
		pairs.WriteByte('\n')
	}
	for name, c := range map[string]struct {
		data  []byte
		opt   Options
		limit float64 // of the outcome's 8nd
		read  func(io.Reader, string, Options) (*read, error)
	}{
		"median": {table("", n, d, number, ",", "x\n"), Options{Missing: "median"}, 2.6,
			readCSV},
		"number": {table("", n, d, number, ",", "x\n"), Options{Missing: "0"}, 2.6, readCSV},
		"ordinal": {table("", n, d, word, ",", "x\n"), Options{Code: ordinal, Header: HeaderNo},
			2.6, readCSV},
		"one-hot": {table("", n, d, word, ",", "x\n"), Options{Code: oneHot, Header: HeaderNo},
			2.6, readCSV},
		"blanks": {table("", n, d, func(int) string {
			return "1.5"
		}, " ", "x\n"), Options{}, 2.6, readCSV},
		"arff": {table(attributes.String(), n, d, func(int) string {
			return "1.5"
		}, ",", "x\n"), Options{}, 2.6, readARFF},
		"libsvm": {[]byte(pairs.String()), Options{}, 3.6, readLIBSVM},
		"transposed": {table("gene"+strings.Repeat(",a,b", n/2)+"\n", d, 1, func(int) string {
			return "n" + fmt.Sprint(rng.Int64()) + strings.Repeat(",1.5", n)
		}, "\n", ""), Options{}, 3.2, readCSV},
	} {
		var got *read
		var err error
		took := allocated(func() { got, err = c.read(bytes.NewReader(c.data), "t", c.opt) })
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if used := float64(took-1<<20) / float64(8*got.N()*got.D()); used > c.limit {
			t.Errorf("%s, %d×%d: %.2f times the size of the numbers, want at most %v", name,
				got.N(), got.D(), used, c.limit)
		}
	}
}

// A column of text is refused before its words have taken what the limits allow.
func TestTooManyWords(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,a,class\n")
	for i := range maxWords + 1 {
		fmt.Fprintf(&b, "p%d,1,x\n", i)
	}
	var err error
	took := allocated(func() {
		_, err = readCSV(strings.NewReader(b.String()), "t", Options{Code: ordinal})
	})
	wantError(t, err,
		fmt.Sprintf("t: row %d, column 0 (id): the table has more than %d different words, or "+
			"%d bytes of them; set Drop for columns of text", maxWords+1, maxWords, MaxWordBytes))
	if took > 80<<20 {
		t.Errorf("%d MiB taken", took>>20)
	}
	d := must.Get(readCSV(strings.NewReader(b.String()), "t", Options{Drop: []string{"id"}}))(t)
	if d.N() != maxWords+1 {
		t.Errorf("%d rows", d.N())
	}
	long := strings.Repeat("x", maxCell-2)
	text := io.MultiReader(strings.NewReader("id,a,class\n"), &numbered{text: long})
	took = allocated(func() { _, err = readCSV(text, "t", Options{Code: ordinal}) })
	if err == nil || !strings.Contains(err.Error(), "different words, or") || took > 64<<20 {
		t.Errorf("%v, %d MiB taken", err, took>>20)
	}
}

// numbered gives rows for ever, each with another long word.
type numbered struct {
	text string
	row  int
	rest string
}

func (r *numbered) Read(p []byte) (int, error) {
	if r.rest == "" {
		r.row++
		r.rest = string(rune('a'+r.row%26)) + fmt.Sprint(r.row%10) +
			r.text[:len(r.text)-10] + ",1,x\n"
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// Words of one column in a table of numbers do not make more levels than that.
func TestTooManyLevels(t *testing.T) {
	var b strings.Builder
	b.WriteString("a,class\nbad,x\n")
	for i := range maxLevels {
		fmt.Fprintf(&b, "%d.5,x\n", i)
	}
	_, err := readCSV(strings.NewReader(b.String()), "t", Options{Code: ordinal})
	wantError(t, err,
		fmt.Sprintf(`t: column a, which has the word "bad" in row 2, has more than %d levels; `+
			`mend the cell, or set Drop`, maxLevels))
}

// One-hot coding does not make a table of gigabytes of a column of names.
func TestTooManyOneHot(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,class\n")
	for i := range 20_000 {
		fmt.Fprintf(&b, "p%d,x\n", i)
	}
	var err error
	took := allocated(func() {
		_, err = readCSV(strings.NewReader(b.String()), "t", Options{Code: oneHot})
	})
	wantError(t, err,
		"t: one-hot coding makes 20000 columns of 1; set Drop for columns of many words, or "+
			"Code to ordinal")
	if took > 16<<20 {
		t.Errorf("%d MiB taken", took>>20)
	}
	name := strings.Repeat("n", 1<<19)
	_, err = readCSV(strings.NewReader(name+b.String()[2:3000]), "t", Options{Code: oneHot})
	wantError(t, err,
		fmt.Sprintf("t: the names of one-hot columns are longer than %d bytes; set Drop for "+
			"columns of many words, or Code to ordinal", MaxHeader))
}

// Sparse rows take no memory that the file does not pay for.
func TestARFFClaims(t *testing.T) {
	var head strings.Builder
	for j := range 20_000 {
		fmt.Fprintf(&head, "@attribute a%d real\n", j)
	}
	head.WriteString("@data\n")
	var err error
	took := allocated(func() {
		_, err = readARFF(io.MultiReader(strings.NewReader(head.String()),
			&repeated{"", "{}\n", 0}), "t", Options{Label: NoLabel})
	})
	wantError(t, err,
		"t: row 20421: the sparse rows leave out more than 1023 of 1024 values; a table this "+
			"empty is not read")
	if took > 80<<20 {
		t.Errorf("%d MiB taken", took>>20)
	}
	for what, c := range map[string]struct {
		r    io.Reader
		want string
	}{
		"line": {&repeated{"", "@attribute", 0},
			"t: row 1 is longer than 33554432 bytes; look at the line ends"},
		"attributes": {&repeated{"", "@attribute a real\n", 0},
			"t: row 5592406: the declarations are longer than 33554432 bytes"},
		"comments": {io.LimitReader(&repeated{"", "%\n", 0}, 1<<24),
			"t: the file has no @data; it is cut off, or no ARFF file"},
		"values": {&repeated{"@attribute a {", "x,", 0},
			"t: row 1 is longer than 33554432 bytes; look at the line ends"},
	} {
		took := allocated(func() { _, err = readARFF(c.r, "t", Options{}) })
		wantError(t, err, c.want)
		if took > 256<<20 {
			t.Errorf("%s: %d MiB taken", what, took>>20)
		}
	}
}

func TestTooManyDeclaredLevels(t *testing.T) {
	var b strings.Builder
	b.WriteString("@attribute a {v0")
	for i := range maxWords {
		fmt.Fprintf(&b, ",v%d", i+1)
	}
	_, err := readARFF(strings.NewReader(b.String()+"}\n"), "t", Options{})
	wantError(t, err, fmt.Sprintf("t: row 1: attribute a: more than %d values are declared in all",
		maxWords))
}
