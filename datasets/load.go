package datasets

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"fsnb.example/internal/checksum"
	"fsnb.example/internal/plainfile"
	"fsnb.example/internal/suggest"
	"fsnb.example/internal/tabular"
	"fsnb.example/internal/visible"
)

// Load returns a named data set, or reads a file.
//
// A name is one of Registry or an alias; letter case, hyphens, underscores and blanks are ignored.
// Sets that do not come with the library are read from the folder in FSNB_DATA, or from the user's
// cache, where "fsnb datasets fetch NAME" puts them, and verified by their checksum. With
// FSNB_FETCH=1 Load runs that command itself, in a separate process. Names that only the
// manifest.csv in FSNB_DATA has are its own files.
//
// Anything else with a path separator or an extension is a file, read by its kind: tables (.csv,
// .tsv, .tab, .data, .dat, .data-numeric, .txt), .arff, LIBSVM text (.libsvm, .svm, .svmlight),
// each also with .gz, .mat, .npy, .npz, .parquet, and pictures (.tar, .tar.gz, .tgz). .data,
// .dat, .data-numeric and .txt may also hold ARFF, LIBSVM text or a series matrix of GEO. The
// fields of opt override the recipe of a named set; NoLabel drops its labels.
//
// The error of a missing set says how to get it. Control characters in errors are escaped.
func Load(nameOrPath string, opt Options) (*Dataset, error) {
	d, err := opt.aggregated(func(o Options) (*Dataset, error) {
		d, err := o.holding(func(o Options) (*Dataset, error) { return load(nameOrPath, o) })
		if err != nil {
			return nil, err
		}
		return d.grouped(o, nameOrPath)
	})
	if err != nil {
		return nil, safe(err)
	}
	return d, nil
}

// safeError is an error with a text that is safe to print.
type safeError struct {
	text string
	err  error
}

func (e *safeError) Error() string { return e.text }
func (e *safeError) Unwrap() error { return e.err }

// safe is err itself where its text is safe to print.
func safe(err error) error {
	if text := visible.Text(err.Error()); text != err.Error() {
		return &safeError{text, err}
	}
	return err
}

func load(nameOrPath string, opt Options) (*Dataset, error) {
	if nameOrPath == "" {
		return nil, errors.New("no data set given; give a name such as \"iris\", or the path of " +
			"a .csv, .csv.gz or .mat file")
	}
	if e, ok := registered()[key(nameOrPath)]; ok {
		return e.load(opt)
	}
	entries, manifestErr := manifest()
	for _, e := range entries {
		if key(e.Name) == key(nameOrPath) {
			return e.load(opt)
		}
	}
	if isPath(nameOrPath) {
		return loadFile(nameOrPath, opt, checksum.Sum{})
	}
	if manifestErr != nil {
		return nil, manifestErr
	}
	known := registeredNames()
	for _, e := range entries {
		known = append(known, e.Name)
	}
	return nil, unknownName(nameOrPath, known)
}

func unknownName(name string, known []string) error {
	if near, ok := suggest.Nearest(name, known); ok {
		return fmt.Errorf("no data set %q; did you mean %q?", visible.Short(name), near)
	}
	return fmt.Errorf("no data set %q; fsnb.Datasets() lists the names (fsnb datasets list on "+
		"the command line); for a file give its path",
		visible.Short(name))
}

func isPath(s string) bool {
	if strings.ContainsAny(s, `/\`) || filepath.Ext(s) != "" {
		return true
	}
	_, err := os.Stat(s)
	return err == nil
}

// loadFile reads a file by its extension, after its content was verified as sum, and names the data
// set after it.
func loadFile(path string, opt Options, sum checksum.Sum) (d *Dataset, err error) {
	f, err := plainfile.Open(path)
	if err != nil {
		return nil, err
	}
	kept := false
	defer func() {
		if !kept {
			f.Close()
		}
	}()
	name, read := format(path)
	if read == nil {
		return nil, unreadKind(path)
	}
	kind := strings.ToLower(filepath.Base(path)[len(name):])
	if strings.TrimSuffix(kind, ".gz") == ".mtx" {
		read = readMarketFile
	}
	if kind == ".parquet" {
		read = func(_ io.Reader, path string, opt Options) (*Dataset, error) {
			return readParquet(f, path, opt)
		}
	}
	if kind == ".npy" && sum == (checksum.Sum{}) {
		if d, err := mapNPY(f, path, opt); d != nil || err != nil {
			if err == nil {
				d.Name, kept = name, true
			}
			return d, err
		}
	} else if opt.Storage == tabular.DiskStorage {
		return nil, fmt.Errorf("%s: only .npy files are mapped; leave Storage out, or save the "+
			"matrix with numpy.save", path)
	}
	version, err := settled(f)
	if err != nil {
		return nil, named(path, err)
	}
	d, err = opt.with(kind, func(opt Options) (*Dataset, error) {
		if arrays(kind) { // a parsed copy would be read no faster
			return verifyAndRead(f, f, path, opt, sum, read)
		}
		return readOrRecall(f, path, opt, sum, kind, read)
	})
	if changed := version.Check(f); changed != nil {
		return nil, changed
	}
	if err != nil {
		return nil, err
	}
	d.Name = name
	return d, nil
}

// format finds the reader for an extension; name is the file's name without it.
func format(path string) (name string, read reader) {
	name = filepath.Base(path)
	if ext, read := textFormat(name); read != nil {
		return name[:len(name)-len(ext)], read
	}
	lower := strings.ToLower(name)
	for _, f := range []struct {
		ext  string
		read reader
	}{{".mat", ReadMAT}, {".npy", ReadNPY}, {".npz", ReadNPZ},
		{".parquet", noParquet}, {".tar.gz", ReadImages},
		{".tgz", ReadImages}, {".tar", ReadImages}} {
		if strings.HasSuffix(lower, f.ext) {
			return name[:len(name)-len(f.ext)], f.read
		}
	}
	return name, nil
}
