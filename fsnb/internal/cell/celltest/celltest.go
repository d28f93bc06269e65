// Package celltest runs what ends or prints in a cell, for tests.
package celltest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/fsnb/internal/cell"
)

// Caught runs f and returns what it wrote to the error stream and the exit
// status, -1 when it did not exit.
func Caught(t *testing.T, f func()) (message string, status int) {
	t.Helper()
	type exited int
	var b bytes.Buffer
	oldExit, oldErr := cell.Exit, cell.Stderr
	cell.Exit, cell.Stderr = func(code int) { panic(exited(code)) }, &b
	status = -1
	defer func() {
		cell.Exit, cell.Stderr = oldExit, oldErr
		if r := recover(); r != nil {
			code, ok := r.(exited)
			if !ok {
				panic(r)
			}
			status = int(code)
		}
		message = b.String()
	}()
	f()
	return
}

// Refuses says that f ends the cell with the line want, in front of which "fsnb: " stands.
func Refuses(t *testing.T, want string, f func()) {
	t.Helper()
	if got, status := Caught(t, f); got != "fsnb: "+want+"\n" || status != 1 {
		t.Errorf("exit %d, said %q, want %q", status, got, want)
	}
}

// RefusesAll does so for each line and what it refuses.
func RefusesAll(t *testing.T, calls map[string]func()) {
	t.Helper()
	for want, f := range calls {
		Refuses(t, want, f)
	}
}

// Shows says that f prints all of the parts.
func Shows(t *testing.T, f func(), parts ...string) {
	t.Helper()
	said := Printed(t, f)
	for _, part := range parts {
		if !strings.Contains(said, part) {
			t.Errorf("%q is not in\n%s", part, said)
		}
	}
}

// Saves says that what save writes to a new file of each name begins so.
func Saves(t *testing.T, save func(file string), begins map[string]string) {
	t.Helper()
	dir := t.TempDir()
	for name, start := range begins {
		file := filepath.Join(dir, name)
		save(file)
		if raw, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(raw), start) {
			t.Errorf("%s begins %.80q (%v), want %q", name, raw, err, start)
		}
	}
}

// Printed runs f and returns what it wrote to the standard output.
func Printed(t *testing.T, f func()) string {
	t.Helper()
	var b bytes.Buffer
	old := cell.Stdout
	cell.Stdout = &b
	defer func() { cell.Stdout = old }()
	f()
	return b.String()
}
