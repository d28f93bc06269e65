package matfile

import (
	"testing"
)

// A cell array of matrices, full and sparse, is read as such; what is mixed,
// nested, square or has more than two dimensions is left alone.
func TestReadCellsOfMatrices(t *testing.T) {
	text, nested := str("", "a"), spec{class: 1, dims: []int32{1, 1},
		cells: []spec{full("", 1, 1, 3)}}
	deep := spec{class: 6, dims: []int32{1, 1, 2}, typ: miDOUBLE, values: []float64{1, 2}}
	octets := spec{class: 9, dims: []int32{2, 1}, typ: miUINT8, values: []float64{8, 9}}
	first, second := Variable{Class: "double", Rows: 2, Cols: 3,
		Values: []float64{1, 2, 3, 4, 5, 6}},
		Variable{Class: "sparse", Rows: 2, Cols: 2, Values: []float64{0, 7, 0, 0}}
	for name, c := range map[string]struct {
		dims  []int32
		cells []spec
		want  []Variable
	}{
		"row": {[]int32{1, 2}, []spec{full("", 2, 3, 1, 2, 3, 4, 5, 6),
			sparseOf("", 2, 2, 0, 7, 0, 0)}, []Variable{first, second}},
		"column": {[]int32{2, 1}, []spec{sparseOf("", 2, 2, 0, 7, 0, 0), octets},
			[]Variable{second, {Class: "uint8", Rows: 2, Cols: 1, Values: []float64{8, 9}}}},
		"one": {[]int32{1, 1}, []spec{octets},
			[]Variable{{Class: "uint8", Rows: 2, Cols: 1, Values: []float64{8, 9}}}},
		"empty": {[]int32{1, 1}, []spec{full("", 0, 3)},
			[]Variable{{Class: "double", Rows: 0, Cols: 3, Values: []float64{}}}},
		"and text": {[]int32{2, 1}, []spec{octets, text}, nil},
		"nested":   {[]int32{2, 1}, []spec{octets, nested}, nil},
		"deep":     {[]int32{2, 1}, []spec{octets, deep}, nil},
		"square":   {[]int32{2, 2}, []spec{octets, octets, octets, octets}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			for _, w := range writers() {
				s := spec{name: "X", class: 1, dims: c.dims, cells: c.cells}
				check(t, mustRead(t, w.file(s, full("after", 1, 1, 7))), []Variable{
					{Name: "X", Class: "cell", Rows: int(c.dims[0]), Cols: int(c.dims[1]),
						Cells: c.want},
					{Name: "after", Class: "double", Rows: 1, Cols: 1, Values: []float64{7}},
				})
			}
		})
	}
}

func TestCellErrors(t *testing.T) {
	complexes := full("", 1, 2, 1, 2)
	complexes.flags = flagComplex
	refused(t, le.file(spec{name: "X", class: 1, dims: []int32{2, 1},
		cells: []spec{full("", 1, 1, 1), complexes}}), nil, `variable "X{2}" holds complex numbers`,
		"real(X)")
	short := full("", 2, 2, 1, 2, 3, 4)
	short.values = short.values[:3]
	refused(t, le.file(spec{name: "X", class: 1, dims: []int32{1, 1}, cells: []spec{short}}), nil,
		`variable "X{1}"`, "24 bytes of numbers where 2×2 need 32")
	whole := le.file(spec{name: "X", class: 1, dims: []int32{2, 1},
		cells: []spec{full("", 1, 1, 1), full("", 1, 1, 1)}})
	refused(t, whole[:len(whole)-8], ErrTruncated, `the file ends inside variable "X{2}"`)
	// Too many matrices for views are passed over, whatever they hold.
	many := spec{name: "X", class: 1, dims: []int32{1, maxCells + 1}}
	for range maxCells + 1 {
		many.cells = append(many.cells, full("", 1, 1, 1))
	}
	if v := mustRead(t, le.file(many)); v[0].Cells != nil {
		t.Errorf("%d cells", len(v[0].Cells))
	}
}
