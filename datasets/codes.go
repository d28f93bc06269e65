package datasets

import (
	"fmt"
	"slices"

	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

// CodedColumn is a column whose numbers are codes of categories, such as Options.Code "ordinal"
// makes of words: neither their order nor their distances mean anything.
type CodedColumn struct {
	Column int
	// Levels are the categories, in the order of their numbers: 0, 1, 2, … as read. Changes of the
	// values, such as Standardize, keep their order.
	Levels []string
}

// Coded reports whether the numbers of column j are codes of categories. The cost is O(log c) for c
// such columns.
func (d *Dataset) Coded(j int) bool {
	_, is := slices.BinarySearchFunc(d.Codes, j, func(c CodedColumn, j int) int {
		return c.Column - j
	})
	return is
}

// CodesText describes the columns of codes in a few words, such as "2 columns of codes: site (12
// levels), color (3 levels)"; "" for none.
func (d *Dataset) CodesText() string {
	if d.Codes == nil {
		return ""
	}
	const most = 5
	text := counted(len(d.Codes), "column") + " of codes: "
	for k, c := range d.Codes[:min(most, len(d.Codes))] {
		if k > 0 {
			text += ", "
		}
		text += fmt.Sprintf("%s (%s)", visible.Name(d.Features[c.Column]),
			counted(len(c.Levels), "level"))
	}
	if len(d.Codes) > most {
		text += ", …"
	}
	return text
}

// checkCodes verifies Codes.
func (d *Dataset) checkCodes() error {
	for k, c := range d.Codes {
		if c.Column < 0 || c.Column >= len(d.Features) ||
			k > 0 && c.Column <= d.Codes[k-1].Column {
			return fmt.Errorf("codes are in column %d of %d, or out of order; list each column "+
				"once, ascending, from 0", c.Column, len(d.Features))
		}
		if len(c.Levels) == 0 {
			return fmt.Errorf("the codes of column %d (%s) have no levels; name them", c.Column,
				visible.Name(d.Features[c.Column]))
		}
	}
	return nil
}

// takeCodes returns the columns of codes among some columns, in their new places.
func (d *Dataset) takeCodes(columns []int) (out []CodedColumn) {
	if d.Codes == nil {
		return nil
	}
	for k, j := range columns {
		at, is := slices.BinarySearchFunc(d.Codes, j, func(c CodedColumn, j int) int {
			return c.Column - j
		})
		if is {
			out = append(out, CodedColumn{k, d.Codes[at].Levels})
		}
	}
	return out
}

// withoutCodes drops the columns of codes of d, whose values now depend on those of others.
func (d *Dataset) withoutCodes(what string) {
	if d.Codes == nil {
		return
	}
	d.Warnings = append(slices.Clone(d.Warnings), fmt.Sprintf("%s: %s used their order and "+
		"distances, which may mean nothing; read them with Code \"one-hot\", or leave the step out",
		d.CodesText(), what))
	d.Codes = nil
}

// codesOf are the columns of codes of a table that was read.
func codesOf(t *tabular.Table) (out []CodedColumn) {
	for j, levels := range t.Levels {
		if levels != nil {
			out = append(out, CodedColumn{j, levels})
		}
	}
	return out
}
