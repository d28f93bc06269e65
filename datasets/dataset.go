// Package datasets holds tables of samples for feature selection: the Dataset type and its checks,
// loaders for files, embedded data sets, generators with known answers, and the registry of names.
package datasets

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"

	"github.com/zeebo/xxh3"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
	"fsnb.example/internal/parallel"
	"fsnb.example/internal/rawfloat"
	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

// Dataset is a table of n samples (rows) by d features (columns), with classes, a continuous
// target, or neither. It is plain data; treat it as read-only, as methods and selectors do.
type Dataset struct {
	Name     string
	X        *mat.Dense // n×d, finite; nil if Stored holds the values
	Features []string   // d distinct names
	Classes  []string   // c class names in natural order; nil without labels
	Y        []int      // n indices into Classes; nil without labels
	// Target is a continuous target, n finite numbers, in place of classes; nil without one.
	// TargetName says what it is, such as the name of its column; "" is unknown.
	Target     []float64
	TargetName string
	// Group says which samples belong together, such as those of one patient: n indices into
	// Groups, the names in natural order; nil without groups. No split parts a group. GroupedBy
	// says what the groups are, such as the name of their column.
	Group     []int
	Groups    []string
	GroupedBy string
	// IDs are texts that identify the samples, for joining results back; they may repeat. nil
	// without. They are no part of Hash. IDName is the name of their column, LabelName that of the
	// labels; "" is "class".
	IDs       []string
	IDName    string
	LabelName string
	Image     ImageShape // shape of the pictures that samples are; zero for none
	History   []string   // changes made since the data were read
	Warnings  []string   // warnings about the data
	Truth     *Truth     // the known answer, for generated data only
	// Stored holds the values in place of X when they are sparse or on disk; nil for data in
	// memory. Matrix returns either.
	Stored storage.Matrix `plain:",omitempty"`
	// Origin is the Hash of the data as read or given. Derived data sets keep it, so that related
	// data can be recognized; "" is unknown.
	Origin string
	// Missing are the cells that were missing when the data were read; nil for none. Evaluations
	// fill them from the training part of each split.
	Missing *MissingCells `plain:",omitempty"`
}

// Truth is the known answer of generated data.
type Truth struct {
	Relevant []int   // indices of the features that determine the classes, ascending
	Groups   [][]int // groups of features that are redundant by construction
	Clusters []int   // the cluster that each sample was drawn from
	Note     string  // the parameters, in words
}

// ErrNoLabels is wrapped by errors about missing class labels.
var ErrNoLabels = errors.New("the data set has no class labels")

// Label is the type of a class label, text or an integer, or of a continuous target, a number.
type Label interface{ ~string | ~int | ~float64 }

// New makes a data set from a matrix x (n×d, rows are samples), one label for each row (nil for
// none) and one name for each column (nil for f0, f1, …). Labels of type float64 are a continuous
// target, others are classes. The values are copied.
//
// It returns an error when x is empty, a value is NaN or infinite, the numbers of labels or names
// do not fit, a label or a name is empty, or two features share a name. The rows and columns in
// messages count from 0. Classes are put in natural order: by value when every label is a number,
// else by text. Labels that look like a measurement and columns that look like identifiers cause
// Warnings. The cost is O(nd).
func New[L Label](name string, x mat.Matrix, labels []L, features []string) (*Dataset, error) {
	if v := reflect.ValueOf(x); !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, errors.New("no data: x is nil; give a matrix with one row per sample")
	}
	n, d := x.Dims()
	if n == 0 || d == 0 {
		return nil, fmt.Errorf("no data: x is %d×%d; give at least one sample and one feature", n,
			d)
	}
	return build(name, mat.DenseCopyOf(x), labels, features)
}

// FromRows is New for rows of numbers, one a sample. It also returns an error
// when the rows differ in length.
func FromRows[L Label](
	name string, rows [][]float64, labels []L, features []string,
) (*Dataset, error) {
	if len(rows) == 0 || len(rows[0]) == 0 {
		return nil, errors.New("no data: give at least one row with at least one number")
	}
	d := len(rows[0])
	x := mat.NewDense(len(rows), d, nil)
	for i, row := range rows {
		if len(row) != d {
			return nil, fmt.Errorf("row %d has %d values, row 0 has %d; give every row the same "+
				"number", i, len(row), d)
		}
		x.SetRow(i, row)
	}
	return build(name, x, labels, features)
}

// build takes ownership of x and runs every check.
func build[L Label](name string, x *mat.Dense, labels []L, features []string) (*Dataset, error) {
	return buildOf(&Dataset{Name: name, X: x}, labels, features)
}

// buildOf completes a data set that has its values.
func buildOf[L Label](d *Dataset, labels []L, features []string) (*Dataset, error) {
	n, p := d.Matrix().Dims()
	d.Features = slices.Clone(features)
	if features == nil {
		d.Features = tabular.NumberedNames(p)
	}
	if !setTarget(d, labels) && labels != nil {
		text := make([]string, len(labels))
		for i, l := range labels {
			text[i] = fmt.Sprint(l)
		}
		if err := d.setLabels(text, n); err != nil {
			return nil, err
		}
	}
	if err := d.finish(); err != nil {
		return nil, err
	}
	return d, nil
}

func (d *Dataset) setLabels(labels []string, n int) error {
	if len(labels) != n {
		return fmt.Errorf("%d labels for %d samples; give one label per row", len(labels), n)
	}
	if i := slices.Index(labels, ""); i >= 0 {
		return fmt.Errorf("row %d has an empty class label; name its class", i)
	}
	d.Y, d.Classes = tabular.Encode(labels)
	return nil
}

// finish checks a new data set and adds warnings. filled are numbers that stand for missing values.
func (d *Dataset) finish(filled ...float64) error { return d.finishAs("", filled...) }

// finishAs is finish for data of which Options.Target says what the labels are; "" for a guess.
func (d *Dataset) finishAs(target string, filled ...float64) error {
	if err := d.Check(); err != nil {
		return err
	}
	if err := d.CheckFinite(); err != nil {
		return err
	}
	d.Warnings = append(d.Warnings, d.doubts(target, filled...)...)
	d.Origin = d.Hash()
	return nil
}

// Check verifies that the fields are consistent, in O(n + d). Methods call it before they run. It
// does not read the values; FirstNonFinite does.
func (d *Dataset) Check() error {
	if d.empty() {
		return errors.New(
			"no data: the data set is empty; give at least one sample and one feature")
	}
	n, p := d.Matrix().Dims()
	if len(d.Features) != p {
		return fmt.Errorf("%d feature names for %d columns; give one name per column",
			len(d.Features), p)
	}
	if j := slices.Index(d.Features, ""); j >= 0 {
		return fmt.Errorf("column %d has no name; name it", j)
	}
	if i, j, found := tabular.FirstDuplicate(d.Features); found {
		return fmt.Errorf("columns %d and %d are both named %q; rename one", i, j,
			visible.Short(d.Features[i]))
	}
	if err := d.Image.check(p); err != nil {
		return err
	}
	if err := d.checkGroups(); err != nil {
		return err
	}
	if d.IDs != nil && len(d.IDs) != n {
		return fmt.Errorf("%d IDs for %d samples; give one ID per row", len(d.IDs), n)
	}
	if err := d.checkTarget(); err != nil {
		return err
	}
	if err := d.checkMissing(); err != nil {
		return err
	}
	if d.Y == nil {
		return nil
	}
	if c := slices.Index(d.Classes, ""); c >= 0 {
		return fmt.Errorf("class %d has no name; name it", c)
	}
	if i, j, found := tabular.FirstDuplicate(d.Classes); found {
		return fmt.Errorf("classes %d and %d are both named %q; rename one", i, j,
			visible.Short(d.Classes[i]))
	}
	if len(d.Y) != n {
		return fmt.Errorf("%d labels for %d samples; give one label per row", len(d.Y), n)
	}
	for i, c := range d.Y {
		if c < 0 || c >= len(d.Classes) {
			return fmt.Errorf("row %d has class %d of %d; class indices run from 0", i, c,
				len(d.Classes))
		}
	}
	return nil
}

// N returns the number of samples.
func (d *Dataset) N() int { n, _ := d.Matrix().Dims(); return n }

// D returns the number of features.
func (d *Dataset) D() int { _, p := d.Matrix().Dims(); return p }

// Labeled reports whether the samples have classes.
func (d *Dataset) Labeled() bool { return d.Y != nil }

// ClassCounts returns the number of samples of each class, in the order of
// Classes; nil without labels.
func (d *Dataset) ClassCounts() []int {
	if d.Y == nil {
		return nil
	}
	counts := make([]int, len(d.Classes))
	for _, c := range d.Y {
		counts[c]++
	}
	return counts
}

// Index returns the column of the feature called name.
func (d *Dataset) Index(name string) (int, bool) {
	j := slices.Index(d.Features, name)
	return j, j >= 0
}

// FirstNonFinite finds the first NaN or infinite value, row by row. The cost is
// O(nd).
func (d *Dataset) FirstNonFinite() (row, col int, found bool) {
	if d.Stored != nil {
		return d.firstNonFiniteStored()
	}
	for i := range d.N() {
		if row := d.X.RawRowView(i); !finite(row) {
			for j, v := range row {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					return i, j, true
				}
			}
		}
	}
	return 0, 0, false
}

// FiniteRows reports whether every value of rows lo to hi-1 of X is finite.
func (d *Dataset) FiniteRows(lo, hi int) bool {
	for i := lo; i < hi; i++ {
		if !finite(d.X.RawRowView(i)) {
			return false
		}
	}
	return true
}

// finite relies on v*0 being 0 for finite values and NaN for all others, which
// is several times faster than testing each value.
func finite(row []float64) bool {
	var a, b, c, e float64
	for ; len(row) >= 4; row = row[4:] {
		a += row[0] * 0
		b += row[1] * 0
		c += row[2] * 0
		e += row[3] * 0
	}
	for _, v := range row {
		a += v * 0
	}
	return a+b+c+e == 0
}

// CheckFinite returns an error that names the first NaN or infinite value and counts them, and that
// of a file that cannot be read.
func (d *Dataset) CheckFinite() error {
	if x, ok := d.Stored.(*storage.Mapped); ok {
		if err := x.Readable(); err != nil {
			return err
		}
	}
	if i, j, ok := d.FirstNonFinite(); ok {
		if d.Stored != nil {
			return d.nonFiniteStored(i, j)
		}
		return d.nonFiniteError(i, j)
	}
	return nil
}

// Hash identifies the content of d, in hexadecimal: data sets that differ in a value's bits, a
// label or a name have different hashes, except with probability 2^-128. It is a sha256 of the
// names, of the 128-bit XXH3 of blocks of rows, of the labels, the target, the groups and the
// places of missing cells; the rows are hashed in parallel, at the speed of memory: O(nd). It is
// not secure against forgery.
func (d *Dataset) Hash() string {
	h := sha256.New()
	n, p := d.Matrix().Dims()
	fmt.Fprintf(h, "fsnb dataset 3\n%d %d\n", n, p)
	for _, names := range [][]string{d.Features, d.Classes} {
		writeQuoted(h, names)
	}
	if d.Stored != nil {
		if err := hashStored(h, d.Stored); err != nil {
			fmt.Fprintln(h, err) // the next use of the values returns it
		}
	} else {
		d.hashRows(h)
	}
	d.hashRoles(h)
	return hex.EncodeToString(h.Sum(nil))
}

// hashRows writes the sums of blocks of rows of X.
func (d *Dataset) hashRows(h io.Writer) {
	n, p := d.X.Dims()
	const blockBytes = 1 << 20
	block := max(1, blockBytes/(8*p))
	sums := make([][16]byte, (n+block-1)/block)
	// Without a deadline there is no error.
	_ = parallel.For(context.Background(), 0, n, block, func(lo, hi int) {
		rows := xxh3.New()
		var buf []byte
		for i := lo; i < hi; i++ {
			buf = rawfloat.Bytes(d.X.RawRowView(i), buf)
			rows.Write(buf)
		}
		sums[lo/block] = rows.Sum128().Bytes()
	})
	for _, s := range sums {
		h.Write(s[:])
	}
}

// hashRoles writes what the samples are beside their values.
func (d *Dataset) hashRoles(h io.Writer) {
	for _, c := range d.Y {
		fmt.Fprintln(h, c)
	}
	if d.Group != nil { // the hash of data without groups stays as it was
		io.WriteString(h, "groups\n")
		writeQuoted(h, d.Groups)
		for _, g := range d.Group {
			fmt.Fprintln(h, g)
		}
	}
	d.hashTarget(h)
	d.hashMissing(h)
}

// writeQuoted writes names as the verb %q does, without all of them in memory.
func writeQuoted(w io.Writer, names []string) {
	const block = 1 << 14
	buf := append(make([]byte, 0, block+1<<8), '[')
	for i, name := range names {
		if i > 0 {
			buf = append(buf, ' ')
		}
		if plainASCII(name) {
			buf = append(append(append(buf, '"'), name...), '"')
		} else {
			buf = strconv.AppendQuote(buf, name)
		}
		if len(buf) >= block {
			w.Write(buf)
			buf = buf[:0]
		}
	}
	w.Write(append(buf, "]\n"...))
}

// plainASCII reports whether a name stands in quotes as it is.
func plainASCII(name string) bool {
	for i := range len(name) {
		if c := name[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// Take returns a data set with the given columns only, in that order; the result has no Image. Of
// data that are sparse or on disk, up to KeptDense values are held in memory as X. It returns an
// error when an index is out of range or appears twice.
func (d *Dataset) Take(columns []int) (*Dataset, error) {
	if err := CheckColumns(columns, d.D()); err != nil {
		return nil, err
	}
	out := *d
	m := d.Matrix().Take(columns)
	if d.Stored != nil {
		var err error
		if m, err = inMemory(m); err != nil {
			return nil, err
		}
	}
	out.setMatrix(m)
	out.Features = make([]string, len(columns))
	for k, j := range columns {
		out.Features[k] = d.Features[j]
	}
	out.Truth, out.Image = nil, ImageShape{}
	out.Missing = d.Missing.takeColumns(columns)
	out.Warnings = d.warningsOf(out.Features)
	out.History = append(slices.Clone(d.History),
		fmt.Sprintf("took %d of %d features", len(columns), d.D()))
	return &out, nil
}

// Rows returns a data set with the given samples only, in that order. The lists of classes and
// groups are kept, so that their indices keep their meaning. It returns an error when rows is empty
// or an index is out of range.
func (d *Dataset) Rows(rows []int) (*Dataset, error) {
	if len(rows) == 0 {
		return nil, errors.New("no samples chosen; give at least one row index")
	}
	for _, i := range rows {
		if i < 0 || i >= d.N() {
			return nil, fmt.Errorf("row %d is out of range: the data set has %d samples, "+
				"numbered from 0 to %d", i, d.N(), d.N()-1)
		}
	}
	out := *d
	out.setMatrix(d.Matrix().TakeRows(rows))
	out.Truth = nil
	if d.Labeled() {
		out.Y = make([]int, len(rows))
	}
	if d.Continuous() {
		out.Target = make([]float64, len(rows))
	}
	if d.Grouped() {
		out.Group = make([]int, len(rows))
	}
	if d.IDs != nil {
		out.IDs = make([]string, len(rows))
	}
	for k, i := range rows {
		if d.Labeled() {
			out.Y[k] = d.Y[i]
		}
		if d.Continuous() {
			out.Target[k] = d.Target[i]
		}
		if d.Grouped() {
			out.Group[k] = d.Group[i]
		}
		if d.IDs != nil {
			out.IDs[k] = d.IDs[i]
		}
	}
	out.Missing = d.Missing.takeRows(rows, d.N())
	out.History = append(slices.Clone(d.History),
		fmt.Sprintf("took %d of %d samples", len(rows), d.N()))
	return &out, nil
}

// CheckColumns returns an error unless columns is a non-empty list of distinct
// indices below d.
func CheckColumns(columns []int, d int) error {
	if len(columns) == 0 {
		return errors.New("no features chosen; give at least one column index")
	}
	seen := make(map[int]bool, len(columns))
	for _, j := range columns {
		if j < 0 || j >= d {
			return fmt.Errorf("feature %d is out of range: the data set has %d features, "+
				"numbered from 0 to %d", j, d, d-1)
		}
		if seen[j] {
			return fmt.Errorf("feature %d is listed twice; name each feature once", j)
		}
		seen[j] = true
	}
	return nil
}
