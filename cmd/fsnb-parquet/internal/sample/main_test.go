package main

import (
	"bytes"
	"testing"

	"github.com/parquet-go/parquet-go"
)

func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run([]string{"5000", "3"}, &out); err != nil {
		t.Fatal(err)
	}
	f, err := parquet.OpenFile(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if rows, columns, groups := f.NumRows(), len(f.Schema().Columns()),
		len(f.RowGroups()); rows != 5000 || columns != 4 || groups != 2 {
		t.Errorf("%d rows, %d columns, %d groups; want 5000, 4, 2", rows, columns, groups)
	}
	for _, args := range [][]string{nil, {"5"}, {"x", "3"}, {"5", "x"}} {
		if err := run(args, &out); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
}
