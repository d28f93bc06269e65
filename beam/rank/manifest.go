package rank

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"fsnb.example/beam/pipeline"
	"fsnb.example/datasets"
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
	path, err := onDisk(ctx, name)
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
	m, err := readManifest(f)
	if err != nil {
		return fmt.Errorf("%s %w; make it by fsnb-beam manifest %s", name, err, folder)
	}
	t.byRow = m.Rows
	for _, s := range m.Shards {
		name := pipeline.Join(folder, s.File)
		// Otherwise a few bytes claim any number of samples.
		if info, err := os.Stat(name); !pipeline.Remote(name) && (err != nil ||
			info.Size() != s.Offset+int64(s.Type.Size())*int64(s.Rows)*int64(s.Columns)) {
			if _, err := checked(ctx, name, s.Fingerprint); err != nil {
				return err
			}
			return fmt.Errorf("%s has another size than its %s says; make the manifest again by "+
				"fsnb-beam manifest", name, ManifestName)
		}
		c := columns{name: name, fingerprint: s.Fingerprint, layout: storage.Layout{
			Rows: s.Rows, Columns: s.Columns, Type: s.Type, Fortran: s.Fortran,
			Offset: s.Offset}}
		c.open = sync.OnceValues(func() (*local, error) {
			return checked(ctx, name, s.Fingerprint)
		})
		if err := t.add(c); err != nil {
			return err
		}
	}
	return nil
}

// readManifest reads a manifest whose shards may be those of a data set.
func readManifest(r io.Reader) (*Manifest, error) {
	m := new(Manifest)
	text, err := io.ReadAll(r)
	if err == nil {
		err = json.Unmarshal(text, m)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("is damaged: %w", err)
	case m.Format != ManifestFormat || len(m.Shards) == 0:
		return nil, errors.New("is no manifest")
	}
	for _, s := range m.Shards {
		switch {
		case s.File == "" || s.File != filepath.Base(s.File):
			return nil, fmt.Errorf("names the file %q, not one of the folder", s.File)
		case s.Rows < 1 || s.Columns < 1 || s.Rows > datasets.MaxSamples ||
			s.Columns > datasets.MaxColumns || s.Type.Size() == 0 || s.Offset < 0 ||
			s.Offset > 1<<17:
			return nil, fmt.Errorf("has %q as %d×%d numbers of type %q from byte %d", s.File,
				s.Rows, s.Columns, s.Type, s.Offset)
		}
	}
	return m, nil
}

// checked is the file of a manifest on this machine.
func checked(ctx context.Context, name, want string) (*local, error) {
	path, err := onDisk(ctx, name)
	if err != nil {
		return nil, err
	}
	l, err := look(path)
	if err != nil {
		return nil, fmt.Errorf("%w; the manifest names it", err)
	}
	if l.fingerprint != want {
		return nil, fmt.Errorf("%s is not the file of the manifest (fingerprint %.12s, want "+
			"%.12s); copy it again, or make the manifest again by fsnb-beam manifest", name,
			l.fingerprint, want)
	}
	return l, nil
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
