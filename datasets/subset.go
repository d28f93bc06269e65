package datasets

import (
	"errors"
	"fmt"
	"slices"
)

// Take returns a data set with the given columns only, in that order; the result has no Image. Of
// data that are sparse or on disk, up to KeptDense values are held in memory as X. It returns an
// error when an index is out of range or appears twice.
func (d *Dataset) Take(columns []int) (*Dataset, error) {
	if err := CheckColumns(columns, d.D()); err != nil {
		return nil, err
	}
	out := *d
	m := d.Matrix().Take(columns)
	if d.Stored != nil {
		var err error
		if m, err = inMemory(m); err != nil {
			return nil, err
		}
	}
	out.setMatrix(m)
	out.Features = make([]string, len(columns))
	for k, j := range columns {
		out.Features[k] = d.Features[j]
	}
	out.Truth, out.Image = nil, ImageShape{}
	out.Missing = d.Missing.takeColumns(columns)
	out.Codes = d.takeCodes(columns)
	out.Warnings = d.warningsOf(out.Features)
	out.History = append(slices.Clone(d.History),
		fmt.Sprintf("took %d of %d features", len(columns), d.D()))
	return &out, nil
}

// Rows returns a data set with the given samples only, in that order. The lists of classes and
// groups are kept, so that their indices keep their meaning, and so is the known answer (Truth). It
// returns an error when rows is empty or an index is out of range.
func (d *Dataset) Rows(rows []int) (*Dataset, error) {
	if len(rows) == 0 {
		return nil, errors.New("no samples chosen; give at least one row index")
	}
	for _, i := range rows {
		if i < 0 || i >= d.N() {
			return nil, fmt.Errorf("row %d is out of range: the data set has %d samples, "+
				"numbered from 0 to %d", i, d.N(), d.N()-1)
		}
	}
	out := *d
	out.setMatrix(d.Matrix().TakeRows(rows))
	out.Truth = d.Truth.rows(rows, d.N())
	if d.Labeled() {
		out.Y = make([]int, len(rows))
	}
	if d.Continuous() {
		out.Target = make([]float64, len(rows))
	}
	if d.Grouped() {
		out.Group = make([]int, len(rows))
	}
	if d.IDs != nil {
		out.IDs = make([]string, len(rows))
	}
	for k, i := range rows {
		if d.Labeled() {
			out.Y[k] = d.Y[i]
		}
		if d.Continuous() {
			out.Target[k] = d.Target[i]
		}
		if d.Grouped() {
			out.Group[k] = d.Group[i]
		}
		if d.IDs != nil {
			out.IDs[k] = d.IDs[i]
		}
	}
	out.Missing = d.Missing.takeRows(rows, d.N())
	out.History = append(slices.Clone(d.History),
		fmt.Sprintf("took %d of %d samples", len(rows), d.N()))
	return &out, nil
}

// rows is the known answer for the given of n samples.
func (t *Truth) rows(rows []int, n int) *Truth {
	if t == nil {
		return nil
	}
	out := *t
	out.Clusters = nil
	if len(t.Clusters) == n {
		for _, i := range rows {
			out.Clusters = append(out.Clusters, t.Clusters[i])
		}
	}
	return &out
}

// CheckColumns returns an error unless columns is a non-empty list of distinct
// indices below d.
func CheckColumns(columns []int, d int) error {
	if len(columns) == 0 {
		return errors.New("no features chosen; give at least one column index")
	}
	seen := make(map[int]bool, len(columns))
	for _, j := range columns {
		if j < 0 || j >= d {
			return fmt.Errorf("feature %d is out of range: the data set has %d features, "+
				"numbered from 0 to %d", j, d, d-1)
		}
		if seen[j] {
			return fmt.Errorf("feature %d is listed twice; name each feature once", j)
		}
		seen[j] = true
	}
	return nil
}
