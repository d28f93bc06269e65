package main

import (
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/must"
)

func TestCache(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(diskcache.Variable, dir)
	results, copies := filepath.Join(dir, "results"), filepath.Join(dir, "parsed")
	data := filepath.Join(dir, "data") + ": there are 0 fetched files, 0.0 MiB\n"
	if got, want := good(t, "cache", "info"), results+": there are 0 results, 0.0 of 256 MiB\n"+
		copies+": there are 0 parsed files, 0.0 of 512 MiB\n"+data; got != want {
		t.Errorf("said %q, want %q", got, want)
	}
	must.Do(t, diskcache.Open().Put("key", strings.Repeat("x", 1<<20)))
	must.Do(t, diskcache.OpenCopies().Write("key", 2<<20, func(w io.Writer) error {
		_, err := w.Write(make([]byte, 2<<20))
		return err
	}))
	type folder struct {
		Dir     string
		Entries int
		Bytes   int64
		Limit   int64
	}
	var info struct {
		folder
		Copies  folder
		Cleared bool
		Data    struct {
			Dir     string
			Entries int
		}
	}
	must.Do(t, json.Unmarshal([]byte(good(t, "cache", "-o", "json", "info")), &info))
	if info.Dir != results || info.Entries != 1 || info.Bytes < 1<<20 || info.Limit != 256<<20 ||
		info.Cleared || info.Data.Dir != filepath.Join(dir, "data") {
		t.Errorf("info is %+v", info)
	}
	must.Is(t, info.Copies, (folder{copies, 1, 2 << 20, 512 << 20}), "copies")
	if got, want := good(t, "cache", "clear"), results+": removed 1 results, 1.0 of 256 MiB\n"+
		copies+": removed 1 parsed files, 2.0 of 512 MiB\n"+data; got != want {
		t.Errorf("said %q, want %q", got, want)
	}
	must.ContainAll(t, good(t, "cache", "info"), ": there are 0 results",
		": there are 0 parsed files")
	t.Setenv(diskcache.Variable, "off")
	t.Setenv("XDG_CACHE_HOME", dir)
	t.Setenv("HOME", dir)
	if got := good(t, "cache", "info"); !strings.HasPrefix(got, "the cache is off (FSNB_CACHE)\n"+
		dir) || !strings.HasSuffix(got, "/data: there are 0 fetched files, 0.0 MiB\n") {
		t.Errorf("said %q", got)
	}
	for _, args := range [][]string{{"cache"}, {"cache", "empty"}, {"cache", "info", "clear"}} {
		fails(t, 2, "cache: use cache info, cache clear, cache clear -data, or cache clear "+
			"-studies",
			args...)
	}
}

// What was fetched is removed when that is asked for, and what a user put beside
// it never.
func TestCacheKeepsData(t *testing.T) {
	data := alone(t)
	must.Do(t, os.MkdirAll(data, 0o755))
	for _, name := range []string{"wine.mat", "COIL20.mat.part", "COIL20.mat.part.from",
		"SRBCT.rda", "mine.csv"} {
		must.Do(t, os.WriteFile(filepath.Join(data, name), make([]byte, 1<<20), 0o644))
	}
	left := func() string {
		list := must.Get(os.ReadDir(data))(t)
		var names []string
		for _, e := range list {
			names = append(names, e.Name())
		}
		return strings.Join(names, " ")
	}
	for _, c := range []struct{ args, said, left string }{
		{"cache info", "there are 4 fetched files, 4.0 MiB; cache clear -data removes them",
			"COIL20.mat.part COIL20.mat.part.from SRBCT.rda mine.csv wine.mat"},
		{"cache clear", "there are 4 fetched files, 4.0 MiB; cache clear -data removes them",
			"COIL20.mat.part COIL20.mat.part.from SRBCT.rda mine.csv wine.mat"},
		{"cache info -data", "there are 4 fetched files, 4.0 MiB; cache clear -data removes them",
			"COIL20.mat.part COIL20.mat.part.from SRBCT.rda mine.csv wine.mat"},
		{"cache clear -data", "removed 4 fetched files, 4.0 MiB", "mine.csv"},
		{"cache clear -data", "removed 0 fetched files, 0.0 MiB", "mine.csv"},
	} {
		if got := good(t, strings.Fields(c.args)...); !strings.HasSuffix(got,
			"\n"+data+": "+c.said+"\n") || left() != c.left {
			t.Errorf("%s said %q and left %s; want %q and %s", c.args, got, left(), c.said, c.left)
		}
	}
}

// Studies are hours of work: they are told of, and go only when -studies says
// so.
func TestCacheKeepsStudies(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(diskcache.Variable, dir)
	studies := filepath.Join(dir, "studies")
	must.Do(t, os.MkdirAll(studies, 0o755))
	for _, name := range []string{"a.study", "b.study", "notes.txt"} {
		must.Do(t, os.WriteFile(filepath.Join(studies, name), make([]byte, 1<<20), 0o644))
	}
	for _, c := range []struct {
		args, said string
		left       int
	}{
		{"cache info", "there are 2 studies, 2.0 MiB; cache clear -studies removes them", 3},
		{"cache clear", "there are 2 studies, 2.0 MiB; cache clear -studies removes them", 3},
		{"cache clear -data", "there are 2 studies, 2.0 MiB; cache clear -studies removes them", 3},
		{"cache info -studies", "there are 2 studies, 2.0 MiB; cache clear -studies removes them",
			3},
		{"cache clear -studies", "removed 2 studies, 2.0 MiB", 1},
	} {
		got := good(t, strings.Fields(c.args)...)
		list := must.Get(os.ReadDir(studies))(t)
		if !strings.Contains(got, studies+": "+c.said+"\n") || len(list) != c.left {
			t.Errorf("%s said %q and left %d files; want %q and %d", c.args, got, len(list),
				c.said, c.left)
		}
	}
	if got := good(t, "cache", "info"); strings.Contains(got, "studies") {
		t.Errorf("without a study it said %q", got)
	}
}
