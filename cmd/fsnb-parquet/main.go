// Command fsnb-parquet writes the table in a Parquet file as comma-separated text. fsnb runs it to
// read such files: it is a module of its own, so that neither the library nor a cell is linked with
// a reader of Parquet.
//
//	fsnb-parquet FILE [-drop NAME ...] > table.csv
//
// FILE is - for standard input, which must be a regular file.
//
// Numbers are written with all their digits, booleans as 0 and 1, text in quotes, and a null as an
// empty cell. Dates and times are written as text of ISO 8601 (2006-01-02T15:04:05.999Z, without Z
// where no zone is known), up to 64 raw bytes as \x and their hexadecimal digits, and other values
// (lists, structs, longer bytes) as one word in quotes. The cells of columns after -drop, each a
// name or an index from 0, are empty: their values are not read. It takes at most 64 MiB, 8 KiB a
// column, and the memory of a page and the dictionary of each column, and refuses a file that asks
// for more than 64 MiB and 1000 times its size. An error is one line that begins with "fsnb: ", and
// the status is 1.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
)

func main() {
	args := os.Args[1:]
	if len(args) == 0 || args[0] != "-" && strings.HasPrefix(args[0], "-") ||
		len(args) > 1 && args[1] != "-drop" {
		fmt.Fprintln(os.Stderr, "fsnb: give the path of one Parquet file: fsnb-parquet FILE "+
			"[-drop NAME ...]")
		os.Exit(2)
	}
	if err := run(args[0], os.Stdout, args[min(2, len(args)):]...); err != nil {
		fmt.Fprintln(os.Stderr, "fsnb: "+oneLine(err))
		os.Exit(1)
	}
}

func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

// run writes the table of a file, whose columns in drop are empty.
func run(path string, out io.Writer, drop ...string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = damaged(fmt.Errorf("%v", p))
		}
	}()
	// Pages are large and few, so that collecting them early costs little.
	debug.SetGCPercent(20)
	f := os.Stdin
	if path != "-" {
		// Opening a pipe waits for a writer.
		if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() {
			return errors.New("it is no regular file; give one")
		}
		if f, err = os.Open(path); err != nil {
			return fmt.Errorf("cannot open the file: %w", errors.Unwrap(err))
		}
		defer f.Close()
	}
	st, err := f.Stat()
	if err != nil {
		return err
	}
	if !st.Mode().IsRegular() {
		return errors.New("it is no regular file; give one")
	}
	w := bufio.NewWriterSize(out, 1<<16)
	if err := convert(f, st.Size(), w, drop); err != nil {
		return err
	}
	return w.Flush()
}
