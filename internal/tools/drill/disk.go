package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fsnb.example/fsnb"
)

// saveJob saves a table to a file.
func saveJob(args []string) { fsnb.Save(args[1], fsnb.Load(args[0])) }

// writesFile checks a process that writes a file: it ends well and the file is the new one, or with
// one line, and the file is what it was (nil for none). It reports which.
func writesFile(o outcome, path string, before, want []byte) (written bool) {
	text, err := os.ReadFile(path)
	if !errors.Is(err, fs.ErrNotExist) {
		do(err)
	}
	if o.err == nil {
		if !bytes.Equal(text, want) || o.said != "" {
			wrong("it ended well, said %.200q, and wrote %d bytes of %d", o.said, len(text),
				len(want))
		}
		return true
	}
	refusedWell(o)
	if !bytes.Equal(text, before) {
		wrong("it failed (%.200s), and left %d bytes, where %d were", strings.TrimSpace(o.said),
			len(text), len(before))
	}
	return false
}

// refusedWell checks a process that could not do its work: status 1, and one line.
func refusedWell(o outcome) {
	if exitCode(o.err) != 1 {
		wrong("it ended with %w: %.300s", o.err, o.said)
	}
	do(errOneLine(o.said))
}

// onlyThese ends the trial if a folder has other files.
func onlyThese(dir string, names ...string) {
	do(filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && !slices.Contains(names, e.Name()) {
			err = fmt.Errorf("the folder has a file %s", e.Name())
		}
		return err
	}))
}
