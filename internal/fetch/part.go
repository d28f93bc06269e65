package fetch

import (
	"errors"
	"io"
	"os"
	"strings"

	"fsnb.example/internal/private"
)

// partFile is the file that a download is written to.
type partFile interface {
	io.Writer
	Truncate(size int64) error
	Seek(offset int64, whence int) (int64, error)
	Sync() error
	Close() error
}

func openPart(path string) (partFile, error) { return private.OpenOwn(path, os.O_WRONLY) }

// maxNote is the largest size of a note.
const maxNote = 1 << 16

// part is a partial download, and beside it a note of its source: the mark of the address and its
// version, a line each.
type part struct{ path, from string }

// size returns the size of the part from an address, and the version that the server named, "" if
// none.
func (p part) size(address string) (size int64, version string) {
	f, _, err := private.Open(p.from, maxNote)
	if err != nil {
		return 0, ""
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxNote))
	if err != nil {
		return 0, ""
	}
	from, version, ok := strings.Cut(string(text), "\n")
	st, err := os.Lstat(p.path)
	if err != nil || !ok || from != mark(address) || !st.Mode().IsRegular() {
		return 0, ""
	}
	return st.Size(), version
}

// begin records the source of what follows.
func (p part) begin(address, version string) error {
	f, err := private.OpenOwn(p.from, os.O_WRONLY|os.O_TRUNC)
	if err != nil {
		return err
	}
	_, err = f.WriteString(mark(address) + "\n" + version)
	return errors.Join(err, f.Close())
}

// finish renames the part to the file.
func (p part) finish(path string) error {
	if err := os.Rename(p.path, path); err != nil {
		return onDisk(path, err)
	}
	os.Remove(p.from)
	return nil
}

func (p part) remove() {
	os.Remove(p.path)
	os.Remove(p.from)
}
