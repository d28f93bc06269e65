// Package testenv lets a test start its own program a second time, also under an emulator, where
// the system cannot run it directly.
package testenv

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Variable is the environment variable with the path of the emulator that this program runs under,
// such as qemu-aarch64-static. script/arm64 sets it.
const Variable = "FSNB_EMULATOR"

// Program returns the path of a file that runs this program with its arguments: the program itself,
// or a shell script that calls the emulator.
func Program(t testing.TB) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	emulator := os.Getenv(Variable)
	if emulator == "" {
		return self
	}
	file := filepath.Join(t.TempDir(), "itself")
	// exec, so that signals to the process that the test starts reach the program.
	script := fmt.Sprintf("#!/bin/sh\nexec %s %s \"$@\"\n", quoted(emulator), quoted(self))
	if err := os.WriteFile(file, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return file
}

// quoted quotes a word for the shell.
func quoted(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

// NeedRealMachine skips the test under an emulator, which script/arm64 counts: memory limits, which
// an emulator does not set, cannot be tested there.
func NeedRealMachine(t testing.TB) {
	t.Helper()
	if os.Getenv(Variable) != "" {
		t.Skip(Variable + " is set: an emulator does not limit memory")
	}
}
