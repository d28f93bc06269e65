package plainfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"fsnb.example/internal/must"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "a.csv"), filepath.Join(dir, "link.csv")
	must.Do(t, os.WriteFile(file, []byte("text"), 0o600))
	must.Do(t, os.Symlink(file, link))
	for _, path := range []string{file, link} {
		f := must.Get(Open(path))(t)
		if text, err := io.ReadAll(f); string(text) != "text" || err != nil {
			t.Errorf("%s holds %q; %v", path, text, err)
		}
		f.Close()
	}
	_, err := Open(filepath.Join(dir, "none.csv"))
	if want := "cannot open " + filepath.Join(dir, "none.csv") +
		": no such file or directory; check the path"; err == nil || err.Error() != want ||
		!errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v, want %s", err, want)
	}
}
