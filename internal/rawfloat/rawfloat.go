// Package rawfloat sees float64s as the bytes they are kept in, little-endian on
// every machine. Where that is the machine's own order nothing is copied, which
// makes hashing and storing a matrix as fast as memory.
package rawfloat

import (
	"encoding/binary"
	"io"
	"math"
	"unsafe"
)

// native reports whether the machine's order is little-endian.
var native = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// Bytes returns the 8·len(x) little-endian bytes of x: x itself where the
// machine keeps it so, else a copy in buf, which grows when it is too short. The
// result is valid, and must not be written to, as long as neither x nor buf
// changes.
func Bytes(x []float64, buf []byte) []byte {
	if len(x) == 0 {
		return nil
	}
	if native {
		return unsafe.Slice((*byte)(unsafe.Pointer(&x[0])), 8*len(x))
	}
	return encode(x, buf)
}

// Read fills x with the 8·len(x) little-endian bytes that r gives next, straight
// into its own memory where the machine keeps it so. It returns io.EOF or
// io.ErrUnexpectedEOF when r ends too early.
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

// decode turns little-endian bytes into the numbers that lie in the same place.
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
