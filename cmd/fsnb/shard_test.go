package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/diskcache"
)

// Parts, merged, are the replay of one machine, which then computes nothing but what failed.
func TestReplayInParts(t *testing.T) {
	replay := []string{"replay", "lap-2018", "-quick", "-only", "wine"}
	t.Setenv(diskcache.Variable, t.TempDir())
	status, want, errOut := fsnb(t.Context(), replay...)
	if status != 0 {
		t.Fatal(errOut)
	}
	cache, dir := t.TempDir(), filepath.Join(t.TempDir(), "parts")
	t.Setenv(diskcache.Variable, cache)
	for _, part := range []string{"1/2", "2/2"} {
		status, out, errOut := fsnb(t.Context(),
			append(replay, "-shard", part, "-shards", dir)...)
		name := "lap-2018-fair." + strings.Replace(part, "/", "-of-", 1) + ".study"
		if status != 0 || !strings.Contains(out, filepath.Join(dir, name)+": part "+part+", ") {
			t.Fatalf("part %s: status %d\n%s%s", part, status, out, errOut)
		}
		if !strings.Contains(errOut, "no value: Wine, ") {
			t.Errorf("part %s does not say what failed:\n%s", part, errOut)
		}
	}
	status, out, errOut := fsnb(t.Context(), "merge", dir)
	for _, want := range []string{"lap-2018-tables-2-3: 2 parts, 912 results, in " +
		filepath.Join(cache, "studies", "lap-2018-tables-2-3.study") + "\n",
		"show it: fsnb replay lap-2018 -quick -only wine\n"} {
		if status != 0 || !strings.Contains(out, want) {
			t.Errorf("status %d, %q is not in\n%s%s", status, want, out, errOut)
		}
	}
	if !strings.Contains(errOut, "leaves to fsnb replay, as their results cannot be kept: AUFS") {
		t.Errorf("merge says\n%s", errOut)
	}
	status, got, errOut := fsnb(t.Context(), replay...)
	if status != 0 || got != want {
		t.Errorf("status %d, %s; the parts make other tables:\n%s", status, errOut, got)
	}
}

// Mistakes are one line, and an interrupt says how to go on.
func TestPartMistakes(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	empty := t.TempDir()
	replay := []string{"replay", "lap-2018", "-quick", "-only", "wine"}
	for want, args := range map[string][]string{
		"replay: invalid value \"3/2\" for flag -shard: give the number of the part and how many " +
			"there are, such as 1/8": append(replay, "-shard", "3/2"),
		"replay: -shards without -shard; say which part to run, such as -shard 1/8": append(replay,
			"-shards", empty),
		"replay: a part has no tables; run fsnb merge when all parts are done, then fsnb replay " +
			"with -out or -results": append(replay, "-shard", "1/2", "-out", empty),
		"merge: give one folder, that of the parts, such as lap-2018-shards": {"merge"},
		empty + " has no part of a study; run the parts first, such as fsnb replay PAPER " +
			"-shard 1/8 -shards " + empty: {"merge", empty},
	} {
		status, out, errOut := fsnb(t.Context(), args...)
		if status == 0 || out != "" || errOut != "fsnb: "+want+"\n" {
			t.Errorf("%q: status %d, %q, want %q", args, status, errOut, want)
		}
	}
	t.Setenv(diskcache.Variable, "off")
	if _, _, errOut := fsnb(t.Context(), "merge", empty); errOut != "fsnb: merge: there is no "+
		"place for the results, as FSNB_CACHE is off; set it to a folder\n" {
		t.Error(errOut)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := filepath.Join(empty, "parts")
	status, _, errOut := fsnb(ctx, append(replay, "-shard", "1/2", "-shards", dir)...)
	if status != 130 || !strings.Contains(errOut, "stopped; what is finished is in "+dir+
		": the same command goes on from there\nfsnb: interrupted\n") {
		t.Errorf("status %d, %s", status, errOut)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 ||
		entries[0].Name() != "lap-2018-tables-2-3.1-of-2.study.part" {
		t.Errorf("it left %v, %v", entries, err)
	}
}
