package atomicfile

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// StaleAfter is the age from which a temporary file is taken for one whose process was
// killed: a process that lives writes its file within seconds.
const StaleAfter = time.Hour

// The name of a temporary file is its own, so that no other program's file is swept.
const (
	prefix = ".fsnb-"
	suffix = ".tmp"
)

// stale reports whether a file is a temporary one that a killed process left.
func stale(info os.FileInfo) bool {
	return info.Mode().IsRegular() && strings.HasPrefix(info.Name(), prefix) &&
		strings.HasSuffix(info.Name(), suffix) && time.Since(info.ModTime()) > StaleAfter
}

// swept are the folders that this process has looked through.
var swept sync.Map

// sweepOnce removes what is stale in a folder, as well as it can, once a process.
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
			_ = os.Remove(filepath.Join(dir, e.Name())) // another process may have been first
		}
	}
}
