package matfile

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
)

const (
	headerSize = 128
	hdf5Offset = 512 // MATLAB 7.3 writes 512 bytes before the HDF5 file
	hdf5Magic  = "\x89HDF\r\n\x1a\n"
)

// open reads the header of the file and recognizes other formats.
func open(r io.Reader) (*decoder, error) {
	br := bufio.NewReaderSize(r, 1<<13)
	head, err := br.Peek(hdf5Offset + len(hdf5Magic))
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("reading the file header: %w", err)
	}
	if len(head) == 0 {
		return nil, fail(ErrTruncated, "the file is empty (0 bytes); fetch it again")
	}
	if bytes.HasPrefix(head, []byte("MATLAB 7.3")) || bytes.HasPrefix(head, []byte(hdf5Magic)) {
		return nil, errHDF5()
	}
	if len(head) < headerSize {
		switch {
		case level4(head):
			return nil, errLevel4()
		case bytes.HasPrefix(head, []byte("MATLAB")) || bytes.HasPrefix([]byte("MATLAB"), head):
			return nil, fail(ErrTruncated, "the file ends inside its header: %s of %d bytes; "+
				"fetch it again", count(int64(len(head))), headerSize)
		}
		return nil, errNotMAT(head)
	}
	// The header ends with a version and the letters MI, each a 16-bit number
	// in the byte order of the file.
	d := &decoder{br: br}
	var order binary.ByteOrder
	switch string(head[126:128]) {
	case "IM":
		order = binary.LittleEndian
	case "MI":
		order = binary.BigEndian
		d.big = true
	default:
		switch {
		case level4(head):
			return nil, errLevel4()
		case len(head) > hdf5Offset && bytes.Equal(head[hdf5Offset:], []byte(hdf5Magic)):
			return nil, errHDF5()
		}
		return nil, errNotMAT(head)
	}
	switch version := order.Uint16(head[124:126]); version {
	case 0x0100:
	case 0x0200:
		return nil, errHDF5()
	default:
		return nil, fail(nil, "the file header states MAT-file version %#04x, not 0x0100; fetch "+
			"the file again or save it with save('out.mat', '-v7')", version)
	}
	d.raw.d = d
	_, err = br.Discard(headerSize) // held already: cannot fail
	d.off = headerSize
	return d, err
}

// level4 tells whether head looks like the start of a level-4 file, which has no
// file header: a type number MOPT, rows, columns, a flag for complex numbers,
// and the length of a name that ends in a zero byte.
func level4(head []byte) bool {
	if len(head) < 20 {
		return false
	}
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		mopt := order.Uint32(head)
		machine, zero, precision, kind := mopt/1000, mopt/100%10, mopt/10%10, mopt%10
		imaginary, name := order.Uint32(head[12:]), order.Uint32(head[16:])
		if machine > 4 || zero != 0 || precision > 5 || kind > 2 || imaginary > 1 || name < 2 ||
			name > 1024 {
			continue
		}
		if end := 20 + int(name) - 1; end < len(head) && (head[end] != 0 || head[20] == 0) {
			continue
		}
		return true
	}
	return false
}

func errHDF5() error {
	return fail(ErrHDF5, "the file is of MATLAB version 7.3, which is HDF5 and not read here; "+
		"convert it in MATLAB: load('in.mat'); save('out.mat', '-v7'), or in Python: read the "+
		"arrays with h5py, transpose them, write them with scipy.io.savemat")
}

func errLevel4() error {
	return fail(nil, "the file is of MAT-file level 4, which is not read here; convert it in "+
		"MATLAB or Octave: load('in.mat'); save('out.mat', '-v7')")
}

func errNotMAT(head []byte) error {
	return fail(nil, "not a MAT-file: it begins with %q; give a file saved with save('out.mat', "+
		"'-v7')", head[:min(len(head), 16)])
}
