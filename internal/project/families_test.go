package project

import (
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms/catalogue"
	"fsnb.example/internal/must"
)

const conformanceFile = "conformance_test.go"

// families are the folders of the packages with a conformance_test.go.
func families(t *testing.T) (out []string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join("..", "..", "algorithms", "*", conformanceFile))
	must.Do(t, err)
	for _, file := range found {
		out = append(out, "algorithms/"+filepath.Base(filepath.Dir(file)))
	}
	return out
}

// familyTests are what the file of a family has, a call of a method of conformance.Family each.
var familyTests = map[string]string{
	"TestCatalogue":                 "Catalogue",
	"TestScoresDoNotSeeTheUnit":     "ScoresDoNotSeeTheUnit",
	"TestCodedTablesInAnotherOrder": "CodedTablesInAnotherOrder",
	"TestConcurrentMethods":         "ConcurrentMethods",
	"TestGolden":                    "Golden",
	"TestGoldenOfWDBC":              "GoldenOfWDBC",
}

// Every method of the catalogue is of a package whose conformance_test.go runs all checks on the
// methods of that package, some of them under the race detector.
func TestEveryMethodHasAConformanceTest(t *testing.T) {
	known, race := families(t), readRaceList(t)
	used := make(map[string]bool)
	for _, e := range catalogue.All() {
		folder := strings.TrimPrefix(reflect.TypeOf(e.Method).PkgPath(), module+"/")
		used[folder] = true
		if !slices.Contains(known, folder) {
			t.Errorf("%s is of package %s, which has no %s", e.Name, folder, conformanceFile)
		}
	}
	for _, folder := range known {
		if !used[folder] {
			t.Errorf("%s has a %s, and no method in the catalogue", folder, conformanceFile)
		}
		text := sources(t, folder, conformanceFile)
		own := regexp.QuoteMeta(filepath.Base(folder))
		if !regexp.MustCompile(`(?m)^\tPackage: +"` + own + `",$`).MatchString(text) {
			t.Errorf("%s/%s is not of Package %s", folder, conformanceFile, own)
		}
		for name, method := range familyTests {
			want := "\nfunc " + name + "(t *testing.T) { family." + method + "(t) }\n"
			if !strings.Contains(text, want) {
				t.Errorf("%s/%s has no%s", folder, conformanceFile, want)
			}
		}
		if !slices.Contains(race[folder], "TestConcurrentMethods") {
			t.Errorf("%s lists no TestConcurrentMethods of %s", raceList, folder)
		}
	}
}
