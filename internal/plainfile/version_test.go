package plainfile

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"
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
		if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		v, err := Settled(f)
		if err != nil {
			t.Fatal(err)
		}
		if st, err := f.Stat(); err != nil || time.Since(st.ModTime()) < tick {
			t.Errorf("a file of %v is settled, %v", st.ModTime(), err)
		}
		if err := c.change(path); err != nil {
			t.Fatal(err)
		}
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

// A file that is being written all the time is an error after a stated number of looks.
func TestNeverSettled(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	stop, stopped, written := make(chan struct{}), make(chan struct{}), make(chan struct{}, 1)
	go func() {
		defer close(stopped)
		for at := byte(0); ; at++ {
			select {
			case <-stop:
				return
			default:
				if err := os.WriteFile(path, []byte{at}, 0o600); err != nil {
					t.Error(err)
					return
				}
				select {
				case written <- struct{}{}:
				default:
				}
			}
		}
	}()
	<-written
	_, err = Settled(f)
	close(stop)
	<-stopped
	if !errors.Is(err, ErrChanged) {
		t.Errorf("error %v", err)
	}
}
