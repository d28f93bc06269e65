package evaluation

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/internal/origin"
)

// ScoreSpectrum is the sorted scores of rankings, each with its knee.
type ScoreSpectrum struct {
	About  `plain:",-dataset,-n,-d,-warnings"`
	Curves []ScoreCurve
}

// ScoreCurve is the scores of one ranking against their rank.
type ScoreCurve struct {
	Label   string
	Dataset string
	D       int // number of features ranked
	// Scores holds the scores, largest first: PlusInf infinite ones, the finite
	// ones, and MinusInf negative infinite ones.
	Scores            algorithms.Numbers
	PlusInf, MinusInf int
	// Names are those of the features in the order of the ranking; nil unless it is that of the
	// scores.
	Names []string
	// Reordered is the first rank at which the ranking is not in the order of its scores (constant
	// columns rank last whatever their score); 0 if none.
	Reordered int
	// OrderOnly means that the scores are 1/place, whose curve does not depend on the data; there
	// is no knee.
	OrderOnly bool
	Knee      Knee
	NoKnee    string // why there is no knee; "" when there is one
}

// Knee is the point where a falling curve of scores flattens.
type Knee struct {
	Rank  int // from 1; 0 if none
	Score float64
	// Depth is how far the knee lies below the straight line between the ends of
	// the curve, as a share of its height: 0 for a straight line, 1 for a drop to
	// the bottom at once.
	Depth float64
	// Slight means that evenly spread scores are as deep by chance, one time in twenty.
	Slight bool
	// Share is that of the ranks before the knee in the sum of the finite scores;
	// 0 when a score is negative or all are 0.
	Share float64
}

const (
	// sameScore is the smallest difference between scaled scores that counts:
	// scores agree to 1e-9 only.
	sameScore  = 1e-9
	leastDepth = 0.05
)

// Spectrum sorts the scores of each ranking, largest first, and finds the knee of their curve over
// the ranks.
//
// The knee is the point furthest below the chord between the first and the last score (Satopää,
// Albrecht, Irwin, Raghavan, "Finding a 'Kneedle' in a Haystack", ICDCSW 2011, for a decreasing
// convex curve, without smoothing): with m finite scores s_1 ≥ … ≥ s_m, x_r = (r - 1)/(m - 1) and
// y_r = (s_r - s_m)/(s_1 - s_m), it is the first rank that maximizes the depth 1 - x_r - y_r
// (within 1e-9). There is none when the depth is below .05 or 1/(m -
// 1), the paper's threshold for S = 1; when fewer than three scores are finite; when all are equal
// within 1e-9 of the largest; or when the ranking is OrderOnly. Infinite scores are outside the
// curve. A knee is slight when its depth is at most sqrt(log(20)/2m), the 5% bound of the one-sided
// Kolmogorov-Smirnov statistic.
//
// It returns an error without rankings, or when one has no features, a wrong number of scores, or a
// score that is NaN. The cost is O(k log k) a ranking of k features.
func Spectrum(rankings ...*algorithms.Ranking) (*ScoreSpectrum, error) {
	if len(rankings) == 0 {
		return nil, errors.New("no ranking given; give at least one")
	}
	s := &ScoreSpectrum{}
	for i, r := range rankings {
		if err := checkFilled(i, r); err != nil {
			return nil, err
		}
		if len(r.Scores) != len(r.Features) {
			return nil, fmt.Errorf(
				"ranking %d (%s) has %d scores for %d features; give each feature its score", i+1,
				r.Label, len(r.Scores), len(r.Features))
		}
		if at := slices.IndexFunc(r.Scores, math.IsNaN); at >= 0 {
			return nil, fmt.Errorf("ranking %d (%s): the score of rank %d is NaN; give it a number",
				i+1, r.Label, at+1)
		}
		s.Curves = append(s.Curves, scoreCurve(r))
		for _, w := range r.DataWarnings {
			if !slices.Contains(s.DataWarnings, w) {
				s.DataWarnings = append(s.DataWarnings, w)
			}
		}
	}
	for i, label := range origin.Labels(rankings) {
		s.Curves[i].Label = label
	}
	return s, nil
}

func scoreCurve(r *algorithms.Ranking) ScoreCurve {
	c := ScoreCurve{Label: r.Label, Dataset: r.Dataset, D: r.D, Scores: slices.Clone(r.Scores)}
	slices.SortFunc(c.Scores, func(a, b float64) int { return cmp.Compare(b, a) })
	c.Names = slices.Clone(r.Names)
	for i, v := range c.Scores {
		if v != r.Scores[i] && c.Reordered == 0 {
			c.Reordered, c.Names = i+1, nil
		}
		switch {
		case math.IsInf(v, 1):
			c.PlusInf++
		case math.IsInf(v, -1):
			c.MinusInf++
		}
	}
	if c.OrderOnly = r.OrderOnly; c.OrderOnly {
		c.NoKnee = "its scores, 1/place, tell the order only"
		return c
	}
	c.Knee, c.NoKnee = knee(c.Scores[c.PlusInf:len(c.Scores)-c.MinusInf], c.PlusInf)
	return c
}

// knee finds the knee of finite descending scores, of which the first has rank
// before + 1.
func knee(scores []float64, before int) (k Knee, why string) {
	m := len(scores)
	switch {
	case m == 0:
		return k, "no score is finite"
	case m < 3:
		return k, "fewer than three finite scores"
	}
	// In units of the largest, so that no difference overflows.
	unit := max(math.Abs(scores[0]), math.Abs(scores[m-1]))
	if unit == 0 {
		return k, "all scores are equal"
	}
	first, last := scores[0]/unit, scores[m-1]/unit
	if first-last <= sameScore {
		return k, "all scores are equal"
	}
	at := 0
	for i, v := range scores {
		depth := 1 - float64(i)/float64(m-1) - (v/unit-last)/(first-last)
		if depth > k.Depth+sameScore {
			at, k.Depth = i, depth
		}
	}
	if at == 0 || k.Depth < max(leastDepth, 1/float64(m-1))-sameScore {
		return Knee{}, "no score lies clearly below the straight line from the first to the last"
	}
	k.Rank, k.Score = before+at+1, scores[at]
	k.Slight = k.Depth <= math.Sqrt(math.Log(20)/(2*float64(m)))
	if scores[m-1] >= 0 {
		var head, total float64
		for i, v := range scores {
			total += v / unit
			if i < at {
				head = total
			}
		}
		k.Share = head / total
	}
	return k, ""
}

// ShowOn shows the spectrum on a screen that has ShowSpectrum: see display.Showable.
func (s *ScoreSpectrum) ShowOn(screen any) {
	screen.(interface{ ShowSpectrum(*ScoreSpectrum) }).ShowSpectrum(s)
}
