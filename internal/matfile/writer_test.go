package matfile

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"math"
	"unicode/utf16"
)

// writer makes MAT-files for the tests. It shares nothing with the reader but
// the type numbers.
type writer struct {
	order    binary.AppendByteOrder
	compress bool
	small    bool // use small elements where the data have 1 to 4 bytes
}

// spec describes one array to write, values in MATLAB's column order.
type spec struct {
	name   string
	class  byte
	flags  byte
	dims   []int32
	typ    uint32 // of the stored numbers
	values []float64
	rowOf  []float64 // of a sparse array
	starts []float64
	nzmax  int
	text   string
	cells  []spec
	noData bool
}

func (w writer) element(typ uint32, data []byte) []byte {
	var b []byte
	if w.small && len(data) >= 1 && len(data) <= 4 {
		b = w.order.AppendUint32(b, uint32(len(data))<<16|typ)
		return append(b, append(data, make([]byte, 4-len(data))...)...)
	}
	b = w.order.AppendUint32(b, typ)
	b = w.order.AppendUint32(b, uint32(len(data)))
	b = append(b, data...)
	for len(b)%8 != 0 {
		b = append(b, 0)
	}
	return b
}

func (w writer) numbers(typ uint32, values []float64) []byte {
	var b []byte
	for _, v := range values {
		switch typ {
		case miINT8:
			b = append(b, byte(int8(v)))
		case miUINT8, miUTF8:
			b = append(b, byte(v))
		case miINT16:
			b = w.order.AppendUint16(b, uint16(int16(v)))
		case miUINT16, miUTF16:
			b = w.order.AppendUint16(b, uint16(v))
		case miINT32:
			b = w.order.AppendUint32(b, uint32(int32(v)))
		case miUINT32, miUTF32:
			b = w.order.AppendUint32(b, uint32(v))
		case miSINGLE:
			b = w.order.AppendUint32(b, math.Float32bits(float32(v)))
		case miDOUBLE:
			b = w.order.AppendUint64(b, math.Float64bits(v))
		case miINT64:
			b = w.order.AppendUint64(b, uint64(int64(v)))
		case miUINT64:
			b = w.order.AppendUint64(b, uint64(v))
		}
	}
	return b
}

// matrix writes an array without compression.
func (w writer) matrix(s spec) []byte {
	var b []byte
	flags := w.order.AppendUint32(nil, uint32(s.flags)<<8|uint32(s.class))
	b = append(b, w.element(miUINT32, w.order.AppendUint32(flags, uint32(s.nzmax)))...)
	var dims []byte
	for _, n := range s.dims {
		dims = w.order.AppendUint32(dims, uint32(n))
	}
	b = append(b, w.element(miINT32, dims)...)
	b = append(b, w.element(miINT8, []byte(s.name))...)
	switch {
	case s.noData:
	case s.class == 1:
		for _, c := range s.cells {
			b = append(b, w.matrix(c)...)
		}
	case s.class == 5:
		b = append(b, w.element(miINT32, w.numbers(miINT32, s.rowOf))...)
		b = append(b, w.element(miINT32, w.numbers(miINT32, s.starts))...)
		b = append(b, w.element(s.typ, w.numbers(s.typ, s.values))...)
	case s.class == 4 && s.typ == miUTF8:
		b = append(b, w.element(miUTF8, []byte(s.text))...)
	case s.class == 4:
		var values []float64
		if s.typ == miUTF32 {
			for _, r := range s.text {
				values = append(values, float64(r))
			}
		} else {
			for _, u := range utf16.Encode([]rune(s.text)) {
				values = append(values, float64(u))
			}
		}
		b = append(b, w.element(s.typ, w.numbers(s.typ, values))...)
	default:
		b = append(b, w.element(s.typ, w.numbers(s.typ, s.values))...)
	}
	if s.flags&flagComplex != 0 {
		b = append(b, w.element(s.typ, w.numbers(s.typ, s.values))...)
	}
	out := w.order.AppendUint32(nil, miMATRIX)
	return append(w.order.AppendUint32(out, uint32(len(b))), b...)
}

// deflated puts an element into a compressed one.
func (w writer) deflated(element []byte) []byte {
	var z bytes.Buffer
	zw := zlib.NewWriter(&z)
	zw.Write(element)
	zw.Close()
	out := w.order.AppendUint32(nil, miCOMPRESSED)
	return append(w.order.AppendUint32(out, uint32(z.Len())), z.Bytes()...)
}

func (w writer) header() []byte {
	b := append(bytes.Repeat([]byte{' '}, 116), make([]byte, 8)...)
	copy(b, "MATLAB 5.0 MAT-file, written by a test")
	b = w.order.AppendUint16(b, 0x0100)
	return w.order.AppendUint16(b, 'M'<<8|'I')
}

func (w writer) file(specs ...spec) []byte {
	b := w.header()
	for _, s := range specs {
		m := w.matrix(s)
		if w.compress {
			m = w.deflated(m)
		}
		b = append(b, m...)
	}
	return b
}

// writers are all the ways the writer has.
func writers() []writer {
	var all []writer
	for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
		for i := range 4 {
			all = append(all, writer{order: order, compress: i&1 != 0, small: i&2 != 0})
		}
	}
	return all
}

// le is the plain writer, as of MATLAB's save -v6 on a PC.
var le = writer{order: binary.LittleEndian, small: true}

// full describes a full array of doubles, given row by row.
func full(name string, rows, cols int, rowMajor ...float64) spec {
	s := spec{name: name, class: 6, dims: []int32{int32(rows), int32(cols)}, typ: miDOUBLE}
	for j := range cols {
		for i := range rows {
			s.values = append(s.values, rowMajor[i*cols+j])
		}
	}
	return s
}

// str describes a char array of one row.
func str(name, text string) spec {
	return spec{name: name, class: 4, dims: []int32{1, int32(len(utf16.Encode([]rune(text))))},
		typ: miUINT16, text: text}
}

// sparseOf describes a sparse array, given row by row.
func sparseOf(name string, rows, cols int, rowMajor ...float64) spec {
	s := spec{name: name, class: 5, dims: []int32{int32(rows), int32(cols)}, typ: miDOUBLE,
		starts: []float64{0}}
	for j := range cols {
		for i := range rows {
			if v := rowMajor[i*cols+j]; v != 0 {
				s.rowOf = append(s.rowOf, float64(i))
				s.values = append(s.values, v)
			}
		}
		s.starts = append(s.starts, float64(len(s.values)))
	}
	s.nzmax = len(s.values)
	return s
}
