package replay

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/algorithms/graph"
	"fsnb.example/internal/must"
	"fsnb.example/papers"
	"fsnb.example/papers/study"
)

// Every data set of the tables is in one study as printed, those that have units in one
// standardized, five in a fair one, and the numbers of features are those of Table I's projected
// dimensions.
func TestLAPSets(t *testing.T) {
	table := must.Get(papers.Find("lap-2018", 1))(t)
	printed := map[string]string{}
	for _, e := range table.Entries {
		if e.Measure == "projected_dimensions" {
			printed[e.Dataset] = e.Printed
		}
	}
	times := map[string]int{}
	for _, e := range lap.Experiments(false) {
		if strings.Contains(e.Study.Name, "figure") {
			continue
		}
		for _, d := range e.Study.Data {
			times[d.Name]++
			if !e.Study.Grids {
				continue
			}
			first, last := d.Counts[0], d.Counts[len(d.Counts)-1]
			step := ""
			if d.Counts[1]-first > 1 {
				step = fmt.Sprintf(",%d", d.Counts[1])
			}
			for _, way := range []string{"[%d-%[2]d]", "[%d%s,...,%[2]d]", "[%d,...,%[2]d]"} {
				if printed[d.Name] == strings.Replace(
					fmt.Sprintf(strings.Replace(way, "%s", "STEP", 1), first, last), "STEP",
					step, 1) {
					delete(printed, d.Name)
				}
			}
		}
	}
	if len(times) != 8 || len(printed) != 0 {
		t.Errorf("data sets %v; not as printed: %v", times, printed)
	}
	for name, n := range times {
		want := map[string]int{"Segment": 2, "Ecoli_343": 1, "Leukemia_Golub38": 1,
			"Breast2": 1}[name]
		if want == 0 {
			want = 3
		}
		if n != want {
			t.Errorf("%s is in %d studies", name, n)
		}
	}
}

// The best of a grid stands against the printed number under the name of its method,
// the median against nothing, and a method without a grid under its own.
func TestLAPAgainst(t *testing.T) {
	r := resultOf([]study.Set{{Name: "Wine"}}, "laplacian, best of 2", "laplacian, median of 2",
		"fisher", "relieff, neighbors=9", "x")
	found := map[string]float64{}
	for _, a := range lap.Experiments(false)[0].Against[1:] {
		table := must.Get(papers.Find("lap-2018", a.Table))(t)
		for _, result := range a.results(table, r) {
			found[result.Method] = result.Value
		}
	}
	if len(found) != 3 || found["laplacian"] != 1 || found["fisher"] != 3 || found["relieff"] != 4 {
		t.Errorf("%v", found)
	}
}

// Thinned grids keep the first and the last configuration of each method.
func TestLAPThinned(t *testing.T) {
	var methods []algorithms.Selector
	for _, k := range []int{2, 3, 4} {
		methods = append(methods, filter.Laplacian{Similarity: graph.Neighbors{K: k}})
	}
	methods = append(methods, filter.Fisher{}, filter.ReliefF{}, filter.ReliefF{Neighbors: 2})
	var labels []string
	for _, m := range thinned(methods) {
		labels = append(labels, algorithms.Label(m))
	}
	if want := []string{"laplacian, neighbors=2", "laplacian, neighbors=4", "fisher", "relieff",
		"relieff, neighbors=2"}; !slices.Equal(labels, want) {
		t.Errorf("%q", labels)
	}
}
