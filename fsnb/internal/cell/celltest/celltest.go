// Package celltest runs what ends or prints in a cell, for tests.
package celltest

import (
	"bytes"
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
