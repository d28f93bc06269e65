package replay

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
	"fsnb.example/papers/study"
)

// names are those of the data sets of a study.
func names(s study.Study) (out []string) {
	for _, d := range s.Data {
		out = append(out, d.Name)
	}
	return out
}

// Every data set of the benchmark is in the registry, once in each study; one of at most 2,000
// samples, or of unknown size, that is in none is named in a remark.
func TestBenchmarkData(t *testing.T) {
	used := map[string]bool{}
	var remarks string
	for _, e := range benchmark.Experiments(false) {
		list := names(e.Study)
		for i, name := range list {
			used[name] = true
			if slices.Contains(list[:i], name) {
				t.Errorf("%s has %s twice", e.Study.Name, name)
			}
		}
		remarks += strings.Join(e.Study.Remarks, " ") + " "
	}
	words := strings.FieldsFunc(remarks,
		func(r rune) bool { return strings.ContainsRune(" ,.():;", r) })
	known := map[string]bool{}
	for _, d := range datasets.Registry() {
		known[d.Name] = true
		if d.N <= 2000 && !used[d.Name] && !slices.Contains(words, d.Name) {
			t.Errorf("%s, %d samples, is neither used nor named as left out", d.Name, d.N)
		}
		if d.N > 2000 && used[d.Name] {
			t.Errorf("%s has %d samples", d.Name, d.N)
		}
	}
	for name := range used {
		if !known[name] {
			t.Errorf("no data set %s", name)
		}
	}
}

// All methods of the catalogue take part; a study has each once, and all that its target allows.
func TestBenchmarkMethods(t *testing.T) {
	parts := map[string]int{}
	for _, e := range benchmark.Experiments(false) {
		seen := map[string]bool{}
		for _, m := range e.Study.Methods {
			label := algorithms.Label(m)
			if tuned, ok := m.(study.TunedSelector); ok {
				label = tuned.Key()
			}
			if seen[label] {
				t.Errorf("%s has %s twice", e.Study.Name, label)
			}
			if _, ok := m.(missing); ok {
				t.Errorf("%s: %s is no method", e.Study.Name, label)
			}
			seen[label] = true
			parts[label]++
		}
		tuned := e.Study.Name == "benchmark-tuned"
		if seen[algorithms.Name(study.AllFeatures{})] == tuned || !tuned && !seen["variance"] {
			t.Errorf("%s: %d methods", e.Study.Name, len(seen))
		}
		if e.Digits != 6 || e.Study.Limit != benchmarkLimit || len(e.Against) > 0 {
			t.Errorf("%s: %d digits, limit %s", e.Study.Name, e.Digits, e.Study.Limit)
		}
	}
	for _, c := range catalogue.All() {
		if (parts[c.Name] == 0) != (c.Name == forCategories) {
			t.Errorf("%s takes part in %d experiments", c.Name, parts[c.Name])
		}
	}
}

// The experiments are studies that can be run, under names of their own; quick ones are fewer, say
// so, and have data sets and measures.
func TestBenchmarkStudies(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, quick := range []bool{false, true} {
		experiments := benchmark.Experiments(quick)
		if len(experiments) < 6 {
			t.Errorf("quick %v: %d experiments", quick, len(experiments))
		}
		seen, titles := map[string]bool{}, map[string]bool{}
		for _, e := range experiments {
			s := e.Study
			if seen[s.Name] || titles[s.Title] || !strings.HasPrefix(s.Name, "benchmark-") {
				t.Errorf("a study called %q, %q", s.Name, s.Title)
			}
			seen[s.Name], titles[s.Title] = true, true
			if len(s.Data) == 0 || len(s.Measures) == 0 || len(s.Counts) == 0 {
				t.Errorf("%s: %d data sets, %d measures, %v", s.Name, len(s.Data),
					len(s.Measures), s.Counts)
			}
			if said := strings.Contains(strings.Join(s.Remarks, " "), "Quick: "); said != quick {
				t.Errorf("%s: quick %v, and it says %q", s.Name, quick, s.Remarks)
			}
			if _, err := study.Run(stopped, s, "", algorithms.Options{}); !errors.Is(err,
				context.Canceled) {
				t.Errorf("%s: %v", s.Name, err)
			}
		}
	}
}

// On wine, which has three classes, all methods have values but those that do not take it.
func TestBenchmarkOfWine(t *testing.T) {
	experiments := must.Get(benchmark.Only(benchmark.Experiments(true), "wine"))(t)
	if len(experiments) != 3 { // tables, clusters of tables, tuned
		t.Fatalf("%d experiments have wine", len(experiments))
	}
	twoClasses := []string{"elastic-net", "kendall", "lasso", "pearson", "spearman",
		"stability-selection", "t-score"}
	for _, e := range experiments {
		e.Study.Splits.Repeats, e.Study.Counts, e.Study.Limit = 1, []int{5}, time.Minute
		r := must.Get(study.Run(t.Context(), e.Study, "", algorithms.Options{}))(t)
		without := map[string]string{}
		for _, c := range r.Cells {
			if len(c.Values) == 0 && !r.Measures[c.Measure].Overall { // stability takes two splits
				without[r.Methods[c.Method].Label] = c.Failed
			}
		}
		if e.Study.Name == "benchmark-tables" {
			for _, name := range twoClasses {
				if !strings.Contains(without[name], "the samples are of 3 classes") {
					t.Errorf("%s: %q", name, without[name])
				}
				delete(without, name)
			}
			if !strings.Contains(without["chi2"], "below 0") {
				t.Errorf("chi2: %q", without["chi2"])
			}
			delete(without, "chi2")
		}
		if len(without) > 0 {
			t.Errorf("%s: without values %v", e.Study.Name, without)
		}
	}
}
