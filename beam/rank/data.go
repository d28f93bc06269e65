package rank

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"fsnb.example/beam/pipeline"
	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/npy"
	"fsnb.example/internal/plainfile"
	"fsnb.example/internal/tabular"
)

// Source says where the data are, for workers to open.
type Source struct {
	// Data is an .npy file, an .npz or text file of sparse values, or a folder of .npy files, some
	// columns each, or some rows, with a Manifest. It may be of a file system of Beam.
	Data string `json:"data"`
	// Labels, Label and Target are those of datasets.Options.
	Labels string `json:"labels"`
	Label  string `json:"label"`
	Target string `json:"target"`
}

// columns are some columns of a file.
type columns struct {
	name        string
	layout      storage.Layout
	lo          int // the first among all columns, or rows
	fingerprint string
	// open returns the file on this machine, of this fingerprint. It looks once.
	open func() (*local, error)
	// whole maps all of the file, once.
	whole func() (*storage.Mapped, error)
}

// table is the data as this process sees them.
type table struct {
	d     *datasets.Dataset // with labels; its values are known by shape, or sparse
	parts []columns         // of values on disk
	byRow bool              // parts are rows
	rows  []int             // that have labels; nil for all
	print string            // of all files
}

// open opens the data without reading the values of those on disk.
func (s Source) open(ctx context.Context) (*table, error) {
	t := &table{}
	var err error
	switch {
	case strings.HasSuffix(strings.ToLower(s.Data), ".npy"):
		var path string
		if path, err = onDisk(ctx, s.Data); err == nil {
			err = t.addFile(path)
		}
	case !pipeline.Remote(s.Data) && !isFolder(s.Data) || sparse(s.Data):
		return s.openSparse(ctx)
	default:
		err = t.addFolder(ctx, s.Data)
	}
	if err != nil {
		return nil, err
	}
	labels, err := t.addLabels(ctx, s)
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	for _, p := range t.parts {
		fmt.Fprintln(sum, p.fingerprint, p.layout.Rows, p.layout.Columns)
	}
	fmt.Fprintln(sum, labels)
	t.print = hex.EncodeToString(sum.Sum(nil)[:16])
	return t, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// sparse reports whether a name is that of a file of sparse values.
func sparse(name string) bool {
	name = strings.TrimSuffix(strings.ToLower(name), ".gz")
	for _, ext := range []string{".npz", ".svm", ".libsvm", ".mtx"} {
		if strings.HasSuffix(name, ext) {
			return true
		}
	}
	return false
}

// openSparse loads the values, which each process holds.
func (s Source) openSparse(ctx context.Context) (*table, error) {
	path, err := onDisk(ctx, s.Data)
	if err != nil {
		return nil, err
	}
	opt := datasets.Options{Label: s.Label, Target: datasets.TargetKind(s.Target),
		Storage: tabular.SparseStorage}
	t := &table{}
	read := make([]*local, 1, 2)
	if read[0], err = look(path); err != nil {
		return nil, err
	}
	t.print = read[0].fingerprint
	if s.Labels != "" {
		if opt.Labels, err = onDisk(ctx, s.Labels); err != nil {
			return nil, err
		}
		labels, err := look(opt.Labels)
		if err != nil {
			return nil, err
		}
		read = append(read, labels)
		t.print += " " + labels.fingerprint
	}
	t.d, err = datasets.Load(path, opt)
	for _, l := range read {
		err = cmp.Or(err, l.unchanged())
	}
	return t, err
}

// plain is what went wrong with a file, without its name.
func plain(err error) error {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

// addFile adds the columns of an .npy file.
func (t *table) addFile(path string) error {
	f, err := plainfile.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	h, err := npy.ReadHeader(f, info.Size())
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	kind, ok := mappedTypes[h.Type]
	switch {
	case len(h.Shape) != 2:
		return fmt.Errorf("%s has %d dimensions; save a matrix of samples by features", path,
			len(h.Shape))
	case !ok:
		return fmt.Errorf("%s: numbers of type %s are not read by blocks; save them as another "+
			`one: np.save("x.npy", x.astype("float32"))`, path, h.Type)
	}
	c := columns{name: path, layout: storage.Layout{Rows: h.Shape[0], Columns: h.Shape[1],
		Type: kind, Fortran: h.Fortran, Offset: h.Offset}}
	l, err := lookAt(f)
	if err != nil {
		return err
	}
	c.fingerprint, c.open = l.fingerprint, func() (*local, error) { return l, nil }
	return t.add(c)
}

// add adds columns after those that are there.
func (t *table) add(c columns) error {
	if len(t.parts) > 0 {
		last := t.parts[len(t.parts)-1]
		if t.byRow {
			c.lo = last.lo + last.layout.Rows
			if last.layout.Columns != c.layout.Columns {
				return fmt.Errorf("%s has %d features, and %s has %d; give the same features in "+
					"all files", c.name, c.layout.Columns, last.name, last.layout.Columns)
			}
		} else if c.lo = last.lo + last.layout.Columns; last.layout.Rows != c.layout.Rows {
			return fmt.Errorf("%s has %d samples, and %s has %d; give the same samples in all "+
				"files, or write the manifest with -rows", c.name, c.layout.Rows, last.name,
				last.layout.Rows)
		}
	}
	c.whole = sync.OnceValues(func() (*storage.Mapped, error) {
		f, err := c.open()
		if err != nil {
			return nil, err
		}
		return f.mapped(c.layout)
	})
	t.parts = append(t.parts, c)
	return nil
}

var mappedTypes = map[npy.Type]storage.Type{
	npy.Float64: storage.Float64, npy.Float32: storage.Float32, npy.Int8: storage.Int8,
	npy.Uint8: storage.Uint8, npy.Bool: storage.Uint8, npy.Int16: storage.Int16,
	npy.Uint16: storage.Uint16, npy.Int32: storage.Int32,
}

// dims are the numbers of rows and columns of all files.
func (t *table) dims() (n, d int) {
	last := t.parts[len(t.parts)-1]
	if t.byRow {
		return last.lo + last.layout.Rows, last.layout.Columns
	}
	return last.layout.Rows, last.lo + last.layout.Columns
}

// addLabels makes the data set, with labels, and returns what identifies them. The library reads
// labels for a matrix of one column, the numbers of the rows in an order that no label follows,
// which then says which rows have a label.
func (t *table) addLabels(ctx context.Context, s Source) (print string, err error) {
	n, d := t.dims()
	opt := datasets.Options{Label: s.Label, Target: datasets.TargetKind(s.Target),
		Storage: tabular.DenseStorage}
	var labels *local
	if s.Labels == "" {
		opt.Label = datasets.NoLabel
	} else {
		if opt.Labels, err = onDisk(ctx, s.Labels); err != nil {
			return "", err
		}
		if labels, err = look(opt.Labels); err != nil {
			return "", err
		}
		print = labels.fingerprint
	}
	var b bytes.Buffer
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, 1), }", n)
	header += strings.Repeat(" ", 63-(10+len(header))%64) + "\n"
	b.WriteString("\x93NUMPY\x01\x00")
	if err := binary.Write(&b, binary.LittleEndian, uint16(len(header))); err != nil {
		return "", err
	}
	b.WriteString(header)
	order := rand.New(rand.NewPCG(1, 1)).Perm(n)
	row := make([]int, n)
	for i, v := range order {
		row[v] = i
		if err := binary.Write(&b, binary.LittleEndian, float64(v)); err != nil {
			return "", err
		}
	}
	one, err := datasets.ReadNPY(&b, s.Data, opt)
	if err == nil && labels != nil {
		err = labels.unchanged()
	}
	if err != nil {
		return "", err
	}
	for i := range one.N() {
		t.rows = append(t.rows, row[int(one.X.At(i, 0))])
	}
	if len(t.rows) == n {
		t.rows = nil
	}
	t.d = one
	t.d.Name = strings.TrimSuffix(filepath.Base(s.Data), filepath.Ext(s.Data))
	t.d.Warnings = slices.DeleteFunc(t.d.Warnings, func(w string) bool {
		return strings.Contains(w, one.Features[0])
	})
	t.d.X, t.d.Stored = nil, &frame{n: one.N(), d: d, table: t}
	t.d.Features = tabular.NumberedNames(d)
	return print, nil
}

// block is the data set of the columns lo to hi-1 of all.
func (t *table) block(lo, hi int) (*datasets.Dataset, error) {
	out := *t.d
	out.Features = t.d.Features[lo:hi]
	out.Warnings, out.History, out.Truth = nil, nil, nil
	if len(t.parts) == 0 {
		all := make([]int, 0, hi-lo)
		for j := lo; j < hi; j++ {
			all = append(all, j)
		}
		x := t.d.Matrix().Take(all)
		out.X, out.Stored = nil, x
		if dense, ok := x.(storage.Dense); ok {
			out.X, out.Stored = dense.Dense, nil
		}
		return &out, nil
	}
	x, err := t.columns(lo, hi)
	out.X, out.Stored = nil, x
	return &out, err
}

// part is the file that has column j.
func (t *table) part(j int) columns {
	at, _ := slices.BinarySearchFunc(t.parts, j, func(c columns, j int) int {
		if j >= c.lo+c.layout.Columns {
			return -1
		}
		if j < c.lo {
			return 1
		}
		return 0
	})
	return t.parts[at]
}

// columns maps the columns lo to hi-1 of all, of one file.
func (t *table) columns(lo, hi int) (storage.Matrix, error) {
	c := t.part(lo)
	f, err := c.open()
	if err != nil {
		return nil, err
	}
	l := c.layout
	lo, hi = lo-c.lo, hi-c.lo
	if l.Fortran {
		// What the block does not have is not mapped.
		l.Offset += int64(lo) * int64(l.Rows) * int64(l.Type.Size())
		l.Columns = hi - lo
	}
	m, err := f.mapped(l)
	if err != nil {
		return nil, err
	}
	var x storage.Matrix = m
	if !l.Fortran && hi-lo < l.Columns {
		all := make([]int, 0, hi-lo)
		for j := lo; j < hi; j++ {
			all = append(all, j)
		}
		x = x.Take(all)
	}
	if t.rows != nil {
		x = x.TakeRows(t.rows)
	}
	return x, nil
}

// rowsOf maps the rows that have labels of a part, and returns their place among all of these.
func (t *table) rowsOf(part int) (x storage.Matrix, lo, hi int, err error) {
	c := t.parts[part]
	f, err := c.open()
	if err != nil {
		return nil, 0, 0, err
	}
	m, err := f.mapped(c.layout)
	if err != nil {
		return nil, 0, 0, err
	}
	end := c.lo + c.layout.Rows
	if t.rows == nil {
		return m, c.lo, end, nil
	}
	lo, _ = slices.BinarySearch(t.rows, c.lo)
	hi, _ = slices.BinarySearch(t.rows, end)
	own := make([]int, hi-lo)
	for k, i := range t.rows[lo:hi] {
		own[k] = i - c.lo
	}
	return m.TakeRows(own), lo, hi, nil
}

// blocks are the bounds of at most about count blocks of columns, none in two files.
func (t *table) blocks(count int) (bounds [][2]int) {
	if t.byRow {
		for at := range t.parts {
			bounds = append(bounds, [2]int{at, at + 1})
		}
		return bounds
	}
	_, d := t.d.Matrix().Dims()
	width := max(1, (d+count-1)/max(count, 1))
	parts := t.parts
	if len(parts) == 0 {
		parts = []columns{{layout: storage.Layout{Columns: d}}}
	}
	for _, c := range parts {
		end := c.lo + c.layout.Columns
		for lo := c.lo; lo < end; lo += width {
			bounds = append(bounds, [2]int{lo, min(lo+width, end)})
		}
	}
	return bounds
}
