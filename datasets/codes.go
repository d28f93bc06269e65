package datasets

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
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

// hashCodes adds the columns of codes to a hash; that of data without any stays as it is.
func (d *Dataset) hashCodes(h io.Writer) {
	if d.Codes != nil {
		io.WriteString(h, "codes\n")
		h.Write(d.appendCodes(nil))
	}
}

// appendCodes adds the columns of codes to the words of a parsed copy: their number, and of each
// its column, the number of its levels and these after their lengths, all numbers as varints.
func (d *Dataset) appendCodes(words []byte) []byte {
	number := func(v int) { words = binary.AppendUvarint(words, uint64(v)) }
	number(len(d.Codes))
	for _, c := range d.Codes {
		number(c.Column)
		number(len(c.Levels))
		for _, level := range c.Levels {
			number(len(level))
			words = append(words, level...)
		}
	}
	return words
}

// readCodes reads what appendCodes wrote, at the beginning of text, and returns the rest.
func (d *Dataset) readCodes(text string) (rest string, err error) {
	number := func() int {
		v, size := binary.Uvarint([]byte(text[:min(binary.MaxVarintLen64, len(text))]))
		if size <= 0 || v > math.MaxInt32 {
			err, text = errCopy, ""
			return 0
		}
		text = text[size:]
		return int(v)
	}
	for k := number(); k > 0 && err == nil; k-- {
		c := CodedColumn{Column: number()}
		for l := number(); l > 0 && err == nil; l-- {
			length := number()
			if length > len(text) {
				return "", errCopy
			}
			c.Levels, text = append(c.Levels, text[:length]), text[length:]
		}
		d.Codes = append(d.Codes, c)
	}
	return text, errors.Join(err, d.checkCodes())
}
