package fetch

import (
	"io"
	"os"
	"strings"
)

// partFile is what a download is written to.
type partFile interface {
	io.Writer
	Truncate(size int64) error
	Seek(offset int64, whence int) (int64, error)
	Sync() error
	Close() error
}

func openPart(path string) (partFile, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o644)
}

// part is what has come of a file, and beside it a note of where it came from:
// the address and what tells its version apart, a line each.
type part struct{ path, from string }

// size returns how much has come from an address, and the version of it that the
// server named, "" for none.
func (p part) size(address string) (size int64, version string) {
	text, err := os.ReadFile(p.from)
	if err != nil {
		return 0, ""
	}
	from, version, ok := strings.Cut(string(text), "\n")
	st, err := os.Stat(p.path)
	if err != nil || !ok || from != address {
		return 0, ""
	}
	return st.Size(), version
}

// begin notes where what follows comes from.
func (p part) begin(address, version string) error {
	return os.WriteFile(p.from, []byte(address+"\n"+version), 0o644)
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
