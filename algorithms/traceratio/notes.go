package traceratio

import (
	"fmt"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/similarities"
)

// unlikeSpreads is the ratio of the largest to the smallest spread of a column above which the
// units of the columns decide the choice.
const unlikeSpreads = 100

// unitsWarning names the columns of least and largest spread if these differ by more than
// unlikeSpreads. The spread is the square root of Σ(x_i - mean)² over all samples: of b_j + e_j
// with the class graph, and of b_j, which is weighted by degrees, with the graph of neighbors.
func (m TraceRatio) unitsWarning(d *datasets.Dataset, forms *graphs.Forms) []string {
	least, most := -1, -1
	spread := make([]float64, d.D())
	for j, b := range forms.Between {
		if similarities.NeedsLabels(m.Graph) {
			b += forms.Within[j]
		}
		if spread[j] = math.Sqrt(b); !(spread[j] > 0) {
			continue
		}
		if least < 0 || spread[j] < spread[least] {
			least = j
		}
		if most < 0 || spread[j] > spread[most] {
			most = j
		}
	}
	if least < 0 || !(spread[most] > unlikeSpreads*spread[least]) {
		return nil
	}
	times := spread[most] / spread[least]
	format := "%.0f"
	if times >= 1e6 {
		format = "%.1e"
	}
	const why = "the units of the columns decide the choice, and Standardize gives all the same " +
		"spread: that of %s is %s times that of %s"
	return []string{fmt.Sprintf(why, d.Features[most], fmt.Sprintf(format, times),
		d.Features[least])}
}

// negativeNote explains scores below 0, except those of columns that fill the last places.
func negativeNote(scores algorithms.Numbers) []string {
	count := 0
	for _, v := range scores {
		if v < 0 && !math.IsInf(v, 0) {
			count++
		}
	}
	what := "%d of %d scores are below 0: these features lower the ratio lambda"
	switch count {
	case 0:
		return nil
	case 1:
		what = "%d of %d scores is below 0: this feature lowers the ratio lambda"
	}
	what += ", the others that take part would lower it more, and the subset is to have that " +
		"many (a score is b - lambda e, with the feature's terms b and e of numerator and " +
		"denominator)"
	return []string{fmt.Sprintf(what, count, len(scores))}
}
