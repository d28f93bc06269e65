package tabular

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"fsnb.example/internal/compressed"
	"fsnb.example/internal/visible"
)

// Options says how to read a table, as datasets.Options has it. The zero value reads one whose last
// column is the class.
type Options struct {
	Label   string // the column of the classes, by name or index; NoLabel, or "" for the last
	Group   string // the column of the groups of samples; "" for none
	ID      string // the column of the identifiers of samples; "" for none
	Header  Header // whether the first row holds names
	Comma   rune   // cell separator; a space for runs of blanks, 0 to detect it
	Decimal rune   // decimal sign; 0 to detect it
	// Thousands is the sign between thousands: ',', '.', '\'' or ' '; 0 for none.
	Thousands rune
	Drop      []string // columns to drop, by name or index
	Missing   string   // policy for missing values
	// MissingCodes are the cells that mean a missing value, separated by commas.
	MissingCodes     string
	RenameDuplicates bool   // columns of one name become name, name_2, …
	Encoding         string // of the text: "latin1", "utf16", or "" for UTF-8 and byte order marks
	Code             string // coding of words
	Transposed       bool   // the samples are the columns
	Continuous       bool   // the label is a number a sample, not a class
	beside           bool   // the table has no features; see ReadLabels
	// Samples finds the column of a table, or the attribute, that names the samples, in place of
	// ID: names are those of the columns, first the cells of the first sample, either nil if
	// unknown; -1 for none. nil leaves it to ID. The first row of a transposed table names them.
	Samples func(names, first []string) int
	samples int // 1 + the column that names the samples, which is no feature; 0 for none
	// Storage says how values are held: SparseStorage, DenseStorage, or "" for what takes less.
	// Readers of tables ignore it.
	Storage string
	Names   []string // of the columns of LIBSVM text, all of them; nil for f0, f1, …
}

// Header says whether the first row of a table holds names.
type Header int

// The first row. HeaderAuto detects it.
const (
	HeaderAuto Header = iota
	HeaderYes
	HeaderNo
)

// NoLabel as Options.Label says that every column is a feature.
const NoLabel = "none"

// The limits of a table.
const (
	// MaxElements is the largest number of values: 2³¹ (16 GiB), and 2²⁸ − 1 (2 GiB) where
	// addresses have 32 bits.
	MaxElements = min(1<<31, math.MaxInt/8)
	// MaxColumns and MaxSamples are the largest numbers of columns and of samples: 2²⁶.
	MaxColumns = compressed.MaxSide
	MaxSamples = compressed.MaxSide
	// MaxHeader is the largest size of the first row, in bytes.
	MaxHeader = 1 << 25
)

// The ways of coding words, as Options.Code has them.
const (
	ordinal = "ordinal"
	oneHot  = "one-hot"
)

// policy is the treatment of missing values.
type policy struct {
	kind  policyKind
	value float64 // of useNumber
}

type policyKind int

const (
	refuseMissing policyKind = iota
	dropRows
	dropColumns
	useMedian
	useMean
	useFrequent
	useNumber
)

// Check returns an error for an invalid option.
func (o Options) Check() error {
	if o.Comma < 0 || o.Comma >= utf8.RuneSelf || strings.ContainsRune("\"\n\r", o.Comma) {
		return fmt.Errorf("the separator cannot be %q; give one ASCII character, such as ',' or "+
			"'\\t'", o.Comma)
	}
	if o.Decimal != 0 && o.Decimal != '.' && o.Decimal != ',' {
		return fmt.Errorf("the decimal sign cannot be %q; give '.' or ','", o.Decimal)
	}
	switch thousands := canonicalThousands(o.Thousands); {
	case o.Thousands != 0 && thousands == 0:
		return fmt.Errorf("the sign between thousands cannot be %q; give ',', '.', an apostrophe "+
			"or a blank", o.Thousands)
	case thousands != 0 && thousands == o.Decimal:
		return fmt.Errorf("the options Thousands and Decimal are both %q; leave one of them out",
			o.Decimal)
	}
	if o.Header < HeaderAuto || o.Header > HeaderNo {
		return fmt.Errorf("no header %d; give HeaderAuto, HeaderYes or HeaderNo", int(o.Header))
	}
	if _, err := o.coding(); err != nil {
		return err
	}
	if _, err := o.codes(); err != nil {
		return err
	}
	if _, err := o.encoding(); err != nil {
		return err
	}
	switch o.Storage {
	case "", SparseStorage, DenseStorage, DiskStorage:
	default:
		return fmt.Errorf("no storage %q; give %s, %s or %s, or leave it out",
			visible.Short(o.Storage), SparseStorage, DenseStorage, DiskStorage)
	}
	_, err := o.policy()
	return err
}

// coding returns Code by its one name.
func (o Options) coding() (string, error) {
	switch strings.ToLower(o.Code) {
	case "":
		return "", nil
	case ordinal:
		return ordinal, nil
	case oneHot, "onehot":
		return oneHot, nil
	}
	return "", fmt.Errorf("no code %q for words; give %s or %s", visible.Short(o.Code), ordinal,
		oneHot)
}

// DropsRows reports whether samples with a missing value are dropped.
func (o Options) DropsRows() bool {
	p, err := o.policy()
	return err == nil && p.kind == dropRows
}

func (o Options) policy() (policy, error) {
	switch strings.ToLower(o.Missing) {
	case "":
		return policy{}, nil
	case "drop-rows", "rows":
		return policy{kind: dropRows}, nil
	case "drop-columns", "columns":
		return policy{kind: dropColumns}, nil
	case "median", "mode":
		return policy{kind: useMedian}, nil
	case "mean":
		return policy{kind: useMean}, nil
	case "most-frequent", "frequent":
		return policy{kind: useFrequent}, nil
	}
	v, ok := ParseNumber([]byte(o.Missing))
	if !ok {
		return policy{}, fmt.Errorf("no policy %q for missing values; give drop-rows, "+
			"drop-columns, median, mean, most-frequent or a number", visible.Short(o.Missing))
	}
	return policy{kind: useNumber, value: v}, nil
}
