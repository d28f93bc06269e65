//go:build unix

package diskcache

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fsnb.example/internal/atomicfile"
	"fsnb.example/internal/must"
	"fsnb.example/internal/ostest"
)

func modes(t *testing.T, dir string) map[string]fs.FileMode {
	t.Helper()
	out := map[string]fs.FileMode{}
	must.Do(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		out[filepath.Base(path)] = info.Mode().Perm()
		return nil
	}))
	return out
}

// A cache is for its owner only, whatever the umask; one that earlier was open to
// readers is closed to them.
func TestModes(t *testing.T) {
	for _, umask := range []int{0, 0o022, 0o077} {
		base := filepath.Join(t.TempDir(), "new")
		t.Setenv(Variable, base)
		var err error
		ostest.WithUmask(umask, func() {
			err = errors.Join(Open().Put("key", 7),
				OpenCopies().Write("key", 1, func(w io.Writer) error {
					_, err := io.WriteString(w, "7")
					return err
				}))
		})
		must.Do(t, err)
		for name, mode := range modes(t, base) {
			want := fs.FileMode(0o700)
			if strings.HasSuffix(name, extension) {
				want = 0o600
			}
			if mode != want {
				t.Errorf("umask %o: %s has mode %o, want %o", umask, name, mode, want)
			}
		}
	}
	d := Open()
	must.Do(t, os.Chmod(string(d), 0o755))
	if err := d.Put("another", 7); err != nil || modes(t, string(d))["results"] != 0o700 {
		t.Errorf("a folder of 0755 has mode %o, %v", modes(t, string(d))["results"], err)
	}
}

// A folder that others can write to is neither read nor written to, nor is anything
// in it removed.
func TestRefusedFolder(t *testing.T) {
	base := t.TempDir()
	t.Setenv(Variable, base)
	d := Open()
	must.Do(t, d.Put("key", 7))
	for _, c := range []struct {
		dir          string
		mode, before fs.FileMode
	}{
		{base, 0o777, 0o700}, {base, 0o770, 0o700}, {string(d), 0o777, 0o700},
		{string(d), 0o722 | fs.ModeSticky, 0o700},
	} {
		must.Do(t, os.Chmod(c.dir, c.mode))
		want := "cache: other users can write to the folder " + c.dir + " (" +
			(c.mode | fs.ModeDir).String() +
			"); make it yours alone (chmod go-w), or set FSNB_CACHE to another folder, or to off"
		var v int
		if d.Get("key", &v) || d.Read("key", func(io.Reader, int64) bool { return true }) {
			t.Errorf("%s of mode %v is read", c.dir, c.mode)
		}
		_, infoErr := d.Info()
		_, clearErr := d.Clear()
		for _, err := range []error{
			d.Refused(), d.Put("another", 7), d.Write("another", 1,
				func(io.Writer) error { return nil }),
			infoErr, clearErr,
		} {
			if err == nil || err.Error() != want {
				t.Errorf("%v, want %s", err, want)
			}
		}
		must.Do(t, os.Chmod(c.dir, c.before))
		if info, err := d.Info(); err != nil || info.Entries != 1 || !d.Get("key", &v) || v != 7 {
			t.Errorf("after that: %+v, %v, %d", info, err, v)
		}
	}
	// In a folder as /tmp is, others cannot replace that of the cache.
	must.Do(t, os.Chmod(base, 0o777|fs.ModeSticky))
	var v int
	if !d.Get("key", &v) || d.Put("another", 7) != nil {
		t.Errorf("a folder in a sticky one is refused: %v", d.Refused())
	}
}

// What stands in the place of an entry and is none is taken for absent at once, removed
// by Clear, and replaced by Put.
func TestPlantedEntries(t *testing.T) {
	d := Dir(filepath.Join(t.TempDir(), "results"))
	must.Do(t, d.Put("key", 7))
	victim := filepath.Join(t.TempDir(), "victim")
	must.Do(t, os.WriteFile(victim, []byte("precious"), 0o600))
	whole := must.Get(os.ReadFile(d.file("key")))(t)
	planted := filepath.Join(t.TempDir(), "planted")
	must.Do(t, os.WriteFile(planted, whole, 0o600))
	file := d.file("key")
	for name, plant := range map[string]func() error{
		"a link to a device": func() error { return os.Symlink("/dev/zero", file) },
		"a link to a file":   func() error { return os.Symlink(victim, file) },
		"a link to an entry": func() error { return os.Symlink(planted, file) },
		"a pipe":             func() error { return ostest.Pipe(file) },
		"a large file": func() error {
			return errors.Join(os.WriteFile(file, whole, 0o600), os.Truncate(file, 200<<30))
		},
		"a file for all": func() error {
			return errors.Join(os.WriteFile(file, whole, 0o600),
				os.Chmod(file, 0o666))
		},
	} {
		for _, mend := range []func() error{
			func() error { return d.Put("key", 7) },
			func() error { _, err := d.Clear(); return err },
		} {
			if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
			must.Do(t, plant())
			var v int
			if d.Get("key", &v) || d.Read("key", func(io.Reader, int64) bool { return true }) {
				t.Errorf("%s is read", name)
			}
			if err := mend(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if st, err := os.Lstat(file); err == nil && (!st.Mode().IsRegular() ||
				st.Mode().Perm() != 0o600 || !d.Get("key", &v)) {
				t.Errorf("%s is still there: %v", name, st.Mode())
			}
		}
	}
	if text, _ := os.ReadFile(victim); string(text) != "precious" {
		t.Errorf("the victim holds %q", text)
	}
}

// Writing sweeps what killed writers left, and an entry larger than all may be goes
// before the others do.
func TestPutSweeps(t *testing.T) {
	d := Dir(filepath.Join(t.TempDir(), "results"))
	huge, half := d.file("huge"), filepath.Join(string(d), ".fsnb-half.tmp")
	long := time.Now().Add(-2 * atomicfile.StaleAfter)
	must.Do(t, errors.Join(os.Mkdir(string(d), 0o700), os.WriteFile(half, nil, 0o600),
		os.Chtimes(half, long, long), d.Put("key", 7), os.WriteFile(huge, nil, 0o600),
		os.Truncate(huge, 200<<30)))
	must.Do(t, d.Put("another", 7))
	var v int
	if !d.Get("key", &v) || !d.Get("another", &v) {
		t.Error("an entry went for a file that is none")
	}
	for _, path := range []string{huge, half} {
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is still there", path)
		}
	}
}
