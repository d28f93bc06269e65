package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// errClaims is the error of a length beyond the bytes that there are. The reader of Parquet makes
// room for what a length claims before it reads, so that a damaged byte costs gigabytes.
var errClaims = errors.New("it claims more entries than it has bytes")

// bounded reads Thrift's compact protocol from at most left bytes: each entry of a list takes one.
type bounded struct {
	source
	left int
}

// source is a thrift.Reader under a name that is none of its methods.
type source interface{ thrift.Reader }

func newBounded(r io.Reader, left int64) bounded {
	var protocol thrift.CompactProtocol
	return bounded{protocol.NewReader(r), int(left)}
}

func (b bounded) check(n int, err error) error {
	if err == nil && (n < 0 || n > b.left) {
		return errClaims
	}
	return err
}

func (b bounded) ReadLength() (int, error) {
	n, err := b.source.ReadLength()
	return n, b.check(n, err)
}

func (b bounded) ReadBytes() ([]byte, error) {
	n, err := b.ReadLength()
	if err != nil {
		return nil, err
	}
	data := make([]byte, n)
	_, err = io.ReadFull(b.source.Reader(), data)
	return data, err
}

func (b bounded) ReadString() (string, error) {
	data, err := b.ReadBytes()
	return string(data), err
}

func (b bounded) ReadList() (thrift.List, error) {
	l, err := b.source.ReadList()
	return l, b.check(int(l.Size), err)
}

func (b bounded) ReadSet() (thrift.Set, error) {
	s, err := b.source.ReadSet()
	return s, b.check(int(s.Size), err)
}

func (b bounded) ReadMap() (thrift.Map, error) {
	m, err := b.source.ReadMap()
	return m, b.check(int(m.Size), err)
}

// description reads the description of the table at the end of the file.
func description(r io.ReaderAt, size int64) (*format.FileMetaData, error) {
	var head [4]byte
	var tail [8]byte // the length of the description, and PAR1
	if size < int64(len(head)+len(tail)) {
		return nil, errors.New("the file is no whole Parquet file (it has no description); fetch " +
			"it again")
	}
	if _, err := r.ReadAt(head[:], 0); err != nil {
		return nil, fmt.Errorf("cannot read the file: %w", err)
	}
	if _, err := r.ReadAt(tail[:], size-int64(len(tail))); err != nil {
		return nil, fmt.Errorf("cannot read the file: %w", err)
	}
	n := int64(binary.LittleEndian.Uint32(tail[:4]))
	at := size - int64(len(tail)) - n
	switch magic := string(tail[4:]); {
	case magic == "PARE":
		return nil, errEncrypted
	case magic != "PAR1" || string(head[:]) != magic || at < int64(len(head)):
		return nil, errors.New("the file is no whole Parquet file (it does not begin and end as " +
			"one); fetch it again")
	}
	section := bufio.NewReader(io.NewSectionReader(r, at, n))
	m := new(format.FileMetaData)
	if err := thrift.NewDecoder(newBounded(section, n)).Decode(m); err != nil {
		return nil, fmt.Errorf("the file is no whole Parquet file (%w); fetch it again", err)
	}
	return m, nil
}
