package matfile

import (
	"math"

	"fsnb.example/internal/compressed"
)

// columns reads a sparse array as it is stored.
func (d *decoder) columns(m *section, a array) (*compressed.Matrix, error) {
	if err := compressed.CheckSides(a.rows, a.cols); err != nil {
		return nil, fail(nil, "variable %q is %v", d.name, err)
	}
	if err := d.charge(compressed.Memory(a.rows, a.cols, 0)); err != nil {
		return nil, err
	}
	most := int64(math.MaxInt32)
	if a.rows == 0 || int64(a.cols) <= most/int64(a.rows) {
		most = int64(a.rows) * int64(a.cols)
	}
	rowOf, starts, err := d.places(m, a, most)
	if err != nil {
		return nil, err
	}
	if err := d.checkRows(rowOf, a); err != nil {
		return nil, err
	}
	if err := d.charge(compressed.Memory(0, 0, int64(len(rowOf)))); err != nil {
		return nil, err
	}
	out := &compressed.Matrix{Rows: a.rows, Cols: a.cols, Index: rowOf,
		Starts: make([]int, len(starts)), Values: []float64{}}
	for j, at := range starts {
		out.Starts[j] = int(at)
	}
	err = d.entries(m, a, int64(len(rowOf)), func(values []float64) {
		out.Values = append(out.Values, values...) // memory grows as they arrive
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// places reads the row of each entry, column by column, at most most of them, and the place where
// each column starts among them.
func (d *decoder) places(m *section, a array, most int64) (rowOf, starts []int32, err error) {
	// Places for entries may be stored that are not used (nzmax) and hold
	// anything, but no more than most can be.
	if rowOf, err = d.indices(m, min(most, math.MaxInt32), a.rows-1); err != nil {
		return nil, nil, err
	}
	if starts, err = d.indices(m, int64(a.cols)+1, len(rowOf)); err != nil {
		return nil, nil, err
	}
	if len(starts) != a.cols+1 {
		return nil, nil, d.damaged("%s column starts where %d columns need %d",
			count(int64(len(starts))), a.cols, a.cols+1)
	}
	for i, at := range starts {
		if i == 0 && at != 0 || i > 0 && at < starts[i-1] {
			return nil, nil, d.damaged("the start of column %d is out of order", i+1)
		}
	}
	return rowOf[:starts[a.cols]], starts, nil
}

// checkRows returns an error when an entry is outside the array.
func (d *decoder) checkRows(rowOf []int32, a array) error {
	for k, row := range rowOf {
		if row < 0 {
			return d.damaged("entry %d is in none of the %d rows", k+1, a.rows)
		}
	}
	return nil
}

// entries reads the values of the entries and gives them to use, some at a time.
func (d *decoder) entries(m *section, a array, entries int64, use func([]float64)) error {
	if entries == 0 {
		return nil
	}
	typ, sub, err := m.sub()
	if err != nil {
		return err
	}
	// MATLAB states double for the values of a logical array and stores bytes.
	if a.logical && typ == miDOUBLE && sub.left >= entries && sub.left < 8*entries {
		typ = miUINT8
	}
	w := width(typ)
	if w == 0 {
		return d.damaged("its numbers are of type %d", typ)
	}
	if sub.left/w < entries {
		return d.damaged("%s numbers for %s entries", count(sub.left/w), count(entries))
	}
	r := numbers{d: d, typ: typ, width: w, src: &sub}
	buf := make([]float64, min(entries, chunkBytes/8))
	for entries > 0 {
		b := buf[:min(int64(len(buf)), entries)]
		if err := r.read(b); err != nil {
			return err
		}
		use(b)
		entries -= int64(len(b))
	}
	return sub.end()
}

// indices reads the next subelement as whole numbers and keeps the first keep
// of them, in memory that grows as they arrive. Those outside 0 to most become
// -1.
func (d *decoder) indices(m *section, keep int64, most int) ([]int32, error) {
	typ, sub, err := m.sub()
	if err != nil {
		return nil, err
	}
	w := width(typ)
	if w == 0 || typ == miSINGLE || typ == miDOUBLE {
		return nil, d.damaged("its indices are of type %d", typ)
	}
	r := numbers{d: d, typ: typ, width: w, src: &sub}
	keep = min(keep, sub.left/w)
	if err := d.charge(4 * keep); err != nil {
		return nil, err
	}
	var all []int32
	buf := make([]float64, min(keep, chunkBytes/8))
	for keep > 0 {
		b := buf[:min(int64(len(buf)), keep)]
		if err := r.read(b); err != nil {
			return nil, err
		}
		for _, v := range b {
			if v < 0 || v > float64(most) {
				v = -1
			}
			all = append(all, int32(v))
		}
		keep -= int64(len(b))
	}
	return all, sub.end()
}
