package datasets

import (
	"encoding/csv"
	"io"
	"strconv"

	"fsnb.example/internal/atomicfile"
)

// WriteCSV writes the data set as a table that ReadCSV reads back to the same
// bits: a header line, the features in order, the labels in a last column called
// class (with an underscore added while a feature has that name).
func (d *Dataset) WriteCSV(w io.Writer) error {
	cw := csv.NewWriter(w)
	n, p := d.X.Dims()
	record := append([]string(nil), d.Features...)
	if d.Labelled() {
		name := "class"
		for _, taken := d.Index(name); taken; _, taken = d.Index(name) {
			name += "_"
		}
		record = append(record, name)
	}
	if err := cw.Write(record); err != nil {
		return err
	}
	for i := range n {
		for j, v := range d.X.RawRowView(i) {
			record[j] = strconv.FormatFloat(v, 'g', -1, 64)
		}
		if d.Labelled() {
			record[p] = d.Classes[d.Y[i]]
		}
		if err := cw.Write(record); err != nil {
			return err
		}
	}
	cw.Flush()
	return cw.Error()
}

// SaveCSV writes the data set to a file, whole or not at all.
func (d *Dataset) SaveCSV(path string) error {
	return atomicfile.Write(path, d.WriteCSV)
}
