// Command fsnb-parquet writes the table in a Parquet file as comma-separated text. fsnb runs it to
// read such files: it is a module of its own, so that neither the library nor a cell is linked with
// a reader of Parquet.
//
//	fsnb-parquet FILE > table.csv
//
// Numbers are written with all their digits, booleans as 0 and 1, text in quotes, and a null as an
// empty cell. Dates and times are written as the whole numbers that are stored, and what is neither
// number nor text (lists, structs, raw bytes) as one word in quotes, so that the reader can drop
// the column. It takes at most 64 MiB, 32 KiB a column, and the memory of a page of each column. An
// error is one line that begins with "fsnb: ", and the status is 1.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	if len(os.Args) != 2 || strings.HasPrefix(os.Args[1], "-") {
		fmt.Fprintln(os.Stderr, "fsnb: give the path of one Parquet file: fsnb-parquet FILE")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "fsnb: "+oneLine(err))
		os.Exit(1)
	}
}

func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

// run writes the table of a file. A damaged file makes the reader of Parquet panic in places.
func run(path string, out io.Writer) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the Parquet file is damaged (%v); fetch it again", p)
		}
	}()
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("cannot open the file: %w", errors.Unwrap(err))
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(out, 1<<16)
	if err := convert(f, st.Size(), w); err != nil {
		return err
	}
	return w.Flush()
}
