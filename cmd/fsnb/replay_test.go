package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/must"
	"fsnb.example/papers/replay"
	"fsnb.example/papers/study"
)

func TestReplayList(t *testing.T) {
	got := good(t, "replay")
	for _, r := range replay.All() {
		must.Contain(t, got, "\n"+r.Paper+" ", r.Paper)
	}
	must.Contain(t, got, "\nbenchmark ")
}

// Wine comes with the library: this replay runs on every machine. Its values are computed once.
func TestReplay(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	t.Run("out", replayOut)
	t.Run("results", replayResults)
	t.Run("parts", replayInParts)
}

func replayOut(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	args := []string{"replay", "lap-2018", "-quick", "-only", "wine", "-out", dir}
	status, out, errOut := fsnb(t.Context(), args...)
	if status != 0 || !strings.Contains(errOut, "1/3 lap-2018-tables-2-3: ") {
		t.Fatalf("status %d, %s", status, errOut)
	}
	has(t, out,
		"LAP 2018, Tables II and III: accuracy, RBF SVC, C=1, gamma=1/d, raw features, mean "+
			"over the numbers of features\n",
		"[1] the method is not in this version.\n",
		"Baseline         Wine            0.449          0.445      −0.004\n",
		"Quick: a part of the data sets",
		"Warning: Features were chosen with the test samples in view")
	for _, name := range []string{"lap-2018-tables-2-3", "lap-2018-tables-2-3-grid",
		"lap-2018-standardized", "lap-2018-table-ii-compared", "lap-2018-table-iii-compared",
		"lap-2018-table-i-compared"} {
		for _, ext := range []string{".txt", ".md", ".html", ".csv", ".tex"} {
			text, err := os.ReadFile(filepath.Join(dir, name+ext))
			if err != nil || len(text) == 0 {
				t.Errorf("%s: %v", name+ext, err)
			}
			if ext == ".txt" && !strings.Contains(out, string(text)) {
				t.Errorf("%s is not what was printed", name+ext)
			}
		}
	}
	for name, start := range map[string]string{"lap-2018-tables-2-3.png": "\x89PNG",
		"lap-2018-tables-2-3.svg":        "<?xml",
		"lap-2018-tables-2-3-values.csv": "#study,lap-2018-tables-2-3,"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil ||
			!strings.HasPrefix(string(text), start) {
			t.Errorf("%s begins %.20q, %v", name, text, err)
		}
	}
	// The same again says the same, from the disk; without a folder it writes none.
	status, again, _ := fsnb(t.Context(), args[:5]...)
	if status != 0 || again != out {
		t.Errorf("status %d; the second time it says\n%s", status, again)
	}
}

// The folder of -results has a file for each study that is whole, with the command
// that makes it again; what stands there stays when a replay is stopped.
func replayResults(t *testing.T) {
	dir := filepath.ToSlash(filepath.Join(t.TempDir(), "results"))
	if status, _, errOut := fsnb(t.Context(), "replay", "lap-2018", "-quick", "-only", "wine",
		"-results", dir); status != 0 {
		t.Fatal(errOut)
	}
	file := filepath.Join(dir, "lap-2018-tables-2-3.csv")
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text),
		"\n#command,fsnb replay lap-2018 -quick -only wine -results "+dir+"\n") {
		t.Fatalf("%.300s, %v", text, err)
	}
	r, err := study.ReadCSV(bytes.NewReader(text))
	if err != nil || r.Sets[0].Name != "Wine" || len(r.Cells) == 0 {
		t.Fatalf("%v, %v", r.Sets, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	t.Setenv(diskcache.Variable, t.TempDir())
	fsnb(ctx, "replay", "lap-2018", "-quick", "-only", "wine", "-results", dir)
	if again, err := os.ReadFile(file); err != nil || !bytes.Equal(again, text) {
		t.Errorf("a replay that was stopped left %.200s, %v", again, err)
	}
}

// Parts, merged, are the replay of one machine, which then computes nothing but what failed.
func replayInParts(t *testing.T) {
	replay := []string{"replay", "lap-2018", "-quick", "-only", "wine"}
	status, want, errOut := fsnb(t.Context(), replay...)
	if status != 0 {
		t.Fatal(errOut)
	}
	cache, dir := t.TempDir(), filepath.Join(t.TempDir(), "parts")
	t.Setenv(diskcache.Variable, cache)
	for _, part := range []string{"1/2", "2/2"} {
		status, out, errOut := fsnb(t.Context(), append(replay, "-shard", part, "-shards", dir)...)
		name := "lap-2018-fair." + strings.Replace(part, "/", "-of-", 1) + ".study"
		if status != 0 || !strings.Contains(out, filepath.Join(dir, name)+": part "+part+", ") {
			t.Fatalf("part %s: status %d\n%s%s", part, status, out, errOut)
		}
		must.Contain(t, errOut, "no value: Wine, ", part)
	}
	status, out, errOut := fsnb(t.Context(), "merge", dir)
	has(t, out, "lap-2018-tables-2-3: 2 parts, 912 results, in "+
		filepath.Join(cache, "studies", "lap-2018-tables-2-3.study")+"\n",
		"show it: fsnb replay lap-2018 -quick -only wine\n")
	must.Is(t, status, 0, "status: %s", errOut)
	must.Contain(t, errOut, "leaves to fsnb replay, as their results cannot be kept: AUFS")
	status, got, errOut := fsnb(t.Context(), replay...)
	if status != 0 || got != want {
		t.Errorf("status %d, %s; the parts make other tables:\n%s", status, errOut, got)
	}
}

// An interrupted replay shows what is finished and says how to go on.
func TestReplayIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	t.Setenv(diskcache.Variable, dir)
	status, out, errOut := fsnb(ctx, "replay", "lap-2018", "-quick", "-only", "Wine")
	if status != 130 || !strings.Contains(out,
		"Interrupted: 0 of 1090 values finished, so there is nothing to show yet. Run it again "+
			"to go on.\n") ||
		!strings.Contains(errOut, "stopped; what is finished is in "+filepath.Join(dir, "studies",
			"lap-2018-tables-2-3.study")+
			": the same command goes on from there\nfsnb: interrupted\n") {
		t.Errorf("status %d\n%s\n%s", status, out, errOut)
	}
	t.Setenv(diskcache.Variable, "off")
	if _, _, errOut := fsnb(ctx, "replay", "lap-2018", "-quick", "-only",
		"Wine"); !strings.Contains(errOut, "stopped; nothing is kept, as FSNB_CACHE is off\n") {
		t.Errorf("%s", errOut)
	}
}

func TestReplayMistakes(t *testing.T) {
	for args, want := range map[string]string{
		"replay lap-2017":            `no paper "lap-2017"; did you mean "lap-2018"?`,
		"replay lap-2018 grm-2015":   `replay: one paper or benchmark at a time; "grm-2015" is too many`,
		"replay lap-2018 -only Vine": `no data set of lap-2018 "Vine"; did you mean "Wine"?`,
		"replay lap-2018 -quik":      `replay: no flag "-quik"; did you mean "-quick"?`,
		"replay lap-2018 -workers -1": "replay: -workers -1; give a positive number, or 0 " +
			"for all processors",
		"replay lap-2018 -workers plenty": `replay: invalid value "plenty" for flag -workers: ` +
			`give a whole number`,
	} {
		fails(t, 2, want, strings.Fields(args)...)
	}
	file := filepath.Join(t.TempDir(), "file")
	must.Do(t, os.WriteFile(file, nil, 0o644))
	status, _, errOut := fsnb(t.Context(), "replay", "lap-2018", "-out", file)
	if status != 1 || !strings.HasPrefix(errOut, "fsnb: cannot make the folder of the results: ") {
		t.Errorf("status %d, %s", status, errOut)
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
