package filter

import (
	"context"
	"fmt"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/suggest"
	"fsnb.example/internal/ties"
)

// nearFacts are those of SURF and MultiSURF.
func nearFacts(name string, peer bool, summary, source string) algorithms.Facts {
	return algorithms.Facts{
		About: algorithms.About{
			Name: name, Family: algorithms.Similarity, Summary: summary, Source: source,
			Revision: 1,
			Params: map[string]string{
				"peer": "the scores of skrebate, which departs from the sources",
			},
		},
		Promises: algorithms.Promises{
			Nested: true, Targets: algorithms.Classes, Instead: "rrelieff",
		},
		Costs: algorithms.Costs{
			Cost: "n²d", Storage: algorithms.StorageIf(!peer, algorithms.AnyStorage),
			Memory: func(s algorithms.Shape) float64 {
				n := float64(s.N)
				return 8*float64(s.Entries) + 10*n*n + 8*n*float64(s.Classes)
			},
		},
	}
}

// nearScores scores features by the differences of near samples. radii returns the distance below
// which samples are near, of each sample.
func nearScores(ctx context.Context, d *datasets.Dataset, opt algorithms.Options, peer bool,
	radii func(p *graphs.Pairs, apart func(i, j int) bool) []float64) (*algorithms.Scores, error) {
	x, sizes, s, err := byRange(ctx, d, peer, opt.Workers)
	if err != nil {
		return nil, err
	}
	var table *peerTable
	var pairs *graphs.Pairs
	if peer {
		table = newPeerTable(d, x)
		pairs, err = table.pairs(ctx, opt)
	} else {
		pairs, err = graphs.ManhattanPairs(ctx, x, opt.Workers, opt.Meter)
	}
	if err != nil {
		return nil, err
	}
	near := &nearness{pairs: pairs, radius: radii(pairs, apartIn(d)), sizes: sizes, y: d.Y,
		classes: len(d.Classes), apart: apartIn(d)}
	if peer {
		near.weigh = table.weigh
	}
	g, err := near.graph(ctx)
	if err != nil {
		return nil, err
	}
	if peer {
		err = table.variation(ctx, s.Values, g, opt.Workers)
	} else {
		s.Values, err = g.Variation(ctx, x, opt.Workers)
	}
	if err != nil {
		return nil, err
	}
	constantLast(s)
	if len(g.Edges) == 0 {
		s.Warnings = append(s.Warnings,
			"no two samples are near, so that all features score 0; give more samples")
	}
	s.Warnings = append(s.Warnings, near.noMisses(d)...)
	s.Diagnostics.Extra = []algorithms.Value{
		{Name: "edges", Value: algorithms.Number(len(g.Edges))}}
	return s, nil
}

// nearness says which samples are near a sample.
type nearness struct {
	pairs   *graphs.Pairs
	radius  []float64 // of each sample
	sizes   []float64 // of the values of each sample: ties.Slack
	y       []int
	classes int
	apart   func(i, j int) bool // samples that may be neighbors
	missed  []int               // of each class, the samples with a near miss
	// weigh, which may be nil, returns the weight of a miss of a class of which count are among the
	// misses, before it is divided by n.
	weigh func(count, misses float64) float64
}

// near reports whether j is near i: nearer than the radius by more than rounding.
func (s *nearness) near(i, j int) bool {
	if !s.apart(i, j) {
		return false
	}
	least, _ := ties.Range(s.radius[i], max(s.sizes[i], s.sizes[j]))
	return s.pairs.At(i, j) < least
}

// graph returns the signed graph whose Variation is the score. A pair that is near both ways has
// the sum of both weights.
func (s *nearness) graph(ctx context.Context) (*graphs.Affinity, error) {
	n := s.pairs.N
	counts := make([]float64, n*s.classes) // of the near samples of each class
	edges := 0
	for i := range n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for j := range i {
			one, other := s.near(i, j), s.near(j, i)
			if one {
				counts[i*s.classes+s.y[j]]++
			}
			if other {
				counts[j*s.classes+s.y[i]]++
			}
			if one || other {
				edges++
			}
		}
	}
	weights := s.weights(counts)
	a := &graphs.Affinity{N: n, Edges: make([]graphs.Edge, 0, edges)}
	for i := range n {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for j := i + 1; j < n; j++ {
			one, other := s.near(i, j), s.near(j, i)
			if !one && !other {
				continue
			}
			var w float64
			if one {
				w += weights[i*s.classes+s.y[j]]
			}
			if other {
				w += weights[j*s.classes+s.y[i]]
			}
			a.Edges = append(a.Edges, graphs.Edge{I: i, J: j, Weight: w})
		}
	}
	return a, nil
}

// weights are those of a sample for a near one of each class, made of their numbers in place.
func (s *nearness) weights(counts []float64) []float64 {
	n := float64(s.pairs.N)
	s.missed = make([]int, s.classes)
	for i, own := range s.y {
		row := counts[i*s.classes : (i+1)*s.classes]
		var misses float64
		for c, v := range row {
			if c != own {
				misses += v
			}
		}
		if misses > 0 {
			s.missed[own]++
		}
		for c, v := range row {
			switch {
			case v == 0:
			case c == own:
				row[c] = -1 / v / n
			case s.weigh != nil:
				row[c] = s.weigh(v, misses) / n
			default:
				row[c] = 1 / misses / n
			}
		}
	}
	return counts
}

// apartIn reports which samples of d may be neighbors: those of other groups, or all without
// groups. Samples of one group are alike for another reason than their class.
func apartIn(d *datasets.Dataset) func(i, j int) bool {
	if !d.Grouped() {
		return func(int, int) bool { return true }
	}
	return func(i, j int) bool { return d.Group[i] != d.Group[j] }
}

// noMisses is the warning of classes of which no sample has a near miss, although some samples are
// near: the scores then say only how alike samples of one class are.
func (s *nearness) noMisses(d *datasets.Dataset) []string {
	var names []string
	for c, count := range d.ClassCounts() {
		if count > 0 && s.missed[c] == 0 {
			names = append(names, d.Classes[c])
		}
	}
	if len(names) == 0 {
		return nil
	}
	what := "class " + suggest.List(names, 5) + " has"
	if len(names) > 1 {
		what = fmt.Sprintf("%d classes (%s) have", len(names), suggest.List(names, 5))
	}
	return []string{what + " no near miss: no sample of another class is within the radius, so " +
		"that features are not compared between classes there; use relieff, whose neighbors " +
		"are a number in each class"}
}
