package evaluation_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/filter"
	"fsnb.example/datasets"
	"fsnb.example/evaluation"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/methodtest"
	"fsnb.example/internal/must"
	"fsnb.example/internal/terms"
)

// Two pairs of copies, a feature that shares a quarter with one pair, and a
// constant: every number follows by hand.
func TestClusters(t *testing.T) {
	d := &datasets.Dataset{Name: "hand", Features: []string{"a", "b", "a again", "half", "b turned",
		"flat"}, X: mat.NewDense(4, 6, []float64{
		1, 1, 3, 1, -1, 7,
		1, -1, 3, 1, 1, 7,
		-1, 1, 2, 1, -1, 7,
		-1, -1, 2, -3, 1, 7,
	})}
	// half is (1,1,1,-3): 4 with a and b, of norms 2 and √12: r² = 16/48.
	got := must.Get(evaluation.Clusters(t.Context(), d, 0, 1,
		pick(d, "mine", 0, 1, 2, 3, 4, 5)))(t)
	want := &evaluation.FeatureClusters{
		About: evaluation.About{Dataset: "hand", N: 4, D: 6}, Cut: .5,
		Tree: learn.Dendrogram{{A: 0, B: 2, Height: 0, Size: 2}, {A: 1, B: 4, Height: 0, Size: 2},
			{A: 6, B: 3, Height: 2. / 3, Size: 3}, {A: 8, B: 7, Height: 8. / 9, Size: 5},
			{A: 9, B: 5, Height: 1, Size: 6}},
		Order: []int{0, 2, 3, 1, 4, 5},
		Groups: []evaluation.FeatureGroup{{Features: []int{0, 2}, MeanSquared: 1},
			{Features: []int{1, 4}, MeanSquared: 1}},
		Alone: []int{3, 5},
	}
	ignore := cmpopts.IgnoreFields(evaluation.FeatureClusters{}, "RedundancyRow", "Order")
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-12), ignore); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	// Copies may stand either way round; the half stands between the pairs.
	if i := slices.Index(got.Order, 3); i != 2 || got.Order[5] != 5 || got.Order[0]%2 != 0 {
		t.Errorf("order %v, want one like %v", got.Order, want.Order)
	}
	if got.K != 6 || got.Names[5] != "flat" || !slices.Equal(got.Constant, []string{"flat"}) ||
		len(got.Squared) != 36 {
		t.Errorf("the row is %+v", got.RedundancyRow)
	}
	// A lower cut takes in the half, a cut of 1 keeps the copies.
	low := must.Get(
		evaluation.Clusters(t.Context(), d, .3, 1,
			pick(d, "mine", 0, 1, 2, 3, 4, 5)))(t)
	near := cmpopts.EquateApprox(0, 1e-12)
	if diff := cmp.Diff([]evaluation.FeatureGroup{{Features: []int{0, 2, 3}, MeanSquared: 5. / 9},
		{Features: []int{1, 4}, MeanSquared: 1}}, low.Groups, near); diff != "" || low.Cut != .3 {
		t.Errorf("cut at .3 (-want +got):\n%s", diff)
	}
	one := must.Get(
		evaluation.Clusters(t.Context(), d, 1, 1,
			pick(d, "mine", 0, 1, 2, 3, 4, 5)))(t)
	if diff := cmp.Diff(want.Groups, one.Groups, near); diff != "" {
		t.Errorf("cut at 1 (-want +got):\n%s", diff)
	}
}

// On real data: groups and those alone are all features, each once; a group
// stands together in the order; its mean is that of Redundancy, and not below the
// cut; between two groups the mean is below it where they are joined.
func TestClustersOfRealData(t *testing.T) {
	for _, name := range []string{"iris", "wine", "wdbc", "digits"} {
		d := methodtest.Load(t, name)
		r := methodtest.Choose(t, d, filter.Fisher{}, 0)
		for _, cut := range []float64{.2, .5, .9} {
			got := must.Get(
				evaluation.Clusters(t.Context(), d, cut, 0,
					r))(t)
			all := slices.Clone(got.Alone)
			last := -1
			for _, g := range got.Groups {
				all = append(all, g.Features...)
				chosen := &algorithms.Ranking{Label: "group", D: d.D()}
				lo, hi := d.D(), -1
				for _, f := range g.Features {
					chosen.Features, chosen.Names = append(chosen.Features, r.Features[f]),
						append(chosen.Names, r.Names[f])
					at := slices.Index(got.Order, f)
					lo, hi = min(lo, at), max(hi, at)
				}
				if hi-lo+1 != len(g.Features) || lo <= last {
					t.Errorf("%s at %g: the group %v stands from %d to %d after %d", name, cut,
						g.Features, lo, hi, last)
				}
				last = hi
				report := must.Get(
					evaluation.Redundancy(t.Context(), d, 0,
						chosen))(t)
				if want := report.Rows[0].SqCosCentered; math.Abs(g.MeanSquared-want) > 1e-12 ||
					want < cut || !slices.IsSorted(g.Features) {
					t.Errorf("%s at %g: the group %v has the mean %.15g, want %.15g", name, cut,
						g.Features, g.MeanSquared, want)
				}
			}
			slices.Sort(all)
			order := slices.Clone(got.Order)
			slices.Sort(order)
			for f := range d.D() {
				if len(all) != d.D() || all[f] != f || order[f] != f {
					t.Fatalf("%s at %g: features %v, order %v", name, cut, all, order)
				}
			}
			within := 0
			for _, m := range got.Tree {
				if m.Height <= 1-cut {
					within++
				}
			}
			if clusters := len(got.Groups) + len(got.Alone); clusters != d.D()-within {
				t.Errorf("%s at %g: %d clusters after %d merges of %d", name, cut, clusters,
					within, d.D())
			}
		}
	}
}

// Copies in another unit correlate by 1 up to rounding: a cut of 1 groups them.
func TestClustersOfCopies(t *testing.T) {
	d := methodtest.Noise(31, 20, 3)
	for i := range d.N() {
		for j := 1; j < 20; j++ {
			d.X.Set(i, j, 0.7*float64(j)+d.X.At(i, 0)/float64(2*j+1))
		}
	}
	got := must.Get(evaluation.Clusters(t.Context(), d, 1, 0,
		methodtest.Choose(t, d, filter.Random{}, 0)))(t)
	if slices.Min(got.Squared) == 1 {
		t.Error("nothing was rounded: the test shows nothing")
	}
	if len(got.Groups) != 1 || len(got.Alone) != 0 {
		t.Errorf("%d groups, %d alone", len(got.Groups), len(got.Alone))
	}
}

func TestClustersErrors(t *testing.T) {
	d := methodtest.Noise(6, 4, 1)
	two := pick(d, "r", 0, 1)
	large := methodtest.Noise(2, terms.MaxHeatMap+1, 1)
	all := make([]int, large.D())
	for j := range all {
		all[j] = j
	}
	for _, test := range []struct {
		what string
		d    *datasets.Dataset
		r    *algorithms.Ranking
		cut  float64
		want string
	}{
		{"no data", nil, two, 0, "no data"},
		{"no ranking", d, nil, 0, "ranking 1 is empty; select features first"},
		{"other data", methodtest.Noise(6, 5, 1), two, 0,
			"ranking 1 (r) is of 4 features, noise has 5"},
		{"one feature", d, pick(d, "r", 2), 0,
			"redundancy compares pairs of features; give at least two"},
		{"many", large, pick(large, "all", all...), 0,
			"ranking 1 (all) has 1001 features, of which at most 1000 can be clustered; select " +
				"fewer"},
		{"cut below", d, two, -.1,
			"a cut at squared correlation -0.1; give one above 0 and up to 1, or 0 for 0.5"},
		{"cut above", d, two, 1.1, "a cut at squared correlation 1.1"},
		{"no cut", d, two, math.NaN(), "a cut at squared correlation NaN"},
	} {
		if got, err := evaluation.Clusters(t.Context(), test.d,
			test.cut, 0, test.r); err == nil ||
			!strings.Contains(err.Error(), test.want) || got != nil {
			t.Errorf("%s: %v; want %q", test.what, err, test.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := evaluation.Clusters(ctx, d, 0, 0, two); !errors.Is(err,
		context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

// Fisher's twenty best features measure six things.
func ExampleClusters() {
	d, err := datasets.Load("wdbc", datasets.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	r, err := filter.Fisher{}.Select(ctx, d, algorithms.Options{K: 20})
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := evaluation.Clusters(ctx, d, 0, 0, r)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range c.Groups {
		fmt.Printf("%d features like %s\n", len(g.Features), c.Names[g.Features[0]])
	}
	fmt.Println(len(c.Alone), "alone")
	// Output:
	// 2 features like worst_texture
	// 6 features like worst_concave_points
	// 9 features like worst_perimeter
	// 3 alone
}
