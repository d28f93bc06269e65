// Command sample writes a Parquet file of random numbers for script/drill:
//
//	sample ROWS COLUMNS [VERSION] > table.parquet
//
// The last column, class, has text. A row group has 4,096 rows.
package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"

	"github.com/parquet-go/parquet-go"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "sample:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	if len(args) != 2 && len(args) != 3 {
		return errors.New("give the numbers of rows and columns, and perhaps a version")
	}
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	d, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	version := uint64(0)
	if len(args) == 3 {
		if version, err = strconv.ParseUint(args[2], 10, 32); err != nil {
			return err
		}
	}
	fields := parquet.Group{"class": parquet.String()}
	for j := range d {
		fields[fmt.Sprintf("a%06d", j)] = parquet.Leaf(parquet.DoubleType)
	}
	w := parquet.NewWriter(out, parquet.NewSchema("drill", fields),
		parquet.MaxRowsPerRowGroup(4096))
	rng := rand.New(rand.NewPCG(uint64(n)+version<<32, uint64(d)))
	row := make(parquet.Row, d+1)
	for i := range n {
		for j := range d {
			row[j] = parquet.DoubleValue(rng.Float64()).Level(0, 0, j)
		}
		row[d] = parquet.ByteArrayValue(fmt.Appendf(nil, "c%d", i%3)).Level(0, 0, d)
		if _, err := w.WriteRows([]parquet.Row{row}); err != nil {
			return err
		}
	}
	return w.Close()
}
