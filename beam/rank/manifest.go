package rank

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"

	"fsnb.example/beam/pipeline"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/plainfile"
)

// Manifest lists the files of a folder, in the order of their columns, or of their rows.
type Manifest struct {
	Format   string  `json:"format"` // ManifestFormat
	Rows     bool    `json:"rows"`   // each file has some rows
	Samples  int     `json:"samples"`
	Features int     `json:"features"`
	Shards   []Shard `json:"shards"`
}

// Shard is a file of a folder: its name, its shape as of the .npy, and its Fingerprint.
type Shard struct {
	File        string       `json:"file"`
	Rows        int          `json:"rows"`
	Columns     int          `json:"columns"`
	Type        storage.Type `json:"type"`
	Fortran     bool         `json:"fortran"`
	Offset      int64        `json:"offset"`
	Fingerprint string       `json:"fingerprint"`
}

// ManifestFormat is the only one.
const (
	ManifestFormat = "fsnb shards 1"
	ManifestName   = "manifest.json"
)

// addFolder adds the files of a manifest.
func (t *table) addFolder(ctx context.Context, folder string) error {
	name := pipeline.Join(folder, ManifestName)
	path, err := local(ctx, name)
	if err != nil {
		return err
	}
	f, err := plainfile.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s has no %s: %w; make one by fsnb-beam manifest %s", folder,
			ManifestName, fs.ErrNotExist, folder)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	var m Manifest
	if err := json.NewDecoder(f).Decode(&m); err != nil {
		return fmt.Errorf("%s: %w; make it again by fsnb-beam manifest", name, err)
	}
	if m.Format != ManifestFormat || len(m.Shards) == 0 {
		return fmt.Errorf("%s is no manifest of %s; make one by fsnb-beam manifest %s", name,
			ManifestFormat, folder)
	}
	t.byRow = m.Rows
	for _, s := range m.Shards {
		if s.File == "" || s.File != filepath.Base(s.File) {
			return fmt.Errorf("%s names the file %q; give the names of files of the folder", name,
				s.File)
		}
		name := pipeline.Join(folder, s.File)
		c := columns{name: name, fingerprint: s.Fingerprint, layout: storage.Layout{
			Rows: s.Rows, Columns: s.Columns, Type: s.Type, Fortran: s.Fortran,
			Offset: s.Offset}}
		c.open = sync.OnceValues(func() (string, error) {
			return checked(ctx, name, s.Fingerprint)
		})
		if err := t.add(c); err != nil {
			return err
		}
	}
	return nil
}

// checked is the file of a manifest on this machine.
func checked(ctx context.Context, name, want string) (path string, err error) {
	if path, err = local(ctx, name); err != nil {
		return "", err
	}
	got, err := Fingerprint(path)
	if err != nil {
		return "", fmt.Errorf("%w; the manifest names it", err)
	}
	if got != want {
		return "", fmt.Errorf("%s is not the file of the manifest (fingerprint %.12s, want %.12s); "+
			"copy it again, or make the manifest again by fsnb-beam manifest", name, got, want)
	}
	return path, nil
}

// WriteManifest lists the .npy files of a folder, by name, in manifest.json: each has some columns
// of all samples, or with rows some samples of all features.
func WriteManifest(ctx context.Context, folder string, rows bool) (*Manifest, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.npy"))
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s has no .npy files; save some columns of all samples in each, or "+
			"some samples", folder)
	}
	slices.Sort(names)
	t := &table{byRow: rows}
	m := &Manifest{Format: ManifestFormat, Rows: rows}
	for _, name := range names {
		if err := t.addFile(name); err != nil {
			return nil, err
		}
		c := t.parts[len(t.parts)-1]
		m.Shards = append(m.Shards, Shard{filepath.Base(name), c.layout.Rows, c.layout.Columns,
			c.layout.Type, c.layout.Fortran, c.layout.Offset, c.fingerprint})
	}
	m.Samples, m.Features = t.dims()
	text, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return nil, err
	}
	return m, pipeline.WriteFile(ctx, filepath.Join(folder, ManifestName), func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}
