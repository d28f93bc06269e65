package datasets

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/atomicfile"
	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

// WriteLIBSVM writes the data set as text of LIBSVM that ReadLIBSVM reads back to the same bits: a
// line for each sample, its label and pairs index:value of the values other than 0, with indices
// from 1. Without labels, lines begin with their pairs, and Options.Label is NoLabel. The format
// has no names of features; SaveLIBSVM writes them beside it. Sparse data are written in the time
// of their values.
//
// It returns an error when the data set breaks a rule, has groups or IDs, or has a class whose name
// the format cannot hold.
func (d *Dataset) WriteLIBSVM(w io.Writer) error {
	if err := d.writable(true); err != nil {
		return err
	}
	if d.Grouped() || d.IDs != nil {
		return errors.New("LIBSVM text has no place for groups and IDs; write a .csv, or leave " +
			"them out")
	}
	for _, name := range d.Classes {
		if !isLIBSVMLabel(name) {
			return fmt.Errorf("the class %q is no label of LIBSVM text, which is one word without "+
				"colons and commas; rename it, or write a .csv", visible.Short(name))
		}
	}
	b := bufio.NewWriterSize(w, 1<<16)
	last := d.D() - 1
	var line []byte
	err := d.eachEntries(func(i int, entries []entry) error {
		line = line[:0]
		if d.Labeled() {
			line = append(line, d.Classes[d.Y[i]]...)
		}
		// A zero is written for the number of columns, and for a line that is not blank.
		if n := len(entries); (n == 0 || entries[n-1].column < last) &&
			(i == 0 || n == 0 && len(line) == 0) {
			entries = append(entries, entry{column: last})
		}
		for _, e := range entries {
			if len(line) > 0 {
				line = append(line, ' ')
			}
			line = append(strconv.AppendInt(line, int64(e.column+1), 10), ':')
			line = strconv.AppendFloat(line, e.value, 'g', -1, 64)
		}
		_, err := b.Write(append(line, '\n'))
		return err
	})
	if err != nil {
		return err
	}
	return b.Flush()
}

// SaveLIBSVM writes the data set to a file as WriteLIBSVM does, atomically, compressed with gzip if
// its name ends with .gz. Names of features other than f0, f1, … go into a file beside it, one a
// line, for Options.Names: NamesFile is its name. It also returns an error for a name that is no
// line, such as one with a line break or with blanks around it.
func (d *Dataset) SaveLIBSVM(path string) error {
	write := d.WriteLIBSVM
	if strings.HasSuffix(strings.ToLower(path), ".gz") {
		write = func(w io.Writer) error {
			z := gzip.NewWriter(w)
			if err := d.WriteLIBSVM(z); err != nil {
				return err
			}
			return z.Close()
		}
	}
	names := d.NamesFile(path)
	if names != "" { // before anything is written
		if err := d.writeNames(io.Discard); err != nil {
			return fmt.Errorf("cannot write %s: %w", names, err)
		}
	}
	if err := atomicfile.Write(path, write); err != nil || names == "" {
		return err
	}
	return atomicfile.Write(names, d.writeNames)
}

// NamesFile returns the name of the file of names that SaveLIBSVM writes beside path: that with
// .names after it, without .gz. "" is no file, for features called f0, f1, ….
func (d *Dataset) NamesFile(path string) string {
	if tabular.Numbered(d.Features) {
		return ""
	}
	if end := len(path) - len(".gz"); end >= 0 && strings.EqualFold(path[end:], ".gz") {
		path = path[:end]
	}
	return path + ".names"
}

// writeNames writes the names of the features, one a line.
func (d *Dataset) writeNames(w io.Writer) error {
	if err := d.writable(true); err != nil {
		return err
	}
	b := bufio.NewWriterSize(w, 1<<16)
	for j, name := range d.Features {
		if name != strings.TrimSpace(name) || strings.Contains(name, "\n") ||
			j == 0 && strings.HasPrefix(name, "\ufeff") {
			return fmt.Errorf("the name of column %d, %q, is no line of a file of names; rename "+
				"it, or write a .csv", j, visible.Short(name))
		}
		b.WriteString(name) // which keeps its error for Flush
		b.WriteByte('\n')
	}
	return b.Flush()
}

// entry is a value that is not 0.
type entry struct {
	column int
	value  float64
}

// eachEntries calls use for each sample with its entries, which share memory, a negative zero among
// them, by column.
func (d *Dataset) eachEntries(use func(i int, entries []entry) error) error {
	var out []entry
	if x, ok := d.Stored.(*storage.Sparse); ok {
		starts, columns, values := x.ByRow()
		for i := range d.N() {
			out = out[:0]
			for p := starts[i]; p < starts[i+1]; p++ {
				out = append(out, entry{int(columns[p]), values[p]})
			}
			if err := use(i, out); err != nil {
				return err
			}
		}
		return nil
	}
	var buf storage.Buffer
	for i := range d.N() {
		out = out[:0]
		var row []float64
		if err := storage.Guard(func() {
			row = d.Matrix().Rows(i, i+1, &buf).RawRowView(0)
		}); err != nil {
			return err
		}
		for j, v := range row {
			if v != 0 || math.Signbit(v) {
				out = append(out, entry{j, v})
			}
		}
		if err := use(i, out); err != nil {
			return err
		}
	}
	return nil
}

// isLIBSVMLabel reports whether ReadLIBSVM reads a label back.
func isLIBSVMLabel(name string) bool {
	cell := string(tabular.AppendLabel(nil, name))
	return cell == name && len(strings.Fields(name)) == 1 && !strings.ContainsAny(name, " :#,") &&
		!slices.Contains([]rune(name), '\ufeff') && name == strings.TrimSpace(name)
}
