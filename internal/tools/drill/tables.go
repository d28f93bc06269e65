package main

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strconv"
)

// table is made of random numbers: n samples of d features. Of sparse ones every tenth is not 0.
type table struct {
	n, d    int
	version uint64 // of the values
}

// sparsity is the number of values of a sparse table for each that is not 0.
const sparsity = 10

// random is the source of the values, the same for each file.
func (t table) random() *rand.Rand {
	return rand.New(rand.NewPCG(uint64(t.n)+t.version<<32, uint64(t.d)))
}

// number appends one of seven digits.
func number(b []byte, rng *rand.Rand) []byte {
	return strconv.AppendFloat(b, 100*rng.Float64(), 'f', 5, 64)
}

// buffered keeps the first error of a write for Flush.
func buffered(w io.Writer) *bufio.Writer { return bufio.NewWriterSize(w, 1<<16) }

func writeTableCSV(out io.Writer, t table) error {
	w, rng := buffered(out), t.random()
	for j := range t.d {
		fmt.Fprintf(w, "a%d,", j)
	}
	fmt.Fprintf(w, "class\n")
	t.rows(w, rng)
	return w.Flush()
}

// rows writes rows of numbers and a class.
func (t table) rows(w *bufio.Writer, rng *rand.Rand) {
	var b []byte
	for i := range t.n {
		b = b[:0]
		for range t.d {
			b = append(number(b, rng), ',')
		}
		w.Write(fmt.Appendf(b, "c%d\n", i%3))
	}
}

func writeTableARFF(out io.Writer, t table) error {
	w, rng := buffered(out), t.random()
	fmt.Fprintf(w, "@relation drill\n")
	for j := range t.d {
		fmt.Fprintf(w, "@attribute a%d real\n", j)
	}
	fmt.Fprintf(w, "@attribute class {c0,c1,c2}\n@data\n")
	t.rows(w, rng)
	return w.Flush()
}

// writeTableSeries writes a series matrix of GEO, in which a sample is a column.
func writeTableSeries(out io.Writer, t table) error {
	w, rng := buffered(out), t.random()
	line := func(key string, cell func(i int) string) {
		fmt.Fprintf(w, "%s", key)
		for i := range t.n {
			fmt.Fprintf(w, "\t%q", cell(i))
		}
		fmt.Fprintf(w, "\n")
	}
	sample := func(i int) string { return fmt.Sprint("GSM", i) }
	fmt.Fprintf(w, "!Series_title\t\"drill\"\n")
	line("!Sample_geo_accession", sample)
	line("!Sample_source_name_ch1", func(i int) string { return fmt.Sprint("c", i%3) })
	fmt.Fprintf(w, "!series_matrix_table_begin\n")
	line(`"ID_REF"`, sample)
	var b []byte
	for j := range t.d {
		b = fmt.Appendf(b[:0], `"a%d"`, j)
		for range t.n {
			b = number(append(b, '\t'), rng)
		}
		w.Write(append(b, '\n'))
	}
	fmt.Fprintf(w, "!series_matrix_table_end\n")
	return w.Flush()
}

// entries calls use with the columns of the entries of each row of a sparse table, ascending.
func (t table) entries(rng *rand.Rand, use func(i int, columns []int)) {
	var columns []int
	for i := range t.n {
		columns = columns[:0]
		for j := rng.IntN(sparsity); j < t.d; j += 1 + rng.IntN(2*sparsity-1) {
			columns = append(columns, j)
		}
		use(i, columns)
	}
}

func writeTableLIBSVM(out io.Writer, t table) error {
	w, rng := buffered(out), t.random()
	var b []byte
	t.entries(t.random(), func(i int, columns []int) {
		b = strconv.AppendInt(b[:0], int64(i%3), 10)
		for _, j := range columns {
			b = number(append(strconv.AppendInt(append(b, ' '), int64(j+1), 10), ':'), rng)
		}
		w.Write(append(b, '\n'))
	})
	return w.Flush()
}

func writeTableMarket(out io.Writer, t table) error {
	w, rng := buffered(out), t.random()
	count := 0
	t.entries(t.random(), func(_ int, columns []int) { count += len(columns) })
	fmt.Fprintf(w, "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n", t.n, t.d, count)
	var b []byte
	t.entries(t.random(), func(i int, columns []int) {
		for _, j := range columns {
			b = append(number(fmt.Appendf(b[:0], "%d %d ", i+1, j+1), rng), '\n')
			w.Write(b)
		}
	})
	return w.Flush()
}

// npyHead is the head of an .npy file.
func npyHead(kind string, shape string) []byte {
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", kind, shape)
	for (10+len(text)+1)%64 != 0 {
		text += " "
	}
	head := append([]byte("\x93NUMPY\x01\x00"), byte(len(text)+1), byte((len(text)+1)>>8))
	return append(head, text+"\n"...)
}

func writeFloat(w *bufio.Writer, v float64) {
	w.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
}

func writeTableNPY(out io.Writer, t table) error {
	w, rng := buffered(out), t.random()
	w.Write(npyHead("<f8", fmt.Sprintf("%d, %d", t.n, t.d)))
	for range t.n * t.d {
		writeFloat(w, rng.Float64())
	}
	return w.Flush()
}

// writeTableBytes writes an .npy file of bytes.
func writeTableBytes(out io.Writer, t table) error {
	w, rng := buffered(out), t.random()
	w.Write(npyHead("|u1", fmt.Sprintf("%d, %d", t.n, t.d)))
	row := make([]byte, t.d)
	for range t.n {
		for j := range row {
			row[j] = byte(rng.Uint32())
		}
		w.Write(row)
	}
	return w.Flush()
}

// writeTableNPZ writes a compressed archive of X and y.
func writeTableNPZ(out io.Writer, t table) error {
	z := zip.NewWriter(out)
	x, err := z.Create("X.npy")
	if err != nil {
		return err
	}
	if err := writeTableNPY(x, t); err != nil {
		return err
	}
	y, err := z.Create("y.npy")
	if err != nil {
		return err
	}
	w := buffered(y)
	w.Write(npyHead("<i4", fmt.Sprint(t.n, ",")))
	for i := range t.n {
		w.Write(binary.LittleEndian.AppendUint32(nil, uint32(i%3)))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return z.Close()
}

// writeTableSparseNPZ writes an archive as scipy.sparse.save_npz writes a matrix of compressed
// rows.
func writeTableSparseNPZ(out io.Writer, t table) error {
	starts := []uint32{0}
	t.entries(t.random(), func(_ int, columns []int) {
		starts = append(starts, starts[len(starts)-1]+uint32(len(columns)))
	})
	count := starts[t.n]
	z := zip.NewWriter(out)
	part := func(name, kind, shape string, write func(w *bufio.Writer)) error {
		f, err := z.Create(name + ".npy")
		if err != nil {
			return err
		}
		w := buffered(f)
		w.Write(npyHead(kind, shape))
		write(w)
		return w.Flush()
	}
	integers := func(w *bufio.Writer, values ...uint32) {
		for _, v := range values {
			w.Write(binary.LittleEndian.AppendUint32(nil, v))
		}
	}
	rng := t.random()
	for _, p := range []struct {
		name, kind, shape string
		write             func(w *bufio.Writer)
	}{
		{"indices", "<i4", fmt.Sprint(count, ","), func(w *bufio.Writer) {
			t.entries(t.random(), func(_ int, columns []int) {
				for _, j := range columns {
					integers(w, uint32(j))
				}
			})
		}},
		{"indptr", "<i4", fmt.Sprint(t.n+1, ","), func(w *bufio.Writer) { integers(w, starts...) }},
		{"format", "|S3", "", func(w *bufio.Writer) { fmt.Fprintf(w, "csr") }},
		{"shape", "<i4", "2,", func(w *bufio.Writer) { integers(w, uint32(t.n), uint32(t.d)) }},
		{"data", "<f8", fmt.Sprint(count, ","), func(w *bufio.Writer) {
			for range count {
				writeFloat(w, rng.Float64())
			}
		}},
	} {
		if err := part(p.name, p.kind, p.shape, p.write); err != nil {
			return err
		}
	}
	return z.Close()
}

// The kinds of elements of a MAT-file.
const (
	matInt8       = 1
	matInt32      = 5
	matUint32     = 6
	matDouble     = 9
	matMatrix     = 14
	matCompressed = 15
)

// matTag is the head of an element of a MAT-file.
func matTag(kind uint32, size int) []byte {
	return binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, kind),
		uint32(size))
}

// matHead is the head of a MAT-file.
func matHead() []byte {
	return append(bytes.Repeat([]byte{' '}, 124), 0, 1, 'I', 'M')
}

// matVariable is a variable up to its elements of values, which take size bytes with their heads.
func matVariable(class, rows, cols, most, size int, name string) []byte {
	text := append([]byte(name), make([]byte, -len(name)&7)...)
	b := matTag(matMatrix, 16+16+8+len(text)+size)
	b = append(b, matTag(matUint32, 8)...)
	b = binary.LittleEndian.AppendUint32(b, uint32(class))
	b = binary.LittleEndian.AppendUint32(b, uint32(most))
	b = append(b, matTag(matInt32, 8)...)
	b = binary.LittleEndian.AppendUint32(b, uint32(rows))
	b = binary.LittleEndian.AppendUint32(b, uint32(cols))
	return append(append(b, matTag(matInt8, len(name))...), text...)
}

// matDense writes a variable of doubles, column by column.
func matDense(w *bufio.Writer, name string, rows, cols int, value func(i int) float64) {
	size := 8 * rows * cols
	w.Write(matVariable(6, rows, cols, 0, 8+size, name))
	w.Write(matTag(matDouble, size))
	for range cols {
		for i := range rows {
			writeFloat(w, value(i))
		}
	}
}

func class(i int) float64 { return float64(i % 3) }

func writeTableMAT(out io.Writer, t table) error {
	w, rng := buffered(out), t.random()
	w.Write(matHead())
	matDense(w, "X", t.n, t.d, func(int) float64 { return rng.Float64() })
	matDense(w, "Y", t.n, 1, class)
	return w.Flush()
}

// writeTableMATCompressed writes whole numbers, as random others do not become smaller.
func writeTableMATCompressed(out io.Writer, t table) error {
	rng := t.random()
	if _, err := out.Write(matHead()); err != nil {
		return err
	}
	for _, write := range []func(w *bufio.Writer){
		func(w *bufio.Writer) {
			matDense(w, "X", t.n, t.d, func(int) float64 { return float64(rng.IntN(1000)) })
		},
		func(w *bufio.Writer) { matDense(w, "Y", t.n, 1, class) },
	} {
		var packed bytes.Buffer
		z := zlib.NewWriter(&packed)
		w := buffered(z)
		write(w)
		if err := w.Flush(); err != nil {
			return err
		}
		if err := z.Close(); err != nil {
			return err
		}
		if _, err := out.Write(append(matTag(matCompressed, packed.Len()),
			packed.Bytes()...)); err != nil {
			return err
		}
	}
	return nil
}

// writeTableSparseMAT writes a sparse variable, whose columns are those of the rows of a table that
// is turned.
func writeTableSparseMAT(out io.Writer, t table) error {
	turned := table{n: t.d, d: t.n}
	starts := []uint32{0}
	turned.entries(t.random(), func(_ int, rows []int) {
		starts = append(starts, starts[len(starts)-1]+uint32(len(rows)))
	})
	count := int(starts[t.d])
	w, rng := buffered(out), t.random()
	w.Write(matHead())
	pad := func(size int) int { return size + -size&7 }
	rows, columns := 4*count, 4*len(starts)
	w.Write(matVariable(5, t.n, t.d, count, 8+pad(rows)+8+pad(columns)+8+8*count, "X"))
	w.Write(matTag(matInt32, rows))
	turned.entries(t.random(), func(_ int, rows []int) {
		for _, i := range rows {
			w.Write(binary.LittleEndian.AppendUint32(nil, uint32(i)))
		}
	})
	w.Write(make([]byte, pad(rows)-rows))
	w.Write(matTag(matInt32, columns))
	for _, s := range starts {
		w.Write(binary.LittleEndian.AppendUint32(nil, s))
	}
	w.Write(make([]byte, pad(columns)-columns))
	w.Write(matTag(matDouble, 8*count))
	for range count {
		writeFloat(w, rng.Float64())
	}
	matDense(w, "Y", t.n, 1, class)
	return w.Flush()
}

// writeTablePictures writes an archive of gray pictures of d pixels, in three folders.
func writeTablePictures(out io.Writer, t table) error {
	rng := t.random()
	w := tar.NewWriter(out)
	pixels := make([]byte, t.d)
	for i := range t.n {
		for j := range pixels {
			pixels[j] = byte(rng.Uint32())
		}
		head := fmt.Appendf(nil, "P5\n%d %d\n255\n", t.d/32, 32)
		if err := w.WriteHeader(&tar.Header{Name: fmt.Sprintf("s%d/%d.pgm", i%3, i), Mode: 0o600,
			Size: int64(len(head) + len(pixels))}); err != nil {
			return err
		}
		if _, err := w.Write(append(head, pixels...)); err != nil {
			return err
		}
	}
	return w.Close()
}

// zipped makes a writer compress with gzip.
func zipped(write func(io.Writer, table) error) func(io.Writer, table) error {
	return func(out io.Writer, t table) error {
		z := gzip.NewWriter(out)
		if err := write(z, t); err != nil {
			return err
		}
		return z.Close()
	}
}
