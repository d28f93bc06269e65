package information

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/caution"
)

// FCBF, the fast correlation-based filter, keeps features that tell much about the classes y and
// are no better known from a kept feature. By the symmetric uncertainty
//
//	SU(a, b) = 2 I(a; b)/(H(a) + H(b)),   0/0 = 0,
//
// of the coded columns of X (n×d), it takes the features with SU(f, y) > Threshold in falling
// order; each feature p that is still there removes every later q with SU(p, q) ≥ SU(q, y). It
// chooses how many features: Options.K only cuts the answer. The score is SU(f, y). Values within
// 1e-12 tie, and ties go to the lower column. A continuous target is coded as the features are.
//
// Select returns an error when labels are needed and missing, when Threshold is not from 0 to below
// 1, when Bins is out of range, when the range of a column overflows, and when the codes of values
// on disk exceed 256 MiB. The cost is that of Code and a joint count of n samples for each pair of
// a kept feature and a later one, O(ndk) for k kept of d features, and up to 2nd bytes.
//
// Source: Yu, Liu 2003. See docs/methods-information-subsets.md.
type FCBF struct {
	// Threshold is the δ of the paper: features with SU(f, y) up to it are not chosen. It is from 0
	// to below 1.
	Threshold float64 `range:"[0,1)"`
	// Coding is Levels, Width, Frequency or MDL; "" means Levels. The paper was not at hand, so
	// that its coding is open here.
	Coding Coding
	// Bins is the number of bins of Width and Frequency, 2 to 256; 0 means 10.
	Bins int `default:"10" range:"[2,256]"`
}

// Facts returns what is known of the method.
func (m FCBF) Facts() algorithms.Facts {
	return codedFacts(algorithms.Facts{
		About: algorithms.About{
			Name: "fcbf",
			Summary: "features that tell more about the classes than a better one tells about " +
				"them, by symmetric uncertainty; chooses how many",
			Source: "Yu, Liu 2003", Revision: 1,
			Params: map[string]string{
				"threshold": "symmetric uncertainty with the classes that a feature must exceed",
			},
		},
		Promises: algorithms.Promises{Redundancy: true, Fewer: true},
		Costs:    algorithms.Costs{Cost: "ndk for k kept"},
	}, m.Coding)
}

// Select returns the features that are kept, best first. The diagnostics hold the number of
// features above the threshold.
func (m FCBF) Select(ctx context.Context, d *datasets.Dataset, opt algorithms.Options) (
	*algorithms.Ranking, error) {
	m = algorithms.WithDefaults(m)
	return algorithms.Answer(ctx, m, d, opt, func() (*algorithms.Found, error) {
		u, err := newUncertainty(ctx, d, m.Coding, m.Bins, opt.Workers)
		if err != nil {
			return nil, err
		}
		relevance, err := u.relevance(ctx)
		if err != nil {
			return nil, err
		}
		return m.filter(ctx, d, u, relevance, opt)
	})
}

// filter keeps features by their relevance and by each other.
func (m FCBF) filter(ctx context.Context, d *datasets.Dataset, u *uncertainty,
	relevance []float64, opt algorithms.Options) (*algorithms.Found, error) {
	rest := m.above(relevance)
	f := &algorithms.Found{Scores: algorithms.Numbers{}}
	crowded, err := codingWarnings(ctx, u.held, d, u.d, m.Coding, opt.Workers)
	if err != nil {
		return nil, err
	}
	f.Warnings = append(caution.NeverChosen(d, u.Constant), crowded...)
	f.Diagnostics.Extra = []algorithms.Value{
		{Name: "features above the threshold", Value: algorithms.Number(len(rest))}}
	if len(rest) == 0 {
		f.Warnings = append(f.Warnings, fmt.Sprintf("no feature has a symmetric uncertainty with "+
			"the target above the threshold %g; the largest is %.3g", m.Threshold,
			slices.Max(relevance)))
	}
	tick := opt.Meter("features", len(rest))
	score := math.Inf(1)
	for len(rest) > 0 {
		p := takeBest(&rest, relevance)
		score = min(score, relevance[p]) // of values that tie the first may be lower
		f.Features, f.Scores = append(f.Features, p), append(f.Scores, score)
		if len(f.Features) == opt.K {
			tick(1 + len(rest))
			break
		}
		before := len(rest)
		var err error
		if rest, err = u.unlike(ctx, p, rest, relevance); err != nil {
			return f, err
		}
		tick(1 + before - len(rest))
	}
	f.Diagnostics.Converged = true
	return f, nil
}

// above are the features whose relevance is above the threshold, in falling order.
func (m FCBF) above(relevance []float64) (out []int) {
	for j, v := range relevance {
		if v > m.Threshold {
			out = append(out, j)
		}
	}
	slices.SortFunc(out, func(a, b int) int {
		return cmp.Or(cmp.Compare(relevance[b], relevance[a]), cmp.Compare(a, b))
	})
	return out
}

// takeBest removes the most relevant feature from rest, which is in falling order, and returns it:
// the lowest column of those that tie.
func takeBest(rest *[]int, relevance []float64) int {
	list, at := *rest, 0
	for i, j := range list {
		if relevance[j] < relevance[list[0]]-leastUncertainty {
			break
		}
		if j < list[at] {
			at = i
		}
	}
	best := list[at]
	*rest = slices.Delete(list, at, at+1)
	return best
}

// unlike removes from rest the features that p tells at least as much about as the classes do.
func (u *uncertainty) unlike(ctx context.Context, p int, rest []int, relevance []float64) (
	[]int, error) {
	v, err := u.variable(ctx, p)
	if err != nil {
		return rest, err
	}
	like := make([]bool, len(relevance))
	err = u.with(ctx, v, rest, func(q int, su float64) {
		like[q] = su >= relevance[q]-leastUncertainty
	})
	if err != nil {
		return rest, err
	}
	return slices.DeleteFunc(rest, func(q int) bool { return like[q] }), nil
}
