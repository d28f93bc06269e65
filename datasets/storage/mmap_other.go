//go:build !unix && !windows

package storage

import (
	"errors"
	"os"
)

// mapFile returns an error: the system maps no files.
func mapFile(*os.File, int64) ([]byte, func() error, error) {
	return nil, nil, errors.New("this system maps no files into memory")
}
