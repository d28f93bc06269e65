package redundancy

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/datasets"
	"fsnb.example/datasets/storage"
	"fsnb.example/internal/suggest"
)

const (
	// choiceFeatures is the number of best features that ChoiceWarnings examines.
	choiceFeatures = 50
	// repeatedChoice is the mean squared correlation above which features are redundant.
	repeatedChoice = .8
	// rareShare is the largest share of the samples in which a rare feature varies, more than a
	// single sample; rareLimit is the largest share that a single sample may be.
	rareShare, rareLimit = .01, .05
)

// ChoiceWarnings describes problems of the chosen features of valid data, best first, whatever
// method chose them: redundancy (mean squared correlation of all pairs above .8), and features that
// vary in almost no sample (in at most 1%, or in one of 20 or more). Constant columns are ignored
// by the latter; methods report them.
//
// It examines the best 50 features. It omits the warnings said, and returns none for all features,
// and where features do not fit d or values are not finite. The cost is O(nk² + kn log n) for k
// features of n samples, k <= 50.
func ChoiceWarnings(d *datasets.Dataset, features []int, said []string) []string {
	if len(features) >= d.D() || datasets.CheckColumns(features, d.D()) != nil {
		return nil
	}
	columns := features[:min(len(features), choiceFeatures)]
	which := fmt.Sprintf("%d", len(columns))
	if len(columns) < len(features) {
		which = fmt.Sprintf("first %d", len(columns))
	}
	found := append(repeatsWarning(d, columns, which), rareWarning(d, columns, which)...)
	return slices.DeleteFunc(found, func(w string) bool { return slices.Contains(said, w) })
}

func repeatsWarning(d *datasets.Dataset, columns []int, which string) []string {
	raw, err := columnsOf(context.Background(), d, columns, 0)
	if err != nil {
		return nil
	}
	m, err := measure(context.Background(), columns, raw, 0)
	if err != nil || !(m.SqCosCentered > repeatedChoice) {
		return nil
	}
	const why = "the %s features repeat each other: their mean squared correlation (r²) is %.2f"
	return []string{fmt.Sprintf(why, which, m.SqCosCentered)}
}

func rareWarning(d *datasets.Dataset, columns []int, which string) []string {
	var names []string
	most := 0
	err := storage.Guard(func() {
		var buf storage.Buffer
		for _, j := range columns {
			count := unlikeMost(mat.Col(nil, 0, d.Matrix().Columns(j, j+1, &buf)))
			if count > 0 && rare(count, d.N()) {
				names, most = append(names, d.Features[j]), max(most, count)
			}
		}
	})
	if err != nil || len(names) == 0 {
		return nil
	}
	vary, samples := "vary", "samples"
	if len(names) == 1 {
		vary = "varies"
	}
	if most == 1 {
		samples = "sample"
	}
	const why = "%d of the %s features %s in no more than %d %s of %d: %s"
	list := suggest.List(names, 5)
	return []string{fmt.Sprintf(why, len(names), which, vary, most, samples, d.N(), list)}
}

func rare(count, n int) bool {
	return float64(count) <= max(1, rareShare*float64(n)) && float64(count) <= rareLimit*float64(n)
}

// unlikeMost is the number of values that differ from the most frequent one. It sorts values.
func unlikeMost(values []float64) int {
	slices.Sort(values)
	longest := 0
	for lo := 0; lo < len(values); {
		hi := lo + 1
		for hi < len(values) && values[hi] == values[lo] {
			hi++
		}
		longest, lo = max(longest, hi-lo), hi
	}
	return len(values) - longest
}
