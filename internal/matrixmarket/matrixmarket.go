// Package matrixmarket reads the Matrix Market exchange format: text of a matrix as a list of
// entries (coordinate) or in full (array), plain or compressed with gzip.
//
// Source: R. F. Boisvert, R. Pozo, K. A. Remington, "The Matrix Market Exchange Formats: Initial
// Design", NISTIR 5935 (1996). Complex numbers and skew-symmetric and Hermitian matrices are not
// read.
package matrixmarket

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"fsnb.example/internal/compressed"
	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

// maxLine is the longest line that is read; the format allows 1024 characters.
const maxLine = 1 << 16

// reader reads one file.
type reader struct {
	text      *tabular.Source
	lines     *bufio.Reader
	line      int // the number of the last line, from 1
	dense     bool
	pattern   bool
	symmetric bool
	rows      int
	cols      int
	claimed   int // entries that the size line claims
	row, col  tabular.Pieces[int32]
	values    tabular.Pieces[float64]
}

// Read reads a matrix in compressed columns with ascending rows and without stored zeros; entries
// at one place add up. Entries of a pattern are 1, and those of a symmetric matrix stand for their
// mirror images. Errors have one line and name the line of the file; rows and columns in them count
// from 1, as the format does. NaN and infinite values are errors. Memory grows with the entries
// that the file has, not with those that it claims.
func Read(r io.Reader) (*compressed.Matrix, error) {
	text, err := tabular.Open(r)
	if err != nil {
		return nil, err
	}
	f := &reader{text: text, lines: bufio.NewReaderSize(text, maxLine)}
	if err := f.banner(); err != nil {
		return nil, err
	}
	if err := f.size(); err != nil {
		return nil, err
	}
	read := f.entries
	if f.dense {
		read = f.array
	}
	if err := read(); err != nil {
		return nil, err
	}
	if err := f.room(f.rows, f.cols); err != nil {
		return nil, err
	}
	m, err := compressed.FromEntries(f.rows, f.cols, f.row.Join(), f.col.Join(), f.values.Join())
	if err != nil {
		return nil, err
	}
	if i, j, found := m.FirstNonFinite(); found {
		return nil, fmt.Errorf("the entries in row %d, column %d add up to more than a float64 "+
			"holds; write one entry there", i+1, j+1)
	}
	return m, nil
}

// room returns an error when the entries, rows and columns are too many for the file.
func (f *reader) room(rows, cols int) error {
	memory := compressed.Memory(rows, cols, int64(f.values.Len()))
	if err := f.text.Room(memory / 8); err != nil {
		return fmt.Errorf("a matrix of %d×%d: %w", f.rows, f.cols, err)
	}
	return nil
}

// next returns the next line that is neither blank nor a comment; false at the end.
func (f *reader) next() ([]byte, bool, error) {
	for {
		line, err := f.rawLine()
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil, false, nil
			}
			return nil, false, err
		}
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '%' {
			return line, true, nil
		}
	}
}

// rawLine returns the next line, io.EOF at the end.
func (f *reader) rawLine() ([]byte, error) {
	f.line++
	line, err := f.lines.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, f.errorf("the line is longer than %d bytes; look at the line ends", maxLine)
	case errors.Is(err, io.EOF) && len(line) > 0:
		return line, nil
	}
	return line, err
}

func (f *reader) errorf(format string, args ...any) error {
	return fmt.Errorf("row %d: %s", f.line, fmt.Sprintf(format, args...))
}

// banner reads the first line: %%MatrixMarket matrix coordinate real general.
func (f *reader) banner() error {
	line, err := f.rawLine()
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	words := strings.Fields(strings.ToLower(string(line)))
	if len(words) == 0 || words[0] != "%%matrixmarket" {
		return fmt.Errorf("not a Matrix Market file: it begins with %q; the first line is "+
			"%%%%MatrixMarket matrix coordinate real general",
			visible.Short(strings.TrimSpace(string(line[:min(len(line), 40)]))))
	}
	if len(words) != 5 || words[1] != "matrix" {
		return f.errorf("%q has not the five words of %%%%MatrixMarket matrix coordinate real "+
			"general; mend the line", visible.Short(strings.Join(words, " ")))
	}
	switch words[2] {
	case "coordinate":
	case "array":
		f.dense = true
	default:
		return f.errorf("no format %q; write coordinate or array", visible.Short(words[2]))
	}
	switch words[3] {
	case "real", "double", "integer":
	case "pattern":
		f.pattern = true
	case "complex":
		return f.errorf("complex numbers are not read; save real ones: " +
			`scipy.io.mmwrite("x.mtx", x.real)`)
	default:
		return f.errorf("no field %q; write real, integer or pattern", visible.Short(words[3]))
	}
	switch words[4] {
	case "general":
	case "symmetric":
		f.symmetric = true
	case "skew-symmetric", "hermitian":
		return f.errorf("%s matrices are not read; save all entries: "+
			`scipy.io.mmwrite("x.mtx", x, symmetry="general")`, words[4])
	default:
		return f.errorf("no symmetry %q; write general or symmetric", visible.Short(words[4]))
	}
	if f.dense && f.pattern {
		return f.errorf("a pattern has no values to write in full; write coordinate")
	}
	return nil
}

// size reads the line of sizes: rows, columns and, of coordinates, entries.
func (f *reader) size() error {
	line, more, err := f.next()
	if err != nil {
		return err
	}
	want, what := 3, "rows, columns and entries"
	if f.dense {
		want, what = 2, "rows and columns"
	}
	if !more {
		return fmt.Errorf("the file ends before its sizes (%s); fetch it again", what)
	}
	var n [3]int
	words := bytes.Fields(line)
	for k, word := range words {
		if k == want {
			break
		}
		var ok bool
		if n[k], ok = wholeNumber(word); !ok {
			words = nil
			break
		}
	}
	if len(words) != want {
		return f.errorf("%q is no line of sizes; write whole numbers for %s",
			visible.Short(string(line)), what)
	}
	f.rows, f.cols, f.claimed = n[0], n[1], n[2]
	switch {
	case f.symmetric && f.rows != f.cols:
		return f.errorf("a symmetric matrix of %d×%d; write general, or give it as many rows as "+
			"columns", f.rows, f.cols)
	}
	if err := compressed.CheckSides(f.rows, f.cols); err != nil {
		return f.errorf("%v", err)
	}
	return nil
}

func wholeNumber(word []byte) (int, bool) {
	n, err := strconv.Atoi(string(word))
	return n, err == nil && n >= 0 && word[0] != '+'
}

// entries reads a list of entries: row, column and, but for a pattern, value.
func (f *reader) entries() error {
	want, what := 3, "row, column and value"
	if f.pattern {
		want, what = 2, "row and column"
	}
	for read := 0; ; read++ {
		line, more, err := f.next()
		if err != nil {
			return err
		}
		if !more {
			if read < f.claimed {
				return fmt.Errorf("the file is cut short: its sizes claim %d entries, and it has "+
					"%d; fetch it again", f.claimed, read)
			}
			return nil
		}
		if read == f.claimed {
			return f.errorf("more than the %d entries of the sizes; mend the sizes", f.claimed)
		}
		words := bytes.Fields(line)
		if len(words) != want {
			return f.errorf("%q is no entry; write %s", visible.Short(string(line)), what)
		}
		i, ok := wholeNumber(words[0])
		j, too := wholeNumber(words[1])
		if !ok || !too || i < 1 || j < 1 || i > f.rows || j > f.cols {
			return f.errorf("no row %s, column %s in a matrix of %d×%d, whose rows and columns "+
				"count from 1", visible.Name(string(words[0])), visible.Name(string(words[1])),
				f.rows, f.cols)
		}
		v := 1.
		if !f.pattern {
			if v, err = f.value(words[2], i, j); err != nil {
				return err
			}
		}
		if err := f.add(i, j, v); err != nil {
			return err
		}
	}
}

// value reads the number in row i and column j.
func (f *reader) value(word []byte, i, j int) (float64, error) {
	v, ok := tabular.ParseNumber(word)
	switch {
	case ok:
		return v, nil
	case isNonFinite(word):
		return 0, f.errorf("the value in row %d, column %d is %s; fill in a number, or take the "+
			"entry out", i, j, visible.Short(string(word)))
	}
	return 0, f.errorf("the value in row %d, column %d, %q, is not a number; mend it", i, j,
		visible.Short(string(word)))
}

func isNonFinite(word []byte) bool {
	v, err := strconv.ParseFloat(string(word), 64)
	return v-v != 0 && (err == nil || errors.Is(err, strconv.ErrRange))
}

// add appends an entry, and its mirror image in a symmetric matrix.
func (f *reader) add(i, j int, v float64) error {
	f.row.Add(int32(i - 1))
	f.col.Add(int32(j - 1))
	f.values.Add(v)
	if f.symmetric && i != j {
		f.row.Add(int32(j - 1))
		f.col.Add(int32(i - 1))
		f.values.Add(v)
	}
	return f.room(0, 0)
}

// array reads all values, column by column; of a symmetric matrix those from the diagonal down.
func (f *reader) array() error {
	read := 0
	for j := 1; j <= f.cols; j++ {
		i := 1
		if f.symmetric {
			i = j
		}
		for ; i <= f.rows; i++ {
			line, more, err := f.next()
			if err != nil {
				return err
			}
			if !more {
				return fmt.Errorf("the file is cut short: it ends after %d values of a matrix of "+
					"%d×%d; fetch it again", read, f.rows, f.cols)
			}
			v, err := f.value(line, i, j)
			if err != nil {
				return err
			}
			if v != 0 {
				if err := f.add(i, j, v); err != nil {
					return err
				}
			}
			read++
		}
	}
	if _, more, err := f.next(); err != nil || more {
		if err == nil {
			err = f.errorf("more than the %d×%d values of the sizes; mend the sizes", f.rows,
				f.cols)
		}
		return err
	}
	return nil
}
