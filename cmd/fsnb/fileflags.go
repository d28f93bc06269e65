package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"fsnb.example/datasets"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/visible"
)

// fileUsage is the name of the flags of fileFlags in the usage of a command, fileHelp their
// description, and fileKinds the files that they are for.
const (
	// fromInput is the name of data that come from standard input.
	fromInput = "-"

	fileUsage = "[FILE FLAGS]"
	fileKinds = ".csv, .tsv, .arff, .libsvm, .data, .dat or .txt, each also with .gz, .mat, " +
		".npy, .npz " +
		"or .tar.gz"
	fileHelp = `FILE FLAGS say how a file is read; without them fsnb looks at the file:
  -label COLUMN|none               the classes, by name or index from 0 (the last column)
  -labels FILE                     the labels: a table, joined by the names of the samples if it
                                   has them, or one a line, or .npy
  -group COLUMN                    which samples belong together, such as those of a patient
  -group-equal-rows                samples that are equal in every feature belong together
  -aggregate mean|median           one sample for each group, which must be of one class
  -id COLUMN                       names of the samples, which are kept and are no feature
  -target continuous|classes       what the label column holds (classes, with a warning in doubt)
  -drop A,B                        columns to leave out, by name or index from 0; may be repeated
  -sep ,|;|tab|space               the separator; space stands for runs of blanks
  -decimal .|,                     the decimal sign
  -thousands ,|.|apostrophe|space  the sign between thousands, as in 1,200
  -header yes|no|auto              whether the first row holds names
  -missing POLICY                  drop-rows, drop-columns, median, mean, most-frequent or a number
  -missing-codes A,B               further cells that mean a missing value, such as -999
  -rename-duplicates               columns of one name become name, name_2, …
  -encoding latin1|utf16           the encoding, if it is not UTF-8
  -code one-hot|ordinal            how columns of words become numbers
  -transposed                      the samples are columns
  -view NAME                       one view of a .mat file with several, one array of an .npz
  -storage sparse|dense|disk       how values are held; disk maps an .npy file
  -names FILE                      names of the columns of a matrix without, one a line
  -format KIND                     of standard input: csv, arff, libsvm, mat, npy, npz or tar
`
)

// fileOptions are the file flags.
type fileOptions struct {
	datasets.Options
	format string // of standard input
}

// stdin is standard input.
var stdin io.Reader = os.Stdin

// read reads the data set of that name, or that on standard input.
func (o fileOptions) read(source string) (*datasets.Dataset, error) {
	if source == fromInput {
		return datasets.Read(stdin, "standard input", o.format, o.Options)
	}
	if o.format != "" {
		return nil, badUsage("-format %s is for standard input; give - as the name, or leave it "+
			"out", o.format)
	}
	return datasets.Load(source, o.Options)
}

// fileFlags defines the flags for reading a file. A name with a comma needs a -drop of its own with
// a backslash before the comma.
func fileFlags(fs *flag.FlagSet) *fileOptions {
	o := new(fileOptions)
	fs.StringVar(&o.Label, "label", "", "")
	fs.StringVar(&o.Labels, "labels", "", "")
	fs.StringVar(&o.Group, "group", "", "")
	fs.StringVar(&o.ID, "id", "", "")
	choose(fs, "aggregate", "mean or median", &o.Aggregate, func(text string) (datasets.Aggregation, bool) {
		return datasets.Aggregation(text), text != "" && datasets.Options{Aggregate: datasets.Aggregation(text)}.Check() == nil
	})
	fs.StringVar(&o.View, "view", "", "")
	fs.StringVar(&o.Names, "names", "", "")
	fs.StringVar(&o.format, "format", "", "")
	fs.BoolVar(&o.RenameDuplicates, "rename-duplicates", false, "")
	fs.BoolVar(&o.GroupEqualRows, "group-equal-rows", false, "")
	fs.BoolVar(&o.Transposed, "transposed", false, "")
	fs.Func("drop", "", func(text string) error {
		names, err := cutNames(text)
		o.Drop = append(o.Drop, names...)
		return err
	})
	choose(fs, "sep", "one character, or one of comma, semicolon, tab, space", &o.Comma, separator)
	choose(fs, "decimal", ". or ,", &o.Decimal, func(text string) (rune, bool) {
		r, ok := map[string]rune{".": '.', ",": ',', "point": '.', "comma": ','}[text]
		return r, ok
	})
	choose(fs, "thousands", "one of , . apostrophe or space", &o.Thousands,
		func(text string) (rune, bool) {
			if r, ok := map[string]rune{"apostrophe": '\'', "space": ' ', "blank": ' ',
				"comma": ',', "point": '.'}[text]; ok {
				return r, true
			}
			r, size := utf8.DecodeRuneInString(text)
			return r, size == len(text) && size > 0 && datasets.Options{Thousands: r}.Check() == nil
		})
	choose(fs, "header", "yes, no or auto", &o.Header, func(text string) (datasets.Header, bool) {
		h, ok := map[string]datasets.Header{"yes": datasets.HeaderYes, "no": datasets.HeaderNo,
			"auto": datasets.HeaderAuto}[strings.ToLower(text)]
		return h, ok
	})
	choose(fs, "missing", "drop-rows, drop-columns, median, mean, most-frequent or a number",
		&o.Missing, func(text string) (datasets.MissingPolicy, bool) {
			return datasets.MissingPolicy(text), text != "" && datasets.Options{Missing: datasets.MissingPolicy(text)}.Check() == nil
		})
	choose(fs, "missing-codes", "cells separated by commas, such as -999,unknown", &o.MissingCodes,
		func(text string) (string, bool) {
			return text, text != "" && datasets.Options{MissingCodes: text}.Check() == nil
		})
	choose(fs, "encoding", "latin1, utf16 or utf8", &o.Encoding, func(text string) (datasets.TextEncoding, bool) {
		return datasets.TextEncoding(text), text != "" && datasets.Options{Encoding: datasets.TextEncoding(text)}.Check() == nil
	})
	choose(fs, "target", "continuous or classes", &o.Target, func(text string) (datasets.TargetKind, bool) {
		return datasets.TargetKind(text), datasets.TargetKind(text) == datasets.TargetContinuous || datasets.TargetKind(text) == datasets.TargetClasses
	})
	choose(fs, "storage", "sparse, dense or disk", &o.Storage, func(text string) (datasets.StorageKind, bool) {
		return datasets.StorageKind(text), text != "" && datasets.Options{Storage: datasets.StorageKind(text)}.Check() == nil
	})
	choose(fs, "code", "one-hot or ordinal", &o.Code, func(text string) (datasets.WordCoding, bool) {
		return datasets.WordCoding(text), text != "" && datasets.Options{Code: datasets.WordCoding(text)}.Check() == nil
	})
	return o
}

// choose defines a flag that takes one of several values.
func choose[T any](fs *flag.FlagSet, name, choices string, to *T, parse func(string) (T, bool)) {
	fs.Func(name, "", func(text string) error {
		v, ok := parse(text)
		if !ok {
			return errors.New("give " + choices)
		}
		*to = v
		return nil
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

// loadData reads a data set, and abandons the reading when it is interrupted. A refused cache is
// reported on the error stream: without it files are parsed each time.
func loadData(
	ctx context.Context, source string, opt fileOptions, errOut io.Writer,
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
		d, err := opt.read(source)
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

// usageLine is the usage of a command, with the description of its file flags.
func usageLine(c command) string {
	line := fmt.Sprintf("usage: fsnb %s %s\n", c.name, c.usage)
	if strings.Contains(c.usage, fileUsage) {
		line += "\n" + fileHelp
	}
	return line
}
