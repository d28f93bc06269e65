package npy

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"fsnb.example/internal/rawfloat"
)

const (
	// trusted is the size up to which a result is allocated as a header of unchecked size says. For
	// a larger one 1/evidence of its data must have arrived.
	trusted  = 1 << 26
	evidence = 16
	// chunk is the size of the buffer for elements, a multiple of every size of a number.
	chunk = 1 << 16
)

// Array is a whole array: numbers or text.
type Array struct {
	Header
	// Values has the numbers row by row, whatever the order in the file; nil for text.
	Values []float64
	// Text has the elements of an array of text.
	Text []string
}

// Read reads a whole array of at most two dimensions. size is the size of the whole file in bytes,
// -1 if it is unknown. accept, unless it is nil, is called with the header before memory is
// allocated, and its error ends reading. Integers of 64 bits beyond 2^53 are rounded. Besides the
// errors of ReadHeader, an array of more dimensions is one. Arrays of text are read too; their
// elements lose the zeros that pad them.
func Read(r io.Reader, size int64, accept func(Header) error) (*Array, error) {
	return read(r, size, size >= 0, accept)
}

// read is Read; certain says that size is that of a file, not a claim of an archive.
func read(r io.Reader, size int64, certain bool, accept func(Header) error) (*Array, error) {
	h, err := readHeader(r, size)
	if err != nil {
		return nil, err
	}
	if len(h.Shape) > 2 {
		return nil, fmt.Errorf("the array has %d dimensions (%s); save a matrix of one row per "+
			"sample: %s", len(h.Shape), h.Dims(), saveAs("x.reshape(len(x), -1)"))
	}
	if accept != nil {
		if err := accept(h); err != nil {
			return nil, err
		}
	}
	if !certain && h.Memory() > trusted {
		if r, err = rawfloat.Arrive(r, h.bytes()/evidence); err != nil {
			return nil, h.short(err)
		}
	}
	a := &Array{Header: h}
	if h.Type.Text() {
		a.Text, err = h.texts(r)
	} else {
		a.Values = make([]float64, h.Count())
		err = h.numbers(r, a.Values)
	}
	if err != nil {
		return nil, h.short(err)
	}
	// The end is read too: only there a compressed member of an archive proves its checksum.
	switch n, err := io.ReadFull(r, make([]byte, 1)); {
	case n > 0:
		return nil, fmt.Errorf("more bytes follow the %s values of the header; save the array "+
			"again, one array a file", h.Dims())
	case !errors.Is(err, io.EOF):
		return nil, err
	}
	return a, nil
}

// Memory is the size in bytes of the array as Read returns it.
func (h Header) Memory() int64 {
	if h.Type.Text() {
		// A string has 16 bytes beside its characters, which are read into other memory.
		return 16*int64(h.Count()) + 2*h.bytes()
	}
	return 8 * int64(h.Count())
}

// short rewords the error of data that end early.
func (h Header) short(err error) error {
	if ended(err) {
		return fmt.Errorf("the file is cut short: it ends inside the %s values that its header "+
			"claims; fetch it again", h.Dims())
	}
	return err
}

// numbers reads all numbers into out, row by row.
func (h Header) numbers(r io.Reader, out []float64) error {
	buf := make([]byte, chunk)
	next := func(dst []float64) error {
		for width := h.Type.Size(); len(dst) > 0; {
			n := min(len(dst), chunk/width)
			if _, err := io.ReadFull(r, buf[:n*width]); err != nil {
				return err
			}
			h.Type.Decode(dst[:n], buf)
			dst = dst[n:]
		}
		return nil
	}
	if !h.Fortran || len(h.Shape) < 2 || len(out) == 0 {
		return next(out)
	}
	return rawfloat.Transposed(out, h.Shape[0], h.Shape[1], next)
}

// texts reads all elements of an array of text, row by row.
func (h Header) texts(r io.Reader) ([]string, error) {
	out := make([]string, 0, h.Count())
	unit, _ := h.Type.text()
	element := make([]byte, h.Type.Size())
	for k := range h.Count() {
		if _, err := io.ReadFull(r, element); err != nil {
			return nil, err
		}
		text, ok := decodeText(element, unit)
		if !ok {
			return nil, fmt.Errorf("element %d is not valid text of type %s; save it again: %s",
				k, h.Type, saveAs("x.astype(str)"))
		}
		out = append(out, text)
	}
	if h.Fortran && len(h.Shape) == 2 {
		rows, cols := h.Shape[0], h.Shape[1]
		turned := make([]string, len(out))
		for k, text := range out {
			turned[k%rows*cols+k/rows] = text
		}
		out = turned
	}
	return out, nil
}

// decodeText is the text of an element without the zeros at its end: UTF-8 in characters of one
// byte, code points in those of four.
func decodeText(p []byte, unit int) (string, bool) {
	if unit == 1 {
		p = bytes.TrimRight(p, "\x00")
		return string(p), utf8.Valid(p)
	}
	var b strings.Builder
	zeros := 0
	for ; len(p) >= 4; p = p[4:] {
		r := rune(uint32(p[0]) | uint32(p[1])<<8 | uint32(p[2])<<16 | uint32(p[3])<<24)
		if r == 0 {
			zeros++
			continue
		}
		if !utf8.ValidRune(r) {
			return "", false
		}
		for ; zeros > 0; zeros-- {
			b.WriteByte(0)
		}
		b.WriteRune(r)
	}
	return b.String(), true
}
