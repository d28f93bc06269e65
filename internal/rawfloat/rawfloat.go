// Package rawfloat views float64s as their bytes, little-endian on every machine. On little-endian
// machines nothing is copied, so that a matrix is hashed and stored at the speed of memory.
package rawfloat

import (
	"encoding/binary"
	"io"
	"math"
	"unsafe"
)

// native reports whether the machine's order is little-endian.
var native = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// Bytes returns the 8·len(x) little-endian bytes of x: x itself on little-endian machines, else a
// copy in buf, which grows as needed. The result is valid, and must not be written to, as long as
// neither x nor buf changes.
func Bytes(x []float64, buf []byte) []byte {
	if len(x) == 0 {
		return nil
	}
	if native {
		return unsafe.Slice((*byte)(unsafe.Pointer(&x[0])), 8*len(x))
	}
	return encode(x, buf)
}

// Read fills x with the next 8·len(x) little-endian bytes of r, directly on little-endian machines.
// It returns io.EOF or io.ErrUnexpectedEOF when r ends too early.
func Read(r io.Reader, x []float64) error {
	if len(x) == 0 {
		return nil
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&x[0])), 8*len(x))
	if _, err := io.ReadFull(r, bytes); err != nil {
		return err
	}
	if !native {
		decode(x, bytes)
	}
	return nil
}

// decode converts little-endian bytes to numbers in place.
func decode(x []float64, bytes []byte) {
	for i := range x {
		x[i] = math.Float64frombits(binary.LittleEndian.Uint64(bytes[8*i:]))
	}
}

func encode(x []float64, buf []byte) []byte {
	buf = buf[:0]
	for _, v := range x {
		buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(v))
	}
	return buf
}
