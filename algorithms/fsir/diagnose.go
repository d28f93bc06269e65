package fsir

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"

	"fsnb.example/algorithms"
)

// diagnose reports the optimum and its rounding. With w = (z + 1)/2 and f the objective of Sphere,
// w'R~w = -f(z)/2 + e'R~e/4.
func (s *setting) diagnose(
	m FSIR2, o *Optimum, x *exchange, rounded float64,
) algorithms.Diagnostics {
	quarter := floats.Sum(s.m.sum) / 4
	inW := func(f float64) float64 { return quarter - f/2 }
	relaxed := inW(o.Value)
	bound := s.bound(relaxed, o.Converged, x.k)
	var gap float64
	if x.value > bound {
		gap = (x.value - bound) / x.value
	}
	g := algorithms.Diagnostics{
		Objective:  algorithms.NewObjective(relaxed),
		Iterations: o.Iterations,
		Converged:  o.Converged && (!m.Polish || x.done),
		Certificate: &algorithms.Certificate{
			Name: "residual, relative", Of: "the relaxed problem",
			Value: algorithms.Number(o.Residual), Tolerance: Tolerance,
		},
		Notes: []string{s.proven(m, o, x, bound, gap, rounded)},
	}
	for _, f := range o.Trace {
		g.Trace = append(g.Trace, inW(f))
	}
	number := func(name string, v float64) {
		g.Extra = append(g.Extra, algorithms.Value{Name: name, Value: algorithms.Number(v)})
	}
	number("objective of the subset", x.value)
	number("bound", bound)
	number("gap", gap)
	if m.Polish {
		number("objective of the rounded subset", rounded)
		number("exchanges", float64(x.exchanges))
	}
	number("mean eigenvalue", s.m.scale)
	g.Extra = append(g.Extra, s.extra...)
	number("multiplier", o.Multiplier)
	number("largest eigenvalue, at most", o.Largest)
	number("products", float64(o.Products+x.products))
	hard := 0.0
	if o.Hard {
		hard = 1
	}
	number("hard case", hard)
	if o.Hard {
		number("objective of the saddle", inW(o.Saddle))
	}
	if m.Solver == Power {
		number("eta", o.Eta)
	}
	return g
}

// bound is a lower bound of the objective of all subsets of k features: the larger one of the
// relaxed optimum, if it is certified, and the sum of the k least Rel, because squared cosines are
// not negative. The latter is better for small k.
func (s *setting) bound(relaxed float64, certified bool, k int) float64 {
	bound := floats.Sum(slices.Sorted(slices.Values(s.m.rel))[:k])
	if certified {
		bound = max(bound, relaxed)
	}
	return bound
}

// proven describes what the certificate proves, and what it does not.
func (s *setting) proven(m FSIR2, o *Optimum, x *exchange, bound, gap, rounded float64) string {
	text := "the proof is of the relaxed problem, not of the subset"
	if !o.Converged {
		text = "the relaxed problem is not certified as solved"
	}
	features := "features"
	if x.k == 1 {
		features = "feature"
	}
	const what = ": the subset has objective %.4g, and no subset of %d %s is below %.4g, a gap " +
		"of %s"
	text += fmt.Sprintf(what, x.value, x.k, features, bound, share(gap))
	if !m.Polish {
		return text
	}
	exchanges := fmt.Sprintf("%d exchanges of a feature", x.exchanges)
	if x.exchanges == 1 {
		exchanges = "one exchange of a feature"
	}
	lowered := fmt.Sprintf("; %s lowered it from %.4g", exchanges, rounded)
	switch {
	case !x.done:
		return text + lowered + " before the search stopped"
	case x.exchanges == 0:
		return text + "; no exchange of a feature lowers it"
	}
	return text + lowered + ", and no further one does"
}

// share is a percentage, with a decimal near 0% and 100%.
func share(v float64) string {
	if v > 0 && v < .095 || v > .995 && v < 1 {
		return fmt.Sprintf("%.1f%%", 100*v)
	}
	return fmt.Sprintf("%.0f%%", 100*v)
}
