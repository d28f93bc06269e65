package projection

import (
	"fmt"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

func TestTry(t *testing.T) {
	for _, name := range []string{"iris"} {
		d, err := datasets.Load(name, datasets.Options{})
		if err != nil {
			t.Fatal(err)
		}
		d, _ = d.Standardize()
		for _, m := range []algorithms.Scorer{NDFS{}, NDFS{Gamma: 10}, NDFS{Gamma: 10, Beta: 5}, NDFS{Gamma: 1, Clusters: 3}} {
			s, err := m.Score(t.Context(), d, algorithms.Options{})
			if err != nil {
				t.Fatal(err)
			}
			g := s.Diagnostics
			fmt.Println(name, algorithms.Label(m), g.Iterations, g.Converged, g.Certificate.Value, len(g.Trace), g.Trace[0], *g.Objective, s.Warnings, g.Extra, g.Notes, g.Certificate.Claim())
		}
	}
}
