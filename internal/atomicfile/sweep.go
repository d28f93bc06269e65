package atomicfile

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// StaleAfter is the age from which a temporary file is considered abandoned: a live process writes
// its file within seconds.
const StaleAfter = time.Hour

// The pattern of temporary names is unique to this package, so that files of other programs are
// never removed.
const (
	prefix = ".fsnb-"
	suffix = ".tmp"
)

// stale reports whether a file is a temporary one left by a killed process.
func stale(info os.FileInfo) bool {
	return info.Mode().IsRegular() && strings.HasPrefix(info.Name(), prefix) &&
		strings.HasSuffix(info.Name(), suffix) && time.Since(info.ModTime()) > StaleAfter
}

// swept are the folders that this process has looked through.
var swept sync.Map

// sweepOnce removes stale files in a folder, once per process; errors are ignored.
func sweepOnce(dir string) {
	if _, done := swept.LoadOrStore(dir, true); done {
		return
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), prefix) {
			continue
		}
		if info, err := e.Info(); err == nil && stale(info) {
			_ = os.Remove(filepath.Join(dir, e.Name())) // another process may have removed it first
		}
	}
}
