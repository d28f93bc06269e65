package evaluation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/adjust"
	"fsnb.example/datasets"
	"fsnb.example/internal/graphs"
	"fsnb.example/internal/terms"
)

// VolcanoPlot sets the size of each feature's effect against its p-value.
type VolcanoPlot struct {
	About
	Label  string           `plain:",first"` // of the ranking
	Effect terms.EffectKind // "Cohen's d", "√η²" or "correlation"
	// Classes are the two classes of Cohen's d, the effect of which is positive where the second
	// has the larger mean. Target is the name of a continuous target, "target" if it has none.
	Classes    []string
	Target     string
	Level      float64
	Adjustment adjust.Kind
	// Threshold is the p-value up to which features are significant.
	Threshold   float64
	Significant int // significant features
	// Features are all of them, in the order of the ranking.
	Features []VolcanoFeature
}

// VolcanoFeature is a feature of a volcano plot.
type VolcanoFeature struct {
	Feature     int // column
	Name        string
	Effect      algorithms.Number // infinite where the values do not vary within classes
	P, Adjusted float64
}

// Volcano sets the effect of each feature of d against its p-value in a ranking of all features by
// a test, adjusted by a method ("" is Benjamini–Hochberg) and significant up to a level (0 is .05),
// on workers goroutines (0 for GOMAXPROCS). With class means m_c, n_c samples, scatter B between
// and W within C classes, the effect is
//
//	two classes:        (m_2 - m_1) / √(W/(n - 2))    Cohen's d (Cohen 1988, section 2.2)
//	more classes:       √(B/(B + W))                  √η² (Cohen 1988, section 8.2)
//	continuous target:  the correlation with it
//
// whatever the test. Classes without samples do not count. It is 0 for a constant column, and
// infinite where two classes differ and nothing varies within them.
//
// It returns the errors of Significant for level and adjustment, and an error when the ranking does
// not belong to d or has not all features, d has neither classes nor a target, the squares of a
// column overflow or underflow, and ctx.Err(). The cost is O(nd) time in four passes.
func Volcano(ctx context.Context, d *datasets.Dataset, level float64, by adjust.Kind, workers int,
	r *algorithms.Ranking) (*VolcanoPlot, error) {
	if err := checkRankings(d, []*algorithms.Ranking{r}); err != nil {
		return nil, err
	}
	level = cmp.Or(level, 0.05)
	by, err := checkTest(r, level, by)
	if err != nil {
		return nil, err
	}
	if err := checkWhole(r, "a volcano plot"); err != nil {
		return nil, err
	}
	adjusted, err := adjustedIn(r, by)
	if err != nil {
		return nil, err
	}
	v := &VolcanoPlot{
		About: about(d, r), Label: r.Label, Level: level, Adjustment: by,
	}
	v.Warnings = append(v.Warnings, ofPValues(r)...)
	if v.Threshold, err = by.Threshold(r.PValues, level); err != nil {
		return nil, err
	}
	effects, err := v.effects(ctx, d, workers)
	if err != nil {
		return nil, err
	}
	for i, j := range r.Features {
		v.Features = append(v.Features, VolcanoFeature{Feature: j, Name: r.Names[i],
			Effect: algorithms.Number(effects[j]), P: r.PValues[i], Adjusted: adjusted[i]})
		if adjusted[i] <= level {
			v.Significant++
		}
	}
	return v, nil
}

// effects returns the effect of each column, and sets what the effects are.
func (v *VolcanoPlot) effects(ctx context.Context, d *datasets.Dataset, workers int) ([]float64,
	error) {
	if d.Continuous() {
		v.Effect, v.Target = terms.Correlation, cmp.Or(d.TargetName, "target")
		return correlations(ctx, d, workers)
	}
	var filled []int
	if d.Labeled() {
		for c, count := range d.ClassCounts() {
			if count > 0 {
				filled = append(filled, c)
			}
		}
	}
	if len(filled) < 2 {
		return nil, errors.New(
			"a volcano plot needs two classes or a continuous target; load the " +
				"data with labels")
	}
	forms, err := graphs.ClassForms(ctx, d.Matrix(), d.Y, len(d.Classes), d.Features, workers)
	if err != nil {
		return nil, err
	}
	out := make([]float64, d.D())
	if len(filled) > 2 {
		v.Effect = terms.RootEtaSquared
		for j, b := range forms.Between {
			if b > 0 {
				out[j] = math.Sqrt(b / (b + forms.Within[j]))
			}
		}
		return out, nil
	}
	v.Effect = terms.CohensD
	u := make([]float64, d.N())
	for i, c := range d.Y {
		u[i] = 1
		if c == filled[0] {
			u[i] = -1
		}
	}
	v.Classes = []string{d.Classes[filled[0]], d.Classes[filled[1]]}
	difference, err := meanDifferences(ctx, d, u, workers)
	if err != nil {
		return nil, err
	}
	for j, b := range forms.Between {
		// A constant column has b = 0; the difference of its means may be rounding.
		if b > 0 {
			out[j] = difference[j] / math.Sqrt(forms.Within[j]/float64(max(d.N()-2, 1)))
		}
	}
	return out, nil
}

// correlations are those of each column with the continuous target.
func correlations(ctx context.Context, d *datasets.Dataset, workers int) ([]float64, error) {
	lo, hi := d.Target[0], d.Target[0]
	for _, y := range d.Target {
		lo, hi = min(lo, y), max(hi, y)
	}
	if lo == hi {
		return nil, fmt.Errorf("the target of all %d samples is %g; give one that varies",
			d.N(), lo)
	}
	scatter, _, err := graphs.Scatter(ctx, d.Matrix(), d.Features, workers)
	if err != nil {
		return nil, err
	}
	u, _ := graphs.CenteredTarget(d.Target)
	out, err := meanDifferences(ctx, d, u, workers)
	if err != nil {
		return nil, err
	}
	half := 0.0 // Σ u over u > 0, which is that of -u over u < 0
	for _, w := range u {
		half += max(w, 0)
	}
	for j, q := range scatter {
		if q > 0 {
			out[j] = max(-1, min(1, half*out[j]/math.Sqrt(q)))
		} else {
			out[j] = 0
		}
	}
	return out, nil
}

// meanDifferences is, of each column, the mean with weights u over u > 0 less that with weights -u
// over u < 0.
func meanDifferences(ctx context.Context, d *datasets.Dataset, u []float64, workers int) ([]float64,
	error) {
	above, below := make([]float64, len(u)), make([]float64, len(u))
	for i, w := range u {
		above[i], below[i] = max(w, 0), max(-w, 0)
	}
	out, err := graphs.WeightedMeans(ctx, d.Matrix(), above, workers)
	if err != nil {
		return nil, err
	}
	less, err := graphs.WeightedMeans(ctx, d.Matrix(), below, workers)
	if err != nil {
		return nil, err
	}
	for j, m := range less {
		out[j] -= m
	}
	return out, nil
}

// ShowOn shows the plot on a screen that has ShowVolcano: see display.Showable.
func (v *VolcanoPlot) ShowOn(screen any) {
	screen.(interface{ ShowVolcano(*VolcanoPlot) }).ShowVolcano(v)
}
