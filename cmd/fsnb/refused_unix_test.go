//go:build unix

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/datasets"
	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/must"
)

// A cache to which others can write is refused in one line: by commands that can do
// without it beside their answer, by the others as an error.
func TestRefusedCache(t *testing.T) {
	data := alone(t)
	cache := os.Getenv(diskcache.Variable)
	must.Do(t, errors.Join(os.MkdirAll(data, 0o700),
		os.WriteFile(filepath.Join(data, "wine.mat"), nil, 0o600),
		os.Chmod(cache, 0o777)))
	why := "cache: other users can write to the folder " + cache +
		" (drwxrwxrwx); make it yours alone (chmod go-w), or set FSNB_CACHE to another folder, " +
		"or to off"
	for _, args := range []string{"rank -method fisher -k 1 iris", "redundancy -features 0,1 iris",
		"datasets info iris"} {
		status, out, said := fsnb(t.Context(), strings.Fields(args)...)
		if status != 0 || out == "" || said != "fsnb: parsed files are not kept: "+why+"\n" {
			t.Errorf("%s: status %d, %q, %q", args, status, out, said)
		}
	}
	for _, args := range []string{
		"cache info", "cache clear -data", "datasets fetch wine_mat", "datasets verify wine_mat",
		"datasets path wine_mat", "rank -method fisher wine_mat", "replay grm-2015 -quick",
	} {
		fails(t, 1, why, strings.Fields(args)...)
	}
	if _, err := os.Stat(filepath.Join(data, "wine.mat")); err != nil {
		t.Error(err)
	}
	if where, _ := entry(t, "wine_mat").Locate(); where == datasets.InCache {
		t.Error("a file of a folder that others can write to is found")
	}
}

func entry(t *testing.T, name string) datasets.Entry {
	t.Helper()
	return must.Get(datasets.Find(name))(t)
}
