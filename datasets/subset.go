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
	out.Features = gathered(d.Features, columns)
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
	out.Y, out.Target = gathered(d.Y, rows), gathered(d.Target, rows)
	out.Group, out.IDs = gathered(d.Group, rows), gathered(d.IDs, rows)
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
	if len(t.Clusters) == n && rows != nil {
		out.Clusters = gathered(t.Clusters, rows)
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

// gathered are the values at some places, nil of nil.
func gathered[T any](values []T, at []int) []T {
	if values == nil {
		return nil
	}
	out := make([]T, len(at))
	for k, i := range at {
		out[k] = values[i]
	}
	return out
}
