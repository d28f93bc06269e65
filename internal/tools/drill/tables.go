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
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// table is made of random numbers: n samples of d features. Of sparse ones every tenth is not 0.
type table struct {
	n, d    int
	version uint64 // of the values
	dir     string // of its file
}

// tableWriter writes a table in a form. Its buffer keeps the first error.
type tableWriter func(w *bufio.Writer, t table)

// writeTable writes a file.
func writeTable(path string, write tableWriter, t table) {
	t.dir = filepath.Dir(path)
	f := got(os.Create(path))
	write.to(f, t)
	do(f.Close())
}

// to writes a table through a buffer of its own.
func (write tableWriter) to(out io.Writer, t table) {
	w := bufio.NewWriterSize(out, 1<<16)
	write(w, t)
	do(w.Flush())
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

// put writes numbers of a fixed size.
func put(w io.Writer, v any) { do(binary.Write(w, binary.LittleEndian, v)) }

func writeTableCSV(w *bufio.Writer, t table) {
	for j := range t.d {
		fmt.Fprintf(w, "a%d,", j)
	}
	fmt.Fprintf(w, "class\n")
	t.rows(w)
}

// rows writes rows of numbers and a class.
func (t table) rows(w *bufio.Writer) {
	var b []byte
	rng := t.random()
	for i := range t.n {
		b = b[:0]
		for range t.d {
			b = append(number(b, rng), ',')
		}
		w.Write(fmt.Appendf(b, "c%d\n", i%3))
	}
}

func writeTableARFF(w *bufio.Writer, t table) {
	fmt.Fprintf(w, "@relation drill\n")
	for j := range t.d {
		fmt.Fprintf(w, "@attribute a%d real\n", j)
	}
	fmt.Fprintf(w, "@attribute class {c0,c1,c2}\n@data\n")
	t.rows(w)
}

// writeTableSeries writes a series matrix of GEO, in which a sample is a column.
func writeTableSeries(w *bufio.Writer, t table) {
	rng := t.random()
	line := func(key, cell string, turns int) {
		fmt.Fprintf(w, "%s", key)
		for i := range t.n {
			fmt.Fprintf(w, "\t%q", fmt.Sprint(cell, i%turns))
		}
		fmt.Fprintf(w, "\n")
	}
	fmt.Fprintf(w, "!Series_title\t\"drill\"\n")
	line("!Sample_geo_accession", "GSM", t.n)
	line("!Sample_source_name_ch1", "c", 3)
	fmt.Fprintf(w, "!series_matrix_table_begin\n")
	line(`"ID_REF"`, "GSM", t.n)
	var b []byte
	for j := range t.d {
		b = fmt.Appendf(b[:0], `"a%d"`, j)
		for range t.n {
			b = number(append(b, '\t'), rng)
		}
		w.Write(append(b, '\n'))
	}
	fmt.Fprintf(w, "!series_matrix_table_end\n")
}

// entries calls use with the columns of the entries of each row of a sparse table, ascending.
func (t table) entries(use func(i int, columns []uint32)) {
	var columns []uint32
	rng := t.random()
	for i := range t.n {
		columns = columns[:0]
		for j := rng.IntN(sparsity); j < t.d; j += 1 + rng.IntN(2*sparsity-1) {
			columns = append(columns, uint32(j))
		}
		use(i, columns)
	}
}

// starts are the numbers of entries before each row, and behind the last.
func (t table) starts() []uint32 {
	starts := []uint32{0}
	t.entries(func(_ int, columns []uint32) {
		starts = append(starts, starts[len(starts)-1]+uint32(len(columns)))
	})
	return starts
}

func writeTableLIBSVM(w *bufio.Writer, t table) {
	rng := t.random()
	var b []byte
	t.entries(func(i int, columns []uint32) {
		b = strconv.AppendInt(b[:0], int64(i%3), 10)
		for _, j := range columns {
			b = number(append(strconv.AppendInt(append(b, ' '), int64(j+1), 10), ':'), rng)
		}
		w.Write(append(b, '\n'))
	})
}

func writeTableMarket(w *bufio.Writer, t table) {
	rng := t.random()
	fmt.Fprintf(w, "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n", t.n, t.d,
		t.starts()[t.n])
	var b []byte
	t.entries(func(i int, columns []uint32) {
		for _, j := range columns {
			b = append(number(fmt.Appendf(b[:0], "%d %d ", i+1, j+1), rng), '\n')
			w.Write(b)
		}
	})
}

// npyHead writes the head of an .npy file.
func npyHead(w *bufio.Writer, kind, shape string) {
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", kind, shape)
	text += strings.Repeat(" ", 63-(10+len(text))%64) + "\n"
	fmt.Fprintf(w, "\x93NUMPY\x01\x00")
	put(w, uint16(len(text)))
	fmt.Fprint(w, text)
}

func writeTableNPY(w *bufio.Writer, t table) {
	npyHead(w, "<f8", fmt.Sprintf("%d, %d", t.n, t.d))
	t.floats(w, t.n*t.d)
}

// floats writes so many values.
func (t table) floats(w *bufio.Writer, count int) {
	rng := t.random()
	for range count {
		put(w, rng.Float64())
	}
}

// writeTableBytes writes an .npy file of bytes.
func writeTableBytes(w *bufio.Writer, t table) {
	npyHead(w, "|u1", fmt.Sprintf("%d, %d", t.n, t.d))
	rng := t.random()
	for range t.n * t.d {
		w.WriteByte(byte(rng.Uint32()))
	}
}

// archive writes a compressed archive of arrays.
func archive(w io.Writer, t table, arrays map[string]tableWriter) {
	z := zip.NewWriter(w)
	for name, write := range arrays {
		write.to(got(z.Create(name+".npy")), t)
	}
	do(z.Close())
}

// array writes an array of 32-bit integers, of one dimension.
func array(w *bufio.Writer, values []uint32) {
	npyHead(w, "<i4", fmt.Sprint(len(values), ","))
	put(w, values)
}

// writeTableNPZ writes a compressed archive of X and y.
func writeTableNPZ(w *bufio.Writer, t table) {
	archive(w, t, map[string]tableWriter{"X": writeTableNPY, "y": func(w *bufio.Writer, t table) {
		y := make([]uint32, t.n)
		for i := range y {
			y[i] = uint32(i % 3)
		}
		array(w, y)
	}})
}

// writeTableSparseNPZ writes an archive as scipy.sparse.save_npz writes a matrix of compressed
// rows.
func writeTableSparseNPZ(w *bufio.Writer, t table) {
	starts := t.starts()
	count := int(starts[t.n])
	archive(w, t, map[string]tableWriter{
		"indices": func(w *bufio.Writer, t table) {
			npyHead(w, "<i4", fmt.Sprint(count, ","))
			t.entries(func(_ int, columns []uint32) { put(w, columns) })
		},
		"indptr": func(w *bufio.Writer, _ table) { array(w, starts) },
		"shape":  func(w *bufio.Writer, t table) { array(w, []uint32{uint32(t.n), uint32(t.d)}) },
		"format": func(w *bufio.Writer, _ table) {
			npyHead(w, "|S3", "")
			fmt.Fprintf(w, "csr")
		},
		"data": func(w *bufio.Writer, t table) {
			npyHead(w, "<f8", fmt.Sprint(count, ","))
			t.floats(w, count)
		},
	})
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

// matHead writes the head of a MAT-file.
func matHead(w io.Writer) { fmt.Fprintf(w, "%124s\x00\x01IM", "") }

// matVariable writes a variable up to its elements of values, which take size bytes with their
// heads.
func matVariable(w io.Writer, class, rows, cols, most, size int, name string) {
	text := append([]byte(name), make([]byte, -len(name)&7)...)
	put(w, []uint32{matMatrix, uint32(16 + 16 + 8 + len(text) + size), matUint32, 8, uint32(class),
		uint32(most), matInt32, 8, uint32(rows), uint32(cols), matInt8, uint32(len(name))})
	put(w, text)
}

// matDense writes a variable of doubles, column by column.
func matDense(w io.Writer, name string, rows, cols int, value func(i int) float64) {
	size := 8 * rows * cols
	matVariable(w, 6, rows, cols, 0, 8+size, name)
	put(w, []uint32{matDouble, uint32(size)})
	for range cols {
		for i := range rows {
			put(w, value(i))
		}
	}
}

func class(i int) float64 { return float64(i % 3) }

func writeTableMAT(w *bufio.Writer, t table) {
	rng := t.random()
	matHead(w)
	matDense(w, "X", t.n, t.d, func(int) float64 { return rng.Float64() })
	matDense(w, "Y", t.n, 1, class)
}

// writeTableMATCompressed writes whole numbers, as random others do not become smaller.
func writeTableMATCompressed(w *bufio.Writer, t table) {
	rng := t.random()
	matHead(w)
	for _, write := range []tableWriter{
		func(w *bufio.Writer, t table) {
			matDense(w, "X", t.n, t.d, func(int) float64 { return float64(rng.IntN(1000)) })
		},
		func(w *bufio.Writer, t table) { matDense(w, "Y", t.n, 1, class) },
	} {
		var packed bytes.Buffer
		z := zlib.NewWriter(&packed)
		write.to(z, t)
		do(z.Close())
		put(w, []uint32{matCompressed, uint32(packed.Len())})
		w.Write(packed.Bytes())
	}
}

// writeTableSparseMAT writes a sparse variable, whose columns are those of the rows of a table that
// is turned.
func writeTableSparseMAT(w *bufio.Writer, t table) {
	turned := table{n: t.d, d: t.n, version: t.version}
	starts := turned.starts()
	count := int(starts[t.d])
	matHead(w)
	rows, columns := 4*count, 4*len(starts)
	pad := func(size int) { w.Write(make([]byte, -size&7)) }
	matVariable(w, 5, t.n, t.d, count, 8+rows+-rows&7+8+columns+-columns&7+8+8*count, "X")
	put(w, []uint32{matInt32, uint32(rows)})
	turned.entries(func(_ int, rows []uint32) { put(w, rows) })
	pad(rows)
	put(w, []uint32{matInt32, uint32(columns)})
	put(w, starts)
	pad(columns)
	put(w, []uint32{matDouble, uint32(8 * count)})
	t.floats(w, count)
	matDense(w, "Y", t.n, 1, class)
}

// writeTablePictures writes an archive of gray pictures of d pixels, in three folders.
func writeTablePictures(out *bufio.Writer, t table) {
	rng, w := t.random(), tar.NewWriter(out)
	head := fmt.Appendf(nil, "P5\n%d %d\n255\n", t.d/32, 32)
	picture := append(head, make([]byte, t.d)...)
	for i := range t.n {
		for j := range t.d {
			picture[len(head)+j] = byte(rng.Uint32())
		}
		do(w.WriteHeader(&tar.Header{Name: fmt.Sprintf("s%d/%d.pgm", i%3, i), Mode: 0o600,
			Size: int64(len(picture))}))
		got(w.Write(picture))
	}
	do(w.Close())
}

// zipped makes a writer compress with gzip.
func zipped(write tableWriter) tableWriter {
	return func(out *bufio.Writer, t table) {
		z := gzip.NewWriter(out)
		write.to(z, t)
		do(z.Close())
	}
}
