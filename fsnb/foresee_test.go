package fsnb

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/fsnb/internal/cell"
	"fsnb.example/fsnb/internal/cell/celltest"
	"fsnb.example/internal/diskcache"
)

// lengthy is a fast method that is said to take long for more than two features.
type lengthy struct{ Fisher }

// begun is what stood on the error stream when each run of it began.
var begun struct {
	sync.Mutex
	said []string
}

func begin() {
	begun.Lock()
	defer begun.Unlock()
	begun.said = append(begun.said, cell.Stderr.(*bytes.Buffer).String())
}

func (lengthy) Name() string { return "lengthy" }

func (lengthy) Facts() algorithms.Facts {
	return algorithms.Facts{
		About:    algorithms.About{Revision: 9},
		Promises: algorithms.Promises{Nested: true, Targets: algorithms.Classes},
		Costs: algorithms.Costs{
			Wide: algorithms.Wide{Why: "it waits", Instead: "choose 2",
				Seconds: algorithms.Growth{Factor: 25, K: 1}},
		},
	}
}

func (m lengthy) Select(ctx context.Context, d *Dataset, o Options) (*Ranking, error) {
	begin()
	return m.Fisher.Select(ctx, d, o)
}

func (m lengthy) Score(ctx context.Context, d *Dataset, o Options) (*Scores, error) {
	begin()
	return m.Fisher.Score(ctx, d, o)
}

// Every function that ranks says before it starts that it will take long, once, and not for an
// answer of the cache.
func TestForesee(t *testing.T) {
	t.Setenv(diskcache.Variable, t.TempDir())
	iris := Load("iris")
	all := "fsnb: lengthy: all 4 features of 150 samples take about 100 s of one processor: it " +
		"waits; choose 2\n"
	three := strings.Replace(strings.Replace(all, "all 4", "the best 3 of 4", 1), "100 s", "75 s",
		1)
	p := Protocol{Repeats: 2, Counts: []int{1, 3}}
	for _, test := range []struct {
		name string
		call func()
		want string
	}{
		{"Select", func() { Select(iris, lengthy{}, 0) }, all},
		{"Select from the cache", func() { Select(iris, lengthy{}, 0) }, ""},
		{"Select few", func() { Select(iris, lengthy{}, 2) }, ""},
		{"Score", func() { Score(iris, lengthy{}) }, all},
		{"Accuracy", func() { Accuracy(iris, p, lengthy{}) }, three},
		{"Stability", func() { Stability(iris, p, lengthy{}, Fisher{}) }, three},
		{"RedundancyByCount", func() { RedundancyByCount(iris, []int{2, 3}, lengthy{}) }, three},
		{"HowMany", func() { HowMany(iris, Choose{Selector: lengthy{}}) }, all},
	} {
		begun.said = nil
		if got, status := celltest.Caught(t, test.call); got != test.want || status >= 0 {
			t.Errorf("%s said %q, want %q", test.name, got, test.want)
		}
		if slices.ContainsFunc(begun.said, func(s string) bool { return s != test.want }) ||
			test.want != "" && len(begun.said) == 0 {
			t.Errorf("%s had said %q when it began", test.name, begun.said)
		}
	}
}
