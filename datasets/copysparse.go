package datasets

import (
	"bufio"
	"encoding/binary"
	"io"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/rawfloat"
)

// sparseSize is the number of bytes of p sparse columns in a copy; entries and p are below 2⁵⁹.
func sparseSize(p, entries uint64) uint64 { return 4*(p+p%2) + 4*(entries+entries%2) + 8*entries }

// writeEntries writes a sparse matrix: the number of entries of each column, the rows of the
// entries, both as numbers of 4 bytes with blanks up to a multiple of 8, and their values.
func writeEntries(w io.Writer, x *storage.Sparse) error {
	b := bufio.NewWriterSize(w, 1<<16) // which keeps its error for Flush
	_, p := x.Dims()
	write := func(v uint32) { b.Write(binary.LittleEndian.AppendUint32(b.AvailableBuffer(), v)) }
	for j := range p {
		rows, _ := x.Column(j)
		write(uint32(len(rows)))
	}
	if p%2 == 1 {
		write(0)
	}
	for j := range p {
		rows, _ := x.Column(j)
		for _, i := range rows {
			write(uint32(i))
		}
	}
	if x.NonZeros()%2 == 1 {
		write(0)
	}
	var buf []byte
	for j := range p {
		_, values := x.Column(j)
		buf = rawfloat.Bytes(values, buf)
		b.Write(buf)
	}
	return b.Flush()
}

// readEntries reads an n×p matrix that writeEntries has written.
func readEntries(r io.Reader, n, p, entries int) (*storage.Sparse, error) {
	starts, rows, values := make([]int, p+1), make([]int32, entries), make([]float64, entries)
	err := readUint32s(r, p, func(j int, length uint32) {
		starts[j+1] = starts[j] + int(length)
	})
	if err != nil {
		return nil, err
	}
	if err := readUint32s(r, entries, func(k int, i uint32) { rows[k] = int32(i) }); err != nil {
		return nil, err
	}
	if err := rawfloat.Read(r, values); err != nil {
		return nil, err
	}
	return storage.NewSparse(n, starts, rows, values)
}

// readUint32s reads count numbers and the blanks behind them.
func readUint32s(r io.Reader, count int, use func(k int, v uint32)) error {
	var buf [1 << 13]byte
	for k := 0; k < count; {
		block := buf[:min(len(buf), 4*(count-k+(count-k)%2))]
		if _, err := io.ReadFull(r, block); err != nil {
			return err
		}
		for at := 0; at < len(block) && k < count; at += 4 {
			use(k, binary.LittleEndian.Uint32(block[at:]))
			k++
		}
	}
	return nil
}
