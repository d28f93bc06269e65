package tabular

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// wantError fails unless err has exactly that text, on one line.
func wantError(t testing.TB, err error, want string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want %s", want)
	}
	if err.Error() != want {
		t.Errorf("error\n got %s\nwant %s", err, want)
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("the error has several lines: %q", err)
	}
}

// content is what a test expects of a data set.
type content struct {
	Features []string
	Rows     [][]float64
	Labels   []string // nil without labels
	History  []string
	Warnings []string
}

func contentOf(d *read) content {
	c := content{Features: d.Features, Rows: matrixOf(d), History: d.History, Warnings: d.Warnings}
	for _, k := range d.Y {
		c.Labels = append(c.Labels, d.Classes[k])
	}
	return c
}

func gzipped(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	must.Do(t, z.Close())
	return b.Bytes()
}

// repeated gives a head and then a text for ever.
type repeated struct {
	head, text string
	at         int
}

func (r *repeated) Read(p []byte) (int, error) {
	n := copy(p, r.head)
	r.head = r.head[n:]
	for n < len(p) {
		k := copy(p[n:], r.text[r.at:])
		n += k
		r.at = (r.at + k) % len(r.text)
	}
	return n, nil
}

// allocated returns how many bytes f takes from the heap in all. What lies there
// at any one time is never more, whatever the garbage collector does.
func allocated(f func()) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

// csvOf writes n samples of d random features, about 20 characters a cell.
func csvOf(n, d int) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	var text []byte
	for j := range d {
		text = fmt.Appendf(text, "gene_%d,", j)
	}
	text = append(text, "class\n"...)
	for i := range n {
		for range d {
			text = append(strconv.AppendFloat(text, rng.NormFloat64(), 'g', -1, 64), ',')
		}
		text = fmt.Appendf(text, "c%d\n", i%2)
	}
	return text
}

// read is a table with the sizes and rows that tests look at.
type read struct {
	*Table
	Features []string
}

func (d *read) N() int { return d.Rows }
func (d *read) D() int { return len(d.Names) }

// matrixOf returns the values of a table, row by row.
func matrixOf(d *read) [][]float64 {
	rows := make([][]float64, d.N())
	for i := range rows {
		if d.Sparse == nil {
			rows[i] = d.Values[i*d.D() : (i+1)*d.D()]
			continue
		}
		rows[i] = make([]float64, d.D())
		for k := d.Sparse.Starts[i]; k < d.Sparse.Starts[i+1]; k++ {
			rows[i][d.Sparse.Columns[k]] = d.Sparse.Values[k]
		}
	}
	return rows
}

// reading reads a whole file, and puts its name before errors as package datasets does.
func reading(r io.Reader, name string, opt Options,
	how func(*Source, Options) (*Table, error)) (*read, error) {
	text, err := Open(r)
	if err == nil {
		var t *Table
		if t, err = how(text, opt); err == nil {
			return &read{t, t.Names}, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", name, err)
}

func readCSV(r io.Reader, name string, opt Options) (*read, error) {
	return reading(r, name, opt, ReadTable)
}

func readARFF(r io.Reader, name string, opt Options) (*read, error) {
	return reading(r, name, opt, ReadARFF)
}

func readLIBSVM(r io.Reader, name string, opt Options) (*read, error) {
	return reading(r, name, opt, ReadLIBSVM)
}
