package rawfloat

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io"
	"math"
	"slices"
	"testing"
)

// The bytes of 1, -0.5 and a NaN with a payload by IEEE 754, by hand.
func TestBytes(t *testing.T) {
	x := []float64{1, -0.5, math.Float64frombits(0x7ff8000000000123)}
	const want = "000000000000f03f" + "000000000000e0bf" + "230100000000f87f"
	if got := hex.EncodeToString(Bytes(x, nil)); got != want {
		t.Errorf("bytes %s, want %s", got, want)
	}
	if got := hex.EncodeToString(encode(x, make([]byte, 3, 5))); got != want {
		t.Errorf("encoded %s, want %s", got, want)
	}
	if len(Bytes(nil, nil)) != 0 || len(encode(nil, nil)) != 0 {
		t.Error("no numbers have bytes")
	}
}

func TestBytesAgree(t *testing.T) {
	x := make([]float64, 1001)
	for i := range x {
		x[i] = math.Float64frombits(uint64(i) * 0x9e3779b97f4a7c15)
	}
	for lo := range 9 { // parts of a slice, too
		if !bytes.Equal(Bytes(x[lo:], nil), encode(x[lo:], nil)) {
			t.Fatalf("from %d on the two differ", lo)
		}
	}
}

// Read gives back the numbers, on machines of either order.
func TestRead(t *testing.T) {
	x := []float64{1, -0.5, math.Inf(1), 5e-324}
	bytesOfX := encode(x, nil)
	got := make([]float64, len(x))
	if err := Read(bytes.NewReader(bytesOfX), got); err != nil || !slices.Equal(got, x) {
		t.Errorf("read %v (%v), want %v", got, err, x)
	}
	clear(got)
	decode(got, bytesOfX)
	if !slices.Equal(got, x) {
		t.Errorf("decoded %v, want %v", got, x)
	}
	if err := Read(bytes.NewReader(bytesOfX[:9]), got); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v of a text that is cut", err)
	}
	if err := Read(bytes.NewReader(nil), nil); err != nil {
		t.Errorf("error %v of no numbers", err)
	}
}
