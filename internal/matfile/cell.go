package matfile

import (
	"fmt"
	"strings"
)

// maxCells is the number of matrices above which a cell array is refused: it is then a list of
// samples, not of views.
const maxCells = 1 << 12

// cells reads a cell array that is a row or a column of strings, or of numeric matrices, into v.
// Anything else leaves v without values.
func (d *decoder) cells(a array, v *Variable) error {
	if !a.flat || a.rows > 1 && a.cols > 1 {
		return nil
	}
	defer func() { d.name = a.name }()
	text, matrices := []string{}, []Variable(nil)
	n := int64(a.rows) * int64(a.cols)
	for i := range n {
		typ, cell, err := d.matrix.sub()
		if err != nil {
			return err
		}
		if typ != miMATRIX {
			return d.damaged("cell %d is of type %d, not an array", i+1, typ)
		}
		if cell.left == 0 { // the empty matrix
			return nil
		}
		in, err := d.header(&cell)
		if err != nil {
			return err
		}
		d.name = fmt.Sprintf("%s{%d}", a.name, i+1)
		c := Variable{Class: in.class, Rows: in.rows, Cols: in.cols}
		switch isText := in.class == "char" && in.flat && in.rows <= 1; {
		case isText && matrices == nil:
		case numeric(in.class) && in.flat && len(text) == 0 && n <= maxCells:
		default:
			return nil
		}
		if err := d.content(&cell, in, &c); err != nil {
			return err
		}
		if c.Values != nil || c.Sparse != nil {
			matrices = append(matrices, c)
		} else {
			text = append(text, strings.Join(c.Text, "")) // of one row or none
		}
		if err := cell.end(); err != nil {
			return err
		}
		d.name = a.name
	}
	if matrices != nil {
		v.Cells = matrices
	} else {
		v.Text = text
	}
	return nil
}
