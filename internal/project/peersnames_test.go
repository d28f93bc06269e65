package project

import (
	"regexp"
	"strings"
	"testing"
)

// sklearnNames is sklearn.feature_selection.__all__ of scikit-learn 1.2.1.
var sklearnNames = []string{"GenericUnivariateSelect", "SequentialFeatureSelector", "RFE", "RFECV",
	"SelectFdr", "SelectFpr", "SelectFwe", "SelectKBest", "SelectFromModel", "SelectPercentile",
	"VarianceThreshold", "chi2", "f_classif", "f_oneway", "f_regression", "r_regression",
	"mutual_info_classif", "mutual_info_regression", "SelectorMixin"}

// The names that docs/names.md gives to those of scikit-learn are exported, and none of
// scikit-learn's is left out.
func TestNamesOfPeers(t *testing.T) {
	page, api := read(t, "docs/names.md"), read(t, "docs/api.txt")
	known := make(map[string]bool) // pkg.Name and pkg.Name.Field
	packages := make(map[string]bool)
	line := regexp.MustCompile(
		`(?m)^pkg \S*?([a-z0-9]+), (?:func|type|const|var) (\w+)(?:.* struct, (\w+) )?`)
	for _, m := range line.FindAllStringSubmatch(api, -1) {
		packages[m[1]] = true
		known[m[1]+"."+m[2]] = true
		known["field "+m[3]] = true
	}
	if !known["fsnb.Select"] || !known["wrapper.RFE"] || !known["field OfAll"] {
		t.Fatal("docs/api.txt is not read as it is written")
	}
	here := 0
	for _, row := range strings.Split(page, "\n") {
		if !strings.HasPrefix(row, "| ") {
			continue
		}
		_, ours, _ := strings.Cut(strings.TrimPrefix(row, "| "), " | ")
		for _, m := range regexp.MustCompile(`\b([a-z]+)\.([A-Z]\w*)`).
			FindAllStringSubmatch(ours, -1) {
			here++
			if m[1] == "r" {
				if !known["field "+m[2]] {
					t.Errorf("no result has a field %s", m[2])
				}
			} else if packages[m[1]] && !known[m[0]] {
				t.Errorf("%s is not exported", m[0])
			}
		}
		// The fields of a literal, and words in code that begin with a capital.
		for _, m := range regexp.MustCompile(`[{ ]([A-Z]\w*): |`+"`"+`([A-Z]\w*)`+"`").
			FindAllStringSubmatch(ours, -1) {
			name := m[1] + m[2]
			if !known["field "+name] && !strings.Contains(api, "method ("+name) &&
				name != "Select" {
				t.Errorf("no struct has a field %s", name)
			}
		}
	}
	if here < 40 {
		t.Errorf("only %d names are read", here)
	}
	left, _, _ := strings.Cut(page, "## In gonum")
	for _, name := range sklearnNames {
		if !regexp.MustCompile("`" + name + `\b`).MatchString(left) {
			t.Errorf("docs/names.md does not have %s", name)
		}
	}
}
