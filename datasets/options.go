package datasets

import (
	"fmt"
	"strings"
	"unicode/utf8"
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
	// Comma separates the cells of a table, a character of ASCII; a space stands
	// for runs of blanks. 0 finds the comma, semicolon or tab that the first row
	// has most of, or blanks when it has none and breaks at them into as many
	// cells as the second row.
	Comma rune
	// Decimal is the decimal sign of a table, '.' or ','. 0 takes the comma where
	// cells are separated by something else, some look like 2,5 and none like 2.5;
	// 1,000 alone does not say.
	Decimal rune
	// Drop lists columns to leave out, by name or index from 0 (a name wins over
	// an index), such as the names of samples.
	Drop []string
	// Missing says what is done with missing values, which are empty cells, ?, NA,
	// N/A, NaN and null in any letter case, and #N/A and other errors of
	// spreadsheets: "" is an error, "drop-rows" leaves out
	// the samples that have one (be it the label), "drop-columns" the features,
	// "median" puts the feature's median (of words the most frequent, the first of
	// several), and a number stands for each.
	Missing string
	// Code says how columns of words become numbers. "ordinal" gives 0, 1, 2, … to
	// the levels in the order of their text, or as an ARFF file declares them.
	// "one-hot" gives a column called name=level, of 0 and 1, for each level, but
	// only the last one for two levels. "" is an error for words in tables and
	// one-hot for what an ARFF file declares.
	Code string
	// Transposed says that the samples are the columns of a table, as where genes
	// are rows. The first cell of each row is then the feature's name, and Label
	// and Drop go by rows; Label "" is the one row of words. It is found when the
	// first row repeats its words and its first cell names the rows: gene, probe or
	// feature, for example.
	Transposed bool
	// View is the one view to read of a .mat file with several, by name; "" joins
	// them all.
	View string
}

// The ways of coding words, as Options.Code has them.
const (
	ordinal = "ordinal"
	oneHot  = "one-hot"
)

// policy is what is done with missing values.
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
	useNumber
)

// Check returns an error when an option has a value that no file can be read
// with. Loaders call it; it is for those who read options from elsewhere.
func (o Options) Check() error {
	if o.Comma < 0 || o.Comma >= utf8.RuneSelf || strings.ContainsRune("\"\n\r", o.Comma) {
		return fmt.Errorf("the separator cannot be %q; give one ASCII character, such as ',' or '\\t'", o.Comma)
	}
	if o.Decimal != 0 && o.Decimal != '.' && o.Decimal != ',' {
		return fmt.Errorf("the decimal sign cannot be %q; give '.' or ','", o.Decimal)
	}
	if o.Header < HeaderAuto || o.Header > HeaderNo {
		return fmt.Errorf("no header %d; give HeaderAuto, HeaderYes or HeaderNo", int(o.Header))
	}
	if _, err := o.coding(); err != nil {
		return err
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
	return "", fmt.Errorf("no code %q for words; give %s or %s", shortened(o.Code), ordinal, oneHot)
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
	}
	v, ok := parseNumber([]byte(o.Missing))
	if !ok {
		return policy{}, fmt.Errorf("no policy %q for missing values; give drop-rows, drop-columns, median or a number", shortened(o.Missing))
	}
	return policy{kind: useNumber, value: v}, nil
}
