package project

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fsnb.example/internal/must"
)

const raceList = "script/race.txt"

// readRaceList returns the tests that script/test runs under the race detector, by package.
func readRaceList(t *testing.T) map[string][]string {
	t.Helper()
	list := make(map[string][]string)
	for line := range strings.Lines(sources(t, "script", "race.txt")) {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if words[0] == "long" { // for script/test --long
			words = words[1:]
		}
		list[words[0]] = append(list[words[0]], words[1:]...)
	}
	return list
}

func TestRaceListNamesTests(t *testing.T) {
	for folder, names := range readRaceList(t) {
		if len(names) == 0 {
			t.Errorf("%s lists no test of %s", raceList, folder)
		}
		source := sources(t, folder, "*_test.go")
		for _, name := range names {
			if !strings.Contains(source, "\nfunc "+name+"(t *testing.T)") {
				t.Errorf("%s lists %s of %s, which is not there", raceList, name, folder)
			}
		}
	}
}

var startsGoroutines = regexp.MustCompile(`(?m)^\s*go func|\.Go\(|\bparallel\.(For|Each)\(`)

func TestRaceListHasEveryPackageWithGoroutines(t *testing.T) {
	list, found := readRaceList(t), 0
	for _, folder := range folders(t) {
		if !startsGoroutines.MatchString(sources(t, folder, "*.go", "*_test.go")) {
			continue
		}
		found++
		listed := folder
		if strings.HasPrefix(folder, "algorithms/") && !slices.Contains(families(t), folder) ||
			slices.Contains([]string{"internal/conformance", "internal/graphs",
				"internal/methodtest",
				"internal/redundancy"}, folder) {
			listed = "algorithms/filter" // whose methods use it
		}
		if len(list[listed]) == 0 {
			t.Errorf("%s starts goroutines, and %s lists none of its tests", folder, raceList)
		}
	}
	if found < 15 {
		t.Errorf("only %d packages start goroutines; the pattern does not fit the code", found)
	}
}

// folders are the packages of the module, named by their folders.
func folders(t *testing.T) []string {
	t.Helper()
	var out []string
	for line := range strings.Lines(goList(t, "./...")) {
		if folder, ok := strings.CutPrefix(strings.TrimSpace(line), module+"/"); ok {
			out = append(out, folder)
		}
	}
	return out
}

// sources joins the files of a folder that fit pattern and none of without.
func sources(t *testing.T, folder, pattern string, without ...string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(folder), pattern))
	must.Do(t, err)
	var b strings.Builder
	for _, file := range files {
		left := slices.ContainsFunc(without, func(p string) bool {
			match, err := filepath.Match(p, filepath.Base(file))
			return err == nil && match
		})
		if left {
			continue
		}
		text := must.Get(os.ReadFile(file))(t)
		b.Write(text)
	}
	return b.String()
}
