package testenv

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"fsnb.example/internal/must"
)

const childVariable = "FSNB_TEST_ITSELF"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) == "" {
		os.Exit(m.Run())
	}
	fmt.Print("child of ", os.Getenv(childVariable), " with ", os.Args[1:])
}

// The program starts itself with its arguments.
func TestProgram(t *testing.T) {
	cmd := exec.Command(Program(t), "a b", "c")
	cmd.Env = append(os.Environ(), childVariable+"=test")
	out, err := cmd.CombinedOutput()
	if want := "child of test with [a b c]"; err != nil || string(out) != want {
		t.Errorf("said %q, %v; want %q", out, err, want)
	}
}

// An emulator is given the program and its arguments, and is the process that the test started.
func TestEmulatedProgram(t *testing.T) {
	self, err := os.Executable()
	must.Do(t, err)
	emulator := filepath.Join(t.TempDir(), "it's an emulator")
	must.Do(t, os.WriteFile(emulator, []byte("#!/bin/sh\necho $$ \"$@\"\n"), 0o700))
	t.Setenv(Variable, emulator)
	cmd := exec.Command(Program(t), "a b", "$c")
	out, err := cmd.Output()
	if want := fmt.Sprintf("%d %s a b $c\n", cmd.Process.Pid, self); err != nil ||
		string(out) != want {
		t.Errorf("the emulator was given %q, %v; want %q", out, err, want)
	}
}

// recorder stands in for a test that is skipped.
type recorder struct {
	testing.TB
	said []any
}

func (r *recorder) Helper()            {}
func (r *recorder) Skip(values ...any) { r.said = append(r.said, values...) }

func TestNeedRealMachine(t *testing.T) {
	t.Setenv(Variable, "")
	var r recorder
	if NeedRealMachine(&r); r.said != nil {
		t.Errorf("without an emulator: skipped, %q", r.said)
	}
	t.Setenv(Variable, "qemu")
	want := []any{"FSNB_EMULATOR is set: an emulator does not limit memory"}
	if NeedRealMachine(&r); !slices.Equal(r.said, want) {
		t.Errorf("under an emulator: skipped, %q, want %q, which script/arm64 counts", r.said, want)
	}
}
