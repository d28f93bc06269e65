package datasets

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// manifestEntry is a row of the manifest in FSNB_DATA.
type manifestEntry struct {
	name, papers, rows, cols, classes string
	file                              string // "" when it could not be obtained
	address                           string // where the public has it
	dir                               string
}

// manifest reads FSNB_DATA/manifest.csv; it returns nothing when the variable
// is not set.
func manifest() ([]manifestEntry, error) {
	dir := os.Getenv(DataVariable)
	if dir == "" {
		return nil, nil
	}
	path := filepath.Join(dir, "manifest.csv")
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s=%s holds no readable manifest.csv; point it to the folder of the data, or unset it", DataVariable, dir)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return nil, manifestError(path, err)
	}
	column := map[string]int{}
	var out []manifestEntry
	for i, row := range rows {
		if i == 0 {
			for j, name := range row {
				column[name] = j
			}
			for _, need := range []string{"name", "papers", "rows", "cols", "classes", "file"} {
				if _, ok := column[need]; !ok {
					return nil, fmt.Errorf("%s: row 1 has no column %q; mend the file, or unset %s", path, need, DataVariable)
				}
			}
			continue
		}
		get := func(name string) string {
			if j, ok := column[name]; ok {
				return row[j]
			}
			return ""
		}
		out = append(out, manifestEntry{
			name: get("name"), papers: get("papers"), rows: get("rows"), cols: get("cols"), classes: get("classes"),
			file: get("file"), address: get("public_url"), dir: dir,
		})
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s is empty; mend the file, or unset %s", path, DataVariable)
	}
	return out, nil
}

func manifestError(path string, err error) error {
	var p *csv.ParseError
	if errors.As(err, &p) {
		return fmt.Errorf("%s: row %d: %w; mend the file, or unset %s", path, p.Line, p.Err, DataVariable)
	}
	return fmt.Errorf("%s: %w; mend the file, or unset %s", path, readError(err), DataVariable)
}

func (e manifestEntry) path() string { return filepath.Join(e.dir, filepath.FromSlash(e.file)) }

// source says in a list where the data are.
func (e manifestEntry) source() string {
	source := fmt.Sprintf("file %s in %s", e.file, DataVariable)
	if _, read := format(e.file); read == nil {
		source += ", of a kind not read yet"
	}
	return source
}

func (e manifestEntry) load(opt Options) (*Dataset, error) {
	if e.file == "" {
		where := ""
		if e.address != "" {
			where = " from " + e.address
		}
		return nil, fmt.Errorf("the manifest in %s lists %s without a file; fetch it%s and give its path", DataVariable, e.name, where)
	}
	read := func(opt Options) (*Dataset, error) { return loadFile(e.path(), opt) }
	var d *Dataset
	var err error
	if strings.HasSuffix(strings.ToLower(e.file), ".mat") { // keeps its labels apart
		d, err = read(opt)
	} else {
		d, err = withoutLabels(opt, read)
	}
	if err != nil {
		return nil, err
	}
	d.Name = e.name
	d.setImage(e.name)
	return d, nil
}
