package datasets

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fsnb.example/internal/checksum"
	"fsnb.example/internal/diskcache"
)

// DataVariable is the environment variable with a folder of data files, a local mirror: the
// published files by their names, or by those that a manifest.csv beside them lists. It is never
// written to.
const DataVariable = "FSNB_DATA"

// CacheDir returns the folder for "fsnb datasets fetch": data in the folder that FSNB_CACHE names,
// or in fsnb of the user's cache folder. A folder that another user owns or can write to is an
// error.
func CacheDir() (string, error) {
	dir := diskcache.Folder("data")
	if dir == "" {
		return "", fmt.Errorf("the system knows no folder for caches; set %s to a folder of yours",
			diskcache.Variable)
	}
	if err := diskcache.Check(dir); err != nil {
		return "", err
	}
	return dir, nil
}

// Where is the place of the data of an entry.
type Where string

// The places of data.
const (
	Embedded  Where = "embedded"
	Generated Where = "generated"
	InMirror  Where = DataVariable
	InCache   Where = "cache"
	ToConvert Where = "to convert" // the original is here
	ToFetch   Where = "to fetch"
	Nowhere   Where = "not served"
)

// Locate returns the place of the data of an entry, and the path of the file: the data, the
// original if it must be converted, or "".
func (e Entry) Locate() (Where, string) {
	switch {
	case e.Kind == kindSynthetic:
		return Generated, ""
	case e.BuiltIn():
		return Embedded, ""
	}
	if path := inMirror(e.File.Name); path != "" {
		return InMirror, path
	}
	if path := inCache(e.File.Name); path != "" {
		return InCache, path
	}
	if path := cmp.Or(inMirror(e.Original.Name), inCache(e.Original.Name)); path != "" {
		return ToConvert, path
	}
	if _, ok := e.Fetchable(); ok {
		return ToFetch, ""
	}
	return Nowhere, ""
}

// inMirror returns the path of a file in the folder that FSNB_DATA names, or where
// its manifest has it; "" when it is not there.
func inMirror(name string) string {
	dir := os.Getenv(DataVariable)
	if dir == "" || name == "" {
		return ""
	}
	if path := filepath.Join(dir, name); isFile(path) {
		return path
	}
	rows, err := readManifest(dir)
	if err != nil {
		return "" // Load and List report this error
	}
	for _, r := range rows {
		if filepath.Base(filepath.FromSlash(r.file)) == name && isFile(r.path()) {
			return r.path()
		}
	}
	return ""
}

func inCache(name string) string {
	dir, err := CacheDir()
	if err != nil || name == "" {
		return ""
	}
	if path := filepath.Join(dir, name); isFile(path) {
		return path
	}
	return ""
}

func isFile(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.Mode().IsRegular()
}

// Verify reads the file of an entry and returns an error unless it is the published one. A file
// converted by the user, whose bytes are not reproducible, is checked by sizes and class counts
// instead.
func (e Entry) Verify() error {
	where, path := e.Locate()
	switch where {
	case Embedded, Generated:
		return nil
	case InMirror, InCache:
		return e.verify(where, path)
	}
	return e.missing(where, path)
}

func (e Entry) verify(where Where, path string) error {
	err := e.File.Sum.Check(path)
	if err == nil || !errors.Is(err, checksum.ErrDamaged) {
		return err
	}
	if e.Convert != "" {
		_, err := e.read(path, Options{})
		return err
	}
	return e.damaged(where, err)
}

// damaged is the advice for a file that differs from the published one.
func (e Entry) damaged(where Where, err error) error {
	if !errors.Is(err, checksum.ErrDamaged) {
		return err
	}
	if where == InCache {
		return fmt.Errorf("%w; fetch it again: fsnb datasets fetch %s", err, e.Name)
	}
	return fmt.Errorf("%w; put the published file there, or load this one by its path under "+
		"another name", err)
}

// Missing returns an error that says how to get a set whose data are not on this machine; nil when
// they are.
func (e Entry) Missing() error {
	where, path := e.Locate()
	switch where {
	case Embedded, Generated, InMirror, InCache:
		return nil
	}
	return e.missing(where, path)
}

// missing is the error for a set that is not on this machine.
func (e Entry) missing(where Where, original string) error {
	if err := e.folders(); err != nil {
		return err
	}
	switch where {
	case ToConvert:
		return fmt.Errorf("%s is R data still to be converted: in %s run %s", e.Name,
			filepath.Dir(original), e.Convert)
	case ToFetch:
		how := fmt.Sprintf("run fsnb datasets fetch %s, or set %s=1", e.Name, FetchVariable)
		if e.Convert != "" {
			how = fmt.Sprintf("run fsnb datasets fetch %s, which says how to convert the R data",
				e.Name)
		}
		return fmt.Errorf("%s is not on this machine: %s, or put %s into the folder that %s names",
			e.Name, how, e.File.Name, DataVariable)
	}
	return fmt.Errorf("%s is not on this machine: %s", e.Name, e.Obtain)
}

// folders returns an error when a set is missing because a folder could not be searched.
func (e Entry) folders() error {
	if err := checkMirror(); err != nil {
		return err
	}
	if dir := os.Getenv(DataVariable); dir != "" {
		if _, err := readManifest(dir); err != nil {
			return err
		}
	}
	if dir := diskcache.Folder("data"); dir != "" {
		return diskcache.Check(dir)
	}
	return nil
}

// checkMirror returns an error when FSNB_DATA is not a folder.
func checkMirror() error {
	dir := os.Getenv(DataVariable)
	if dir == "" {
		return nil
	}
	st, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && !st.IsDir():
		return fmt.Errorf("%s=%s is not a folder; point it to the folder of the data, or unset it",
			DataVariable, dir)
	case err != nil:
		return fmt.Errorf("%s=%s cannot be read; point it to the folder of the data, or unset it",
			DataVariable, dir)
	}
	return nil
}

// CachedFiles lists the fetched files in the folder of CacheDir, complete and partial, and their
// size. Files of other names, put there by a user, are ignored.
func CachedFiles() (paths []string, bytes int64, err error) {
	dir, err := CacheDir()
	if err != nil {
		return nil, 0, err
	}
	list, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, fmt.Errorf("cannot read the folder %s; mend its permissions", dir)
	}
	var known []string
	for _, e := range Registry() {
		known = append(known, e.File.Name, e.Original.Name)
	}
	for _, entry := range list {
		whole := entry.Name()
		for _, ending := range []string{".from", ".part", ".lock"} {
			whole = strings.TrimSuffix(whole, ending)
		}
		info, err := entry.Info()
		if err == nil && info.Mode().IsRegular() && slices.Contains(known, whole) {
			paths = append(paths, filepath.Join(dir, entry.Name()))
			bytes += info.Size()
		}
	}
	return paths, bytes, nil
}
