package main

import (
	"compress/gzip"
	"context"
	"flag"
	"io"
	"strings"

	"fsnb.example/datasets"
	"fsnb.example/internal/atomicfile"
	"fsnb.example/internal/visible"
)

// runConvert writes a data set to a file of another kind.
func runConvert(ctx context.Context, args []string, out, errOut io.Writer) error {
	fs := flag.NewFlagSet("convert", flag.ContinueOnError)
	file := fileFlags(fs)
	none := ""
	rest, err := parse(fs, args, &none, "")
	if err != nil {
		return err
	}
	if len(rest) != 2 || rest[0] == "" {
		return badUsage("convert: give two names, of the data and of the file to write, as in " +
			"fsnb convert genes.arff genes.csv.gz")
	}
	write, err := writerFor(rest[1])
	if err != nil {
		return err
	}
	d, err := loadData(ctx, rest[0], *file, errOut)
	if err != nil {
		return err
	}
	filled := *d
	filled.Missing = nil // -missing says what is written for missing values
	if err := write(&filled, rest[1]); err != nil {
		return err
	}
	err = visible.Say(out, "%s: %d samples, %d features", rest[1], d.N(), d.D())
	if text := d.Missing.Text(); err == nil && text != "" {
		err = visible.Say(out, "%s: %s, like measured ones", rest[1], text)
	}
	if names := d.NamesFile(rest[1]); err == nil && names != "" && writesLIBSVM(rest[1]) {
		err = visible.Say(out, "%s: the names of the features; read both with -names %s",
			names, names)
	}
	return err
}

// writerFor finds how a file is written by its ending.
func writerFor(path string) (func(d *datasets.Dataset, path string) error, error) {
	name := strings.ToLower(path)
	switch {
	case strings.HasSuffix(name, ".csv"):
		return (*datasets.Dataset).SaveCSV, nil
	case strings.HasSuffix(name, ".csv.gz"):
		return saveGzippedCSV, nil
	case writesLIBSVM(path):
		return (*datasets.Dataset).SaveLIBSVM, nil
	}
	return nil, badUsage("convert: the ending of %s does not say what to write; end it with "+
		".csv, .csv.gz, .svm or .svm.gz", path)
}

// writesLIBSVM reports whether the ending of a file is that of LIBSVM text.
func writesLIBSVM(path string) bool {
	bare := strings.TrimSuffix(strings.ToLower(path), ".gz")
	return strings.HasSuffix(bare, ".svm") || strings.HasSuffix(bare, ".libsvm") ||
		strings.HasSuffix(bare, ".svmlight")
}

func saveGzippedCSV(d *datasets.Dataset, path string) error {
	return atomicfile.Write(path, func(w io.Writer) error {
		z := gzip.NewWriter(w)
		if err := d.WriteCSV(z); err != nil {
			return err
		}
		return z.Close()
	})
}
