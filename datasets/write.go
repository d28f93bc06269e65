package datasets

import (
	"bufio"
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
// the IDs in a first column under IDName ("id" without a name), the features in order, the groups
// under GroupedBy ("group"), and the labels in a last column under LabelName ("class"), or a
// continuous target under TargetName ("target"). A name that is a number or stands for a missing
// value gives way to the word in parentheses; one that is taken gets an underscore. Groups
// that are the IDs are written once, as these. Names and labels that ReadCSV would misread are
// quoted. Classes without samples are not written. Cells that were missing (Dataset.Missing) are
// NA, so that reading back needs Options.Missing; without Missing, what filled them is written.
// Codes of categories are written as their numbers, and read back as measurements.
// Options.ID, Options.Group and Options.Target read the columns back.
//
// It returns an error when the data set breaks a rule, or when a name, a label or an ID is not
// UTF-8 text or holds a zero byte.
func (d *Dataset) WriteCSV(w io.Writer) error {
	if err := d.writable(false); err != nil {
		return err
	}
	b := bufio.NewWriterSize(w, 1<<16)
	c := d.columnsToWrite()
	line := c.header(d)
	missing := newMissingRows(d)
	// bufio.Writer keeps its error for Flush.
	b.Write(append(line, '\n'))
	for i := range d.N() {
		line = line[:0]
		if d.IDs != nil {
			line = append(c.appendID(line, d, i), ',')
		}
		gone := missing.row(i)
		for j, v := range d.X.RawRowView(i) {
			if j > 0 {
				line = append(line, ',')
			}
			if gone != nil && gone[j] {
				line = append(line, "NA"...)
				continue
			}
			line = strconv.AppendFloat(line, v, 'g', -1, 64)
		}
		if c.groups != nil && !c.once {
			line = append(line, c.groups[d.Group[i]]...)
		}
		if d.Continuous() {
			line = strconv.AppendFloat(append(line, ','), d.Target[i], 'g', -1, 64)
		}
		if d.Labeled() {
			line = append(line, c.labels[d.Y[i]]...)
		}
		if _, err := b.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return b.Flush()
}

// writtenColumns are the columns of a table beside the features.
type writtenColumns struct {
	id, group, label string   // names, "" for none
	groups, labels   [][]byte // the cells of each, with the separator before them
	once             bool     // the groups are the IDs
}

func (d *Dataset) columnsToWrite() (c writtenColumns) {
	taken := make(map[string]bool, d.D())
	for _, name := range d.Features {
		taken[name] = true
	}
	free := func(name, without string) string {
		if name == "" || tabular.NumberOrMissing(name) { // above words it would read as a value
			name = without
		}
		for taken[name] {
			name += "_"
		}
		taken[name] = true
		return name
	}
	// The label comes first, so that its name changes last.
	switch {
	case d.Labeled():
		c.label = free(d.LabelName, "class")
		c.labels = cellsOf(d.Classes)
	case d.Continuous():
		c.label = free(d.TargetName, "target")
	}
	if d.Grouped() {
		c.groups = cellsOf(d.Groups)
		if c.once = d.groupsAreIDs(); !c.once {
			c.group = free(d.GroupedBy, "group")
		}
	}
	if d.IDs != nil {
		c.id = free(d.IDName, "id")
	}
	return c
}

// cellsOf are names as cells after a separator.
func cellsOf(names []string) [][]byte {
	cells := make([][]byte, len(names))
	for k, name := range names {
		cells[k] = tabular.AppendLabel([]byte{','}, name)
	}
	return cells
}

func (c *writtenColumns) header(d *Dataset) (line []byte) {
	add := func(name string) {
		if len(line) > 0 {
			line = append(line, ',')
		}
		line = tabular.AppendName(line, name)
	}
	if d.IDs != nil {
		add(c.id)
	}
	for _, name := range d.Features {
		add(name)
	}
	for _, name := range []string{c.group, c.label} {
		if name != "" {
			add(name)
		}
	}
	return line
}

// appendID appends the ID of sample i, which is read as its group too if they are one column.
func (c *writtenColumns) appendID(line []byte, d *Dataset, i int) []byte {
	if c.once && d.Groups[d.Group[i]] == d.IDs[i] {
		return append(line, c.groups[d.Group[i]][1:]...)
	}
	return tabular.AppendText(line, d.IDs[i])
}

// groupsAreIDs reports whether one column holds both: their names and their texts are the same, but
// for numbers as 01, of which the group is 1.
func (d *Dataset) groupsAreIDs() bool {
	if d.IDs == nil || d.IDName != d.GroupedBy {
		return false
	}
	for i, id := range d.IDs {
		short, number := tabular.Canonical(id)
		if name := d.Groups[d.Group[i]]; name != id && !(number && name == short) {
			return false
		}
	}
	return true
}

// idName is the name of the column of the IDs in messages.
func (d *Dataset) idName() string {
	if d.IDName == "" {
		return "a column"
	}
	return visible.Name(d.IDName)
}

// writable returns an error when ReadCSV could not read the file back. sparse formats take sparse
// data.
func (d *Dataset) writable(sparse bool) error {
	if err := d.Check(); err != nil {
		return err
	}
	if err := d.CheckFinite(); err != nil {
		return err
	}
	if err := d.NeedDense(); err != nil && !sparse {
		return fmt.Errorf("no table is written: %w", err)
	}
	for j, name := range d.Features {
		if !isText(name) {
			return fmt.Errorf("the name of column %d, %q, is not text that a table can hold; "+
				"rename it", j, visible.Short(name))
		}
	}
	for _, list := range []struct {
		what  string
		names []string
	}{{"the name of class %d", d.Classes}, {"the name of group %d", d.Groups},
		{"the ID of row %d", d.IDs}, {"the name of column %d beside the features",
			[]string{d.IDName, d.GroupedBy, d.LabelName, d.TargetName}}} {
		for k, name := range list.names {
			if !isText(name) {
				return fmt.Errorf(list.what+", %q, is not text that a table can hold; rename it",
					k, visible.Short(name))
			}
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
