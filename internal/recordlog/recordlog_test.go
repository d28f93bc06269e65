package recordlog

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"fsnb.example/internal/must"
)

func open(t *testing.T, path string) *Log {
	t.Helper()
	l := must.Get(Open(path))(t)
	t.Cleanup(func() { l.file.Close() })
	return l
}

func put(t *testing.T, l *Log, key string, v any) {
	t.Helper()
	must.Do(t, l.Put(key, v))
}

func TestKeeps(t *testing.T) {
	path := filepath.Join(t.TempDir(), "folder", "results")
	l := open(t, path)
	put(t, l, "a", []float64{1.5, -2})
	put(t, l, "b\n\"é", map[string]int{"x": 1})
	put(t, l, "a", []float64{3})
	must.Do(t, l.Close())
	l = open(t, path)
	var a []float64
	var b map[string]int
	if !l.Get("a", &a) || len(a) != 1 || a[0] != 3 || !l.Get("b\n\"é", &b) || b["x"] != 1 ||
		l.Len() != 2 || l.Damaged() != 0 {
		t.Errorf("read a %v, b %v, %d records, %d damaged", a, b, l.Len(), l.Damaged())
	}
	if l.Get("c", &a) || l.Get("a", &b) {
		t.Error("there is a record that was never written, or one of another type")
	}
}

// The checksum of "fsnb" by xxhsum -H3 (xxHash 0.8.1).
func TestChecksum(t *testing.T) {
	if got := string(checksum([]byte("fsnb"))); got != "908fce29fb8d4148" {
		t.Errorf("checksum %s", got)
	}
}

// Cut anywhere, the file gives every whole record before the cut, and the next
// record is kept as well.
func TestTorn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results")
	l := open(t, path)
	var ends []int64 // of the records
	for i := range 4 {
		put(t, l, fmt.Sprint("key ", i), strings.Repeat("x", 10*i))
		st := must.Get(l.file.Stat())(t)
		ends = append(ends, st.Size())
	}
	text := must.Get(os.ReadFile(path))(t)
	for cut := range len(text) + 1 {
		must.Do(t, os.WriteFile(path, text[:cut], 0o644))
		whole := 0
		for _, end := range ends {
			if int64(cut) >= end-1 { // the line's end is not needed
				whole++
			}
		}
		l := open(t, path)
		if l.Len() != whole {
			t.Fatalf("cut after %d bytes: %d records, want %d", cut, l.Len(), whole)
		}
		put(t, l, "next", cut)
		again := open(t, path)
		var next int
		if again.Len() != whole+1 || !again.Get("next", &next) || next != cut {
			t.Fatalf("cut after %d bytes: %d records after one more, want %d", cut,
				again.Len(), whole+1)
		}
		l.file.Close()
		again.file.Close()
	}
}

// A byte that is changed costs the record it belongs to, or two when it joins
// their lines, and never gives a wrong value.
func TestDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results")
	l := open(t, path)
	for i := range 3 {
		put(t, l, fmt.Sprint("key ", i), i)
	}
	text := must.Get(os.ReadFile(path))(t)
	for at := range text {
		for _, flip := range []byte{1, 0x20, 0x80} {
			changed := bytes.Clone(text)
			changed[at] ^= flip
			must.Do(t, os.WriteFile(path, changed, 0o644))
			l := open(t, path)
			for i := range 3 {
				var v int
				if l.Get(fmt.Sprint("key ", i), &v) && v != i {
					t.Fatalf("byte %d: record %d is %d", at, i, v)
				}
			}
			if l.Len() < 2 || l.Len() > 3 {
				t.Fatalf("byte %d: %d records are left", at, l.Len())
			}
			l.file.Close()
		}
	}
}

func TestTwoWriters(t *testing.T) {
	path := filepath.Join(t.TempDir(), "results")
	var group sync.WaitGroup
	for w := range 2 {
		l := open(t, path)
		for g := range 3 {
			group.Go(func() {
				for i := range 50 {
					if err := l.Put(fmt.Sprintf("%d %d %d", w, g, i),
						strings.Repeat("v", 100*i)); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	group.Wait()
	l := open(t, path)
	if l.Len() != 300 || l.Damaged() != 0 {
		t.Errorf("%d records and %d damaged lines, want 300 and none", l.Len(), l.Damaged())
	}
}

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	must.Do(t, os.WriteFile(file, nil, 0o644))
	for path, want := range map[string]string{
		dir: "cannot open " + dir + ": is a directory",
		filepath.Join(file, "x", "y"): "cannot make the folder of " + filepath.Join(file, "x",
			"y") + ": not a directory",
	} {
		must.Fail(Open(path))(t, want)
	}
	l := open(t, filepath.Join(dir, "results"))
	if err := l.Put("f", func() {}); err == nil {
		t.Error("a function was written")
	}
	if err := l.Put("nan", []float64{nan()}); err == nil {
		t.Error("NaN was written")
	}
	// Linux has a disk that is always full
	if full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0); err == nil {
		l.file.Close()
		l.file = full
		if err := l.Put("k", 1); err == nil ||
			err.Error() != "cannot write /dev/full: no space left on device" {
			t.Errorf("a full disk: %v", err)
		}
		if l.Get("k", new(int)) {
			t.Error("a record that was not written is there")
		}
	}
	must.Do(t, l.Close())
	if err := l.Close(); err == nil {
		t.Error("closed twice")
	}
}

func nan() float64 {
	zero := 0.0
	return zero / zero
}
