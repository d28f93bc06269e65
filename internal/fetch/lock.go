package fetch

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"fsnb.example/internal/atomicfile"
	"fsnb.example/internal/filelock"
)

// lockPause is the time between two attempts to get a lock.
const lockPause = 200 * time.Millisecond

// lock excludes other downloads of the same file, in this process and in others of this machine,
// until unlock is called. It waits for them until ctx ends. A process that dies leaves no lock.
func (f *Fetcher) lock(ctx context.Context, path string) (unlock func(), err error) {
	for said := false; ; said = true {
		unlock, err := filelock.Try(path + ".lock")
		if err == nil {
			return unlock, nil
		}
		if !errors.Is(err, filelock.ErrLocked) {
			return nil, fmt.Errorf("cannot lock %s: %w", path, atomicfile.Reason(err))
		}
		if !said {
			f.note("%s: waiting for another download of it", filepath.Base(path))
		}
		if err := f.pause(ctx, lockPause); err != nil {
			return nil, err
		}
	}
}
