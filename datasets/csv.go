package datasets

import (
	"fmt"
	"io"
	"math"
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
	// MaxElements is the largest number of values: 2³¹ (16 GiB), and 2²⁸ − 1 (2 GiB) where
	// addresses have 32 bits.
	MaxElements = min(1<<31, math.MaxInt/8)
	// MaxColumns is the largest number of columns.
	MaxColumns = 1 << 21
	// MaxHeader is the largest size of the first row, in bytes.
	MaxHeader = 1 << 25
)

// ReadCSV reads a table of separated values, plain or compressed with gzip, one
// sample a line, or one a column (Options.Transposed). Labels may be text; every
// other cell must be a finite decimal number, unless Options.Missing says what is
// done with missing values and Options.Code with words. source is the name that
// errors use; rows in errors are lines of the file, columns count from 1. The
// history says what was done.
//
// Blank lines are passed over, and so are lines that begin with # or % before the
// header, or where they cannot be rows. Spaces around cells are dropped. What stands
// in quotes is kept as it is: separators, line ends and spaces. Labels that are all
// numbers are written in their shortest form, so that 1, 1.0 and 1e0 are one class,
// with all their digits; those in quotes are left alone. Warnings say what a table may
// mean otherwise.
//
// The text is read once, cell by cell, in about twice the memory of the result;
// words and missing values take eight bytes a cell as numbers do, and one-hot
// coding the memory of its columns beside that. A row that is longer than the
// first, a cell above 1 MiB, a first row above MaxColumns or MaxHeader, gzip data
// that unpack to more than 250 times their size, more than 131,072 different words
// and labels, a column of more than 65,536 levels, and numbers that take more than
// 64 MiB and 1000 times the file are refused when they are met.
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
	return readTable(text, opt)
}

// readTable reads a text that is unpacked.
func readTable(text *source, opt Options) (*Dataset, error) {
	t, err := newTable(text, opt)
	if err != nil {
		return nil, err
	}
	return t.read()
}
