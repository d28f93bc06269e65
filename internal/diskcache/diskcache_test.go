package diskcache

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"fsnb.example/internal/must"
)

type result struct {
	Names  []string
	Values []float64
}

func TestGetWhatWasPut(t *testing.T) {
	d := Dir(filepath.Join(t.TempDir(), "new", "folder"))
	want := result{[]string{"a", "b"}, []float64{math.Inf(1), 0.1}}
	must.Do(t, d.Put("key", want))
	var got result
	if !d.Get("key", &got) || !slices.Equal(got.Names, want.Names) ||
		!slices.Equal(got.Values, want.Values) {
		t.Fatalf("got %+v, want %+v", got, want)
	}
	if d.Get("another key", &got) {
		t.Error("an absent key was found")
	}
	info, err := d.Info()
	if err != nil || info.Entries != 1 || info.Bytes == 0 {
		t.Errorf("info %+v, %v", info, err)
	}
	if cleared, err := d.Clear(); err != nil || cleared.Entries != 1 || d.Get("key", &got) {
		t.Errorf("clear: %+v, %v", cleared, err)
	}
}

func TestDamagedEntryIsAbsent(t *testing.T) {
	d := Dir(t.TempDir())
	must.Do(t, d.Put("key", result{Names: []string{"a"}}))
	whole := must.Get(os.ReadFile(d.file("key")))(t)
	for i := range whole {
		damaged := slices.Clone(whole)
		damaged[i] ^= 0x20
		for name, text := range map[string][]byte{"changed": damaged, "cut": whole[:i]} {
			must.Do(t, os.WriteFile(d.file("key"), text, 0o644))
			var got result
			if d.Get("key", &got) {
				t.Fatalf("an entry %s at byte %d was believed: %+v", name, i, got)
			}
		}
	}
	// An entry that is moved to the file of another key does not serve it.
	must.Do(t, os.WriteFile(d.file("other"), whole, 0o644))
	var got result
	if d.Get("other", &got) {
		t.Error("the entry of another key was believed")
	}
}

func TestLeastRecentlyUsedGoFirst(t *testing.T) {
	d := Dir(t.TempDir())
	start := time.Now().Add(-time.Hour)
	var size int64
	for i := range 5 {
		key := fmt.Sprint(i)
		must.Do(t, d.Put(key, result{Names: []string{key}}))
		at := start.Add(time.Duration(i) * time.Minute)
		must.Do(t, os.Chtimes(d.file(key), at, at))
	}
	var got result
	d.Get("0", &got) // the oldest, but used now
	info := must.Get(d.Info())(t)
	size = info.Bytes / 5
	must.Do(t, d.shrink(3*size))
	var left []string
	for i := range 5 {
		if d.Get(fmt.Sprint(i), &got) {
			left = append(left, got.Names[0])
		}
	}
	if want := []string{"0", "3", "4"}; !slices.Equal(left, want) {
		t.Errorf("left are %v, want %v", left, want)
	}
}

func TestOffAndUnwritable(t *testing.T) {
	t.Setenv(Variable, "off")
	d := Open()
	var got result
	if err := d.Put("key", result{}); err != nil || d.Get("key", &got) {
		t.Error("a cache that is off remembers")
	}
	if info, err := d.Info(); err != nil || info.Entries != 0 {
		t.Errorf("info %+v, %v", info, err)
	}
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o644))
	t.Setenv(Variable, file)
	err := Open().Put("key", result{})
	if err == nil || !strings.Contains(err.Error(), Variable) ||
		strings.Contains(err.Error(), "\n") {
		t.Errorf("a cache in a file: %v", err)
	}
	folder := t.TempDir()
	t.Setenv(Variable, folder)
	if got, want := Open(), Dir(filepath.Join(folder, "results")); got != want {
		t.Errorf("opened %s, want %s", got, want)
	}
}

// Several notebooks write and read the same entries at once: a reader sees a
// whole entry or none.
func TestSharedFolder(t *testing.T) {
	d := Dir(t.TempDir())
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for i := range 50 {
				v := fmt.Sprint(w, "-", i)
				if err := d.Put("key", result{Names: []string{v, v, v}}); err != nil {
					t.Error(err)
				}
				var got result
				if d.Get("key", &got) && (len(got.Names) != 3 || got.Names[0] != got.Names[2]) {
					t.Errorf("half an entry: %v", got.Names)
				}
			}
		})
	}
	wg.Wait()
	if info, err := d.Info(); err != nil || info.Entries != 1 {
		t.Errorf("info %+v, %v", info, err)
	}
}

// A writer that is killed leaves a temporary file: it is no entry, and Clear removes it when it is
// an hour old.
func TestKilledWriter(t *testing.T) {
	d := Dir(t.TempDir())
	must.Do(t, d.Put("key", result{Names: []string{"a"}}))
	half := filepath.Join(string(d), ".fsnb-half.tmp")
	must.Do(t, os.WriteFile(half, []byte("half"), 0o600))
	if info, err := d.Info(); err != nil || info.Entries != 1 {
		t.Errorf("info %+v, %v; the half file is no entry", info, err)
	}
	long := time.Now().Add(-2 * time.Hour)
	must.Do(t, os.Chtimes(half, long, long))
	if _, err := d.Clear(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(half); !os.IsNotExist(err) {
		t.Errorf("the half file is still there: %v", err)
	}
}

// Entries of the future, which a clock that was ahead left, do not outlive new ones.
func TestEntriesOfTheFuture(t *testing.T) {
	d := Dir(t.TempDir())
	late := time.Now().Add(2 * ahead)
	for k := range 8 {
		path := d.file(strconv.Itoa(k))
		must.Do(t, errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, MaxBytes/8),
			os.Chtimes(path, late, late)))
	}
	for _, key := range []string{"first", "second"} {
		must.Do(t, d.Put(key, 7))
	}
	var v int
	if !d.Get("first", &v) || !d.Get("second", &v) {
		t.Error("a new entry went for one of the future")
	}
	if info, err := d.Info(); err != nil || info.Entries != 9 {
		t.Errorf("info %+v, %v; want 7 entries of the future and 2 new ones", info, err)
	}
}

// Large entries are written and read as streams; those that are too large, or
// written by half, are not kept.
func TestWriteAndRead(t *testing.T) {
	t.Setenv(Variable, t.TempDir())
	d := OpenCopies()
	if d == Open() {
		t.Fatal("copies lie among the results")
	}
	text := strings.Repeat("content ", 1000)
	write := func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
	must.Do(t, d.Write("key", int64(len(text)), write))
	var got []byte
	believe := func(f io.Reader, size int64) bool {
		var err error
		got, err = io.ReadAll(f)
		return err == nil && int64(len(got)) == size
	}
	if !d.Read("key", believe) || string(got) != text {
		t.Errorf("read %d bytes", len(got))
	}
	if d.Read("another key", believe) ||
		d.Read("key", func(io.Reader, int64) bool { return false }) {
		t.Error("an entry that is absent, or not believed, was read")
	}
	if err := d.Write("large", maxCopy+1, write); err != nil || d.Read("large", believe) {
		t.Errorf("an entry above the limit was kept (%v)", err)
	}
	broken := errors.New("broken")
	if err := d.Write("half", 1, func(w io.Writer) error {
		return errors.Join(write(w), broken)
	}); !errors.Is(err, broken) || d.Read("half", believe) {
		t.Errorf("half an entry was kept (%v)", err)
	}
	t.Setenv(Variable, "off")
	off := OpenCopies()
	if err := off.Write("key", 1, write); err != nil || off.Read("key", believe) || off != "" {
		t.Errorf("a cache that is off is %q (%v)", off, err)
	}
}

// Reading an entry makes it one of the last to go.
func TestReadMarksAsUsed(t *testing.T) {
	d := Dir(t.TempDir())
	for _, key := range []string{"a", "b"} {
		must.Do(t, d.Write(key, 1,
			func(w io.Writer) error { _, err := w.Write([]byte{1}); return err }))
		old := time.Now().Add(-time.Hour)
		must.Do(t, os.Chtimes(d.file(key), old, old))
	}
	d.Read("a", func(io.Reader, int64) bool { return true })
	must.Do(t, d.shrink(1))
	if _, err := os.Stat(d.file("a")); err != nil {
		t.Errorf("the entry that was read is gone: %v", err)
	}
	if _, err := os.Stat(d.file("b")); err == nil {
		t.Error("the entry that was not read is there")
	}
}

func TestRemove(t *testing.T) {
	d := Dir(t.TempDir())
	for _, key := range []string{"a", "b"} {
		must.Do(t, d.Put(key, 7))
	}
	d.Remove("a")
	d.Remove("a") // what is not there
	Dir("").Remove("b")
	var v int
	if d.Get("a", &v) || !d.Get("b", &v) || v != 7 {
		t.Errorf("after removing a: %d", v)
	}
}
