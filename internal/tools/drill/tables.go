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

// errWriter keeps the first error.
type errWriter struct {
	w   *bufio.Writer
	err error
}

func newErrWriter(w io.Writer) *errWriter { return &errWriter{w: bufio.NewWriterSize(w, 1<<16)} }

func (w *errWriter) bytes(b []byte) {
	if w.err == nil {
		_, w.err = w.w.Write(b)
	}
}

func (w *errWriter) printf(format string, args ...any) {
	w.bytes(fmt.Appendf(nil, format, args...))
}

func (w *errWriter) end() error {
	if w.err != nil {
		return w.err
	}
	return w.w.Flush()
}

func writeTableCSV(out io.Writer, t table) error {
	w, rng := newErrWriter(out), t.random()
	for j := range t.d {
		w.printf("a%d,", j)
	}
	w.printf("class\n")
	t.rows(w, rng)
	return w.end()
}

// rows writes rows of numbers and a class.
func (t table) rows(w *errWriter, rng *rand.Rand) {
	var b []byte
	for i := range t.n {
		b = b[:0]
		for range t.d {
			b = append(number(b, rng), ',')
		}
		w.bytes(fmt.Appendf(b, "c%d\n", i%3))
	}
}

func writeTableARFF(out io.Writer, t table) error {
	w, rng := newErrWriter(out), t.random()
	w.printf("@relation drill\n")
	for j := range t.d {
		w.printf("@attribute a%d real\n", j)
	}
	w.printf("@attribute class {c0,c1,c2}\n@data\n")
	t.rows(w, rng)
	return w.end()
}

// writeTableSeries writes a series matrix of GEO, in which a sample is a column.
func writeTableSeries(out io.Writer, t table) error {
	w, rng := newErrWriter(out), t.random()
	line := func(key string, cell func(i int) string) {
		w.printf("%s", key)
		for i := range t.n {
			w.printf("\t%q", cell(i))
		}
		w.printf("\n")
	}
	sample := func(i int) string { return fmt.Sprint("GSM", i) }
	w.printf("!Series_title\t\"drill\"\n")
	line("!Sample_geo_accession", sample)
	line("!Sample_source_name_ch1", func(i int) string { return fmt.Sprint("c", i%3) })
	w.printf("!series_matrix_table_begin\n")
	line(`"ID_REF"`, sample)
	var b []byte
	for j := range t.d {
		b = fmt.Appendf(b[:0], `"a%d"`, j)
		for range t.n {
			b = number(append(b, '\t'), rng)
		}
		w.bytes(append(b, '\n'))
	}
	w.printf("!series_matrix_table_end\n")
	return w.end()
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
	w, rng := newErrWriter(out), t.random()
	var b []byte
	t.entries(t.random(), func(i int, columns []int) {
		b = strconv.AppendInt(b[:0], int64(i%3), 10)
		for _, j := range columns {
			b = number(append(strconv.AppendInt(append(b, ' '), int64(j+1), 10), ':'), rng)
		}
		w.bytes(append(b, '\n'))
	})
	return w.end()
}

func writeTableMarket(out io.Writer, t table) error {
	w, rng := newErrWriter(out), t.random()
	count := 0
	t.entries(t.random(), func(_ int, columns []int) { count += len(columns) })
	w.printf("%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n", t.n, t.d, count)
	var b []byte
	t.entries(t.random(), func(i int, columns []int) {
		for _, j := range columns {
			b = append(number(fmt.Appendf(b[:0], "%d %d ", i+1, j+1), rng), '\n')
			w.bytes(b)
		}
	})
	return w.end()
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

func (w *errWriter) float64(v float64) {
	w.bytes(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
}

func writeTableNPY(out io.Writer, t table) error {
	w, rng := newErrWriter(out), t.random()
	w.bytes(npyHead("<f8", fmt.Sprintf("%d, %d", t.n, t.d)))
	for range t.n * t.d {
		w.float64(rng.Float64())
	}
	return w.end()
}

// writeTableBytes writes an .npy file of bytes.
func writeTableBytes(out io.Writer, t table) error {
	w, rng := newErrWriter(out), t.random()
	w.bytes(npyHead("|u1", fmt.Sprintf("%d, %d", t.n, t.d)))
	row := make([]byte, t.d)
	for range t.n {
		for j := range row {
			row[j] = byte(rng.Uint32())
		}
		w.bytes(row)
	}
	return w.end()
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
	w := newErrWriter(y)
	w.bytes(npyHead("<i4", fmt.Sprint(t.n, ",")))
	for i := range t.n {
		w.bytes(binary.LittleEndian.AppendUint32(nil, uint32(i%3)))
	}
	if err := w.end(); err != nil {
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
	part := func(name, kind, shape string, write func(w *errWriter)) error {
		f, err := z.Create(name + ".npy")
		if err != nil {
			return err
		}
		w := newErrWriter(f)
		w.bytes(npyHead(kind, shape))
		write(w)
		return w.end()
	}
	integers := func(w *errWriter, values ...uint32) {
		for _, v := range values {
			w.bytes(binary.LittleEndian.AppendUint32(nil, v))
		}
	}
	rng := t.random()
	for _, p := range []struct {
		name, kind, shape string
		write             func(w *errWriter)
	}{
		{"indices", "<i4", fmt.Sprint(count, ","), func(w *errWriter) {
			t.entries(t.random(), func(_ int, columns []int) {
				for _, j := range columns {
					integers(w, uint32(j))
				}
			})
		}},
		{"indptr", "<i4", fmt.Sprint(t.n+1, ","), func(w *errWriter) { integers(w, starts...) }},
		{"format", "|S3", "", func(w *errWriter) { w.printf("csr") }},
		{"shape", "<i4", "2,", func(w *errWriter) { integers(w, uint32(t.n), uint32(t.d)) }},
		{"data", "<f8", fmt.Sprint(count, ","), func(w *errWriter) {
			for range count {
				w.float64(rng.Float64())
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
func matDense(w *errWriter, name string, rows, cols int, value func(i int) float64) {
	size := 8 * rows * cols
	w.bytes(matVariable(6, rows, cols, 0, 8+size, name))
	w.bytes(matTag(matDouble, size))
	for range cols {
		for i := range rows {
			w.float64(value(i))
		}
	}
}

func class(i int) float64 { return float64(i % 3) }

func writeTableMAT(out io.Writer, t table) error {
	w, rng := newErrWriter(out), t.random()
	w.bytes(matHead())
	matDense(w, "X", t.n, t.d, func(int) float64 { return rng.Float64() })
	matDense(w, "Y", t.n, 1, class)
	return w.end()
}

// writeTableMATCompressed writes whole numbers, as random others do not become smaller.
func writeTableMATCompressed(out io.Writer, t table) error {
	rng := t.random()
	if _, err := out.Write(matHead()); err != nil {
		return err
	}
	for _, write := range []func(w *errWriter){
		func(w *errWriter) {
			matDense(w, "X", t.n, t.d, func(int) float64 { return float64(rng.IntN(1000)) })
		},
		func(w *errWriter) { matDense(w, "Y", t.n, 1, class) },
	} {
		var packed bytes.Buffer
		z := zlib.NewWriter(&packed)
		w := newErrWriter(z)
		write(w)
		if err := w.end(); err != nil {
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
	w, rng := newErrWriter(out), t.random()
	w.bytes(matHead())
	pad := func(size int) int { return size + -size&7 }
	rows, columns := 4*count, 4*len(starts)
	w.bytes(matVariable(5, t.n, t.d, count, 8+pad(rows)+8+pad(columns)+8+8*count, "X"))
	w.bytes(matTag(matInt32, rows))
	turned.entries(t.random(), func(_ int, rows []int) {
		for _, i := range rows {
			w.bytes(binary.LittleEndian.AppendUint32(nil, uint32(i)))
		}
	})
	w.bytes(make([]byte, pad(rows)-rows))
	w.bytes(matTag(matInt32, columns))
	for _, s := range starts {
		w.bytes(binary.LittleEndian.AppendUint32(nil, s))
	}
	w.bytes(make([]byte, pad(columns)-columns))
	w.bytes(matTag(matDouble, 8*count))
	for range count {
		w.float64(rng.Float64())
	}
	matDense(w, "Y", t.n, 1, class)
	return w.end()
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
