package replay

import (
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/internal/must"
	"fsnb.example/papers/study"
)

// The methods of Tables II and III see no labels; those of a printed name are that method.
func TestFSIRWithoutLabels(t *testing.T) {
	of := must.Get(FindExperiment("fsir2-2016-tables-2-3", false))(t)
	iris := must.Get(study.Named("iris")[0].Load())(t)
	plain := must.Get(unlabeled(study.Of(iris))[0].Load())(t)
	var labels []string
	for _, m := range of.Study.Methods {
		labels = append(labels, algorithms.Label(m))
		if _, all := m.(study.AllFeatures); all {
			continue
		}
		a := must.Get(m.Select(t.Context(), iris, algorithms.Options{K: 2}))(t)
		b, err := m.Select(t.Context(), plain, algorithms.Options{K: 2})
		if err != nil || !slices.Equal(a.Features, b.Features) {
			t.Errorf("%s without labels: %v, %v", algorithms.Label(m), b, err)
		}
	}
	want := []string{"fsir2, similarity=rbf", "spec, criterion=phi1, rbf", "laplacian, rbf", "evsc",
		"mcfs", "mrsf, similarity=rbf", "all features"}
	if !slices.Equal(labels, want) {
		t.Errorf("methods %q", labels)
	}
	for label, printed := range of.Against[1].Printed {
		if !slices.Contains(labels, label) || !strings.HasPrefix(label, printed) {
			t.Errorf("%q stands for %q", label, printed)
		}
	}
	// SPEC is on the kernel that FSIR² has, which is not SPEC's own.
	a := must.Get(meanKernel{}.Select(t.Context(), iris, algorithms.Options{}))(t)
	b := must.Get(filter.SPEC{Criterion: filter.Phi1}.Select(t.Context(), iris,
		algorithms.Options{}))(t)
	if slices.Equal(a.Raw, b.Raw) {
		t.Errorf("the same values with either width: %v", a.Raw)
	}
}

// Every data set of Tables IV and V is in one of the two studies; the one with fewer splits says
// so.
func TestFSIRWide(t *testing.T) {
	var names []string
	for _, e := range fsir.Experiments(false) {
		if strings.HasPrefix(e.Study.Name, "fsir2-2016-tables-4-5") {
			for _, d := range e.Study.Data {
				names = append(names, d.Name)
			}
			if said := strings.Contains(strings.Join(e.Study.Remarks, " "),
				"20 splits, not 100"); said != (e.Study.Splits.Repeats == 20) {
				t.Errorf("%s: %d splits, said %v", e.Study.Name, e.Study.Splits.Repeats, said)
			}
		}
	}
	slices.Sort(names)
	if len(names) != 10 || len(slices.Compact(names)) != 10 {
		t.Errorf("data sets %q", names)
	}
}
