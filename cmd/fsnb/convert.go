package main

import (
	"compress/gzip"
	"context"
	"io"
	"strings"

	"fsnb.example/datasets"
	"fsnb.example/internal/atomicfile"
	"fsnb.example/internal/terminal"
	"fsnb.example/internal/visible"
)

// convertCommand writes a data set to a file of another kind.
type convertCommand struct {
	Args []string `arg:"" optional:"" name:"DATA FILE" words:"${datasets}" help:"the data, as in fsnb rank, and a file that ends in .csv, .csv.gz, .svm or .svm.gz"`
	fileFlags
}

func (c *convertCommand) Run(ctx context.Context, out, errOut io.Writer) error {
	if len(c.Args) != 2 || c.Args[0] == "" {
		return terminal.BadUsage("convert: give two names, of the data and of the file to write, " +
			"as in fsnb convert genes.arff genes.csv.gz")
	}
	source, file := c.Args[0], c.Args[1]
	write, err := writerFor(file)
	if err != nil {
		return err
	}
	d, err := c.load(ctx, source, errOut)
	if err != nil {
		return err
	}
	filled := *d
	filled.Missing = nil // -missing says what is written for missing values
	if err := write(&filled, file); err != nil {
		return err
	}
	err = visible.Say(out, "%s: %d samples, %d features", file, d.N(), d.D())
	if text := d.Missing.Text(); err == nil && text != "" {
		err = visible.Say(out, "%s: %s, like measured ones", file, text)
	}
	if names := d.NamesFile(file); err == nil && names != "" && writesLIBSVM(file) {
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
	return nil, terminal.BadUsage(
		"convert: the ending of %s does not say what to write; end it with "+
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
