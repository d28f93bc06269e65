package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"reflect"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// errClaims is the error of a length beyond the bytes that there are. The decoder of Thrift makes
// room for what a length claims before it reads, so that a damaged byte costs gigabytes.
var errClaims = errors.New("it claims more entries than it has bytes")

// maxNested bounds how deep structs and lists lie in each other: the decoder of Thrift calls itself
// for each. Those of Parquet lie ten deep.
const maxNested = 64

// part is the n bytes of r at at, a struct in Thrift's compact protocol.
type part struct {
	r     io.ReaderAt
	at, n int64
}

func (p part) reader() *bufio.Reader {
	return bufio.NewReaderSize(io.NewSectionReader(p.r, p.at, p.n), int(min(p.n, 4096)))
}

// walked is p without what follows the struct. No length in it claims more than it has.
func (p part) walked() (part, error) {
	w := &walker{r: p.reader(), left: p.n}
	err := w.value(thrift.STRUCT, 0)
	p.n -= w.left
	return p, err
}

// decode reads a part that was walked.
func (p part) decode(into any) error {
	var protocol thrift.CompactProtocol
	return thrift.NewDecoder(protocol.NewReader(p.reader())).Decode(into)
}

// walker checks the lengths of what r has, at most left bytes.
type walker struct {
	r    *bufio.Reader
	left int64
}

// ReadByte implements io.ByteReader.
func (w *walker) ReadByte() (byte, error) {
	if w.left == 0 {
		return 0, io.ErrUnexpectedEOF
	}
	w.left--
	return w.r.ReadByte()
}

// length reads the number of entries, of at least one byte each.
func (w *walker) length() (int64, error) {
	n, err := binary.ReadUvarint(w)
	if err == nil && n > uint64(w.left) {
		err = errClaims
	}
	return int64(n), err
}

func (w *walker) skip(n int64) error {
	if n > w.left {
		return errClaims
	}
	w.left -= n
	_, err := w.r.Discard(int(n))
	return err
}

// value passes a value of a type by.
func (w *walker) value(kind thrift.Type, depth int) error {
	if depth > maxNested {
		return fmt.Errorf("more than %d structs and lists lie in each other", maxNested)
	}
	switch kind {
	case thrift.TRUE, thrift.FALSE, thrift.I8: // of a list; those of fields have no bytes
		return w.skip(1)
	case thrift.I16, thrift.I32, thrift.I64:
		_, err := binary.ReadUvarint(w)
		return err
	case thrift.DOUBLE:
		return w.skip(8)
	case thrift.UUID:
		return w.skip(16)
	case thrift.BINARY:
		n, err := w.length()
		if err != nil {
			return err
		}
		return w.skip(n)
	case thrift.LIST, thrift.SET:
		head, err := w.ReadByte()
		n := int64(head >> 4)
		if err == nil && n == 15 {
			n, err = w.length()
		}
		for range n {
			if err == nil {
				err = w.value(thrift.Type(head&15), depth+1)
			}
		}
		return err
	case thrift.MAP:
		n, err := w.length()
		if err != nil || n == 0 {
			return err
		}
		kinds, err := w.ReadByte()
		for range n {
			for _, kind := range []byte{kinds >> 4, kinds & 15} {
				if err == nil {
					err = w.value(thrift.Type(kind), depth+1)
				}
			}
		}
		return err
	case thrift.STRUCT:
		for {
			head, err := w.ReadByte()
			if err != nil || thrift.Type(head) == thrift.STOP {
				return err
			}
			if head>>4 == 0 { // the number of the field follows
				if _, err := binary.ReadUvarint(w); err != nil {
					return err
				}
			}
			switch kind := thrift.Type(head & 15); kind {
			case thrift.TRUE, thrift.FALSE:
			default:
				if err := w.value(kind, depth+1); err != nil {
					return err
				}
			}
		}
	}
	return fmt.Errorf("a value of the unknown type %d", kind)
}

// fileMeta is what is read of a format.FileMetaData, beside its row groups.
type fileMeta struct {
	Schema  thrift.Slice[format.SchemaElement] `thrift:"2,required"`
	NumRows int64                              `thrift:"3,optional"`
}

// rowGroup is what is read of a format.RowGroup.
type rowGroup struct {
	Columns thrift.Slice[columnChunk] `thrift:"1,required"`
	NumRows int64                     `thrift:"3,required"`
}

// columnChunk is what is read of a format.ColumnChunk.
type columnChunk struct {
	FilePath string `thrift:"1,optional"`
	MetaData struct {
		Type                 format.Type             `thrift:"1,required"`
		Codec                format.CompressionCodec `thrift:"4,required"`
		TotalCompressedSize  int64                   `thrift:"7,required"`
		DataPageOffset       int64                   `thrift:"9,required"`
		DictionaryPageOffset int64                   `thrift:"11,optional"`
	} `thrift:"3,optional"`
	CryptoMetadata format.ColumnCryptoMetaData `thrift:"8,optional"`
}

// rowGroups are the row groups of a description, which are not kept: each is called with one after
// the other, and ends the reading by an error.
type rowGroups struct{ each func(*rowGroup) error }

func (rowGroups) Type() thrift.Type { return thrift.LIST }

func (rowGroups) EncodeFunc(thrift.EncodeFuncCache) thrift.EncodeFunc { return nil }

func (rowGroups) NullFunc() thrift.NullFunc { return nil }

func (rowGroups) DecodeFunc(cache thrift.DecodeFuncCache) thrift.DecodeFunc {
	group := thrift.DecodeFuncFor[rowGroup](cache)
	return func(r thrift.Reader, v reflect.Value, flags thrift.Flags) error {
		list, err := r.ReadList()
		each := v.Addr().Interface().(*rowGroups).each
		var g rowGroup
		for range list.Size {
			if err == nil {
				clear(g.Columns)
				g = rowGroup{Columns: g.Columns[:0]}
				err = group(r, reflect.ValueOf(&g).Elem(), flags)
			}
			if err == nil {
				err = each(&g)
			}
		}
		return err
	}
}

// description is the part of a file of size bytes that describes its table.
func description(r io.ReaderAt, size int64) (part, error) {
	var head [4]byte
	var tail [8]byte // the length of the description, and PAR1
	if size < int64(len(head)+len(tail)) {
		return part{}, errors.New("the file is no whole Parquet file (it has no description); " +
			"fetch it again")
	}
	if _, err := r.ReadAt(head[:], 0); err != nil {
		return part{}, fmt.Errorf("cannot read the file: %w", err)
	}
	if _, err := r.ReadAt(tail[:], size-int64(len(tail))); err != nil {
		return part{}, fmt.Errorf("cannot read the file: %w", err)
	}
	n := int64(binary.LittleEndian.Uint32(tail[:4]))
	at := size - int64(len(tail)) - n
	switch magic := string(tail[4:]); {
	case magic == "PARE":
		return part{}, errEncrypted
	case magic != "PAR1" || string(head[:]) != magic || at < int64(len(head)):
		return part{}, errors.New("the file is no whole Parquet file (it does not begin and end " +
			"as one); fetch it again")
	}
	p, err := part{r, at, n}.walked()
	return p, noDescription(err)
}

func noDescription(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("the file is no whole Parquet file (%w); fetch it again", err)
}

// eachGroup calls each with the row groups of a description, and returns its error.
func eachGroup(p part, each func(*rowGroup) error) error {
	var failed error
	var m struct {
		RowGroups rowGroups `thrift:"4,required"`
	}
	m.RowGroups.each = func(g *rowGroup) error {
		failed = each(g)
		return failed
	}
	if err := p.decode(&m); err != nil && failed == nil {
		return noDescription(err)
	}
	return failed
}
