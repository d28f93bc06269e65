package rawfloat

import (
	"bytes"
	"io"
)

// block is the number of values that Transposed takes at a time: 1 MiB, to stay in the
// second-level cache.
const block = 1 << 17

// Transposed puts rows·cols numbers, which next gives column by column, into the row-major out. It
// goes by blocks of columns, so that out is written in runs and not in single numbers one row
// apart.
func Transposed(out []float64, rows, cols int, next func([]float64) error) error {
	if rows <= 1 || cols <= 1 { // the same in both orders
		return next(out)
	}
	buf := make([]float64, min(len(out), block))
	for j := 0; j < cols; {
		wide := min(cols-j, max(1, block/rows))
		for i := 0; i < rows; {
			high := min(rows-i, block/wide)
			b := buf[:wide*high]
			if err := next(b); err != nil {
				return err
			}
			for k := range high {
				row := out[(i+k)*cols+j:][:wide]
				for c := range row {
					row[c] = b[c*high+k]
				}
			}
			i += high
		}
		j += wide
	}
	return nil
}

// Arrive reads n bytes of r and returns a reader of the same data. The memory it takes grows with
// what arrives.
func Arrive(r io.Reader, n int64) (io.Reader, error) {
	var parts []io.Reader
	for n > 0 {
		p := make([]byte, min(n, 1<<20))
		if _, err := io.ReadFull(r, p); err != nil {
			return nil, err
		}
		parts = append(parts, bytes.NewReader(p))
		n -= int64(len(p))
	}
	return io.MultiReader(append(parts, r)...), nil
}
