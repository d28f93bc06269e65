package matfile

import "testing"

func TestReadChar(t *testing.T) {
	const greek = "αβγ 😀x" // 7 UTF-16 units, 6 characters
	for _, w := range writers() {
		for _, typ := range []uint32{miUINT16, miUTF16, miUTF8, miUTF32} {
			s := str("t", greek)
			s.typ = typ
			check(t, mustRead(t, w.file(s)),
				[]Variable{{Name: "t", Class: "char", Rows: 1, Cols: 7, Text: []string{greek}}})

			// Three rows, column by column: one, två, III4.
			s = spec{name: "r", class: 4, dims: []int32{3, 4}, typ: typ, text: "otInvIeåI  4"}
			check(t, mustRead(t, w.file(s)),
				[]Variable{{Name: "r", Class: "char", Rows: 3, Cols: 4,
					Text: []string{"one", "två", "III4"}}})
		}
		// Rows of characters outside the 16-bit plane, counted as MATLAB does
		// (units: the halves of each are one row apart) and as scipy does.
		s := spec{name: "u", class: 4, dims: []int32{2, 1}, typ: miUTF8, text: "😀x"}
		check(t, mustRead(t, w.file(s)),
			[]Variable{{Name: "u", Class: "char", Rows: 2, Cols: 1, Text: []string{"😀", "x"}}})
		// Bytes, Latin-1; and the same claimed to be UTF-8.
		for _, typ := range []uint32{miUINT8, miINT8, miUTF8} {
			s := spec{name: "b", class: 4, dims: []int32{1, 2}, typ: typ, text: "\xe9\xe8"}
			if typ != miUTF8 {
				s.text = "éè"
			}
			check(t, mustRead(t, w.file(s)),
				[]Variable{{Name: "b", Class: "char", Rows: 1, Cols: 2, Text: []string{"éè"}}})
		}
	}
}

func TestReadCharEmpty(t *testing.T) {
	for _, c := range []struct {
		dims []int32
		want []string
	}{
		{[]int32{0, 0}, []string{}},
		{[]int32{0, 5}, []string{}},
		{[]int32{1, 0}, []string{""}},
		{[]int32{2, 0}, nil},
		{[]int32{2, 2, 2}, nil},
	} {
		s := spec{name: "c", class: 4, dims: c.dims, typ: miUINT16, noData: true}
		v := mustRead(t, le.file(s))
		if (v[0].Text == nil) != (c.want == nil) || len(v[0].Text) != len(c.want) {
			t.Errorf("%v: text %#v, want %#v", c.dims, v[0].Text, c.want)
		}
	}
}

func TestReadCell(t *testing.T) {
	empty := spec{class: 4, dims: []int32{0, 0}, typ: miUINT16}
	two := spec{class: 4, dims: []int32{2, 1}, typ: miUINT16, text: "ab"}
	for _, w := range writers() {
		for _, c := range []struct {
			dims  []int32
			cells []spec
			want  []string
		}{
			{[]int32{3, 1}, []spec{str("", "ALL"), str("", "AML "), empty},
				[]string{"ALL", "AML ", ""}},
			{[]int32{1, 2}, []spec{str("", "ä"), str("", "long enough")},
				[]string{"ä", "long enough"}},
			{[]int32{0, 0}, nil, []string{}},
			{[]int32{2, 1}, []spec{str("", "a"), full("", 1, 1, 3)}, nil},
			{[]int32{2, 1}, []spec{str("", "a"), two}, nil},
			{[]int32{2, 1}, []spec{str("", "a"),
				{class: 1, dims: []int32{1, 1}, cells: []spec{str("", "b")}}}, nil},
			{[]int32{2, 2}, []spec{str("", "a"), str("", "b"), str("", "c"), str("", "d")}, nil},
		} {
			s := spec{name: "c", class: 1, dims: c.dims, cells: c.cells}
			got := mustRead(t, w.file(s, full("after", 1, 1, 7)))
			check(t, got, []Variable{
				{Name: "c", Class: "cell", Rows: int(c.dims[0]), Cols: int(c.dims[1]),
					Text: c.want},
				{Name: "after", Class: "double", Rows: 1, Cols: 1, Values: []float64{7}},
			})
		}
	}
	// A cell never written is an array of no bytes.
	b := le.element(miUINT32, []byte{1, 0, 0, 0, 0, 0, 0, 0})
	b = append(b, le.element(miINT32, []byte{1, 0, 0, 0, 1, 0, 0, 0})...)
	b = append(b, le.element(miINT8, []byte("c"))...)
	b = append(b, miMATRIX, 0, 0, 0, 0, 0, 0, 0)
	check(t, mustRead(t, append(le.header(), le.element(miMATRIX, b)...)),
		[]Variable{{Name: "c", Class: "cell", Rows: 1, Cols: 1}})
}
