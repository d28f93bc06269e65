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
)

// stranger calls itself fisher and is not.
type stranger struct{}

func (stranger) Name() string { return "fisher" }

func (stranger) Select(context.Context, *datasets.Dataset, algorithms.Options) (*algorithms.Ranking, error) {
	return nil, nil
}

// scorer is a stranger that scores.
type scorer struct{ stranger }

func (scorer) Score(context.Context, *datasets.Dataset, algorithms.Options) (*algorithms.Scores, error) {
	return nil, nil
}

func TestIdentity(t *testing.T) {
	for _, c := range []struct {
		m    algorithms.Selector
		want string
	}{
		{filter.Fisher{}, "fisher"},
		{filter.Laplacian{}, "laplacian(similarity=neighbors,neighbors=5,heat=0)"},
		{filter.Laplacian{Similarity: graph.Neighbors{K: 5}}, "laplacian(similarity=neighbors,neighbors=5,heat=0)"},
		{traceratio.TraceRatio{Graph: graph.Neighbors{Heat: 2}}, "trace-ratio(graph=neighbors,neighbors=5,heat=2,prefilter=0)"},
	} {
		e, err := catalogue.Find(algorithms.Name(c.m))
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("%s revisions [%d]", c.want, e.Revision)
		if got, ok := catalogue.Identity(c.m); got != want || !ok {
			t.Errorf("got %q, %v; want %q", got, ok, want)
		}
	}
	// What nests a method says so, by default too; a stranger within has no revision.
	if got, ok := catalogue.Identity(grm.GRM{}); !ok || !strings.HasPrefix(got, "grm(scorer=fisher,") || !strings.HasSuffix(got, " revisions [2 1]") {
		t.Errorf("grm: %q, %v", got, ok)
	}
	if got, ok := catalogue.Identity(grm.GRM{Scorer: scorer{}}); ok {
		t.Errorf("grm of a stranger has the identity %q", got)
	}
	if text, ok := catalogue.Identity(stranger{}); ok {
		t.Errorf("a stranger has the identity %q", text)
	}
}
