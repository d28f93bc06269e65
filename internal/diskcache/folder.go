package diskcache

import (
	"fmt"
	"os"

	"fsnb.example/internal/private"
)

// Check returns an error when another user owns the folder of a cache or one on its path, or can
// put files into it: what is read there could be forged. A folder that does not exist is no
// error.
func Check(dir string) error {
	err := private.CheckFolder(dir)
	if err != nil {
		return fmt.Errorf("cache: %w; make it yours alone (chmod go-w), or set %s to another "+
			"folder, or to off", err, Variable)
	}
	return nil
}

// Make makes a folder of a cache that only its owner may use, after Check.
func Make(dir string) error {
	if err := Check(dir); err != nil {
		return err
	}
	err := os.MkdirAll(dir, private.FolderMode)
	if err == nil {
		err = closeToOthers(dir)
	}
	if err != nil {
		return fmt.Errorf("cache: %w; set %s to a folder of yours, or to off", err, Variable)
	}
	return nil
}

// closeToOthers removes the permissions of other users that an open umask gave.
func closeToOthers(dir string) error {
	st, err := os.Stat(dir)
	if err != nil || st.Mode().Perm()&^private.FolderMode == 0 {
		return err
	}
	return os.Chmod(dir, private.FolderMode)
}

// Refused returns the error of Check for the cache, nil for a disabled one.
func (d Dir) Refused() error {
	if d == "" {
		return nil
	}
	return Check(string(d))
}
