package datasets

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Header says whether the first row of a table holds names.
type Header int

const (
	// HeaderAuto takes the first row for names when fewer than half of its cells
	// are numbers and no number comes twice, or when it counts 0, 1, 2, … or 1, 2,
	// 3, … to five cells or more, as data frames without names do. A number in
	// quotes is a name when the cell below is a number without them.
	HeaderAuto Header = iota
	HeaderYes
	HeaderNo
)

// NoLabel as Options.Label says that a file has no class labels: every column
// is a feature.
const NoLabel = "none"

// The limits of what the loaders of tables accept.
const (
	// MaxElements is the largest number of values (16 GiB).
	MaxElements = 1 << 31
	// MaxColumns is the largest number of columns.
	MaxColumns = 1 << 21
	// MaxHeader is the largest size of the first row, in bytes.
	MaxHeader = 1 << 25
)

// Options says how to read a file. The zero value reads a table whose last
// column is the class.
type Options struct {
	// Label names the column of the classes, or gives its index from 0 (a name
	// wins over an index); NoLabel for none; "" for the last column of a table
	// and for the variable Y, y, gnd, label or labels of a MATLAB file.
	Label string
	// Header says whether the first row of a table holds names; the default
	// looks at it.
	Header Header
	// Comma separates the cells of a table, a character of ASCII; 0 finds the
	// comma, semicolon or tab that the first row has most of.
	Comma rune
	// Decimal is the decimal point of a table, '.' or ','; 0 finds it.
	Decimal rune
	// Drop lists columns to leave out, by name or index from 0 (a name wins over
	// an index).
	Drop []string
	// Missing says what is done with missing values: "" is an error, "drop-rows"
	// and "drop-columns" leave out what has one, "median" puts the column's median
	// (of a column of words the most frequent), and a number stands for them all.
	Missing string
	// Code says how columns of words become numbers: "ordinal" or "one-hot"; ""
	// is an error for tables, and what an ARFF file declares for those.
	Code string
	// Transposed says that the samples are the columns of the file.
	Transposed bool
	// View is the one view to read of a .mat file with several, by name; "" joins
	// them all.
	View string
}

// ReadCSV reads a table of comma-separated values, plain or compressed with
// gzip, one sample a line. Labels may be text; every other cell must be a
// finite decimal number. source is the name that errors use; rows in errors are
// lines of the file, columns count from 1.
//
// Blank lines are passed over and spaces around cells are dropped. What stands
// in quotes is kept as it is: separators, line ends and spaces. Labels that are
// all numbers are written in their shortest form, so that 1, 1.0 and 1e0 are one
// class; those in quotes are left alone.
//
// The text is read once, cell by cell, in about twice the memory of the result.
// A row that is longer than the first, a cell above 1 MiB, a first row above
// MaxColumns or MaxHeader, and gzip data that unpack to more than 250 times
// their size are refused when they are met.
func ReadCSV(r io.Reader, source string, opt Options) (*Dataset, error) {
	d, err := readCSV(r, opt)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	return d, nil
}

func readCSV(r io.Reader, opt Options) (*Dataset, error) {
	text, err := decompress(r)
	if err != nil {
		return nil, err
	}
	t := table{cells: newScanner(text), opt: opt}
	head, err := t.cells.begin()
	if err != nil {
		return nil, err
	}
	comma, err := findComma(head, opt.Comma)
	if err != nil {
		return nil, err
	}
	t.cells.separate(comma)
	return t.read()
}

// findComma finds the separator from the beginning of a text.
func findComma(head []byte, given rune) (byte, error) {
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")):
		return 0, errors.New("the file is UTF-16 text; save it as UTF-8")
	case bytes.IndexByte(head, 0) >= 0:
		return 0, errors.New("this is not a text table (it holds zero bytes); give a .csv, .csv.gz or .mat file")
	case given < 0 || given >= utf8.RuneSelf || strings.ContainsRune("\"\n\r", given):
		return 0, fmt.Errorf("the separator cannot be %q; give one ASCII character, such as ',' or '\\t'", given)
	case given != 0:
		return byte(given), nil
	}
	var count [utf8.RuneSelf]int
	quoted := false
	for _, c := range bytes.TrimLeft(head, " \t\r\n") {
		if c == '"' {
			quoted = !quoted
		}
		if c == '\n' && !quoted {
			break
		}
		if !quoted && c < utf8.RuneSelf {
			count[c]++
		}
	}
	best := byte(',')
	for _, c := range []byte{';', '\t'} {
		if count[c] > count[best] {
			best = c
		}
	}
	return best, nil
}
