package shards

import (
	"path/filepath"

	"fsnb.example/internal/diskcache"
)

// Folder is that of the cache in which lab.Run, fsnb replay and fsnb merge keep finished pieces of
// studies.
func Folder() string { return diskcache.Folder("studies") }

// Store is the file of a study's results in Folder, which it makes; "" when the cache is off. It
// returns an error when the folder cannot be made.
func Store(name string) (string, error) {
	if diskcache.Open() == "" {
		return "", nil
	}
	if err := diskcache.Make(Folder()); err != nil {
		return "", err
	}
	return filepath.Join(Folder(), name+suffix), nil
}
