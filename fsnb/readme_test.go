package fsnb_test

import (
	"os"
	"strings"
	"testing"

	"fsnb.example/fsnb"
	"fsnb.example/internal/must"
)

// readmeCell has the lines of README.md's cell.
func readmeCell() {
	var cancer = fsnb.Load("wdbc")
	var fisher = fsnb.Select(cancer, fsnb.Fisher{}, 10)
	var grm = fsnb.Select(cancer, fsnb.GRM{}, 10)
	fsnb.Show(fsnb.Compare(cancer, fisher, grm))
	fsnb.Show(fsnb.Redundancy(cancer, fisher, grm))
	fsnb.Show(fsnb.Scatter(cancer, fisher, grm))
	fsnb.Show(fsnb.ByClass(cancer, grm, 6))
	fsnb.Show(fsnb.Tradeoff(cancer, 10, fsnb.Protocol{}, fsnb.Fisher{}, fsnb.GRM{}))
}

// TestReadmeCell keeps the cell in README.md equal to the lines above, which compile and run.
func TestReadmeCell(t *testing.T) {
	t.Setenv("FSNB_CACHE", "off")
	readmeCell()
	text := must.Get(os.ReadFile("../README.md"))(t)
	source := must.Get(os.ReadFile("readme_test.go"))(t)
	_, rest, _ := strings.Cut(string(text), "```go\n")
	cell, _, found := strings.Cut(rest, "```")
	if !found || strings.Count(cell, "\n") != 10 {
		t.Fatalf("README.md has no cell of ten lines:\n%s", cell)
	}
	for line := range strings.Lines(cell) {
		code, _, _ := strings.Cut(line, " //")
		code = strings.TrimSpace(code)
		if code != "" && code != "%%" && !strings.Contains(string(source), code+"\n") {
			t.Errorf("README.md has a line that this test does not run: %s", code)
		}
	}
}
