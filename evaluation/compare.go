package evaluation

import (
	"fmt"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/origin"
)

// Comparison sets rankings of one data set side by side.
type Comparison struct {
	About    `plain:",-dataset,-n,-d"`
	Rankings []*algorithms.Ranking
	Common   []string // features that every ranking chose, in the order of the first
	Overlaps []Overlap
}

// Overlap compares two rankings.
type Overlap struct {
	A, B    string // labels
	Common  int    // features that both chose
	Of      int    // the smaller number of features chosen
	Jaccard float64
}

// Compare finds what the rankings of d have in common: the features that all of
// them chose, and for each pair the number in common and the Jaccard index
// |A∩B| / |A∪B|. It returns an error when there is no ranking, or one does not
// belong to d. The cost is O(rankings²·k).
func Compare(d *datasets.Dataset, rankings ...*algorithms.Ranking) (*Comparison, error) {
	if err := checkRankings(d, rankings); err != nil {
		return nil, err
	}
	c := &Comparison{About: about(d, rankings...), Rankings: rankings}
	labels := origin.Labels(rankings)
	sets := make([]map[int]bool, len(rankings))
	for i, r := range rankings {
		sets[i] = make(map[int]bool, len(r.Features))
		for _, j := range r.Features {
			sets[i][j] = true
		}
	}
	for k, j := range rankings[0].Features {
		inAll := true
		for _, s := range sets {
			inAll = inAll && s[j]
		}
		if inAll {
			c.Common = append(c.Common, rankings[0].Names[k])
		}
	}
	for a := range rankings {
		for b := a + 1; b < len(rankings); b++ {
			o := Overlap{A: labels[a], B: labels[b], Of: min(len(sets[a]), len(sets[b]))}
			for j := range sets[a] {
				if sets[b][j] {
					o.Common++
				}
			}
			o.Jaccard = float64(o.Common) / float64(len(sets[a])+len(sets[b])-o.Common)
			c.Overlaps = append(c.Overlaps, o)
		}
	}
	return c, nil
}

// String is the number of shared features as text.
func (c *Comparison) String() string {
	return fmt.Sprintf("%d rankings, %d features in common", len(c.Rankings), len(c.Common))
}

// ShowOn shows the comparison on a screen that has ShowComparison: see display.Showable.
func (c *Comparison) ShowOn(screen any) {
	screen.(interface{ ShowComparison(*Comparison) }).ShowComparison(c)
}
