package fsnb

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/must"
)

// Sparse text stays sparse from a file to a file, with a vocabulary; few features of it are in
// memory.
func TestSparseText(t *testing.T) {
	dir := t.TempDir()
	words, text := filepath.Join(dir, "words.txt"), filepath.Join(dir, "docs.svm")
	for name, content := range map[string]string{
		words: "the\nof\ngoal\nvote\n",
		text:  "sport 1:1 3:2\nsport 2:1 3:3\npolitics 1:2 4:1\npolitics 4:2\n",
	} {
		must.Do(t, os.WriteFile(name, []byte(content), 0o600))
	}
	docs := Load(text, FileOptions{Names: words, Storage: "sparse"})
	if docs.X != nil || docs.Stored.Kind() != "sparse" || docs.Features[2] != "goal" {
		t.Fatalf("%+v", docs)
	}
	best := Select(Must(docs.Dense()), Fisher{}, 2)
	if best.Names[0] != "goal" || best.Names[1] != "vote" {
		t.Errorf("the best are %q", best.Names)
	}
	again := filepath.Join(dir, "again.svm")
	Save(again, docs)
	if back := Load(again, FileOptions{Names: again + ".names", Storage: "sparse"}); back.Hash() !=
		docs.Hash() {
		t.Error("the data do not come back")
	}
	small := Take(docs, best, 0)
	if small.X == nil || small.Stored != nil {
		t.Error("a few features are not in memory")
	}
	Save(filepath.Join(dir, "small.csv"), small)
	for want, f := range map[string]func(){
		"a.json: the 4×4 values are sparse, and this takes values in memory only; ": func() {
			Save(filepath.Join(dir, "a.json"), docs)
		},
		"a.csv: no table is written: the 4×4 values are sparse, ": func() {
			Save(filepath.Join(dir, "a.csv"), docs)
		},
		"a.svm: .svm holds data sets only; save as .csv or .json": func() {
			Save(filepath.Join(dir, "a.svm"), best)
		},
		"the samples are no pictures": func() { Images(docs, 1) },
	} {
		message, status := celltest.Caught(t, f)
		if status != 1 || !strings.Contains(message, want) ||
			strings.Count(strings.TrimSpace(message), "\n") > 0 {
			t.Errorf("status %d, %q, want %q", status, message, want)
		}
	}
}
