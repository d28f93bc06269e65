package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"
)

// The bound of fsnb's readers: numbers take at most 64 MiB and 1000 times the bytes of the file.
const (
	freeValues = 1 << 23
	maxGrowth  = 1000
)

// maxScale is the largest number of digits after the point of decimal numbers.
const maxScale = 400

// nested is written for a cell that is neither number nor text.
const nested = "(no number or text)"

// column writes the cells of one column of the table.
type column struct {
	name     string
	leaf     int  // the index of its values, -1 for what is no single value
	scale    int  // of decimal numbers, -1 for other columns
	unsigned bool // integers without a sign
	text     bool
}

// columns are those of the table, and owners says which one each leaf belongs to, -1 for those of
// nested columns.
func columns(schema *parquet.Schema) (all []column, owners []int) {
	leaves := make(map[string]int) // by the column
	for _, path := range schema.Columns() {
		leaves[path[0]]++
	}
	for _, f := range schema.Fields() {
		c := column{name: f.Name(), leaf: -1, scale: -1}
		if f.Leaf() && !f.Repeated() {
			c.leaf = len(owners)
			c.describe(f.Type())
			owners = append(owners, len(all))
		} else {
			for range leaves[f.Name()] {
				owners = append(owners, -1)
			}
		}
		all = append(all, c)
	}
	return all, owners
}

// describe finds what the numbers or bytes of a column stand for.
func (c *column) describe(t parquet.Type) {
	if logical := t.LogicalType(); logical != nil {
		switch v := logical.Value.(type) {
		case *format.DecimalType:
			if c.scale = int(v.Scale); c.scale < 0 || c.scale > maxScale {
				c.leaf = -1
			}
		case *format.IntType:
			c.unsigned = !v.IsSigned
		case *format.StringType, *format.EnumType, *format.JsonType:
			c.text = true
		}
	}
	if old := t.ConvertedType(); old != nil {
		switch *old {
		case deprecated.UTF8, deprecated.Enum, deprecated.Json:
			c.text = true
		case deprecated.Uint8, deprecated.Uint16, deprecated.Uint32, deprecated.Uint64:
			c.unsigned = true
		}
	}
}

// convert writes the table in r, of size bytes.
func convert(r io.ReaderAt, size int64, w *bufio.Writer) error {
	if err := checkFooter(r, size); err != nil {
		return err
	}
	f, err := parquet.OpenFile(r, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return fmt.Errorf("the file is no whole Parquet file (%w); fetch it again", err)
	}
	all, owners := columns(f.Schema())
	switch values := f.NumRows() * int64(len(all)); {
	case len(all) == 0:
		return errors.New("the Parquet file has no columns")
	case f.NumRows() < 0 || f.NumRows() > 1<<40 || len(all) > 1<<21:
		return fmt.Errorf("the Parquet file claims %d rows of %d columns; fetch it again",
			f.NumRows(), len(all))
	case values > freeValues && 8*(values-freeValues)/maxGrowth > size:
		return fmt.Errorf(
			"%d bytes of the file become %d values, which take more than %d times as "+
				"much memory; if that is right, write it as a .csv", size, values, maxGrowth)
	}
	if err := checkPages(f, r, size); err != nil {
		return err
	}
	for j, c := range all {
		if err := separate(w, j); err != nil {
			return err
		}
		w.WriteString(quoted(c.name))
	}
	w.WriteByte('\n')
	t := &table{w: w, all: all, owners: owners, cells: make([]parquet.Value, len(all)),
		left: f.NumRows()}
	for _, group := range f.RowGroups() {
		if err := t.group(group); err != nil {
			return err
		}
	}
	if t.left != 0 {
		return fmt.Errorf("the Parquet file has %d rows fewer than it claims; fetch it again",
			t.left)
	}
	return nil
}

// table writes rows.
type table struct {
	w      *bufio.Writer
	all    []column
	owners []int
	cells  []parquet.Value
	left   int64 // rows that the file claims and that did not come yet
}

func (t *table) group(group parquet.RowGroup) error {
	rows := group.Rows()
	defer rows.Close()
	buf := make([]parquet.Row, 64)
	for {
		n, err := rows.ReadRows(buf)
		for _, row := range buf[:n] {
			if t.left--; t.left < 0 {
				return errors.New("the Parquet file has more rows than it claims; fetch it again")
			}
			if err := t.row(row); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("the Parquet file is damaged (%w); fetch it again", err)
		}
		if n == 0 {
			return errors.New("the Parquet file is damaged (no rows where some should be); fetch " +
				"it again")
		}
	}
}

func (t *table) row(row parquet.Row) error {
	clear(t.cells)
	for _, v := range row {
		if k := v.Column(); k >= 0 && k < len(t.owners) && t.owners[k] >= 0 {
			t.cells[t.owners[k]] = v
		}
	}
	for j, c := range t.all {
		if err := separate(t.w, j); err != nil {
			return err
		}
		switch {
		case c.leaf < 0:
			t.w.WriteString(quoted(nested))
		case !t.cells[j].IsNull():
			t.w.WriteString(c.cell(t.cells[j]))
		case len(t.all) == 1: // a blank line would be passed over
			t.w.WriteString("NA")
		}
	}
	return t.w.WriteByte('\n')
}

func separate(w *bufio.Writer, j int) error {
	if j == 0 {
		return nil
	}
	return w.WriteByte(',')
}

func quoted(text string) string { return `"` + strings.ReplaceAll(text, `"`, `""`) + `"` }

// cell is the text of a value that is not null.
func (c column) cell(v parquet.Value) string {
	switch v.Kind() {
	case parquet.Boolean:
		if v.Boolean() {
			return "1"
		}
		return "0"
	case parquet.Int32:
		if c.unsigned {
			return strconv.FormatUint(uint64(v.Uint32()), 10)
		}
		return c.decimal(big.NewInt(int64(v.Int32())))
	case parquet.Int64:
		if c.unsigned {
			return strconv.FormatUint(v.Uint64(), 10)
		}
		return c.decimal(big.NewInt(v.Int64()))
	case parquet.Float:
		// The digits of the float64 that equals it, as other readers of fsnb have it.
		return strconv.FormatFloat(float64(v.Float()), 'g', -1, 64)
	case parquet.Double:
		return strconv.FormatFloat(v.Double(), 'g', -1, 64)
	case parquet.ByteArray, parquet.FixedLenByteArray:
		p := v.ByteArray()
		switch {
		case c.scale >= 0:
			return c.decimal(signed(p))
		case (c.text || v.Kind() == parquet.ByteArray) && utf8.Valid(p):
			return quoted(string(p))
		}
	}
	return quoted(nested)
}

// signed is a big-endian number in two's complement.
func signed(p []byte) *big.Int {
	n := new(big.Int).SetBytes(p)
	if len(p) > 0 && p[0]&0x80 != 0 {
		n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(p))))
	}
	return n
}

// decimal is n with scale digits after the point.
func (c column) decimal(n *big.Int) string {
	if c.scale <= 0 {
		return n.String()
	}
	digits := new(big.Int).Abs(n).String()
	if missing := c.scale + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	sign := ""
	if n.Sign() < 0 {
		sign = "-"
	}
	at := len(digits) - c.scale
	return sign + digits[:at] + "." + digits[at:]
}
