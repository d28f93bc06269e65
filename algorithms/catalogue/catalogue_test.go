package catalogue_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/traceratio"
)

// Published names do not change.
const names = `fisher laplacian variance random trace-ratio spec relieff hsic fohsic bahsic mrmr
	arom-svm spfs-sfs spfs-nes spfs-lar grm lgd infogain mcfs fsir2 evsc mrsf qpfs slap ulap rfs udfs
	sogfs pca lda lpp lfda fssl mutual-info`

func TestAllIsSortedAndACopy(t *testing.T) {
	all := catalogue.All()
	for i, e := range all {
		if i > 0 && e.Name <= all[i-1].Name {
			t.Errorf("%s after %s", e.Name, all[i-1].Name)
		}
	}
	for _, name := range []string{"fisher", "laplacian", "random", "trace-ratio", "variance"} {
		if !slices.ContainsFunc(all, func(e catalogue.Entry) bool { return e.Name == name }) {
			t.Errorf("%s is missing", name)
		}
	}
	all[0].Name = "changed"
	if catalogue.All()[0].Name == "changed" {
		t.Error("a caller of All can modify the catalogue")
	}
}

// Every fixed name is found.
func TestFindKnowsAllNames(t *testing.T) {
	for _, name := range strings.Fields(names) {
		if e, err := catalogue.Find(name); err != nil || e.Name != name {
			t.Errorf("%s: found %q, %v", name, e.Name, err)
		}
	}
}

func TestFindSuggests(t *testing.T) {
	for word, want := range map[string]string{
		"fischer": `no method "fischer"; did you mean "fisher"?`,
		"Fisher":  `no method "Fisher"; did you mean "fisher"?`,
		"":        `no method ""; known: `,
		"nothing": `no method "nothing"; known: `,
	} {
		if _, err := catalogue.Find(word); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v; want %s…", word, err, want)
		}
	}
}

func TestNew(t *testing.T) {
	for _, test := range []struct {
		name   string
		params []string
		want   algorithms.Selector
	}{
		{"fisher", nil, filter.Fisher{}},
		{"laplacian", []string{"neighbors=7", " heat = 2.5 "},
			filter.Laplacian{Similarity: graph.Neighbors{K: 7, Heat: 2.5}}},
		{"trace-ratio", []string{"graph=laplacian", "neighbors=3", "neighbors=4"},
			traceratio.TraceRatio{Graph: graph.Neighbors{K: 4}}},
	} {
		got, err := catalogue.New(test.name, test.params...)
		if err != nil {
			t.Errorf("%s %q: %v", test.name, test.params, err)
		} else if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s %q (-want +got):\n%s", test.name, test.params, diff)
		}
	}
	for _, test := range []struct {
		name, param, want string
	}{
		{"fischer", "", `no method "fischer"; did you mean "fisher"?`},
		{"fisher", "k=3", `no parameter "k": fisher has none`},
		{"laplacian", "neighbors", `parameter "neighbors" has no value; write it as key=value`},
		{"laplacian", "neighbor=3",
			`no parameter "neighbor"; did you mean "neighbors"? laplacian has similarity, ` +
				`neighbors, heat, percentile, width, matrix`},
		{"laplacian", "neighbors=few",
			`parameter neighbors of laplacian: "few" is not a whole number`},
		{"trace-ratio", "graph=complete",
			`parameter graph of trace-ratio: "complete" is none of class, rbf, neighbors, ` +
				`precomputed`},
	} {
		var params []string
		if test.param != "" {
			params = []string{test.param}
		}
		if m, err := catalogue.New(test.name, params...); err == nil || err.Error() != test.want ||
			m != nil {
			t.Errorf("%s %s: %v, error %v; want %s", test.name, test.param, m, err, test.want)
		}
	}
}
