package rank

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"fsnb.example/beam/pipeline"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/plainfile"
)

// copies are the files of other file systems that this process has copied.
var copies = struct {
	sync.Mutex
	paths map[string]string
}{paths: map[string]string{}}

// local is a file on this machine, as it was when its fingerprint was taken.
type local struct {
	path, fingerprint string
	info              fs.FileInfo
}

// mapped maps the numbers of the file, which is opened again.
func (l *local) mapped(layout storage.Layout) (*storage.Mapped, error) {
	f, err := os.Open(l.path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = l.same(info)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	m, err := storage.MapFile(f, layout)
	if err != nil {
		f.Close()
	}
	return m, err
}

// unchanged returns an error if the path leads to another file now, or the file was written.
func (l *local) unchanged() error {
	info, err := os.Stat(l.path)
	if err != nil {
		return err
	}
	return l.same(info)
}

func (l *local) same(info fs.FileInfo) error {
	if !os.SameFile(info, l.info) || info.Size() != l.info.Size() ||
		!info.ModTime().Equal(l.info.ModTime()) {
		return fmt.Errorf("%s was changed while it was read; start the run again", l.path)
	}
	return nil
}

// onDisk is the path of a file on this machine: of one of a file system of Beam a copy, made once.
func onDisk(ctx context.Context, name string) (string, error) {
	if !pipeline.Remote(name) {
		return name, nil
	}
	copies.Lock()
	defer copies.Unlock()
	if path, ok := copies.paths[name]; ok {
		return path, nil
	}
	dir, err := os.MkdirTemp("", "fsnb-beam-data-")
	if err != nil {
		return "", fmt.Errorf("cannot make a temporary folder: %w", err)
	}
	path := filepath.Join(dir, filepath.Base(name))
	if err := pipeline.Fetch(ctx, name, path); err != nil {
		return "", err
	}
	copies.paths[name] = path
	return path, nil
}

// look takes the fingerprint of a file, a hash of its size and of 66 parts of it: the whole of a
// file of up to 4 MiB, and 64 KiB each of a larger one, spread evenly. Reading all of a large file
// would take as long as the work.
func look(path string) (*local, error) {
	f, err := plainfile.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return lookAt(f)
}

// lookAt is look for an open file.
func lookAt(f *os.File) (*local, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	const part, parts = 1 << 16, 66
	size := info.Size()
	h := sha256.New()
	fmt.Fprintln(h, size)
	if size <= part*parts {
		_, err = io.Copy(h, io.NewSectionReader(f, 0, size))
	}
	for i := int64(0); size > part*parts && i < parts && err == nil; i++ {
		at := (size - part) / (parts - 1) * i
		if i == parts-1 {
			at = size - part
		}
		_, err = io.Copy(h, io.NewSectionReader(f, at, part))
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", f.Name(), plain(err))
	}
	return &local{f.Name(), hex.EncodeToString(h.Sum(nil)[:16]), info}, nil
}
