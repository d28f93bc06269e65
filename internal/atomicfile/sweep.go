package atomicfile

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// StaleAfter is the age from which a temporary file is considered abandoned, unless its writer
// holds its lock: a live process writes its file within seconds.
const StaleAfter = time.Hour

// The pattern of temporary names is unique to this package, so that files of other programs are
// never removed.
const (
	prefix = ".fsnb-"
	suffix = ".tmp"
)

// stale reports whether the time of a file is that of a temporary one left by a killed process. A
// time in the future is that of a clock that was ahead, as no live process writes so long.
func stale(info os.FileInfo) bool {
	return info.Mode().IsRegular() && strings.HasPrefix(info.Name(), prefix) &&
		strings.HasSuffix(info.Name(), suffix) && time.Since(info.ModTime()).Abs() > StaleAfter
}

// swept are the folders that this process has looked through.
var swept sync.Map

// sweepOnce is Sweep, once per process and folder.
func sweepOnce(dir string) {
	if _, done := swept.LoadOrStore(dir, true); !done {
		Sweep(dir)
	}
}

// Sweep removes the temporary files that killed processes left in a folder; errors are ignored.
func Sweep(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), prefix) {
			continue
		}
		if info, err := e.Info(); err == nil && stale(info) {
			removeAbandoned(filepath.Join(dir, e.Name()))
		}
	}
}
