package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/alecthomas/kong"

	"fsnb.example/datasets"
	"fsnb.example/internal/commandline"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/terminal"
	"fsnb.example/internal/visible"
)

// fromInput is the name of data that come from standard input.
const fromInput = "-"

// dataFlags are for commands on a data set.
type dataFlags struct {
	Args []string `arg:"" optional:"" name:"DATA" words:"${datasets}" help:"the name of a data set, the path of a file (.csv, .tsv, .arff, .libsvm, .data, .dat or .txt, each also with .gz, .mat, .npy, .npz, .mtx, .parquet or .tar.gz), or - for standard input"`
	fileFlags
}

// Validate implements kong's check of a command.
func (f *dataFlags) Validate(ctx *kong.Context) error {
	return oneData(ctx.Selected().Name, f.Args)
}

// fileFlags say how a file is read.
type fileFlags struct {
	fileOptions `group:"FILE FLAGS say how a file is read; without them fsnb looks at the file"`
}

type fileOptions struct {
	Label            string                 `placeholder:"COLUMN|none" help:"the classes, by name or index from 0 (the last column)"`
	Labels           string                 `placeholder:"FILE" help:"the labels: a table, joined by the names of the samples if it has them, or one a line, or .npy"`
	Group            string                 `placeholder:"COLUMN" help:"which samples belong together, such as those of a patient"`
	GroupEqualRows   bool                   `help:"samples that are equal in every feature belong together"`
	Aggregate        datasets.Aggregation   `type:"aggregate" words:"mean,median" help:"one sample for each group, which must be of one class"`
	ID               string                 `name:"id" placeholder:"COLUMN" help:"names of the samples, which are kept and are no feature"`
	Target           datasets.TargetKind    `type:"target" words:"continuous,classes" help:"what the label column holds (classes, with a warning in doubt)"`
	Drop             []string               `type:"names" placeholder:"A,B" want:"the names or indices of columns, as in -drop id,3" help:"columns to leave out, by name or index from 0; a comma in a name has a backslash before it; may be repeated"`
	Sep              rune                   `type:"separator" placeholder:",|;|tab|space" words:"comma,semicolon,tab,space" want:"one character, or one of comma, semicolon, tab, space" help:"the separator; space stands for runs of blanks"`
	Decimal          rune                   `type:"decimal" placeholder:".|," words:"point,comma" want:". or ," help:"the decimal sign"`
	Thousands        rune                   `type:"thousands" placeholder:",|.|apostrophe|space" words:"comma,point,apostrophe,space" want:"one of , . apostrophe or space" help:"the sign between thousands, as in 1,200"`
	Header           datasets.Header        `type:"header" words:"yes,no,auto" help:"whether the first row holds names"`
	Missing          datasets.MissingPolicy `type:"missing" placeholder:"POLICY" words:"drop-rows,drop-columns,median,mean,most-frequent" want:"drop-rows, drop-columns, median, mean, most-frequent or a number" help:"what to do about missing values: drop-rows, drop-columns, median, mean, most-frequent or a number"`
	MissingCodes     string                 `type:"codes" placeholder:"A,B" want:"cells separated by commas, such as -999,unknown" help:"further cells that mean a missing value, such as -999"`
	RenameDuplicates bool                   `help:"columns of one name become name, name_2, …"`
	Encoding         datasets.TextEncoding  `type:"encoding" words:"latin1,utf16,utf8" help:"the encoding, if it is not UTF-8"`
	Code             datasets.WordCoding    `type:"code" words:"one-hot,ordinal" help:"how columns of words become numbers"`
	Transposed       bool                   `help:"the samples are columns"`
	View             string                 `placeholder:"NAME" help:"one view of a .mat file with several, one array of an .npz"`
	Storage          datasets.StorageKind   `type:"storage" words:"sparse,dense,disk" help:"how values are held; disk maps an .npy file"`
	Names            string                 `placeholder:"FILE" help:"names of the columns of a matrix without, one a line"`
	Format           string                 `name:"format" placeholder:"KIND" words:"csv,arff,libsvm,mat,npy,npz,tar" help:"of standard input: csv, arff, libsvm, mat, npy, npz or tar"`
}

// options are those of package datasets.
func (f *fileOptions) options() datasets.Options {
	return datasets.Options{Label: f.Label, Labels: f.Labels, Group: f.Group,
		GroupEqualRows: f.GroupEqualRows, Aggregate: f.Aggregate, ID: f.ID, Target: f.Target,
		Drop: f.Drop, Comma: f.Sep, Decimal: f.Decimal, Thousands: f.Thousands, Header: f.Header,
		Missing: f.Missing, MissingCodes: f.MissingCodes, RenameDuplicates: f.RenameDuplicates,
		Encoding: f.Encoding, Code: f.Code, Transposed: f.Transposed, View: f.View,
		Storage: f.Storage, Names: f.Names}
}

// stdin is standard input.
var stdin io.Reader = os.Stdin

// read reads the data set of that name, or that on standard input.
func (f *fileOptions) read(source string) (*datasets.Dataset, error) {
	if source == fromInput {
		return datasets.Read(stdin, "standard input", f.Format, f.options())
	}
	if f.Format != "" {
		return nil, terminal.BadUsage("-format %s is for standard input; give - as the name, or "+
			"leave it out", f.Format)
	}
	return datasets.Load(source, f.options())
}

// readers read the flags with the tag type.
var readers = map[string]kong.Mapper{
	"aggregate": option(func(o *datasets.Options) *datasets.Aggregation { return &o.Aggregate }),
	"target":    option(func(o *datasets.Options) *datasets.TargetKind { return &o.Target }),
	"missing":   option(func(o *datasets.Options) *datasets.MissingPolicy { return &o.Missing }),
	"codes":     option(func(o *datasets.Options) *string { return &o.MissingCodes }),
	"encoding":  option(func(o *datasets.Options) *datasets.TextEncoding { return &o.Encoding }),
	"code":      option(func(o *datasets.Options) *datasets.WordCoding { return &o.Code }),
	"storage":   option(func(o *datasets.Options) *datasets.StorageKind { return &o.Storage }),
	"separator": commandline.Reader(func(text string, to *rune) (ok bool) {
		*to, ok = separator(text)
		return ok
	}),
	"decimal": commandline.Reader(func(text string, to *rune) (ok bool) {
		*to, ok = map[string]rune{".": '.', ",": ',', "point": '.', "comma": ','}[text]
		return ok
	}),
	"thousands": commandline.Reader(func(text string, to *rune) (ok bool) {
		if *to, ok = map[string]rune{"apostrophe": '\'', "space": ' ', "blank": ' ', "comma": ',',
			"point": '.'}[text]; ok {
			return true
		}
		r, size := utf8.DecodeRuneInString(text)
		*to = r
		return size == len(text) && size > 0 && datasets.Options{Thousands: r}.Check() == nil
	}),
	"header": commandline.Reader(func(text string, to *datasets.Header) (ok bool) {
		*to, ok = map[string]datasets.Header{"yes": datasets.HeaderYes, "no": datasets.HeaderNo,
			"auto": datasets.HeaderAuto}[strings.ToLower(text)]
		return ok
	}),
	"names": commandline.Reader(func(text string, to *[]string) bool {
		names, err := cutNames(text)
		*to = append(*to, names...)
		return err == nil
	}),
	"counts": commandline.Reader(readCounts),
}

// option reads an option that package datasets checks.
func option[T ~string](field func(*datasets.Options) *T) kong.Mapper {
	return commandline.Reader(func(text string, to *T) bool {
		var o datasets.Options
		*field(&o), *to = T(text), T(text)
		return text != "" && o.Check() == nil
	})
}

func separator(text string) (rune, bool) {
	if r, ok := map[string]rune{"comma": ',', "semicolon": ';', "tab": '\t', `\t`: '\t',
		"space": ' ', "blank": ' ', "spaces": ' ', "blanks": ' '}[strings.ToLower(text)]; ok {
		return r, true
	}
	r, size := utf8.DecodeRuneInString(text)
	return r, size == len(text) && size > 0 && datasets.Options{Comma: r}.Check() == nil
}

// cutNames splits a list at its commas, except those after a backslash.
func cutNames(text string) ([]string, error) {
	var names []string
	var name strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text) && text[i+1] == ',':
			i++
			name.WriteByte(',')
		case text[i] == ',':
			names = append(names, strings.TrimSpace(name.String()))
			name.Reset()
		default:
			name.WriteByte(text[i])
		}
	}
	names = append(names, strings.TrimSpace(name.String()))
	for _, n := range names {
		if n == "" {
			return nil, errors.New("give the names or indices of columns, as in -drop id,3")
		}
	}
	return names, nil
}

// oneData checks that there is a single DATA argument.
func oneData(name string, args []string) error {
	switch {
	case len(args) == 0 || len(args) == 1 && args[0] == "":
		return terminal.BadUsage(
			"%s: no data; give the name of a data set or the path of a file", name)
	case len(args) > 1:
		return terminal.BadUsage("%s: one data set at a time; %q is too many", name, args[1])
	}
	return nil
}

// load reads a data set, and abandons the reading when it is interrupted. A refused cache is
// reported on the error stream: without it files are parsed each time.
func (f *fileOptions) load(
	ctx context.Context, source string, errOut io.Writer,
) (*datasets.Dataset, error) {
	type result struct {
		d   *datasets.Dataset
		err error
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	done := make(chan result, 1)
	go func() {
		d, err := f.read(source)
		done <- result{d, err}
	}()
	select {
	case r := <-done:
		if err := diskcache.OpenCopies().Refused(); err != nil && r.err == nil {
			visible.Say(errOut, "fsnb: parsed files are not kept: %s", oneLine(err))
		}
		return r.d, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
