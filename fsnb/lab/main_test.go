package lab

import (
	"os"
	"strings"
	"testing"

	"fsnb.example/fsnb"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/diskcache"
)

// TestMain keeps the user's cache out of the tests.
func TestMain(m *testing.M) {
	os.Setenv(diskcache.Variable, "off")
	os.Exit(m.Run())
}

// refuses says that do ends the cell with the words of want.
func refuses(t *testing.T, want string, do func()) {
	t.Helper()
	if got, status := celltest.Caught(t, do); got != want || status != 1 {
		t.Errorf("exit %d, said %q, want %q", status, got, want)
	}
}

// saves says that a result saved at path begins with start.
func saves(t *testing.T, path string, result any, start string) {
	t.Helper()
	fsnb.Save(path, result)
	if raw, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(raw), start) {
		t.Errorf("%s begins %.120q (%v), want %q", path, raw, err, start)
	}
}
