package matfile

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

// BenchmarkRead reads one matrix; the rate is in bytes of the result, 8 for
// each number.
func BenchmarkRead(b *testing.B) {
	for _, c := range []struct {
		rows, cols int
		typ        uint32
		compress   bool
	}{
		{1440, 1024, miDOUBLE, false},
		{1440, 1024, miUINT8, true},
		{85, 22283, miDOUBLE, false},
		{85, 22283, miDOUBLE, true},
		{2000, 20000, miUINT8, false},
		{2000, 20000, miDOUBLE, false},
		{1000000, 20, miDOUBLE, false},
	} {
		name := fmt.Sprintf("%dx%d/%d-byte", c.rows, c.cols, width(c.typ))
		if c.compress {
			name += "/zlib"
		}
		b.Run(name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			values := make([]float64, c.rows*c.cols)
			for i := range values {
				values[i] = float64(rng.IntN(200))
			}
			w := le
			w.compress = c.compress
			data := w.file(spec{name: "X", class: 6, dims: []int32{int32(c.rows), int32(c.cols)},
				typ: c.typ, values: values})
			b.SetBytes(int64(8 * len(values)))
			for b.Loop() {
				if _, err := Read(bytes.NewReader(data), nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkReadSparse reads a sparse matrix of one entry in fifty.
func BenchmarkReadSparse(b *testing.B) {
	const rows, cols = 1500, 4000
	rng := rand.New(rand.NewPCG(1, 2))
	values := make([]float64, rows*cols)
	for i := range values {
		if rng.IntN(50) == 0 {
			values[i] = 1
		}
	}
	data := le.file(sparseOf("X", rows, cols, values...))
	b.SetBytes(8 * rows * cols)
	for b.Loop() {
		if _, err := Read(bytes.NewReader(data), nil); err != nil {
			b.Fatal(err)
		}
	}
}
