package datasets

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"fsnb.example/internal/atomicfile"
	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

// WriteCSV writes the data set as a table that ReadCSV reads back to the same bits: a header line,
// the features in order, the labels in a last column called class, or a continuous target in one
// of its name or called target (with an underscore added while a feature has that name). Names and
// labels that ReadCSV would misread are quoted. Classes without samples are not written.
//
// It returns an error when the data set breaks a rule, or when a name or a label is not UTF-8 text
// or holds a zero byte.
func (d *Dataset) WriteCSV(w io.Writer) error {
	if err := d.writable(); err != nil {
		return err
	}
	b := bufio.NewWriterSize(w, 1<<16)
	var line []byte
	for j, name := range d.Features {
		if j > 0 {
			line = append(line, ',')
		}
		line = tabular.AppendName(line, name)
	}
	if d.Labeled() || d.Continuous() {
		name := "class"
		if d.Continuous() {
			name = cmp.Or(d.TargetName, "target")
		}
		for _, taken := d.Index(name); taken; _, taken = d.Index(name) {
			name += "_"
		}
		line = tabular.AppendName(append(line, ','), name)
	}
	labels := make([][]byte, len(d.Classes))
	for c, label := range d.Classes {
		labels[c] = tabular.AppendLabel([]byte{','}, label)
	}
	// bufio.Writer keeps its error for Flush.
	b.Write(append(line, '\n'))
	for i := range d.N() {
		line = line[:0]
		for j, v := range d.X.RawRowView(i) {
			if j > 0 {
				line = append(line, ',')
			}
			line = strconv.AppendFloat(line, v, 'g', -1, 64)
		}
		if d.Continuous() {
			line = strconv.AppendFloat(append(line, ','), d.Target[i], 'g', -1, 64)
		}
		if d.Labeled() {
			line = append(line, labels[d.Y[i]]...)
		}
		if _, err := b.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return b.Flush()
}

// writable returns an error when ReadCSV could not read the file back.
func (d *Dataset) writable() error {
	if err := d.Check(); err != nil {
		return err
	}
	if err := d.CheckFinite(); err != nil {
		return err
	}
	for j, name := range d.Features {
		if !isText(name) {
			return fmt.Errorf("the name of column %d, %q, is not text that a table can hold; "+
				"rename it", j, visible.Short(name))
		}
	}
	if !isText(d.TargetName) {
		return fmt.Errorf("the name of the target, %q, is not text that a table can hold; rename it",
			visible.Short(d.TargetName))
	}
	for c, name := range d.Classes {
		if !isText(name) {
			return fmt.Errorf("the name of class %d, %q, is not text that a table can hold; "+
				"rename it", c, visible.Short(name))
		}
	}
	return nil
}

func isText(name string) bool {
	return utf8.ValidString(name) && strings.IndexByte(name, 0) < 0
}

// SaveCSV writes the data set to a file, atomically.
func (d *Dataset) SaveCSV(path string) error {
	return atomicfile.Write(path, d.WriteCSV)
}
