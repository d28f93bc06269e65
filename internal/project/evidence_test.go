package project

import (
	"os"
	"path/filepath"
	"testing"

	"fsnb.example/evaluation/advice"
	"fsnb.example/internal/must"
	"fsnb.example/papers/replay"
	"fsnb.example/papers/study"
)

// benchmarkResult is a stored study of the benchmark.
func benchmarkResult(t *testing.T, kind string) *study.Result {
	t.Helper()
	names, err := filepath.Glob("../../notebooks/results/benchmark-" + kind + ".csv*")
	if err != nil || len(names) != 1 {
		t.Fatalf("results of %s: %v, %v", kind, names, err)
	}
	f := must.Get(os.Open(names[0]))(t)
	defer f.Close()
	r := must.Get(study.ReadCSV(f))(t)
	return r
}

// TestEvidence compares the evidence of the advice with the stored results of the benchmark; with
// -update it is made of them.
func TestEvidence(t *testing.T) {
	var list []advice.Evidence
	for _, kind := range advice.Kinds() {
		if kind == advice.Text { // not run yet: docs/which-method.md says so
			continue
		}
		results := []*study.Result{benchmarkResult(t, string(kind))}
		if kind == advice.Clusters {
			results = append(results, benchmarkResult(t, "clusters-tables"))
		}
		found, err := replay.Evidence(kind, results...)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		list = append(list, found...)
	}
	const file = "../../evaluation/advice/evidence.csv"
	want := advice.Format(list)
	if *update {
		must.Do(t, os.WriteFile(file, []byte(want), 0o644))
	}
	got := must.Get(os.ReadFile(file))(t)
	if string(got) != want {
		t.Errorf("%s is not that of the results; run go test ./internal/project -run "+
			"TestEvidence -update", file)
	}
}
