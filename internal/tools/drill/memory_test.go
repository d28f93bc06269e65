package main

import (
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"fsnb.example/internal/processor"
)

// Files of every kind are read as the tables that they are made of, by a child that tells what it
// took. The file of Parquet is that of a test of fsnb-parquet.
func TestReaders(t *testing.T) {
	dir := t.TempDir()
	for _, r := range readers {
		if r.ending == ".parquet" {
			continue
		}
		for _, shape := range []table{{n: 200, d: 64}, {n: 64, d: 320}} {
			path := filepath.Join(dir, "table"+r.ending)
			var l loaded
			err := try(func() {
				writeTable(path, r.write, shape)
				l = r.load(t.Context(), dir, path)
				do(l.check(shape, r))
			})
			if err != nil {
				t.Errorf("%s: %v", r.what, err)
			}
			want := 8 * int64(shape.n) * int64(shape.d)
			if r.opt.Storage == onDisk.Storage {
				want = 0
			}
			if l.Numbers != want {
				t.Errorf("%s: %d bytes of numbers, want %d", r.what, l.Numbers, want)
			}
			if l.Peak < 0 || l.Peak == 0 && processor.Memory(processor.Peak) > 0 {
				t.Errorf("%s: a peak of %d bytes", r.what, l.Peak)
			}
		}
	}
}

func TestLoadedCheck(t *testing.T) {
	r := reader{bound: bound{times: 2, column: 10, row: 5, plus: 100}}
	shape := table{n: 4, d: 5}
	for want, l := range map[string]loaded{
		"":                          {N: 4, D: 5, Numbers: 1000, Peak: 2170},
		"bound 0.0 MB":              {N: 4, D: 5, Numbers: 1000, Peak: 2171},
		"4 x 5 is read as 5 x 4":    {N: 5, D: 4},
		"of 4 x 5 is read as 4 x 6": {N: 4, D: 6},
	} {
		err := l.check(shape, r)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", l, err, want)
		}
	}
}

// A short need of memory is seen after it ended.
func TestWatch(t *testing.T) {
	if processor.Memory(processor.Own) == 0 {
		return // the system does not tell it
	}
	debug.FreeOSMemory() // what earlier tests left would be taken again, and nothing grow
	w := newWatch()
	const size = 64 << 20
	held := make([]byte, size)
	for i := 0; i < size; i += 4096 {
		held[i] = 1
	}
	for w.most.Load() < w.first+size/2 { // until it is looked at
		held[0]++
	}
	held = nil
	if grown := w.end(); held != nil || grown < size/2 {
		t.Errorf("%d bytes more, want %d", grown, size)
	}
}
