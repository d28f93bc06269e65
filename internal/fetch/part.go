package fetch

import (
	"errors"
	"io"
	"os"
	"strings"

	"fsnb.example/internal/private"
)

// partFile is what a download is written to.
type partFile interface {
	io.Writer
	Truncate(size int64) error
	Seek(offset int64, whence int) (int64, error)
	Sync() error
	Close() error
}

func openPart(path string) (partFile, error) { return private.OpenOwn(path, os.O_WRONLY) }

// maxNote is the size above which a note is none.
const maxNote = 1 << 16

// part is what has come of a file, and beside it a note of where it came from:
// the mark of the address and what tells its version apart, a line each.
type part struct{ path, from string }

// size returns how much has come from an address, and the version of it that the
// server named, "" for none.
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

// begin notes where what follows comes from.
func (p part) begin(address, version string) error {
	f, err := private.OpenOwn(p.from, os.O_WRONLY|os.O_TRUNC)
	if err != nil {
		return err
	}
	_, err = f.WriteString(mark(address) + "\n" + version)
	return errors.Join(err, f.Close())
}

// finish puts the file in its place.
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
