package lab

import (
	"os"
	"testing"

	"fsnb.example/internal/diskcache"
)

// TestMain keeps the user's cache out of the tests.
func TestMain(m *testing.M) {
	os.Setenv(diskcache.Variable, "off")
	os.Exit(m.Run())
}
