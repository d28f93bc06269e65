//go:build unix

package datasets

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// A path that turns the writing direction, colors or breaks the line stands in errors spelled out;
// the error is still that of the file.
func TestLoadErrorsAreSafe(t *testing.T) {
	dir := t.TempDir()
	for name, shown := range map[string]string{
		"a\x1b[31m\u202eb.csv": `a\x1b[31m\u202eb.csv`,
		"two\nlines.csv":       `two\nlines.csv`,
		"größe  3.csv":         `größe  3.csv`,
		"\u200f.unknown":       `\u200f.unknown`,
	} {
		_, err := Load(filepath.Join(dir, name), Options{})
		if err == nil || !errors.Is(err, fs.ErrNotExist) ||
			!strings.Contains(err.Error(), filepath.Join(dir, shown)+":") {
			t.Errorf("%q: %q", name, err)
		}
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte("a,b\n"), 0o600))
		_, err = Load(filepath.Join(dir, name), Options{})
		if err == nil || !strings.HasPrefix(err.Error(), filepath.Join(dir, shown)+": ") {
			t.Errorf("%q: %q", name, err)
		}
	}
}
