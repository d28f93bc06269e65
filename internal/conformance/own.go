package conformance

import (
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/algorithms/catalogue"
)

// Settings say how Own checks a selector.
type Settings struct {
	// Slow is for a method that takes seconds: the wide data have few columns, of which it is asked
	// for 40.
	Slow bool
}

// Own takes a selector that is not of the catalogue through all checks but that of an entry: as it
// is configured, and with each choice of each parameter that has choices.
func Own(t *testing.T, m algorithms.Selector, set Settings) {
	t.Helper()
	runAll(t, ownSubjects(m, set))
}

func ownSubjects(m algorithms.Selector, set Settings) []subject {
	e := catalogue.Entry{Name: algorithms.Name(m), Method: m}
	e.Facts, _ = algorithms.FactsOf(m)
	all := subjectsOf(e, m)
	for i := range all {
		_, err := algorithms.Key(all[i].method)
		all[i].own, all[i].keyless = true, err != nil
		all[i].narrow, all[i].fewSteps = set.Slow, set.Slow
	}
	return all
}
