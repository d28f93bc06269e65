package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/diskcache"
)

func TestCache(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(diskcache.Variable, dir)
	results := filepath.Join(dir, "results")
	if got, want := good(t, "cache", "info"), results+": there are 0 results, 0.0 of 256 MiB\n"; got != want {
		t.Errorf("said %q, want %q", got, want)
	}
	if err := diskcache.Open().Put("key", strings.Repeat("x", 1<<20)); err != nil {
		t.Fatal(err)
	}
	var info struct {
		Dir     string
		Entries int
		Bytes   int64
		Limit   int64
		Cleared bool
	}
	if err := json.Unmarshal([]byte(good(t, "cache", "-o", "json", "info")), &info); err != nil {
		t.Fatal(err)
	}
	if info.Dir != results || info.Entries != 1 || info.Bytes < 1<<20 || info.Limit != 256<<20 || info.Cleared {
		t.Errorf("info is %+v", info)
	}
	if got, want := good(t, "cache", "clear"), results+": removed 1 results, 1.0 of 256 MiB\n"; got != want {
		t.Errorf("said %q, want %q", got, want)
	}
	if got := good(t, "cache", "info"); !strings.Contains(got, ": there are 0 results") {
		t.Errorf("after clear: %q", got)
	}
	t.Setenv(diskcache.Variable, "off")
	if got, want := good(t, "cache", "info"), "the cache is off (FSNB_CACHE)\n"; got != want {
		t.Errorf("said %q, want %q", got, want)
	}
	for _, args := range [][]string{{"cache"}, {"cache", "empty"}, {"cache", "info", "clear"}} {
		if status, out, said := fsnb(t.Context(), args...); status != 2 || out != "" || said != "fsnb: cache: use cache info, or cache clear\n" {
			t.Errorf("%q: status %d, %q, %q", args, status, out, said)
		}
	}
}
