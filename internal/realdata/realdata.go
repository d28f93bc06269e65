// Package realdata tells tests where the published data sets are. A machine may
// not have them: such a test says that it did not run, which script/test counts,
// and returns; it never skips.
package realdata

import (
	"os"
	"testing"
)

// Variable is the environment variable with the folder of the data sets. It is
// datasets.DataVariable, which this package lies below.
const Variable = "FSNB_DATA"

// Dir returns the folder of the data sets. When Variable is unset it logs that
// the test did not run and returns false; a folder that is not there fails the
// test.
func Dir(t testing.TB) (dir string, ok bool) {
	t.Helper()
	dir = os.Getenv(Variable)
	if dir == "" {
		t.Log("fsnb: real-data test not run: " + t.Name())
		return "", false
	}
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		t.Fatalf("%s=%s is not a folder; point it to the data sets, or unset it", Variable, dir)
	}
	return dir, true
}
