package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

// refusal is the error of a process that ends with status 1.
func refusal(t *testing.T) error {
	t.Helper()
	o := process{}.run(t.Context(), "fail")
	if exitCode(o.err) != 1 {
		t.Fatalf("%+v", o)
	}
	return o.err
}

func TestWritesFile(t *testing.T) {
	failed := refusal(t)
	full := outcome{err: failed, said: "disk full\n"}
	for name, c := range map[string]struct {
		o       outcome
		left    string // in the file, "" for no file
		before  string
		written bool
		want    string
	}{
		"written":        {outcome{}, "new", "old", true, ""},
		"refused":        {full, "old", "old", false, ""},
		"refused, none":  {full, "", "", false, ""},
		"half":           {outcome{}, "ne", "old", true, "wrote 2 bytes of 3"},
		"half, refused":  {full, "ne", "old", false, "left 2 bytes"},
		"lost":           {full, "", "old", false, "left 0 bytes"},
		"well, and says": {outcome{said: "oh\n"}, "new", "old", true, `said "oh\n"`},
		"two lines": {outcome{err: failed, said: "a\nb\n"}, "old", "old", false,
			"more than a line"},
		"no exit": {outcome{err: errors.New("killed")}, "old", "old", false,
			"ended with killed"},
	} {
		path := filepath.Join(t.TempDir(), "f")
		if c.left != "" {
			must.Do(t, os.WriteFile(path, []byte(c.left), 0o600))
		}
		var written bool
		err := try(func() { written = writesFile(c.o, path, []byte(c.before), []byte("new")) })
		if written != (c.written && err == nil) || (err == nil) != (c.want == "") ||
			err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v; want %v, %q", name, written, err, c.written, c.want)
		}
	}
}

func TestOnlyThese(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, errors.Join(os.Mkdir(filepath.Join(dir, "sub"), 0o700),
		os.WriteFile(filepath.Join(dir, "sub", "a"), nil, 0o600)))
	if err := try(func() { onlyThese(dir, "a") }); err != nil {
		t.Error(err)
	}
	if err := try(func() { onlyThese(dir, "b") }); err == nil {
		t.Error("a file too many is not noticed")
	}
}
