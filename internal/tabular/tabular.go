// Package tabular reads text tables: separated values, ARFF, LIBSVM, plain or gzip-compressed.
//
// Open makes a Source of a file, which bounds the size of the table. ReadTable, ReadARFF and
// ReadLIBSVM split it into cells: numbers, missing values, words and labels. Missing values are
// then filled or dropped and words coded, as Options say, which gives a Table of finite numbers.
// Errors give the line of the row, the column, and a remedy; the caller adds the name of the file.
//
// The files stand on three floors. Cells: source.go unpacks and decodes, dialect.go finds the
// separator and the signs, cells.go and comments.go cut rows into cells, number.go, thousands.go
// and words.go say what a cell is. Columns: header.go and orange.go find names and declared types,
// columns.go what each column is for, table.go gathers the values, transposed.go where the samples
// are columns. Roles: roles.go and labels.go gather labels, groups, identifiers and targets,
// beside.go those of another file. grid.go, missing.go and words.go make numbers of what was
// gathered. arff.go, libsvm.go and series.go are the other formats.
package tabular

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
)

// ReadText reads ARFF when the first line is a declaration, LIBSVM when it is a label and pairs
// index:value, a series matrix when it is one of its lines, and a table otherwise.
func ReadText(text *Source, opt Options) (*Table, error) {
	const size = 1 << 16
	b := bufio.NewReaderSize(text, size)
	text = &Source{b, text.packed}
	head, err := b.Peek(size)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	line, whole := firstLine(head)
	switch {
	case declares(line):
		return ReadARFF(text, opt)
	case isPairs(line, whole):
		return ReadLIBSVM(text, opt)
	case isSeries(line):
		return ReadSeries(text, opt)
	}
	return ReadTable(text, opt)
}

// firstLine returns the first line that is neither blank nor a comment, and whether it is complete.
func firstLine(text []byte) (line []byte, whole bool) {
	for len(text) > 0 {
		line, text, whole = bytes.Cut(text, []byte{'\n'})
		if line = bytes.TrimSpace(line); len(line) > 0 && !isComment(line[0]) {
			return line, whole
		}
	}
	return nil, false
}

// declares reports whether a line begins the header of an ARFF file.
func declares(line []byte) bool {
	for _, keyword := range []string{"@relation", "@attribute"} {
		if len(line) > len(keyword) && strings.EqualFold(string(line[:len(keyword)]), keyword) {
			return true
		}
	}
	return false
}

// isPairs reports whether a line is a label and pairs index:value.
func isPairs(line []byte, whole bool) bool {
	cells := bytes.Fields(line)
	if !whole && len(cells) > 2 {
		cells = cells[:len(cells)-1]
	}
	if len(cells) < 2 || bytes.IndexByte(cells[0], ':') >= 0 {
		return false
	}
	for _, cell := range cells[1:] {
		if cell[0] == '#' {
			break
		}
		index, value, ok := bytes.Cut(cell, []byte{':'})
		if _, number := ParseNumber(value); !ok || !number ||
			string(index) != "qid" && !isDigits(index) {
			return false
		}
	}
	return true
}

func isDigits(text []byte) bool {
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(text) > 0
}
