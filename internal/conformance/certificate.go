package conformance

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

// unproven describes the error if a certificate does not hold and has no warning, or if it holds
// and has one.
func unproven(c *algorithms.Certificate, warnings []string) string {
	switch {
	case c == nil:
		return ""
	case c.Name == "":
		return fmt.Sprintf("the certificate %+v has no name", *c)
	}
	failing := *c
	failing.Value = algorithms.Number(math.Inf(1))
	named := slices.ContainsFunc(warnings, func(w string) bool {
		return strings.Contains(w, failing.Claim()+" ("+c.Name)
	})
	if named == c.Holds() {
		return fmt.Sprintf("the certificate %+v holds: %v; warnings %q", *c, c.Holds(), warnings)
	}
	return ""
}

// checkCertificates checks the certificates on data that cost digits. If one fails, every kind of
// answer has a warning.
func checkCertificates(t reporter, s subject) {
	for what, d := range digitless() {
		s.answersOrRefuses(t, what, d)
		if scorer, ok := s.method.(algorithms.Scorer); ok {
			if scores, err := scorer.Score(context.Background(), s.data(d),
				algorithms.Options{}); err == nil {
				s.proven(t, what+", Score", scores)
			}
		}
		if projector, ok := s.method.(algorithms.Projector); ok {
			if p, err := projector.Project(context.Background(), s.data(d),
				algorithms.Options{}); err == nil {
				s.proven(t, what+", Project", p.Scores)
			}
		}
	}
}

// proven fails if a certificate of Score or Project fails without a warning.
func (s subject) proven(t reporter, what string, scores *algorithms.Scores) {
	c := scores.Diagnostics.Certificate
	if wrong := unproven(c, scores.Warnings); wrong != "" {
		t.Errorf("%s: %s", what, wrong)
	}
	if scores.Diagnostics.Converged && c != nil && !c.Holds() {
		t.Errorf("%s: converged, but the certificate does not hold: %+v", what, *c)
	}
}

// digitless are data on which certificates may fail: a value far from all others, columns of very
// different units, values of very different size, and near duplicates.
func digitless() map[string]*datasets.Dataset {
	d := little()
	out := make(map[string]*datasets.Dataset)
	for _, v := range []float64{1e6, 1e9, 1e12, 1e15} {
		x := mat.DenseCopyOf(d.X)
		x.Set(3, 2, v)
		out[fmt.Sprintf("an outlier of %g", v)] = with(d, x, d.Features)
	}
	out["units of very different size"] = replaced(d, map[int]func(int) float64{
		2: func(i int) float64 { return 1e9 * d.X.At(i, 2) },
		4: func(i int) float64 { return 1e-9 * d.X.At(i, 4) },
	})
	out["values of very different size"] = replaced(d, map[int]func(int) float64{
		2: func(i int) float64 { return math.Exp(8 * d.X.At(i, 2)) },
	})
	out["columns that nearly repeat others"] = replaced(d, map[int]func(int) float64{
		2: func(i int) float64 { return d.X.At(i, 1) + 1e-12*d.X.At(i, 2) },
		4: func(i int) float64 { return d.X.At(i, 1) + d.X.At(i, 3) + 1e-9*d.X.At(i, 4) },
	})
	return out
}
