// Package npy reads the array files of NumPy: .npy of versions 1, 2 and 3, and .npz, the zip
// archives of numpy.savez, numpy.savez_compressed and scipy.sparse.save_npz. It is written from the
// public description of the format (numpy.lib.format) with the standard library only.
//
// Nothing is allocated on the claim of a header: with a known size of the file a header must agree
// with it to the byte, and without one (a stream, a compressed member of an archive) an array above
// 64 MiB is allocated when a sixteenth of its data has arrived.
package npy

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"fsnb.example/internal/rawfloat"
	"fsnb.example/internal/visible"
)

const (
	magic = "\x93NUMPY"
	// maxHeader is the longest header that is read. Those of plain arrays have 118 bytes; named
	// fields make longer ones.
	maxHeader = 1 << 16
	// maxDims is the largest number of dimensions in NumPy 1; NumPy 2 has 64.
	maxDims = 64
	// maxText is the longest text of an element that is read, in characters.
	maxText = 1 << 20
)

// Type is the type of the elements, as the header writes it.
type Type string

// The types of numbers.
const (
	Bool    Type = "|b1"
	Int8    Type = "|i1"
	Uint8   Type = "|u1"
	Int16   Type = "<i2"
	Uint16  Type = "<u2"
	Int32   Type = "<i4"
	Uint32  Type = "<u4"
	Int64   Type = "<i8"
	Uint64  Type = "<u8"
	Float32 Type = "<f4"
	Float64 Type = "<f8"
)

var kinds = map[Type]rawfloat.Kind{
	Bool: rawfloat.Uint8, Int8: rawfloat.Int8, Uint8: rawfloat.Uint8, Int16: rawfloat.Int16,
	Uint16: rawfloat.Uint16, Int32: rawfloat.Int32, Uint32: rawfloat.Uint32,
	Int64: rawfloat.Int64, Uint64: rawfloat.Uint64, Float32: rawfloat.Float32,
	Float64: rawfloat.Float64,
}

// Numeric reports whether elements are numbers that Decode reads.
func (t Type) Numeric() bool { return kinds[t] != 0 }

// Text reports whether elements are text of a fixed length.
func (t Type) Text() bool {
	_, length := t.text()
	return length > 0
}

// text is the size of a character and the number of characters of an element, 0 for what is no
// text.
func (t Type) text() (unit, length int) {
	switch {
	case len(t) < 3 || !isNumber(string(t[2:])):
		return 0, 0
	case t[:2] == "<U":
		unit = 4
	case t[:2] == "|S":
		unit = 1
	default:
		return 0, 0
	}
	length, err := strconv.Atoi(string(t[2:]))
	if err != nil || length > maxText {
		return 0, 0
	}
	return unit, length
}

// Size is the number of bytes of an element, 0 for other types than numbers and text.
func (t Type) Size() int {
	if unit, length := t.text(); length > 0 {
		return unit * length
	}
	return kinds[t].Size()
}

// Decode converts the elements in p, len(dst) of them, to float64; true is 1. Integers beyond 2^53
// are rounded.
func (t Type) Decode(dst []float64, p []byte) { kinds[t].Decode(dst, p) }

// Header describes an array.
type Header struct {
	Type Type
	// Fortran means that the first index varies fastest: a matrix is stored column by column.
	Fortran bool
	Shape   []int
	// Offset is the place of the first element in the file.
	Offset int64
}

// Count is the number of elements.
func (h Header) Count() int {
	n := 1
	for _, d := range h.Shape {
		n *= d
	}
	return n
}

// Dims formats the shape: 150×4.
func (h Header) Dims() string {
	if len(h.Shape) == 0 {
		return "a single value"
	}
	var b bytes.Buffer
	for i, d := range h.Shape {
		if i > 0 {
			b.WriteString("×")
		}
		b.WriteString(strconv.Itoa(d))
	}
	return b.String()
}

// bytes is the size of the elements.
func (h Header) bytes() int64 { return int64(h.Count()) * int64(h.Type.Size()) }

// ReadHeader reads the header of an array of numbers of one of the types above. size is the size of
// the whole file in bytes, -1 if it is unknown; with a known one, a file that is too short or too
// long for its header is an error. Arrays of other types and big-endian ones are errors too, which
// say how to save them. Nothing beyond the header is read from r, and nothing is allocated for the
// elements. Errors have one line.
func ReadHeader(r io.Reader, size int64) (Header, error) {
	h, err := readHeader(r, size)
	if err == nil {
		err = h.CheckNumeric()
	}
	if err != nil {
		return Header{}, err
	}
	return h, nil
}

// CheckNumeric returns an error when the array holds text.
func (h Header) CheckNumeric() error {
	if h.Type.Numeric() {
		return nil
	}
	return errors.New("the array holds text (" + visible.Short(string(h.Type)) +
		"), not numbers; save the numbers that it stands for: " + saveAs("x.astype(\"<f8\")"))
}

// readHeader is ReadHeader for text too.
func readHeader(r io.Reader, size int64) (Header, error) {
	var head [12]byte
	n, err := io.ReadFull(r, head[:10])
	switch {
	case n == 0 && errors.Is(err, io.EOF):
		return Header{}, errors.New("the file is empty (0 bytes); fetch it again")
	case n < len(magic) || string(head[:len(magic)]) != magic:
		if err != nil && !ended(err) {
			return Header{}, err
		}
		return Header{}, fmt.Errorf("not a NumPy array: it begins with %q; give a file that "+
			"numpy.save wrote", head[:n])
	case err != nil:
		return Header{}, shortHeader(err)
	}
	width := 2
	switch major := head[6]; major {
	case 1:
	case 2, 3:
		width = 4
		if _, err := io.ReadFull(r, head[10:12]); err != nil {
			return Header{}, shortHeader(err)
		}
	default:
		return Header{}, fmt.Errorf("version %d.%d of the .npy format is not known; save the "+
			"array again with numpy.save", major, head[7])
	}
	length := int64(binary.LittleEndian.Uint16(head[8:]))
	if width == 4 {
		length = int64(binary.LittleEndian.Uint32(head[8:]))
	}
	offset := int64(8+width) + length
	if size >= 0 && offset > size {
		return Header{}, fmt.Errorf("the file ends inside its header of %d bytes; fetch it again",
			length)
	}
	if length > maxHeader {
		return Header{}, fmt.Errorf("the header has %d bytes, above the %d of a plain array; %s",
			length, maxHeader, adviceFields)
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(r, text); err != nil {
		return Header{}, shortHeader(err)
	}
	h, err := parse(text)
	if err != nil {
		return Header{}, err
	}
	h.Offset = offset
	return h, h.check(size)
}

// ended reports whether err says that the data ended.
func ended(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
}

func shortHeader(err error) error {
	if ended(err) {
		return errors.New("the file ends inside its header; fetch it again")
	}
	return err
}

// check returns an error unless the elements fill the rest of a file of that size; -1 is unknown.
func (h Header) check(size int64) error {
	width := int64(h.Type.Size())
	all := int64(1) // elements
	empty := false
	for _, d := range h.Shape {
		empty = empty || d == 0
	}
	for _, d := range h.Shape {
		if empty {
			all = 0
			break
		}
		if all > math.MaxInt64/int64(d)/max(width, 1) {
			return fmt.Errorf("the header claims %s values, more than any file holds; the file "+
				"is damaged, fetch it again", h.Dims())
		}
		all *= int64(d)
	}
	need := all * width
	switch {
	case size >= 0 && size-h.Offset < need:
		return fmt.Errorf("the file is cut short: %s values of %d bytes need %d bytes after the "+
			"header, and it has %d; fetch it again", h.Dims(), width, need, size-h.Offset)
	case size >= 0 && size-h.Offset > need:
		return fmt.Errorf("%d bytes follow the %s values of the header; save the array again, one "+
			"array a file", size-h.Offset-need, h.Dims())
	case all > math.MaxInt/8:
		return fmt.Errorf("the array has %s values, more than this machine addresses; save fewer "+
			"rows or columns", h.Dims())
	}
	return nil
}
