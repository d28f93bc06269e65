package projection

import (
	"fmt"
	"testing"

	"fsnb.example/algorithms"
	"fsnb.example/datasets"
)

func TestTry(t *testing.T) {
	for _, name := range []string{"iris", "wine"} {
		d, err := datasets.Load(name, datasets.Options{})
		if err != nil {
			t.Fatal(err)
		}
		d, _ = d.Standardize()
		for _, m := range []algorithms.Scorer{LDFS{}, LDFS{Lambda: 1}, LDFS{Dimensions: 1}, LDFS{Dimensions: 4}, HSFS{}, HSFS{Lambda: .01}, HSFS{Dimensions: 3}} {
			s, err := m.Score(t.Context(), d, algorithms.Options{})
			if err != nil {
				t.Fatal(err)
			}
			g := s.Diagnostics
			fmt.Println(name, algorithms.Label(m), g.Iterations, g.Converged, g.Certificate.Value, len(g.Trace), g.Trace[0], *g.Objective, s.Warnings, g.Extra, g.Notes, g.Certificate.Claim())
		}
	}
}
