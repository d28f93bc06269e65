package datasets

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

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
