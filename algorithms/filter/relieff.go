package filter

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
)

// Difference says how ReliefF compares two values of a feature.
type Difference string

const (
	AbsoluteDifference Difference = "absolute" // |a - b|
	SquaredDifference  Difference = "squared"  // (a - b)², the form of SPFS 2013, §3.5
)

// Choices returns the differences, the default first.
func (Difference) Choices() []string {
	return []string{string(AbsoluteDifference), string(SquaredDifference)}
}

// ReliefF scores a feature by how much more it differs between near samples of different classes
// (misses) than between near samples of one class (hits):
//
//	score_j = 1/n sum_i ( - 1/m sum over hits h |f_i - f_h|
//	          + sum_{y ≠ y_i} P(y)/(1 - P(y_i)) 1/m sum over misses of class y |f_i - f_m| )
//
// The features of X (n×d) are scaled to [0, 1], and P is a class's share. Hits and misses are the
// m nearest by Manhattan distance over all scaled features: Neighbors of them, or all that the
// class has. Samples at equal distance share the last places (graph.HitsAndMisses); those of one
// Dataset.Group are no neighbors. Scores are in [-1, 1]; constant columns score -Inf and rank
// last.
//
// Score returns an error when there are fewer than two classes, Neighbors is less than 1, or
// the range of a column overflows. The cost is O(n²d/2 + nckd) time for c classes and k
// Neighbors; of few entries, e_j of column j, O(n² + Σ_j e_j(e_j + ck)). The memory is O(nd + nck),
// at most 450 MB or 14n kB for nck.
//
// Source: Robnik-Šikonja, Kononenko 2003; SPFS 2013, section 2.5. See docs/methods.md.
type ReliefF struct {
	// Neighbors is the number of hits, and of misses of each other class; 0 means 10.
	Neighbors int `default:"10" range:"[1,inf)"`
	// Difference is AbsoluteDifference or SquaredDifference; "" means
	// AbsoluteDifference. The neighbors are nearest by absolute differences in both cases.
	Difference Difference
}

// Facts returns what is known of the method.
func (m ReliefF) Facts() algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name:   "relieff",
			Family: algorithms.Similarity,
			Summary: "difference between near samples of different classes minus that between " +
				"near samples of one class",
			Source: "Robnik-Šikonja, Kononenko 2003", Revision: 2,
			Params: map[string]string{
				"neighbors": "nearest samples of the same class, and of each other class; 0 " +
					"means 10",
				"difference": "absolute or squared differences of a feature",
			},
		},
		Promises: algorithms.Promises{
			Nested: true, Targets: algorithms.Classes, Instead: "rrelieff",
		},
		Costs: algorithms.Costs{
			Cost: "n²d", Storage: algorithms.AnyStorage,
			Memory: func(s algorithms.Shape) float64 { // a list of neighbors in each class
				n, _, classes := s.Floats()
				k := float64(algorithms.WithDefaults(m).Neighbors)
				return 8*float64(s.Entries) + 52*n*min(n, k*classes)
			},
		},
	}
}

// Score returns the weight of every feature.
func (m ReliefF) Score(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Scores, error) {
	if err := algorithms.Check(ctx, m, d, opt); err != nil {
		return nil, err
	}
	m = algorithms.WithDefaults(m)
	x, sizes, s, err := byRange(ctx, d, false, opt.Workers)
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	parts, cut, edges := 0, 0, 0
	err = graphs.EachHitsAndMisses(ctx, x, sizes, d.Y, d.Group, len(d.Classes), m.Neighbors,
		opt.Workers, opt.Meter, func(g *graphs.Affinity) error {
			difference := g.Variation
			if m.Difference == SquaredDifference {
				difference = g.Smoothness
			}
			weights, err := difference(ctx, x, opt.Workers)
			if err == nil {
				floats.Add(s.Values, weights)
				parts, cut, edges = parts+1, cut+g.Cut, edges+len(g.Edges)
			}
			return err
		})
	if err != nil {
		return nil, algorithms.Wrap(ctx, m, err)
	}
	constantLast(s)
	s.Warnings = append(s.Warnings, graphs.CutWarning(cut, d.N())...)
	s.Warnings = append(s.Warnings, fewNeighbors(d, m.Neighbors)...)
	if parts == 1 { // pairs may be in two parts
		s.Diagnostics.Extra = []algorithms.Value{
			{Name: "edges", Value: algorithms.Number(edges)}}
	}
	return s, nil
}

// Select ranks the features by their scores.
func (m ReliefF) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	return algorithms.RankBy(ctx, m, d, opt)
}

// fewNeighbors is the warning that classes have fewer samples than neighbors are to be found in
// them: a sample has all others of its class as hits, or all of another one as misses.
func fewNeighbors(d *datasets.Dataset, neighbors int) []string {
	small, least := 0, d.N()
	for _, count := range d.ClassCounts() {
		if count > 0 && count <= neighbors {
			small, least = small+1, min(least, count)
		}
	}
	if small == 0 {
		return nil
	}
	classes := "1 class has"
	if small > 1 {
		classes = fmt.Sprintf("%d classes have", small)
	}
	return []string{fmt.Sprintf("%s no more samples than neighbors = %d, the smallest %d: all of "+
		"them are neighbors, however far", classes, neighbors, least)}
}
