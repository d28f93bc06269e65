// Package atomicfile writes files that are there whole or not at all.
//
// github.com/google/renameio was looked at: it does the same and leaves out
// Windows; the few lines needed here are the standard library's own calls.
package atomicfile

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Write calls write with a buffered file of a temporary name beside path and
// renames it to path when everything succeeded. On an error the temporary file
// is removed and what was at path before stays as it was.
func Write(path string, write func(w io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w; choose a folder that exists and that you may write to", path, reason(err))
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	// CreateTemp makes files that only the owner reads; a result is for sharing.
	mode := os.FileMode(0o644)
	if old, statErr := os.Stat(path); statErr == nil {
		if old.IsDir() {
			return fmt.Errorf("cannot write %s: it is a folder; give a file name", path)
		}
		mode = old.Mode().Perm()
	}
	if err = f.Chmod(mode); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, reason(err))
	}
	buf := bufio.NewWriterSize(f, 1<<16)
	if err = write(buf); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	if err = buf.Flush(); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, reason(err))
	}
	if err = f.Sync(); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, reason(err))
	}
	if err = f.Close(); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, reason(err))
	}
	if err = os.Rename(f.Name(), path); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, reason(err))
	}
	return nil
}

// reason drops the temporary name, which means nothing to the reader.
func reason(err error) error {
	switch e := err.(type) {
	case *os.PathError:
		return e.Err
	case *os.LinkError:
		return e.Err
	}
	return err
}
