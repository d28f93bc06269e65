package checksum

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"fsnb.example/internal/must"
)

// The sums of the five bytes "hello": sha256sum, and git hash-object.
const (
	helloSHA256 = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"
	helloBlob   = "b6fc4c620b67d95f953a5c1c1230aaab5db5a1b0"
)

func TestCheck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hello")
	must.Do(t, os.WriteFile(path, []byte("hello"), 0o644))
	for _, c := range []struct {
		sum  Sum
		want string
	}{
		{Sum{}, ""},
		{Sum{Size: 5}, ""},
		{Sum{SHA256: helloSHA256}, ""},
		{Sum{GitBlob: helloBlob}, ""},
		{Sum{5, helloSHA256, helloBlob}, ""},
		{Sum{Size: 6, SHA256: helloSHA256},
			path + " is not the published file: it has 5 bytes, not 6"},
		{Sum{SHA256: "3" + helloSHA256[1:]},
			path + " is not the published file: its sha256 is 2cf24dba5fb0…, not 3cf24dba5fb0…"},
		{Sum{GitBlob: "0" + helloBlob[1:]}, path +
			" is not the published file: its git blob sha1 is b6fc4c620b67…, not 06fc4c620b67…"},
		{Sum{SHA256: helloSHA256, GitBlob: "x"},
			path + " is not the published file: its git blob sha1 is b6fc4c620b67…, not x…"},
	} {
		err := c.sum.Check(path)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%+v: %v", c.sum, err)
		case c.want != "" && (err == nil || err.Error() != c.want || !errors.Is(err, ErrDamaged)):
			t.Errorf("%+v: %v, want %s", c.sum, err, c.want)
		}
	}
	missing := filepath.Join(filepath.Dir(path), "none")
	if err := (Sum{}).Check(missing); err == nil || err.Error() != "cannot open "+missing+
		": no such file or directory; check the path" || errors.Is(err, ErrDamaged) {
		t.Errorf("a file that is not there: %v", err)
	}
	if err := (Sum{SHA256: helloSHA256}).Check(filepath.Dir(path)); err == nil ||
		errors.Is(err, ErrDamaged) {
		t.Errorf("a folder: %v", err)
	}
}
