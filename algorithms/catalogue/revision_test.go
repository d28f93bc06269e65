package catalogue_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/algorithms/grm"
	"fsnb.example/algorithms/traceratio"
	"fsnb.example/datasets"
	"fsnb.example/internal/must"
)

// stranger is a user-defined method with the name fisher.
type stranger struct{}

func (stranger) Name() string { return "fisher" }

func (stranger) Select(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Ranking, error) {
	return nil, nil
}

// scorer is a stranger that scores.
type scorer struct{ stranger }

func (scorer) Score(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Scores, error) {
	return nil, nil
}

func TestIdentity(t *testing.T) {
	for _, c := range []struct {
		m    algorithms.Selector
		want string
	}{
		{filter.Fisher{}, "fisher"},
		{filter.Laplacian{}, "laplacian(similarity=neighbors,neighbors=5,heat=0)"},
		{filter.Laplacian{Similarity: graph.Neighbors{K: 5}},
			"laplacian(similarity=neighbors,neighbors=5,heat=0)"},
		{traceratio.TraceRatio{Graph: graph.Neighbors{Heat: 2}},
			"trace-ratio(graph=neighbors,neighbors=5,heat=2,prefilter=0)"},
	} {
		e := must.Get(catalogue.Find(algorithms.Name(c.m)))(t)
		want := fmt.Sprintf("%s revisions [%d]", c.want, e.Revision)
		if got, ok := catalogue.Identity(c.m); got != want || !ok {
			t.Errorf("got %q, %v; want %q", got, ok, want)
		}
	}
	// The identity names nested methods, also default ones; with a nested stranger there is none.
	if got, ok := catalogue.Identity(grm.GRM{}); !ok ||
		!strings.HasPrefix(got, "grm(scorer=fisher,") ||
		!strings.HasSuffix(got, " revisions [2 1]") {
		t.Errorf("grm: %q, %v", got, ok)
	}
}

// known is a user-defined scorer with facts; Rev is its revision.
type known struct {
	stranger
	Rev int
}

func (known) Score(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Scores, error) {
	return nil, nil
}

func (m known) Facts() algorithms.Facts {
	return algorithms.Facts{
		About:    algorithms.About{Revision: m.Rev},
		Promises: algorithms.Promises{Nested: true},
	}
}

// wrapped changes a method of the library and inherits its name and facts.
type wrapped struct{ filter.Fisher }

// renewed has facts of its own.
type renewed struct{ filter.Fisher }

func (renewed) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{Revision: 7},
	}
}

// inside embeds a method in an unexported field.
type inside struct{ known }

// several nests methods in a list.
type several struct{ Among []algorithms.Selector }

func (several) Name() string { return "several" }

func (several) Select(context.Context, *datasets.Dataset, algorithms.Options) (
	*algorithms.Ranking, error) {
	return nil, nil
}

func (several) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{Revision: 4},
	}
}

// User-defined selectors have an identity if their facts have a revision. It has their package and
// type, so a selector named fisher is not confused with Fisher.
func TestIdentityOfOtherSelectors(t *testing.T) {
	const home = `"fsnb.example/algorithms/catalogue_test.`
	for _, test := range []struct {
		name string
		m    algorithms.Selector
		want string // "" for none
	}{
		{"no facts", stranger{}, ""},
		{"no revision", known{}, ""},
		{"a negative revision", known{Rev: -1}, ""},
		{"a revision", known{Rev: 1}, "fisher(rev=1) revisions [" + home + `known"@1]`},
		{"a raised revision", known{Rev: 2}, "fisher(rev=2) revisions [" + home + `known"@2]`},
		{"a pointer", &known{Rev: 1}, "fisher(rev=1) revisions [" + home + `known"@1]`},
		{"a nil pointer", (*known)(nil), ""},
		{"nil", nil, ""},
		{"the facts of an embedded method", wrapped{}, ""},
		{"facts of its own beside an embedded method", renewed{},
			"renewed(fisher=fisher) revisions [" + home + `renewed"@7 1]`},
		{"the facts of an embedded method of no name", inside{known{Rev: 3}}, ""},
		{"a list", several{[]algorithms.Selector{filter.Fisher{}, known{Rev: 5}}},
			"revisions [" + home + `several"@4 1 ` + home + `known"@5]`},
		{"a list with one without facts",
			several{[]algorithms.Selector{filter.Fisher{}, stranger{}}}, ""},
		{"GRM over no facts", grm.GRM{Scorer: scorer{}}, ""},
		{"GRM over no revision", grm.GRM{Scorer: known{}}, ""},
		{"GRM over a revision", grm.GRM{Scorer: known{Rev: 1}},
			"revisions [2 " + home + `known"@1]`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, ok := catalogue.Identity(test.m)
			if ok != (test.want != "") || ok && !strings.HasSuffix(got, test.want) {
				t.Errorf("%q, %v; want %q", got, ok, test.want)
			}
		})
	}
	fisher, _ := catalogue.Identity(filter.Fisher{})
	if other, _ := catalogue.Identity(impostor{}); other == fisher ||
		!strings.HasPrefix(other, "fisher revisions ") {
		t.Errorf("the identity of Fisher is %q, of an impostor %q", fisher, other)
	}
}

// impostor has the key and the revision of fisher.
type impostor struct{ stranger }

func (impostor) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{Revision: 1},
	}
}
