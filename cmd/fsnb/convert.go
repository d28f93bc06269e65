package main

import (
	"compress/gzip"
	"context"
	"flag"
	"fmt"
	"io"
	"strings"

	"fsnb.example/datasets"
	"fsnb.example/internal/atomicfile"
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
	err = atomicfile.Write(rest[1], func(w io.Writer) error { return write(&filled, w) })
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s: %d samples, %d features\n", rest[1], d.N(), d.D())
	return err
}

// writerFor finds how a file is written by its ending.
func writerFor(path string) (func(d *datasets.Dataset, w io.Writer) error, error) {
	name := strings.ToLower(path)
	bare := strings.TrimSuffix(name, ".gz")
	var write func(d *datasets.Dataset, w io.Writer) error
	switch {
	case strings.HasSuffix(bare, ".csv"):
		write = (*datasets.Dataset).WriteCSV
	case strings.HasSuffix(bare, ".svm"), strings.HasSuffix(bare, ".libsvm"),
		strings.HasSuffix(bare, ".svmlight"):
		write = (*datasets.Dataset).WriteLIBSVM
	default:
		return nil, badUsage("convert: the ending of %s does not say what to write; end it with "+
			".csv, .csv.gz, .svm or .svm.gz", path)
	}
	if bare == name {
		return write, nil
	}
	return func(d *datasets.Dataset, w io.Writer) error {
		z := gzip.NewWriter(w)
		if err := write(d, z); err != nil {
			return err
		}
		return z.Close()
	}, nil
}
