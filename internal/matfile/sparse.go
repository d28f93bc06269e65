package matfile

import "math"

// maxVoid is how many elements a sparse array may have for each number stored
// when the arrays that have more are large together. Dimensions need no data, so
// wrong ones could ask for all memory; tables of word counts have 30 to 600.
const maxVoid = 1 << 10

// sparse reads a sparse array as a full matrix. It is stored as the row of each
// entry, column by column, the place where each column starts among them, and
// the values.
func (d *decoder) sparse(m *section, a array) ([]float64, error) {
	n, err := d.elements(a)
	if err != nil {
		return nil, err
	}
	// Places for entries may be stored that are not used (nzmax) and hold
	// anything, but no more than n can be.
	rowOf, err := d.indices(m, min(n, math.MaxInt32), a.rows-1)
	if err != nil {
		return nil, err
	}
	starts, err := d.indices(m, int64(a.cols)+1, len(rowOf))
	if err != nil {
		return nil, err
	}
	if len(starts) != a.cols+1 {
		return nil, d.damaged("%s column starts where %d columns need %d",
			count(int64(len(starts))), a.cols, a.cols+1)
	}
	for i, at := range starts {
		if i == 0 && at != 0 || i > 0 && at < starts[i-1] {
			return nil, d.damaged("the start of column %d is out of order", i+1)
		}
	}
	entries := int64(starts[a.cols])
	if n/maxVoid > entries { // many of them count as one large one
		d.void += n * 8
	}
	if n/maxVoid > entries && d.void > trusted {
		return nil, d.damaged("a sparse %d×%d array with only %s entries, fewer than one in %s; "+
			"or save full(X) in its place", a.rows, a.cols, count(entries), count(maxVoid))
	}
	for k, row := range rowOf[:entries] {
		if row < 0 {
			return nil, d.damaged("entry %d is in none of the %d rows", k+1, a.rows)
		}
	}
	if err := d.charge(8 * n); err != nil {
		return nil, err
	}
	if entries == 0 {
		return make([]float64, n), nil
	}
	typ, sub, err := m.sub()
	if err != nil {
		return nil, err
	}
	// MATLAB states double for the values of a logical array and stores bytes.
	if a.logical && typ == miDOUBLE && sub.left >= entries && sub.left < 8*entries {
		typ = miUINT8
	}
	w := width(typ)
	if w == 0 {
		return nil, d.damaged("its numbers are of type %d", typ)
	}
	if sub.left/w < entries {
		return nil, d.damaged("%s numbers for %s entries", count(sub.left/w), count(entries))
	}
	out := make([]float64, n)
	r := numbers{d: d, typ: typ, width: w, src: &sub}
	buf := make([]float64, min(entries, chunkBytes/8))
	col := 0
	for k := int64(0); k < entries; {
		b := buf[:min(int64(len(buf)), entries-k)]
		if err := r.read(b); err != nil {
			return nil, err
		}
		for _, v := range b {
			for int64(starts[col+1]) <= k {
				col++
			}
			// Entries at one place add up, as is usual for this storage.
			out[int64(rowOf[k])*int64(a.cols)+int64(col)] += v
			k++
		}
	}
	return out, sub.end()
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
