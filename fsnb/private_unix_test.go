//go:build unix

package fsnb

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/must"
	"fsnb.example/internal/ostest"
)

// largeTable writes a table of which a parsed copy is kept.
func largeTable(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("a,b,class\n")
	for i := range 20_000 {
		fmt.Fprintf(&b, "%d,%d,%d\n", i%7, i*i%11, i%2)
	}
	file := filepath.Join(t.TempDir(), "large.csv")
	must.Do(t, os.WriteFile(file, []byte(b.String()), 0o600))
	return file
}

// A result has the permissions that the umask leaves, and what is remembered of data and
// results is for its owner, whatever the umask.
func TestPermissions(t *testing.T) {
	large := largeTable(t)
	for _, c := range []struct {
		umask int
		want  fs.FileMode
	}{{0o077, 0o600}, {0o027, 0o640}, {0o022, 0o644}, {0, 0o666}} {
		cache := filepath.Join(t.TempDir(), "cache")
		t.Setenv(diskcache.Variable, cache)
		file := filepath.Join(t.TempDir(), "best.csv")
		ostest.WithUmask(c.umask, func() { Save(file, Select(Load(large), Variance{}, 1)) })
		if st, err := os.Stat(file); err != nil || st.Mode().Perm() != c.want {
			t.Errorf("umask %o: the result has mode %o, %v, want %o", c.umask, st.Mode().Perm(),
				err, c.want)
		}
		files := 0
		err := filepath.WalkDir(cache, func(path string, e fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			st, err := e.Info()
			want := fs.FileMode(0o700)
			if !e.IsDir() {
				want = 0o600
				files++
			}
			if err != nil || st.Mode().Perm() != want {
				t.Errorf("umask %o: %s has mode %o, %v, want %o", c.umask, path, st.Mode().Perm(),
					err, want)
			}
			return nil
		})
		if err != nil || files != 2 {
			t.Errorf("umask %o: %d files in the cache, %v, want a copy and a result", c.umask,
				files, err)
		}
	}
}

// A cache to which others can write is not used, and a line says so, once a program.
func TestRefusedCacheIsSaidOnce(t *testing.T) {
	large, cache := largeTable(t), t.TempDir()
	t.Setenv(diskcache.Variable, cache)
	Select(Load(large), Variance{}, 1)
	must.Do(t, os.Chmod(cache, 0o777))
	complain = sync.Once{}
	defer func() { complain = sync.Once{} }()
	said, status := celltest.Caught(t, func() {
		for range 2 {
			if r := Select(Load(large), Variance{}, 1); r.Cached || len(r.Features) != 1 {
				t.Errorf("an answer of a cache that others can write to: %+v", r)
			}
		}
	})
	want := "fsnb: results are not remembered between cells: cache: other users can write to " +
		"the folder " + cache +
		" (drwxrwxrwx); make it yours alone (chmod go-w), or set FSNB_CACHE to another folder, " +
		"or to off\n"
	if said != want || status != -1 {
		t.Errorf("status %d, said %q, want %q", status, said, want)
	}
}
