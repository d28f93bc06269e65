package datasets

import (
	"fmt"
	"io"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/tabular"
)

// ReadCSV reads a table of separated values, plain or compressed with gzip, one sample a line, or
// one a column (Options.Transposed). Labels may be text; every other cell must be a finite decimal
// number, unless Options.Missing handles missing values and Options.Code words. source is the name
// in errors; rows in errors are lines of the file, columns count from 0. History lists the changes;
// Warnings list possible misreadings.
//
// Blank lines are skipped, and lines that begin with # or % before the header, or where they cannot
// be rows. Spaces around cells are removed; text in quotes is kept as it is. Labels that are all
// numbers, without quotes, are written in their shortest form: 1, 1.0 and 1e0 are one class.
//
// Loading takes at most 32 MiB, three times the memory of the numbers, and 64 bytes a feature.
// Errors are: a row longer than the first, a cell above 1 MiB, a first row above MaxColumns or
// MaxHeader, gzip data that expand to more than 250 times their size, more than 131,072 different
// words and labels, a column of more than 65,536 levels, and numbers that take more than 64 MiB and
// 1000 times the file.
func ReadCSV(r io.Reader, source string, opt Options) (*Dataset, error) {
	return readTabular(r, source, opt, tabular.ReadTable)
}

// ReadARFF reads a file of Weka's attribute-relation format, plain or compressed with gzip: numeric
// (real, integer), nominal and string attributes, rows of values or sparse ones ({index value, …},
// from 0; an omitted value is 0, or the first declared one), ? for a missing value, quotes of both
// kinds with backslashes. The class is the last attribute or the one that Options.Label names.
// Declared words become one-hot columns when Options.Code is ""; strings are words as in a table,
// and dates can only be dropped. source is the name in errors; rows in errors are lines of the
// file, columns count from 0.
//
// Values are separated by commas, or by blanks in a file whose first row has no comma. Weights of
// rows are ignored with a warning. Loading takes as much memory as ReadCSV. Relational attributes,
// rows longer than MaxHeader bytes, and sparse rows that omit more than 1023 of 1024 values of a
// large table are errors.
//
// Source: the format's description in Weka's manual, "ARFF (stable version)". Of the Go packages
// for it, sbinet/go-arff reads rows into structs, and neither it nor the reader in CloudForest
// supports quotes, sparse rows and all kinds of missing values.
func ReadARFF(r io.Reader, source string, opt Options) (*Dataset, error) {
	return readTabular(r, source, opt, tabular.ReadARFF)
}

// ReadLIBSVM reads text of LIBSVM or SVMlight, plain or compressed with gzip: a label a line, then
// pairs index:value with ascending indices, and after # a comment. An omitted value is 0. Values
// that take little memory so are held sparse (Options.Storage), in the memory of the pairs. The
// features are called f0, f1, …, or as Options.Names says; indices count from 1, or from 0 when a 0
// is among them. Labels are numbers or words, in their shortest form as those of tables; with
// Options.Label "none" a line may begin with its pairs. source is the name in errors; rows in
// errors are lines. Of Options.Missing, sparse data take a number and "drop-rows".
//
// A pair qid:N is ignored with a warning. Lines of several labels, indices above MaxColumns, and a
// large dense table that omits more than 1023 of 1024 values are errors; memory is allocated when
// all lines are known. Loading takes as much as ReadCSV, and sparse at most 64 MiB, five times the
// memory of the numbers, and 64 bytes a feature.
//
// Source: the README of LIBSVM 3 and the page of SVMlight 6. ewalker544/libsvm-go reads these files
// for its own solver only.
func ReadLIBSVM(r io.Reader, source string, opt Options) (*Dataset, error) {
	return readTabular(r, source, opt, tabular.ReadLIBSVM)
}

// ReadSeriesMatrix reads a series matrix of the Gene Expression Omnibus, plain or compressed with
// gzip: its table with the samples as rows, the features called as its first column ID_REF says.
// Options.Label, Group and ID name lines about the samples: "Sample_source_name_ch1", or
// "characteristics: tissue" for the values of "tissue: tumor". Without Label the error lists the
// lines that differ among the samples. Without ID the identifiers are the accessions.
// Options.Missing handles empty cells and null. source is the name in errors; rows in errors are
// lines of the file.
//
// A series whose table is empty keeps its values in supplementary files, which are tables; the
// error says so. Loading takes at most 32 MiB, four times the memory of the numbers, and 64 bytes a
// feature. Source: the description of the format at www.ncbi.nlm.nih.gov/geo/info.
func ReadSeriesMatrix(r io.Reader, source string, opt Options) (*Dataset, error) {
	return readTabular(r, source, opt, tabular.ReadSeries)
}

// readText reads a text file of unknown format: ARFF, LIBSVM, a series matrix or a table.
func readText(r io.Reader, source string, opt Options) (*Dataset, error) {
	return readTabular(r, source, opt, tabular.ReadText)
}

// tableReader reads a format of tables.
type tableReader = func(*tabular.Source, tabular.Options) (*tabular.Table, error)

// readAs names the source in the error of a reader.
func readAs(source string, read func() (*Dataset, error)) (*Dataset, error) {
	d, err := read()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	return d, nil
}

// readTabular makes a data set of a file that is plain or compressed with gzip.
func readTabular(r io.Reader, source string, opt Options, read tableReader) (*Dataset, error) {
	text, err := tabular.OpenText(r, opt.tabular())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", source, err)
	}
	return readTable(text, source, opt, read)
}

func readTable(
	text *tabular.Source, source string, opt Options, read tableReader,
) (*Dataset, error) {
	return readAs(source, func() (*Dataset, error) { return opt.table(text, read) })
}

// table makes a data set of a table.
func (opt Options) table(text *tabular.Source, read tableReader) (*Dataset, error) {
	err := opt.Check()
	if err != nil {
		return nil, err
	}
	with := opt.tabular()
	if with.Names, err = opt.columnNames(); err != nil {
		return nil, err
	}
	if opt.Labels != "" && opt.Label == NoLabel { // which are joined by name later; see beside
		with.Samples = opt.sampleColumn
	}
	t, err := read(text, with)
	if err != nil {
		return nil, err
	}
	d := &Dataset{
		Features: t.Names, Y: t.Y,
		Classes: t.Classes, History: t.History, Warnings: t.Warnings, Missing: missingOf(t),
		Codes: codesOf(t),
		Roles: Roles{Target: t.Target, TargetName: t.TargetName, LabelName: t.LabelName},
	}
	if err := d.takeValues(t); err != nil {
		return nil, err
	}
	switch {
	case t.IDs == nil:
	case with.Samples != nil:
		d.IDs, d.IDName = t.IDs, t.IDName
	default:
		d.keepIDs(t.IDs, t.IDName)
	}
	if d, err = d.withGroupsOf(t, opt); err != nil {
		return nil, err
	}
	if err := d.finishAs(opt.Target, opt.filled()...); err != nil {
		return nil, err
	}
	if t.DeclaredNumber && opt.Target == "" {
		d.warnDeclared()
	}
	if t.FirstSample > 0 {
		d.warnHeader(t.FirstSample)
	}
	return d.held(opt)
}

// takeValues gives d the values of a table.
func (d *Dataset) takeValues(t *tabular.Table) error {
	if t.Sparse == nil {
		d.X = mat.NewDense(t.Rows, len(t.Names), t.Values)
		return nil
	}
	x, err := storage.FromRows(len(t.Names), t.Sparse.Starts, t.Sparse.Columns, t.Sparse.Values)
	if err != nil {
		return err
	}
	t.Sparse, d.Stored = nil, x
	return nil
}
