package datasets

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"math"
)

// matVar is a variable of a MATLAB file that a test writes, the values row by
// row. With text it is a char matrix of those rows, with cells a cell array.
type matVar struct {
	name       string
	rows, cols int
	values     []float64
	text       []string
	cells      []string
	matrices   []matVar // of a cell array that is a row
	class      byte     // 0 for double
	deep       int      // third dimension, 0 for none
	sparse     bool
	zeros      bool // the values are bytes of zero
}

// matColumn is a column vector.
func matColumn(name string, values ...float64) matVar {
	return matVar{name: name, rows: len(values), cols: 1, values: values}
}

// matFile writes a little-endian level-5 file, after the description "MAT-File
// Format" of The MathWorks.
func matFile(compress bool, vars ...matVar) []byte {
	file := append(bytes.Repeat([]byte{' '}, 124), 0, 1, 'I', 'M')
	copy(file, "MATLAB 5.0 MAT-file, written by a test")
	for _, v := range vars {
		element := v.matrix()
		if compress {
			var z bytes.Buffer
			w := zlib.NewWriter(&z)
			w.Write(element)
			w.Close()
			element = append(matTag(15, z.Len()), z.Bytes()...)
		}
		file = append(file, element...)
	}
	return file
}

func matTag(kind, size int) []byte {
	return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, uint32(kind)),
		uint32(size))
}

func matElement(kind int, data []byte) []byte {
	e := append(matTag(kind, len(data)), data...)
	return append(e, make([]byte, -len(data)&7)...)
}

func matInts(values ...int) []byte {
	var b []byte
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, uint32(v))
	}
	return b
}

func matDoubles(values []float64) []byte {
	var b []byte
	for _, v := range values {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

func (v matVar) matrix() []byte {
	class := int(v.class)
	switch {
	case v.text != nil:
		class, v.rows, v.cols = 4, len(v.text), len(v.text[0])
	case v.cells != nil:
		class, v.rows, v.cols = 1, len(v.cells), 1
	case v.matrices != nil:
		class, v.rows, v.cols = 1, 1, len(v.matrices)
	case v.sparse:
		class = 5
	case class == 0:
		class = 6
	}
	dims := []int{v.rows, v.cols}
	if v.deep > 0 {
		dims = append(dims, v.deep)
	}
	body := matElement(6, matInts(class, len(v.values)))
	body = append(body, matElement(5, matInts(dims...))...)
	body = append(body, matElement(1, []byte(v.name))...)
	switch {
	case v.text != nil:
		var column []byte
		for j := range v.cols {
			for i := range v.rows {
				column = append(column, v.text[i][j])
			}
		}
		body = append(body, matElement(2, column)...)
	case v.cells != nil:
		for _, text := range v.cells {
			body = append(body, matVar{text: []string{text}}.matrix()...)
		}
	case v.matrices != nil:
		for _, m := range v.matrices {
			body = append(body, m.matrix()...)
		}
	case v.sparse:
		var rowOf []int
		var values []float64
		starts := []int{0}
		for j := range v.cols {
			for i := range v.rows {
				if x := v.values[i*v.cols+j]; x != 0 {
					rowOf, values = append(rowOf, i), append(values, x)
				}
			}
			starts = append(starts, len(values))
		}
		body = append(body, matElement(5, matInts(rowOf...))...)
		body = append(body, matElement(5, matInts(starts...))...)
		body = append(body, matElement(9, matDoubles(values))...)
	case v.zeros:
		body = append(body, matElement(2, make([]byte, v.rows*v.cols))...)
	case v.deep > 0: // in the order of the file
		body = append(body, matElement(9, matDoubles(v.values))...)
	case v.values == nil: // a claim
		body = append(body, matElement(9, nil)...)
	default:
		columns := make([]float64, 0, len(v.values))
		for j := range v.cols {
			for i := range v.rows {
				columns = append(columns, v.values[i*v.cols+j])
			}
		}
		body = append(body, matElement(9, matDoubles(columns))...)
	}
	return append(matTag(14, len(body)), body...)
}
