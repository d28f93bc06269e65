package display

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/figure"
	"fsnb.example/internal/longtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/wording"
)

// makeClusters is k features of which every third has a part in common, shuffled.
func makeClusters(label string, k int, name func(int) string,
	cut float64) *evaluation.FeatureClusters {
	c := namelessClusters(clusterSize{k, cut})
	c.Label, c.Names = label, nil
	for i := range k {
		c.Names = append(c.Names, name(i))
	}
	return &c
}

type clusterSize struct {
	k   int
	cut float64
}

var namelessClusters = once(func(s clusterSize) evaluation.FeatureClusters {
	k := s.k
	rng := rand.New(rand.NewPCG(uint64(k), 7))
	const n = 40
	d := &datasets.Dataset{Name: "synthetic", X: mat.NewDense(n, k, nil)}
	r := &algorithms.Ranking{D: k, K: k, Features: rng.Perm(k)}
	for i := range n {
		common := rng.NormFloat64()
		for j := range k {
			block := math.Sin(float64((i + 1) * (j/5 + 1)))
			d.X.Set(i, j, 2*block+0.5*rng.NormFloat64())
			if j%3 == 0 {
				d.X.Set(i, j, 3*common+2*rng.NormFloat64())
			}
		}
	}
	for j := range k {
		d.Features = append(d.Features, fmt.Sprint("x", j))
	}
	for _, j := range r.Features {
		r.Names = append(r.Names, d.Features[j])
	}
	c, err := evaluation.Clusters(context.Background(), d, s.cut, 0,
		r)
	if err != nil {
		panic(err)
	}
	return *c
})

func clusterSituations() map[string]*figure.Figure {
	out := make(map[string]*figure.Figure)
	for _, k := range longtest.And([]int{2, 3, 10, 14, 15, 20, 21, 40, 41, 421, 1000}, 5,
		30, 39, 100,
		300) {
		for what, name := range map[string]func(int) string{"names": numbered("feature "),
			"long names": long, "uneven names": uneven, "digits": numbered("")} {
			out[fmt.Sprintf("cluster heat map, %d %s", k, what)] =
				clustersFigure(makeClusters("fisher", k, name, 0))
			if k > 40 { // names are not drawn
				break
			}
		}
		out[fmt.Sprintf("cluster heat map of a long method, %d features", k)] =
			clustersFigure(makeClusters(long(1), k, numbered("f"), 0))
	}
	for _, cut := range []float64{0.001, 0.1, 0.25, 0.9, 0.999, 1} {
		out[fmt.Sprintf("cluster heat map, cut at %g", cut)] =
			clustersFigure(makeClusters(long(2), 25, uneven, cut))
		out[fmt.Sprintf("large cluster heat map, cut at %g", cut)] =
			clustersFigure(makeClusters("fisher", 80, uneven, cut))
	}
	for i, name := range hostile {
		out[fmt.Sprintf("cluster heat map, hostile name %d", i)] =
			clustersFigure(makeClusters(name, 6, func(int) string { return name }, 0))
	}
	return out
}

func TestClusterMapSays(t *testing.T) {
	c := makeClusters("fisher", 10, numbered("f"), 0)
	f := clustersFigure(c)
	r := texts(t, f, "fisher: 10 features, mean "+wording.Fixed(c.SqCosCentered, 2), "rank",
		"groups from .5", "mean squared correlation", "squared correlation", "f1", "f10")
	note := strings.Join(r.Words(), " ")
	for _, want := range []string{
		"Squared correlation of the chosen features, alike beside alike.",
		"Numbered: groups from .5.", "Values of .5 and more are printed."} {
		if !strings.Contains(note, want) {
			t.Errorf("%q is not in the figure: %q", want, r.Words())
		}
	}
	must.Is(t, f.Alt,
		"Clustered heat map of squared correlations, synthetic, fisher: "+clustersSummary(c),
		"it is described as")
	texts(t, clustersFigure(makeClusters("m", 41, numbered("f"), 0.25)),
		"features in the order of the tree", "groups from .25")
	one := makeClusters("m", 2, numbered("f"), 0)
	one.K = 1
	if clustersFigure(one) != nil || clustersFigure(&evaluation.FeatureClusters{}) != nil {
		t.Error("there is a map of less than two features")
	}
}

func TestClustersTable(t *testing.T) {
	c := makeClusters("fisher", 12, numbered("f"), 0)
	c.Names[3] = c.Names[4] // told apart by their columns
	c.Constant = []string{"flat"}
	c.Groups = []evaluation.FeatureGroup{{Features: []int{4, 7}, MeanSquared: 0.75},
		{Features: []int{0, 1, 2, 3, 5, 6, 8}, MeanSquared: 0.5}}
	c.Alone = []int{9, 10, 11}
	got := clustersTable(c)
	want := [][]string{
		{"1", "2", "0.750", "5 f5 (column 9), 8 f8"}, {"2", "7", "0.500",
			"1 f1, 2 f2, 3 f3, 4 f5 (column 5), 6 f6, 7 f7, 9 f9"},
		{"alone", "3", "", "10 f10, 11 f11, 12 f12"},
	}
	must.Equal(t, got.Rows, want, "rows")
	notes := []string{
		"7 of the 12 features are one group; in all there are 2 groups and 3 features alone.",
		"Average linkage: groups are joined while the mean squared correlation between the " +
			"features of the one and of the other is .5 or more.",
		"1 constant column among the chosen: no correlation with anything.",
	}
	if diff := cmp.Diff(notes, got.Notes); diff != "" ||
		got.Title != "Groups of correlated features, synthetic: fisher, 12 features" {
		t.Errorf("%q, notes (-want +got):\n%s", got.Title, diff)
	}
	c.Groups = c.Groups[1:]
	must.Is(t, clustersTable(c).Notes[0],
		"7 of the 12 features are one group; in all there is 1 group and 3 features alone.",
		"one group")
	c.Groups = []evaluation.FeatureGroup{{Features: []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}}
	c.Alone = nil
	must.Is(t, clustersSummary(c), "All 12 features are one group", "it says")
	if row := clustersTable(c).Rows[0][3]; !strings.HasSuffix(row, "10 f10 and 2 more") {
		t.Errorf("twelve features are listed as %q", row)
	}
	c.Groups = nil
	must.Is(t, clustersSummary(c), "No two of the 12 features are a group", "it says")
	for i := range 25 {
		c.Groups = append(c.Groups, evaluation.FeatureGroup{Features: []int{0, 1, 2, 3}[:2+i%3]})
	}
	many := clustersTable(c)
	if len(many.Rows) != maxRows || many.Rows[0][0] != "1" ||
		many.Notes[1] != "The 20 largest of 25 groups are listed." {
		t.Errorf("%d rows, %q", len(many.Rows), many.Notes)
	}
	for _, row := range many.Rows { // 8 of 4, 8 of 3, and the first 4 of the 9 of 2: 1, 4, 7, 10
		if row[1] == "2" && !slices.Contains([]string{"1", "4", "7", "10"}, row[0]) {
			t.Errorf("group %s is among the largest", row[0])
		}
	}
}
