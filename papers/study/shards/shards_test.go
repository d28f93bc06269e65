package shards_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/internal/filelock"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/recordlog"
	"fsnb.example/papers/study"
	"fsnb.example/papers/study/shards"
)

const command = "fsnb replay paper -quick"

func small() study.Study {
	return study.Study{
		Name: "small.1", Data: study.Named("iris", "wine"),
		Methods: []algorithms.Selector{filter.Fisher{}, traceratio.TraceRatio{},
			study.AllFeatures{}},
		Counts: []int{1, 2, 4}, Splits: study.Splits{Repeats: 3},
		Measures: []study.Measure{study.Accuracy{}, study.Stability{}},
	}
}

func shard(t *testing.T, dir string, s study.Study, number, of int) *study.Finished {
	t.Helper()
	return must.Get(shards.Run(t.Context(), dir, s, study.Part{Number: number, Of: of}, command,
		algorithms.Options{}))(t)
}

// all runs every part.
func all(t *testing.T, dir string, s study.Study, of int) {
	t.Helper()
	for number := range of {
		shard(t, dir, s, number+1, of)
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries := must.Get(os.ReadDir(dir))(t)
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

func merge(dir, into string) ([]shards.Merged, error) {
	return shards.Merge(dir, func(name string) string {
		return filepath.Join(into, name+".study")
	})
}

// A run of the whole study on the merged file computes nothing, and its tables are those of one
// machine; a second merge adds nothing.
func TestMergedShardsAreTheStudy(t *testing.T) {
	dir, into := t.TempDir(), t.TempDir()
	all(t, dir, small(), 3)
	if diff := cmp.Diff([]string{"small.1.1-of-3.study", "small.1.2-of-3.study",
		"small.1.3-of-3.study"}, names(t, dir)); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	for _, name := range []string{"notes.txt", "small.1.9-of-3.study"} { // are no parts
		must.Do(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	want := must.Get(study.Run(t.Context(), small(), "", algorithms.Options{}))(t)
	for round := range 2 {
		merged := must.Get(merge(dir, into))(t)
		m := merged[0]
		if len(merged) != 1 || m.Study != "small.1" || m.Parts != 3 || m.Command != command ||
			m.Results == 0 || m.Added != []int{m.Results, 0}[round] || m.Failed != nil {
			t.Errorf("merge %d: %+v", round+1, m)
		}
		got := must.Get(study.Run(t.Context(), small(), m.Path, algorithms.Options{}))(t)
		if got.Computed != 0 || got.Damaged != 0 {
			t.Errorf("%d results computed again, %d lines damaged", got.Computed, got.Damaged)
		}
		got.Elapsed, got.Reused, got.Computed = want.Elapsed, want.Reused, want.Computed
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-one machine +shards):\n%s", diff)
		}
	}
}

// A finished part is not run again, a stopped one goes on where it was, and one of another study
// keeps what still counts.
func TestShardGoesOn(t *testing.T) {
	dir := t.TempDir()
	first := shard(t, dir, small(), 1, 2)
	if again := shard(t, dir, small(), 1, 2); again.Computed != 0 ||
		again.Reused != first.Computed || again.Pieces != first.Pieces {
		t.Errorf("first %+v, again %+v", first, again)
	}
	path := shards.Path(dir, "small.1", study.Part{Number: 1, Of: 2})
	text := must.Get(os.ReadFile(path))(t)
	// What a killed process leaves: a part of the lines, the last one torn.
	must.Do(t, os.Rename(path, path+".part"))
	must.Do(t, os.WriteFile(path+".part", text[:len(text)/2], 0o600))
	if got := shard(t, dir, small(), 1, 2); got.Reused == 0 || got.Computed == 0 ||
		got.Reused+got.Computed != first.Computed {
		t.Errorf("first %+v, continued %+v", first, got)
	}
	shard(t, dir, small(), 2, 2)
	if _, err := merge(dir, t.TempDir()); err != nil {
		t.Errorf("after a torn line: %v", err)
	}
	more := small()
	more.Measures = append(more.Measures, study.Redundancy{})
	if got := shard(t, dir, more, 1, 2); got.Reused == 0 || got.Computed == 0 {
		t.Errorf("with one more measure: %+v", got)
	}
	if got := names(t, dir); len(got) != 2 {
		t.Errorf("the folder holds %q", got)
	}
}

func TestCanceledShard(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	part := study.Part{Number: 1, Of: 1}
	_, err := shards.Run(ctx, dir, small(), part, "", algorithms.Options{})
	if err != context.Canceled {
		t.Errorf("%v", err)
	}
	if got := names(t, dir); !slices.Equal(got, []string{"small.1.1-of-1.study.part"}) {
		t.Errorf("the folder holds %q", got)
	}
	_, err = merge(dir, t.TempDir())
	want := fmt.Sprintf("%s: of 1 parts of small.1, not finished: 1; run those again, with -shard "+
		"NUMBER/1", dir)
	if err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	shard(t, dir, small(), 1, 1)
	if _, err := merge(dir, t.TempDir()); err != nil {
		t.Error(err)
	}
}

// While one process works on a part, another is told so, and nothing is lost.
func TestTwoRunsOfOneShard(t *testing.T) {
	dir := t.TempDir()
	part := study.Part{Number: 2, Of: 3}
	path := shards.Path(dir, "small.1", part)
	unlock, err := filelock.Try(path + ".lock")
	must.Do(t, err)
	_, err = shards.Run(t.Context(), dir, small(), part, "", algorithms.Options{})
	if want := path + ": another process works on this part; wait for it, or name another " +
		"folder"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	unlock()
	shard(t, dir, small(), 2, 3)
	must.Fail(shards.Run(t.Context(), dir, small(), study.Part{}, "", algorithms.Options{}))(t,
		"no part of a study; give its number, such as 1/8")
}

// Groups merge to the study; one that failed is named, keeps the others, and is tried again.
func TestGroups(t *testing.T) {
	dir, into, s := t.TempDir(), t.TempDir(), small()
	groups := s.Groups(6)
	part := func(at int) study.Part { return study.Part{Number: at + 1, Of: len(groups)} }
	compute := func(at int) *study.Finished {
		return must.Get(shards.RunGroup(t.Context(), dir, s, part(at), groups[at], command,
			algorithms.Options{}))(t)
	}
	for at := range groups[1:] {
		compute(at + 1)
	}
	must.Do(t, shards.RecordFailure(dir, s, part(0), groups[0], command, "out of memory"))
	merged, err := merge(dir, into)
	want := fmt.Sprintf("%d pieces of iris (group 1/%d): out of memory", len(groups[0]),
		len(groups))
	if err != nil || len(merged) != 1 || !slices.Equal(merged[0].Failed, []string{want}) {
		t.Fatalf("%+v, %v", merged, err)
	}
	if done := compute(0); done.Computed == 0 || done.Failed != nil {
		t.Errorf("the group that failed: %+v", done)
	}
	if merged, err = merge(dir, into); err != nil || merged[0].Failed != nil {
		t.Fatalf("%+v, %v", merged, err)
	}
	got, err := study.Run(t.Context(), s, merged[0].Path, algorithms.Options{})
	if err != nil || got.Computed != 0 {
		t.Errorf("%d results are missing, %v", got.Computed, err)
	}
	// Parts of as many are no groups.
	shard(t, dir, s, 1, len(groups))
	if _, err := merge(dir, into); err == nil || !strings.Contains(err.Error(),
		"are of different studies") {
		t.Error(err)
	}
}

// edit is a change of a file's text.
func edit(t *testing.T, path string, change func(string) string) {
	t.Helper()
	text := must.Get(os.ReadFile(path))(t)
	must.Do(t, os.WriteFile(path, []byte(change(string(text))), 0o600))
}

// What cannot be merged is an error in one line, and leaves the file of the study alone.
func TestMergeErrors(t *testing.T) {
	whole := t.TempDir()
	all(t, whole, small(), 3)
	other := small()
	other.Splits.Repeats = 2
	elsewhere := small()
	changed := *methodtest.Load(t, "wine")
	changed.X = mat.DenseCopyOf(changed.X)
	changed.X.Set(0, 0, 7)
	elsewhere.Data = append(study.Named("iris"), study.Of(&changed)...)
	file := func(dir string, number, of int) string {
		return shards.Path(dir, "small.1", study.Part{Number: number, Of: of})
	}
	for name, c := range map[string]struct {
		spoil func(dir string)
		want  string
	}{
		"missing": {func(dir string) { os.Remove(file(dir, 2, 3)) },
			"of 3 parts of small.1, missing: 2; run those again, with -shard NUMBER/3"},
		"two kinds": {func(dir string) { shard(t, dir, small(), 1, 2) },
			"has parts of 2 and of 3 of the study small.1; remove the files of one of the runs"},
		"cut": {func(dir string) {
			edit(t, file(dir, 3, 3), func(s string) string { return s[len(s)/2:] })
		}, "small.1.3-of-3.study is damaged or cut: remove it, and run that part again"},
		"damaged": {func(dir string) {
			edit(t, file(dir, 3, 3), func(s string) string {
				return strings.Replace(s, `"value":0`, `"value":1`, 1)
			})
		}, "small.1.3-of-3.study is damaged or cut"},
		"another study": {func(dir string) { shard(t, dir, other, 2, 3) },
			"small.1.2-of-3.study and small.1.1-of-3.study are of different studies"},
		"another file": {func(dir string) {
			os.Remove(file(dir, 3, 3))
			shard(t, dir, elsewhere, 3, 3)
		}, "small.1: part 3 read other values of wine ("},
		"empty": {func(dir string) {
			for number := range 3 {
				os.Remove(file(dir, number+1, 3))
			}
		}, "has no part of a study; run the parts first"},
	} {
		t.Run(name, func(t *testing.T) {
			dir, into := t.TempDir(), t.TempDir()
			must.Do(t, os.CopyFS(dir, os.DirFS(whole)))
			c.spoil(dir)
			_, err := merge(dir, into)
			if err == nil || !strings.Contains(err.Error(), c.want) ||
				strings.Contains(err.Error(), "\n") {
				t.Errorf("%v, want %s", err, c.want)
			}
			if got := names(t, into); len(got) != 0 {
				t.Errorf("it left %q", got)
			}
		})
	}
	if _, err := merge(filepath.Join(whole, "none"), ""); err == nil ||
		!strings.Contains(err.Error(), "no such file or directory; name the folder of the parts") {
		t.Errorf("no folder: %v", err)
	}
}

// What a study's file has already stays as it is.
func TestMergeKeepsTheFile(t *testing.T) {
	dir, into := t.TempDir(), t.TempDir()
	store := filepath.Join(into, "small.1.study")
	before := must.Get(recordlog.Open(store))(t)
	must.Do(t, before.Put("mine", 17))
	before.Close()
	all(t, dir, small(), 2)
	must.Get(merge(dir, into))(t)
	after := must.Get(recordlog.Read(store))(t)
	var v int
	if !after.Get("mine", &v) || v != 17 || after.Len() < 10 {
		t.Errorf("mine is %d among %d", v, after.Len())
	}
}
