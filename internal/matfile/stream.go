package matfile

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
)

// The data types of the format that this package meets.
const (
	miINT8       = 1
	miUINT8      = 2
	miINT16      = 3
	miUINT16     = 4
	miINT32      = 5
	miUINT32     = 6
	miSINGLE     = 7
	miDOUBLE     = 9
	miINT64      = 12
	miUINT64     = 13
	miMATRIX     = 14
	miCOMPRESSED = 15
	miUTF8       = 16
	miUTF16      = 17
	miUTF32      = 18
)

const (
	// deflateRatio is above the most that deflate can expand its input (1032).
	deflateRatio = 1040
	// spareInflated is how much may follow the matrix in a compressed element.
	spareInflated = 1 << 16
)

// decoder reads the elements of one file in turn.
type decoder struct {
	br    *bufio.Reader
	ahead bytes.Buffer // bytes read from br in advance
	big   bool         // byte order
	off   int64        // bytes of the file read so far

	// The top-level element being read: its place, its size, its bytes left in
	// raw, and the name of its variable once known.
	start, size int64
	raw         raw
	name        string
	// src gives the bytes of the matrix: raw itself or what it inflates to.
	src        io.Reader
	inflater   io.ReadCloser
	compressed bool
	matrix     section
	complete   bool   // everything needed of the matrix was read
	chunk      []byte // buffer for raw numbers
	taken      int64  // bytes of memory of all variables
}

// raw gives the bytes of the current top-level element. It is an io.ByteReader
// so that the inflater reads no further than it needs.
type raw struct {
	d     *decoder
	left  int64
	short bool  // the file ended before the element
	err   error // any other error of reading
}

// source gives the bytes of the file that come next.
func (d *decoder) source() interface {
	io.Reader
	io.ByteReader
} {
	if d.ahead.Len() > 0 {
		return &d.ahead
	}
	return d.br
}

func (r *raw) Read(p []byte) (int, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	if int64(len(p)) > r.left {
		p = p[:r.left]
	}
	if len(p) == 0 {
		return 0, nil
	}
	// A reader may return nothing and no error, but not endlessly.
	for range 100 {
		n, err := r.d.source().Read(p)
		r.left -= int64(n)
		r.d.off += int64(n)
		if n > 0 {
			return n, nil
		}
		if err != nil {
			return 0, r.ended(err)
		}
	}
	return 0, r.ended(io.ErrNoProgress)
}

func (r *raw) ReadByte() (byte, error) {
	if r.left == 0 {
		return 0, io.EOF
	}
	b, err := r.d.source().ReadByte()
	if err != nil {
		return 0, r.ended(err)
	}
	r.left--
	r.d.off++
	return b, nil
}

func (r *raw) ended(err error) error {
	if err == io.EOF {
		r.short = true
		return io.ErrUnexpectedEOF
	}
	r.err = err
	return err
}

func (d *decoder) uint32(p []byte) uint32 {
	if d.big {
		return binary.BigEndian.Uint32(p)
	}
	return binary.LittleEndian.Uint32(p)
}

// next goes to the matrix of the next top-level element; it returns false at
// the end of the file.
func (d *decoder) next() (bool, error) {
	for {
		var tag [8]byte
		d.start, d.size, d.name = d.off, int64(len(tag)), ""
		d.raw.left = d.size
		n, err := io.ReadFull(&d.raw, tag[:])
		switch {
		case err == nil:
		case n == 0 && d.raw.short:
			return false, nil
		default:
			return false, d.readErr()
		}
		typ, size := d.uint32(tag[:]), int64(d.uint32(tag[4:]))
		d.size, d.raw.left, d.complete = size, size, false
		d.compressed = typ == miCOMPRESSED
		d.src, d.matrix = &d.raw, section{d: d, left: size}
		switch {
		case d.compressed:
			return true, d.inflate()
		case typ == miMATRIX && size > 0:
			return true, nil
		case typ >= miINT8 && typ <= miUTF32:
			// Data that are no array carry no name: nothing to read.
			d.size += -size & 7
			d.raw.left = d.size
			if err := d.skipRaw(); err != nil {
				return false, err
			}
		default:
			return false, d.damaged("element type %d is not known", typ)
		}
	}
}

// inflate starts the decompression of the current element and reads the tag of
// the matrix inside.
func (d *decoder) inflate() error {
	var err error
	if d.inflater == nil {
		d.inflater, err = zlib.NewReader(&d.raw)
	} else {
		err = d.inflater.(zlib.Resetter).Reset(&d.raw, nil)
	}
	if err != nil {
		d.inflater = nil
		return d.sourceErr(err)
	}
	d.src = d.inflater
	d.matrix.left = 8
	var tag [8]byte
	if err := d.matrix.full(tag[:]); err != nil {
		return err
	}
	typ, size := d.uint32(tag[:]), int64(d.uint32(tag[4:]))
	if typ != miMATRIX {
		return d.damaged("the compressed data are of type %d, not an array", typ)
	}
	if size/deflateRatio > d.size {
		return d.damaged("%s compressed bytes cannot hold the %s stated", count(d.size),
			count(size))
	}
	d.matrix.left = size
	return nil
}

// leave passes over the rest of the current element. Of compressed data that
// were read it goes to the end, where the checksum is.
func (d *decoder) leave() error {
	if d.compressed && d.complete {
		if err := d.matrix.end(); err != nil {
			return err
		}
		switch _, err := io.CopyN(io.Discard, d.src, spareInflated); err {
		case io.EOF:
		case nil:
			return d.damaged("the compressed data go on after the array")
		default:
			return d.sourceErr(err)
		}
	}
	return d.skipRaw()
}

func (d *decoder) skipRaw() error {
	if _, err := io.Copy(io.Discard, &d.raw); err != nil {
		return d.sourceErr(err)
	}
	return nil
}

// readErr is the error of a read that failed inside the file.
func (d *decoder) readErr() error {
	if d.raw.short {
		return d.truncated()
	}
	return fmt.Errorf("reading %s at byte %s: %w", d.where(), count(d.off), d.raw.err)
}

// sourceErr is the error of a read from d.src that failed with err.
func (d *decoder) sourceErr(err error) error {
	switch {
	case d.raw.short || d.raw.err != nil:
		return d.readErr()
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return d.damaged("the compressed data end too early")
	}
	return d.damaged("the compressed data are wrong (%v)", err)
}

// section is a run of the bytes of d.src, the data of one element.
type section struct {
	d    *decoder
	left int64
	pad  int64 // bytes that follow and belong to the element's frame
}

// Read reads up to the end of the section. Its errors are complete.
func (s *section) Read(p []byte) (int, error) {
	if s.left == 0 {
		return 0, io.EOF
	}
	if int64(len(p)) > s.left {
		p = p[:s.left]
	}
	n, err := s.d.src.Read(p)
	s.left -= int64(n)
	if err != nil && !(err == io.EOF && n > 0) {
		return n, s.d.sourceErr(err)
	}
	return n, nil
}

// full fills p.
func (s *section) full(p []byte) error {
	if int64(len(p)) > s.left {
		return s.d.damaged("an element ends %s bytes too early", count(int64(len(p))-s.left))
	}
	_, err := io.ReadFull(s, p)
	return err
}

// end passes over what is left of the section and its padding.
func (s *section) end() error {
	s.left += s.pad
	s.pad = 0
	if s.left == 0 {
		return nil
	}
	_, err := io.Copy(io.Discard, s)
	return err
}

// sub reads the tag of the next subelement and takes its data from s; they are
// to be read, and its end called, before s is used again.
func (s *section) sub() (typ uint32, data section, err error) {
	var tag [4]byte
	if err := s.full(tag[:]); err != nil {
		return 0, section{}, err
	}
	word := s.d.uint32(tag[:])
	data.d = s.d
	if size := int64(word >> 16); size != 0 { // a small element: 4 bytes in all
		if size > 4 {
			return 0, section{}, s.d.damaged("a small element states %d bytes", size)
		}
		data.left, data.pad, typ = size, 4-size, word&0xffff
	} else {
		if err := s.full(tag[:]); err != nil {
			return 0, section{}, err
		}
		typ, data.left = word, int64(s.d.uint32(tag[:]))
		if data.left > s.left {
			return 0, section{},
				s.d.damaged("an element states %s bytes where %s are left", count(data.left),
					count(s.left))
		}
		if typ != miMATRIX { // the size of a matrix counts its padding
			// Some writers leave the padding of the last element out.
			data.pad = min(-data.left&7, s.left-data.left)
		}
	}
	if data.left+data.pad > s.left {
		return 0, section{}, s.d.damaged("an element ends %s bytes too early",
			count(data.left+data.pad-s.left))
	}
	s.left -= data.left + data.pad
	return typ, data, nil
}
