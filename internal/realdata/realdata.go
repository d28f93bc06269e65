// Package realdata finds the published data sets for tests. A test that needs a missing one is
// skipped and names the file. script/test counts such skips where FSNB_DATA is not set, and fails
// where it is.
package realdata

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Variable is the environment variable with the folder of the data sets. It equals
// datasets.DataVariable, which this package cannot import.
const Variable = "FSNB_DATA"

// Need returns the folder of the data sets. Without the folder, or one of the files, the test is
// skipped with a line that begins "FSNB_DATA has no FILE: ". When Variable names no folder the test
// fails.
func Need(t testing.TB, files ...string) (dir string) {
	t.Helper()
	dir = os.Getenv(Variable)
	if dir == "" {
		t.Skipf("%s has no %s: it is not set", Variable, strings.Join(files, ", "))
	}
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		t.Fatalf("%s=%s is not a folder; point it to the data sets, or unset it", Variable, dir)
	}
	var missing []string
	for _, name := range files {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			missing = append(missing, name)
		}
	}
	if missing != nil {
		t.Skipf("%s has no %s: put the published files into %s", Variable,
			strings.Join(missing, ", "), dir)
	}
	return dir
}
