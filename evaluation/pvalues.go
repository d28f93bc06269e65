package evaluation

import (
	"fmt"
	"strings"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/adjust"
	"fsnb.example/internal/terms"
)

// pValueBins is the number of bins of a histogram of p-values.
const pValueBins = 20

// PValueHistogram is how the p-values of all features are distributed. Without any effect they are
// spread evenly from 0 to 1.
type PValueHistogram struct {
	About        // Warnings are those of the ranking about its p-values
	Label string `plain:",first"` // of the ranking
	// Counts are the features in 20 bins of equal width. A bin holds its lower end, the
	// last one 1 as well.
	Counts []int
	// Nulls estimates the share of features without an effect.
	Nulls float64
	// Ones is the number of features with p = 1, constant ones among them; they count in the last
	// bin and in Nulls.
	Ones int
}

// PValues counts the p-values of a ranking of all features in 20 bins, and estimates the share of
// features without an effect:
//
//	Nulls = min(1, #{p > 1/2} / (d/2))
//
// It is biased upwards, since features with an effect may have p > 1/2, too, and depends on
// p-values that are uniform without an effect: those of tests of few samples, or of few distinct
// values, are not (J. D. Storey, "A Direct Approach to False Discovery Rates", Journal of the Royal
// Statistical Society B 64 (2002), 479-498, section 3, with λ = 1/2). It returns an error for a
// ranking without p-values, or without all features. The cost is O(d).
func PValues(r *algorithms.Ranking) (*PValueHistogram, error) {
	if err := checkFilled(0, r); err != nil {
		return nil, err
	}
	if err := checkPValues(r); err != nil {
		return nil, err
	}
	if err := checkWhole(r, "a histogram"); err != nil {
		return nil, err
	}
	if err := adjust.Check(r.PValues); err != nil {
		return nil, fmt.Errorf("%s: %w", r.Label, err)
	}
	h := &PValueHistogram{About: About{r.Dataset, r.N, r.D, ofPValues(r), r.DataWarnings},
		Label: r.Label, Counts: make([]int, pValueBins)}
	above := 0
	for _, p := range r.PValues {
		h.Counts[min(int(p*pValueBins), pValueBins-1)]++
		if p > terms.NullAbove {
			above++
		}
		if p == 1 {
			h.Ones++
		}
	}
	h.Nulls = min(1, float64(above)/((1-terms.NullAbove)*float64(r.D)))
	return h, nil
}

// ofPValues are the warnings of a ranking about its p-values.
func ofPValues(r *algorithms.Ranking) (out []string) {
	for _, w := range r.Warnings {
		if strings.Contains(w, "p-values") {
			out = append(out, w)
		}
	}
	return out
}

// ShowOn shows the histogram on a screen that has ShowPValues: see display.Showable.
func (h *PValueHistogram) ShowOn(screen any) {
	screen.(interface{ ShowPValues(*PValueHistogram) }).ShowPValues(h)
}
