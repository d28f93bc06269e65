package replay

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/internal/must"
	"fsnb.example/papers/study"
)

// Every stored result has the methods and the measures of its experiment, by the keys that say how
// they are configured: results of other parameters than today's must be made again.
func TestStoredResultsAreOfToday(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "notebooks", "results", "*.csv*"))
	if err != nil || len(files) < 30 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		if filepath.Base(file) == "benchmark-memory.csv" { // of script/peak: no study
			continue
		}
		f := must.Get(os.Open(file))(t)
		stored, err := study.ReadCSV(f)
		f.Close()
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		e, err := FindExperiment(stored.Name, false)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		t.Run(stored.Name, func(t *testing.T) { ofToday(t, stored, e.Study) })
	}
}

func ofToday(t *testing.T, stored *study.Result, s study.Study) {
	if len(stored.Measures) != len(s.Measures) {
		t.Fatalf("%d measures, today %d", len(stored.Measures), len(s.Measures))
	}
	for i, m := range s.Measures {
		if stored.Measures[i].Key != m.Key() {
			t.Errorf("measure %q, today %q", stored.Measures[i].Key, m.Key())
		}
	}
	for _, m := range s.Methods {
		key, err := algorithms.Key(m)
		switch own, ok := m.(interface{ Key() string }); {
		case ok:
			key = own.Key()
		case err != nil:
			key = algorithms.Name(m)
		}
		// The key of the best of a grid holds those of its members.
		if !slices.ContainsFunc(stored.Methods, func(m study.Method) bool {
			return m.Key == key || strings.Contains(m.Key, "["+key+"]")
		}) {
			t.Errorf("no method %s", key)
		}
	}
	if !s.Grids && len(stored.Methods) != len(s.Methods) {
		t.Errorf("%d methods, today %d", len(stored.Methods), len(s.Methods))
	}
}
