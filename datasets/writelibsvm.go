package datasets

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

// WriteLIBSVM writes the data set as text of LIBSVM that ReadLIBSVM reads back to the same bits: a
// line for each sample, its label and pairs index:value of the values other than 0, with indices
// from 1. Without labels, lines begin with their pairs, and Options.Label is NoLabel. The format
// has no names of features.
//
// It returns an error when the data set breaks a rule, has groups or IDs, or has a class whose name
// the format cannot hold.
func (d *Dataset) WriteLIBSVM(w io.Writer) error {
	if err := d.writable(); err != nil {
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
	for i := range d.N() {
		line = line[:0]
		if d.Labeled() {
			line = append(line, d.Classes[d.Y[i]]...)
		}
		for j, v := range d.X.RawRowView(i) {
			// A zero is written for the number of columns, and for a line that is not blank.
			needed := i == 0 && j == last || len(line) == 0 && j == last
			if v == 0 && !math.Signbit(v) && !needed {
				continue
			}
			if len(line) > 0 {
				line = append(line, ' ')
			}
			line = append(strconv.AppendInt(line, int64(j+1), 10), ':')
			line = strconv.AppendFloat(line, v, 'g', -1, 64)
		}
		if _, err := b.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return b.Flush()
}

// isLIBSVMLabel reports whether ReadLIBSVM reads a label back.
func isLIBSVMLabel(name string) bool {
	cell := string(tabular.AppendLabel(nil, name))
	return cell == name && len(strings.Fields(name)) == 1 && !strings.ContainsAny(name, " :#,") &&
		!slices.Contains([]rune(name), '\ufeff') && name == strings.TrimSpace(name)
}
