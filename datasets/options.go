package datasets

import (
	"fmt"

	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

// Options says how to read a file. The zero value reads a table whose last
// column is the class.
type Options struct {
	// Label names the column of the classes, or gives its index from 0 (a name
	// wins over an index); NoLabel for none; "" for the last column of a table
	// and for the variable Y, y, gnd, label or labels of a MATLAB file.
	Label string
	// Labels is a file with the labels, in place of those of the data: a table of one row a sample
	// (.csv, .tsv, .txt and others, also with .gz), of which Label, Group and ID name the columns,
	// a text of one label a line, or a vector in a .npy file. If it and the data name the samples,
	// its rows are joined by name: ID is the column of the names, or the one that has those of the
	// data. Other names are an error. If one of them has no names, a warning says that the order of
	// the rows was trusted.
	Labels string
	// Target says what the label column holds: "classes", or "continuous" for a number a sample.
	// "" takes it for classes, with a warning where it looks like a continuous target.
	Target TargetKind
	// Group names the column of a table that says which samples belong together, such as the number
	// of a patient, or gives its index; see Dataset.Group. It is no feature. ID names the column
	// that identifies the samples, kept as text in Dataset.IDs; it may be the same column.
	Group, ID string
	// GroupEqualRows puts samples that are equal in every feature into one group, as
	// Dataset.GroupEqualRows does, beside those of Group. Load and Read do so.
	GroupEqualRows bool
	// Aggregate takes one sample for each group of Group: "mean" or "median" of its samples, which
	// must be of one class. See Dataset.Aggregate.
	Aggregate Aggregation
	// Header declares whether the first row of a table holds names; the default detects it.
	Header Header
	// Comma separates the cells of a table, a character of ASCII; a space stands for runs of
	// blanks. 0 detects it: the most frequent of comma, semicolon and tab in the first row, or
	// blanks when it has none and splits at them into as many cells as the second row. A first line
	// sep=; names it.
	Comma rune
	// Decimal is the decimal sign of a table, '.' or ','. 0 detects it: the comma where cells are
	// separated otherwise, some look like 2,5 and none like 2.5.
	Decimal rune
	// Thousands is the sign between the thousands of numbers in a table, each of which stands
	// before exactly three digits: ',', '.' (the decimal sign is then the comma), '\'' for
	// apostrophes or ' ' for blanks of any width. 0 reads no such number; the error about one names
	// this option.
	Thousands rune
	// Drop lists columns to drop, by name or index from 0 (a name wins over an index), such as the
	// names of samples.
	Drop []string
	// Missing is the policy for missing values, which are empty cells, ?, NA, N/A, NaN and null in
	// any letter case, and #N/A and other errors of spreadsheets: "" is an error, "drop-rows" drops
	// the samples with one (also in the label), "drop-columns" the features; "median", "mean" and
	// "most-frequent" fill in the feature's median, mean or most frequent value, the least of
	// several (of words always the most frequent, the first of several); and a number fills in that
	// number. What a feature's other values fill in is remembered in Dataset.Missing: evaluations
	// fill it again from the training part of each split.
	Missing MissingPolicy
	// MissingCodes are further cells that mean a missing value, separated by commas, such as
	// "-999,unknown": a number stands for all cells of its value, a word for itself. A label or a
	// group in quotes is never missing.
	MissingCodes string
	// RenameDuplicates renames a column whose name repeats an earlier one to name_2, name_3, …,
	// before the other options look for names. Without it such a table is an error.
	RenameDuplicates bool
	// Encoding is the encoding of text: "latin1" (Windows-1252, which has it), or "utf16", whose
	// byte order mark says which byte comes first, without one the lower. "" is UTF-8, and UTF-16
	// with a mark.
	Encoding TextEncoding
	// Code is the coding of columns of words. "ordinal" gives 0, 1, 2, … to the levels in the order
	// of their text, or as an ARFF file declares them. "one-hot" gives a column called name=level,
	// of 0 and 1, for each level, but only the last one for two levels. "" is an error for words in
	// tables and one-hot for what an ARFF file declares.
	Code WordCoding
	// Transposed declares that the samples are the columns of a table, for example where genes are
	// rows. The first cell of each row is then the feature's name, and Label and Drop go by rows;
	// Label "" is the one row of words. It is detected when the first row repeats its words and its
	// first cell names the rows: gene, probe or feature, for example.
	Transposed bool
	// View is the view to read of a .mat file with several, by name; "" joins them all.
	View string
	// Storage says how the values are held: "sparse" holds those other than 0, "dense" all of them,
	// and "disk" maps an .npy file. "" is dense, except for a matrix of more than 2²⁰ values (8
	// MiB) in LIBSVM text or a sparse file, of which fewer than a third are not 0, and for an .npy
	// file of more than KeptDense values; the History says so.
	Storage StorageKind
	// Names is a file of the names of the columns of LIBSVM text, a .mat file or a matrix without
	// names, such as a vocabulary: one a line, for all columns, in UTF-8 or Encoding. Drop takes
	// these names.
	Names string

	opened opened // by this load
}

// Check returns an error for an invalid option. Loaders call it; it is exported for those who read
// options from elsewhere.
func (o Options) Check() error {
	switch o.Target {
	case "":
	case TargetClasses, TargetContinuous:
		if o.Label == NoLabel {
			return fmt.Errorf(
				"the target is %s, and there is no label column; name it in Label, or "+
					"leave Target out", o.Target)
		}
	default:
		return fmt.Errorf("no target %q; give %s or %s", visible.Short(string(o.Target)),
			TargetClasses, TargetContinuous)
	}
	if o.Aggregate != "" {
		if err := checkAggregate(o.Aggregate); err != nil {
			return err
		}
	}
	return o.tabular().Check()
}

func (o Options) continuous() bool { return o.Target == TargetContinuous }

// filled is the number that Missing inserts, if it does.
func (o Options) filled() []float64 {
	if v, ok := tabular.ParseNumber([]byte(o.Missing)); ok {
		return []float64{v}
	}
	return nil
}

// noRoles returns an error when o names columns that such data do not have.
func (o Options) noRoles(kind string) error {
	if o.Labels != "" { // which has the columns
		return nil
	}
	return o.tabular().NoRoles(kind)
}

// tabular returns the options of a table, without View.
func (o Options) tabular() tabular.Options {
	return tabular.Options{
		Label: o.Label, Header: tabular.Header(o.Header), Comma: o.Comma, Decimal: o.Decimal,
		Thousands: o.Thousands,
		Group:     o.Group, ID: o.ID, MissingCodes: o.MissingCodes,
		RenameDuplicates: o.RenameDuplicates, Encoding: string(o.Encoding),
		Drop: o.Drop, Missing: string(o.Missing), Code: string(o.Code), Transposed: o.Transposed,
		Continuous: o.continuous(), Storage: string(o.Storage),
	}
}

// Header declares whether the first row of a table holds names.
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
const NoLabel = tabular.NoLabel

// The limits of what the loaders of tables accept.
const (
	// MaxElements is the largest number of values: 2³¹ (16 GiB), and 2²⁸ − 1 (2 GiB) where
	// addresses have 32 bits.
	MaxElements = tabular.MaxElements
	// MaxColumns and MaxSamples are the largest numbers of columns and of samples, 2²⁶ =
	// 67,108,864, of a file of every format. Each counts 80 bytes of the memory that a file may
	// take: 64 MiB and 1000 times its bytes.
	MaxColumns = tabular.MaxColumns
	MaxSamples = tabular.MaxSamples
	// MaxHeader is the largest size of the first row, in bytes.
	MaxHeader = tabular.MaxHeader
)

// The words of Options.
type (
	// TargetKind is what the label column holds.
	TargetKind string
	// MissingPolicy is what becomes of missing values: one of these words, or a number as text.
	MissingPolicy string
	// TextEncoding is the encoding of text.
	TextEncoding string
	// WordCoding is the coding of columns of words.
	WordCoding string
	// StorageKind is how the values are held.
	StorageKind string
	// Aggregation is what is taken of the samples of a group.
	Aggregation string
)

// The values of Options.Target, Missing, Encoding, Code, Storage and Aggregate, which say what each
// means.
const (
	TargetClasses       TargetKind    = "classes"
	TargetContinuous    TargetKind    = "continuous"
	MissingDropRows     MissingPolicy = "drop-rows"
	MissingDropColumns  MissingPolicy = "drop-columns"
	MissingMedian       MissingPolicy = "median"
	MissingMean         MissingPolicy = "mean"
	MissingMostFrequent MissingPolicy = "most-frequent"
	EncodingLatin1      TextEncoding  = "latin1"
	EncodingUTF16       TextEncoding  = "utf16"
	CodeOrdinal         WordCoding    = "ordinal"
	CodeOneHot          WordCoding    = "one-hot"
	StorageSparse       StorageKind   = "sparse"
	StorageDense        StorageKind   = "dense"
	StorageDisk         StorageKind   = "disk"
	AggregateMean       Aggregation   = "mean"
	AggregateMedian     Aggregation   = "median"
)
