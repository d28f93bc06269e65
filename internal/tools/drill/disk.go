package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"fsnb.example/fsnb"
)

// saveJob saves a table to a file.
func saveJob(args []string) error {
	fsnb.Save(args[1], fsnb.Load(args[0]))
	return nil
}

// verdict is what a child says about a trial.
type verdict struct {
	Refused bool   // the trial met the obstacle
	Err     string // "" for none
}

// sayVerdict prints a verdict.
func sayVerdict(refused bool, err error) error {
	v := verdict{Refused: refused}
	if err != nil {
		v.Err = err.Error()
	}
	return json.NewEncoder(os.Stdout).Encode(v)
}

// writesFile checks a process that writes a file: it ends well and the file is the new one, or with
// one line, and the file is what it was (nil for none). It reports which.
func writesFile(o outcome, path string, before, want []byte) (written bool, err error) {
	got, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if o.err == nil {
		if !bytes.Equal(got, want) || o.said != "" {
			return true, fmt.Errorf("it ended well, said %.200q, and wrote %d bytes of %d", o.said,
				len(got), len(want))
		}
		return true, nil
	}
	if err := refusedWell(o); err != nil {
		return false, err
	}
	if !bytes.Equal(got, before) {
		return false, fmt.Errorf("it failed (%.200s), and left %d bytes, where %d were",
			strings.TrimSpace(o.said), len(got), len(before))
	}
	return false, nil
}

// exitCode is the status of a process that ended with err, -1 for none.
func exitCode(err error) int {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return -1
}

// refusedWell checks a process that could not do its work: status 1, and one line.
func refusedWell(o outcome) error {
	if code := exitCode(o.err); code != 1 {
		return fmt.Errorf("it ended with %w: %.300s", o.err, o.said)
	}
	return errOneLine(o.said)
}

// onlyThese returns an error if a folder has other files.
func onlyThese(dir string, names ...string) error {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		for _, name := range names {
			if e.Name() == name {
				return nil
			}
		}
		return fmt.Errorf("the folder has a file %s", e.Name())
	})
}
