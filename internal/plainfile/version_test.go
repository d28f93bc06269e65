package plainfile

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"fsnb.example/internal/must"
)

// What changes the content of a file changes its version, also with the size and the time of its
// last write as before; what another file does, and another name of the file, do not.
func TestVersion(t *testing.T) {
	for name, c := range map[string]struct {
		change func(path string) error
		want   bool
	}{
		"nothing": {func(string) error { return nil }, false},
		"read":    {func(path string) error { _, err := os.ReadFile(path); return err }, false},
		"replaced": {func(path string) error {
			return errors.Join(os.WriteFile(path+".new", []byte("other"), 0o600),
				os.Rename(path+".new", path))
		}, false},
		"removed": {os.Remove, false},
		"linked":  {func(path string) error { return os.Link(path, path+".link") }, false},
		"rewritten": {func(path string) error {
			return os.WriteFile(path, []byte("text"), 0o600)
		}, true},
		"cut off": {func(path string) error { return os.Truncate(path, 1) }, true},
		"rewritten, with the time of before": {func(path string) error {
			st, err := os.Stat(path)
			if err != nil {
				return err
			}
			return errors.Join(os.WriteFile(path, []byte("TEXT"), 0o600),
				os.Chtimes(path, st.ModTime(), st.ModTime()))
		}, runtime.GOOS != "windows"},
	} {
		path := filepath.Join(t.TempDir(), "file")
		must.Do(t, os.WriteFile(path, []byte("text"), 0o600))
		f, err := os.Open(path)
		must.Do(t, err)
		defer f.Close()
		v := must.Get(Settled(f))(t)
		if st, err := f.Stat(); err != nil || time.Since(st.ModTime()) < tick {
			t.Errorf("a file of %v is settled, %v", st.ModTime(), err)
		}
		must.Do(t, c.change(path))
		err = v.Check(f)
		if errors.Is(err, ErrChanged) != c.want || (err != nil) != c.want {
			t.Errorf("%s: %v, want a change: %v", name, err, c.want)
		}
		if want := path + ": the file was changed while it was read; load it again"; c.want &&
			err != nil && err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
}

// A file that is being written all the time is an error after a stated number of looks; one that is
// left alone after some, or of a clock far ahead, is settled. The clock is the test's: how long a
// busy machine takes between a write and a look does not count.
func TestNeverSettled(t *testing.T) {
	for _, c := range []struct {
		ages  []time.Duration // since the last write, at each look; the last holds for all further
		looks int
		want  error
	}{
		{[]time.Duration{time.Millisecond}, 10, ErrChanged},
		{[]time.Duration{0, time.Millisecond, tick, tick + 1}, 4, nil},
		{[]time.Duration{-tick, -tick - 1}, 2, nil},
	} {
		f, err := os.Create(filepath.Join(t.TempDir(), "file"))
		must.Do(t, err)
		defer f.Close()
		looks := 0
		_, err = settled(f, func(time.Time) time.Duration {
			looks++
			return c.ages[min(looks, len(c.ages))-1]
		}, func(d time.Duration) {
			if age := c.ages[min(looks, len(c.ages))-1]; d+max(age, 0) <= tick || d > 2*tick {
				t.Errorf("waits %v after an age of %v", d, age)
			}
		})
		if !errors.Is(err, c.want) || looks != c.looks {
			t.Errorf("%v: %v after %d looks, want %v after %d", c.ages, err, looks, c.want, c.looks)
		}
	}
}
