//go:build unix

package fetch

import (
	"os"
	"path/filepath"
	"testing"

	"fsnb.example/internal/must"
	"fsnb.example/internal/ostest"
)

// Nothing waits for the writer of a pipe.
func TestPipes(t *testing.T) {
	for _, name := range []string{"a.mat", "a.mat.part", "a.mat.part.from", "a.mat.lock"} {
		b := newBench(t)
		must.Do(t, os.MkdirAll(b.Dir, 0o700))
		pipe := filepath.Join(b.Dir, name)
		must.Do(t, ostest.Pipe(pipe))
		address, _ := server(t, serve)
		path, err := b.Fetch(t.Context(), file(address))
		if name == "a.mat" {
			wantError(t, err, pipe+" is no file; move it out of the way")
			continue
		}
		b.arrived(t, path, err)
	}
}
