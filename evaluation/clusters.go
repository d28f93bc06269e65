package evaluation

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/learn"
	"fsnb.example/internal/terms"
)

// FeatureClusters is a clustering of the features of a ranking by correlation. Features are
// numbered by their rank, from 0.
type FeatureClusters struct {
	About `plain:",-d"`
	RedundancyRow
	Tree   learn.Dendrogram // heights are 1 - mean squared correlation
	Order  []int            // of the features along the tree
	Cut    float64
	Groups []FeatureGroup // of two features and more, in the order of the tree
	Alone  []int          // features in no group, best first
}

// FeatureGroup is a group of redundant features.
type FeatureGroup struct {
	Features    []int   // best first
	MeanSquared float64 // squared correlation, over the pairs inside
}

// defaultCut is the default squared correlation from which features form a group.
const defaultCut = 0.5

// Clusters groups the features of a ranking by average linkage on their dissimilarity 1 - r², r
// their correlation on d: groups are joined, nearest first, at the mean squared correlation between
// their features; the clusters joined at cut (0 means 0.5) or more are the groups, whose mean
// squared correlation inside is at least cut. The features are put in the order of learn.LeafOrder,
// which brings the most alike together and starts near the best.
//
// It returns an error when the ranking does not belong to d or has fewer than two or more than
// 1000 features, when cut is not between 0 and 1, and ctx.Err(). The cost is O(nk² + k³).
func Clusters(ctx context.Context, d *datasets.Dataset, cut float64, workers int,
	r *algorithms.Ranking) (*FeatureClusters, error) {
	if err := checkRankings(d, []*algorithms.Ranking{r}); err != nil {
		return nil, err
	}
	k := len(r.Features)
	if k > terms.MaxHeatMap {
		return nil, fmt.Errorf(
			"ranking 1 (%s) has %d features, of which at most %d can be clustered; select fewer",
			r.Label, k, terms.MaxHeatMap)
	}
	if !(cut >= 0 && cut <= 1) {
		return nil, fmt.Errorf(
			"a cut at squared correlation %g; give one above 0 and up to 1, or 0 for %g", cut,
			defaultCut)
	}
	if cut == 0 {
		cut = defaultCut
	}
	report, err := Redundancy(ctx, d, workers, r)
	if err != nil {
		return nil, err
	}
	c := &FeatureClusters{
		About: report.About, RedundancyRow: report.Rows[0], Cut: cut,
	}
	apart := mat.NewSymDense(k, nil)
	for a := range k {
		for b := range a {
			apart.SetSym(a, b, 1-c.Squared[a*k+b])
		}
	}
	if c.Tree, err = learn.AverageLinkage(apart); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c.Order = learn.LeafOrder(c.Tree, apart)
	c.group()
	return c, nil
}

// group cuts the tree. Rounding does not separate duplicates at a cut of 1.
func (c *FeatureClusters) group() {
	const rounding = 1e-12
	for _, features := range c.Tree.Cut(1 - c.Cut + rounding) {
		if len(features) == 1 {
			c.Alone = append(c.Alone, features[0])
			continue
		}
		g := FeatureGroup{Features: features}
		for i, a := range features {
			for _, b := range features[:i] {
				g.MeanSquared += c.Squared[a*c.K+b]
			}
		}
		g.MeanSquared /= float64(len(features)*(len(features)-1)) / 2
		c.Groups = append(c.Groups, g)
	}
	at := make([]int, c.K)
	for place, f := range c.Order {
		at[f] = place
	}
	slices.SortFunc(c.Groups,
		func(a, b FeatureGroup) int { return at[a.Features[0]] - at[b.Features[0]] })
}

// ShowOn shows the groups on a screen that has ShowClusters: see display.Showable.
func (c *FeatureClusters) ShowOn(screen any) {
	screen.(interface{ ShowClusters(*FeatureClusters) }).ShowClusters(c)
}
