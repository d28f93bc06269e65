package matfile

import (
	"math"

	"fsnb.example/internal/compressed"
)

// Flags of an array.
const (
	flagComplex = 0x08
	flagLogical = 0x02
)

// classes names the array classes by their number.
var classes = [...]string{
	1: "cell", 2: "struct", 3: "object", 4: "char", 5: "sparse", 6: "double", 7: "single",
	8: "int8", 9: "uint8", 10: "int16", 11: "uint16", 12: "int32", 13: "uint32", 14: "int64",
	15: "uint64",
	16: "function", 17: "opaque",
}

// The limits of a name and of the number of dimensions, well above MATLAB's 63 characters and what
// occurs.
const (
	maxName = 256
	maxDims = 32
)

// array describes an array, from the first subelements of a matrix.
type array struct {
	name       string
	class      string
	complex    bool
	logical    bool
	rows, cols int
	flat       bool // has two dimensions, or the further ones are 1
}

// header reads the flags, dimensions and name of an array from m.
func (d *decoder) header(m *section) (array, error) {
	var a array
	typ, sub, err := m.sub()
	if err != nil {
		return a, err
	}
	if typ != miUINT32 && typ != miINT32 || sub.left != 8 {
		return a, d.damaged("the array begins with %d bytes of type %d, not with its flags",
			sub.left, typ)
	}
	var flags [8]byte
	if err := sub.full(flags[:]); err != nil {
		return a, err
	}
	word := d.uint32(flags[:])
	class := int(word & 0xff)
	if class == 0 || class >= len(classes) {
		return a, d.damaged("array class %d is not known", class)
	}
	a.class = classes[class]
	a.complex, a.logical = word>>8&flagComplex != 0, word>>8&flagLogical != 0
	if a.logical && numeric(a.class) && a.class != "sparse" {
		a.class = "logical"
	}
	if err := sub.end(); err != nil {
		return a, err
	}
	if a.class == "opaque" { // has no dimensions of its own
		a.name, err = d.arrayName(m)
		return a, err
	}
	if err := d.dimensions(m, &a); err != nil {
		return a, err
	}
	a.name, err = d.arrayName(m)
	return a, err
}

// dimensions reads the dimensions of an array.
func (d *decoder) dimensions(m *section, a *array) error {
	typ, sub, err := m.sub()
	if err != nil {
		return err
	}
	n := sub.left / 4
	if typ != miINT32 && typ != miUINT32 || sub.left%4 != 0 || n < 2 || n > maxDims {
		return d.damaged("its dimensions are %d bytes of type %d", sub.left, typ)
	}
	a.flat, a.cols = true, 1
	for i := range n {
		var p [4]byte
		if err := sub.full(p[:]); err != nil {
			return err
		}
		dim := d.uint32(p[:])
		if dim > math.MaxInt32 {
			return d.damaged("dimension %d is %d", i+1, int32(dim))
		}
		switch {
		case i == 0:
			a.rows = int(dim)
		case dim != 0 && a.cols > math.MaxInt/int(dim):
			a.cols = math.MaxInt // no array has that many
		default:
			a.cols *= int(dim)
		}
		a.flat = a.flat && (i < 2 || dim == 1)
	}
	return sub.end()
}

// arrayName reads the name of an array.
func (d *decoder) arrayName(m *section) (string, error) {
	typ, sub, err := m.sub()
	if err != nil {
		return "", err
	}
	if typ != miINT8 && typ != miUINT8 && typ != miUTF8 || sub.left > maxName {
		return "", d.damaged("its name is %s bytes of type %d", count(sub.left), typ)
	}
	p := make([]byte, sub.left)
	if err := sub.full(p); err != nil {
		return "", err
	}
	return string(p), sub.end()
}

// variable reads the current top-level matrix; it returns nil for one that want refuses.
func (d *decoder) variable(want func(name, class string, rows, cols int) bool) (*Variable, error) {
	a, err := d.header(&d.matrix)
	if err != nil {
		return nil, err
	}
	d.name = a.name
	// The array without a name that may end a file holds the data of objects.
	if a.name == "" || want != nil && !want(a.name, a.class, a.rows, a.cols) {
		return nil, nil
	}
	v := &Variable{Name: a.name, Class: a.class, Rows: a.rows, Cols: a.cols}
	if a.class == "cell" {
		err = d.cells(a, v)
	} else {
		err = d.content(&d.matrix, a, v)
	}
	if err != nil {
		return nil, err
	}
	d.complete = v.Values != nil || v.Sparse != nil || v.Text != nil || v.Cells != nil
	return v, nil
}

// content reads the numbers or the text of an array that is no cell array from m into v. Other
// arrays leave v without values.
func (d *decoder) content(m *section, a array, v *Variable) (err error) {
	switch {
	case a.complex && numeric(a.class):
		return fail(nil, "variable %q holds complex numbers; save a real one: X = real(X) or X "+
			"= abs(X) in MATLAB or Octave", d.name)
	case !a.flat:
	case a.class == "sparse":
		v.Sparse, err = d.columns(m, a)
	case a.class == "char":
		v.Text, err = d.char(m, a)
	case numeric(a.class):
		v.Values, err = d.dense(m, a)
	}
	return err
}

// elements returns rows·cols, or an error when that is more than MaxElements.
func (d *decoder) elements(a array) (int64, error) {
	if a.rows != 0 && int64(a.cols) > MaxElements/int64(a.rows) {
		return 0, fail(nil, "variable %q is %s×%s, above the limit of %s elements; save fewer "+
			"rows or columns", d.name, count(int64(a.rows)), count(int64(a.cols)),
			count(MaxElements))
	}
	if err := compressed.CheckSides(a.rows, a.cols); err != nil {
		return 0, fail(nil, "variable %q is %v", d.name, err)
	}
	return int64(a.rows) * int64(a.cols), nil
}
