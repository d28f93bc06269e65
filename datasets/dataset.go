// Package datasets holds tables of samples for feature selection: the Dataset type and its checks,
// loaders for files, embedded data sets, generators with known answers, and the registry of names.
package datasets

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets/storage"
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
	Roles
	Image    ImageShape // shape of the pictures that samples are; zero for none
	History  []string   // changes made since the data were read
	Warnings []string   // warnings about the data
	Truth    *Truth     // the known answer, for generated data only
	// Stored holds the values in place of X when they are sparse or on disk; nil for data in
	// memory. Matrix returns either.
	Stored storage.Matrix `plain:",omitempty"`
	// Origin is the Hash of the data as read or given. Derived data sets keep it, so that related
	// data can be recognized; "" is unknown.
	Origin string
	// Missing are the cells that were missing when the data were read; nil for none. Evaluations
	// fill them from the training part of each split.
	Missing *MissingCells `plain:",omitempty"`
	// Codes are the columns whose numbers are codes of categories, ascending; nil for none. Methods
	// take them by value, or warn (algorithms.Facts.ByValue).
	Codes []CodedColumn `plain:",omitempty"`
	// Chosen says which features were chosen with the labels of these samples, such as "10 features
	// by fisher"; "" for none, or unknown. A model judged on the same samples looks too good, so
	// evaluations warn. It is part of Hash. A file does not hold it.
	Chosen string `plain:",omitempty"`
}

// Roles are the columns that are neither features nor classes; each is nil without one.
type Roles struct {
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
}

// Truth is the known answer of generated data.
type Truth struct {
	Relevant []int   // indices of the features that determine the classes or the target, ascending
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
func (d *Dataset) finishAs(target TargetKind, filled ...float64) error {
	if err := d.Check(); err != nil {
		return err
	}
	if err := d.CheckFinite(); err != nil {
		return err
	}
	d.Warnings = append(withoutEqualRows(d.Warnings), d.doubts(string(target), filled...)...)
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
	if err := d.checkCodes(); err != nil {
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

// nonFiniteError names the NaN or infinite value in row i and column j, the first, and
// counts them all.
func (d *Dataset) nonFiniteError(i, j int) error {
	what := "NaN"
	if v := d.X.At(i, j); v-v != 0 && v == v {
		what = "infinite"
	}
	count, columns := 0, []string(nil)
	for c, name := range d.Features {
		before := count
		for r := range d.N() {
			if v := d.X.At(r, c); v-v != 0 {
				count++
			}
		}
		if count > before {
			columns = append(columns, name)
		}
	}
	first, advice := "", "fill in a number, or drop the row or the column"
	if count > 1 {
		first = fmt.Sprintf(", the first of %d NaN or infinite values in %s", count,
			visible.Counted("column", columns))
		advice = "fill in numbers, or drop the rows or the columns"
	}
	return fmt.Errorf("row %d, column %d (%s) is %s%s; %s (rows and columns counted from 0)",
		i, j, visible.Name(d.Features[j]), what, first, advice)
}
