// Package checksum verifies that a file is the published one: after a download, before it is read,
// and on request. All verification of data files is here.
package checksum

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"

	"fsnb.example/internal/plainfile"
)

// Sum is what is known about the content of a file. Zero fields are unknown.
type Sum struct {
	Size    int64
	SHA256  string // in hexadecimal
	GitBlob string // as git hash-object prints it: the sha1 of "blob SIZE\0" and the content
}

// ErrDamaged is wrapped by the errors of Check when a file is readable but differs from the
// published one.
var ErrDamaged = errors.New("not the published file")

// Check reads the file at path and returns an error unless its content matches s. The cost is one
// pass over the file; a wrong size is found without reading.
func (s Sum) Check(path string) error {
	f, err := plainfile.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	return s.CheckFile(f)
}

// CheckFile is Check for an open file, which it leaves at its beginning.
func (s Sum) CheckFile(f *os.File) error {
	path := f.Name()
	st, err := f.Stat()
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", path, err)
	}
	if s.Size > 0 && st.Size() != s.Size {
		return fmt.Errorf("%s is %w: it has %d bytes, not %d", path, ErrDamaged, st.Size(), s.Size)
	}
	for _, want := range []struct {
		kind, sum string
		hash      hash.Hash
	}{{"sha256", s.SHA256, sha256.New()}, {"git blob sha1", s.GitBlob, gitBlob(st.Size())}} {
		if want.sum == "" {
			continue
		}
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return fmt.Errorf("cannot read %s: %w", path, err)
		}
		if _, err := io.Copy(want.hash, f); err != nil {
			return fmt.Errorf("cannot read %s: %w", path, err)
		}
		if got := hex.EncodeToString(want.hash.Sum(nil)); got != want.sum {
			return fmt.Errorf("%s is %w: its %s is %s…, not %s…", path, ErrDamaged, want.kind,
				got[:12], want.sum[:min(12, len(want.sum))])
		}
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("cannot read %s: %w", path, err)
	}
	return nil
}

// gitBlob is the git blob hash of the file with the given size.
func gitBlob(size int64) hash.Hash {
	h := sha1.New()
	fmt.Fprintf(h, "blob %d\x00", size)
	return h
}
