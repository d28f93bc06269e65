package datasets

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"fsnb.example/internal/suggest"
)

// DataVariable is the environment variable with the folder of data files: a
// manifest.csv and the files that it lists.
const DataVariable = "FSNB_DATA"

// Info describes a data set that has a name.
type Info struct {
	Name   string
	Note   string
	Source string // "embedded", "generated", or which file of FSNB_DATA
}

// List returns the data sets that Load knows by name: those that come with the
// library, then those of the manifest in FSNB_DATA when it is set.
func List() ([]Info, error) {
	var out []Info
	for _, b := range builtins {
		source := "embedded"
		if strings.HasPrefix(b.note, "generated") {
			source = "generated"
		}
		out = append(out, Info{b.name, b.note, source})
	}
	entries, err := manifest()
	if err != nil {
		return out, err
	}
	for _, e := range entries {
		if e.file != "" && findBuiltin(e.name) == nil {
			out = append(out, Info{e.name, fmt.Sprintf("%s×%s, %s classes (%s)", e.rows, e.cols, e.classes, e.papers), e.source()})
		}
	}
	return out, nil
}

// Load returns the data set that goes by a name, or reads a file.
//
// A name is one of the embedded data sets (iris, wine, wdbc, digits), a
// generated one (grm-blocks, lap-d1, lap-d2), or one of the manifest in the
// folder that the environment variable FSNB_DATA points to; letter case does
// not matter. Anything with a path separator or an extension is a file, which is
// read when it is a .csv, .tsv, .csv.gz, .tsv.gz or .mat. opt is for files; the
// zero value suits named data, which NoLabel gives without their labels.
func Load(nameOrPath string, opt Options) (*Dataset, error) {
	if nameOrPath == "" {
		return nil, errors.New("no data set given; give a name such as \"iris\", or the path of a .csv, .csv.gz or .mat file")
	}
	if b := findBuiltin(nameOrPath); b != nil {
		d, err := b.make(opt)
		if err != nil {
			return nil, err
		}
		d.Name = b.name
		d.setImage(b.name)
		return d, nil
	}
	entries, manifestErr := manifest()
	for _, e := range entries {
		if strings.EqualFold(e.name, nameOrPath) {
			return e.load(opt)
		}
	}
	if isPath(nameOrPath) {
		return loadFile(nameOrPath, opt)
	}
	if manifestErr != nil {
		return nil, manifestErr
	}
	return nil, unknownName(nameOrPath, entries)
}

func unknownName(name string, entries []manifestEntry) error {
	known := make([]string, 0, len(builtins)+len(entries))
	for _, b := range builtins {
		known = append(known, b.name)
	}
	for _, e := range entries {
		if e.file != "" {
			known = append(known, e.name)
		}
	}
	message := suggest.Unknown("data set", shortened(name), known)
	if len(entries) == 0 && !strings.Contains(message, "did you mean") {
		message += "; for the papers' data point " + DataVariable + " to their folder; for a file give its path"
	}
	return errors.New(message)
}

func findBuiltin(name string) *builtin {
	for i := range builtins {
		if strings.EqualFold(builtins[i].name, name) {
			return &builtins[i]
		}
	}
	return nil
}

func isPath(s string) bool {
	if strings.ContainsAny(s, `/\`) || filepath.Ext(s) != "" {
		return true
	}
	_, err := os.Stat(s)
	return err == nil
}

// loadFile reads a file by its extension and calls the data set after it.
func loadFile(path string, opt Options) (*Dataset, error) {
	f, err := os.Open(path)
	if err != nil {
		var pe *os.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, fmt.Errorf("cannot open %s: %w; check the path", path, err)
	}
	defer f.Close()
	if st, err := f.Stat(); err == nil && st.IsDir() {
		return nil, fmt.Errorf("%s is a folder; give a file", path)
	}
	name, read := format(path)
	if read == nil {
		return nil, unknownKind(path)
	}
	d, err := read(f, path, opt)
	if err != nil {
		return nil, err
	}
	d.Name = name
	return d, nil
}

func unknownKind(path string) error {
	ext := filepath.Ext(path)
	if ext == "" {
		return fmt.Errorf("%s: the name does not tell the kind of file; give a .csv, .csv.gz or .mat file", path)
	}
	return fmt.Errorf("%s: files of kind %s are not read in this version; convert it to .csv, .csv.gz or .mat", path, ext)
}

// format tells a reader from the extension; name is the file's name without it.
func format(path string) (name string, read func(io.Reader, string, Options) (*Dataset, error)) {
	name = filepath.Base(path)
	lower := strings.ToLower(name)
	for _, f := range []struct {
		ext  string
		read func(io.Reader, string, Options) (*Dataset, error)
	}{{".csv.gz", ReadCSV}, {".csv", ReadCSV}, {".tsv.gz", ReadCSV}, {".tsv", ReadCSV}, {".mat", ReadMAT}} {
		if strings.HasSuffix(lower, f.ext) {
			return name[:len(name)-len(f.ext)], f.read
		}
	}
	return name, nil
}
