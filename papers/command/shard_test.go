package command

import (
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/internal/diskcache"
	"fsnb.example/internal/visible"
	"fsnb.example/papers/replay"
	"fsnb.example/papers/study"
)

// What merge says of a part cannot reach the terminal, whatever command the part was made by and
// whatever the folders are called.
func TestMergeIsHarmless(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "c\x1b[2K\u202e")
	t.Setenv(diskcache.Variable, cache)
	dir := filepath.Join(t.TempDir(), "parts\x1b]0;title\x07")
	r, err := replay.Find("lap-2018")
	if err != nil {
		t.Fatal(err)
	}
	experiments, err := r.Only(r.Experiments(true), "wine")
	if err != nil {
		t.Fatal(err)
	}
	run := shardRun{part: study.Part{Number: 1, Of: 1}, dir: dir,
		command: "fsnb\x1b]0;other\x07 replay"}
	var out, errOut strings.Builder
	if err := runShard(t.Context(), experiments[:1], run, &out, &errOut); err != nil {
		t.Fatal(err)
	}
	if err := (&Merge{Args: []string{dir}}).Run(t.Context(), &out, &errOut); err != nil ||
		!strings.Contains(out.String(), `show it: fsnb\x1b]0;other\a replay`) {
		t.Errorf("%v, %q, %q", err, out.String(), errOut.String())
	}
	for _, text := range []string{out.String(), errOut.String()} {
		for line := range strings.Lines(text) {
			if shown := strings.TrimSuffix(line, "\n"); visible.Text(shown) != shown {
				t.Errorf("%q is printed as it is", line)
			}
		}
	}
}
