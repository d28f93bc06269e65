package datasets

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"fsnb.example/internal/checksum"
	"fsnb.example/internal/plainfile"
	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

// manifestRow is a row of the manifest in a folder of data.
type manifestRow struct {
	name, rows, cols, classes, papers string
	file                              string // "" when it could not be obtained
	sha256                            string
	dir                               string
}

func (r manifestRow) path() string { return filepath.Join(r.dir, filepath.FromSlash(r.file)) }

const maxManifest = 16 << 20

// readManifest reads the manifest.csv of a folder; a missing one is not an error. A row whose file
// is outside the folder is; links in the folder are trusted and followed.
func readManifest(dir string) ([]manifestRow, error) {
	path := filepath.Join(dir, "manifest.csv")
	if st, err := os.Stat(path); err == nil && st.Size() > maxManifest {
		return nil, fmt.Errorf("%s is larger than %d MiB; mend it, or unset %s", path,
			maxManifest>>20, DataVariable)
	}
	f, err := plainfile.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s cannot be read; mend its permissions, or unset %s", path,
			DataVariable)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, manifestError(path, err)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s is empty; mend the file, or unset %s", path, DataVariable)
	}
	column := map[string]int{}
	for j, name := range rows[0] {
		column[name] = j
	}
	for _, need := range []string{"name", "file"} {
		if _, ok := column[need]; !ok {
			return nil, fmt.Errorf("%s: row 1 has no column %q; mend the file, or unset %s", path,
				need, DataVariable)
		}
	}
	var out []manifestRow
	for i, row := range rows[1:] {
		get := func(name string) string {
			if j, ok := column[name]; ok {
				return row[j]
			}
			return ""
		}
		if file := get("file"); file != "" && !filepath.IsLocal(filepath.FromSlash(file)) {
			return nil, fmt.Errorf("%s: row %d: the file %q is not in the folder; give a path "+
				"below %s, or unset %s",
				path, i+2, visible.Short(file), dir, DataVariable)
		}
		out = append(out, manifestRow{
			name: get("name"), rows: get("rows"), cols: get("cols"), classes: get("classes"),
			papers: get("papers"),
			file:   get("file"), sha256: get("sha256"), dir: dir,
		})
	}
	return out, nil
}

func manifestError(path string, err error) error {
	var p *csv.ParseError
	if errors.As(err, &p) {
		return fmt.Errorf("%s: row %d: %w; mend the file, or unset %s", path, p.Line, p.Err,
			DataVariable)
	}
	return fmt.Errorf("%s: %w; mend the file, or unset %s", path, tabular.ReadError(err),
		DataVariable)
}

// manifestEntry is a set that only the manifest in FSNB_DATA has.
type manifestEntry struct {
	Entry
	path string
}

// manifest returns the sets of the manifest in FSNB_DATA that have a file and are
// not in the registry.
func manifest() ([]manifestEntry, error) {
	if err := checkMirror(); err != nil {
		return nil, err
	}
	dir := os.Getenv(DataVariable)
	if dir == "" {
		return nil, nil
	}
	rows, err := readManifest(dir)
	if err != nil {
		return nil, err
	}
	number := func(text string) int {
		n, _ := strconv.Atoi(text) // an invalid size counts as unknown
		return n
	}
	var out []manifestEntry
	for _, r := range rows {
		if _, known := registered()[key(r.name)]; known || r.file == "" {
			continue
		}
		e := Entry{
			Name: r.name, Title: "a file of " + DataVariable, N: number(r.rows), D: number(r.cols),
			C:    number(r.classes),
			File: File{Name: r.file, Sum: checksum.Sum{SHA256: r.sha256}},
		}
		if r.papers != "" {
			e.Papers = []Use{{Paper: r.papers}}
		}
		out = append(out, manifestEntry{e, r.path()})
	}
	return out, nil
}

// load reads a set of the user's manifest.
func (e manifestEntry) load(opt Options) (*Dataset, error) {
	d, err := e.read(e.path, opt)
	return d, e.damaged(InMirror, err)
}
