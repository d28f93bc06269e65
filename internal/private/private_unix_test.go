//go:build unix

package private

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"fsnb.example/internal/must"
	"fsnb.example/internal/ostest"
)

// make makes a file of the given text and mode.
func makeFile(t *testing.T, text string, mode fs.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	must.Do(t, errors.Join(os.WriteFile(path, []byte(text), 0o600),
		os.Chmod(path, mode)))
	return path
}

func TestOpen(t *testing.T) {
	f, size, err := Open(makeFile(t, "text", 0o644), 4)
	if err != nil || size != 4 {
		t.Fatalf("%d bytes, %v", size, err)
	}
	if text, err := io.ReadAll(f); string(text) != "text" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	f.Close()
	dir := t.TempDir()
	pipe, link := filepath.Join(dir, "pipe"), filepath.Join(dir, "link")
	huge := filepath.Join(dir, "huge")
	must.Do(t, errors.Join(ostest.Pipe(pipe), os.Symlink("/dev/zero", link),
		os.WriteFile(huge, nil, 0o600), os.Truncate(huge, 200<<30)))
	for path, want := range map[string]string{
		pipe: "not a plain file", link: "not a plain file", dir: "not a plain file",
		"/dev/null":                   "not a plain file",
		huge:                          "214748364800 bytes, more than the 4 that are read",
		makeFile(t, "texts", 0o600):   "5 bytes, more than the 4 that are read",
		makeFile(t, "text", 0o620):    "other users can write to it (-rw--w----)",
		makeFile(t, "text", 0o602):    "other users can write to it (-rw-----w-)",
		filepath.Join(dir, "missing"): "no such file or directory",
	} {
		if f, _, err := Open(path, 4); f != nil || err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", path, err, want)
		}
	}
}

// What is there and is no file is removed, and what a link points to left alone.
func TestOpenOwn(t *testing.T) {
	dir := t.TempDir()
	victim, link := filepath.Join(dir, "victim"), filepath.Join(dir, "link")
	pipe := filepath.Join(dir, "pipe")
	if err := errors.Join(os.WriteFile(victim, []byte("precious"), 0o644), os.Symlink(victim, link),
		ostest.Pipe(pipe)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{link, pipe, filepath.Join(dir, "new"),
		makeFile(t, "old text", 0o640)} {
		for _, text := range []string{"first", "second"} {
			f, err := OpenOwn(path, os.O_WRONLY|os.O_TRUNC)
			must.Do(t, err)
			_, err = f.WriteString(text)
			must.Do(t, errors.Join(err, f.Close()))
			st, err := os.Lstat(path)
			if got, _ := os.ReadFile(path); err != nil || !st.Mode().IsRegular() ||
				string(got) != text {
				t.Errorf("%s is %v and holds %q, %v", path, st.Mode(), got, err)
			}
		}
	}
	if st, err := os.Lstat(link); err != nil || st.Mode().Perm() != FileMode {
		t.Errorf("a new file is %v, %v", st.Mode(), err)
	}
	if got, _ := os.ReadFile(victim); string(got) != "precious" {
		t.Errorf("the victim holds %q", got)
	}
	if _, err := OpenOwn(dir, os.O_WRONLY); !errors.Is(err, ErrKind) {
		t.Errorf("a folder: %v", err)
	}
}

func TestCheckFolder(t *testing.T) {
	dir := t.TempDir()
	for mode, want := range map[fs.FileMode]string{
		0o700: "", 0o755: "", 0o500: "",
		0o770:                 "other users can write to the folder " + dir + " (drwxrwx---)",
		0o702:                 "other users can write to the folder " + dir + " (drwx----w-)",
		0o777 | fs.ModeSticky: "other users can write to the folder " + dir + " (dtrwxrwxrwx)",
	} {
		must.Do(t, os.Chmod(dir, mode))
		if err := CheckFolder(dir); (err == nil) != (want == "") ||
			err != nil && err.Error() != want {
			t.Errorf("%v: %v, want %s", mode, err, want)
		}
		// The same on the path, where a sticky folder will do, and what is below need not exist.
		for _, below := range []string{"a", "a/b"} {
			err := CheckFolder(filepath.Join(dir, below))
			if (err == nil) != (want == "" || mode&fs.ModeSticky != 0) {
				t.Errorf("%s in a folder of %v: %v", below, mode, err)
			}
		}
	}
	if os.Geteuid() == 0 { // who may give a folder away
		other := t.TempDir()
		must.Do(t, os.Chown(other, 65534, -1))
		want := "the folder " + other + " belongs to another user (uid 65534)"
		if err := CheckFolder(other); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	// A link counts by what it leads to, and by its own owner.
	link := filepath.Join(t.TempDir(), "link")
	must.Do(t, os.Symlink(dir, link))
	must.Do(t, os.Chmod(dir, 0o707))
	if err := CheckFolder(link); err == nil {
		t.Error("a link to a folder for all is believed")
	}
	// So do all links and folders on the way.
	open := filepath.Join(t.TempDir(), "open")
	target, first := filepath.Join(t.TempDir(), "target"), filepath.Join(t.TempDir(), "first")
	for _, folder := range []string{open, filepath.Join(target, "cache")} {
		must.Do(t, os.MkdirAll(folder, 0o700))
	}
	second := filepath.Join(open, "second")
	must.Do(t, errors.Join(os.Symlink(target, second), os.Symlink(second, first)))
	if err := CheckFolder(filepath.Join(first, "cache")); err != nil {
		t.Error(err)
	}
	must.Do(t, os.Chmod(open, 0o777))
	want := "other users can write to the folder " + open + " (drwxrwxrwx)"
	if err := CheckFolder(filepath.Join(first, "cache")); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	loop := filepath.Join(t.TempDir(), "loop")
	must.Do(t, os.Symlink("loop", loop))
	if err := CheckFolder(loop); err != nil {
		t.Errorf("a link to itself: %v", err)
	}
}

// The owner counts, and root.
func TestOtherOwner(t *testing.T) {
	st := must.Get(os.Stat(makeFile(t, "", 0o600)))(t)
	sys := *st.Sys().(*syscall.Stat_t)
	for _, c := range []struct {
		owner, user int
		other       bool
	}{{7, 7, false}, {0, 7, false}, {0, 0, false}, {8, 7, true}, {7, 0, true}} {
		sys.Uid = uint32(c.owner)
		if id, other := otherOwner(info{st, &sys}, c.user); other != c.other || id != c.owner {
			t.Errorf("owner %d, user %d: %d, %v", c.owner, c.user, id, other)
		}
	}
}

// info is what a file says of itself, but for the owner.
type info struct {
	fs.FileInfo
	sys *syscall.Stat_t
}

// Sys implements fs.FileInfo.
func (i info) Sys() any { return i.sys }
