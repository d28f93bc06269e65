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

// Read reads a data set from r, such as standard input, as Load reads a file. kind is an extension
// that Load reads ("csv", "arff", "libsvm", "mat", "tar", …), or "" for text: ARFF, LIBSVM text or
// a table by its first line. source is the name of the data set and in errors.
func Read(r io.Reader, source, kind string, opt Options) (*Dataset, error) {
	read := readText
	if kind != "" {
		if _, read = format("x." + strings.TrimPrefix(strings.ToLower(kind), ".")); read == nil {
			return nil, fmt.Errorf(
				"no kind %q of data; give csv, arff, libsvm, mat, npy, npz or tar",
				visible.Short(kind))
		}
	}
	d, err := opt.aggregated(func(o Options) (*Dataset, error) {
		d, err := o.holding(func(o Options) (*Dataset, error) {
			return o.with("."+strings.TrimPrefix(strings.ToLower(kind), "."),
				func(o Options) (*Dataset, error) { return read(r, source, o) })
		})
		if err != nil {
			return nil, err
		}
		return d.grouped(o, source)
	})
	if err != nil {
		return nil, safe(err)
	}
	d.Name = source
	return d, nil
}

// opened are the files beside the data that a load reads (Options.Labels, Options.Names), each
// opened once: one that is replaced between two looks at it does not mix with the former.
type opened map[string]openFile

type openFile struct {
	*os.File
	size    int64
	version plainfile.Version
}

// content is all of the file, whatever was read before.
func (f openFile) content() *io.SectionReader { return io.NewSectionReader(f, 0, f.size) }

func openWhole(path string) (openFile, error) {
	f, err := plainfile.Open(path)
	if err != nil {
		return openFile{}, err
	}
	out := openFile{File: f}
	st, err := f.Stat()
	if err == nil {
		out.size = st.Size()
		out.version, err = settled(f)
	}
	if err != nil {
		f.Close()
	}
	return out, err
}

// settled is the version of a file to read, which is waited for if reading takes several steps.
func settled(f *os.File) (plainfile.Version, error) {
	if st, err := f.Stat(); err == nil && st.Size() < leastCopied {
		return plainfile.VersionOf(f)
	}
	return plainfile.Settled(f)
}

// holding calls read with options that remember what it opens beside the data.
func (o Options) holding(read func(Options) (*Dataset, error)) (*Dataset, error) {
	o.opened = opened{}
	defer func() {
		for _, f := range o.opened {
			f.Close()
		}
	}()
	return read(o)
}

// reading calls use with a file, and returns an error if the file was written since it was opened.
func (o Options) reading(path string, use func(openFile) error) error {
	f, open := o.opened[path]
	if !open {
		var err error
		if f, err = openWhole(path); err != nil {
			return err
		}
		if o.opened == nil {
			defer f.Close()
		} else {
			o.opened[path] = f
		}
	}
	err := use(f)
	if changed := f.version.Check(f.File); changed != nil {
		return changed
	}
	return err
}
