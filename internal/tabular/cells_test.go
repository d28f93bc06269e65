package tabular

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// scan cuts a text into rows of cells, with the line on which each row begins.
func scan(r io.Reader, comma byte) (rows [][]string, lines []int, err error) {
	s := newScanner(r)
	s.separate(comma)
	for {
		more, err := s.nextRow()
		if err != nil || !more {
			return rows, lines, err
		}
		var row []string
		lines = append(lines, s.row)
		for last := false; !last; {
			var text []byte
			if text, _, last, err = s.cell(); err != nil {
				return nil, nil, err
			}
			row = append(row, string(text))
		}
		rows = append(rows, row)
	}
}

// On text without spaces and carriage returns the scanner does what package
// encoding/csv does, and refuses what it refuses.
func TestScannerIsEncodingCSV(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("aé,,\"\"\n\n"))).Draw(t, "text")
		oracle := csv.NewReader(strings.NewReader(text))
		oracle.FieldsPerRecord = -1
		var want [][]string
		var wantLines []int
		var wantErr error
		for {
			record, err := oracle.Read()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				wantErr = err
				break
			}
			line, _ := oracle.FieldPos(0)
			want, wantLines = append(want, record), append(wantLines, line)
		}
		got, lines, err := scan(chunks(text, rapid.IntRange(1, 2).Draw(t, "size")), ',')
		if (err != nil) != (wantErr != nil) {
			t.Fatalf("%q: error %v, encoding/csv has %v", text, err, wantErr)
		}
		if err == nil && (!cmp.Equal(got, want) || !slices.Equal(lines, wantLines)) {
			t.Fatalf("%q is %q on lines %v, encoding/csv has %q on %v", text, got, lines, want,
				wantLines)
		}
	})
}

// A table is read back as it was put together, whatever its separator, its line
// ends, its quotes, its spaces and its blank lines are.
func TestScannerReadsTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		comma := rapid.SampledFrom([]byte{',', ';', '\t', '|'}).Draw(t, "comma")
		space := rapid.StringMatching(`[ ]{0,3}`)
		if comma != '\t' {
			space = rapid.StringMatching(`[ \t]{0,3}`)
		}
		end := rapid.SampledFrom([]string{"\n", "\r\n", "\r"}).Draw(t, "line end")
		var b strings.Builder
		var want [][]string
		var wantLines []int
		line := 1
		for range rapid.IntRange(0, 4).Draw(t, "rows") {
			for range rapid.IntRange(0, 2).Draw(t, "blank lines") {
				b.WriteString(space.Draw(t, "blank") + end)
				line++
			}
			wantLines = append(wantLines, line)
			var row []string
			for j := range rapid.IntRange(1, 4).Draw(t, "cells") {
				if j > 0 {
					b.WriteByte(comma)
				}
				b.WriteString(space.Draw(t, "before"))
				if rapid.Bool().Draw(t, "quoted") {
					cell := rapid.StringOf(rapid.RuneFrom([]rune("a \t,;|\"\n\r\u00a0"))).Draw(t,
						"quoted cell")
					b.WriteString(`"` + strings.ReplaceAll(cell, `"`, `""`) + `"`)
					line += lineEnds([]byte(cell))
					row = append(row, cell)
				} else {
					// The first cell of a row with one cell makes a blank line when empty.
					cell := rapid.StringMatching(`x[a-z é.-]{0,5}y`).Draw(t, "cell")
					b.WriteString(cell)
					row = append(row, cell)
				}
				b.WriteString(space.Draw(t, "after"))
			}
			b.WriteString(end)
			line++
			want = append(want, row)
		}
		got, lines, err := scan(chunks(b.String(), rapid.IntRange(1, 2).Draw(t, "size")), comma)
		if err != nil || !cmp.Equal(got, want) || !slices.Equal(lines, wantLines) {
			t.Fatalf("%q is %q on lines %v, want %q on %v; %v", b.String(), got, lines, want,
				wantLines, err)
		}
	})
}

func TestLineEnds(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a": 0, "\n": 1, "\r": 1, "\r\n": 1, "\n\r": 2,
		"\r\r\n\n": 3} {
		if got := lineEnds([]byte(text)); got != want {
			t.Errorf("%q has %d, want %d", text, got, want)
		}
	}
}

// small readers make every cell lie across the border of two reads.
func chunks(text string, size int) io.Reader {
	if size == 1 {
		return iotest.OneByteReader(strings.NewReader(text))
	}
	return iotest.HalfReader(strings.NewReader(text))
}

// Nothing is lost where one piece ends and the next begins.
func TestPieces(t *testing.T) {
	for _, n := range []int{0, 1, firstPiece, firstPiece + 1, 3*largestPiece + 17} {
		var p Pieces[int]
		for i := range n / 2 {
			p.Add(i)
		}
		rest := make([]int, 0, n)
		for i := n / 2; i < n; i++ {
			rest = append(rest, i)
		}
		p.AddAll(rest[:len(rest)/2])
		p.AddAll(rest[len(rest)/2:])
		if p.Len() != n {
			t.Errorf("%d added, counted %d", n, p.Len())
		}
		got := p.Join()
		if len(got) != n || cap(got) != n || p.Len() != 0 || len(p.Join()) != 0 {
			t.Errorf("%d added, %d joined", n, len(got))
		}
		for i, v := range got {
			if v != i {
				t.Fatalf("value %d is %d", i, v)
			}
		}
	}
}
